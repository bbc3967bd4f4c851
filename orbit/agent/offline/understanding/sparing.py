"""What a sentence says to leave alone: "don't touch the kick but mute the rest"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.pattern import Clause, match
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, trimmed
from orbit.agent.offline.understanding.tracks import Tracks, read_tracks
from orbit.agent.reader.lexicon import group

__all__ = ["Spared", "read_spared"]

_JOINS = group("goes_on") | {"but", ",", "only", "just"}
_NOT = "(not|do not|never|without)"
_CLIP = "[clip|clips|loop|loops|pattern]"
_GOING = "(run|running|play|playing|going|go on|run on|play on|continue|rolling|keep going|keep playing|ring)"
_PATTERNS = (
    (
        f"{_NOT} (touch|change|affect|mess with|alter|move|include|do|mute|solo|arm|pan|turn down|turn up|"
        "lower|raise) {tracks}"
    ),
    f"{_NOT} (touching|changing|affecting|moving|including|muting|soloing) {{tracks}}",
    "(leave|keep|let) {tracks} (alone|as it is|as they are|untouched|be|out|out of it|how it is|where it is)",
    "(leave|spare|skip|leave out|leave alone) {tracks}",
    "not {tracks}",
    "{tracks} (stays|stay|remains|remain) [as it is|as they are|untouched|where it is|where they are|alone]",
    "{tracks} (excepted|excluded|aside|not included)",
    f"(let|keep|leave|have) {{tracks}} {_CLIP} {_GOING}",
    f"{{tracks}} {_CLIP} (keep|keeps|continue|continues|carry|carries|can keep|go|goes) [on] {_GOING}",
)


@dataclass(frozen=True)
class Spared:
    """The tracks that are to be left alone, and what else the sentence says."""

    tracks: Tracks
    rest: tuple[Token, ...]


def read_spared(ground: Ground, tokens: Sequence[Token]) -> Spared | None:
    """What a sentence spares; None where it spares nothing, or says nothing else."""
    if (but := _all_but(ground, tokens) or _but_first(ground, tokens)) is not None:
        return but
    if not {"not", "never", "leave", "keep", "spare", "skip", "without", "let", "have"}.union(_STAYING) & {
        token.text for token in tokens
    }:
        return None
    for start, end in _stretches(tokens):
        tracks = _spared(ground, tokens[start:end])
        rest = (*trimmed(tokens[:start], _JOINS), *trimmed(tokens[end:], _JOINS))
        if tracks is not None and rest and (start == 0 or end == len(tokens)):
            return Spared(tracks, rest)
    return None


_STAYING = frozenset(
    {"stay", "stays", "remain", "remains", "excepted", "excluded", "aside", "included", "keeps", "continue"}
    | {"continues", "carry", "carries", "goes"}
)
_EXCEPT = tuple(
    tuple(phrase.split())
    for phrase in (
        *(
            "except for",
            "except",
            "excepting",
            "apart from",
            "aside from",
            "other than",
            "save for",
            "but not",
        ),
        *("with the exception of", "with exception of", "leaving out", "not counting", "not including"),
        *("outside of", "but for", "but", "excluding", "exclusive of", "besides", "minus", "without"),
    )
)
_OPENING = tuple(phrase for phrase in _EXCEPT if phrase[0] not in ("but", "minus", "besides", "without"))
_MOST_SPARED = 14


def _all_but(ground: Ground, tokens: Sequence[Token]) -> Spared | None:
    """An exception behind all else: "turn every track down 3 dB except for the lead vox"."""
    words = [None if token.quoted else token.text for token in tokens]
    for at in range(len(tokens) - 1, 2, -1):
        for phrase in _EXCEPT:
            if tuple(words[at : at + len(phrase)]) == phrase:
                tracks = read_tracks(ground, tokens[at + len(phrase) :])
                behind = read_tracks(ground, tokens[max(0, at - 2) : at]) or read_tracks(
                    ground, tokens[at - 1 : at]
                )
                if isinstance(tracks, tuple) and behind is None:
                    return Spared(tracks, tuple(trimmed(tokens[:at], _JOINS)))
    return None


def _but_first(ground: Ground, tokens: Sequence[Token]) -> Spared | None:
    """An exception before all else: "apart from the vocals, mute everything"."""
    said = tuple(token.text for token in tokens)
    opening = next((each for each in _OPENING if said[: len(each)] == each), None)
    if opening is None:
        return None
    start = len(opening)
    for end in range(min(len(tokens) - 1, start + _MOST_SPARED), start, -1):
        tracks = read_tracks(ground, trimmed(tokens[start:end], _JOINS))
        if isinstance(tracks, tuple) and tokens[end].text not in _JOINS - {","}:
            return Spared(tracks, tuple(trimmed(tokens[end:], _JOINS)))
    return None


def _stretches(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The stretches between joins at either end of the sentence, the longest first."""
    joins = [at for at, token in enumerate(tokens) if token.text in _JOINS and not token.quoted]
    for at in reversed(joins):
        yield 0, at
    for at in joins:
        yield at + 1, len(tokens)


def _spared(ground: Ground, tokens: Sequence[Token]) -> Tracks | None:
    clause = Clause(ground, trimmed(tokens, _JOINS), KINDS)
    for pattern in _PATTERNS:
        for found in match(pattern, clause):
            tracks: Tracks | Problem = found.values["tracks"]
            if not isinstance(tracks, Problem):
                return tracks
    return None
