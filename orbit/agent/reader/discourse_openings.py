"""What a sentence opens with of what was done before, and the request behind: "no, solo the keys"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from orbit.agent.offline.understanding.tokens import Token, tokenize
from orbit.agent.reader.discourse import Heard, heard, stretches
from orbit.agent.reader.discourse_lexicon import bare, listed, marks

if TYPE_CHECKING:
    from orbit.agent.offline.known import Known

__all__ = ["openings"]


def openings(text: str, known: Known) -> Iterator[tuple[Heard, str]]:
    """Yield the ways to part a sentence behind what it says of the last act, the longest opening first."""
    tokens = tokenize(text)
    end = next((token.end for token in reversed(tokens) if marks().get(token.text) != "meant"), len(text))
    for at in reversed([*_begins(text, tokens)]):
        said = heard(text[: tokens[at].start], known)
        if said is not None and not said.doubt:
            yield said, text[tokens[at].start : end]


def _begins(text: str, tokens: Sequence[Token]) -> Iterator[int]:
    """Yield where a request may begin: behind a stop, a joint, or words that do nothing but open."""
    begun = {start for start, _ in stretches(text, tokens)}
    for at in range(1, len(tokens)):
        before = tokens[at - 1].text
        opened = before not in listed("unsaid") and any(
            _opens([token.text for token in tokens[start:at]]) for start in begun if start < at
        )
        if at in begun or before in listed("joints") or opened:
            begun.add(at)
            yield at


def _opens(said: Sequence[str]) -> bool:
    # "No" alone may be a word of the request: "no reverb on the pad".
    return marks().get(bare(said)) in listed("opens") and said != ["no"]
