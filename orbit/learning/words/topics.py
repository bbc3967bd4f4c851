"""What a routine is about, most telling first: a side chain says more of it than the device that has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from orbit.learning.words.gist import Gist
from orbit.learning.words.saying import listed, parameter_noun, said
from orbit.learning.words.trade import SETTINGS, trade_of

__all__ = ["Topic", "topics"]

_MOST_IN_A_LINE = 3


class Topic(NamedTuple):
    """One thing that a routine is about: a noun for titles, ways to ask for it, and words it is known by."""

    noun: str
    asks: tuple[str, ...]
    tags: tuple[str, ...] = ()


def topics(gist: Gist) -> list[Topic]:
    """Everything that a routine is about, most telling first."""
    return [*_side_chains(gist), *_returns(gist), *_buses(gist), *_devices(gist), *_sends(gist), *_rest(gist)]


def _side_chains(gist: Gist) -> Iterator[Topic]:
    for step in gist.steps("set_sidechain"):
        if step.get("source") is None:
            continue
        source, noun = said(step["source"], "the other track"), gist.noun(step)
        yield Topic(
            "side chain",
            (
                f"duck {{t}} under {source}",
                f"sidechain {{t}} to {source}",
                f"make {{t}} pump with {source}",
                f"key the {noun} on {{t}} from {source}",
                f"get {{t}} out of the way of {source}",
            ),
            ("sidechain", "ducking", *_role_tags(gist, step["source"])),
        )


def _role_tags(gist: Gist, track: Any) -> tuple[str, ...]:
    role = gist.role_of(track)
    return () if role is None else (role,)


def _returns(gist: Gist) -> Iterator[Topic]:
    if not any(step.get("kind") == "return" for step in gist.steps("create_track")):
        return
    effects = [trade_of(kind, noun).noun for kind, noun in gist.inserted.items()][:_MOST_IN_A_LINE]
    what = listed(effects) if effects else "effect"
    yield Topic(
        f"{what} return",
        (
            f"set up a return with {what}",
            f"make a {what} send",
            f"create a {what} bus to send to",
            f"put {what} on a return track",
        ),
        ("return", "send", "set-up", *effects),
    )


def _buses(gist: Gist) -> Iterator[Topic]:
    made = {step.get("name") for step in gist.steps("create_track")}
    led = [step for step in gist.steps("set_output") if step.get("to") in made]
    if not led:
        return
    bus = said(led[0].get("to"), "a bus")
    yield Topic(
        "bus",
        (
            f"group {{t}} on {bus}",
            "make a bus and route the tracks to it",
            "put the tracks through one bus",
            "bring the tracks together on one fader",
        ),
        ("bus", "group", "routing"),
    )


def _devices(gist: Gist) -> Iterator[Topic]:
    trades = [trade_of(kind, noun) for kind, noun in gist.inserted.items()]
    if len(trades) > 1:
        nouns = [trade.noun for trade in trades]
        put = [*gist.inserted.values()][: _MOST_IN_A_LINE + 1]
        yield Topic(
            f"{listed(list(dict.fromkeys(nouns))[:_MOST_IN_A_LINE])} chain",
            (
                f"put {listed(put)} on {{t}}",
                f"add {listed(nouns[:_MOST_IN_A_LINE])} to {{t}}",
                f"set up a chain of {listed(put)} on {{t}}",
                "put my chain on {t}",
                "process {t} with the usual plug-ins",
            ),
            ("chain", "effects"),
        )
    for trade in trades:
        yield Topic(trade.noun, trade.asks, (trade.noun, *trade.tags))
    for kind, noun in gist.tuned.items():
        yield _tuning(gist, kind, noun)


def _tuning(gist: Gist, kind: str, noun: str) -> Topic:
    """Setting what is there already."""
    edits = [step for step in gist.steps("set_parameter") if gist.kind(step) == kind]
    names = list(dict.fromkeys(parameter_noun(step.get("parameter")) for step in edits))[:_MOST_IN_A_LINE]
    trade = trade_of(kind, noun)
    asks = [f"set the {noun} on {{t}}", f"dial in the {noun} on {{t}}", f"adjust the {noun} of {{t}}"]
    if names:
        asks.insert(0, f"set the {listed(names)} of the {noun} on {{t}}")
    return Topic(f"{noun} settings", tuple(asks), (noun, "settings", *names, *trade.tags))


def _sends(gist: Gist) -> Iterator[Topic]:
    for step in gist.steps("set_send"):
        to = said(step.get("to"), "the return")
        role = gist.role_of(step.get("to"))
        yield Topic(
            f"{role} send" if role else "send",
            (f"send {{t}} to {to}", f"give {{t}} some of {to}", f"turn up the send of {{t}} to {to}"),
            ("send", *_role_tags(gist, step.get("to"))),
        )


def _rest(gist: Gist) -> Iterator[Topic]:
    for step in gist.routine.steps:
        if step["action"] in SETTINGS:
            trade = SETTINGS[step["action"]]
            yield Topic(trade.noun, trade.asks, trade.tags)
        elif step["action"] == "automate_parameter":
            what = parameter_noun(step.get("parameter"))
            yield Topic("automation", (f"automate the {what} of {{t}}", f"draw the {what} of {{t}}"), (what,))
        elif step["action"] == "remove_device":
            noun = gist.noun(step)
            yield Topic(
                f"no {noun}", (f"take the {noun} off {{t}}", f"remove the {noun} from {{t}}"), ("tidy",)
            )
