"""The workflows group on the command line: out and in, back and forth, merged, forgotten, looked through."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from orbit.memory import Library, Store
from orbit.memory.trust.packs import Pack, pack_bytes
from orbit.memory.trust.packs.form import PackedVersion, PackedWorkflow
from tests.orbit.memory.trust.conftest import body

MUTE = {
    "step_number": 1,
    "action": "set_mute",
    "track": "Kick",
    "on": True,
    "expected_output": "Kick is silent.",
}
HUSH = {
    "workflow_name": "hush-the-kick",
    "title": "Park the kick",
    "task": "Park the kick for a moment",
    "phrases": ["park the kick"],
    "steps": [MUTE],
    "outcome": "The kick is silent.",
    "result": "The kick is hushed.",
}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A friend's file with one workflow."""
    file = tmp_path / "friend.json"
    workflow = PackedWorkflow(id="hush-the-kick", versions=[PackedVersion(workflow=HUSH)])
    file.write_bytes(pack_bytes(Pack(workflows=[workflow])))
    return file


@pytest.fixture
def taught(data_dir: Path) -> Library:
    """Two workflows of the user's own that do the same, each with two versions."""
    store = Store(data_dir / "memory.db")
    for bpm in (90, 120):
        for name in ("faster", "quicker"):
            store.workflows.put(body(name, bpm=bpm, phrases=[f"make it {name}"]))
    store.close()
    return Library(store)


def test_what_goes_out_comes_in_elsewhere(
    orbit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.json"
    assert orbit("workflows", "export", "vocal-chain", "-o", str(file)).out.startswith(
        "1 workflow written to"
    )
    assert orbit("workflows", "export", "-o", str(file)).status == 2  # never over a file that is there
    again = orbit("workflows", "export", "vocal-chain", "-o", str(file), "--force", "--json").document
    assert again["workflows"] == ["vocal-chain"]
    assert (
        json.loads(orbit("workflows", "export", "vocal-chain").out)["sha256"]
        == json.loads(file.read_bytes())["sha256"]
    )
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path / "elsewhere"))
    orbit("workflows", "forget", "vocal-chain")
    [taken] = orbit("workflows", "import", str(file), "--json").document["workflows"]
    assert (taken["id"], taken["status"], taken["destroys"]) == ("vocal-chain", "new", [])
    [standing] = orbit("workflows", "standing", "vocal-chain", "--json").document
    assert (standing["source"], standing["file"], standing["trusted"]) == ("imported", "mine.json", False)


def test_nothing_is_written_where_it_cannot_be(orbit: Any, tmp_path: Path) -> None:
    ended = orbit("workflows", "export", "-o", str(tmp_path / "nowhere" / "mine.json"))
    assert ended.status == 2
    assert "cannot be written" in ended.err


def test_an_import_is_shown_before_it_is_taken_in(orbit: Any, pack: Path) -> None:
    told = orbit("workflows", "import", str(pack), "--dry-run")
    assert "hush-the-kick" in told.out
    assert "Nothing was imported; it would be 1 workflow." in told.out
    assert "hush-the-kick" not in orbit("workflows", "list").out
    assert "Orbit asks before each runs" in orbit("workflows", "import", str(pack)).out
    assert "imported, not proven" in orbit("workflows", "list").out
    assert "imported, not proven from friend.json" in orbit("workflows", "show", "hush-the-kick").out
    assert "imported" in orbit("workflows", "search", "park the kick").out


def test_an_import_runs_only_when_agreed_to_until_it_has_proven_itself(orbit: Any, pack: Path) -> None:
    orbit("workflows", "import", str(pack))
    refused = orbit("do", "park the kick", "--json")
    assert (refused.status, refused.document["code"]) == (1, "declined")
    assert refused.document["after"] == refused.document["before"]
    assert "orbit workflows trust hush-the-kick" in refused.document["reply"]
    shown = orbit("do", "park the kick", "--dry-run")
    assert "imported from friend.json and has not proven itself here" in " ".join(shown.out.split())
    for given in (("--json",), ()):  # what is agreed to beforehand is what is known
        beforehand = orbit("do", "park the kick", "--yes", *given)
        assert beforehand.status == 1
        assert "orbit workflows trust hush-the-kick" in " ".join(beforehand.out.split())
    [standing] = orbit("workflows", "standing", "hush-the-kick", "--json").document
    assert not standing["trusted"]
    assert standing["confidence"]["runs"] == 0


def test_an_import_can_be_trusted_beforehand(orbit: Any, pack: Path) -> None:
    orbit("workflows", "import", str(pack))
    assert orbit("workflows", "trust", "hush-the-kick", "--json").document["trusted"] is True
    assert orbit("do", "park the kick", "--json").status == 0


def test_a_name_that_is_taken_is_left_out_unless_it_is_said_otherwise(
    orbit: Any, pack: Path, data_dir: Path
) -> None:
    store = Store(data_dir / "memory.db")
    store.workflows.put({**HUSH, "steps": [MUTE | {"on": False}]})
    store.close()
    left_out = orbit("workflows", "import", str(pack))
    assert left_out.status == 1
    assert "add --rename or --replace" in left_out.out
    assert orbit("workflows", "import", str(pack), "--rename", "--replace").status == 2
    renamed = orbit("workflows", "import", str(pack), "--rename", "--json").document
    assert [(each["was"], each["id"]) for each in renamed["workflows"]] == [
        ("hush-the-kick", "hush-the-kick-2")
    ]
    orbit("workflows", "import", str(pack), "--replace")
    versions = orbit("workflows", "versions", "hush-the-kick", "--json").document
    assert [(each["source"], each["current"]) for each in versions] == [("taught", False), ("imported", True)]


