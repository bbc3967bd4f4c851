"""The part of ``diff`` that brings the list of tracks into line: creates, copies, deletes and renames."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, cast

from daw_bridges.actions import CreateTrack, DeleteTrack, DuplicateTrack, RenameTrack
from daw_bridges.algebra.difference.alignment import Costs, Source, align, align_appending
from daw_bridges.algebra.difference.device_likeness import IMPOSSIBLE
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.likeness import Numbers, Profile, track_distance
from daw_bridges.algebra.tracks import group_around, in_group, members, new_track
from daw_bridges.session import Session, Track, TrackKind

__all__ = ["bring_tracks"]

_UNSEEN = 3.0
_LITTLE = 2.0
_CREATABLE = (TrackKind.MIDI, TrackKind.AUDIO, TrackKind.RETURN)


def bring_tracks(draft: Draft, goal: Session) -> list[tuple[int, int]]:
    """Bring the tracks into line; gives the place of each in the draft with its place in the goal.

    What no action makes (a group) or moves has no partner, and those behind it keep theirs.
    """
    if draft.session.tracks is goal.tracks:
        return [(place, place) for place in range(len(goal.tracks))]
    returns = _bring_returns(draft, goal)
    ordinary = _bring_ordinary(draft, goal)
    shift = len(ordinary), len(goal.ordinary_tracks)
    pairs = [(place, j) for place, j in enumerate(ordinary) if j is not None]
    pairs += [(place + shift[0], j + shift[1]) for place, j in enumerate(returns) if j is not None]
    return [*pairs, *zip(_masters(draft.session), _masters(goal), strict=False)]


def _masters(session: Session) -> list[int]:
    return [place for place, track in enumerate(session.tracks) if track.kind is TrackKind.MASTER]


def _costs(session: Session, before: Sequence[Track], after: Sequence[Track], *, copies: bool) -> Costs:
    numbers: Numbers = {}
    ours, theirs = ([Profile.of(track, numbers) for track in tracks] for tracks in (before, after))
    partner = _evident(ours, theirs)
    settled = set(partner.values())

    @cache
    def distance(i: int, j: int) -> float:
        if partner.get(i, j) != j and j in settled:
            return IMPOSSIBLE
        return track_distance(ours[i], theirs[j])

    def keep(i: int, j: int) -> float:
        renamed = before[i].name != after[j].name
        return distance(i, j) + 1.1 * renamed + (before[i].arm != after[j].arm)

    @cache
    def fresh(kind: TrackKind, group: str | None) -> Profile:
        track = new_track(session, kind, "")
        return Profile.of(track if group is None else in_group(track, group), numbers)

    def created(j: int) -> float:
        goal = theirs[j].track
        if goal.kind not in _CREATABLE:
            return 1.0 + 10 * IMPOSSIBLE + goal.arm
        # What is made in front of a track that stays in a group lies in that group.
        inside = j > 0 and j + 1 in settled and after[j + 1].group == goal.group
        return 1.0 + track_distance(fresh(goal.kind, goal.group if inside else None), theirs[j]) + goal.arm

    def copy(i: int, j: int) -> float:
        if before[i].kind not in (TrackKind.MIDI, TrackKind.AUDIO):
            return 10 * IMPOSSIBLE
        # A copy brings along what no session shows, so a track that is only a bit alike is rather made anew.
        unlike = distance(i, j) + after[j].arm
        return 1.0 + unlike + (_UNSEEN if unlike else 0.0)

    creations = list(map(created, range(len(theirs))))
    return Costs(keep=keep, create=creations.__getitem__, delete=lambda _: 1.0, copy=copy if copies else None)


def _evident(before: Sequence[Profile], after: Sequence[Profile]) -> dict[int, int]:
    """Tracks of a name that only they have and with little changed: nobody need look for other partners."""
    ours, theirs = ([profile.track.name for profile in profiles] for profiles in (before, after))
    places = {name: j for j, name in enumerate(theirs) if theirs.count(name) == ours.count(name) == 1}
    pairs = {i: places[name] for i, name in enumerate(ours) if name in places}
    return {i: j for i, j in pairs.items() if track_distance(before[i], after[j]) <= _LITTLE}


def _bring_returns(draft: Draft, goal: Session) -> list[int | None]:
    """Bring the returns into line; gives the place in the goal of what each has become."""
    before, after = draft.session.returns, goal.returns
    first = len(draft.session.ordinary_tracks)
    costs = _costs(draft.session, before, after, copies=False)
    origin: list[int | None] = [None] * len(before)
    for j, source in enumerate(align_appending(len(before), len(after), costs)):
        if source is not None:
            origin[source.place] = j
    for index in reversed(range(len(before))):
        if origin[index] is None and draft.do(DeleteTrack, track=draft.name(first + index)):
            del origin[index]
    _rename(draft, [(first + place, after[j].name) for place, j in enumerate(origin) if j is not None])
    missing = [j for j in range(len(after)) if j not in origin]
    made = [j for j in missing if draft.do(CreateTrack, kind="return", name=after[j].name)]
    return [*origin, *made]


def _bring_ordinary(draft: Draft, goal: Session) -> list[int | None]:
    """Bring the other tracks into line; gives the place in the goal of what each has become."""
    before, after = draft.session.ordinary_tracks, goal.ordinary_tracks
    sources = _sources(draft.session, before, after)
    origin: list[int | None] = [None] * len(before)
    for j, source in enumerate(sources):
        if source is not None and not source.copy:
            origin[source.place] = j
    _copy(draft, origin, sources, after)
    _create(draft, origin, sources, after)
    _delete(draft, origin)
    _rename(draft, [(place, after[j].name) for place, j in enumerate(origin) if j is not None])
    return origin


def _sources(session: Session, before: Sequence[Track], after: Sequence[Track]) -> list[Source | None]:
    """Where each track comes from.

    Equal tracks at both ends are the same ones; the search is for what lies between.
    """
    start = _equal_from_start(before, after)
    end = _equal_from_start(before[start:][::-1], after[start:][::-1])
    # The outermost equal tracks take part in the search: they may be what a new one was copied from.
    start, end = max(start - 1, 0), max(end - 1, 0)
    middle = (before[start : len(before) - end], after[start : len(after) - end])
    if not _same_list(*middle):
        found = align(len(middle[0]), len(middle[1]), _costs(session, *middle, copies=True))
    else:
        found = list(map(Source, range(len(middle[0]))))
    shifted = [None if source is None else Source(source.place + start, source.copy) for source in found]
    ends = [Source(len(before) - end + place) for place in range(end)]
    return [*map(Source, range(start)), *shifted, *ends]


def _equal_from_start(before: Sequence[Track], after: Sequence[Track]) -> int:
    count = 0
    for one, other in zip(before, after, strict=False):
        if not (one is other or one == other):
            break
        count += 1
    return count


def _same_list(before: Sequence[Track], after: Sequence[Track]) -> bool:
    """Whether both lists name the same tracks, each of which can become what it has to be."""
    numbers: Numbers = {}
    return len(before) == len(after) and all(
        one.name == other.name
        and one.group == other.group
        and track_distance(Profile.of(one, numbers), Profile.of(other, numbers)) < IMPOSSIBLE
        for one, other in zip(before, after, strict=True)
    )


def _copy(
    draft: Draft, origin: list[int | None], sources: Sequence[Source | None], after: Sequence[Track]
) -> None:
    # From the last on: a copy stands right behind what it was made from, before the copies made earlier.
    for j in reversed(range(len(sources))):
        source = sources[j]
        if source is None or not source.copy:
            continue
        original = sources.index(Source(source.place))
        place = origin.index(original)
        name = None if draft.track(place).name == after[j].name else after[j].name
        if draft.do(DuplicateTrack, track=draft.name(place), name=name):
            origin.insert(place + 1, j)


def _create(
    draft: Draft, origin: list[int | None], sources: Sequence[Source | None], after: Sequence[Track]
) -> None:
    for j, source in enumerate(sources):
        if source is not None or after[j].kind not in _CREATABLE:
            continue
        place = _place_for(draft, origin, j, after[j].group)
        at = None if place == len(origin) else place + 1
        kind = cast("Literal['midi', 'audio']", after[j].kind.value)
        if draft.do(CreateTrack, kind=kind, name=after[j].name, at=at):
            origin.insert(place, j)


def _place_for(draft: Draft, origin: list[int | None], j: int, group: str | None) -> int:
    """The place between the goal's neighbours; with tracks between that will go, one that is in the group."""
    first = max((place + 1 for place, each in enumerate(origin) if each is not None and each < j), default=0)
    last = min(
        (place for place, each in enumerate(origin) if each is not None and each > j), default=len(origin)
    )
    tracks = draft.session.ordinary_tracks
    return next((place for place in range(first, last + 1) if group_around(tracks, place) == group), first)


def _delete(draft: Draft, origin: list[int | None]) -> None:
    place = 0
    while place < len(origin):
        if origin[place] is None:
            going = members(draft.session, place)
            if all(origin[each] is None for each in going) and draft.do(DeleteTrack, track=draft.name(place)):
                del origin[place : place + len(going)]
                continue
        place += 1


def _rename(draft: Draft, names: Sequence[tuple[int, str]]) -> None:
    wrong = [(place, name) for place, name in names if draft.track(place).name != name]
    stuck = [each for each in wrong if not draft.do(RenameTrack, track=draft.name(each[0]), name=each[1])]
    # Returns that swap names stand in each other's way: those left over step aside first.
    for place, name in stuck:
        draft.do(RenameTrack, track=draft.name(place), name=f"{name} (new)")
    for place, name in stuck:
        draft.do(RenameTrack, track=draft.name(place), name=name)
