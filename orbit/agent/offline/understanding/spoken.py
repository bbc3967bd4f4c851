"""What dictation makes of the words of a mix: "lead box" for "lead vox", "base" for "bass".

Tried only when nothing is called as it was written.
"""

from __future__ import annotations

from orbit.agent.reader.lexicon import group
from orbit.workflows.roles import known_role

__all__ = ["respelt", "turned"]

_HEARD_AS = {
    **dict.fromkeys(("base", "bas", "bayse"), "bass"),
    "baseline": "bassline",
    **dict.fromkeys(("box", "fox", "vocks", "voxx", "vaux", "voks"), "vox"),
    **dict.fromkeys(("voxes", "vocls", "vokals", "vocales", "vocalz"), "vocals"),
    **dict.fromkeys(("vokal", "vocle"), "vocal"),
    **dict.fromkeys(("vocz",), "vocs"),
    "high": "hi",
    **dict.fromkeys(("hatz", "hads"), "hats"),
    **dict.fromkeys(("snair", "snayer", "snear", "snar", "snere", "snaer"), "snare"),
    **dict.fromkeys(("kik", "kic", "kicc", "kix"), "kick"),
    **dict.fromkeys(("sinth", "cynth", "synthe", "sint", "synt", "cinth", "syn", "synthesizer"), "synth"),
    **dict.fromkeys(("leed", "ld"), "lead"),
    **dict.fromkeys(("keyes", "keez", "kees", "keyz"), "keys"),
    **dict.fromkeys(("drams", "drumz", "drms"), "drums"),
    **dict.fromkeys(("purc", "purk", "perx"), "perc"),
    **dict.fromkeys(("percusion", "percution", "perkussion", "percusions", "purcussion"), "percussion"),
    **dict.fromkeys(("gitter", "gitar", "guitare", "gutar", "guiter", "guittar", "gutiar"), "guitar"),
    **dict.fromkeys(("padd",), "pad"),
    **dict.fromkeys(("backin", "bcking", "bakcing"), "backing"),
    **dict.fromkeys(("efx", "effex"), "fx"),
    "choirs": "choir",
}
_HEARD_TOGETHER = {
    **dict.fromkeys(("bee vees", "b vees", "b vs", "bee vs", "b v", "bee vee", "bv s", "be vees"), "bvs"),
    **dict.fromkeys(("f x", "eff ex", "ef ex", "ef x", "special effects"), "fx"),
    **dict.fromkeys(("high heads", "hi heads", "i hats", "high at", "hay hats"), "hi hats"),
    "lead box": "lead vox",
    "b vox": "backing vox",
    "b vocals": "backing vocals",
    "bk vox": "backing vox",
}
"""What is one thing though it is written as two words."""
_FIRST_HALVES = frozenset(said.split()[0] for said in _HEARD_TOGETHER)
_FIRST = group("describes_in_front")
"""Words that stand before what they describe, in English; elsewhere behind it."""


def respelt(phrase: str) -> str | None:
    """The phrase as it was probably said; None when no word of it is one that dictation gets wrong."""
    together = f" {phrase} "
    for said, meant in () if _FIRST_HALVES.isdisjoint(phrase.split()) else _HEARD_TOGETHER.items():
        together = together.replace(f" {said} ", f" {meant} ")
    if (once := together.strip()) != phrase:
        return once
    words = phrase.split()
    heard = [_HEARD_AS.get(word, word) for word in words]
    return " ".join(heard) if heard != words else None


def turned(phrase: str) -> str | None:
    """The phrase with the word that describes it in front: "vox lead", "the voice backing"."""
    words = phrase.split()
    if len(words) < 2:
        return None
    *before, what, how = words
    describes = how in _FIRST and _FIRST.isdisjoint((*before, what)) and known_role(what) is not None
    return " ".join([*before, how, what]) if describes else None
