"""``orbit learn``: for people, for programs, beside a running Orbit, and killed in the middle."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from orbit.memory import Store, Trajectory
from orbit.workflows.load import parse_workflow
from tests.orbit.learning.offline.libraries import library
from tests.orbit.learning.offline.sittings import sittings, write_lines


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "work.jsonl", sittings(8))


def _workflows(document: Any) -> list[Any]:
    """The workflows, each read as one."""
    extra = ("support", "known", "proven")
    for each in document["workflows"]:
        parse_workflow({name: value for name, value in each.items() if name not in extra})
    return document["workflows"]


def test_one_document_says_what_was_learned(orbit: Any, file: Path) -> None:
    ended = orbit("learn", str(file), "--json", "--keep")
    assert (ended.status, ended.err) == (0, "")
    document = ended.document
    assert (document["trajectories"], document["errors"], document["ok"]) == (8, [], True)
    assert 0 < document["seconds"] < 300
    assert [(each["support"], each["known"]) for each in _workflows(document)] == [(6, None), (6, None)]
    names = {each["workflow_name"] for each in document["workflows"]}
    shown = {each["workflow_name"] for each in orbit("workflows", "list", "--json").document}
    assert names <= shown


def test_it_is_offered_and_kept_with_a_word(orbit: Any, file: Path) -> None:
    before = orbit("workflows", "list", "--json").document
    document = orbit("learn", str(file), "--json").document
    names = {each["workflow_name"] for each in document["workflows"]}
    assert ({each["proven"] for each in document["workflows"]}, document["not_yours"]) == ({"host"}, [])
    assert orbit("workflows", "list", "--json").document == before
    assert {each["id"] for each in orbit("workflows", "offers", "--json").document} == names
    assert "On offer already" in orbit("learn", str(file)).out
    assert orbit("workflows", "keep", next(iter(names))).status == 0
    assert orbit("learn", str(file), "--keep").status == 0  # and the rest of what waits
    assert orbit("workflows", "offers", "--json").document == []
    assert len(orbit("workflows", "list", "--json").document) == len(before) + 2


def test_what_was_not_tried_cannot_be_kept(orbit: Any, file: Path) -> None:
    assert orbit("learn", str(file), "--keep", "--quick").status == 2
    assert "Leave --quick out" in orbit("learn", str(file), "--quick").out


def test_a_plain_edit_stays_one_whatever_was_learned(orbit: Any, tmp_path: Path) -> None:
    def compressed(number: int) -> dict[str, Any]:
        on = {"track": ("Pad", "Keys", "Guitar", "Lead Vox")[number], "device": "compressor"}
        edits = [
            {"action": "insert_device", **on},
            {"action": "set_parameter", **on, "parameter": "ratio", "value": (7.11, 2.0, 20.0, 4.0)[number]},
            {"action": "set_parameter", **on, "parameter": "lookahead", "value": "1 ms"},
        ]
        actions = [{"t": 2.0 * place, "origin": "user", **each} for place, each in enumerate(edits)]
        return {"id": f"c{number}", "daw": "ableton", "goal": "compress it",
                "started": f"2026-10-0{number + 1}T12:00:00Z", "actions": actions}  # fmt: skip

    asked = ("compress the bass", "put a compressor on the bass")
    before = [orbit("do", each, "--dry-run", "--json").document for each in asked]
    file = write_lines(tmp_path / "work.jsonl", map(compressed, range(4)))
    [learned] = orbit("learn", str(file), "--keep", "--json").document["workflows"]
    after = [orbit("do", each, "--dry-run", "--json").document for each in asked]
    assert [each["workflow"] for each in after] == [each["workflow"] for each in before] == [None, None]
    assert [each["plan"] for each in after] == [each["plan"] for each in before]
    usual = orbit("do", "my usual compression on the bass", "--dry-run", "--json").document
    assert usual["workflow"] == learned["workflow_name"]
    assert [step.get("parameter") for step in usual["plan"]] == [None, "lookahead"]


def test_again_it_is_known(orbit: Any, file: Path) -> None:
    first = orbit("learn", str(file), "--json", "--keep").document
    again = orbit("learn", "--quick", "--json", str(file)).document
    assert again["files_known"] == 1
    assert [each["known"] for each in again["workflows"]] == [
        each["workflow_name"] for each in first["workflows"]
    ]


def test_a_dry_run_keeps_nothing(orbit: Any, file: Path, data_dir: Path) -> None:
    document = orbit("learn", str(file), "--dry-run", "--json", "--quick").document
    assert (document["dry_run"], len(_workflows(document))) == (True, 2)
    store = Store(data_dir / "memory.db")
    assert (store.trajectories.all(), store.learned_files.all()) == ([], [])
    assert {each.origin.source for each in store.workflows.all()} == {"seed"}
    store.close()


def test_a_person_is_told_what_and_how_often(orbit: Any, file: Path) -> None:
    dry = orbit("learn", str(file), "--dry-run", "--quick")
    assert "Found" in dry.out
    assert "Nothing was kept." in dry.out
    told = orbit("learn", str(file), "--keep")
    assert told.status == 0
    for word in ("8 trajectories in 1 file.", "Kept", "6×", "your own work"):
        assert word in told.out
    again = orbit("learn", str(file), "--quick").out
    assert "(1 read before)" in again
    assert "Known already" in again


def test_sets_and_files_in_folders_are_learned_together(orbit: Any, tmp_path: Path) -> None:
    library(tmp_path / "music")
    write_lines(tmp_path / "music" / "notes" / "work.jsonl", sittings(8))
    document = orbit("learn", str(tmp_path / "music"), "--json", "--quick").document
    assert (document["files"], document["trajectories"]) == (7, 14)
    assert max(each["support"] for each in _workflows(document)) == 6
    assert set(document["not_yours"]) == {each["workflow_name"] for each in document["workflows"]}
    mine = orbit("learn", str(tmp_path / "music"), "--mine", "--json", "--quick").document
    assert mine["not_yours"] == []


def test_standard_input_is_a_file_too(orbit: Any, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert len(_workflows(orbit("learn", "-", "--json", "--quick").document)) == 2


def test_what_is_wrong_is_told_with_file_and_line(orbit: Any, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "[red] mixed.jsonl", ["{", *sittings(8), "[]"])
    ended = orbit("learn", str(file), "--json", "--quick")
    assert ended.status == 0
    assert [(each["file"], each["line"]) for each in ended.document["errors"]] == [
        (str(file), 1),
        (str(file), 10),
    ]
    assert len(ended.document["workflows"]) == 2
    shown = orbit("learn", str(file), "--quick").out
    # Where a line breaks hangs on how long the path of the folder is.
    assert "[red]mixed.jsonl,line1:" in "".join(shown.split())


@pytest.mark.parametrize(
    ("content", "status", "errors"),
    [(b"", 0, 0), (b"\n\n", 0, 0), (b"\xff\xfe", 1, 1), (b"\x00", 1, 1), (b"{}\n" * 3, 1, 3)],
    ids=["empty", "blank", "no text", "NUL", "none"],
)
def test_files_with_nothing_in_them(
    orbit: Any, tmp_path: Path, content: bytes, status: int, errors: int
) -> None:
    (tmp_path / "odd.jsonl").write_bytes(content)
    ended = orbit("learn", str(tmp_path / "odd.jsonl"), "--json", "--quick")
    assert (ended.status, len(ended.document["errors"])) == (status, errors)
    assert ended.document["ok"] is (status == 0)
    assert (ended.document["workflows"], ended.document["trajectories"]) == ([], 0)


@pytest.mark.parametrize("words", [[], ["nowhere.jsonl"]], ids=["nothing", "nowhere"])
def test_a_file_has_to_be_named_and_there(orbit: Any, words: list[str]) -> None:
    ended = orbit("learn", *words, "--json")
    assert (ended.status, ended.document["code"]) == (2, "usage")


def test_names_that_look_like_anything_else_stay_names(orbit: Any, tmp_path: Path) -> None:
    hostile = ["{{ x }}", "{% raw %}", "[bold]", "Vox\u202e", "x" * 900, "../../etc/passwd"]
    lines: list[Any] = []
    for number, line in enumerate(sittings(24)):
        name = hostile[number % len(hostile)]
        for action in line["actions"]:
            if action.get("track") in {"Lead Vox", "Vox 2", "Singer", "Choir", "Main Vocal"}:
                action["track"] = name
        lines.append(line | {"goal": f"do {name}", "project": name})
    ended = orbit("learn", str(write_lines(tmp_path / "h.jsonl", lines)), "--json", "--quick")
    assert ended.status == 0
    told = json.dumps(_workflows(ended.document), ensure_ascii=False)
    assert "{% raw %}" not in told
    assert "{{ x }}" not in told
    assert orbit("learn", str(tmp_path / "h.jsonl"), "--quick").status == 0


def _started(data_dir: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "orbit.interfaces.cli", *words, "--data-dir", str(data_dir)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _kept(data_dir: Path) -> list[Trajectory]:
    store = Store(data_dir / "memory.db")
    try:
        return store.trajectories.all()
    finally:
        store.close()


def test_killed_in_the_middle_it_goes_on_where_it_was(orbit: Any, tmp_path: Path, data_dir: Path) -> None:
    files = [write_lines(tmp_path / f"{name}.jsonl", sittings(4, first=4 * name)) for name in range(3)]
    pipe = tmp_path / "2a.jsonl"  # read last, and it never ends
    os.mkfifo(pipe)
    words = ["learn", *map(str, files), str(pipe), "--json", "--quick"]
    with _started(data_dir, *words) as process, pipe.open("w") as writing:
        writing.write(json.dumps(sittings(1, first=90)[0])[:100])
        writing.flush()
        _wait_until_read(data_dir, 3)
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert [each.id for each in _kept(data_dir)] == [f"sitting-{number}" for number in range(12)]
    more = write_lines(tmp_path / "3.jsonl", sittings(4, first=12))
    words = ["learn", *map(str, files), str(more), "--json", "--quick"]
    document = orbit(*words).document
    assert (document["files_known"], document["trajectories"]) == (3, 16)
    kept = _kept(data_dir)
    assert len(kept) == len({each.id for each in kept}) == 16
    at_once = orbit(*words, "--data-dir", str(tmp_path / "other")).document
    assert document["workflows"] == at_once["workflows"] != []


def test_killed_it_leaves_no_process_behind(tmp_path: Path, data_dir: Path) -> None:
    library(tmp_path / "songs", songs=3)
    os.mkfifo(tmp_path / "songs" / "Endless.als")  # nobody ever writes it, so whoever reads it stays
    with _started(data_dir, "learn", str(tmp_path / "songs"), "--jobs", "2", "--quick") as process:
        workers = _workers(psutil.Process(process.pid))
        process.kill()
        process.communicate()
    _, alive = psutil.wait_procs(workers, timeout=120)
    assert alive == []


def _workers(process: psutil.Process) -> list[psutil.Process]:
    """The processes that another one has started, once all are there: two that read, one that tidies up."""
    deadline = time.monotonic() + 120
    while len(found := process.children(recursive=True)) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


def _wait_until_read(data_dir: Path, files: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if (data_dir / "memory.db").exists() and _read_before(data_dir) == files:
            return
        time.sleep(0.05)
    pytest.fail("the files were not read in two minutes")


def _read_before(data_dir: Path) -> int:
    store = Store(data_dir / "memory.db")
    try:
        return len(store.learned_files.all())
    finally:
        store.close()


def test_beside_a_running_orbit_what_is_learned_is_found_there(
    orbit: Any, file: Path, tmp_path: Path, data_dir: Path
) -> None:
    (tmp_path / "sets").mkdir()
    with _started(data_dir, "watch", str(tmp_path / "sets")) as running:
        assert running.stdout is not None
        assert "Watching" in running.stdout.readline()
        learned = orbit("learn", str(file), "--json", "--keep").document["workflows"]
        wanted = learned[1]["workflow_name"]
        hits = orbit("workflows", "search", "duck my bass the usual way", "-k", "8", "--json").document
        running.terminate()
        running.communicate()
    assert wanted in [hit["id"] for hit in hits]
