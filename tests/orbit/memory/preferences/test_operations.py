"""The preferences as an engine's operations: over the wire as JSON and back, checked, kept and let go."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import NotFoundError, SlotError, UsageError
from orbit.memory import Library
from orbit.server.operations import operation
from orbit.settings import Settings
from workflows_seed import FOLDER

_RATIO = {"kind": "slot", "workflow": "sidechain-compression", "slot": "ratio", "value": "2:1"}


Call = Callable[..., Any]


@pytest.fixture
def call(tmp_path: Path) -> Iterator[Call]:
    """Do an operation as another process would ask for it."""
    library, settings = Library.open(tmp_path, seeds=FOLDER, embedder="words"), Settings(data_dir=tmp_path)
    yield lambda name, **arguments: _over_the_wire(library, settings, name, arguments)
    library.close()


def _over_the_wire(library: Library, settings: Settings, name: str, arguments: dict[str, Any]) -> Any:
    named = operation(name)
    carried = named.unpack(json.loads(json.dumps(named.pack(named.unpack(arguments)))))
    result = named.do(library, settings, carried)
    assert named.unpack_result(json.loads(json.dumps(named.pack_result(result)))) == result
    return result


def test_said_listed_and_forgotten(call: Call) -> None:
    kept = call("prefer", preference=_RATIO, words="2 to 1 from now on")
    assert (kept.preference.value, kept.words) == ("2", "2 to 1 from now on")
    call("prefer", preference={"kind": "protect", "track": "Master"})
    listed = call("preferences")
    assert [each.preference.kind for each in listed] == ["protect", "slot"]
    assert call("forget_preference", about="sidechain") == [kept]
    assert [each.id for each in call("preferences")] == ["protect:master"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"workflow": "no-such-thing"}, NotFoundError),
        ({"slot": "colour"}, UsageError),
        ({"value": "purple"}, SlotError),
        ({"value": "5000:1"}, SlotError),
    ],
)
def test_what_cannot_be_is_not_kept(call: Call, change: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        call("prefer", preference=_RATIO | change)
    assert call("preferences") == []


def test_what_is_no_preference_does_not_cross(call: Call) -> None:
    with pytest.raises(UsageError):
        call("prefer", preference={"kind": "run", "command": "x"})
    with pytest.raises(NotFoundError):
        call("forget_preference", about="")
