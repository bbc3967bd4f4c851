"""What a routine is about, most telling first: a side chain says more of it than the device that has one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from orbit.learning.words.gist import Gist
from orbit.learning.words.saying import listed, parameter_noun, said
from orbit.learning.words.trade import SETTINGS, Trade, trade_of

__all__ = ["Topic", "topics"]

_MOST_IN_A_LINE = 3
_FEW = 2


class Topic(NamedTuple):
    """One thing that a routine is about: a noun for titles, ways to ask for it, and words it is known by."""

    noun: str
    asks: tuple[str, ...]
    tags: tuple[str, ...] = ()
    whole: bool = False
    """Whether asking for it is asking for the routine; else it may be but one part of it."""


def topics(gist: Gist) -> list[Topic]:
    """Everything that a routine is about, most telling first."""
    return [*_side_chains(gist), *_returns(gist), *_buses(gist), *_devices(gist), *_sends(gist), *_rest(gist)]


def _side_chains(gist: Gist) -> Iterator[Topic]:
    for step in gist.steps("set_sidechain"):
        if step.get("source") is None:
            continue
        source, noun = said(step["source"], "the other track"), gist.noun(step)
        trade = trade_of(gist.kind(step), noun)
        yield Topic(
            f"sidechain {trade.noun}",
            (
                f"duck {{t}} under {source}",
                f"sidechain {{t}} to {source}",
                f"make {{t}} pump with {source}",
                f"key the {noun} on {{t}} from {source}",
                f"get {{t}} out of the way of {source}",
            ),
            ("sidechain", "ducking", *_role_tags(gist, step["source"])),
            whole=True,
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
        whole=True,
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
        whole=True,
    )


def _devices(gist: Gist) -> Iterator[Topic]:
    trades = [trade_of(kind, noun) for kind, noun in gist.inserted.items()]
    if len(trades) > 1:
        yield _chain(gist, trades)
    for trade in trades:
        yield Topic(trade.noun, trade.asks, (trade.noun, *trade.tags), whole=_mostly(gist, "insert_device"))
    for kind, noun in gist.tuned.items():
        yield _tuning(gist, kind, noun)


def _mostly(gist: Gist, inserting: str) -> bool:
    """Whether a routine is little else than one device and its settings."""
    if sum(1 for _ in gist.steps(inserting)) != 1 or gist.tuned:
        return False
    return sum(1 for _ in gist.steps(inserting, "set_parameter", "set_sidechain")) * 2 > len(
        gist.routine.steps
    )


def _chain(gist: Gist, trades: Sequence[Trade]) -> Topic:
    """Several devices on one track, in their order."""
    nouns = list(dict.fromkeys(trade.noun for trade in trades))[: _MOST_IN_A_LINE + 1]
    put = listed([*gist.inserted.values()][: _MOST_IN_A_LINE + 1])
    asks = [f"put {put} on {{t}}", f"add {listed(nouns)} to {{t}}", f"set up a chain of {put} on {{t}}"]
    verbs = [trade.asks[0].removesuffix(" {t}") for trade in trades if _is_verb(trade.asks[0])]
    if len(verbs) > 1:
        asks.insert(0, f"{listed(verbs[: _MOST_IN_A_LINE + 1])} {{t}}")
    asks += ["put my chain on {t}", "process {t} with the usual plug-ins"]
    short = listed(nouns[:_MOST_IN_A_LINE])
    return Topic(f"{short} chain", tuple(asks), ("chain", "effects"), whole=True)


def _is_verb(ask: str) -> bool:
    return ask.endswith(" {t}") and len(ask.split()) == len(("verb", "{t}"))


def _tuning(gist: Gist, kind: str, noun: str) -> Topic:
    """Setting what is there already."""
    edits = [step for step in gist.steps("set_parameter") if gist.kind(step) == kind]
    names = list(dict.fromkeys(parameter_noun(step.get("parameter")) for step in edits))[:_MOST_IN_A_LINE]
    trade = trade_of(kind, noun)
    asks = [f"set the {noun} on {{t}}", f"dial in the {noun} on {{t}}", f"adjust the {noun} of {{t}}"]
    if names:
        asks.insert(0, f"set the {listed(names)} of the {noun} on {{t}}")
    alone = len(gist.tuned) == 1 and not gist.inserted and len(edits) * 2 > len(gist.routine.steps)
    return Topic(f"{noun} settings", tuple(asks), (noun, "settings", *names, *trade.tags), whole=alone)


def _sends(gist: Gist) -> Iterator[Topic]:
    for step in gist.steps("set_send"):
        to = said(step.get("to"), "the return")
        role = gist.role_of(step.get("to"))
        noun = "send" if to.startswith("{{") else f"send to {to}"
        yield Topic(
            f"{role} send" if role else noun,
            (f"send {{t}} to {to}", f"give {{t}} some of {to}", f"turn up the send of {{t}} to {to}"),
            ("send", *_role_tags(gist, step.get("to"))),
            whole=len(gist.routine.steps) <= _FEW,
        )


def _rest(gist: Gist) -> Iterator[Topic]:
    alone = len({step["action"] for step in gist.routine.steps}) <= _FEW
    for step in gist.routine.steps:
        if step["action"] in SETTINGS:
            trade = SETTINGS[step["action"]]
            yield Topic(trade.noun, trade.asks, trade.tags, whole=alone)
        elif step["action"] == "automate_parameter":
            what = parameter_noun(step.get("parameter"))
            asks = (f"automate the {what} of {{t}}", f"draw the {what} of {{t}}")
            yield Topic("automation", asks, ("automation", what), whole=alone)
        elif step["action"] == "remove_device":
            noun = gist.noun(step)
            asks = (f"take the {noun} off {{t}}", f"remove the {noun} from {{t}}")
            yield Topic(f"no {noun}", asks, ("tidy",), whole=alone)
