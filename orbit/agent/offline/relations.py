"""The words of a sentence that a plan may not pass over, and whether it does what each of them says.

These are words of relation, and names that the plan takes for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

import yaml

from daw_bridges.actions import (
    Action,
    CreateTrack,
    DeleteTrack,
    DuplicateTrack,
    InsertDevice,
    MoveDevice,
    RemoveDevice,
    SetPan,
    SetTempo,
)
from daw_bridges.errors import OrbitError
from daw_bridges.references import device_index, find_track
from orbit.agent.offline.dialogue.deeds import Deed
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.understanding.clause import FILLERS
from orbit.agent.offline.understanding.rules.every import rule_words
from orbit.agent.reader.lexicon import group
from orbit.agent.readings import aim, read_there, rounded
from orbit.memory.words.language import read
from orbit.workflows.roles import fold

if TYPE_CHECKING:
    from orbit.agent.context import Done
    from orbit.agent.offline.coverage import Plan

__all__ = ["broken", "doubtful", "place_of", "rows"]


@cache
def _table() -> Mapping[str, Any]:
    text = (files("orbit.agent.offline") / "relations.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's is ten times faster
    return cast("Mapping[str, Any]", yaml.load(text, Loader=loader))  # noqa: S506 - both are safe loaders


@cache
def rows(relation: str) -> tuple[tuple[str, ...], ...]:
    """Give the wordings of a relation, each as its words; the longest first."""
    return tuple(sorted((tuple(row.split()) for row in _table()[relation]), key=len, reverse=True))


def broken(plan: Plan) -> Iterator[str]:
    """Give the words of relation that did not go into a plan."""
    yield from _broken(plan, _HOLDS)


def _broken(plan: Plan, held: Mapping[str, Callable[[Plan, int, str], bool]]) -> Iterator[str]:
    for relation, holds in held.items():
        for at, words in plan.said(relation):
            if not holds(plan, at, " ".join(words)):
                yield " ".join(words)


def doubtful(plan: Plan) -> Iterator[str]:
    """Give the words by which another plan may be meant, however well the sentence was read."""
    yield from _numbered(plan)
    yield from _names_given(plan)
    yield from _set_twice(plan)
    yield from _either_thing(plan)
    yield from _bare_numbers(plan)
    yield from _broken(plan, _ALWAYS)


def _numbered(plan: Plan) -> Iterator[str]:
    """Give what names a track but for a number that it has not: "Kick2" is no Kick."""
    given = {word for text in plan.touched for word in fold(text).split()}
    for token in (plan.tokens[at] for at in plan.named):
        numbered = token.raw[0].isalpha() and token.raw[-1].isdigit() and not token.quoted
        if numbered and fold(token.raw) not in given:
            yield token.raw


def _names_given(plan: Plan) -> Iterator[str]:
    """Give the names that look as if they had swallowed a part of the sentence."""
    quoted = {token.text for token in plan.tokens if token.quoted}
    for name in (str(getattr(edit, "name", None) or "") for edit in plan.edits):
        words = [word for word in read(name).text.split() if word not in FILLERS]
        pair = words[-2:-1] == ["and"] and (name.split()[-1].istitle() or words[-1] not in rule_words())
        inner = words[: -2 if pair else -1]  # "Stop and Go" is a name, "bells and mute" may be two things
        swallowed = name[:1].islower() and any(word.istitle() for word in name.split()[1:])
        if fold(name) not in quoted and (swallowed or any(not read(word).words for word in inner)):
            yield name  # "entitled Celesta"


def _set_twice(plan: Plan) -> Iterator[str]:
    """Give what is set to two values: the sentence means one of them, or something else by the other."""
    aims: dict[tuple[str, ...], float] = {}
    for edit in plan.edits:
        new, place = aim(edit), place_of(edit)
        if new is not None and aims.setdefault(place, new) != new:
            yield place[-1]


def place_of(edit: Action) -> tuple[str, ...]:
    """Give what an edit sets a number of."""
    names = (getattr(edit, field, None) for field in ("track", "device", "parameter", "to"))
    return (edit.action, *(str(name) for name in names if name is not None))


def _either_thing(plan: Plan) -> Iterator[str]:
    """Give the returns spoken of as a device is, where other tracks have such a device: "the reverb"."""
    kinds = {device.kind for track in plan.known.session.ordinary_tracks for device in track.devices}
    changed = {str(getattr(edit, "track", "")) for edit in plan.edits}
    said = (each for each in plan.mentions if each.type == "track" and {*each.values} & changed)
    yield from (each.text for each in said if fold(each.text) in kinds)


def _bare_numbers(plan: Plan) -> Iterator[str]:
    """Give a number behind a name and nothing else, which may be any setting of it: "keys 3"."""
    if plan.goes_on:
        return  # of what was set last
    said = [at for at, token in enumerate(plan.tokens) if token.text not in FILLERS]
    number = plan.tokens[said[-1]] if said else None
    if number is None or not number.raw.isdigit() or not plan.named.issuperset(said[:-1]):
        return
    place = int(number.raw)
    counted = {f"#{place}", *(track.name for track in plan.known.session.tracks[max(place - 1, 0) : place])}
    if place and subjects(plan.edits) and counted.isdisjoint(plan.touched):
        yield number.raw


def _spares(plan: Plan, _at: int, _said: str) -> bool:
    """Whether there is something for others to be left out of; coverage sees that they are."""
    return bool(plan.workflows or plan.copies or subjects(plan.edits))


def _stands_alone(plan: Plan, _at: int, _said: str) -> bool:
    """Whether what was switched on is on nowhere else; of a chain, the one that is named is copied alone."""
    if plan.copies and not plan.edits and not plan.workflows:
        return all(copy["devices"] for copy in plan.copies)
    switched: set[str] = {each.action for each in plan.edits}
    if plan.after is None or len(switched) != 1 or not switched <= {*_SWITCHES}:
        return False
    reads = _SWITCHES[switched.pop()]
    on = {track.name for track in plan.after.ordinary_tracks if getattr(track, reads)}
    return on == {name for _, names in plan.tracks_named for name in names}


def _gets_each(plan: Plan, _at: int, _said: str) -> bool:
    numbers = {abs(token.number) for token in plan.tokens if token.number is not None}
    aims = [value for edit in plan.edits if (value := aim(edit)) is not None]
    return not numbers or all(
        {rounded(abs(value) * scale) for scale in (1, 50, 100)} & numbers for value in aims
    )


def _goes_both_ways(plan: Plan, _at: int, _said: str) -> bool:
    pans = [edit.pan for edit in plan.edits if isinstance(edit, SetPan)]
    return bool(pans) and min(pans) < 0 < max(pans)


def _goes_ahead(plan: Plan, at: int, _said: str) -> bool:
    """Whether a device is put before the one that is named behind."""
    behind = next((each for each in plan.mentions if each.type == "device" and each.start > at), None)
    moved = [edit for edit in plan.edits if isinstance(edit, InsertDevice | MoveDevice)]
    if behind is None or plan.after is None or len(moved) != 1:
        return False
    try:
        track = find_track(plan.after, moved[0].track)
        return device_index(track, moved[0].device) < device_index(track, behind.values[0])
    except OrbitError:
        return False


def _goes_behind(plan: Plan, _at: int, _said: str) -> bool:
    """Whether devices are put in a row, each at the end of what is there."""
    return not plan.workflows and any(isinstance(edit, InsertDevice | MoveDevice) for edit in plan.edits)


def _is_alike(plan: Plan, at: int, said: str) -> bool:
    """Whether it is what was done last, as far as that went, or as it reads where it is named."""
    if plan.copies:
        return True
    past = plan.known.past.recent
    end = at + len(said.split())
    if like := [name for place, names in plan.tracks_named if _behind_as(plan, end, place) for name in names]:
        past = tuple(each for each in past if {*like} & {*each.tracks, *subjects(edits_of(each))})
        return bool(plan.edits or _repeats(plan, past)) and all(_reads_as(plan, e, like) for e in plan.edits)
    if plan.workflows or not plan.edits:
        return _repeats(plan, past)
    before = {_without_track(edit) for each in past for edit in edits_of(each)}
    if {*map(_without_track, plan.edits)} <= before:
        return True
    last = plan.known.past.last
    moved = (
        {rounded(abs(each)) for each in Deed.of(last).changes if each is not None} if last else set[float]()
    )
    named = [name for _, names in plan.tracks_named for name in names]
    as_far = {abs(each) for each in map(plan.moved, plan.edits) if each is not None} <= moved
    return (as_far and bool(moved)) or all(_reads_as(plan, edit, named) for edit in plan.edits)


def _behind_as(plan: Plan, at: int, place: int) -> bool:
    """Whether a place is that of something that is named for others to be like it: "the same … as …"."""
    between = [(token.text,) for token in plan.tokens[at:place]]
    return any(row in rows("like") for row in between)


def _repeats(plan: Plan, past: Sequence[Done]) -> bool:
    """Whether the workflows of a plan were done lately."""
    return bool(plan.workflows) and all(_is_as_before(part, past) for part in plan.workflows)


def _without_track(edit: Action) -> str:
    return edit.model_copy(update={"track": ""} if hasattr(edit, "track") else {}).model_dump_json()


def _is_as_before(part: Mapping[str, Any], past: Sequence[Done]) -> bool:
    """Whether a workflow was done lately, with all its slots but one as they are now."""
    slots: Mapping[str, Any] = part["slots"]
    before = (each.slots for each in past if each.workflow == part["workflow"] and each.outcome == "done")
    return any(sum(slots.get(name) != each.get(name) for name in {*slots, *each}) <= 1 for each in before)


def _reads_as(plan: Plan, edit: Action, named: Sequence[str]) -> bool:
    """Whether an edit sets what one of the tracks that are named beside its own reads."""
    others = [name for name in named if name != getattr(edit, "track", None)]
    session = plan.known.session
    if edit.action not in _READS:
        there = [read_there(session, edit.model_copy(update={"track": name})) for name in others]
        return aim(edit) is not None and aim(edit) in there
    sets, reads = _READS[edit.action]
    return getattr(edit, sets) in [getattr(find_track(session, name), reads) for name in others]


_SWITCHES = {"set_solo": "solo", "set_mute": "mute", "set_arm": "arm"}
_READS = {
    "set_color": ("color", "color"), "set_output": ("to", "output"), "set_input": ("source", "input"),
    "set_monitor": ("mode", "monitor"), "set_mute": ("on", "mute"), "set_solo": ("on", "solo"),
}  # fmt: skip
"""The fields of edits that set no number, with those of the track that read them."""


def _is_by_level(plan: Plan, at: int, said: str) -> bool:
    """Whether a level is as far from the one that is named behind as is said."""
    near = (token.number for token in plan.tokens[max(at - 2, 0) : at])
    number = next((number for number in near if number is not None), None)
    named = [name for place, names in plan.tracks_named if place > at for name in names]
    if number is None or not named:
        return True  # under which one a track ducks, or above which frequency, is no level
    way = -1 if _table()["by_level"][said] == "down" else 1
    levels = [find_track(plan.known.session, name).volume_db for name in named]
    wanted = {rounded(level + way * abs(number)) for level in levels}
    aims = [aim(edit) for edit in plan.edits if edit.action == "set_volume"]
    return bool(aims) and all(new is not None and rounded(new) in wanted for new in aims)


def _is_replaced(plan: Plan, _at: int, _said: str) -> bool:
    """Whether something goes, rather than something else being put beside it."""
    makes = any(isinstance(edit, InsertDevice | CreateTrack) for edit in plan.edits)
    removes = any(isinstance(edit, RemoveDevice | DeleteTrack) for edit in plan.edits)
    return bool(plan.taken_back) or removes or not (makes or plan.workflows)


def _goes_down(plan: Plan, _at: int, _said: str) -> bool:
    return any(plan.said("higher")) or all(moved <= 0 for moved in _levels_moved(plan))


def _goes_up(plan: Plan, _at: int, _said: str) -> bool:
    return any(plan.said("lower")) or all(moved >= 0 for moved in _levels_moved(plan))


def _tempos_moved(plan: Plan) -> Iterator[float]:
    return (moved for edit in plan.edits if isinstance(edit, SetTempo) and (moved := plan.moved(edit)))


def _goes_back(plan: Plan, _at: int, _said: str) -> bool:
    """Whether nothing goes up that is pushed back; what goes back to a number may."""
    counts = any(token.number is not None for token in plan.tokens)
    return counts or any(plan.said("higher")) or all(moved <= 0 for moved in _levels_moved(plan))


def _goes_aside(plan: Plan, _at: int, _said: str) -> bool:
    """Whether a panning that is moved goes to the side that is named."""
    sides = {token.text for token in plan.tokens} & {"left", "right"}
    if len(sides) != 1 or any(plan.said("inwards")):
        return True
    way = 1 if "right" in sides else -1
    return all(moved * way >= 0 for edit in plan.edits if (moved := _panned(plan, edit)) is not None)


def _goes_inwards(plan: Plan, _at: int, _said: str) -> bool:
    """Whether a panning gets nearer to the middle and not over it."""
    pans = [edit for edit in plan.edits if isinstance(edit, SetPan)]
    there = [(edit.pan, read_there(plan.known.session, edit) or 0.0) for edit in pans]
    return all(held and 0 < new / held < 1 for new, held in there)


def _panned(plan: Plan, edit: Action) -> float | None:
    return plan.moved(edit) if isinstance(edit, SetPan) else None


def _is_no_copy(plan: Plan, _at: int, said: str) -> bool:
    copies = (edit for edit in plan.edits if isinstance(edit, DuplicateTrack))
    return all(said in (edit.name or "").casefold() for edit in copies)


def _is_no_part(plan: Plan, at: int, said: str) -> bool:
    """Whether no part of the song is named behind, or the edits are of that part."""
    from orbit.workflows.patterns import section_names  # not for plain edits

    behind = plan.tokens[at + len(said.split()) :]
    word = next((token.text for token in behind if token.text not in FILLERS), "")
    given = {part for text in plan.touched for part in fold(text).split()}
    part = len(word) > 1 and word in section_names() and word != "solo"  # "put the keys in solo"
    return not part or word in given or not any(map(_is_of_mixer, plan.edits))


def _is_of_mixer(edit: Action) -> bool:
    return edit.action in _READS or aim(edit) is not None


def _is_on_devices(plan: Plan, at: int, _said: str) -> bool:
    """Whether the effects that are on tracks are not taken for a track that is called so."""
    behind = plan.tokens[at + 1].text if at + 1 < len(plan.tokens) else ""
    return behind in group("a_thing") or all(hasattr(edit, "device") for edit in plan.edits)


def _levels_moved(plan: Plan) -> Iterator[float]:
    """How far what has no sides is moved: "down" of a panning says nothing."""
    for edit in plan.edits:
        if not isinstance(edit, SetPan) and (moved := plan.moved(edit)) is not None:
            yield moved


_HOLDS: Mapping[str, Callable[[Plan, int, str], bool]] = {
    "spares": _spares,
    "alone": _stands_alone,
    "each": _gets_each,
    "both_sides": _goes_both_ways,
    "ahead": _goes_ahead,
    "behind": _goes_behind,
    "alike": _is_alike,
    "by_level": _is_by_level,
    "instead": _is_replaced,
}
"""What has to be so of a plan for each relation, where it is said at a place in these words."""
_ALWAYS: Mapping[str, Callable[[Plan, int, str], bool]] = {
    "lower": _goes_down,
    "higher": _goes_up,
    "slower": lambda plan, _at, _said: all(moved <= 0 for moved in _tempos_moved(plan)),
    "faster": lambda plan, _at, _said: all(moved >= 0 for moved in _tempos_moved(plan)),
    "back": _goes_back,
    "aside": _goes_aside,
    "further": lambda plan, _at, _said: not any(abs(e.pan) == 1 for e in plan.edits if isinstance(e, SetPan)),
    "inwards": _goes_inwards,
    "doubled": _is_no_copy,
    "effects": _is_on_devices,
    "whole_way": lambda plan, _at, _said: not any(map(plan.moved, plan.edits)),
    "within": _is_no_part,
}
"""What has to be so however well the sentence was read."""
