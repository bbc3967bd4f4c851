"""The rows as the trainer and the judge take them: those of the voices, of the task files and of the tests.

The voices in ``judge`` and ``calibrate`` train nothing: the first judge, the others set the thresholds.
Those that have judged are among the others since.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.evaluation.reading import read_tasks, shipped
from orbit.evaluation.task import Task
from orbit.hosts import fresh_practice
from orbit.workflows.strict_yaml import read_yaml

__all__ = ["FOLDER", "JOINED", "Row", "held_files", "rows_of", "session_of", "training_rows"]

FOLDER = Path(__file__).parent
_ROOT = FOLDER.parents[1]
_SAID = _ROOT / "tests" / "orbit" / "agent" / "offline"
_TOGETHER = {2: 900, 3: 200}
"""How many sentences are made of so many rows."""
JOINED = "+"
"""Between the voices of a row that two of them say."""
_JOINTS = (" and ", ", ", " and then ", ", then ", ", and ", "; ")
Json = dict[str, Any]


class Row(BaseModel):
    """What is said and what is right; the fields are told in this package's docstring."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    say: tuple[str, ...] = Field(min_length=1)
    leads_to: tuple[Json, ...] | None = None
    others: tuple[tuple[Json, ...], ...] = Field(default=(), alias="or")
    setup: tuple[Json, ...] = ()
    kind: str = "single"
    voice: str = ""
    asks: Any = False
    workflow: str | None = None
    lately: tuple[Json, ...] = ()
    """Edits of just before: what "it" refers to."""
    session: str = "practice"
    expect: tuple[Json, ...] = ()
    """Conditions of the session in the end, where no edits say what is right."""
    touches: tuple[str, ...] = ()

    @property
    def no_edit(self) -> bool:
        """Whether no frame may edit: nothing may happen, or a workflow is meant."""
        return self.leads_to is None and not self.expect

    def start(self) -> Session:
        """The session that it is said in. Raises OrbitError."""
        return _applied(session_of(self.session), (*self.setup, *self.lately))

    def goals(self) -> list[Session]:
        """The sessions that are right; none where there are conditions or no edit. Raises OrbitError."""
        right = () if self.leads_to is None else (self.leads_to, *self.others)
        return [_applied(self.start(), actions) for actions in right]

    def holds(self) -> bool:
        """Whether it can be executed, and does something where one turn says that it does."""
        try:
            goals = self.goals()
        except OrbitError:
            return False
        return len(self.say) > 1 or all(goal != self.start() for goal in goals)


def _applied(session: Session, actions: Sequence[Mapping[str, Any]]) -> Session:
    parsed = [parse_action(dict(action)) for action in actions]
    return apply_all(session, resolve_labels(session, parsed))


@cache
def session_of(name: str) -> Session:
    """The practice session, or the song that the tests read sentences in."""
    if name == "studio":
        from tests.orbit.agent.offline.song import song

        return song()
    return asyncio.run(_practice())


async def _practice() -> Session:
    async with fresh_practice() as bridge:
        return await bridge.snapshot()


def rows_of(file: Path) -> Iterator[Row]:
    """The rows of a voice, or of a task file."""
    if file.suffix == ".yaml":
        for task in read_tasks([file])[0].tasks:
            yield from (row.model_copy(update={"voice": file.stem}) for row in _of_task(task))
        return
    for line in file.read_text("utf-8").splitlines()[1:]:
        yield Row.model_validate_json(line)


def held_files() -> dict[str, list[Path]]:
    """What trains nothing, by name: the judging voices, those that calibrate, and the held-out tasks."""
    named = {name: sorted((FOLDER / name).glob("*.jsonl")) for name in ("judge", "calibrate")}
    return named | {"held out": [file for file in shipped() if file.stem.startswith("held_out")]}


_KINDS = {
    "multi-step": "multi",
    "follow-up": "follow_up",
    "ambiguous": "near_miss",
    "impossible": "near_miss",
}


def _of_task(task: Task) -> Iterator[Row]:
    kind = _KINDS.get(task.category or "", "single")
    open_ = kind == "near_miss" or bool(task.answers) or task.ends in ("asked", "refused")
    if open_ and len(task.say) == 1:
        yield Row(say=task.say, setup=task.setup, kind="near_miss", asks=True)
    elif not open_ and (task.leads_to is not None or task.expect):
        yield Row(
            say=task.say, leads_to=task.leads_to, setup=task.setup, kind=kind, expect=task.expect,
            touches=task.touches or (),
        )  # fmt: skip


