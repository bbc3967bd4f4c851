"""``python -m benchmarks.reader``: what the judge says; ``train``: the weights; ``follow_ups``: their judge.

``curve``: what the voices that calibrate come to with an eighth of the rows, a quarter, a half, and all.

``--tell`` names every row; ``--whole`` judges what Orbit does with rules, frames and library.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import sized
from benchmarks.reader.curve import PICTURE, Point, curve, picture
from benchmarks.reader.follow_ups import VERDICTS, counted, follow_up_rows, followed
from benchmarks.reader.judging import Judged, judged, table, whole
from benchmarks.reader.rows import Row, held_files, rows_of, training_rows
from benchmarks.reader.training import Example, examples, train, vocabulary
from orbit.agent.reader.ranker import WEIGHTS, Model
from orbit.memory import Library
from workflows_seed import FOLDER

_COLUMNS = ("all", "right", "wrong", "proposed right", "proposed", "asked", "left")
_OPTIONS = {"--tell", "--whole"}


def main() -> None:
    """Judge or, where that is said, train."""
    match sys.argv[1:]:
        case ["train"]:
            _train()
        case ["curve"]:
            _curve()
        case ["follow_ups", *names] if {*names} <= {*follow_up_rows(), "--tell"}:
            _follow_ups(names)
        case [*names] if {*names} <= {*held_files(), *_OPTIONS}:
            _judge([name for name in held_files() if name in names or not {*names} - _OPTIONS], names)
        case _:
            sys.exit(
                f"Say train, curve, follow_ups, or nothing, or whom to judge by: {', '.join(held_files())}."
            )


def _follow_ups(names: list[str]) -> None:
    print(f"{'':14}" + "".join(f"{column:>10}" for column in ("all", *VERDICTS)))
    for name, rows in follow_up_rows().items():
        if name not in names and {*names} - {"--tell"}:
            continue
        found = asyncio.run(followed(rows[: sized(None, 8)]))
        counts = counted(found)
        print(
            f"{name:14}{len(found):10}" + "".join(f"{counts[verdict]:10}" for verdict in VERDICTS), flush=True
        )
        for each in found if "--tell" in names else ():
            print(f"  {each.verdict}: {' / '.join(each.row.say)} -> {each.told}")


def _train() -> None:
    began = perf_counter()
    found, known = _examples()
    read = perf_counter()
    Model(train(found), known).save()
    print(
        f"{read - began:.0f} s to read them, {perf_counter() - read:.0f} s to train; "
        f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} KB"
    )


def _examples() -> tuple[list[Example], frozenset[str]]:
    rows = training_rows()
    known = vocabulary(rows)
    found = list(examples(rows, known))
    reached = [each for each in found if each.reachable]
    print(f"{len(found)} rows, {len(reached)} with edits that a frame has", flush=True)
    return reached, known


def _curve() -> None:
    found, known = _examples()
    judging = [row for file in held_files()["calibrate"] for row in rows_of(file) if row.holds()]
    points: list[Point] = []
    print(f"{'rows':>8}{'top':>10}{'done right':>12}{'done wrong':>12}")
    for point in curve(found, known, judging):
        points.append(point)
        print(f"{point.rows:8}{point.top:10.1%}{point.right:12.1%}{point.wrong:12.1%}", flush=True)
    PICTURE.write_text(picture(points), encoding="utf-8")


def _judge(chosen: list[str], options: list[str]) -> None:
    for name in chosen:
        rows = [row for file in held_files()[name] for row in rows_of(file) if row.holds()][: sized(None, 8)]
        found = _whole(rows) if "--whole" in options else list(judged(rows))
        print(f"\n{name:14}" + "".join(f"{column:>15}" for column in _COLUMNS))
        for kind, counts in table(found).items():
            print(f"{kind:14}" + "".join(f"{counts[column]:15}" for column in _COLUMNS))
        times = [each.milliseconds for each in found]
        print(f"{'ms':14} p50 {median(times):.1f}, p95 {quantiles(times, n=20)[-1]:.1f}", flush=True)
        for each in found if "--tell" in options else ():
            does = [action.describe() for action in each.decision.actions] or each.decision.why
            print(f"  {each.verdict}: {each.row.say} -> {does}")


def _whole(rows: list[Row]) -> list[Judged]:
    with TemporaryDirectory() as folder:
        library = Library.open(Path(folder), seeds=FOLDER)
        found = list(whole(rows, library))
        library.close()
    return found


if __name__ == "__main__":
    main()
