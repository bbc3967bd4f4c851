"""``orbit voice``: recordings, and somebody at a terminal with a microphone of the test."""

from __future__ import annotations

import asyncio
import json
import socket
import wave
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input

from daw_bridges.errors import OrbitError
from orbit.interfaces.cli import voice
from orbit.interfaces.cli.options import load_settings
from orbit.server import LocalEngine
from orbit.voice.sources import microphone
from orbit.voice.utterance import RATE
from tests.orbit.voice.speech import pieces, say, silence

Orbit = Callable[..., Any]
Recorded = Callable[..., str]
PAUSE = silence(1.0)
LONGEST_WAIT = 40


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    """What is said one after the other, in a file."""

    def saved(*said: str | bytes) -> str:
        path = tmp_path / "said.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(PAUSE.join(say(each) if isinstance(each, str) else each for each in said))
        return str(path)

    return saved


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Have a transcriber of another package hear this, one utterance after the other."""
    package = tmp_path / "packages" / "scripted-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: scripted\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[orbit.transcribers]\nscripted = tests.orbit.voice.speech:open_scripted\n"
    )
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("ORBIT_TRANSCRIBER", "scripted")

    def script(*texts: str) -> None:
        folder = tmp_path / "data"
        folder.mkdir(exist_ok=True)
        (folder / "heard.json").write_text(json.dumps(texts))

    return script


def tracks(document: dict[str, Any], when: str = "after") -> dict[str, Any]:
    return {track["name"]: track for track in document[when]["tracks"]}


# -- recordings, whatever hears them ----------------------------------------------------------------------


def test_a_recording_is_shown_done_and_read_back(orbit: Orbit, heard: Any, recorded: Recorded) -> None:
    heard("mute the kick", "undo")
    ended = orbit("voice", "--file", recorded("mute the kick", "undo"))
    assert ended.status == 0
    assert ended.out.index("Heard: mute the kick") < ended.out.index("muted Kick")
    assert "Taken back" in ended.out


def test_each_request_is_a_document(orbit: Orbit, heard: Any, recorded: Recorded) -> None:
    heard("mute the kick", "?mute the snare", "no")
    ended = orbit("voice", "--file", recorded("one thing", "another", "no no"), "--json")
    done, left = (json.loads(line) for line in ended.out.splitlines())
    assert (done["ok"], done["heard"], done["rejected"]) == (True, "mute the kick", False)
    assert [result["status"] for result in done["results"]] == ["verified"]
    assert tracks(done)["Kick"]["mute"]
    assert (left["ok"], left["heard"], left["rejected"]) == (False, "mute the snare", True)
    assert left["code"] == "not_understood"
    assert ended.status == 1


def test_what_is_not_sure_is_done_by_a_yes_and_never_without(
    orbit: Orbit, heard: Any, recorded: Recorded
) -> None:
    heard("?mute the kick")
    ended = orbit("voice", "--file", recorded("mute the kick"), "--yes", "--json")
    assert (ended.status, ended.document["ok"]) == (1, False)
    assert ended.document["reply"] == "Did you say “mute the kick”? Nothing was changed."
    heard("?mute the kick", "yes do it")
    ended = orbit("voice", "--file", recorded("mute the kick", "yes do it"), "--json")
    assert (ended.status, ended.document["ok"]) == (0, True)
    assert tracks(ended.document)["Kick"]["mute"]


def test_nothing_is_deleted_without_a_second_word(orbit: Orbit, heard: Any, recorded: Recorded) -> None:
    heard("delete the guitar track")
    ended = orbit("voice", "--file", recorded("delete it"), "--json")
    assert (ended.status, ended.document["code"]) == (1, "declined")
    assert "--yes" in ended.document["reply"]
    assert "Guitar" in tracks(ended.document)
    heard("delete the guitar track", "yes do it")
    ended = orbit("voice", "--file", recorded("delete it", "yes do it"), "--json")
    assert (ended.status, ended.document["heard"]) == (0, "delete the guitar track")
    assert "Guitar" not in tracks(ended.document)
    heard("delete the pad track")
    assert orbit("voice", "--file", recorded("delete it"), "--yes").status == 0


def test_a_dry_run_changes_nothing(orbit: Orbit, heard: Any, recorded: Recorded) -> None:
    heard("delete the guitar track")
    ended = orbit("voice", "--file", recorded("delete it"), "--dry-run", "--json")
    assert ended.status == 0
    assert "Guitar" in tracks(ended.document, "before")
    assert ended.document["results"] == []


def test_what_orbit_asks_back_is_answered_aloud(orbit: Orbit, heard: Any, recorded: Recorded) -> None:
    heard("set up a reverb send", "the snare")
    ended = orbit("voice", "--file", recorded("a reverb send", "the snare"), "--json")
    asked, done = (json.loads(line) for line in ended.out.splitlines())
    assert "Snare" in asked["question"]["options"]
    assert (ended.status, done["workflow"]) == (0, "reverb-send")
    heard("set up a reverb send")
    assert orbit("voice", "--file", recorded("a reverb send")).status == 1


def test_a_daw_that_is_not_there_has_a_status_of_its_own(
    orbit: Orbit, heard: Any, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_PORT", "9")
    heard("mute the kick")
    ended = orbit("voice", "--file", recorded("mute the kick"), "--daw", "ableton", "--json")
    assert ended.status == 3
    assert ended.document["heard"] == "mute the kick"


def test_a_recording_in_which_nobody_speaks(orbit: Orbit, heard: Any, recorded: Recorded) -> None:
    heard()
    ended = orbit("voice", "--file", recorded(silence(2)), "--json")
    assert (ended.status, ended.document["reply"]) == (1, "Nobody speaks in this recording.")


def test_a_file_that_is_no_recording_is_wrong_usage(orbit: Orbit, tmp_path: Path) -> None:
    path = tmp_path / "text.wav"
    path.write_text("hello")
    ended = orbit("voice", "--file", str(path), "--json")
    assert (ended.status, ended.document["code"]) == (2, "usage")
    assert "no WAV file" in ended.document["reply"]


def test_a_transcriber_that_nobody_brings_is_told_of(
    orbit: Orbit, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_TRANSCRIBER", "whispers")
    ended = orbit("voice", "--file", recorded(silence(1)))
    assert ended.status == 2
    assert "whispers" in ended.err


def test_speaking_needs_a_terminal_and_no_consent_beforehand(orbit: Orbit) -> None:
    assert "--file" in orbit("voice", "--json").document["reply"]
    ended = orbit("voice", "--yes")
    assert ended.status == 2
    assert "--file" in ended.err


def test_a_talk_button_is_learned(orbit: Orbit) -> None:
    with socket.create_server(("127.0.0.1", 0)) as controller:
        port = f"tcp:127.0.0.1:{controller.getsockname()[1]}"
        ended = orbit("voice", "learn", "--port", port, "--seconds", "0.1", "--json")
        assert ended.status == 1
        assert "Press it while Orbit waits" in ended.document["reply"]


def test_a_model_for_free_speech_that_there_is_not_is_refused(orbit: Orbit) -> None:
    ended = orbit("voice", "download", "enormous", "--json")
    assert ended.status == 2
    assert "small.en" in ended.document["reply"]


@pytest.mark.anyio
@pytest.mark.usefixtures("data_dir")
async def test_a_microphone_that_is_not_there_ends_it(heard: Any) -> None:
    heard()
    with create_pipe_input() as keys, create_app_session(input=keys), pytest.raises(OrbitError):
        await voice.talk(load_settings(), microphone("no such microphone on any machine"))


# -- somebody at a terminal -------------------------------------------------------------------------------


class Person:
    """Somebody with a microphone who presses keys and reads what is shown."""

    def __init__(self, keys: PipeInput, read: Callable[[], str]) -> None:
        self._keys, self._read = keys, read
        self._said: deque[bytes] = deque()
        self._listened = asyncio.Event()
        self.shown = ""

    async def microphone(self) -> AsyncIterator[bytes]:
        """Give silence, and what is said, without end."""
        while True:
            if not self._said:
                self._listened.set()
            yield self._said.popleft() if self._said else silence(0.1)
            await asyncio.sleep(0.01)

    def press(self, key: str) -> None:
        self._keys.send_text(key)

    async def says(self, sound: bytes) -> None:
        self._said.extend(pieces(sound))
        self._listened.clear()
        await self._listened.wait()

    async def sees(self, text: str) -> None:
        """Wait until something is shown, behind what was seen before."""
        async with asyncio.timeout(LONGEST_WAIT):
            while text not in self.shown:
                await asyncio.sleep(0.02)
                self.shown += self._read()
        self.shown = self.shown.partition(text)[2]


@asynccontextmanager
async def somebody(capsys: pytest.CaptureFixture[str], **settings: Any) -> AsyncGenerator[Person]:
    with create_pipe_input() as keys, create_app_session(input=keys):
        person = Person(keys, lambda: capsys.readouterr().out)
        talking = asyncio.create_task(voice.talk(load_settings(**settings), person.microphone()))
        await person.sees("Ctrl-D leaves.")
        yield person
        person.press("\x04")
        async with asyncio.timeout(LONGEST_WAIT):
            assert await talking == 0


@pytest.fixture
def pedal() -> Generator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as controller:
        yield controller


@pytest.mark.anyio
@pytest.mark.usefixtures("data_dir")
async def test_keys_talk_answer_forget_and_leave(
    heard: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice, "_AND_AGAIN", 2.0)
    heard(
        "mute the kick", "delete the guitar track", "?mute the pad", "mute the hats", "delete the pad track"
    )
    async with somebody(capsys) as person:
        person.press(" ")  # tapped: the pause ends it
        await person.says(say("mute the kick") + PAUSE)
        await person.sees("Heard: mute the kick")
        await person.sees("muted Kick")

        person.press("  ")  # held: it comes again and again, and is up when no more come
        await person.says(say("delete it"))
        await person.sees("Do it?")
        person.press("n")
        await person.sees("Nothing was changed")

        person.press(" ")
        await person.says(say("mute the pad") + PAUSE)
        await person.sees("Did you say “mute the pad”?")
        person.press("1")
        await person.sees("muted Pad")

        person.press(" ")
        await person.says(say("forget this"))
        person.press("\x1b")
        person.press(" ")
        await person.says(say("mute the hats") + PAUSE)
        await person.sees("Heard: mute the hats")
        await person.sees("muted Hats")

        person.press(" ")
        await person.says(say("delete it") + PAUSE)
        await person.sees("Do it?")  # leaving declines it
    async with LocalEngine(load_settings()) as engine:
        assert {"Guitar", "Pad"} <= set((await engine.session()).track_names)


@pytest.mark.anyio
@pytest.mark.usefixtures("data_dir")
async def test_a_pedal_is_held_while_one_speaks(
    heard: Any, capsys: pytest.CaptureFixture[str], pedal: socket.socket
) -> None:
    heard("mute the kick")
    button = f"tcp:127.0.0.1:{pedal.getsockname()[1]}: cc 64"
    async with somebody(capsys, talk_button=button) as person:
        connection, _ = await asyncio.to_thread(pedal.accept)
        with connection:
            connection.sendall(bytes.fromhex("b0 40 7f"))
            await asyncio.sleep(0.3)
            await person.says(say("mute the kick"))
            connection.sendall(bytes.fromhex("b0 40 00"))
            await person.sees("Heard: mute the kick")
            await person.sees("muted Kick")
