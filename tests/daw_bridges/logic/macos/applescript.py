"""As much of AppleScript as a test needs, without Orbit's own code: words, expressions, blocks, handlers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*") | (?P<comment>--[^\n]*) | (?P<newline>\n) | (?P<space>[ \t]+)
      | (?P<word>[A-Za-z_][A-Za-z0-9_]*) | (?P<number>-?\d+(?:\.\d+)?) | (?P<sign>[(){},&<>=*/+:-]|>=|<=)""",
    re.VERBOSE,
)
_BLOCKS = {"tell", "repeat", "if", "try", "considering"}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str


def tokens(source: str) -> list[Token]:
    """Every token but spaces and comments. Raises ValueError where there is none."""
    found, at = list[Token](), 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise ValueError(f"no token at {source[at : at + 40]!r}")
        assert match.lastgroup is not None
        if match.lastgroup not in ("space", "comment"):
            found.append(Token(match.lastgroup, match[0]))
        at = match.end()
    return found


def evaluate(source: str) -> Any:
    """The value of an expression of strings, numbers, lists, & and string id; nothing else may be in it."""
    parser = _Parser(tokens(source))
    value = parser.expression()
    if parser.rest:
        raise ValueError(f"left over: {parser.rest}")
    return value


class _Parser:
    def __init__(self, rest: list[Token]) -> None:
        self.rest = rest

    def take(self, text: str = "") -> Token:
        token = self.rest.pop(0)
        if text and token.text != text:
            raise ValueError(f"{token.text} for {text}")
        return token

    def expression(self) -> Any:
        value = self.term()
        while self.rest and self.rest[0].text == "&":
            self.take("&")
            value += self.term()
        return value

    def term(self) -> Any:
        token = self.take()
        match token.kind, token.text:
            case "string", text:
                if "\\" in text:
                    raise ValueError("an escape")
                return text[1:-1]
            case "number", text:
                return float(text) if "." in text else int(text)
            case _, "(":
                value = self.expression()
                self.take(")")
                return value
            case _, "{":
                return tuple(self.list())
            case _, "string":
                self.take("id")
                return "".join(map(chr, self.term()))
            case _:
                raise ValueError(f"{token.text} is no value")

    def list(self) -> Iterator[Any]:
        while self.rest[0].text != "}":
            yield self.expression()
            if self.rest[0].text == ",":
                self.take()
        self.take("}")


def statements(source: str) -> list[list[Token]]:
    """The lines of a script, as tokens; empty ones left out."""
    lines: list[list[Token]] = [[]]
    for token in tokens(source):
        if token.kind == "newline":
            lines.append([])
        else:
            lines[-1].append(token)
    return [line for line in lines if line]


def check(source: str) -> None:
    """Fail for what is no whole script: brackets, blocks, handlers, and calls of handlers that it has not."""
    handlers, open_blocks = _handlers(source), list[str]()
    for line in statements(source):
        words = [token.text for token in line]
        _check_brackets(words)
        first = words[0]
        if first == "end":
            opened = open_blocks.pop()
            assert words[1:] in ([opened], []), f"{opened} ended by {' '.join(words)}"
        elif first == "on" and words[1] != "error":
            assert not open_blocks, f"{words[1]} begins inside {open_blocks}"
            open_blocks.append(words[1])
        elif first in _BLOCKS and _opens(words):
            open_blocks.append(first)
        elif first == "else":
            assert open_blocks[-1] == "if"
        elif first == "on":
            assert open_blocks[-1] == "try"
        for name, given in _calls(line):
            assert handlers[name] == given, f"{name} takes {handlers[name]} and is given {given}"
    assert not open_blocks, f"never ended: {open_blocks}"


def _opens(words: list[str]) -> bool:
    if words[0] == "if":
        return words[-1] == "then"
    if words[0] == "tell":
        return "to" not in words
    return True


def _check_brackets(words: list[str]) -> None:
    waiting: list[str] = []
    for word in words:
        if word in "({":
            waiting.append({"(": ")", "{": "}"}[word])
        elif word in ")}":
            assert waiting, f"{word} too many in {' '.join(words)}"
            assert waiting.pop() == word
    assert not waiting, f"open in {' '.join(words)}"


def _handlers(source: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in statements(source):
        words = [token.text for token in line]
        if words[0] == "on" and words[1] not in ("error", "run"):
            assert words[1] not in found, f"{words[1]} twice"
            found[words[1]] = len([word for word in words[3:-1] if word != ","])
    return found


def _calls(line: list[Token]) -> Iterator[tuple[str, int]]:
    """The handlers that a line calls (``my name(…)``), and how many arguments each is given."""
    for place in range(len(line) - 2):
        if line[place].text == "my" and line[place + 2].text == "(" and line[place + 1].kind == "word":
            yield line[place + 1].text, _arguments(line[place + 3 :])


def _arguments(rest: list[Token]) -> int:
    depth, commas, any_token = 0, 0, False
    for token in rest:
        if token.kind == "sign" and token.text in "({":
            depth += 1
        elif token.kind == "sign" and token.text in ")}":
            if depth == 0:
                break
            depth -= 1
        elif token.text == "," and depth == 0:
            commas += 1
        any_token = True
    return commas + any_token
