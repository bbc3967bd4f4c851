"""What a sentence names, and the words beside that, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.lexicon import DOWN, HEDGES, UP
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["AMOUNTS", "Evidence", "quoted"]

AMOUNTS = ("gain_db", "frequency", "time", "number", "plain", "fraction", "amount")
"""The types of mention that are values; "bars" are places as well."""
_TO = frozenset({"to", "at", "until", "till", "=", "is", "be"})
_BY = frozenset({"by", "another", "of", "further", "extra", "for"})


_BEFORE_NOUNS = words("a an the my our your this that in on at of for to with from into by")
"""Behind these stands a noun, and not what is to be done."""


@dataclass(frozen=True)
class Evidence:
    """A sentence taken apart: ``found`` stands in the sentence's order and never overlaps."""

    ground: Ground
    tokens: Sequence[Token]
    found: tuple[Mention, ...]
    aside: tuple[Mention, ...] = ()
    """What is named as well, and is not looked at just now."""

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """The words beside what is named."""
        named = {at for each in (*self.found, *self.aside) for at in range(each.start, each.end)}
        return tuple(token.text for at, token in enumerate(self.tokens) if at not in named)

    @cached_property
    def said(self) -> frozenset[str]:
        """All its words, those of what is named among them."""
        return frozenset(token.text for token in self.tokens if not token.quoted)

    def only(self, *types: str) -> bool:
        """Whether nothing else is named than things of these types."""
        return all(each.type in types for each in self.found)

    def all(self, *types: str) -> list[Mention]:
        """What is named of these types."""
        return [each for each in self.found if each.type in types]

    def says(self, *any_of: str) -> bool:
        """Whether one of these words stands beside what is named."""
        return not set(any_of).isdisjoint(self.rest)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tracks that are named; of one that is not clear, nothing."""
        found = (each for each in self.all("track") if each.problem is None)
        return tuple(dict.fromkeys(name for each in found for name in each.values))

    @cached_property
    def tracks(self) -> str:
        """The tracks that are named, as a plain sentence names them; "" where none is."""
        unclear = [each.text for each in self.all("track") if each.problem is not None]
        return " and ".join([*(quoted(name) for name in self.names), *unclear])

    @property
    def value(self) -> Mention | None:
        """The one value that is named."""
        values = self.all(*AMOUNTS)
        return values[0] if len(values) == 1 else None

    def before(self, mention: Mention) -> str:
        """The word before something named, hedges and articles passed over; "" at the beginning."""
        for token in reversed(self.tokens[: mention.start]):
            if token.text not in HEDGES and token.text not in ("a", "an", "the"):
                return token.text
        return ""

    def before_at(self, mention: Mention) -> str:
        """The very word before something named; "" at the beginning."""
        return self.tokens[mention.start - 1].text if mention.start else ""

    def after(self, mention: Mention) -> str:
        """The word behind something named; "" at the end."""
        return self.tokens[mention.end].text if mention.end < len(self.tokens) else ""

    def opens_with(self, word: str) -> bool:
        """Whether a word stands before all that is named, as a verb does: "offset the guitar …"."""
        at = next((at for at, token in enumerate(self.tokens) if token.text == word), len(self.tokens))
        before = self.tokens[at - 1].text if at else ""
        return bool(self.found) and at < self.found[0].start and before not in _BEFORE_NOUNS

    def is_stated(self, mention: Mention) -> bool:
        """Whether a value is where something is to end up, not how far it is to go."""
        before = self.before(mention)
        return before in _TO or (before not in _BY and not self.way)

    @cached_property
    def way(self) -> int:
        """1 where it says up or louder, -1 where it says down, 0 where neither or both."""
        too = "too" in self.rest
        up = self.says(*UP) or (too and self.says("quiet", "soft", "low", "slow"))
        down = self.says(*DOWN) or (too and self.says("loud", "high", "hot", "fast"))
        return int(up) - int(down)


def quoted(name: str) -> str:
    """A name as it stands in a plain sentence."""
    return f'"{name}"'
