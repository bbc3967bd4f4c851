"""A script of lines given to ``orbit chat``, and what it answers."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

Played = Callable[..., "Script"]


@dataclass(frozen=True)
class Script:
    """What became of a script."""

    status: int
    out: str
    err: str

    @property
    def documents(self) -> list[Any]:
        """The JSON documents on stdout, one a line."""
        return [json.loads(line, parse_constant=pytest.fail) for line in self.out.splitlines()]


@pytest.fixture
def played(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> Played:
    def play(*lines: str, options: tuple[str, ...] = ()) -> Script:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        ended = orbit("chat", *options)
        return Script(ended.status, ended.out, ended.err)

    return play


@pytest.fixture
def documents(played: Played) -> Callable[..., list[Any]]:
    """What each line comes to, as programs are told."""
    return lambda *lines, options=(): played(*lines, options=("--json", *options)).documents
