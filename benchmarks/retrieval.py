"""How often the library finds the workflow that a sentence means, and what a search costs.

Run ``python -m benchmarks.retrieval`` from the project's root. The sentences are in
``tests/orbit/memory/sentences.yaml``; a third of them (``held_out``) took no part in setting weights and
limits.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import yaml

from orbit.memory import Abstain, Library, Match
from orbit.memory.retrieval import Decision

if TYPE_CHECKING:
    from orbit.memory.index import Index, Truth

T = TypeVar("T")
ROOT = Path(__file__).parent.parent
SENTENCES = ROOT / "tests" / "orbit" / "memory" / "sentences.yaml"
SEEDS = ROOT / "workflows_seed"


@dataclass(frozen=True)
class Sentence:
    """What somebody says; ``wanted`` is the workflow meant, or None for none of them."""

    text: str
    wanted: str | None


@dataclass(frozen=True)
class Answer:
    """What the library made of a sentence: the ranking, and what it decided."""

    sentence: Sentence
    ranking: tuple[str, ...]
    decision: Decision

    @property
    def matched(self) -> str | None:
        """The workflow taken without asking."""
        return self.decision.hit.id if isinstance(self.decision, Match) else None


@dataclass(frozen=True)
class Report:
    """The answers to a part of the sentences, as rates from 0 to 1."""

    answers: tuple[Answer, ...]

    def at(self, k: int) -> float:
        """How often the workflow meant is among the first ``k``."""
        return _share(answer.sentence.wanted in answer.ranking[:k] for answer in self._in_scope)

    @property
    def matched_right(self) -> float:
        """How often the workflow meant is taken without asking."""
        return _share(answer.matched == answer.sentence.wanted for answer in self._in_scope)

    @property
    def matched_wrong(self) -> float:
        """How often another one is taken without asking."""
        return _share(answer.matched not in {None, answer.sentence.wanted} for answer in self._in_scope)

    @property
    def asked(self) -> float:
        """How often the user is asked about a sentence that does mean a workflow."""
        return 1 - self.matched_right - self.matched_wrong - self.passed

    @property
    def passed(self) -> float:
        """How often a sentence that does mean a workflow is passed over."""
        return _share(isinstance(answer.decision, Abstain) for answer in self._in_scope)

    @property
    def accepted_falsely(self) -> float:
        """How often a workflow is taken for a sentence that means none."""
        return _share(answer.matched is not None for answer in self._out_of_scope)

    @property
    def asked_falsely(self) -> float:
        """How often the user is asked about a sentence that means none."""
        passed = _share(isinstance(answer.decision, Abstain) for answer in self._out_of_scope)
        return 1 - passed - self.accepted_falsely

    @property
    def _in_scope(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.sentence.wanted]

    @property
    def _out_of_scope(self) -> list[Answer]:
        return [answer for answer in self.answers if not answer.sentence.wanted]


def _share(hits: Iterator[bool]) -> float:
    found = Counter(hits)
    return found[True] / max(1, found.total())


def sentences(part: str) -> list[Sentence]:
    """Read a part of the sentences: ``tuning`` or ``held_out``."""
    content = cast("dict[str, dict[str | None, list[str]]]", yaml.safe_load(SENTENCES.read_text("utf-8")))
    return [Sentence(text, wanted) for wanted, texts in content[part].items() for text in texts]


def evaluate(library: Library, asked: list[Sentence]) -> Report:
    """Put every sentence to the library."""
    answers: list[Answer] = []
    for sentence in asked:
        ranking = tuple(hit.id for hit in library.search(sentence.text, 3))
        answers.append(Answer(sentence, ranking, library.decide(sentence.text)))
    return Report(tuple(answers))


def quality(folder: Path) -> None:
    """Print the table of what is found, with MiniLM and with words only."""
    print("                        R@1   R@3 | right  asked  passed  wrong | out of scope: taken  asked")
    for embedder in ("auto", "words"):
        library = Library.open(folder / embedder, seeds=SEEDS, embedder=embedder)
        for part in ("tuning", "held_out"):
            found = evaluate(library, sentences(part))
            print(_row(f"{'MiniLM' if embedder == 'auto' else 'words only'}, {part}", found))
            if "--misses" in sys.argv:
                _print_misses(found)
        library.close()


def _row(name: str, found: Report) -> str:
    ranks = f"{found.at(1):5.3f} {found.at(3):5.3f}"
    decisions = (
        f"{found.matched_right:5.3f}  {found.asked:5.3f}   {found.passed:5.3f}  {found.matched_wrong:5.3f}"
    )
    return f"{name:22} {ranks} | {decisions} | {found.accepted_falsely:19.3f} {found.asked_falsely:6.3f}"


def _print_misses(report: Report) -> None:
    for answer in report.answers:
        if answer.matched != answer.sentence.wanted:
            print(f"    {answer.sentence.text!r} means {answer.sentence.wanted}: {answer.decision}")


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
        values = {"FOLDER": str(folder / embedder), "SEEDS": str(SEEDS), "EMBEDDER": embedder}
        code = "\n".join(f"{name} = {value!r}" for name, value in values.items()) + _START
        print(f"A warm command, {title}:")
        print(
            subprocess.run(
                [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
            ).stdout
        )


def exact_or_chroma(folder: Path) -> None:
    """Print the same search by the store's vectors and by Chroma, from nothing and when open."""
    print("Nearest of n vectors, ms: exact read    ask | Chroma write   open    ask | same first")
    for count in (100, 1000, 10_000):
        print(f"{count:20} {_exact_and_chroma(folder, count)}")
    print("(To open Chroma a process must first import it: see “import chromadb” below.)")


