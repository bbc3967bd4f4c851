"""A way through a set's XML: element by element, with whatever nobody asks for passed over at a stride.

Only the XML that Live writes is read: elements and attributes in UTF-8. Comments are passed over; document
types, entities of one's own, processing instructions and character data sections are refused, so that nothing
in a file can make more of itself than it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NoReturn

from daw_bridges.ableton.saved.grammar import ATTRIBUTE, LEAF, START, TOKEN

__all__ = [
    "EVENTS",
    "NOTES",
    "SETTINGS",
    "SLOTS",
    "Cursor",
    "Handler",
    "Handlers",
    "MalformedError",
    "OtherHandler",
    "UnfinishedError",
    "attributes_of",
    "unescaped",
]

Handler = Callable[[str], object]
Handlers = Mapping[str, Handler]
OtherHandler = Callable[[str, str], object]
Leaves = dict[str, str]

SETTINGS, SLOTS, EVENTS, NOTES = "settings", "slots", "events", "notes"
"""Handlers under these names are given the text of a whole row; Live's own names begin with a capital."""

_NOBODY: Handlers = {}

# Far more than the longest shape that is taken in one go; a shape that is cut off is read tag by tag.
_LOOK_AHEAD = 1 << 14

# No tag of Live's comes near it.
_LONGEST_TAG = 1 << 22

_DECLARATION = re.compile(r"\s*<\?xml\b[^<>]*\?>")
_ENTITY = re.compile(r"&(#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z]\w{0,31});?")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LOST = "\ufffd"


class MalformedError(Exception):
    """What is read is not XML as Live writes it; the message says where it is not."""


class UnfinishedError(Exception):
    """The text ends in the middle of something."""


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
        leaves: re.Pattern[str] = LEAF,
    ) -> Leaves:
        """Read an element whose start tag was the last thing read.

        Children go to the handler of their name, else to ``other`` with their name, else they are passed
        over. Returns the plain values among the children, by name.
        """
        found: Leaves = {}
        if self._empty:
            self._empty = False
            return found
        while True:
            match = self._token()
            kind = match.lastgroup
            if kind == "leaves":
                self._take_leaves(match["leaves"], leaves, found)
            elif kind == "empty":
                self._child(match, handlers, other, found)
            elif kind == "end":
                self._must_be(match["end"], name)
                return found
            elif (handler := handlers.get(kind or "")) is not None:
                handler(match[kind or 0])

    def reading(self, name: str, handlers: Handlers = _NOBODY, other: OtherHandler | None = None) -> Handler:
        """A handler that reads the elements of a name so."""
        return lambda _: self.read(name, handlers, other)

    def gathering(self, name: str, found: Leaves) -> Handler:
        """A handler that adds the plain values in the elements of a name to ``found``."""
        return lambda _: found.update(self.read(name))

    def _child(
        self,
        match: re.Match[str],
        handlers: Handlers,
        other: OtherHandler | None,
        found: Leaves,
    ) -> None:
        child, attributes, empty = match.group("start", "attributes", "empty")
        self._empty = bool(empty)
        handler = handlers.get(child)
        if handler is not None:
            handler(attributes)
        elif other is not None:
            other(child, attributes)
        else:
            if "Value" in attributes:
                found[child] = attributes_of(attributes).get("Value", "")
            self.skip(child)

    def _take_leaves(self, row: str, leaves: re.Pattern[str], found: Leaves) -> None:
        pairs = leaves.findall(row)
        if "&" in row:
            pairs = [(name, unescaped(value)) for name, value in pairs]
        found.update(pairs)

    def _must_be(self, closed: str, opened: str) -> None:
        if closed != opened:
            raise MalformedError(f"“{opened}” is closed by “{closed}”")

    def skip(self, name: str) -> None:
        """Pass over the rest of an element whose start tag was the last thing read."""
        if self._empty:
            self._empty = False
            return
        depth, opening, closing = 1, f"<{name}", f"</{name}"
        while depth:
            end = self._text.find(closing, self._at)
            whole = 0 <= end < len(self._text) - len(closing)
            depth += self._opened(opening, end if whole else len(self._text) - len(closing))
            if not whole:
                self._more()
                continue
            self._at = end + len(closing)
            if self._text[self._at] in "> \t\r\n":
                depth -= 1
                self._at = self._text.find(">", self._at) + 1 or len(self._text)

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
        self._at = max(self._at, end)
        return count

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
            elif match.lastgroup == "comment":
                self._pass_comment(match.end())
            elif match.lastgroup == "foreign":
                self._refuse(match.end())
            else:
                self._at = match.end()
                return match

    def _go_on(self) -> None:
        """Nothing whole comes next: take more of the text, if there is more and what is held can be a tag."""
        if self._ended:
            raise UnfinishedError
        at = self._text.find("<", self._at)
        if at < 0:
            self._at = len(self._text)
        elif len(self._text) - at > _LONGEST_TAG or re.compile("<[^A-Za-z_/!?]").match(self._text, at):
            raise MalformedError("there is a “<” that begins no element")
        self._more()

    def _pass_comment(self, at: int) -> None:
        end = self._text.find("-->", at)
        while end < 0:
            self._at = max(len(self._text) - 2, at)
            self._more()
            at, end = 0, self._text.find("-->")
        self._at = end + 3

    def _refuse(self, end: int) -> NoReturn:
        what = re.compile(r"\w*").match(self._text, end)
        raise MalformedError(
            f"it holds “{self._text[end - 2 : end]}{what[0] if what else ''}”, which Live never writes"
        )

    def _more(self) -> None:
        if self._ended:
            raise UnfinishedError
        piece = next(self._pieces, None)
        self._ended = piece is None
        self._text = self._text[self._at :] + (piece or "")
        self._at = 0
        self._edge = len(self._text) - _LOOK_AHEAD


def attributes_of(text: str) -> Leaves:
    """The attributes of a start tag, by name."""
    return {name: unescaped(double or single) for name, double, single in ATTRIBUTE.findall(text)}


def unescaped(text: str) -> str:
    """A text with its character references resolved; one to nothing becomes a replacement character."""
    return _ENTITY.sub(_resolve, text) if "&" in text else text


def _resolve(match: re.Match[str]) -> str:
    name = match[1]
    if name[0] != "#":
        if name not in _ENTITIES:
            raise MalformedError(f"it uses an entity “{name}”, which Live never writes")
        return _ENTITIES[name]
    code = int(name[1:]) if name[1] != "x" else int(f"0{name[1:]}", 0)
    return _LOST if code == 0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF else chr(code)
