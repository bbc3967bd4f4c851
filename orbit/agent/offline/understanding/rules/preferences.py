"""What is to be done the user's way from now on: tracks to leave alone, when to be asked, devices' names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Prefer, Preferences, Rule, Unprefer
from orbit.agent.offline.understanding.tokens import plain
from orbit.agent.offline.understanding.tracks import Tracks
from orbit.memory.preferences import ANY_OF, key_of, read_preference
from orbit.workflows.roles import bare

__all__ = ["RULES"]

_NOTHING = frozenset("anything something things stuff any everything it them you i we first me".split())  # noqa: SIM905
_OBJECTS: dict[str, str] = {
    "track": "track", "tracks": "track", "channel": "track", "channels": "track", "clip": "clip",
    "clips": "clip", "device": "device", "devices": "device", "effect": "device", "effects": "device",
    "plugin": "device", "plugins": "device", "tempo": "tempo", "bpm": "tempo", "level": "level",
    "levels": "level", "volume": "level", "volumes": "level", "fader": "level", "faders": "level",
    "send": "send", "sends": "send", "panning": "pan", "pan": "pan", "routing": "routing",
}  # fmt: skip
_VERBS: dict[str, dict[str, tuple[str, ...]]] = {
    "delete": {
        "": ("delete_track", "delete_clip", "remove_device"),
        "track": ("delete_track",), "clip": ("delete_clip",), "device": ("remove_device",),
    },
    "change": {
        "tempo": ("set_tempo",), "level": ("set_volume",), "send": ("set_send",), "pan": ("set_pan",),
        "routing": ("set_output", "set_input"),
    },
    "rename": {"": ("rename_track", "rename_clip"), "track": ("rename_track",), "clip": ("rename_clip",)},
    "create": {"": ("create_track",), "track": ("create_track",), "clip": ("create_clip",)},
    "add": {"": ("insert_device",), "device": ("insert_device",), "track": ("create_track",)},
    "mute": {"": ("set_mute",)},
    "solo": {"": ("set_solo",)},
    "record": {"": ("record",)},
    "play": {"": ("play",)},
    "load": {"": ("load_preset",)},
}  # fmt: skip
_SAME = {
    "remove": "delete", "erase": "delete", "deleting": "delete", "removing": "delete", "touch": "change",
    "changing": "change", "set": "change", "edit": "change", "alter": "change", "modify": "change",
    "renaming": "rename", "creating": "create", "make": "create", "insert": "add", "adding": "add",
    "muting": "mute", "soloing": "solo", "recording": "record", "playing": "play", "loading": "load",
    "inserting": "add", "editing": "change", "do": "change", "doing": "change",
}  # fmt: skip


def _protect(_: Ground, tracks: Tracks) -> Built:
    return Prefer(tuple({"kind": "protect", "track": track} for track in tracks))


def _unprotect(_: Ground, tracks: Tracks) -> Built:
    return Unprefer(_each({"kind": "protect", "track": track} for track in tracks))


def _each(preferences: Iterable[dict[str, Any]]) -> str:
    """Several preferences, as what is to be forgotten names them."""
    return ANY_OF.join(key_of(read_preference(each)) for each in preferences)


def _ask_no_more(ground: Ground, text: str) -> Built:
    asked = _ask(ground, text)
    return Unprefer(_each(asked.preferences)) if isinstance(asked, Prefer) else asked


def _ask(_: Ground, text: str) -> Built:
    words = [_SAME.get(word, word) for word in plain(text).split() if word not in _FILLERS]
    if not words or (words[0] == "change" and not set(words[1:]) - _NOTHING):
        return _always()
    verb = _VERBS.get(words[0], {})
    rest = [word for word in words[1:] if word not in _NOTHING]
    object_ = _OBJECTS.get(rest[0], "?") if rest else ""
    actions = verb.get(object_) if len(rest) <= 1 else None
    if actions is None:
        return Problem(_ASKABLE)
    return Prefer(tuple({"kind": "ask", "action": action} for action in actions))


_FILLERS = frozenset("you i we the a an my any please to".split())  # noqa: SIM905
_ASKABLE = (
    "I can ask you first before deleting, adding, renaming, muting, recording, changing the tempo or levels, "
    "or before every change: “always ask before you delete tracks”."
)


def _always(*_: Ground) -> Built:
    return Prefer(({"kind": "confirm", "on": True},))


def _never(_: Ground) -> Built:
    return Prefer(({"kind": "confirm", "on": False},))


def _device(ground: Ground, kind: str, name: str, tracks: Tracks | None = None) -> Built:
    if any(bare(other) == bare(name) for other in ground.session.track_names):
        return None
    documents: list[dict[str, Any]] = [{"kind": "device", "name": name, "device": kind}]
    if tracks is not None:
        documents = [documents[0] | {"where": track} for track in tracks]
    return Prefer(tuple(documents))


def _forget(_: Ground, text: str = "") -> Built:
    return Unprefer(text)


def _forget_all(_: Ground) -> Built:
    return Unprefer("everything")


def _show(_: Ground, text: str = "") -> Built:
    return Preferences(text)


_TOUCH = "(touch|change|edit|modify|alter|mess with|move|adjust|do anything to|do anything with)"

RULES = (
    Rule(
        _protect,
        (
            f"(never|never ever) {_TOUCH} {{tracks}} [again|ever]",
            f"(do not|not) ever {_TOUCH} {{tracks}} [again]",
            f"(do not|not) {_TOUCH} {{tracks}} (ever|ever again|from now on|any more|anymore)",
            f"from now on (do not|not|never) {_TOUCH} {{tracks}}",
            "(always|from now on) leave {tracks} alone",
            "leave {tracks} alone (from now on|always|for good)",
            "{tracks} (is|are) (off limits|untouchable|sacred) [from now on]",
            "(protect|lock) {tracks} [from changes|from now on]",
            "[keep] hands off {tracks} [from now on]",
            f"(always|from now on) [always] (ask|ask me|check with me) before [you] {_TOUCH} {{tracks}}",
        ),
    ),
    Rule(
        _unprotect,
        (
            f"you (may|can) {_TOUCH} {{tracks}} again",
            "(unprotect|unlock) {tracks}",
            "stop protecting {tracks}",
            "(remove|drop|lift|take off|take away) protection (of|from|on|for) {tracks}",
            "{tracks} (is|are) (not off limits|no longer off limits|fair game) [any more|anymore|again]",
        ),
    ),
    Rule(
        _always,
        (
            "(always|from now on) [always] (ask|ask me|check with me|confirm) [first]",
            "(ask|ask me|check with me|confirm) [first] (every|each) time",
            "confirm everything",
            "(always|from now on) confirm everything",
            "ask me first from now on",
        ),
    ),
    Rule(
        _ask,
        (
            "(always|from now on) [always] (ask|ask me|check|check with me) [first] before {text:rest}",
            "(never|do not ever|do not|not) {text:name} without asking [me] [first]",
            "ask me before {text:rest}",
        ),
    ),
    Rule(
        _ask_no_more,
        (
            "(stop asking|do not ask|no need to ask) [me] before {text:rest}",
            "you (do not|not) (need|have) to ask [me] before {text:rest}",
        ),
    ),
    Rule(
        _never,
        (
            "no [more] (confirmations|confirmation|confirming|questions)",
            "(stop|quit) asking [me] [for confirmation|every time|all the time|so much|first]",
            "(do not|not) ask [me] [again|any more|anymore|every time|for confirmation|so much|first]",
            "[just] do (it|things|everything) without asking [me]",
            "(skip|drop|without) (confirmations|confirmation)",
            "you (do not|not) (need|have) to ask [me] [first|every time]",
        ),
    ),
    Rule(
        _device,
        (
            "(call|name) {kind} on {tracks} {name}",
            "(by|with) {name} i mean {kind} on {tracks}",
            "when i say {name} i mean {kind} on {tracks}",
            "(by|with) {name} i mean {kind}",
            "when i say {name} i mean {kind}",
        ),
        firm=False,
    ),
    Rule(
        _forget_all,
        (
            "(forget|drop|delete|clear|remove|lose) all [of] preferences",
            "(forget|drop|delete|clear|remove|lose) preferences",
        ),
    ),
    Rule(
        _forget,
        (
            "(forget|drop|delete|remove|lose) (that|this|last|it) preference",
            "(forget|drop|delete|remove|lose) preference",
            "(forget|drop|delete|remove|lose) [that|this] preference (about|for|on|of|with) {text:rest}",
            "(forget|drop|delete|remove|lose) {text:name} preference",
            "forget what i (said|told you|wanted|prefer) (about|for|on|with) {text:rest}",
        ),
    ),
    Rule(
        _show,
        (
            "(show|list|tell|give) [me] [all] preferences",
            "(what|which) (are|is) preferences",
            "(what|which) preferences (do i have|do you know|have i got|have you got|are there)",
            "what do i prefer",
            "do i have [any] preferences",
            "what do you know (about|of) preferences",
            "(show|list|tell) [me] preferences (about|for|on) {text:rest}",
            "what do i prefer (for|on|with|about) {text:rest}",
        ),
    ),
)
"""The wordings of preferences that need no workflow to be understood; the others: see ``preferring``."""
