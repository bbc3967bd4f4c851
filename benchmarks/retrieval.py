"""How often the library finds the workflow that somebody means, beside other ways to search.

Run ``python -m benchmarks.retrieval`` from the project's root. What it reads stands in
``benchmarks/retrieval_data``: the held-out part took no part in setting weights, limits or synonyms, and only
rates of it are printed. ``--misses`` prints what went wrong in the tuning part; ``--fit`` sets the weights
anew and prints them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import sized
from benchmarks.retrieval_baselines import bm25, hashed, minilm, rank
from benchmarks.retrieval_fitting import documents, fit, told
from benchmarks.retrieval_requests import SEEDS, library, requests, states
from benchmarks.retrieval_scores import Report, evaluate
from orbit.memory import Library
from orbit.memory.embedding import choose_embedder

ROOT = Path(__file__).parent.parent
_PARTS = ("tuning", "held_out")
_EACH = slice(None, None, sized(1, 10))
"""Every request, or every tenth."""


@contextmanager
def filled(folder: Path, embedder: str) -> Generator[Library]:
    """Open a library of the benchmark's workflows."""
    opened = Library.open(folder / embedder, embedder=embedder)
    opened.sync(library())
    try:
        yield opened
    finally:
        opened.close()


def quality(folder: Path) -> None:
    """Print the table of what is found, by Orbit and by what it is measured against."""
    print(
        f"{len(library())} workflows                  R@1   R@3   R@5   MRR | taken  asked passed  wrong | ",
        end="",
    )
    print("meant for none: taken asked | by state: R@1")
    for embedder, name in (("auto", "Orbit"), ("words", "Orbit, words only")):
        with filled(folder, embedder) as opened:
            for part in _PARTS:
                found, gated = evaluate(opened, requests(part)[_EACH]), evaluate(opened, states(part)[_EACH])
                print(_row(f"{name}, {part}", found) + _decisions(found) + f" | {gated.first_right:13.3f}")
                if part == "tuning" and "--misses" in sys.argv:
                    _print_misses(found, gated)
    _baselines(folder)


def _baselines(folder: Path) -> None:
    every, asked = documents(), requests("held_out")[_EACH]
    embedder = choose_embedder("minilm", cache=folder / "cache")
    assert embedder is not None
    for name, scorer in (
        ("BM25", bm25(every)),
        ("MiniLM alone", minilm(every, embedder)),
        ("memharness's default", hashed(every)),
    ):
        print(_row(f"{name}, held_out", rank(every, scorer, asked)))


def _row(name: str, found: Report) -> str:
    ranks = " ".join(f"{found.at(k):5.3f}" for k in (1, 3, 5))
    return f"{name:28} {ranks} {found.mean_reciprocal_rank:5.3f}"


def _decisions(found: Report) -> str:
    meant = f"{found.taken_rightly:5.3f}  {found.asked:5.3f}  {found.passed:5.3f}  {found.taken_wrongly:5.3f}"
    return f" | {meant} | {found.accepted_falsely:21.3f} {found.asked_falsely:5.3f}"


def _print_misses(*reports: Report) -> None:
    for answer in (answer for report in reports for answer in report.answers):
        request = answer.request
        right = answer.passed if request.wanted is None else answer.rank == 1
        if not right:
            where = f" in {request.session}" if request.session else ""
            print(f"    {request.text!r}{where} means {request.wanted}: {answer.ranking[:3]}")


_START = """
import time; start = time.perf_counter()
from pathlib import Path
def lap(name):
    global start
    print(f"    {name:34} {1000 * (time.perf_counter() - start):7.1f} ms"); start = time.perf_counter()
from orbit.memory.library import Library; lap("imports")
library = Library.open(Path(FOLDER), seeds=Path(SEEDS), embedder=EMBEDDER); lap("open")
library.decide("make the bass duck under the kick"); lap("first request")
library.decide("put some verb on the vocals"); lap("second request")
library.close(); lap("close")
"""


def start_up(folder: Path) -> None:
    """Print what a command that asks once pays, in a process of its own."""
    for title, embedder in (("MiniLM", "auto"), ("words only", "words")):
        values = {"FOLDER": str(folder / f"start-{embedder}"), "SEEDS": str(SEEDS), "EMBEDDER": embedder}
        code = "\n".join(f"{name} = {value!r}" for name, value in values.items()) + _START
        _run(code)  # this makes what the next one finds
        print(f"A warm command, {title}:\n{_run(code)}")


def _run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Print every table, or set the weights anew."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "--fit" in sys.argv or sized(full=False, smallest=True):
            for embedder in ("minilm", "words"):
                print(f"{embedder}: {told(fit(choose_embedder(embedder, cache=folder)))}")
        if "--fit" in sys.argv:
            return
        quality(folder)
        print()
        start_up(folder)


if __name__ == "__main__":
    main()
