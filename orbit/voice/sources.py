"""Sources of sound: a microphone of this machine, and WAV files; a browser hands its own in."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from daw_bridges.errors import NotFoundError, SoundError, UsageError
from orbit.voice.endpoint import EXTRA
from orbit.voice.utterance import RATE

__all__ = ["input_names", "microphone", "read_wav"]

_PIECE = 0.03
"""Seconds of sound in one piece of a microphone's."""
_WAITING = 300
"""Pieces that may wait; a face that is busy for longer loses the oldest."""


def input_names() -> list[str]:
    """Give the names of this machine's microphones. Raises SoundError where they cannot be asked for."""
    found = cast("list[dict[str, Any]]", list(_sounddevice().query_devices()))
    return [device["name"] for device in found if device["max_input_channels"] > 0]


async def microphone(wanted: str | None = None) -> AsyncGenerator[bytes]:
    """Give what a microphone hears, until the reader goes; other programs can use it beside.

    ``wanted`` is a part of its name, None the system's choice. Raises SoundError where there is none or it
    is refused, NotFoundError for a name that none has.
    """
    library, names, loop = _sounddevice(), input_names(), asyncio.get_running_loop()
    if not names:
        raise SoundError(
            "This machine has no microphone, or Orbit may not see it. Connect one and allow it in the "
            "system's privacy settings; a recording will do too: orbit voice --file WAV"
        )
    name = next((each for each in names if wanted and wanted.casefold() in each.casefold()), None)
    if wanted is not None and name is None:
        raise NotFoundError("microphone", wanted, names)
    pieces: asyncio.Queue[bytes] = asyncio.Queue()

    def put(piece: bytes) -> None:
        if pieces.qsize() >= _WAITING:
            pieces.get_nowait()
        pieces.put_nowait(piece)

    def take(data: Any, _frames: int, _time: Any, _status: Any) -> None:
        loop.call_soon_threadsafe(put, bytes(data))

    size = round(_PIECE * RATE)
    try:
        with library.RawInputStream(RATE, size, name, 1, "int16", callback=take):
            while True:
                yield await pieces.get()
    except library.PortAudioError as error:
        raise SoundError(
            f"The microphone “{name or names[0]}” cannot be opened ({error}). Allow it in the system's "
            "privacy settings, see that no other program holds it for itself, or name another one."
        ) from None


def _sounddevice() -> Any:
    try:
        import sounddevice
    except ImportError:
        raise SoundError(EXTRA) from None
    except OSError:  # the wheel for Linux has no PortAudio in it
        raise SoundError("The microphone needs PortAudio: apt-get install libportaudio2") from None
    return cast("Any", sounddevice)


# -- WAV files --------------------------------------------------------------------------------------------

_INTEGERS, _FRACTIONS, _EXTENSIBLE = 1, 3, 0xFFFE
_WIDTHS = {_INTEGERS: (8, 16, 24, 32), _FRACTIONS: (32, 64)}
_LARGEST = 256
"""Megabytes; nobody speaks for that long."""


class _Format(NamedTuple):
    kind: int
    channels: int
    rate: int
    bits: int


def read_wav(path: Path) -> bytes:
    """Read a WAV file of any rate, width and number of channels. Raises UsageError, with what is wrong."""
    try:
        large = path.stat().st_size > _LARGEST << 20
        data = b"" if large else path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
    if large:
        raise UsageError(f"{path} is larger than {_LARGEST} MB. Give the part with the request in it.")
    form, sound = _chunks(data, path)
    mono = _resampled(_samples(form, sound, path), form.rate)
    return np.clip(np.round(mono * 32_768), -32_768, 32_767).astype("<i2").tobytes()


def _chunks(data: bytes, path: Path) -> tuple[_Format, bytes]:
    """Find the format and the sound; of a file that was cut off, as much as there is."""
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise UsageError(f"{path} is no WAV file. To convert another format: ffmpeg -i {path} request.wav")
    form, at = None, 12
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        if name == b"fmt ":
            form = _format(data[at + 8 : at + 8 + size], path)
        elif name == b"data" and form is not None:
            return form, data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
    raise UsageError(f"{path} is broken: it has no {'format' if form is None else 'sound'} in it.")


def _format(chunk: bytes, path: Path) -> _Format:
    if len(chunk) < 16:
        raise UsageError(f"{path} is broken: its format is cut off.")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunk)
    if kind == _EXTENSIBLE and len(chunk) >= 26:
        kind = struct.unpack_from("<H", chunk, 24)[0]
    if not 1 <= channels <= 64 or not 4_000 <= rate <= 384_000 or bits not in _WIDTHS.get(kind, ()):
        raise UsageError(
            f"{path} holds sound in a form that is not read: {channels} channels, {rate} Hz, {bits} bits, "
            f"format {kind}. Save it as a plain WAV of 16 or 24 bits."
        )
    return _Format(kind, channels, rate, bits)


def _samples(form: _Format, sound: bytes, path: Path) -> NDArray[np.float32]:
    """Give the sound from −1 to 1, its channels mixed to one."""
    width = form.bits // 8
    whole = len(sound) - len(sound) % (width * form.channels)
    if not whole:
        raise UsageError(f"{path} is empty: there is no sound in it.")
    if form.kind == _FRACTIONS:
        values = np.frombuffer(sound[:whole], dtype=f"<f{width}").astype(np.float32)
    else:
        # Each sample at the top of 32 bits; one of 8 bits has no sign of its own.
        padded = np.zeros((whole // width, 4), dtype=np.uint8)
        padded[:, 4 - width :] = np.frombuffer(sound[:whole], dtype=np.uint8).reshape(-1, width)
        if width == 1:
            padded[:, 3] ^= 0x80
        values = padded.view("<i4")[:, 0].astype(np.float32) / np.float32(2**31)
    finite = np.clip(np.nan_to_num(values, nan=0.0), -1, 1)
    return finite.reshape(-1, form.channels).mean(axis=1)


def _resampled(samples: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """Bring samples to 16 kHz by their spectrum, ten seconds at a time with one second around."""
    if rate == RATE:
        return samples
    length = -(-len(samples) * RATE // rate)
    padded = np.pad(samples, (rate, 12 * rate))
    parts: list[NDArray[np.float32]] = []
    for at in range(0, len(samples), 10 * rate):
        spectrum = np.fft.rfft(padded[at : at + 12 * rate])[: 6 * RATE + 1] * (RATE / rate)
        parts.append(np.fft.irfft(spectrum, 12 * RATE)[RATE : 11 * RATE].astype(np.float32))
    return np.concatenate(parts)[:length]