def training_rows() -> list[Row]:
    """Every row that may train: no sentence of what is held is among them."""
    held = {row.say for files in held_files().values() for file in files for row in rows_of(file)}
    tasks = sorted((_ROOT / "benchmarks" / "tasks").glob("*.yaml"))
    files = [*tasks, *(file for file in shipped() if file.stem == "tuning"), *sorted(FOLDER.glob("*.jsonl"))]
    found = (row for file in files for row in rows_of(file))
    rows = (*found, *_wordings(), *_refused(), *_conversations())
    kept = [row for row in rows if row.say not in held and len(row.say) == 1 and row.holds()]
    kept = [row for row in kept if row.no_edit or not row.asks]
    return [*kept, *_joined(kept)]


def _joined(rows: Sequence[Row]) -> Iterator[Row]:
    """Two rows or more in one sentence: what is said of one must not reach the other."""
    draw = random.Random(6)  # noqa: S311 - the same each time
    plain = [row for row in rows if row.kind == "single" and row.leads_to and not (row.setup or row.lately)]
    for size, count in _TOGETHER.items():
        for _ in range(count):
            chosen = draw.sample(plain, size)
            row = _together(chosen, [draw.choice(_JOINTS) for _ in chosen])
            if len({each.session for each in chosen}) == 1 and row.holds():
                yield row


def _together(rows: Sequence[Row], joints: Sequence[str]) -> Row:
    said = rows[0].say[0]
    for row, joint in zip(rows[1:], joints, strict=False):
        said = f"{said.rstrip(' .!?')}{joint}{row.say[0]}"
    does = tuple(action for row in rows for action in row.leads_to or ())
    voice = JOINED.join(row.voice for row in rows)
    return Row(say=(said,), leads_to=does, session=rows[0].session, kind="multi", voice=voice)


def _wordings() -> Iterator[Row]:
    for file in sorted((_SAID / "wordings").glob("*.yaml")):
        session = "studio" if file.stem.startswith("studio") else "practice"
        for entry in read_yaml(file.read_bytes(), file.name).data:
            does = entry["does"] if isinstance(entry["does"][0], list) else [entry["does"]]
            actions = tuple(action for step in does for action in _step(*step))
            kind = "single" if len(does) == 1 else "multi"
            for said in entry["said"]:
                yield Row(say=(str(said),), leads_to=actions, session=session, kind=kind, voice=file.stem)


def _step(action: str, tracks: Any = None, fields: Json | None = None) -> Iterator[Json]:
    if isinstance(tracks, dict):
        tracks, fields = None, cast("Json", tracks)
    for track in cast("list[Any]", tracks) if isinstance(tracks, list) else [tracks]:
        yield {"action": action, **({} if track is None else {"track": track}), **(fields or {})}


def _refused() -> Iterator[Row]:
    file = _SAID / "wordings" / "refused" / "practice.yaml"
    for entry in read_yaml(file.read_bytes(), file.name).data:
        for said in entry["said"]:
            yield Row(say=(str(said),), kind="near_miss", asks=True, voice=file.stem)


def _conversations() -> Iterator[Row]:
    for file in sorted((_SAID / "conversations").glob("*.yaml")):
        for talk in read_yaml(file.read_bytes(), file.name).data:
            for row in _turns(talk["turns"], talk.get("setup", ())):
                yield row.model_copy(update={"voice": file.stem})


def _turns(turns: Sequence[Json], setup: Sequence[Json]) -> Iterator[Row]:
    """The turns of a conversation, up to the first that takes something back or runs a workflow."""
    done: tuple[Json, ...] = tuple(setup)
    lately: tuple[Json, ...] = ()
    for at, turn in enumerate(turns):
        said, kind = (str(turn["say"]),), "follow_up" if at else "single"
        if "does" in turn:
            yield Row(say=said, leads_to=tuple(turn["does"]), setup=done, lately=lately, kind=kind)
            done, lately = (*done, *lately), tuple(turn["does"])
            continue
        if not {"back", "instead"}.isdisjoint(turn) or {"says", "refuses", "asks"}.isdisjoint(turn):
            return
        yield Row(say=said, setup=done, lately=lately, kind="near_miss")
        if "asks" in turn:
            return
