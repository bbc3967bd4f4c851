"""Hold a plan against the sentence it was made for: what it passes over is proposed, not done.

However a sentence was read: its numbers, its names and its words of relation must be found again in what the
plan would do, and a workflow must be asked for by what it is for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from daw_bridges.actions import Action, SetLoop, SetPan, action_json
from daw_bridges.algebra import apply_all, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import edits_of, named_in, subjects
from orbit.agent.offline.known import Known
from orbit.agent.offline.relations import broken, doubtful, place_of, rows
from orbit.agent.offline.understanding import Edits
from orbit.agent.offline.understanding.clause import FILLERS
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.rules.copies import NOUNS
from orbit.agent.offline.understanding.templates import Recipe, is_named, recipe_of
from orbit.agent.offline.understanding.tokens import Token, tokenize
from orbit.agent.readings import aim, read_there, rounded
from orbit.memory.words.language import read
from orbit.workflows.roles import fold

if TYPE_CHECKING:
    from orbit.agent.reader.library import Account

__all__ = ["Part", "Plan"]

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
Part = Mapping[str, Any]
"""A part of a plan, as for ``plan_parts``: edits, or a workflow with its slots."""


@dataclass(frozen=True)
class Plan:
    """What would be done for a sentence, and what would be taken back before."""

    text: str
    known: Known
    parts: tuple[Part, ...]
    taken_back: tuple[Done, ...]
    goes_on: bool = False
    """Whether the sentence refers to what was done before, and so need not say what a workflow is for."""

    # -- what was said ---------------------------------------------------------------------------------

    @cached_property
    def tokens(self) -> list[Token]:
        """The words of the sentence."""
        return tokenize(self.text)

    @cached_property
    def mentions(self) -> list[Mention]:
        """What the sentence names."""
        return mentions(self.known.ground(self.text), self.tokens)

    @cached_property
    def named(self) -> frozenset[int]:
        """The places of words that name a track or clip, or stand in quotation marks."""
        named = (each for each in self.mentions if each.type in ("track", "clip") and not each.problem)
        quoted = (at for at, token in enumerate(self.tokens) if token.quoted)
        return frozenset(quoted).union(at for each in named for at in range(each.start, each.end))

    def said(self, relation: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Where a relation is said outside names, and in which words."""
        words = [token.text for token in self.tokens]
        at = 0
        while at < len(words):
            row = next((row for row in rows(relation) if tuple(words[at : at + len(row)]) == row), None)
            if row is not None and not self.literal(at):
                yield at, row
            at += len(row) if row else 1

    def literal(self, at: int) -> bool:
        """Whether a word belongs to a name: it is quoted, or a track or clip is called so."""
        word, found = self.tokens[at], (each for each in self.mentions if each.type in ("track", "clip"))
        names = (name for each in found if each.start <= at < each.end for name in each.values)
        return word.quoted or any(word.text in fold(name).split() for name in names)

    @cached_property
    def tracks_named(self) -> list[tuple[int, tuple[str, ...]]]:
        """The tracks that the sentence names, with where."""
        tracks = [each for each in self.mentions if each.type == "track" and not each.problem]
        clips = [each for each in self.mentions if each.type == "clip" and each.values[0] in self.touched]
        return [
            (each.start, each.values)
            for each in tracks
            if not any(_within(each, other) for other in tracks)
            and not any(each.overlaps(clip) for clip in clips)
            and not self._is_wording(each)
        ]

    def _is_wording(self, mention: Mention) -> bool:
        """Whether words that could name a track are how a workflow of the plan is asked for: "master it"."""
        said = {token.text for token in self.tokens[mention.start : mention.end]}
        words = [recipe.wordings for recipe in self.recipes] + [NOUNS] * bool(self.copies)
        return any(said <= each | FILLERS for each in words)

    @cached_property
    def recipes(self) -> list[Recipe]:
        """The workflows of the plan, as far as the library told of them."""
        found = (self.known.workflow(str(part["workflow"])) for part in self.workflows)
        return [recipe_of(each) for each in found if each is not None]

    # -- what would be done ----------------------------------------------------------------------------

    @cached_property
    def edits(self) -> list[Action]:
        """The single edits of the plan."""
        return self.known.edits([each for part in self.parts for each in part.get("actions", ())])

    @cached_property
    def workflows(self) -> list[Part]:
        """The parts of the plan that are workflows."""
        return [part for part in self.parts if part.get("workflow")]

    @cached_property
    def copies(self) -> list[Mapping[str, Any]]:
        """The parts of the plan that put devices of a track on others."""
        return [part["copy_devices"] for part in self.parts if part.get("copy_devices")]

    @cached_property
    def after(self) -> Session | None:
        """The session as the edits leave it; None where that cannot be told."""
        if self.workflows or self.taken_back:
            return None
        try:
            return apply_all(self.known.session, resolve_labels(self.known.session, self.edits))
        except OrbitError:
            return None  # the plan says what is wrong with it, and says it better

    @cached_property
    def touched(self) -> frozenset[str]:
        """Every text that the plan holds, with the tracks it speaks of by number or takes back."""
        found: set[str] = set()
        for edit in self.edits:
            found.update(value for value in action_json(edit).values() if isinstance(value, str))
        for copy in self.copies:
            found.update((copy["source"], *copy["targets"], *copy["devices"]))
        for part in self.workflows:
            for value in part["slots"].values():
                found.update((str(value), *named_in(str(value), self.known.session)))
        for done in self.taken_back:
            found.update((*subjects(edits_of(done)), *done.tracks))
            found.update(
                name for value in done.slots.values() for name in named_in(value, self.known.session)
            )
        return frozenset(found.union(*(self._by_name(value) for value in found)))

    def _by_name(self, reference: str) -> tuple[str, ...]:
        if not reference.startswith("#"):
            return ()
        try:
            return (find_track(self.known.session, reference).name,)
        except OrbitError:
            return ()

    # -- what the sentence does not ask for ------------------------------------------------------------

    @cached_property
    def unasked(self) -> tuple[str, str] | None:
        """Why the sentence does not ask for the plan, and what else it says; None where it does."""
        found = self.known.unasked(self.text)
        if found is None or (
            self.goes_on and self.known.past.recent and found[0] not in ("conditional", "asked")
        ):
            return None
        if self.workflows or self.copies or not self.edits:
            return None if found[1] and all(said.asks for said in self._accounts) else found
        said = [*map(action_json, self.asked_beside)]
        return None if all(action_json(edit) in said for edit in self.edits) else found

    @cached_property
    def asked_beside(self) -> tuple[Action, ...]:
        """The edits that the clauses ask for which are requests."""
        _, rest = self.known.unasked(self.text) or ("", "")
        understood = self.known.read(self.known.spelled_out(rest, subjects(self.edits))) if rest else None
        return understood.actions if isinstance(understood, Edits) else ()

    # -- what of the sentence is not in the plan -------------------------------------------------------

    def passed_over(self) -> Iterator[str]:
        """The words of the sentence that did not go into the plan."""
        if any(said.is_phrasing for said in self._accounts):
            return
        if self.parts:
            yield from self._numbers()
            yield from self._names()
            yield from doubtful(self)
            yield from broken(self)
            yield from self._goals()
        else:
            yield from self._others_taken_back()

    def _numbers(self) -> Iterator[str]:
        set_to, moved_by = self._numbers_set()
        given = {word for text in self.touched for word in fold(text).split()}
        for at, token in enumerate(self.tokens):
            number = token.number
            if number is None or abs(number) in set_to or token.raw == "one" or self._counts_tracks(at):
                continue
            if fold(token.raw) in given:
                continue  # it is a part of a name: "Guitar Two"
            before = [each.text for each in self.tokens[max(at - 2, 0) : at]]
            if number == 1 and before[-1:] == ["to"] and before[0].isdigit():
                continue  # a ratio's end
            restated = tuple(before[-1:]) in rows("where_to")
            if restated or abs(number) not in moved_by:
                yield token.raw

    def _counts_tracks(self, at: int) -> bool:
        """Whether a number says which tracks, and those are in the plan."""
        if tuple(each.text for each in self.tokens[max(at - 1, 0) : at]) in rows("counted"):
            names, place = self.known.session.track_names, int(self.tokens[at].number or 0)
            return 0 < place <= len(names) and names[place - 1] in self.touched
        tracks = (each for each in self.mentions if each.type in ("track", "clip"))
        return any(each.start <= at < each.end and {*each.values} <= self.touched for each in tracks)

    def _numbers_set(self) -> tuple[set[float], set[float]]:
        """The numbers that the plan sets, in their usual units, and how far it moves what is set."""
        set_to, moved_by = {float(len(self.edits))}, set[float]()
        for part in self.workflows:
            set_to.update(_in(part["slots"]))
        bar = self.known.session.time_signature[0] * 4 / self.known.session.time_signature[1]
        for edit in self.edits:
            held, there, new = {*_in(action_json(edit))}, read_there(self.known.session, edit), aim(edit)
            scales = (50, 100) if isinstance(edit, SetPan) else (1, 1 / 1000, 1000, 100, 1 / 100, 1 / bar)
            set_to |= {rounded(each * scale) for each in held for scale in scales}
            set_to |= {rounded(each / bar + 1) for each in held}
            if isinstance(edit, SetLoop) and edit.start_bar is not None and edit.end_bar is not None:
                set_to.add(rounded(edit.end_bar - edit.start_bar))
                moved_by.add(rounded(abs(edit.end_bar - self.known.session.loop.end_bar)))
            if there is not None and new is not None:
                scales = (50, 100) if isinstance(edit, SetPan) else (1,)
                moved_by |= {rounded(abs(new - there) * scale) for scale in scales}
        for done in self.taken_back or self.known.past.recent[:1]:
            moved_by |= {rounded(abs(new - old)) for new, old in self._pairs(done)}
        return set_to, moved_by

    def _pairs(self, done: Done) -> Iterator[tuple[float, float]]:
        """What the edits set now, and what was read before an earlier request, place by place."""
        before = dict(zip(map(place_of, edits_of(done)), done.read, strict=False))
        for edit in self.edits:
            new, old = aim(edit), before.get(place_of(edit))
            if new is not None and old is not None:
                yield new, old

    def _names(self) -> Iterator[str]:
        """The tracks and clips named as they are called that are left out, or spared and touched."""
        spared = [(at, at + len(words)) for at, words in (*self.said("spares"), *self.said("instead"))]
        denied = {at + 1 for at, _ in self.said("denied")}
        changed = {str(getattr(edit, "track", "")) for edit in self.edits}
        changed |= {name for copy in self.copies for name in copy["targets"]}
        for at, names in self.tracks_named:
            literal = {name for name in names if all(map(self._says(at), fold(name).split()))}
            if {at, at - 1} & denied:
                yield from {names[0]} & changed
            elif any(self._follows(end, at) for _, end in spared):
                yield from literal & changed
            elif not self._compared(at) and not any(place < at for place, _ in spared):
                whole = any(recipe.whole for recipe in self.recipes)
                yield from literal - self.touched - ({"Master"} if whole else set())
        for each in self.mentions:
            name = each.values[0]
            if each.type == "clip" and name and fold(name) in fold(each.text) and name not in self.touched:
                yield each.text
        yield from self._strange_names()

    def _says(self, at: int) -> Callable[[str], bool]:
        """Whether a word stands in the mention that begins at a place."""
        ends = [each.end for each in self.mentions if each.type == "track" and each.start == at]
        said = {token.text for token in self.tokens[at : max(ends, default=at)]}
        return lambda word: word in said or f"{word}s" in said

    def _follows(self, end: int, at: int) -> bool:
        """Whether only names stand between the end of some words and a place."""
        between = range(end, at)
        return end <= at and all(
            place in self.named or self.tokens[place].text in FILLERS | {"and", "or"} for place in between
        )

    def _strange_names(self) -> Iterator[str]:
        """The words in quotation marks or with a capital that the plan has no use for."""
        given = {token.text for text in self.touched for token in tokenize(text)}
        given |= {fold(text) for text in self.touched}
        found = (each for each in self.mentions if each.type == "device")
        devices = {at for each in found for at in range(each.start, each.end)}
        before = ","
        for at, token in enumerate(self.tokens):
            strange = len(token.raw) > 2 and token.raw.istitle() and before != ","
            strange = strange and at not in self.named | devices and not read(token.text).groups
            if (strange or token.quoted) and token.text not in given:
                yield token.raw
            before = token.text

    def _compared(self, at: int) -> bool:
        """Whether a track is named for others to be like it."""
        said = (*self.said("by_level"), *self.said("alike"))
        return any(place < at for place, _ in said)

    def moved(self, edit: Action) -> float | None:
        """How far an edit moves the number that it sets; None where that cannot be told."""
        new, old = aim(edit), read_there(self.known.session, edit)
        return None if new is None or old is None else rounded(new - old)

    def _goals(self) -> Iterator[str]:
        """The workflow that is the plan, where the sentence does not ask for it as a whole."""
        before = {done.workflow for done in self.known.past.recent} if self.goes_on else set[str | None]()
        for said in self._accounts:
            if said.recipe.id not in before and not said.runs:
                yield said.recipe.title
        named = {name for _, names in self.tracks_named for name in names} - {"Master"}
        for part, recipe in zip(self.workflows, self.recipes, strict=False) if len(self.parts) > 1 else ():
            if (
                named & self.touched
                and recipe.reaches_all(part["slots"])
                and not is_named(recipe.title, self.text)
            ):
                yield recipe.title

    @cached_property
    def _accounts(self) -> list[Account]:
        """What the sentence says of the workflow that is all of the plan; of several, each had its clause."""
        from orbit.agent.reader.library import account  # not for plain edits: it loads the frames

        found = self.known.workflow(self.recipes[0].id) if len(self.parts) == len(self.recipes) == 1 else None
        return [] if found is None else [account(self.text, found, self.known)]

    def _others_taken_back(self) -> Iterator[str]:
        """The tracks that would be put back too, where the sentence names some of what was done to more."""
        named = {name for _, names in self.tracks_named for name in names}
        for done in self.taken_back:
            about = {*subjects(edits_of(done))} or {*done.tracks}
            if named & about and about - named:
                yield from about - named


def _within(mention: Mention, other: Mention) -> bool:
    """Whether a mention is a part of another one."""
    size, around = mention.end - mention.start, other.end - other.start
    return other.start <= mention.start and mention.end <= other.end and size < around


def _in(value: object) -> Iterator[float]:
    """The numbers that a document holds, without their signs."""
    match value:
        case bool() | None:
            return
        case int() | float():
            yield rounded(abs(value))
        case str():
            yield from (rounded(float(number)) for number in _NUMBER.findall(value))
        case Mapping():
            for each in cast("Mapping[str, object]", value).values():
                yield from _in(each)
        case Sequence():
            for each in cast("Sequence[object]", value):
                yield from _in(each)
        case _:
            return
