"""A way through a set's XML: element by element, with whatever nobody asks for passed over at a stride.

Only the XML that Live writes is read: elements and attributes in UTF-8. Comments are passed over; document
types, entities of one's own, processing instructions and character data sections are refused, so that nothing
in a file can make more of itself than it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NoReturn

from daw_bridges.ableton.saved.attributes import MalformedError, attributes_of, unescaped
from daw_bridges.ableton.saved.grammar import START, TOKEN, VALUED

__all__ = ["Cursor", "Handler", "Handlers", "OtherHandler", "SettingHandler", "UnfinishedError"]

Handler = Callable[[str], object]
Handlers = Mapping[str, Handler]
OtherHandler = Callable[[str, str], object]
Leaves = dict[str, str]
SettingHandler = Callable[[str, str, str, str], object]
"""Given a setting's name, its value, its number for automation, and the text of the events inside it."""

_NOBODY: Handlers = {}

# Far more than the longest shape that is taken in one go; a shape that is cut off is read tag by tag.
_LOOK_AHEAD = 1 << 14

# No tag of Live's comes near it.
_LONGEST_TAG = 1 << 22

_DECLARATION = re.compile(r"\s*<\?xml\b[^<>]*\?>")
_BEGINS_NOTHING = re.compile(r"<[^A-Za-z_/!?]")
_WORD = re.compile(r"\w{0,20}")
_BEHIND_A_NAME = "> \t\r\n"


class UnfinishedError(Exception):
    """The text ends in the middle of something."""


def _no_setting(*_: str) -> None:
    """For where nobody asks for settings."""


