"""Files that are no sets, or not whole, or not meant well: each is refused with what to do."""

from __future__ import annotations

import gzip
import os
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from daw_bridges.ableton.saved import pieces, read_set
from daw_bridges.errors import SavedSetError
from tests.daw_bridges.ableton.saved.sets import LIVE_12, written, xml_of
from tests.daw_bridges.ableton.saved.songs import song

_XML = xml_of(song(LIVE_12))


def _refused(path: Path, *words: str) -> str:
    with pytest.raises(SavedSetError) as caught:
        read_set(path)
    message = str(caught.value)
    assert str(path) in message
    for word in words:
        assert word in message
    return message


def test_no_file_says_so(tmp_path: Path) -> None:
    _refused(tmp_path / "None.als", "There is no file")


def test_a_folder_says_to_name_a_set_in_it(tmp_path: Path) -> None:
    _refused(tmp_path, "is a folder", "sets (.als) in it")


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    _refused(written(tmp_path, _XML) / "Song.als", "cannot be read")


def test_an_empty_file_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "Song.als"
    path.touch()
    _refused(path, "is empty", "Backup")


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9, 0.999])
def test_a_cut_file_ends_in_the_middle(share: float, tmp_path: Path) -> None:
    path = written(tmp_path, _XML)
    data = path.read_bytes()
    path.write_bytes(data[: max(3, int(len(data) * share))])
    _refused(path, "ends in the middle", "Backup")


