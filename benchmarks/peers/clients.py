"""The clients: Orbit's bridge, one that sends AbletonOSC a message and waits, one for JSON commands."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Sequence
from typing import Any, Protocol

from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import build_msg

from benchmarks.peers.plan import Edit
from daw_bridges.ableton import AbletonBridge, open_bridge
from daw_bridges.bridge import Status

__all__ = ["Client", "JsonCommands", "OrbitBatch", "SendAndWait"]

_PATIENCE_SECONDS = 15.0


class Client(Protocol):
    """A way to make edits and to read a set; it must see each edit confirmed."""

    def replay(self, edits: Sequence[Edit]) -> None:
        """Make the edits, each confirmed."""
        ...

    def read(self) -> int:
        """Read tracks, devices and every parameter; give how many parameters there were."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class OrbitBatch:
    """Orbit: one request for the whole plan, each edit read back."""

    def __init__(self, port: int, token: str) -> None:
        self._runner = asyncio.Runner()
        self._bridge: AbletonBridge = self._runner.run(open_bridge(port=port, token=token))
        self._runner.run(self._bridge.snapshot())

    def replay(self, edits: Sequence[Edit]) -> None:
        """Perform the plan; SystemExit unless every action is verified."""
        for result in self._runner.run(self._bridge.perform([edit.action for edit in edits])):
            if result.status is not Status.VERIFIED:
                raise SystemExit(f"{result.action.describe()}: {result.status}, {result.reason}")

    def read(self) -> int:
        """Take a snapshot, in real units."""
        session = self._runner.run(self._bridge.snapshot())
        return sum(len(device.parameters) + 1 for track in session.tracks for device in track.devices)

    def close(self) -> None:
        """Close the bridge."""
        self._runner.run(self._bridge.close())
        self._runner.close()


class SendAndWait:
    """AbletonOSC's protocol as its own client uses it: a message, then a question that reads it back."""

    def __init__(self, port: int, reply_port: int) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        try:
            self._socket.bind(("127.0.0.1", reply_port))
        except OSError as error:
            raise SystemExit(f"UDP port {reply_port} is taken: end what listens there. {error}") from None
        self._socket.settimeout(_PATIENCE_SECONDS)
        self._to = ("127.0.0.1", port)

    def replay(self, edits: Sequence[Edit]) -> None:
        """Send each edit with its question behind it, and wait for the answer."""
        for edit in edits:
            self._send(*edit.osc)
            self._ask(*edit.osc_check)

    def read(self) -> int:
        """Ask for names, values and displayed texts as the protocol has them, one device after another."""
        (tracks,) = self._ask("/live/song/get/num_tracks", ())
        count = 0
        for track in range(tracks):
            for name in ("name", "volume", "panning", "mute", "solo", "arm", "color", "devices/name"):
                self._ask(f"/live/track/get/{name}", (track,))
            (_, devices) = self._ask("/live/track/get/num_devices", (track,))
            for device in range(devices):
                for what in ("name", "value", "min", "max"):
                    answer = self._ask(f"/live/device/get/parameters/{what}", (track, device))
                count += len(answer) - 2
        return count

    def _send(self, address: str, arguments: Sequence[Any]) -> None:
        self._socket.sendto(build_msg(address, list(arguments)).dgram, self._to)

    def _ask(self, address: str, arguments: Sequence[Any]) -> list[Any]:
        self._send(address, arguments)
        while True:
            try:
                message = OscMessage(self._socket.recv(65536))
            except TimeoutError:
                raise SystemExit(f"No answer to {address}.") from None
            if message.address == address:
                return list(message.params)
            if message.address == "/live/error":
                raise SystemExit(f"{address}: {message.params}")

    def close(self) -> None:
        """Let go of the reply port."""
        self._socket.close()


class JsonCommands:
    """ableton-mcp's protocol: a JSON object over TCP, and the next only when the answer is in."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_SECONDS)

    def replay(self, edits: Sequence[Edit]) -> None:
        """Send each command and wait for its result; SystemExit for an error."""
        for edit in edits:
            self._ask(edit.command)

    def read(self) -> int:
        """Ask for the snapshot with all parameters."""
        params = {"include_notes": True, "include_params": True}
        result = self._ask({"type": "get_session_snapshot", "params": params})
        return sum(len(device["parameters"]) for track in result["tracks"] for device in track["devices"])

    def _ask(self, command: dict[str, Any]) -> dict[str, Any]:
        self._socket.sendall(json.dumps(command).encode())
        answer = self._answer()
        if answer["status"] != "success":
            raise SystemExit(f"{command['type']}: {answer['message']}")
        return answer["result"]

    def _answer(self) -> dict[str, Any]:
        received = bytearray()
        while True:
            received += self._socket.recv(1 << 20)
            if received.endswith(b"}"):
                try:
                    return json.loads(received)
                except ValueError:
                    continue

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
