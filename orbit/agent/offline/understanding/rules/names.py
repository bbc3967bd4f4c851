"""What the user calls their tracks: "when I say vox I mean Lead V", and to forget it again."""

from __future__ import annotations

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Forget, Remember, Rule
from orbit.agent.offline.understanding.tracks import Tracks
from orbit.workflows.roles import bare

__all__ = ["RULES"]


def _remember(ground: Ground, name: str, track: Tracks) -> Built:
    if name.casefold().startswith("that "):
        return None  # "remember that …" is read with its own word
    meant = ground.track(track[0]).name
    names = ground.session.track_names
    if names.count(meant) > 1:
        return Problem(f"{names.count(meant)} tracks are called {meant}. Rename one of them first.")
    if name.casefold() == meant.casefold():
        return Problem(f"{meant} is already called that.")
    if (other := _called(ground, name)) is not None:
        return Problem(
            f"There is a track called {other}, and a track's own name comes first. "
            "Rename it, or choose another word."
        )
    return Remember(name, meant)


def _call(ground: Ground, name: str, track: Tracks) -> Built:
    """Another name for a track, where calling a track so would rename it: "call the lead vox Lead V"."""
    words = name.split()
    renamed = any(_called(ground, " ".join(words[: end + 1])) for end in range(len(words)))
    return None if renamed else _remember(ground, name, track)


def _called(ground: Ground, name: str) -> str | None:
    return next((other for other in ground.session.track_names if bare(other) == bare(name)), None)


def _forget(_: Ground, name: str, **_track: Tracks) -> Built:
    return Forget(name)


def _forget_known(ground: Ground, name: str) -> Built:
    return Forget(name) if " ".join(bare(name)) in ground.nicknames else None


RULES = (
    Rule(
        _remember,
        (
            "[no] (when|if|whenever|every time) i (say|write|type) {name} i mean {track}",
            "[no] (by|with) {name} i mean {track}",
            "[no] i (mean|meant) {track} (by|with) {name}",
            "[no] {name} [always|just] (means|stands for|refers to|is short for|is another name for) {track}",
            "{name} is (what i call|my name for|my word for|how i call) {track}",
            "(i|we) [also|usually|always] (call|say|name) {track} {name}",
            "(i|we) [usually|always] say {name} (for|to) {track}",
            "(nickname|dub) {track} {name}",
            "{track} is (also|sometimes|usually) (called|known as) {name}",
            "{track} (goes by|is known as|is also known as|is aka|aka|is alias) {name}",
            "(remember|learn|keep in mind|note|know) [that] {name} (is|means) {track}",
            "from now on {name} (is|means) {track}",
            "{name} (is|means) {track} from now on",
            "no {name} is {track}",
        ),
    ),
    Rule(_call, ("(call|name) {name} {track:exact_track}",)),
    Rule(
        _forget,
        (
            "(forget|drop|remove|delete|lose) (name|nickname|alias) {name} [for {track}]",
            "forget [that] {name} (is|means|meant|was) {track}",
            "{name} (no longer|does not|not) (means|mean) {track} [any more|anymore]",
            "stop calling {track} {name}",
        ),
    ),
    Rule(_forget_known, ("(forget|unlearn) [about|name] {name}",)),
)
"""The wordings of names; all but the last are told at once when a track is not there."""
