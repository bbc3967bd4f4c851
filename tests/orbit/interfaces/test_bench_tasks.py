"""``orbit bench`` from the outside: a line a task for programs, tables for people, plain words on misuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

MUTE = {
    "id": "mute-kick",
    "say": "mute the kick",
    "category": "single",
    "leads_to": [{"action": "set_mute", "track": "Kick", "on": True}],
}
BANJO = {"id": "banjo", "say": ["mute the banjo"], "category": "impossible", "ends": "done"}
"""One that fails: there is no banjo."""
OPEN = {"id": "open", "say": "mute the pad"}
"""One that is not judged."""


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    # YAML takes JSON.
    file = tmp_path / "mine.yaml"
    file.write_text(json.dumps([MUTE, BANJO, OPEN]), encoding="utf-8")
    return file


def test_a_program_reads_a_line_a_task(orbit: Any, tasks: Path, data_dir: Path) -> None:
    ended = orbit("bench", "--tasks", str(tasks), "--json")
    assert (ended.status, ended.err) == (0, "")
    first, second, third = (json.loads(line) for line in ended.out.splitlines())
    for line in (first, second, third):
        assert {"id", "say", "ok", "workflow", "steps", "seconds", "before", "after", "reply"} <= set(line)
    assert (first["id"], first["say"], first["ok"], first["passed"]) == (
        "mute-kick", "mute the kick", True, True,
    )  # fmt: skip
    assert (first["steps"], first["workflow"], first["wrong_edits"], first["memory"]) == (1, None, 0, "seed")
    assert 0 < first["plan_ms"] < 1000 * first["seconds"]
    assert [document["tracks"][0]["mute"] for document in (first["before"], first["after"])] == [False, True]
    assert (second["ok"], second["passed"], second["ended"]) == (False, False, "refused")
    assert "passed" not in third
    assert not (data_dir / "memory.db").exists()


def test_a_shadow_reads_beside_orbit_and_changes_nothing(orbit: Any, tasks: Path) -> None:
    plain, shadowed = (
        [json.loads(line) for line in orbit("bench", "--tasks", str(tasks), "--json", *more).out.splitlines()]
        for more in ((), ("--shadow",))
    )
    shadows = [line.pop("shadow") for line in shadowed]
    for kept in ("id", "ok", "ended", "steps", "before", "after", "reply"):
        assert [line[kept] for line in shadowed] == [line[kept] for line in plain]
    mute, banjo, pad = shadows
    assert (mute["verb"], mute["edits"], mute["agrees"], mute["right"]) == ("act", ["Mute Kick"], True, True)
    assert (banjo["edits"], banjo["right"]) == ([], None)
    assert (pad["edits"], pad["agrees"], pad["right"]) == (["Mute Pad"], True, None)
    told = orbit("bench", "--tasks", str(tasks), "--shadow", "--quiet").out
    assert "the reader of frames: sentences 3" in told
    assert "both right 1" in told


def test_a_person_reads_a_table_and_what_failed(orbit: Any, tasks: Path, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    ended = orbit("bench", "--tasks", str(tasks), "--only", "single,impossible", "--plot", str(plot))
    assert ended.status == 0
    for word in ("memory: seed", "100.0 %", "50.0 %", "banjo (seed): “mute the banjo”", "█", "done right"):
        assert word in ended.out
    assert "mute-kick" not in ended.out
    drawn = plot.read_text(encoding="utf-8")
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert "█" in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_of_what_is_held_out_only_the_rates_are_shown(orbit: Any, tasks: Path) -> None:
    held_out = tasks.rename(tasks.with_name("held_out_mine.yaml"))
    hidden = orbit("bench", "--tasks", str(held_out), "--only", "impossible").out
    assert "1 more of what is held out" in hidden
    assert "banjo" not in hidden
    assert "banjo" in orbit("bench", "--tasks", str(held_out), "--only", "banjo", "--reveal").out
    quiet = orbit("bench", "--tasks", str(held_out), "--only", "banjo", "--reveal", "--quiet").out
    assert ("banjo" in quiet, "0.0 %" in quiet) == (False, True)


def test_words_of_a_task_file_reach_no_terminal_as_an_escape(orbit: Any, tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text('- {id: "a\\e[2J", say: "mute \\e]0;x\\a it", ends: done}\n', encoding="utf-8")
    shown = orbit("bench", "--tasks", str(file)).out
    assert "mute" in shown
    file.write_text('- {id: "a\\e[2J", oops: 1}\n', encoding="utf-8")
    refused = orbit("bench", "--tasks", str(file))
    assert refused.status == 2
    assert not {"\x1b", "\a"} & set(shown + refused.err)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--memory", "mine"), "none, seed, learned"),
        (("--tasks", "nowhere.yaml"), "cannot be read"),
        (("--only", "odd"), "Categories are"),
        (("--jobs", "0"), "--jobs"),
    ],
)
def test_misuse_is_told_in_a_line(orbit: Any, arguments: tuple[str, ...], said: str) -> None:
    ended = orbit("bench", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


def test_a_plot_that_cannot_be_written_is_told_of_before_anything_is_done(orbit: Any, tmp_path: Path) -> None:
    ended = orbit("bench", "--plot", str(tmp_path / "no" / "plot.svg"))
    assert (ended.status, ended.out) == (2, "")
    assert "cannot be written" in ended.err


def test_help_names_both_benchmarks(orbit: Any) -> None:
    ended = orbit("bench", "--help")
    assert ended.status == 0
    for word in ("--tasks", "--memory", "--json", "--model", "learning"):
        assert word in ended.out
