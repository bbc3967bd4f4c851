"""Where sound comes from: WAV files of every kind, and a microphone by PortAudio."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from daw_bridges.errors import UsageError
from orbit.voice.sources import read_wav
from orbit.voice.utterance import RATE, samples_of
from tests.orbit.voice.speech import pieces, say

TONE, SECONDS = 440.0, 11.3
"""Longer than what is resampled at a time."""


def wav(rate: int, bits: int, channels: int, *, kind: int = 1, extensible: bool = False) -> bytes:
    """A tone at half of full scale, in the first of the channels louder than in the others."""
    times = np.arange(round(rate * SECONDS)) / rate
    columns = [np.sin(2 * np.pi * TONE * times) * (0.5 if at == 0 else 0.25) for at in range(channels)]
    values = np.stack(columns, axis=1).reshape(-1)
    if kind == 3:
        sound = values.astype(f"<f{bits // 8}").tobytes()
    elif bits == 8:
        sound = np.round(values * 127 + 128).astype(np.uint8).tobytes()
    else:
        whole = np.round(values * (2 ** (bits - 1) - 1)).astype("<i4")
        sound = whole.view(np.uint8).reshape(-1, 4)[:, : bits // 8].tobytes()
    frame = bits // 8 * channels
    tag = 0xFFFE if extensible else kind
    form = struct.pack("<HHIIHH", tag, channels, rate, rate * frame, frame, bits)
    if extensible:
        form += struct.pack("<HHIH14s", 22, bits, 0, kind, b"\0" * 14)
    chunks = b"".join(
        name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
        for name, body in ((b"fmt ", form), (b"LIST", b"odd"), (b"data", sound))
    )
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks


KINDS = [
    (16_000, 16, 1, 1, False),
    (8_000, 8, 1, 1, False),
    (11_025, 16, 2, 1, False),
    (44_100, 24, 2, 1, False),
    (48_000, 24, 2, 1, True),
    (48_000, 32, 1, 3, False),
    (96_000, 32, 6, 1, True),
    (192_000, 64, 1, 3, False),
]


@pytest.mark.parametrize(("rate", "bits", "channels", "kind", "extensible"), KINDS)
def test_a_wav_of_any_kind_is_the_same_sound(
    tmp_path: Path, rate: int, bits: int, channels: int, kind: int, extensible: bool
) -> None:
    path = tmp_path / "tone.wav"
    path.write_bytes(wav(rate, bits, channels, kind=kind, extensible=extensible))
    samples = samples_of(read_wav(path)).astype(np.float64)
    assert abs(len(samples) - SECONDS * RATE) <= 1
    times = np.arange(len(samples)) / RATE
    expected = np.sin(2 * np.pi * TONE * times) * (0.5 + 0.25 * (channels - 1)) / channels
    inside = slice(RATE // 100, -RATE // 100)  # a tone that begins at once rings at its ends
    assert np.abs(samples - expected)[inside].max() < 0.01


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"hello, this is text and no sound", "no WAV file"),
        (b"", "no WAV file"),
        (b"RIFF\0\0\0\0WAVE", "no format"),
        (wav(16_000, 16, 1)[:50], "no sound"),
        (wav(16_000, 16, 1)[:36] + b"data\0\0\0\0", "empty"),
        (wav(16_000, 16, 1).replace(struct.pack("<I", 16_000), b"\0\0\0\0", 1), "not read"),
        (wav(16_000, 16, 1, kind=1)[:20] + b"\x55\0" + wav(16_000, 16, 1)[22:], "format 85"),
    ],
    ids=["text", "nothing", "no format", "no sound", "empty", "no rate", "mp3"],
)
def test_a_file_that_is_no_sound_is_refused_with_what_is_wrong(
    tmp_path: Path, data: bytes, said: str
) -> None:
    path = tmp_path / "garbage.wav"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=said):
        read_wav(path)


def test_a_file_that_was_cut_off_has_as_much_sound_as_there_is(tmp_path: Path) -> None:
    path = tmp_path / "cut.wav"
    path.write_bytes(wav(16_000, 16, 1)[: 44 + 12 + RATE * 2])
    assert len(read_wav(path)) == RATE * 2
    with pytest.raises(UsageError, match="cannot be read"):
        read_wav(tmp_path / "missing.wav")


PIECE = 960
HEAR = """
import asyncio, sys
from daw_bridges.errors import OrbitError
from orbit.voice.sources import microphone

async def hear(wanted):
    heard = b""
    async for piece in microphone(wanted):
        heard += piece
        if len(heard) >= 32000:
            break
    return heard

try:
    sys.stdout.buffer.write(asyncio.run(hear(sys.argv[1] if len(sys.argv) > 1 else None)))
except OrbitError as error:
    print(f"{type(error).__name__}: {error}")
"""


def heard(home: Path, *arguments: str, alsa: str = "", first: str = "") -> bytes:
    """What a process hears on a machine whose sound is set up so; PortAudio and ALSA are the real ones."""
    pytest.importorskip("sounddevice", reason="the extra “voice” with PortAudio is not installed")
    (home / ".asoundrc").write_text(alsa)
    environment = os.environ | {"HOME": str(home)}
    command = [sys.executable, "-c", f"{first}\n{HEAR}", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, check=True, timeout=20).stdout


def device(infile: Path) -> str:
    return f'pcm.!default {{ type file slave.pcm "null" file "/dev/null" infile "{infile}" format raw }}'


@pytest.mark.skipif(sys.platform != "linux", reason="needs ALSA, whose devices can be files")
def test_a_microphone_is_heard_by_its_name(tmp_path: Path) -> None:
    spoken = [piece for piece in pieces(say("mute the kick"), PIECE) if len(piece) == PIECE]
    (tmp_path / "said.raw").write_bytes(b"".join(spoken) * 100)
    alsa = device(tmp_path / "said.raw")
    # A file gives its sound faster than anybody speaks, so that some of it is lost on the way.
    found = set(pieces(heard(tmp_path, "DEFAULT", alsa=alsa), PIECE))
    assert len(found) > 10
    assert found <= set(spoken)
    assert "default" in heard(tmp_path, "Scarlett", alsa=alsa).decode()


@pytest.mark.skipif(sys.platform != "linux", reason="needs ALSA, whose devices can be files")
def test_a_microphone_that_is_refused_says_what_to_do(tmp_path: Path) -> None:
    infile = tmp_path / "said.raw"
    infile.write_bytes(bytes(320_000))
    # It is there when the machine is asked for its microphones, and cannot be opened.
    refused = f"import os, sounddevice; os.remove({str(infile)!r})"
    said = heard(tmp_path, alsa=device(infile), first=refused).decode()
    assert said.startswith("SoundError: The microphone “default” cannot be opened")
    assert "Allow it in the system's privacy settings" in said


def test_a_machine_without_a_microphone_says_what_to_do(tmp_path: Path) -> None:
    said = heard(tmp_path).decode()
    assert said.startswith("SoundError: This machine has no microphone")
    assert "privacy settings" in said
