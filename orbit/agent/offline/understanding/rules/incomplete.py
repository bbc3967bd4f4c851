"""Requests that leave out what they cannot do without: each is asked for, and the answer completes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from daw_bridges.actions import SetVolume
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.units import RULES as UNITS
from orbit.agent.offline.understanding.rules.unsaid import RULES as UNSAID
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _which(verb: str, done: str, _: Ground, **_it: object) -> Built:
    return Problem(f"Which track should be {done}?", asks=f"{verb} {GAP}")


def _said(tracks: Tracks) -> str:
    return " and ".join(f'"{track}"' for track in tracks)


def _of(question: str, request: str, _: Ground, tracks: Tracks, **_more: object) -> Built:
    """What is missing of a request for tracks; both texts name them as ``{tracks}``."""
    told = ", ".join(tracks)
    return Problem(question.format(tracks=told), asks=request.format(tracks=_said(tracks)))


def _missing(question: str, request: str, _: Ground) -> Built:
    return Problem(question, asks=request)


def _volume_of_what(ground: Ground, level: float) -> Built:
    if ground.tracks:
        return [SetVolume(track=track, db=level) for track in ground.tracks]
    return Problem("Which track's volume?", asks=f"set {GAP} to {level:g} dB")


def _insert_where(_: Ground, kinds: Sequence[str]) -> Built:
    names = " and ".join(kind.replace("_", " ") for kind in kinds)
    return Problem(f"Which track should the {names} go on?", asks=f"add {names} to {GAP}")


def _rename_what(_: Ground, name: str) -> Built:
    return Problem(f"Which track should be called {name}?", asks=f'rename {GAP} to "{name}"')


def _which_return(ground: Ground, tracks: Tracks, level: float | None = None) -> Built:
    returns = tuple(track.name for track in ground.session.returns)
    at = "" if level is None else f" at {level:g} dB"
    question = f"To which return: {' or '.join(returns)}?" if returns else "There is no return to send to."
    return Problem(question, options=returns, asks=f"send {_said(tracks)} to {GAP}{at}" if returns else "")


_BARE: tuple[tuple[str, str, str], ...] = (
    ("mute", "muted", "mute"),
    ("unmute", "unmuted", "unmute"),
    ("solo", "soloed", "solo"),
    ("unsolo", "taken out of solo", "unsolo"),
    ("arm", "armed", "(arm|record arm)"),
    ("disarm", "disarmed", "disarm"),
    ("delete", "deleted", "(delete|remove)"),
    ("duplicate", "duplicated", "(duplicate|clone)"),
)
_SOME = "[(it|that|this|something|track|one|one of them|that track|this track)]"
_VOL = "(volume|level|fader|gain)"
_CHANGE = "(change|set|adjust|switch|alter|modify|pick|choose)"
_OTHER = "(another|different|new|better|other|some other)"
_SPEED = "(tempo|bpm|speed|pace)"
_SIGNATURE = "(time signature|meter|metre|signature)"
_ADD = "(add|insert|put|load|throw|give me|i need|i want|need|want|put on|use)"


def _bare(verb: str, done: str, wording: str) -> Rule:
    return Rule(partial(_which, verb, done), (f"{wording} {_SOME}",), firm=False)


_Ask = Callable[..., Built]
_TEMPO: _Ask = partial(_missing, "To what tempo?", f"set the tempo to {GAP}")
_METER: _Ask = partial(_missing, "To what time signature?", f"set the time signature to {GAP}")
_NAME: _Ask = partial(_of, "What should {tracks} be called?", f"rename {{tracks}} to {GAP}")
_PAN: _Ask = partial(_of, "Where should {tracks} be panned?", f"pan {{tracks}} {GAP}")
_LEVEL: _Ask = partial(_of, "What level should {tracks} be set to?", f"set {{tracks}} to {GAP}")
_COLOR: _Ask = partial(_of, "What colour should {tracks} be?", f"color {{tracks}} {GAP}")
_OUTPUT: _Ask = partial(_of, "Where should {tracks} be routed to?", f"set the output of {{tracks}} to {GAP}")

RULES = (
    *UNSAID,
    *UNITS,
    *(_bare(*words) for words in _BARE),
    Rule(
        _TEMPO,
        (
            f"{_CHANGE} {_SPEED} [(to something else|to something)]",
            f"[i want|i need|want|need|give me|give it|give song|use|try] {_OTHER} {_SPEED}",
        ),
    ),
    Rule(
        _METER,
        (
            f"{_CHANGE} {_SIGNATURE} [(to something else|to something)]",
            f"[want|need|give me|use|try] {_OTHER} {_SIGNATURE}",
        ),
    ),
    Rule(
        _NAME,
        (
            "(rename|relabel|retitle) {tracks:track} [track]",
            f"give {{tracks:track}} {_OTHER} (name|title|label)",
            f"{_CHANGE} name of {{tracks:track}}",
            f"{_CHANGE} {{tracks:track}} [track] name",
        ),
    ),
    Rule(_rename_what, ("(rename|relabel) (track|channel|this track|that track) (to|as|into) {name}",)),
    Rule(
        _PAN,
        (
            "(pan|repan) {tracks} [somewhere|somewhere else|elsewhere|differently]",
            "(change|set|adjust) (pan|panning) (of|on|for) {tracks}",
        ),
    ),
    Rule(
        _LEVEL,
        (
            f"(set|change|adjust) {_VOL} (of|on|for) {{tracks}}",
            f"(set|change|adjust) {{tracks}} {_VOL}",
        ),
        firm=False,
    ),
    Rule(
        _COLOR,
        (
            "(color|paint|recolor|recolour|repaint) {tracks} [differently]",
            f"{_CHANGE} color (of|on|for) {{tracks}}",
            f"{_CHANGE} {{tracks}} color",
            f"give {{tracks}} {_OTHER} color",
        ),
    ),
    Rule(
        _OUTPUT,
        (
            "(route|reroute|send|patch) {tracks} (somewhere|somewhere else)",
            f"(route|reroute|send|patch) {{tracks}} [to] {_OTHER} (place|output|destination|bus)",
            "(route|reroute) {tracks}",
            f"{_CHANGE} (output|outputs|routing) (of|on|for) {{tracks}}",
            f"{_CHANGE} {{tracks}} (output|routing)",
            f"give {{tracks}} {_OTHER} output",
        ),
        firm=False,
    ),
    Rule(_volume_of_what, (f"(set|put|turn|change) {_VOL} [down|up] to {{level}}",)),
    Rule(_insert_where, (f"{_ADD} {{kinds}} (on|to|onto|in) (track|channel|one track|one of tracks)",)),
    Rule(
        _insert_where,
        (f"{_ADD} {{kinds}} [in|in there|there|on there|onto] [somewhere|something]",),
        firm=False,
    ),
    Rule(
        _which_return,
        (
            "send {tracks} to (return|aux|send|effect|some return|one of returns) [(at|with) {level}]",
            f"{_ADD} send (on|for|from|to) {{tracks}} [(at|with|of) {{level}}]",
            "give {tracks} send [(at|with|of) {level}]",
            "send {tracks} [(at|with) {level}]",
        ),
    ),
)
"""The wordings that ask."""
