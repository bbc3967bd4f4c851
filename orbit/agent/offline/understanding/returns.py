"""What a track is sent to and takes its input from, in words: returns and ports."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.references import track_reference
from daw_bridges.session import Track, TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import Tracks, can_be_a_name, one_of, tracks_named
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token
from orbit.workflows.roles import meant

__all__ = ["read_port", "read_return"]

_SHORT = {"rev": "reverb", "rvb": "reverb", "verb": "reverb", "dly": "delay"}


def read_return(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """The return that the tokens mean: by name, letter ("send A") or what it does ("the reverb")."""
    words = [
        word
        for word in (token.text for token in tokens)
        if word not in {"the", "my", "our", "send", "return", "bus", "fx", "track"}
    ]
    if tokens[0].raw == "a" and len(tokens) > 1:
        words = words[1:]  # the article, and not the letter
    wanted = " ".join(_SHORT.get(word, word) for word in words)
    session = ground.session
    returns = [(at, track) for at, track in enumerate(session.tracks) if track.kind is TrackKind.RETURN]
    if not wanted or not returns:
        return None
    letter = {chr(ord("a") + nth): at for nth, (at, _) in enumerate(returns)}
    if wanted in letter:
        return (track_reference(session, letter[wanted]),)
    among = [track for _, track in returns]
    found = [id(track) for track in meant(among, wanted, nicknames=ground.nicknames).tracks]
    references = tuple(track_reference(session, at) for at, track in returns if id(track) in found)
    if len(references) > 1:
        return Problem(
            f"“{wanted}” could be more than one return: {one_of(references)}. Which one?", wanted, references
        )
    return references or (_unknown_return(ground, wanted, returns) if ground.unknown else None)


def _unknown_return(ground: Ground, name: str, returns: Sequence[tuple[int, Track]]) -> Problem | None:
    if not can_be_a_name(name) or tracks_named(ground, name):
        return None
    known = ", ".join(track.name for _, track in returns)
    return Problem(f"There is no return called “{name}”. The returns are {known}.", name)


_PORTS = {
    "ext in": "Ext. In",
    "ext. in": "Ext. In",
    "ext , in": "Ext. In",
    "external": "Ext. In",
    "external in": "Ext. In",
    "external input": "Ext. In",
    "external inputs": "Ext. In",
    "audio interface": "Ext. In",
    "interface": "Ext. In",
    "soundcard": "Ext. In",
    "all ins": "All Ins",
    "all inputs": "All Ins",
    "all midi inputs": "All Ins",
    "no input": "No Input",
    "no inputs": "No Input",
    "none": "No Input",
    "nothing": "No Input",
    "resampling": "Resampling",
}


def read_port(_: Ground, tokens: Sequence[Token]) -> tuple[str, ...] | None:
    """The name of an input that is no track: "the external input", "nothing", "resampling"."""
    name = _PORTS.get(said(tokens))
    return None if name is None else (name,)
