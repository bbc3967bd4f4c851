"""What was asked at one desk lately."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from daw_bridges.actions import action_json
from orbit.agent.context.lately import Done, Lately, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daw_bridges.actions import Action
    from orbit.agent.answers import Answer, Question

__all__ = ["Context"]

_KEPT = 20


class Context:
    """Notes each request with what came of it; ``lately`` gives them back, newest first."""

    def __init__(self) -> None:
        self._done: deque[Done] = deque(maxlen=_KEPT)
        self._question: Question | None = None

    def lately(self, k: int = 5) -> Lately:
        """What was asked lately."""
        return Lately(done=tuple(self._done)[:k], question=self._question)

    def noted(self, request: str, answer: Answer, *, took_back: bool = False) -> None:
        """Note a request and its answer."""
        if took_back and answer.ok:
            self._taken_back()
        plan = answer.plan
        actions = plan.actions if plan is not None else ()
        self._question = answer.question
        self._done.appendleft(
            Done(
                request=request,
                outcome="undid" if took_back and answer.ok else _outcome(answer),
                title=plan.title if plan is not None else "",
                workflow=answer.workflow,
                slots=answer.slots,
                actions=tuple(map(action_json, actions)),
                tracks=_tracks(actions),
                device=next((d for a in reversed(actions) if (d := getattr(a, "device", None))), None),
                reply=answer.reply,
            )
        )

    def _taken_back(self) -> None:
        for place, each in enumerate(self._done):
            if each.outcome == "done":
                self._done[place] = each.model_copy(update={"outcome": "taken_back"})
                return


def _outcome(answer: Answer) -> Outcome:
    if answer.question is not None:
        return "asked"
    if answer.run is not None:
        return "done" if answer.ok else "failed"
    if not answer.ok:
        return "declined"
    return "planned" if answer.plan is not None else "told"


def _tracks(actions: Sequence[Action]) -> tuple[str, ...]:
    named = (getattr(action, "track", None) for action in actions)
    return tuple(dict.fromkeys(name for name in named if isinstance(name, str)))
