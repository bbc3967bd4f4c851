"""A device is one file, in a folder that a package brings: catalogued, inserted, set, and read from a set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.catalog import Catalog, catalog
from daw_bridges.catalog.folders import GROUP, outside
from daw_bridges.errors import CatalogError
from tests.daw_bridges.ableton.saved.sets import LIVE_12, device, live_set, setting, track, written

OURS = catalog()._folders.all[0]

CRUSHER = """\
name: Gravel
class_name: GravelDevice
kind: redux
type: audio_effect
parameters:
- {key: drive, name: Drive, unit: dB, range: [-9, 9], default: 0, text: 0.0 dB, curve: linear, stored: Pre}
- {key: frequency, name: Freq, unit: Hz, range: [20, 8000], default: 500, text: 500 Hz, stored: Tone/Freq}
- {key: dry_wet, name: Dry/Wet, unit: "%", range: [0.0, 100.0], default: 100.0, text: 100 %, stored: DryWet}
- {key: type, name: Type, choices: [Soft, Hard], default: Soft, stored: Type}
only_stored:
- {name: Width, range: [0.0, 4.0], text: "0.00", stored: Width}
"""

# In a process of its own, since the catalogue is read once in each: everything that is asked of the device.
ASKED = """
import asyncio, json, sys
from pathlib import Path
from daw_bridges.ableton import REMOTE_SCRIPT, open_bridge
from daw_bridges.ableton.saved import read_set
from daw_bridges.actions import parse_action
from daw_bridges.catalog import catalog
from daw_bridges.simulated.live import LiveHost, practice_set
from daw_bridges.simulated.logic.plugins import Library, knobs

async def perform(options, *rows):
    with LiveHost(practice_set(), REMOTE_SCRIPT, tick_seconds=0.01, script_options=options) as host:
        async with await open_bridge(port=host.script.port, token="a token") as bridge:
            results = await bridge.perform([parse_action(row) for row in rows])
            guitar = next(track for track in (await bridge.snapshot()).tracks if track.name == "Guitar")
            return [result.status.value for result in results], guitar.devices[-1]

head = {"track": "Guitar", "device": "Gravel"}
options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": "a token"}
edits = [{"parameter": "drive", "value": -6.0}, {"parameter": "frequency", "value": 440.0}]
statuses, running = asyncio.run(perform(
    options,
    {"action": "insert_device", **head},
    *({"action": "set_parameter", **head, **edit} for edit in edits),
))
(saved,) = read_set(Path(sys.argv[1])).session.tracks[0].devices
shown = lambda device: {key: parameter.text for key, parameter in device.parameters.items()}
entry = catalog().device("ableton", "Gravel")
print(json.dumps({
    "kind": entry.kind,
    "offered": catalog().devices("ableton", "redux"),
    "statuses": statuses,
    "running": [running.kind, shown(running)],
    "menu": Library().effects[-1],
    "made": {knob.name: knob.text for knob in knobs(Library().make("Gravel"))},
    "saved": [saved.name, saved.kind, shown(saved)],
}))
"""


def package(site: Path, tables: str = "gravel_tables") -> Path:
    """A tiny distribution whose folder is named by an entry point; gives the folder of its Live devices."""
    info = site / "orbit_gravel-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orbit-gravel\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\ngravel = {tables}\n", "utf-8")
    folder = site / "gravel_tables" / "ableton"
    folder.mkdir(parents=True)
    return folder


def test_a_device_is_one_file(tmp_path: Path) -> None:
    folder = package(tmp_path / "site")
    (folder / "gravel.yaml").write_text(CRUSHER, "utf-8")
    (folder.with_name("logic")).mkdir()
    (folder.with_name("logic") / "gravel.yaml").write_text(CRUSHER, "utf-8")
    parts = [setting(LIVE_12, name, value) for name, value in (("Pre", 3.5), ("DryWet", 0.4), ("Type", 1))]
    stored = device(LIVE_12, "GravelDevice", *parts, setting(LIVE_12, "Width", 2.5), user_name="Grit")
    one = track(LIVE_12, "AudioTrack", 1, "One", devices=[stored])
    path = written(tmp_path, live_set(LIVE_12, [one], track(LIVE_12, LIVE_12.master, 99, "Main")))
    found = asked(tmp_path / "site", path)
    assert (found["kind"], found["offered"]) == ("redux", ["Redux", "Gravel"])
    assert found["statuses"] == ["verified"] * 3
    shown = {"drive": "-6.0 dB", "frequency": "440 Hz", "dry_wet": "100 %", "type": "Soft"}
    assert found["running"] == ["redux", shown]
    assert found["menu"] == "Gravel"
    assert found["made"] == {"Drive": "0.0 dB", "Freq": "500 Hz", "Dry/Wet": "100 %", "Type": "Soft"}
    read = {"drive": "3.5 dB", "dry_wet": "40 %", "type": "Hard", "width": "2.50"}
    assert found["saved"] == ["Gravel", "redux", read]


def asked(site: Path, path: Path) -> dict[str, Any]:
    """The answers of a fresh process that has a package's folder on its path."""
    around = os.environ | {"PYTHONPATH": os.pathsep.join((str(site), str(OURS.parents[1])))}
    command = [sys.executable, "-c", ASKED, str(path)]
    ended = subprocess.run(command, env=around, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_a_folder_may_bring_kinds_and_words_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "reaper").mkdir()
    table = CRUSHER.replace("kind: redux\n", "")
    for name, class_name in (("ReaVoice", "reavoice"), ("ReaComp", "reacomp")):
        told = table.replace("GravelDevice", class_name).replace("Gravel", name)
        (tmp_path / "reaper" / f"{class_name[:3]}_{class_name[3:]}.yaml").write_text(told, "utf-8")
    (tmp_path / "kinds.yaml").write_text(
        "vocoder: {words: [robot voice], hosts: {reaper: {ReaVoice: reavoice}}}\n"
        "compressor: {words: [levelling amp], hosts: {reaper: {ReaComp: reacomp}}}\n",
        "utf-8",
    )
    (tmp_path / "words.yaml").write_text("any: {grit: [drive]}\nkinds: {vocoder: {bite: [type]}}\n", "utf-8")
    both = Catalog(OURS, tmp_path)
    assert both.device("reaper", "robot voice").parameter("bite").key == "type"
    assert both.device("reaper", "levelling amp").name == "ReaComp"
    assert both.device("ableton", "levelling amp").name == "Compressor"
    assert both.device("ableton", "comp").parameter("thresh").key == "threshold"
    assert both.devices("reaper") == ["ReaComp", "ReaVoice"]


def test_ours_come_first(tmp_path: Path) -> None:
    (tmp_path / "ableton").mkdir()
    told = CRUSHER.replace("Gravel\n", "Redux\n")
    (tmp_path / "ableton" / "mine.yaml").write_text(told, "utf-8")
    assert Catalog(OURS, tmp_path).device("ableton", "Redux").class_name == "Redux2"


def test_a_kind_that_there_is_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ableton").mkdir()
    (tmp_path / "ableton" / "gravel.yaml").write_text(CRUSHER.replace("redux", "shredder"), "utf-8")
    with pytest.raises(CatalogError, match=r"gravel\.yaml: kind: shredder; it is one of compressor, "):
        Catalog(OURS, tmp_path).kinds()


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "nowhere_at_all")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(CatalogError, match="orbit-gravel has no device tables in nowhere_at_all"):
        list(outside())
