"""Spoilt sets: whatever happens to the bytes, the answer is a session or an error that says what to do."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daw_bridges.ableton.saved import read_set
from daw_bridges.errors import SavedSetError
from tests.daw_bridges.ableton.saved.sets import LAYOUTS, xml_of
from tests.daw_bridges.ableton.saved.songs import song

_SONGS = [xml_of(song(layout)) for layout in LAYOUTS]
_TAGS = sorted({tag for xml in _SONGS for tag in xml.replace(b">", b"> ").split() if tag.startswith(b"<")})
_FRAGMENTS = (
    st.binary(max_size=12)
    | st.sampled_from(_TAGS)
    | st.sampled_from(
        [
            b"<",
            b">",
            b'"',
            b"&",
            b"</",
            b"/>",
            b"<!--",
            b"-->",
            b"<![CDATA[",
            b"&#xD800;",
            b"\xff",
            b"-1",
            b"nan",
        ]
    )
)
# A long time ago, so that nobody waits for the rest of it.
_LONG_AGO = (1_000_000_000, 1_000_000_000)

_few = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def _spoilt(draw: st.DrawFn, whole: bytes) -> bytes:
    """The bytes with some of them changed, cut out, repeated or moved."""
    data = whole
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 400)))
        kind = draw(st.sampled_from(["replace", "cut", "repeat", "end"]))
        if kind == "replace":
            data = data[:start] + draw(_FRAGMENTS) + data[end:]
        elif kind == "cut":
            data = data[:start] + data[end:]
        elif kind == "repeat":
            data = data[:end] + data[start:]
        else:
            data = data[:start]
    return data


def _read(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    os.utime(path, _LONG_AGO)
    refusal = ""
    try:
        read_set(path).session.model_dump_json()
    except SavedSetError as error:
        refusal = str(error)
    assert not refusal or str(path) in refusal


@pytest.mark.parametrize("number", range(len(_SONGS)))
@_few
@given(data=st.data())
def test_spoilt_xml(number: int, data: st.DataObject, tmp_path: Path) -> None:
    _read(tmp_path / "Song.als", gzip.compress(data.draw(_spoilt(_SONGS[number])), 1))


@_few
@given(data=st.data())
def test_spoilt_gzip(data: st.DataObject, tmp_path: Path) -> None:
    _read(tmp_path / "Song.als", data.draw(_spoilt(gzip.compress(_SONGS[0]))))


@_few
@given(data=st.binary(max_size=300))
def test_anything_at_all(data: bytes, tmp_path: Path) -> None:
    _read(tmp_path / "Song.als", data)
    _read(tmp_path / "Song.als", gzip.compress(data))
