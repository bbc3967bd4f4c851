"""What was asked at one desk lately."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from daw_bridges.actions import action_json
from orbit.agent.context.lately import Done, Lately, Outcome
from orbit.agent.context.record import Record, bounded, bounded_question
from orbit.agent.context.shelf import Shelf, ShortShelf
from orbit.agent.readings import read_there

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daw_bridges.actions import Action
    from daw_bridges.session import Session
    from orbit.agent.answers import Answer, Question

__all__ = ["Context"]

_RECENT = timedelta(hours=1)
"""For so long "it" can mean what was done."""
_WAITS = timedelta(minutes=15)
"""For so long a question waits for its answer."""
_SITTING = timedelta(hours=2)
"""Work that is further apart belongs to two sittings."""


Watch = Callable[[Record, tuple[Record, ...]], None]


def _now() -> datetime:
    return datetime.now(UTC)


class Context:
    """Notes each request with what came of it; ``lately`` gives them back, newest first.

    ``shelf`` is where they are kept; what another desk at the same place was asked is among them. ``desk``
    is this desk's id, ``clock`` gives the time in UTC, and ``watch`` is told of each request with those
    before it.
    """

    def __init__(
        self,
        shelf: Shelf | None = None,
        *,
        desk: str | None = None,
        clock: Callable[[], datetime] = _now,
        watch: Watch | None = None,
    ) -> None:
        self._shelf: Shelf = shelf if shelf is not None else ShortShelf()
        self._desk, self._clock, self._watch = desk or uuid4().hex, clock, watch
        self._song, self._places, self._spoken = "", "", False

    @property
    def records(self) -> tuple[Record, ...]:
        """All that is kept, newest first."""
        return self._shelf.records()

    def lately(self, k: int = 5, *, session: Session | None = None) -> Lately:
        """What was asked lately; ``session`` is the one that is open now, where it was read."""
        if session is not None:
            self._song, self._places = session.name, _in_short(session)
        now, records = self._clock(), self._shelf.records()
        return Lately(
            done=tuple(self._told(record, now) for record in records[:k]),
            question=self._waiting(records[0], now) if records else None,
        )

    def noted(self, request: str, answer: Answer, *, took_back: Sequence[str | None] = ()) -> None:
        """Note a request and its answer; ``took_back`` are the earlier ones that it took back."""
        done = bounded(_done(request, answer, took_back=len(took_back)))
        places = ""
        if (session := _session_of(answer)) is not None:
            self._song = session.name
            if answer.plan is not None and any(step.called.keys() - {"device"} for step in answer.plan.steps):
                places = _in_short(answer.run.after if answer.run and answer.run.after else session)
        question, song, now = bounded_question(answer.question), self._song, self._clock()

        def changed(records: tuple[Record, ...]) -> Sequence[Record]:
            sitting = _sitting(records, now)
            new = Record(
                done=done,
                at=now,
                desk=self._desk,
                sitting=sitting,
                song=song,
                places=places,
                question=question,
            )
            return [new, *_taken_back(records, took_back)]

        self._shelf.change(changed)
        self._spoken = True
        if self._watch is not None and (records := self._shelf.records()):
            self._watch(records[0], records[1:])

    def _told(self, record: Record, now: datetime) -> Done:
        age = max(now - record.at, timedelta())
        elsewhere = bool(record.song and self._song) and record.song != self._song
        moved = bool(record.places and self._places) and record.places != self._places
        stale = elsewhere or moved or age > _RECENT
        update = {"minutes_ago": int(age.total_seconds() // 60), "stale": stale}
        return record.done.model_copy(update=update)

    def _waiting(self, newest: Record, now: datetime) -> Question | None:
        """The question that the next words may answer: this desk's own, or the last one's when it is new."""
        mine = newest.desk == self._desk or not self._spoken
        return newest.question if mine and now - newest.at < _WAITS else None


def _in_short(session: Session) -> str:
    return f"{zlib.crc32(repr(session.track_names).encode()):08x}"


def _done(request: str, answer: Answer, *, took_back: int) -> Done:
    plan = answer.plan
    actions = plan.actions if plan is not None else ()
    return Done(
        request=request,
        outcome="undid" if took_back and plan is None else _outcome(answer),
        took_back=took_back,
        title=plan.title if plan is not None else "",
        workflow=answer.workflow,
        slots=answer.slots,
        actions=tuple(map(action_json, actions)),
        read=tuple(read_there(plan.before, action) for action in actions) if plan is not None else (),
        tracks=_tracks(actions),
        device=next((d for a in reversed(actions) if (d := getattr(a, "device", None))), None),
        reply=answer.reply,
    )


def _outcome(answer: Answer) -> Outcome:
    if answer.question is not None:
        return "asked"
    if answer.run is not None and answer.ok:
        return "unchanged" if answer.run.inverse == () and not answer.run.memory else "done"
    if answer.run is not None:
        return "failed"
    if not answer.ok:
        return "declined"
    return "planned" if answer.plan is not None else "told"


def _tracks(actions: Sequence[Action]) -> tuple[str, ...]:
    named = (getattr(action, "track", None) for action in actions)
    return tuple(dict.fromkeys(name for name in named if isinstance(name, str)))


def _session_of(answer: Answer) -> Session | None:
    if answer.run is not None:
        return answer.run.before
    return answer.plan.before if answer.plan is not None else None


def _taken_back(records: Sequence[Record], requests: Sequence[str | None]) -> list[Record]:
    """The records, what was done for each of some requests marked as taken back."""
    marked = list(records)
    for request in requests:
        stand = [place for place, record in enumerate(marked) if record.done.outcome == "done"]
        meant = [place for place in stand if marked[place].done.request == request] or stand
        if meant:
            record = marked[meant[0]]
            done = record.done.model_copy(update={"outcome": "taken_back"})
            marked[meant[0]] = record.model_copy(update={"done": done})
    return marked


def _sitting(records: Sequence[Record], now: datetime) -> str:
    if records and records[0].sitting and now - records[0].at < _SITTING:
        return records[0].sitting
    return now.isoformat(timespec="seconds")
