"""The session that the tests drive: made once by Ardour's own Lua, kept, and copied for each run.

Which control surfaces are on, and how they talk, Ardour reads from the session file; there is no other way to
say it to a host without a window.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.ardour.places import Places

__all__ = ["DEVICE", "OSC_PORT", "SNAPSHOT", "TRACKS", "keep", "place"]

TRACKS = (
    *("Kick", "Snare", "Hats", "Percussion", "Bass", "Keys", "Pad", "Lead Synth", "Guitar", "Lead Vox"),
    *("Backing Vox", "FX", "A-Reverb", "B-Delay"),
)
"""Every strip of the session in the mixer's order, but the master; the last two are busses."""

SNAPSHOT = "practice"
OSC_PORT = 3819
DEVICE = "Orbit Logic Control"
_RECIPE = Path(__file__).with_name("session.lua")
_MAKING_SECONDS = 40

_SURFACES: dict[str, dict[str, str]] = {
    "Mackie": {"bank": "0", "device-profile": "", "device-name": DEVICE},
    "Open Sound Control (OSC)": {
        "debugmode": "0",
        "address-only": "0",  # answer whoever asks at the port that he asks from
        "remote-port": "8000",
        "banksize": "0",
        "striptypes": "31",
        "feedback": str(1 << 14),  # call answers /reply, where Ardour's own #reply is no address of OSC
        "gainmode": "0",
        "send-page-size": "0",
        "plug-page-size": "0",
    },
}
_DEVICE = {
    "Name": DEVICE,
    "DeviceType": "LC",  # the one type with which Ardour goes through the whole handshake
    "NoHandShake": "no",
    "LogicControlButtons": "yes",
    "Strips": "8",
    "Extenders": "0",
    "MasterPosition": "0",
    **dict.fromkeys(("MasterFader", "TimecodeDisplay", "TwoCharacterDisplay", "GlobalControls"), "yes"),
    **dict.fromkeys(("JogWheel", "TouchSenseFaders", "HasMeters"), "yes"),
}


def keep(places: Places, cache: Path) -> Path:
    """Give the session's kept copy; made by Ardour where this recipe and this Ardour have none there yet.

    Raises:
        RuntimeError: Ardour could not make it; the message has what it said.
    """
    program = places.installed.luasession
    mark = hashlib.sha256(_RECIPE.read_bytes() + repr((str(program), program.stat().st_mtime_ns)).encode())
    kept = cache / f"session-{mark.hexdigest()[:16]}"
    if not kept.is_dir():
        fresh = places.root / "fresh"
        _make(places, fresh)
        cache.mkdir(parents=True, exist_ok=True)
        part = shutil.copytree(fresh, cache / f"making-{os.getpid()}")
        try:
            part.rename(kept)
        except OSError:  # another run was quicker
            shutil.rmtree(part)
            if not kept.is_dir():
                raise
    return kept


def _make(places: Places, folder: Path) -> None:
    done = subprocess.run(
        [str(places.installed.luasession), str(_RECIPE)],
        env={**places.environment, "ORBIT_SESSION": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_MAKING_SECONDS,
        check=False,
    )
    said = f"{done.stdout}\n{done.stderr}".strip()
    made = folder / f"{SNAPSHOT}.ardour"
    lacking = [name for name in TRACKS if f'name="{name}"' not in _text(made)]
    if lacking:
        raise RuntimeError(f"Ardour did not make the session (no {', '.join(lacking)}): {said[-1500:]}")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def place(places: Places, kept: Path) -> None:
    """Copy the kept session to where this run may change it, both surfaces on, the device described."""
    shutil.copytree(kept, places.session)
    file = places.session / f"{SNAPSHOT}.ardour"
    tree = ET.parse(file)
    for protocol in tree.iter("Protocol"):
        if (settings := _SURFACES.get(protocol.attrib["name"])) is not None:
            protocol.attrib.update(settings, active="1")
    tree.write(file, encoding="UTF-8", xml_declaration=True)
    described = ET.Element("MackieProtocolDevice")
    for name, value in _DEVICE.items():
        ET.SubElement(described, name, value=value)
    ET.ElementTree(described).write(places.settings / "mcp" / "orbit.device", encoding="UTF-8")