def test_a_changed_pack_is_refused_in_a_sentence(
    orbit: Any, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = pack.read_bytes().replace(b"hushed", b"pushed")
    pack.write_bytes(raw)
    ended = orbit("workflows", "import", str(pack), "--json")
    assert ended.status == 1
    assert "not what its hash says" in ended.document["reply"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert "stdin: its content is not what its hash says" in orbit("workflows", "import", "-").err


def test_a_pack_through_a_pipe_that_nobody_writes_to_is_not_waited_for(orbit: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "it is not a file" in orbit("workflows", "import", str(tmp_path / "pipe")).err


@pytest.mark.usefixtures("taught")
def test_versions_are_listed_compared_and_had_back(orbit: Any) -> None:
    listed = orbit("workflows", "versions", "faster", "--json").document
    assert [(each["version"], each["current"]) for each in listed] == [(1, False), (2, True)]
    assert "~ steps[1].bpm: 90 → 120" in orbit("workflows", "diff", "faster", "1").out
    [found] = orbit("workflows", "diff", "faster", "2", "1", "--json").document
    assert (found["where"], found["before"], found["after"]) == ("steps[1].bpm", 120, 90)
    assert orbit("workflows", "revert", "faster", "1", "--json").document["version"] == 3
    assert "There is no difference." in orbit("workflows", "diff", "faster", "1", "3").out
    assert "version 1 again" in orbit("workflows", "versions", "faster").out
    refused = orbit("workflows", "revert", "faster", "9")
    assert refused.status == 1
    assert "Available: 1, 2, 3" in refused.err


@pytest.mark.usefixtures("taught")
def test_two_that_do_the_same_are_found_merged_and_parted_again(orbit: Any) -> None:
    [finding] = orbit("memory", "audit", "--json").document["findings"]
    assert (finding["kind"], finding["workflows"]) == ("duplicate", ["faster", "quicker"])
    assert finding["advice"] in orbit("memory", "audit").out
    orbit(*finding["advice"].split()[1:])
    assert "quicker" not in [each["workflow_name"] for each in orbit("workflows", "list", "--json").document]
    assert "now faster" in orbit("workflows", "list", "--all").out
    assert orbit("memory", "audit", "--json").document["findings"] == []
    back = orbit("workflows", "merge", "faster", "quicker", "--undo")
    assert "stands for itself again" in back.out
    assert "quicker" in [each["workflow_name"] for each in orbit("workflows", "list", "--json").document]


@pytest.mark.usefixtures("taught")
def test_a_workflow_is_pinned_and_let_go(orbit: Any) -> None:
    assert orbit("workflows", "pin", "faster").out == "“faster” is pinned.\n"
    assert "taught, pinned" in orbit("workflows", "standing", "faster").out
    assert orbit("workflows", "pin", "faster", "--off", "--json").document["pinned"] is False


@pytest.mark.usefixtures("taught")
def test_a_forgotten_workflow_is_gone_and_said_to_be(orbit: Any) -> None:
    gone = orbit("workflows", "forget", "faster", "--json").document
    assert (gone["ok"], gone["rows"]["workflow_versions"]) == (True, 2)
    assert orbit("workflows", "show", "faster").status == 1
    assert "was deleted, with its 2 versions." in orbit("workflows", "forget", "quicker").out
    assert orbit("workflows", "forget", "quicker").status == 1


def test_everything_is_forgotten_only_when_it_is_said_in_full(orbit: Any, pack: Path) -> None:
    orbit("workflows", "import", str(pack))
    assert orbit("memory", "forget").status == 2
    refused = orbit("memory", "forget", "--everything")
    assert (refused.status, "Nothing was deleted." in refused.err) == (2, True)
    assert orbit("workflows", "show", "hush-the-kick").status == 0
    gone = orbit("memory", "forget", "--everything", "--yes", "--json").document
    assert gone["rows"]["workflows"] > 1
    assert orbit("workflows", "show", "hush-the-kick").status == 1
    assert orbit("workflows", "show", "vocal-chain").status == 0  # what comes with Orbit is there again
    assert "Everything was deleted" in orbit("memory", "forget", "--everything", "--yes").out


def test_copies_from_before_an_update_are_told_of(orbit: Any, data_dir: Path) -> None:
    orbit("workflows", "list")
    copy = data_dir / "memory.version-1.20260101T000000000000Z.db"
    copy.write_bytes((data_dir / "memory.db").read_bytes())
    assert copy.name in "".join(orbit("workflows", "forget", "vocal-chain").out.split())
    assert copy.exists()


@pytest.mark.parametrize("command", ["versions", "show", "forget", "pin", "trust", "standing"])
def test_a_workflow_that_is_not_there_is_said_with_those_that_are(orbit: Any, command: str) -> None:
    ended = orbit("workflows", command, "vocal-cahin")
    assert ended.status == 1
    assert "There is no workflow called “vocal-cahin”" in ended.err
    assert "vocal-chain" in ended.err
