"""What the offline model knows of a request by what the tools have told it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action, parse_action
from daw_bridges.session import Session
from orbit.agent.offline.dialogue.past import Past
from orbit.agent.offline.understanding import Understood, understand
from orbit.agent.offline.understanding.clauses import without_remarks
from orbit.agent.offline.understanding.filling import Filling, fill_slots
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.phrasings import texts_said
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.smoothing import smoothed
from orbit.agent.offline.understanding.templates import recipe_of
from orbit.agent.reader.questions import is_question
from orbit.workflows.roles import Nicknames

if TYPE_CHECKING:
    from orbit.agent.reader.decide import Decision

__all__ = ["Known", "Search", "UnaskedError"]

_MOST_MEANT = 6
"""More tracks than that are nothing that "it" can mean for a workflow."""
_IT = re.compile(
    r"(?<!make )(?<!give )\b(?:it|them)\b(?! (?:sound|ready|back|is|to be|all|more))", re.IGNORECASE
)


Search = tuple[str, Sequence[Mapping[str, Any]]]
"""What the library has for a text: "match", "ask" or "none", and the workflows, best first."""


class UnaskedError(Exception):
    """It takes the library to decide, and that was not asked yet: a plain edit needs nothing of it."""


@dataclass(frozen=True)
class Known:
    """What the tools have told: the session, what the library has for the request, what was done lately."""

    session: Session
    found: Search | None = None
    """What the library has for the request; None where it was not asked."""
    nicknames: Nicknames = field(default_factory=dict[str, str])
    """What the user calls tracks of the session."""
    past: Past = field(default_factory=Past)
    stands: Session | None = None
    """The session as it is, where ``session`` is how it would be without the last things."""
    searches: Mapping[str, Search] = field(default_factory=dict[str, Search], compare=False, repr=False)
    """What the library has for each text that it was asked for."""
    _readings: dict[str, Understood | None] = field(
        default_factory=dict[str, "Understood | None"], compare=False, repr=False
    )
    _decisions: dict[str, Decision] = field(default_factory=dict[str, "Decision"], compare=False, repr=False)
    _fillings: dict[tuple[str, str], Filling] = field(
        default_factory=dict[tuple[str, str], Filling], compare=False, repr=False
    )
    _unasked: dict[str, tuple[str, str] | None] = field(
        default_factory=dict[str, "tuple[str, str] | None"], compare=False, repr=False
    )

    @property
    def decision(self) -> str:
        """Whether a workflow fits: "match", "ask" or "none". Raises UnaskedError."""
        return self._asked()[0]

    @property
    def workflows(self) -> Sequence[Mapping[str, Any]]:
        """The workflows that the library has for the request, best first. Raises UnaskedError."""
        return self._asked()[1]

    def _asked(self) -> Search:
        if self.found is None:
            raise UnaskedError
        return self.found

    def filling(self, text: str, workflow: Mapping[str, Any]) -> Filling:
        """The slots of a workflow as a sentence fills them, worked out once."""
        asked = (text, str(workflow["id"]))
        if asked not in self._fillings:
            said = self.spelled_out(text)
            texts = texts_said(said, workflow, self.session, self.nicknames)
            rest = said
            for music in texts.values():  # its words are no tracks and no strangers
                rest = re.sub(rf"(?<!\w){re.escape(music)}(?!\w)", " ", rest, count=1)
            filling = fill_slots(rest, recipe_of(workflow), self.session, self.nicknames)
            mentioned = filling.mentioned + len(texts)
            self._fillings[asked] = replace(filling, slots=texts | filling.slots, mentioned=mentioned)
        return self._fillings[asked]

    def ground(self, sentence: str) -> Ground:
        """What a sentence is read against: "it" is what was spoken of last."""
        return Ground(
            self.session,
            sentence,
            tracks=self.past.tracks(self.session),
            device=self.past.device(),
            nicknames=self.nicknames,
        )

    def read(self, text: str) -> Understood | None:
        """What a sentence means beside the workflows."""
        if text not in self._readings:
            self._readings[text] = self._understand(text)
        return self._readings[text]

    def read_by_frames(self, text: str) -> Decision:
        """What a sentence comes to by frames and their ranker, in which every reading is weighed."""
        from orbit.agent.reader.decide import read

        if text not in self._decisions:
            self._decisions[text] = read(self.ground(text))
        return self._decisions[text]

    def unasked(self, text: str) -> tuple[str, str] | None:
        """Why a sentence, or a part of it, asks for nothing, and what else it says; read once."""
        from orbit.agent.reader.vetoes import unasked

        if text not in self._unasked:
            self._unasked[text] = unasked(text, self.session)
        return self._unasked[text]

    def read_strictly(self, text: str) -> Understood | None:
        """What a sentence means by its grammar alone."""
        return self._readings[text] if text in self._readings else self._understand(text, by_gist=False)

    def _understand(self, text: str, *, by_gist: bool = True) -> Understood | None:
        tracks, device = self.past.tracks(self.session), self.past.device()
        return understand(
            text,
            self.session,
            self.nicknames,
            tracks=tracks,
            device=device,
            by_gist=by_gist and not is_question(text),
            frames=self.read_by_frames,
        )

    def core(self, text: str) -> tuple[str, bool]:
        """A sentence without the remarks around what it asks for, and whether there were any."""
        plainer = unwrapped(smoothed(text))
        core, tracks = without_remarks(self.ground(plainer), plainer)
        if not core or core == unwrapped(text):
            return text, False
        return self.spelled_out(core, tracks) if tracks else core, core != plainer

    def about(self, text: str) -> Known | None:
        """The same for another text; None where the library was not asked for it yet."""
        if not self.searches:
            return self
        if text not in self.searches:
            return None
        return replace(self, found=self.searches[text])

    def spelled_out(self, text: str, tracks: Sequence[str] = ()) -> str:
        """A sentence with tracks, or those that were spoken of last, in place of "it" and "them"."""
        tracks = tracks or self.past.tracks(self.session)
        if not tracks or len(tracks) > _MOST_MEANT:
            return text
        names = " and ".join(f'"{name}"' for name in tracks)
        return _IT.sub(lambda _: names, text, count=1)

    def with_past(self, past: Past) -> Known:
        """The same with another past; what was read by the one before is forgotten."""
        return replace(self, past=past, _readings={}, _decisions={}, _fillings={}, _unasked={})

    def edits(self, actions: Sequence[Mapping[str, Any]]) -> list[Action]:
        """Edits as they are written in calls."""
        return [parse_action(dict(action)) for action in actions]

    def workflow(self, id: str) -> Mapping[str, Any] | None:
        """The workflow of that id, where the library gave it for any of the texts it was asked for."""
        found = (self.workflows, *(workflows for _, workflows in self.searches.values()))
        return next((each for workflows in found for each in workflows if each["id"] == id), None)

    def titled(self, title: str) -> Mapping[str, Any] | None:
        """The workflow of that title."""
        return next((workflow for workflow in self.workflows if workflow["title"] == title), None)
