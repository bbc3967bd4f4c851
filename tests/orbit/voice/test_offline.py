"""The offline transcriber on synthetic speech: both passes, what is not understood, nothing that goes out."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from daw_bridges.session import Session, Track, TrackKind
from orbit.settings import Settings
from orbit.voice import Transcriber, Vocabulary, moonshine, open_transcriber
from orbit.voice.offline import Offline
from orbit.voice.utterance import RATE, samples_of
from orbit.workflows import load_folder
from tests.orbit.voice.speech import say, silence
from workflows_seed import FOLDER

pytestmark = pytest.mark.xdist_group("recogniser")

NAMES = (
    "Kick",
    "Snare",
    "Hats",
    "Bass",
    "Pad",
    "Lead Synth",
    "Guitar",
    "Lead Vox",
    "808",
    "Vox Dbl L/R",
    "低音",
)


def session(*names: str) -> Session:
    tracks = [Track(name=name, kind=TrackKind.AUDIO) for name in names]
    return Session(daw="ableton", tracks=(*tracks, Track(name="A-Reverb", kind=TrackKind.RETURN)))


VOCABULARY = Vocabulary.of(session(*NAMES), load_folder(FOLDER))


@pytest.fixture(scope="module")
def offline() -> Offline:
    pytest.importorskip("pocketsphinx")
    transcriber = Offline()
    transcriber.prepare(VOCABULARY)
    return transcriber


def padded(pcm: bytes) -> bytes:
    return silence(0.3) + pcm + silence(0.3)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("mute the kick", "mute the Kick"),
        ("set the guitar to minus nine d b", "set the Guitar to -9 db"),
        ("set the tempo to one twenty eight", "set the tempo to 128"),
        ("loop bars nine to seventeen", "loop bars 9 to 17"),
        ("mute track eleven", "mute track 11"),
    ],
)
def test_a_command_is_heard_by_the_grammar(offline: Offline, said: str, written: str) -> None:
    heard = offline.transcribe(padded(say(said)), VOCABULARY)
    assert (heard.text, heard.rejected) == (written, False)
    assert heard.seconds > 1.0
    assert heard.took > 0.0


def test_an_odd_name_is_heard(offline: Offline) -> None:
    heard = offline.transcribe(padded(say("mute the eight oh eight")), VOCABULARY)
    assert heard.text == "mute the 808"


def test_a_request_beyond_the_grammar_is_heard_by_its_sound_and_asked(offline: Offline) -> None:
    heard = offline.transcribe(padded(say("swap the pad over to the right side")), VOCABULARY)
    assert (heard.text, heard.engine, heard.rejected) == ("swap the Pad over to the right side", "free", True)


def test_what_the_second_hears_and_the_first_hears_in_it_is_taken(offline: Offline) -> None:
    heard = offline.transcribe(padded(say("take the guitar down by three for me")), VOCABULARY)
    assert (heard.text, heard.engine, heard.rejected) == ("take the Guitar down by 3 for me", "free", False)


@dataclass
class Second:
    """The second recogniser, where it mishears what the test says."""

    heard: str

    def text(self, _pcm: bytes) -> str:
        return self.heard


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("take the guitar down by three for me", "take the guitar down by two for me"),
        ("take the guitar down forty percent for me", "take the guitar down fourteen percent for me"),
        ("give the guitar fifteen percent more", "give the guitar fifty percent more"),
        ("give the guitar a compressor", "give the bass a compressor"),
        ("give the guitar a compressor", "give the guitar a kick"),
    ],
)
def test_another_number_or_name_that_only_the_second_heard_is_not_taken(
    offline: Offline, monkeypatch: pytest.MonkeyPatch, said: str, other: str
) -> None:
    monkeypatch.setattr(offline, "_free", Second(other))
    assert offline.transcribe(padded(say(said)), VOCABULARY).rejected


@pytest.mark.parametrize(
    "said",
    [
        "i think there is still some pizza in the fridge",
        "the keys are on the kitchen table",
        "turn the light off when you go",
        "he broke his arm falling off a ladder",
        "stop it you two that tickles",
    ],
)
def test_other_talk_is_rejected(offline: Offline, said: str) -> None:
    assert offline.transcribe(padded(say(said)), VOCABULARY).rejected


def test_what_is_taken_in_while_one_speaks_is_heard_as_the_whole_is(offline: Offline) -> None:
    pcm = padded(say("set the guitar to minus nine d b"))
    whole = offline.transcribe(pcm, VOCABULARY)
    offline.follow(noise(2.0))  # what came before is forgotten
    for end in (RATE * 3, RATE * 4, len(pcm) - 3200):
        offline.follow(pcm[:end])
    followed = offline.transcribe(pcm, VOCABULARY)
    assert (
        (followed.text, followed.rejected)
        == (whole.text, whole.rejected)
        == ("set the Guitar to -9 db", False)
    )
    assert followed.certainty == pytest.approx(whole.certainty)


def noise(seconds: float) -> bytes:
    samples = np.random.default_rng(1).standard_normal(round(seconds * RATE)) * 3000
    return samples.astype("<i2").tobytes()


def clipped(pcm: bytes) -> bytes:
    return (np.sign(samples_of(pcm)) * 32_000).astype("<i2").tobytes()


@pytest.mark.parametrize(
    "pcm",
    [b"", b"\0", b"\0\0\1", silence(0.03), silence(2.0), noise(2.0), b"\xff\x7f" * RATE],
    ids=["nothing", "half a sample", "odd", "a moment", "silence", "noise", "full scale"],
)
def test_what_is_no_speech_is_rejected(offline: Offline, pcm: bytes) -> None:
    assert offline.transcribe(pcm, VOCABULARY).rejected


def test_clipped_speech_is_no_other_command(offline: Offline) -> None:
    heard = offline.transcribe(clipped(padded(say("mute the kick"))), VOCABULARY)
    assert heard.rejected or heard.text == "mute the Kick"


def test_what_is_rejected_says_what_it_may_have_been(offline: Offline) -> None:
    strict = Offline(sure=1.0)
    heard = strict.transcribe(padded(say("mute the kick")), VOCABULARY)
    assert heard.rejected
    assert heard.text == "mute the Kick"
    assert all(each.text != heard.text for each in heard.alternatives)
    document = heard.to_json()
    assert document["rejected"] is True


def test_names_change_with_the_session(offline: Offline) -> None:
    other = Vocabulary.of(session("Shaker"), load_folder(FOLDER))
    assert offline.transcribe(padded(say("mute the shaker")), other).text == "mute the Shaker"
    assert offline.transcribe(padded(say("mute the kick")), VOCABULARY).text == "mute the Kick"


def test_two_hundred_names(offline: Offline) -> None:
    parts = ("Kick", "Snare", "Bass", "Pad", "Guitar", "Vocal", "String", "Synth", "Piano", "Brass")
    kinds = ("Low", "High", "Left", "Right", "Room", "Close", "Wide", "Main", "Dry", "Wet") * 2
    names = [f"{part} {kind} {number // 10 + 1}" for part in parts for number, kind in enumerate(kinds)]
    vocabulary = Vocabulary.of(session(*names), load_folder(FOLDER))
    assert len(vocabulary.tracks) >= 200
    heard = offline.transcribe(padded(say("mute the guitar wide two")), vocabulary)
    assert (heard.text, heard.rejected) == ("mute the Guitar Wide 2", False)


def test_consent_is_an_answer_and_no_other_sound(offline: Offline) -> None:
    asked = VOCABULARY.for_consent()
    assert offline.transcribe(padded(say("yes do it")), asked).text == "yes do it"
    heard = offline.transcribe(padded(say("are you going to the match on saturday")), asked)
    assert heard.rejected or heard.text not in ("yes do it", "do it", "go ahead")


def test_nothing_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from orbit.settings import Settings; "
        "from orbit.voice import open_transcriber, Transcriber; "
        f"made = open_transcriber(Settings(data_dir=Path({str(tmp_path)!r}))); "
        "assert isinstance(made, Transcriber); "
        "print([name for name in ('pocketsphinx', 'moonshine_voice', 'requests') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_moonshine_commands_are_heard_and_the_rest_is_rejected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moonshine, "find_spec", lambda _name: None)
    transcriber = Offline()
    transcriber.prepare(VOCABULARY)
    assert transcriber.free_speech is False
    heard = transcriber.transcribe(padded(say("mute the kick")))
    assert (heard.text, heard.engine) == ("mute the Kick", "grammar")
    assert transcriber.transcribe(padded(say("i think there is still some pizza in the fridge"))).rejected


LISTENING = """
import os, sys
from pathlib import Path

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.sendmsg"):
        print("out:", event, arguments)
        os._exit(3)

sys.addaudithook(refuse)
from orbit.voice import Vocabulary
from orbit.voice.offline import Offline

made = Offline()
made.prepare(Vocabulary())
for _ in range(2):
    made.transcribe(Path(sys.argv[1]).read_bytes())
assert made.free_speech, "the second pass was tried too"
links = [os.readlink(each) for each in Path("/proc/self/fd").glob("*") if each.is_symlink()]
assert not [link for link in links if link.startswith("socket:")], links
"""


def test_nothing_goes_out(tmp_path: Path) -> None:
    sound = tmp_path / "said.pcm"
    sound.write_bytes(padded(say("we went to the coast for two weeks")))
    done = subprocess.run(
        [sys.executable, "-c", LISTENING, str(sound)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_the_usual_transcriber(tmp_path: Path) -> None:
    assert isinstance(open_transcriber(Settings(data_dir=tmp_path)), Transcriber)
