"""A corpus: sessions in ``.jsonl`` text, with what was planted in them and which edit was for what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from orbit.learning.evaluation.corpora.chains import CHAINS, TWEAKS
from orbit.learning.evaluation.corpora.noise import Noise
from orbit.learning.evaluation.corpora.planted import Planted, plant, with_taste
from orbit.learning.evaluation.corpora.sitting import Edit, Producer, sit

__all__ = ["Corpus", "planted_corpus", "realistic_corpus", "sessions", "written"]

_BEGAN = datetime(2026, 1, 5, 10, tzinfo=UTC)
_HAD = 12
_SHORTEST, _LONGEST = 13, 21
"""Steps that a session is planned to have at least; the last workflow is done to its end."""


@dataclass(frozen=True)
class Corpus:
    """Sessions of one producer; ``seed`` is what they and the workflows were drawn with."""

    name: str
    seed: int
    planted: tuple[Planted, ...]
    sessions: tuple[tuple[Edit, ...], ...]

    def lines(self) -> Iterator[str]:
        """The sessions as a ``.jsonl`` file's lines, oldest first."""
        for number, edits in enumerate(self.sessions):
            yield _line(f"{self.name}-{self.seed}", number, edits)

    def text(self) -> str:
        """The whole ``.jsonl`` file."""
        return "".join(f"{line}\n" for line in self.lines())


def planted_corpus(seed: int, noise: Noise, sessions: int, *, part: str = "learn") -> Corpus:
    """A corpus of random workflows, the first done most often.

    The same seed plants the same workflows, whatever the noise, the number of sessions and the ``part``:
    another part is other sessions of the same producer, to be held out.
    """
    planted = plant(Random(f"workflows {seed}"))  # noqa: S311 - dice, no secret
    return _corpus("planted", seed, Producer(planted, noise), sessions, part)


def realistic_corpus(seed: int, noise: Noise, sessions: int, *, part: str = "learn") -> Corpus:
    """A corpus of chains as they are really built, by a producer who has most of them and their own settings.

    They listen in between, and what else they do are everyday edits, which are steps of the chains too.
    """
    rng = Random(f"chains {seed}")  # noqa: S311 - dice, no secret
    chains = tuple(with_taste(chain, rng) for chain in sorted(rng.sample(CHAINS, _HAD), key=CHAINS.index))
    return _corpus(
        "realistic", seed, Producer(chains, noise, TWEAKS, auditions=0.3, pauses=True), sessions, part
    )


def _corpus(name: str, seed: int, producer: Producer, count: int, part: str) -> Corpus:
    return Corpus(
        f"{name}-{part}", seed, producer.workflows, tuple(sessions(producer, f"{name} {seed} {part}", count))
    )


def sessions(producer: Producer, seed: str, count: int) -> Iterator[tuple[Edit, ...]]:
    """So many sessions of a producer; a longer run begins with the shorter one."""
    for number in range(count):
        rng = Random(f"session {seed} {number}")  # noqa: S311 - dice, no secret
        yield tuple(sit(producer, rng, rng.randint(_SHORTEST, _LONGEST)))


def written(seed: int, noise: Noise, count: int) -> Iterator[str]:
    """The lines of a corpus of random workflows, written as they are drawn: as many as there is room for."""
    producer = Producer(plant(Random(f"workflows {seed}")), noise)  # noqa: S311 - dice, no secret
    for number, edits in enumerate(sessions(producer, f"planted {seed} learn", count)):
        yield _line(f"planted-learn-{seed}", number, edits)


def _line(corpus: str, number: int, edits: tuple[Edit, ...]) -> str:
    started = _BEGAN + timedelta(hours=20 * number)
    document = {
        "id": f"{corpus}-{number:06}",
        "session": f"{corpus}-{number:06}",
        "project": f"Song {number // 4 + 1}",
        "daw": "ableton",
        "goal": None,
        "outcome": "success",
        "started": started.isoformat().replace("+00:00", "Z"),
        "actions": [{"t": edit.seconds, "origin": "user", **edit.action} for edit in edits],
    }
    return json.dumps(document)
