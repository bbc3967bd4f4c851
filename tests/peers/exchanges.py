"""Exchanges with a script that answers AbletonOSC's addresses: what is said to it, what it has to answer.

An exchange is kept in YAML on one line: the address, what is said with it, and the answers, each an address
with its values. ``stock`` holds what AbletonOSC itself answers where Orbit's script means to do better.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import build_msg

from daw_bridges.simulated.live import LiveHost, Song, default_set
from daw_bridges.simulated.live.devices import stock_device
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification

__all__ = ["FOLDER", "Controller", "Exchange", "agrees", "areas", "exchange_set", "load", "until_settled"]

FOLDER = Path(__file__).parent / "exchanges"

# A plain property answers with whatever was said behind it: a mark that says where the answers end.
_MARK = "/live/song/get/tempo"
_ANSWER_SECONDS = 10.0
_CLOSE = 1e-4

Message = tuple[str, list[Any]]


@dataclass(frozen=True)
class Exchange:
    """A message, and the answers to it in order."""

    address: str
    arguments: tuple[Any, ...]
    answers: tuple[Message, ...]
    stock: tuple[Message, ...]

    @property
    def only_asks(self) -> bool:
        """Whether nothing changes by it, so that nothing needs to settle."""
        return "/get/" in self.address


def areas() -> list[str]:
    """The files there are, without their endings."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load(area: str) -> list[Exchange]:
    """The exchanges of an area, in order: later ones build on earlier ones."""
    rows = yaml.safe_load((FOLDER / f"{area}.yaml").read_text(encoding="utf-8"))
    return [_exchange(row) for row in rows]


def _exchange(row: dict[str, Any]) -> Exchange:
    answers = _messages(row.get("hear", []))
    return Exchange(
        row["say"],
        tuple(row.get("with", [])),
        answers,
        _messages(row["stock"]) if "stock" in row else answers,
    )


def _messages(rows: list[list[Any]]) -> tuple[Message, ...]:
    return tuple((address, values) for address, *values in rows)


def exchange_set() -> Song:
    """Live's default set, with something of everything in it: clips, notes, devices, a locator, a group."""
    song = default_set()
    with song.unrecorded():
        riff = song.tracks[0].clip_slots[0].put_(8.0, midi=True)
        riff.name = "Riff_C-E"
        riff.add_new_notes(
            MidiNoteSpecification(*note) for note in ((60, 0.0, 1.0, 100.0), (64, 2.0, 0.5, 90.0))
        )
        song.tracks[0].clip_slots[1].put_(4.0, midi=True).name = "Fill_F"
        song.tracks[2].clip_slots[0].put_(16.0, midi=False).name = "Take"
        song.tracks[0].duplicate_clip_to_arrangement(riff, 8.0)
        for device in ("Utility", "Compressor"):
            song.tracks[2].insert_(stock_device(device), len(song.tracks[2].devices))
        song.set_or_delete_cue()
        song.cue_points[0].name = "Start"
        song.scenes[0].name = "Verse"
    return song


class Controller:
    """A client over UDP."""

    def __init__(self, answers: socket.socket, port: int) -> None:
        self._answers, self.port, self._marks = answers, port, 0
        answers.settimeout(_ANSWER_SECONDS)

    def send(self, address: str, *arguments: Any) -> None:
        """Say something."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            out.sendto(build_msg(address, arguments or "").dgram, ("127.0.0.1", self.port))

    def read(self) -> Message:
        """The next thing that is heard; TimeoutError after ten seconds."""
        message = OscMessage(self._answers.recv(65536))
        return message.address, list(message.params)

    def read_all(self) -> list[Message]:
        """All that is heard up to now."""
        self._marks += 1
        mark = f"mark {self._marks}"
        self.send(_MARK, mark)
        heard: list[Message] = []
        while (message := self.read())[1][-1:] != [mark]:
            heard.append(message)
        return heard

    def ask(self, address: str, *arguments: Any) -> list[Message]:
        """Say something and give all that is heard of it at once."""
        self.send(address, *arguments)
        return self.read_all()

    def exchange(self, exchange: Exchange, settle: Callable[[], None]) -> list[Message]:
        """Say something and give all that is heard of it."""
        heard = self.ask(exchange.address, *exchange.arguments)
        if exchange.only_asks:
            return heard
        settle()
        return [*heard, *self.read_all()]


def until_settled(host: LiveHost) -> Callable[[], None]:
    """Wait for what Live leaves to its next tick, and for the script to have heard of it."""

    def settle() -> None:
        for _ in range(3):
            time.sleep(0.01)
            host.call(lambda: None)

    return settle


def agrees(heard: list[Message], wanted: tuple[Message, ...]) -> bool:
    """Whether the answers are those, but for what is behind the text of an error."""
    return len(heard) == len(wanted) and all(map(_same_message, heard, wanted))


def _same_message(one: Message, other: Message) -> bool:
    (address, values), (wanted_address, wanted) = one, other
    if address == "/live/error":
        values = values[: len(wanted)]
    return address == wanted_address and len(values) == len(wanted) and all(map(_same, values, wanted))


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, float) or isinstance(wanted, float):
        return isinstance(value, (int, float)) and abs(value - wanted) <= _CLOSE * max(1.0, abs(wanted))
    return bool(value == wanted)
