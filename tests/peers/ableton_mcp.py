"""ableton-mcp's Remote Script in Live: ``python -m tests.peers.ableton_mcp PATH``, PATH a checkout of it.

Every command of its protocol is asked over its own TCP port (9877, which must be free), the script unchanged
in a simulated Live, and compared with the list beside this file: what has to work works, and what fails in
Live fails here too.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
import tempfile
import time
import wave
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from daw_bridges.simulated.live import LiveHost, default_set

__all__ = ["ask_all", "main"]

PORT = 9877
_SCRIPT = "AbletonMCP_Remote_Script"
_COMMANDS = Path(__file__).with_suffix(".yaml")
_CLOSE = 1e-4


def ask_all(script: Path, wav: Path) -> tuple[int, list[str]]:
    """Ask everything of a script; gives how much was asked and what came out otherwise."""
    commands: list[dict[str, Any]] = yaml.safe_load(_COMMANDS.read_text(encoding="utf-8"))
    otherwise: list[str] = []
    with LiveHost(default_set(), script, tick_seconds=0.02) as host, _connection() as connection:
        for command in commands:
            asked = {"type": command["ask"], "params": _filled(command.get("with", {}), wav)}
            answer = _ask(connection, asked)
            if not _as_wanted(command, answer):
                otherwise.append(f"{command['ask']} {asked['params']}: {json.dumps(answer)[:400]}")
            # What Live leaves to its next tick has come by when the next thing is asked.
            time.sleep(0.03)
            host.call(lambda: None)
    return len(commands), otherwise


def _filled(params: Mapping[str, Any], wav: Path) -> dict[str, Any]:
    return {name: str(wav) if value == "$wav" else value for name, value in params.items()}


@contextmanager
def _connection() -> Generator[socket.socket]:
    with socket.create_connection(("127.0.0.1", PORT), timeout=30) as connection:
        yield connection


def _ask(connection: socket.socket, command: Mapping[str, Any]) -> dict[str, Any]:
    connection.sendall(json.dumps(command).encode())
    text = b""
    while True:
        data = connection.recv(1 << 20)
        if not data:
            raise EOFError("the script closed the connection")
        text += data
        try:
            return json.loads(text)
        except ValueError:
            continue


def _as_wanted(command: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    if "fails" in command:
        return answer["status"] == "error" and command["fails"] in answer["message"]
    return answer["status"] == "success" and _holds(answer["result"], command["gets"])


def _holds(found: Any, wanted: Any) -> bool:
    """Whether everything wanted is in what was found; of lists the first so many."""
    if isinstance(wanted, dict):
        return all(name in found and _holds(found[name], value) for name, value in wanted.items())
    if isinstance(wanted, list) and wanted:
        return len(found) >= len(wanted) and all(map(_holds, found, wanted))
    if isinstance(wanted, float):
        return abs(found - wanted) <= _CLOSE
    return bool(found == wanted)


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask everything and print the count; gives 0 where all of it is as wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.ableton_mcp", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of ableton-mcp")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        said, otherwise = ask_all(options.checkout / _SCRIPT, _tone(Path(folder) / "tone.wav"))
    commands = yaml.safe_load(_COMMANDS.read_text(encoding="utf-8"))
    sys.stdout.write(f"== ableton-mcp, unchanged: {said - len(otherwise)} of {said} commands as wanted\n")
    for command in commands:
        if "because" in command:
            sys.stdout.write(f"   fails, as in Live: {command['ask']}: {command['because']}\n")
    for line in otherwise:
        sys.stdout.write(f"   otherwise: {line}\n")
    return len(otherwise)


def _tone(path: Path) -> Path:
    """A second of silence, as a file to import."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 44_100, 0, "NONE", ""))
        file.writeframes(bytes(2 * 44_100))
    return path


if __name__ == "__main__":
    sys.exit(main())
