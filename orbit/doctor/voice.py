"""Voice: what Orbit hears with, where its extra is installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, cast

from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, warning
from orbit.doctor.pip import PACKAGE, pip_install

__all__ = ["microphone", "recognisers"]

_EXTRA = pip_install(f"{PACKAGE}[voice]")


def recognisers(_case: Case) -> Finding:
    """Whether spoken requests can be understood, as commands and freely. Nothing is loaded."""
    if find_spec("pocketsphinx") is None:
        return ok(f"not installed; to speak to Orbit: {_EXTRA}")
    if find_spec("moonshine_voice") is None:
        return warning("Spoken commands are understood, and nothing that is said more freely.", _EXTRA)
    return ok("commands and free speech, on this machine")


def microphone(case: Case) -> Finding | None:
    """Whether there is a microphone, where voice is installed. It is not listened to."""
    if find_spec("sounddevice") is None:
        return None
    try:
        import sounddevice

        devices = cast("list[dict[str, Any]]", list(cast("Any", sounddevice).query_devices()))
    except OSError:
        return warning("PortAudio, which microphones need, is missing.", "apt-get install libportaudio2")
    names = [device["name"] for device in devices if device["max_input_channels"] > 0]
    wanted = case.settings.microphone
    if not names:
        return warning("No microphone is to be seen.", "Connect one and allow it in the privacy settings.")
    if wanted and not any(wanted.casefold() in name.casefold() for name in names):
        return warning(
            f"There is no microphone “{wanted}”.", f"Set microphone to one of: {', '.join(names)}."
        )
    return ok(wanted or ", ".join(names))
