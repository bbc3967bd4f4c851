"""A PipeWire of one's own, with no sound card, session manager or message bus: the JACK of a private Ardour.

The quantum is 1024 frames at 48 kHz: with smaller ones Ardour 7.3 now and then dies while its ports register
on a busy machine.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import IO

from tests.ardour.places import Places

__all__ = ["QUANTUM", "RATE", "connect", "disconnect", "ports", "running_sound"]

RATE = 48_000
QUANTUM = 1_024
_WAIT_SECONDS = 10.0

_IN_TIME = "libpipewire-module-rt flags = [ ifexists nofail ]"
"""What misses a cycle is lost, so PipeWire works in real time where it may."""
_MODULES = (
    "libpipewire-module-protocol-native",  # the socket
    "libpipewire-module-access",  # which lets every client of it do everything
    "libpipewire-module-metadata",
    "libpipewire-module-spa-node-factory",
    "libpipewire-module-client-node",  # clients that have ports
    "libpipewire-module-adapter",
    "libpipewire-module-link-factory",  # and links between them
)
_DRIVER = "factory = spa-node-factory args = {{ factory.name = support.node.driver {} }}"
_OBJECTS = (
    "factory = metadata args = { metadata.name = default }",
    _DRIVER.format("node.name = Clock node.group = pipewire.dummy priority.driver = 20000"),
    _DRIVER.format(
        "node.name = Freewheel node.group = pipewire.freewheel node.freewheel = true priority.driver = 19000"
    ),
    (
        "factory = adapter args = { factory.name = support.null-audio-sink node.name = system "
        "object.linger = true media.class = Audio/Sink audio.position = [ FL FR ] priority.driver = 21000 "
        "monitor.channel-volumes = false "
        "adapter.auto-port-config = { mode = dsp monitor = true position = preserve } }"
    ),
)


def configuration() -> str:
    """Write PipeWire's settings file: a clock, a sink that swallows everything, and what clients need."""
    modules = "\n".join(f"    {{ name = {name} }}" for name in (_IN_TIME, *_MODULES))
    objects = "\n".join(f"    {{ {made} }}" for made in _OBJECTS)
    return (
        "context.properties = {\n"
        "    core.daemon = true\n    core.name = pipewire-0\n    mem.allow-mlock = false\n"
        f"    default.clock.rate = {RATE}\n    default.clock.quantum = {QUANTUM}\n"
        f"    default.clock.min-quantum = {QUANTUM}\n    default.clock.max-quantum = {QUANTUM}\n}}\n"
        "context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert "
        "support.* = support/libspa-support }\n"
        f"context.modules = [\n{modules}\n]\ncontext.objects = [\n{objects}\n]\n"
    )


@contextmanager
def running_sound(places: Places) -> Generator[subprocess.Popen[bytes]]:
    """Start PipeWire and wait until it answers; end it afterwards.

    Raises:
        TimeoutError: it did not come up within ten seconds. Its log is in the run's folder.
    """
    settings = places.root / "pipewire.conf"
    settings.write_text(configuration(), encoding="utf-8")
    with (places.logs / "pipewire.log").open("ab") as log:
        process = _start(places, str(settings), log)
        try:
            _until_answering(places, process)
            yield process
        finally:
            process.kill()
            process.wait()


def _start(places: Places, settings: str, log: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["pipewire", "-c", settings],
        env=places.environment,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )


def _until_answering(places: Places, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _WAIT_SECONDS
    while not any(name.startswith("system:") for name in ports(places)):
        if process.poll() is not None or time.monotonic() > end:
            raise TimeoutError(f"PipeWire does not answer; see {places.logs / 'pipewire.log'}")
        time.sleep(0.02)


def ports(places: Places) -> list[str]:
    """Name every port there is, ``client:port``; none where PipeWire does not answer."""
    listed = [_link(places, option).stdout.splitlines() for option in ("-o", "-i")]
    return [name.strip() for names in listed for name in names]


def connect(places: Places, source: str, target: str, *, timeout: float = 5.0) -> None:
    """Connect an output to an input, once both are there.

    Raises:
        TimeoutError: they were not connected in time; the message has PipeWire's last word.
    """
    end = time.monotonic() + timeout
    while (done := _link(places, source, target)).returncode and "File exists" not in done.stderr:
        if time.monotonic() > end:
            raise TimeoutError(f"{source} could not be connected to {target}: {done.stderr.strip()}")
        time.sleep(0.05)


def disconnect(places: Places, source: str, target: str) -> None:
    """Take a connection away; one that is not there is left so."""
    _link(places, "-d", source, target)


def _link(places: Places, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["pw-link", *arguments],
        env=places.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )
