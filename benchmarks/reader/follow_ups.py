"""The judge of follow-ups: every turn said to Orbit on the practice session, and the session in the end.

A row whose opening was not done judges no follow-up, so it is counted by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal
from zlib import crc32

from benchmarks.reader.judging import comes_to_it
from benchmarks.reader.rows import FOLDER, Row, rows_of
from daw_bridges.algebra import differences, nearest
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, ask
from orbit.evaluation.reading import shipped
from orbit.memory import Library
from orbit.settings import Settings
from tests.orbit.workflows.memory_bridge import MemoryBridge
from workflows_seed import FOLDER as SEEDS

__all__ = ["VERDICTS", "Followed", "counted", "follow_up_rows", "followed"]

Verdict = Literal["right", "wrong", "asked", "refused", "opening"]
VERDICTS: tuple[Verdict, ...] = ("right", "wrong", "asked", "refused", "opening")


@dataclass(frozen=True)
class Followed:
    """A row, what came of it, and what was answered last."""

    row: Row
    verdict: Verdict
    told: str


def follow_up_rows() -> dict[str, list[Row]]:
    """Rows of several turns, by where they come from; a third of the other voices is held back."""
    tasks = [*sorted((FOLDER.parent / "tasks").glob("*.yaml")), *shipped()]
    voices = sorted(FOLDER.glob("*.jsonl"))
    found = {
        "judge": sorted((FOLDER / "judge").glob("*.jsonl")),
        "calibrate": sorted((FOLDER / "calibrate").glob("*.jsonl")),
        "tasks": tasks,
        "voices": [file for file in voices if not _is_held(file)],
        "held": [file for file in voices if _is_held(file)],
    }
    return {
        name: [
            row
            for file in files
            for row in rows_of(file)
            if len(row.say) > 1 and not row.no_edit and row.holds()
        ]
        for name, files in found.items()
    }


def _is_held(file: Path) -> bool:
    return crc32(file.stem.encode()) % 3 == 0


async def followed(rows: Iterable[Row]) -> list[Followed]:
    """Say every row."""
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        library = Library.open(settings.data_dir, seeds=SEEDS, embedder="words")
        try:
            return [await _said(row, at, library, settings) for at, row in enumerate(rows)]
        finally:
            library.close()


async def _said(row: Row, at: int, library: Library, settings: Settings) -> Followed:
    desk = Desk(MemoryBridge(row.start()), library, settings, place=f"practice:{at}")
    history: Any = ()
    answers: list[Answer] = []
    before = row.start()
    for said in row.say:
        before = await desk.session()
        answers.append(await ask(said, desk, message_history=history, approve=lambda _: True))
        history = answers[-1].messages
    after = await desk.session()
    right = (
        any(not differences(after, goal) for goal in row.goals()) if not row.expect else _meets(row, after)
    )
    return Followed(
        row, _verdict(answers, right=right, edited=bool(differences(before, after))), answers[-1].reply
    )


def _meets(row: Row, after: Session) -> bool:
    return comes_to_it(row, row.start(), nearest(row.start(), after).actions)


def _verdict(answers: list[Answer], *, right: bool, edited: bool) -> Verdict:
    if right and (edited or answers[-1].ok):
        return "right"
    if not all(answer.ok for answer in answers[:-1]):
        return "opening"
    if edited or (answers[-1].ok and answers[-1].question is None):
        return "wrong"
    return "asked" if answers[-1].question is not None else "refused"


def counted(found: Iterable[Followed]) -> Counter[Verdict]:
    """How many of each verdict."""
    return Counter(each.verdict for each in found)