class Cursor:
    """A place in a text that comes in pieces. Handlers read the element they are called for to its end."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self._text = ""
        self._at = 0
        self._edge = -1
        self._ended = False
        self._empty = False

    def start(self) -> tuple[str, str]:
        """Go to the first start tag of the text; its name and its attributes."""
        while ">" not in self._text:
            self._more()
        declaration = _DECLARATION.match(self._text)
        self._at = declaration.end() if declaration else 0
        match = self._token()
        if not match["start"]:
            raise MalformedError("it does not begin with an element")
        self._empty = bool(match["empty"])
        return match["start"], match["attributes"]

    def read(
        self,
        name: str,
        handlers: Handlers = _NOBODY,
        other: OtherHandler | None = None,
        setting: SettingHandler = _no_setting,
        row: re.Pattern[str] = VALUED,
    ) -> Leaves:
        """Read an element whose start tag was the last thing read.

        Children go to the handler of their name, else to ``other`` with their name, else they are passed
        over. Settings that stand in a row go to ``setting``. Returns the plain values among the children by
        name, those of them that ``row`` finds.
        """
        leaves: Leaves = {}
        if self._empty:
            self._empty = False
            return leaves
        while True:
            match = self._token()
            kind = match.lastgroup
            if kind == "row":
                for child, before, events, value, target, leaf, text in row.findall(match["row"]):
                    if leaf:
                        leaves[leaf] = unescaped(text) if "&" in text else text
                    elif child:
                        setting(child, value or before, target, events)
            elif kind == "end":
                if match["end"] != name:
                    raise MalformedError(f"“{name}” is closed by “{match['end']}”")
                return leaves
            else:
                self._child(match, handlers, other, leaves)

    def _child(
        self, match: re.Match[str], handlers: Handlers, other: OtherHandler | None, leaves: Leaves
    ) -> None:
        child, attributes, empty = match.group("start", "attributes", "empty")
        self._empty = bool(empty)
        if (handler := handlers.get(child)) is not None:
            handler(attributes)
        elif other is not None:
            other(child, attributes)
        else:
            if "Value" in attributes:
                leaves[child] = attributes_of(attributes).get("Value", "")
            self.skip(child)

    def reading(
        self,
        name: str,
        handlers: Handlers = _NOBODY,
        other: OtherHandler | None = None,
        setting: SettingHandler = _no_setting,
    ) -> Handler:
        """A handler that reads the elements of a name so."""
        return lambda _: self.read(name, handlers, other, setting)

    def gathering(self, name: str, found: Leaves) -> Handler:
        """A handler that adds the plain values in the elements of a name to ``found``."""
        return lambda _: found.update(self.read(name))

    def skip(self, name: str) -> None:
        """Pass over the rest of an element whose start tag was the last thing read."""
        if self._empty:
            self._empty = False
            return
        depth, opening, closing = 1, f"<{name}", f"</{name}"
        while depth:
            end = self._closing(closing)
            if end is None:
                depth += self._opened(opening, self._whole())
                self._more()
                continue
            depth += self._opened(opening, end)
            depth -= 1
            self._at = self._text.find(">", end) + 1 or len(self._text)

    def skip_unless(self, name: str, marks: tuple[str, ...]) -> bool:
        """Pass over the rest of an element in which none of some texts stands; whether that was done.

        An element whose end is too far to see is not passed over.
        """
        if not self._empty:
            end = self._closing(f"</{name}")
            if end is None or any(self._text.find(mark, self._at, end) >= 0 for mark in marks):
                return False
        self.skip(name)
        return True

    def ahead(self, name: str, most: int = 0) -> str | None:
        """The text inside an element, which is left to be read; None where its end is too far to see.

        To see the end, as many as ``most`` characters are held.
        """
        if self._empty:
            return ""
        while (end := self._closing(f"</{name}")) is None and len(self._text) < most and not self._ended:
            self._more()
        return None if end is None else self._text[self._at : end]

    def content(self, name: str) -> Iterator[str]:
        """The text inside an element, in pieces cut between tags. None of its own name may be in it."""
        if self._empty:
            self._empty = False
            return
        closing = f"</{name}"
        while (end := self._closing(closing)) is None:
            cut = self._text.rfind("<", self._at)
            if cut > self._at:
                piece, self._at = self._text[self._at : cut], cut
                yield piece
            elif len(self._text) - self._at > _LONGEST_TAG:
                raise MalformedError("there is a tag without an end")
            self._more()
        piece = self._text[self._at : end]
        self._at = self._text.find(">", end) + 1 or len(self._text)
        yield piece

    def _closing(self, closing: str) -> int | None:
        """Where the next end tag of a name stands, if all of the name can be seen."""
        text, length = self._text, len(closing)
        end = text.find(closing, self._at)
        while 0 <= end < len(text) - length:
            if text[end + length] in _BEHIND_A_NAME:
                return end
            end = text.find(closing, end + length)
        return None

    def _opened(self, opening: str, end: int) -> int:
        """Go on to ``end``, counting the elements of the same name that are opened on the way."""
        count, text = 0, self._text
        at = text.find(opening, self._at, end)
        while at >= 0:
            match = START.match(text, at)
            if match is None and len(text) - at > _LONGEST_TAG:
                raise MalformedError("there is a tag without an end")
            if match is None and not self._ended:
                self._at = at
                return count
            if match is not None and match["start"] == opening[1:] and not match["empty"]:
                count += 1
            at = text.find(opening, at + 1, end)
        self._at = end
        return count

    def _whole(self) -> int:
        """How far the text is whole: up to the last tag, if that has no end yet."""
        last = self._text.rfind("<", self._at)
        return last if last >= 0 and self._text.find(">", last) < 0 else len(self._text)

    def finish(self) -> None:
        """Read what is left, to see that the file is whole."""
        while not self._ended:
            self._at = len(self._text)
            self._more()

    def _token(self) -> re.Match[str]:
        while True:
            if self._at > self._edge and not self._ended:
                self._more()
                continue
            match = TOKEN.match(self._text, self._at)
            if match is None:
                self._go_on()
                continue
            self._at = match.end()
            kind = match.lastgroup
            if kind == "comment":
                self._pass_comment()
            elif kind == "foreign":
                self._refuse()
            else:
                return match

    def _go_on(self) -> None:
        """Nothing whole comes next: take more of the text, if there is more and what is held can be a tag."""
        if self._ended:
            raise UnfinishedError
        at = self._text.find("<", self._at)
        if at < 0:
            self._at = len(self._text)
        elif len(self._text) - at > _LONGEST_TAG or _BEGINS_NOTHING.match(self._text, at):
            raise MalformedError("there is a “<” that begins no element")
        self._more()

    def _pass_comment(self) -> None:
        while (end := self._text.find("-->", self._at)) < 0:
            self._at = max(len(self._text) - 2, self._at)
            self._more()
        self._at = end + 3

    def _refuse(self) -> NoReturn:
        what = _WORD.match(self._text, self._at)
        shown = self._text[self._at - 2 : what.end() if what else self._at]
        raise MalformedError(f"it holds “{shown}”, which Live never writes")

    def _more(self) -> None:
        if self._ended:
            raise UnfinishedError
        piece = next(self._pieces, None)
        self._ended = piece is None
        self._text = self._text[self._at :] + (piece or "")
        self._at = 0
        self._edge = len(self._text) - _LOOK_AHEAD
