"""``orbit bench``: how good Orbit is at what it does, measured here and now beside other ways of doing it."""

from __future__ import annotations

import re
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import Json
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["app"]

app = typer.Typer(name="bench", help="Measure how well Orbit does.", no_args_is_help=True)

_MOST_SEEDS = 1000
_QUICK_SEEDS, _QUICK_SIZES = "1-2", "50"


@app.callback()
def _group() -> None:
    """Keep the group a group while it has one command."""


@app.command()
def learning(
    as_json: Json = False,
    seeds: Annotated[str, typer.Option(metavar="N-M", help="What the sessions are drawn with.")] = "1-8",
    sizes: Annotated[str, typer.Option(metavar="N,…", help="How many sessions to learn from.")] = "50,300",
    levels: Annotated[
        str, typer.Option(metavar="NAME,…", help="How noisy they are; extreme is one more.")
    ] = "clean,moderate,heavy",
    corpora: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Which sessions; all of them if not given.")
    ] = None,
    methods: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Which ways of learning; all of them if not given.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Two seeds and few sessions: half a minute.")
    ] = False,
) -> int:
    """Learn from made-up sessions whose workflows are known; say what was found, beside other ways."""
    from orbit.interfaces.cli.views.bench import learning_tables
    from orbit.learning.evaluation.corpora import CORPORA, LEVELS
    from orbit.learning.evaluation.methods import METHODS
    from orbit.learning.evaluation.summary import measure
    from orbit.learning.evaluation.trial import PLANTED

    ways = (*METHODS, PLANTED)
    began = perf_counter()
    rows = measure(
        _names("methods", methods, ways) if methods else ways,
        _names("corpora", corpora, CORPORA) if corpora else tuple(CORPORA),
        _names("levels", levels, LEVELS),
        _numbers("sizes", _QUICK_SIZES if quick else sizes),
        _numbers("seeds", _QUICK_SEEDS if quick else seeds),
    )
    if as_json:
        documents = [row.document() for row in rows]
        print_json({"rows": documents, "seconds": round(perf_counter() - began, 3)})
        return DONE
    for shown in learning_tables(rows):
        screen().print(shown)
    return DONE


def _names(option: str, text: str, known: Collection[str]) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    strange = [name for name in names if name not in known]
    if strange or not names:
        said = f"There is no “{strange[0]}”" if strange else "Nothing is named"
        raise UsageError(f"--{option}: {said}. Name some of these, with commas: {', '.join(known)}.")
    return names


def _numbers(option: str, text: str) -> Sequence[int]:
    """Read numbers and ranges of them: ``1-8``, ``50,300``."""
    numbers: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*", part)
        if match is None:
            raise UsageError(f"--{option}: “{part}” is no number. Write 50,300 or 1-8.")
        first, last = int(match[1]), int(match[2] or match[1])
        if not first <= last < first + _MOST_SEEDS or first < 1:
            raise UsageError(
                f"--{option}: “{part}” is no range. Count up from 1, a thousand numbers at most."
            )
        numbers += range(first, last + 1)
    return numbers
