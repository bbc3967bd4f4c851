"""Which sentences put the devices of a track on others, and which do not."""

from __future__ import annotations

import pytest

from daw_bridges.session import Session
from orbit.agent.offline.understanding import CopyDevices, Problem, understand
from orbit.workflows import DeviceCopy

LEAD, BASS = "Lead Vox", "Sub Bass"
COPIES: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = [
    ("copy the effects from Lead Vox to BV 1", LEAD, ("BV 1",), ()),
    ("put the same effects on the pad as on the lead vox", LEAD, ("Pad",), ()),
    ("copy the compressor from the sub bass to the pad", BASS, ("Pad",), ("compressor",)),
    ("same chain as the lead vox on the Rhodes and the pad", LEAD, ("Rhodes", "Pad"), ()),
    ("copy all devices from Pad to Rhodes and BV 2", "Pad", ("Rhodes", "BV 2"), ()),
    ("put the eq and compressor of the lead vox chain on BV 2", LEAD, ("BV 2",), ("eq", "compressor")),
    ("give BV 2 the same chain as the lead vox", LEAD, ("BV 2",), ()),
    ("put the lead vox's effects on BV 2", LEAD, ("BV 2",), ()),
    ("paste the sub bass compressor onto the pad", BASS, ("Pad",), ("compressor",)),
    ("BV 2 should have the same devices as the lead vox", LEAD, ("BV 2",), ()),
    ("can you copy the fx chain of Sub Bass over to Rhodes please", BASS, ("Rhodes",), ()),
    ("I'd like the pad to have the same compressor as the sub bass", BASS, ("Pad",), ("compressor",)),
    ("copy the lead vox plugins to BV 2 with the same settings", LEAD, ("BV 2",), ()),
    ("put a compressor on the pad like on the sub bass", BASS, ("Pad",), ("compressor",)),
    ("copy only the limiter from the lead vox to the pad", LEAD, ("Pad",), ("limiter",)),
    ("copy the room's reverb to BV 2", "A-Room", ("BV 2",), ("reverb",)),
    ("copy the effects from track 12 to track 14", LEAD, ("BV 2",), ()),
    ("copy the vocal effects to BV 1 and BV 2", LEAD, ("BV 1", "BV 2"), ()),
    ("copy the chorus to the pad", "Rhodes", ("Pad",), ("chorus",)),
]  # fmt: skip
OTHERS = [
    "put a vocal chain on the lead vox",
    "put the vocal chain on BV 2",
    "don't copy the effects from lead vox to BV 2",
    "should I copy the effects from lead vox to BV 2?",
    "I copied the effects from lead vox to BV 2",
    "copy 3 effects from lead vox to the pad",
    "copy the compressor from the sub bass to the pad at bar 9",
    "copy the compressor from the sub bass to the pad but with ratio 4",
    "copy the compressor from the sub bass to the pad instead of the reverb",
    "copy the compressor from the sub bass in front of the reverb of the pad",
    "copy the compressor and the volume from the sub bass to the pad",
    "put a compressor on the pad",
    "copy the pad",
    "put the same colour on the pad as on the lead vox",
]
ASKED = [
    (
        "copy the second compressor from the lead vox to the pad",
        "Lead Vox has 1 × Compressor, so there is no number 2.",
    ),
    ("copy the effects from the lead vox", "To which tracks shall the effects be copied?"),
    ("copy the effects to BV 2", "From which track shall the effects be copied?"),
    ("copy the compressor to BV 2", "From which track shall the Compressor be copied?"),
    (
        "take the compressor from the sub bass and put it on the pad",
        "Devices are copied to another track, not",
    ),
    (
        "copy the effects from the kick and the pad to BV 2",
        "From which track shall it be copied: Kick or Pad?",
    ),
]


@pytest.mark.parametrize(("said", "source", "targets", "devices"), COPIES, ids=[said for said, *_ in COPIES])
def test_it_is_read_from_where_to_where(
    studio: Session, said: str, source: str, targets: tuple[str, ...], devices: tuple[str, ...]
) -> None:
    wanted = CopyDevices(DeviceCopy(source=source, targets=targets, devices=devices))
    assert understand(said, studio) == wanted


@pytest.mark.parametrize("said", OTHERS)
def test_what_says_something_else_copies_no_devices(studio: Session, said: str) -> None:
    assert not isinstance(understand(said, studio), CopyDevices)


@pytest.mark.parametrize(("said", "asked"), ASKED, ids=[said for said, _ in ASKED])
def test_what_is_left_open_is_asked(studio: Session, said: str, asked: str) -> None:
    understood = understand(said, studio)
    assert isinstance(understood, Problem)
    assert understood.message.startswith(asked)


def test_the_one_of_two_is_said(studio: Session) -> None:
    lead = next(track for track in studio.tracks if track.name == LEAD)
    twice = lead.model_copy(update={"devices": (*lead.devices, lead.devices[1])})
    tracks = tuple(twice if track is lead else track for track in studio.tracks)
    session = studio.model_copy(update={"tracks": tracks})
    understood = understand("copy the compressor from the lead vox to the pad", session)
    assert isinstance(understood, Problem)
    assert "Say “the first Compressor” or “the second Compressor”" in understood.message
    wanted = CopyDevices(DeviceCopy(source=LEAD, targets=("Pad",), devices=("compressor#2",)))
    assert understand("copy the second compressor from the lead vox to the pad", session) == wanted