def test_xml_that_was_cut_before_it_was_packed_ends_in_the_middle_too(tmp_path: Path) -> None:
    _refused(written(tmp_path, _XML[: len(_XML) // 2]), "ends in the middle")


def test_damaged_gzip_is_damaged(tmp_path: Path) -> None:
    path = written(tmp_path, _XML)
    data = bytearray(path.read_bytes())
    data[-6] ^= 0xFF  # the check sum
    path.write_bytes(data)
    _refused(path, "damaged")


def test_what_is_neither_gzip_nor_xml_is_told(tmp_path: Path) -> None:
    path = tmp_path / "Song.als"
    path.write_bytes(b"RIFF\x00\x00WAVEfmt ")
    _refused(path, "neither gzip nor XML")


def test_a_set_that_was_unpacked_by_hand_is_read_as_live_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "Song.als"
    for marked in (_XML, b"\xef\xbb\xbf" + _XML, _XML.split(b"\n", 1)[1]):
        path.write_bytes(marked)
        assert read_set(path) == read_set(written(tmp_path / "", _XML))


def test_a_set_packed_in_parts_or_with_padding_is_read(tmp_path: Path) -> None:
    path = tmp_path / "Song.als"
    middle = len(_XML) // 2
    path.write_bytes(gzip.compress(_XML[:middle]) + gzip.compress(_XML[middle:]) + b"\0" * 512)
    assert read_set(path).session.track_names[-1] == "Master"


@pytest.mark.parametrize(
    ("name", "what"),
    [("Pad.adg", "a rack or preset"), ("Loop.alc", "a clip"), ("Keys.adv", "a device preset")],
)
def test_live_s_other_files_are_named(name: str, what: str, tmp_path: Path) -> None:
    preset = b'<GroupDevicePreset><Name Value="x" /></GroupDevicePreset>'
    inside = b'<Ableton Creator="Ableton Live 11.0">' + preset + b"</Ableton>"
    # A clip is stored in a set of its own.
    for each in (inside, _XML):
        _refused(written(tmp_path, each, name), what, ".als")


def test_a_preset_called_a_set_is_seen_for_what_it_is(tmp_path: Path) -> None:
    inside = b'<Ableton><GroupDevicePreset><Name Value="x" /></GroupDevicePreset></Ableton>'
    _refused(written(tmp_path, inside), "GroupDevicePreset")


@pytest.mark.parametrize("xml", [b"<html><body>x</body></html>", b"<Ableton></Ableton>", b"<Ableton />"])
def test_other_xml_is_no_set(xml: bytes, tmp_path: Path) -> None:
    _refused(written(tmp_path, xml), "not a Live set")


_LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))


@pytest.mark.parametrize(
    "prologue",
    [
        b'<!DOCTYPE Ableton [<!ENTITY l0 "lol">' + _LAUGHS + b"]>",
        b'<!DOCTYPE Ableton [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        b'<!DOCTYPE Ableton SYSTEM "http://127.0.0.1:9/a.dtd">',
        b"<!DOCTYPE Ableton>",
        b"<?php echo 1 ?>",
        b"<![CDATA[x]]>",
    ],
    ids=[
        "billion laughs",
        "external entity",
        "external document type",
        "document type",
        "instruction",
        "data",
    ],
)
def test_documents_that_bring_more_than_elements_are_refused(prologue: bytes, tmp_path: Path) -> None:
    _refused(written(tmp_path, prologue + _XML.split(b"\n", 1)[1]), "Live never writes")


def test_an_entity_of_one_s_own_is_refused_and_those_of_xml_are_read(tmp_path: Path) -> None:
    _refused(written(tmp_path, _XML.replace(b'Value="Bass"', b'Value="&l9;"')), "entity", "l9")
    named = _XML.replace(b'Value="Bass"', b'Value="&lt;&#x41;&#66;&amp;&quot;&apos;&gt;&#xD800;&#0;"')
    assert "<AB&\"'>\ufffd\ufffd" in read_set(written(tmp_path, named)).session.track_names


def test_comments_say_nothing_however_long_they_are(tmp_path: Path) -> None:
    commented = _XML.replace(b"<Tracks>", b"<!-- " + b"<Tracks> & > " * 50_000 + b"--><Tracks>")
    assert read_set(written(tmp_path, commented)) == read_set(written(tmp_path, _XML))


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "Song.als"
    packer = zlib.compressobj(9, wbits=31)
    with path.open("wb") as file:
        file.write(packer.compress(_XML.split(b"<Tracks>")[0]))
        for _ in range(400):
            file.write(packer.compress(b"\n" * (1 << 20)))
        file.write(packer.flush())
    assert path.stat().st_size < 1 << 20
    _refused(path, "unpacks to more than")


def test_a_set_larger_than_any_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MOST", len(_XML) - 1)
    _refused(written(tmp_path, _XML), "unpacks to more than")


@pytest.mark.parametrize("where", [b"<Tracks>", b"<Devices>", b"<LiveSet>", b"<Mixer>"])
@pytest.mark.parametrize("name", [b"Deep", b"Devices", b"Branches", b"DeviceChain"])
def test_elements_in_elements_a_hundred_thousand_deep_do_no_harm(
    where: bytes, name: bytes, tmp_path: Path
) -> None:
    deep = b"<" + name + b">"
    closed = b"</" + name + b">"
    path = written(tmp_path, _XML.replace(where, where + deep * 100_000 + closed * 100_000, 1))
    assert "Bass" in read_set(path).session.track_names


def test_racks_in_racks_without_end_are_read_as_deep_as_racks_go(tmp_path: Path) -> None:
    opened = b"<AudioEffectGroupDevice><Branches><AudioEffectBranch><DeviceChain><Chain><Devices>" * 3000
    closed = (
        b"</Devices></Chain></DeviceChain></AudioEffectBranch></Branches></AudioEffectGroupDevice>" * 3000
    )
    path = written(tmp_path, _XML.replace(b"<Devices>", b"<Devices>" + opened + closed, 1))
    (rack, *_) = read_set(path).session.tracks[1].devices
    depth = 1
    while rack.chains and rack.chains[0].devices:
        (rack, *_), depth = rack.chains[0].devices, depth + 1
    assert 8 <= depth <= 64


def test_a_tag_without_an_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    endless = _XML.replace(b"<Tracks>", b"<Tracks><A b=" + b"\n" * (1 << 24), 1)
    path = tmp_path / "Song.als"
    path.write_bytes(endless)
    _refused(path, "damaged")


@pytest.mark.parametrize("cut", [b"</Tracks>", b"</LiveSet>", b"</Mixer>", b"</Ableton>"])
def test_elements_that_do_not_fit_into_each_other_are_damage(cut: bytes, tmp_path: Path) -> None:
    _refused(written(tmp_path, _XML.replace(cut, b"", 1)))


def test_text_that_is_not_utf_8_is_damage(tmp_path: Path) -> None:
    _refused(written(tmp_path, _XML.replace(b'"Bass"', b'"B\xe4ss"')), "UTF-8")


def test_a_set_that_is_saved_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, _XML)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])

    def finish() -> None:
        time.sleep(0.2)
        path.write_bytes(whole)

    saving = threading.Thread(target=finish)
    saving.start()
    try:
        assert "Bass" in read_set(path).session.track_names
    finally:
        saving.join()


def test_a_set_that_is_replaced_while_it_is_read_is_read_as_it_became(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, _XML)
    other = written(tmp_path, _XML.replace(b'"Bass"', b'"Tuba"'), "Other.als")
    _while_it_is_read(monkeypatch, lambda: other.exists() and other.replace(path))
    assert "Tuba" in read_set(path).session.track_names


def test_a_set_that_never_stops_changing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, _XML)
    times = iter(range(1, 1000))
    _while_it_is_read(monkeypatch, lambda: os.utime(path, (0, next(times))))
    monkeypatch.setattr("daw_bridges.ableton.saved.file.PAUSE_SECONDS", 0.0)
    _refused(path, "keeps changing", "try again")


def _while_it_is_read(monkeypatch: pytest.MonkeyPatch, change: object) -> None:
    """Change something between the first look at a file and the last."""
    from daw_bridges.ableton.saved import file

    of = file.pieces_of

    def disturbed(opened: object) -> Iterator[str]:
        assert callable(change)
        yield from of(opened)  # type: ignore[arg-type]
        change()

    monkeypatch.setattr(file, "pieces_of", disturbed)
