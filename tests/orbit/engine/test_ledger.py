from __future__ import annotations

import stat
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import EngineError
from orbit.engine.ledger import Entry, Ledger
from tests.laws import tries

FILE = "requests.jsonl"


def test_the_next_owner_reads_what_was_begun_and_what_has_ended(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.begin("a", "Duck")
    ledger.begin("b", "Mute")
    ledger.end("b", ok=True, reply="Done.", result={"x": [1]})
    following = Ledger(tmp_path)
    assert following.entry("a") == Entry(id="a", stage="begun", title="Duck")
    assert following.entry("b").stage == "ended"
    assert (following.entry("b").reply, following.entry("b").result) == ("Done.", {"x": [1]})
    assert following.entry("c") == Entry(id="c")


def test_what_never_began_leaves_nothing(tmp_path: Path) -> None:
    Ledger(tmp_path).end("a", ok=False, reply="No.")
    assert not (tmp_path / FILE).exists()


def test_it_is_for_its_user_alone(tmp_path: Path) -> None:
    Ledger(tmp_path).begin("a", "Duck")
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@settings(max_examples=tries(200, 2000))
@given(cut=st.integers(min_value=1, max_value=400), rest=st.binary(max_size=40))
def test_a_line_cut_short_costs_no_other(cut: int, rest: bytes) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        ledger = Ledger(folder)
        ledger.begin("a", "Duck")
        file = folder / FILE
        whole = file.read_bytes()
        ledger.begin("b", "Mute")
        both = file.read_bytes()
        file.write_bytes(both[: max(len(whole), len(both) - cut)] + rest)
        following = Ledger(folder)
        assert following.entry("a").stage == "begun"
        following.begin("c", "Solo")
        assert {Ledger(folder).entry(name).stage for name in "ac"} == {"begun"}


def test_where_it_cannot_be_written_nothing_may_begin(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    ledger = Ledger(folder)
    folder.rmdir()
    with pytest.raises(EngineError, match="Nothing was changed"):
        ledger.begin("a", "Duck")
    assert ledger.entry("a").stage == "unknown"
    folder.mkdir()
    ledger.begin("a", "Duck")
    assert Ledger(folder).entry("a").stage == "begun"


def test_it_does_not_grow_without_end(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    for number in range(600):
        ledger.begin(f"r{number}", "Duck")
        ledger.end(f"r{number}", ok=True, reply="Done. " * 3000)
    assert (tmp_path / FILE).stat().st_size < 8_000_000
    assert Ledger(tmp_path).entry("r599").stage == "ended"


def test_a_long_result_is_not_kept(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.begin("a", "read")
    ledger.end("a", ok=True, reply="r" * 1_000_000, result="x" * 1_000_000)
    entry = Ledger(tmp_path).entry("a")
    assert (entry.stage, entry.ok, entry.result) == ("ended", True, None)
    assert len(entry.reply) < 100_000
