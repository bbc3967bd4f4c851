"""``orbit workflows repairs|repair``: what people and programs are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orbit.interfaces.cli import run
from orbit.memory.store import STORE, Store
from tests.orbit.learning.repair.past import NAME, body_of, by_hand, insert, keep, ran, setting

STEPS = [insert("Old Glue", **{"as": "glue"}), setting("glue", "amount", "30 %")]
DONE = [insert("Old Glue"), setting("Old Glue", "amount", "30 %")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory in which a taught workflow fails since its plug-in is another one."""
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    store = Store(tmp_path / STORE)
    keep(store, body_of(*STEPS), "taught")
    ran(store, DONE)
    ran(store, DONE, failed=1, minutes=10)
    store.close()
    return tmp_path


def done_by_hand(folder: Path) -> None:
    store = Store(folder / STORE)
    by_hand(store, insert("New [bold]Glue[/bold]"), setting("New [bold]Glue[/bold]", "amount", "30 %"))
    store.close()


def asked(folder: Path, *words: str) -> int:
    return run(["workflows", *words, "--data-dir", str(folder)])


def test_it_is_shown_why_it_fails_and_what_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(folder, "repair", NAME) == 1
    assert "Do it once yourself" in capsys.readouterr().err
    done_by_hand(folder)
    assert asked(folder, "repairs") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Step 1 fails on ableton: There is no such." in shown
    assert "steps[1].device: Old Glue → New [bold]Glue[/bold]" in shown
    assert f"orbit workflows repair {NAME}" in shown


def test_it_is_one_document_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done_by_hand(folder)
    assert asked(folder, "repairs", "--json") == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["id"], one["step"], one["proven"], one["trajectory"]) == (NAME, 1, "model", "later")
    assert one["workflow"]["steps"][0]["device"] == "New [bold]Glue[/bold]"
    assert asked(folder, "repair", NAME, "--json") == 0
    saved = json.loads(capsys.readouterr().out)
    assert (saved["ok"], saved["saved_as"], saved["proven"]) == (True, 2, "host")


def test_a_repair_says_how_to_take_it_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done_by_hand(folder)
    assert asked(folder, "repair", NAME) == 0
    assert f"orbit workflows revert {NAME} 1" in " ".join(capsys.readouterr().out.split())
