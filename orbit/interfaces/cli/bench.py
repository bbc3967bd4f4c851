"""``orbit bench``: how good Orbit is at what it does, measured here: tasks done, workflows learned."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import Json, Model, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from orbit.evaluation.memories import Memory
    from orbit.evaluation.reading import TaskFile
    from orbit.evaluation.trial import Trial

__all__ = ["app"]

app = typer.Typer(name="bench", help="Measure how well Orbit does.", invoke_without_command=True)

_MOST_SEEDS = 1000
_QUICK_SEEDS, _QUICK_SIZES = "1-2", "50"


@app.callback()
def tasks(  # noqa: PLR0913 - a command line has as many as it has options
    context: typer.Context,
    *,
    files: Annotated[
        list[Path] | None,
        typer.Option("--tasks", metavar="FILE", help="Task files; the shipped ones if not given."),
    ] = None,
    memory: Annotated[
        str, typer.Option(metavar="NAME,…", help="none, seed or learned; several with commas, or all.")
    ] = "seed",
    only: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Only these categories or ids of tasks.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document a task as it ends.")
    ] = False,
    model: Model = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="How many tasks at a time.")] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", help="Rates only: no failure is named.")] = False,
    reveal: Annotated[bool, typer.Option("--reveal", help="Name failures of held-out tasks too.")] = False,
    shadow: Annotated[
        bool, typer.Option("--shadow", help="Read each first sentence by frames too; say where they differ.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Write tables and bars there.")
    ] = None,
) -> int:
    """Do tasks on fresh practice sessions and judge what they come to; or measure learning."""
    if context.invoked_subcommand is not None:
        return DONE
    from orbit.evaluation.running import run

    memories, chosen = _memories(memory), _tasks(files, only)
    if plot is not None:
        _make_room(plot)
    trials = run(chosen, memories, load_settings(model=model), jobs=jobs, shadowed=shadow)
    ended = list(_told(trials, len(memories) * sum(len(file.tasks) for file in chosen), as_json=as_json))
    _show(ended, as_json=as_json, quiet=quiet, reveal=reveal, plot=plot)
    return DONE


def _make_room(plot: Path) -> None:
    """See that the plot can be written: that is better known before minutes of work than after."""
    try:
        plot.open("a").close()
    except OSError as error:
        raise UsageError(f"--plot: {plot} cannot be written: {error.strerror or error}.") from None


def _memories(text: str) -> list[Memory]:
    from orbit.evaluation.memories import MEMORIES

    named = MEMORIES if text.strip() == "all" else _names("memory", text, MEMORIES)
    return [memory for memory in MEMORIES if memory in named]


def _tasks(files: list[Path] | None, only: str | None) -> list[TaskFile]:
    from orbit.evaluation.reading import read_tasks, selected, shipped

    read = read_tasks(files or shipped())
    return read if only is None else selected(read, only.split(","))


def _told(trials: Iterator[Trial], total: int, *, as_json: bool) -> Iterator[Trial]:
    """Tell each trial as it ends: to a program as a line, to a person as how far it is."""
    if as_json:
        for trial in trials:
            print_json(trial.document)
            yield trial
        return
    from rich.progress import track

    yield from track(trials, "Doing tasks", total, console=screen(aside=True), transient=True)


def _show(trials: Sequence[Trial], *, plot: Path | None, as_json: bool, quiet: bool, reveal: bool) -> None:
    from orbit.evaluation.summary import gains, summarise
    from orbit.interfaces.cli.views.bench_tasks import failures_view, saved_plot, shadow_view, tasks_view

    rows, added = summarise(trials), gains(trials)
    if plot is not None:
        saved_plot(rows, added, plot)
    if as_json:
        return
    if not quiet:
        screen().print(failures_view(trials, reveal=reveal))
    screen().print(tasks_view(rows, added))
    if any(trial.shadow is not None for trial in trials):
        screen().print(shadow_view(trials))


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
    """How well it learns, beside other ways.

    It learns from made-up sessions whose workflows are known, and says what was found.
    """
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