def _exact_and_chroma(folder: Path, count: int) -> str:
    import numpy as np

    from orbit.memory.index import Index, Truth
    from orbit.memory.store import Store

    rows = np.random.default_rng(count).normal(size=(count, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    ids = [f"w{at:06d}" for at in range(count)]
    store = Store(folder / f"{count}.db")
    store.vectors.put("bench", {item: ("text", row) for item, row in zip(ids, rows, strict=True)})
    read, (_, vectors) = _timed(lambda: store.vectors.load("bench"))
    truth = Truth(ids, dict.fromkeys(ids, "text"), vectors)
    index = Index(folder / f"index-{count}", "bench")
    write, _ = _timed(lambda: index.open(truth))
    index.close()
    opened, _ = _timed(lambda: index.open(truth))
    exact, chroma, same = _ask(truth, index)
    index.close()
    store.close()
    times = [1000 * seconds for seconds in (read, exact, write, opened, chroma)]
    return "{:15.1f} {:6.2f} | {:12.0f} {:6.0f} {:6.2f} | {:10.3f}".format(*times, same)


def _ask(truth: Truth, index: Index) -> tuple[float, float, float]:
    """Give the median seconds of an exact and a Chroma search, and how often they agree on the first."""
    import numpy as np

    exact_times: list[float] = []
    chroma_times: list[float] = []
    agreed = 0
    noise = np.random.default_rng(7).normal(scale=0.02, size=(50, truth.vectors.shape[1])).astype(np.float32)
    for at, shift in enumerate(noise):
        query = truth.vectors[(at * 37) % len(truth.ids)] + shift
        seconds, scores = _timed(lambda query=query: truth.vectors @ query)
        exact_times.append(seconds)
        seconds, found = _timed(lambda query=query: index.query(query, 3))
        chroma_times.append(seconds)
        agreed += next(iter(found)) == truth.ids[int(np.argmax(scores))]
    return float(np.median(exact_times)), float(np.median(chroma_times)), agreed / len(noise)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def main() -> None:
    """Print every table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quality(folder)
        print()
        start_up(folder)
        exact_or_chroma(folder)
        code = "import time; start = time.perf_counter(); import chromadb; print(time.perf_counter() - start)"
        answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        print(f"import chromadb: {1000 * float(answer.stdout):.0f} ms")


if __name__ == "__main__":
    main()
