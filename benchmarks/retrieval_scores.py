"""The rates a way to search is judged by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.retrieval_requests import Request, sessions
from orbit.memory import Abstain, Library, Match

__all__ = ["Answer", "Report", "evaluate"]

_DEPTH = 10


@dataclass(frozen=True)
class Answer:
    """What came of a request: the ranking, the workflow taken without asking, and whether it was passed over.

    ``taken`` and ``passed`` say nothing of a way to search that decides nothing.
    """

    request: Request
    ranking: tuple[str, ...]
    taken: str | None = None
    passed: bool = False

    @property
    def rank(self) -> int | None:
        """The place of the workflow meant, from 1."""
        wanted = self.request.wanted
        return self.ranking.index(wanted) + 1 if wanted in self.ranking else None


@dataclass(frozen=True)
class Report:
    """The answers to some requests, as rates from 0 to 1."""

    answers: Sequence[Answer]

    @property
    def meant(self) -> list[Answer]:
        """The answers to requests that mean a workflow."""
        return [answer for answer in self.answers if answer.request.wanted is not None]

    @property
    def not_meant(self) -> list[Answer]:
        """The answers to requests that mean none."""
        return [answer for answer in self.answers if answer.request.wanted is None]

    def at(self, k: int) -> float:
        """How often the workflow meant is among the first ``k``."""
        return _share(answer.rank is not None and answer.rank <= k for answer in self.meant)

    @property
    def mean_reciprocal_rank(self) -> float:
        """The mean of 1 through the rank of the workflow meant; 0 beyond the tenth."""
        return sum(1 / answer.rank for answer in self.meant if answer.rank) / max(1, len(self.meant))

    @property
    def taken_rightly(self) -> float:
        """How often the workflow meant is taken without asking."""
        return _share(answer.taken == answer.request.wanted for answer in self.meant)

    @property
    def taken_wrongly(self) -> float:
        """How often another one is taken for it."""
        return _share(answer.taken not in {None, answer.request.wanted} for answer in self.meant)

    @property
    def passed(self) -> float:
        """How often a request that means a workflow is passed over."""
        return _share(answer.passed for answer in self.meant)

    @property
    def asked(self) -> float:
        """How often the user is asked which workflow is meant."""
        return 1 - self.taken_rightly - self.taken_wrongly - self.passed

    @property
    def accepted_falsely(self) -> float:
        """How often a workflow is taken for a request that means none."""
        return _share(answer.taken is not None for answer in self.not_meant)

    @property
    def asked_falsely(self) -> float:
        """How often the user is asked about a request that means none."""
        return _share(answer.taken is None and not answer.passed for answer in self.not_meant)

    @property
    def first_right(self) -> float:
        """How often the first one is the one meant, or none is found to fit where none is meant."""
        return _share(
            answer.passed if answer.request.wanted is None else answer.rank == 1 for answer in self.answers
        )


def _share(hits: Iterable[bool]) -> float:
    found = list(hits)
    return sum(found) / max(1, len(found))


def evaluate(library: Library, asked: Iterable[Request]) -> Report:
    """Put every request to a library, in its session where it has one."""
    return Report([_answer(library, request) for request in asked])


def _answer(library: Library, request: Request) -> Answer:
    session = sessions()[request.session] if request.session is not None else None
    decision, hits = library.find(request.text, _DEPTH, session=session)
    taken = decision.hit.id if isinstance(decision, Match) else None
    return Answer(request, tuple(hit.id for hit in hits), taken, isinstance(decision, Abstain))
