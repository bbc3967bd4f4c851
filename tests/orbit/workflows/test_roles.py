"""Roles: how a producer's words become tracks."""

from __future__ import annotations

import pytest

from daw_bridges.session import Session, Track, TrackKind
from orbit.workflows.roles import ROLES, all_called, called, known_role, members, playing
from tests.orbit.workflows.sessions import practice


def named(*names: str, kind: TrackKind = TrackKind.AUDIO) -> Session:
    return Session(daw="ableton", tracks=tuple(Track(name=name, kind=kind) for name in names))


@pytest.mark.parametrize(
    ("words", "tracks"),
    [
        ("the kick", ["Kick"]),
        ("kick drum", ["Kick"]),
        ("BASS", ["Bass"]),
        ("bassline", ["Bass"]),
        ("Bss", ["Bass"]),
        ("hi-hats", ["Hats"]),
        ("the vocal", ["Lead Vox"]),
        ("the lead vocal", ["Lead Vox"]),
        ("lead vocals", ["Lead Vox"]),
        ("vocals", ["Lead Vox", "Backing Vox"]),
        ("the vocals", ["Lead Vox", "Backing Vox"]),
        ("backing vocals", ["Backing Vox"]),
        ("lead", ["Lead Synth"]),
        ("the synth", ["Lead Synth"]),
        ("piano", ["Keys"]),
        ("the reverb", ["A-Reverb"]),
        ("master", ["Master"]),
        ("the drums", ["Kick", "Snare", "Hats", "Percussion"]),
        ("electric bass", ["Bass"]),
        ("gutiar", ["Guitar"]),
        ("mix bus", ["Master"]),
        ("brass", []),
        ("the brass section", []),
        ("tuba", []),
        ("", []),
        ("?", []),
    ],
)
def test_words_for_one_track(words: str, tracks: list[str]) -> None:
    assert [track.name for track in called(practice(), words)] == tracks


@pytest.mark.parametrize(
    ("words", "tracks"),
    [
        ("drums", ["Kick", "Snare", "Hats", "Percussion"]),
        ("the vocals", ["Lead Vox", "Backing Vox"]),
        ("the vocal", ["Lead Vox"]),
        ("lead vocals", ["Lead Vox"]),
        ("snare", ["Snare"]),
    ],
)
def test_words_for_several_tracks(words: str, tracks: list[str]) -> None:
    assert [track.name for track in all_called(practice(), words)] == tracks


@pytest.mark.parametrize(
    ("role", "names", "best"),
    [
        ("kick", ["Kick 808", "Kick", "Snare"], ["Kick"]),
        ("kick", ["01-KICK_in", "02 Snare"], ["01-KICK_in"]),
        ("kick", ["Kick In", "Kick Out"], ["Kick In", "Kick Out"]),
        ("bass", ["Bass Drum", "Sub Bass"], ["Sub Bass"]),
        ("vocal", ["Vox Double", "BVs", "Main Vocal"], ["Main Vocal"]),
        ("guitar", ["Bass Guitar", "AcousticGtr"], ["AcousticGtr"]),
        ("snare", ["Snaer"], []),
        ("percussion", ["Percusion"], ["Percusion"]),
        ("drums", ["Drum Bus", "Kick"], ["Drum Bus"]),
        ("pad", ["Warm Pads"], ["Warm Pads"]),
        ("lead", ["Lead Vocal", "Lead Guitar"], []),
        ("bass", ["Brass"], []),
        ("brass", ["Bass"], []),
        ("brass", ["Bass", "Trumpets"], ["Trumpets"]),
        ("vocal", ["Vox Double", "Vox Anna"], ["Vox Anna"]),
        ("backing_vocal", ["Vox Double", "Vox Anna", "Guitar Double"], ["Vox Double"]),
        ("vocals", ["Lead Vocals", "BVs"], ["Lead Vocals", "BVs"]),
    ],
)
def test_the_best_level_plays_the_role(role: str, names: list[str], best: list[str]) -> None:
    assert [track.name for track in playing(named(*names), role)] == best


@pytest.mark.parametrize(
    ("words", "names", "tracks"),
    [
        ("brass", ["Bass", "Brass"], ["Brass"]),
        ("bass", ["Brass"], []),
        ("the brass synth", ["Bass Synth"], []),
        ("trumpet", ["Tuba", "Trumpets"], ["Trumpets"]),
        ("vocals", ["Vocals", "Backing Vocals"], ["Vocals"]),
        ("vocals", ["Vox", "Kick"], ["Vox"]),
        ("bass", ["Bass Drum", "Kick"], []),
        ("cool pluck", ["My Cool Pluck", "Pluck"], ["My Cool Pluck"]),
        ("my room", ["Drum Room"], ["Drum Room"]),
        ("hi hat", ["HiHat", "Hats"], ["HiHat"]),
        ("gitarre", ["Gitarrë"], ["Gitarrë"]),
        ("warbel", ["Warble", "Kick"], ["Warble"]),
        ("the bass", ["Bass DI", "Bass Amp", "808"], ["Bass DI", "Bass Amp"]),
        ("the 808", ["Bass DI", "Bass Amp", "808"], ["808"]),
        ("the vocal", ["Lead Vox", "Vocal Chops"], ["Lead Vox"]),
        ("the mix", ["Mix Reference", "Kick"], ["Mix Reference"]),
    ],
)
def test_words_among_other_tracks(words: str, names: list[str], tracks: list[str]) -> None:
    assert [track.name for track in called(named(*names), words)] == tracks


def test_no_word_of_the_table_is_taken_for_a_track_of_another_role() -> None:
    session = named(*(role.words[0].title() for role in ROLES.values() if role.words))
    for role in ROLES.values():
        for word in (*role.words, *role.asked):
            found = [known_role(track.name) for track in called(session, word)]
            wanted = known_role(word)
            assert wanted
            assert set(found) <= {wanted, *ROLES[wanted].parts}, word


def test_the_members_of_the_drums_are_its_parts_rather_than_its_bus() -> None:
    session = named("Drum Bus", "Kick", "Snare")
    assert [track.name for track in members(session, "drums")] == ["Kick", "Snare"]
    assert [track.name for track in members(named("Drums"), "drums")] == ["Drums"]


def test_all_of_a_family_are_those_too_that_are_called_by_more_than_its_word() -> None:
    session = named("Lead Vox", "Backing Vox", "Vox Dbl L", "Vox 1", "Vox 13", "Kick")
    found = [track.name for track in members(session, "vocals")]
    assert found == ["Lead Vox", "Backing Vox", "Vox Dbl L", "Vox 1", "Vox 13"]
    assert [track.name for track in members(named("Guitar", "Gtr L", "Bass"), "guitar")] == [
        "Guitar",
        "Gtr L",
    ]


def test_a_reverb_is_a_return() -> None:
    assert not playing(named("Reverb"), "reverb")
    assert playing(named("Reverb", kind=TrackKind.RETURN), "reverb")


def test_every_role_is_played_by_its_own_words() -> None:
    for name, role in ROLES.items():
        for word in role.words:
            session = named(word.title(), kind=role.kinds[0])
            assert playing(session, name), (name, word)
