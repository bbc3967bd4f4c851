"""What can stand in a rule's braces, each kind with its reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orbit.agent.offline.understanding.amounts import (
    read_amount,
    read_db,
    read_level,
    read_signed,
)
from orbit.agent.offline.understanding.clips import (
    read_clip,
    read_clip_slot,
    read_scene,
    read_slot,
    read_that_scene,
)
from orbit.agent.offline.understanding.devices import (
    read_device,
    read_devices,
    read_kind,
    read_kinds,
    read_option,
    read_parameter,
)
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.marking import read_marks
from orbit.agent.offline.understanding.pans import read_pan, read_side
from orbit.agent.offline.understanding.pattern import Kind
from orbit.agent.offline.understanding.pitches import read_pitches
from orbit.agent.offline.understanding.positions import (
    read_bar,
    read_bars,
    read_beats,
    read_place,
    read_places,
    read_span,
)
from orbit.agent.offline.understanding.reading import loosely
from orbit.agent.offline.understanding.returns import read_port, read_return
from orbit.agent.offline.understanding.rhythms import read_when
from orbit.agent.offline.understanding.settings import read_settings
from orbit.agent.offline.understanding.steps import read_step
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.tracks import (
    read_exact_track,
    read_sources,
    read_track,
    read_tracks,
    read_whole_track,
    read_whole_tracks,
)
from orbit.agent.offline.understanding.values import (
    read_bpm,
    read_bpm_step,
    read_color,
    read_count,
    read_name,
    read_percent,
    read_quoted,
    read_rest,
    read_signature,
    read_tempo,
    read_title,
    read_value,
)

__all__ = ["KINDS"]


def _one_of(meanings: Mapping[str, Any]) -> Kind:
    """A closed list of words, each with what it means."""
    values = {phrase.strip(): value for listed, value in meanings.items() for phrase in listed.split(",")}

    def read(_: Ground, tokens: Sequence[Token]) -> Any:
        return (
            None
            if any(token.quoted for token in tokens)
            else values.get(" ".join(token.text for token in tokens if token.text not in ("the", "a")))
        )

    opens = frozenset(phrase.split()[0] for phrase in values)
    return Kind(read, max(len(phrase.split()) for phrase in values) + 1, opens)


def _kind(read: Callable[[Ground, Sequence[Token]], Any], longest: int = 6) -> Kind:
    return Kind(read, longest)


KINDS: dict[str, Kind] = {
    "tracks": _kind(read_tracks, 24),
    "track": _kind(read_track, 6),
    "known_track": _kind(loosely(read_track), 6),
    "exact_track": _kind(read_exact_track, 6),
    "whole_track": _kind(read_whole_track, 6),
    "whole_tracks": _kind(read_whole_tracks, 24),
    "port": _kind(read_port, 3),
    "sources": _kind(read_sources, 24),
    "ordinary": _kind(loosely(read_sources), 24),
    "return": _kind(read_return, 5),
    "level": _kind(loosely(read_level), 6),
    "stated": _kind(read_level, 6),
    "db": _kind(read_db, 4),
    "signed": _kind(read_signed, 2),
    "percent": _kind(read_percent, 3),
    "amount": _kind(read_amount, 7),
    "pan": _kind(read_pan, 8),
    "side": _kind(loosely(read_side), 8),
    "bpm": _kind(read_bpm, 4),
    "bpm_step": _kind(read_bpm_step, 1),
    "tempo": _kind(read_tempo, 4),
    "signature": _kind(read_signature, 3),
    "bar": _kind(read_bar, 9),
    "spot": _kind(loosely(read_place), 9),
    "spots": _kind(loosely(read_places), 20),
    "marks": _kind(read_marks, 40),
    "span": _kind(loosely(read_span), 12),
    "pitches": _kind(read_pitches, 5),
    "when": _kind(read_when, 8),
    "bars": _kind(read_bars, 3),
    "beats": _kind(read_beats, 4),
    "count": _kind(read_count, 3),
    "color": _kind(read_color, 2),
    "name": _kind(read_name, 10),
    "title": _kind(read_title, 6),
    "quoted": _kind(read_quoted, 1),
    "rest": _kind(read_rest, 200),
    "value": _kind(read_value, 6),
    "option": _kind(read_option, 4),
    "step": _kind(read_step, 5),
    "kind": _kind(read_kind, 5),
    "kinds": _kind(read_kinds, 20),
    "device": _kind(read_device, 5),
    "devices": _kind(read_devices, 20),
    "parameter": _kind(read_parameter, 5),
    "settings": _kind(read_settings, 40),
    "clip": _kind(read_clip, 6),
    "slot": _kind(read_clip_slot, 4),
    "next_slot": _kind(read_slot, 4),
    "scene": _kind(read_scene, 5),
    "that_scene": _kind(read_that_scene, 5),
    "on": _one_of({"on": True, "off": False}),
    "up": _one_of({"up": 1, "down": -1}),
    "raise": _one_of(
        {
            "raise,boost,increase,lift,bump,bump up,raise up,push up,crank,crank up,hike,elevate,jack up": 1,
            (
                "lower,reduce,decrease,attenuate,duck down,back off,pull down,pull back,dial back,tame,"
                "dial down,tone down,ease back,dip,diminish,soften"
            ): -1,
        }
    ),
    "wetness": _one_of(
        {"fully wet,all wet,completely wet": "max", "fully dry,bone dry,completely dry": "min"}
    ),
    "another": _one_of({"another,another set of,one more": True}),
    "quality": _one_of(
        {
            "wetter": ("wet", 1),
            "drier,dryer": ("wet", -1),
            "longer": ("long", 1),
            "shorter,tighter": ("long", -1),
            "bigger,larger": ("big", 1),
            "smaller": ("big", -1),
            "wider": ("wide", 1),
            "narrower": ("wide", -1),
            "faster,quicker": ("fast", 1),
            "slower": ("fast", -1),
            "brighter,more open": ("open", 1),
            "darker,duller,more closed": ("open", -1),
            "harder,dirtier,crunchier": ("hard", 1),
            "cleaner,softer": ("hard", -1),
        }
    ),
    "louder": _one_of(
        {
            "louder,hotter,up,higher,more loud": 1,
            "quieter,softer,lower,down,less loud,more quiet,less hot": -1,
        }
    ),
    "loud": _one_of({"louder,hotter": 1, "quieter,softer": -1}),
    "off": _one_of({"all way down,fully down,completely down,all way off,right down,down fully": True}),
    "side_of": _one_of(
        {"left,left side,left speaker,left channel": -1, "right,right side,right speaker,right channel": 1}
    ),
    "more": _one_of({"more": 1, "less": -1}),
    "faster": _one_of({"faster,quicker": 1, "slower": -1}),
    "verb_kind": _one_of(
        {
            "compress": "compressor",
            "eq,equalize,equalise": "eq",
            "gate": "gate",
            "limit": "limiter",
            "saturate": "saturator",
        }
    ),
    "type": _one_of(
        {
            "midi,instrument,software instrument,virtual instrument": "midi",
            "audio": "audio",
            "return,aux,fx return,send,send return,effect return,effects return,aux return": "return",
        }
    ),
    "monitor": _one_of({"in,on,input": "in", "auto,automatic": "auto", "off": "off"}),
    "place": _one_of(
        {
            (
                "first,front,start,beginning,top,1,in front of everything,before everything,"
                "front of everything,before everything else,very front,very start,very beginning,"
                "front of chain,start of chain"
            ): 1,
            "last,end,back,bottom,very end,after everything,after everything else,end of chain": -1,
        }
    ),
    "beside": _one_of(
        {
            "before,in front of,ahead of,above,left of,to left of,on left of,pre": 0,
            "after,behind,below,under,underneath,next to,beside,right of,to right of,post,following": 1,
        }
    ),
}
"""Every kind by the name it has in patterns."""
