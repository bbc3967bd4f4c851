"""A conversation from a face's side: each request with what was said before, shown as it is carried out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from orbit.agent.approval import agreed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic_ai.messages import ModelMessage

    from daw_bridges.session import Session
    from orbit.agent import Event, Wanted
    from orbit.interfaces.cli.face import Face
    from orbit.server import Engine, Outcome
    from orbit.workflows import Plan

__all__ = ["Conversation"]


class Conversation:
    """Asks an engine one thing after the other; ``history`` continues an earlier conversation.

    ``face`` gives the face: what it shows with is imported when there is something to show. ``asks``: it is
    asked for consent.
    """

    def __init__(
        self, engine: Engine, face: Callable[[], Face], *, asks: bool, history: Sequence[ModelMessage] = ()
    ) -> None:
        self.engine, self._face, self._asks = engine, face, asks
        self.history = history
        self.before: Session | None = None
        """The session as it was before the last plan was carried out, or as it was last read."""

    @cached_property
    def face(self) -> Face:
        """Where it is shown."""
        return self._face()

    async def say(self, text: str, *, dry_run: bool = False, wanted: Wanted | None = None) -> Outcome:
        """Have a request carried out, or an answer taken; ``wanted`` as in ``Engine.do``.

        Raises BridgeError when no DAW is reachable. The conversation goes on from where it was then.
        """
        try:
            outcome = await self.engine.do(
                text,
                dry_run=dry_run,
                approve=self._approve if self._asks else None,
                on_event=self._note,
                history=self.history,
                wanted=wanted,
            )
        finally:
            self.face.settle()
        self.before = outcome.after or self.before
        # What came to nothing before a model spoke has no messages: what was said before still counts.
        self.history = outcome.answer.messages or self.history
        if wanted is not None:  # no model was asked, and the next one is to know of it
            from orbit.agent.offline.conversation import Conversed, Exchange

            self.history = Conversed(self.history, Exchange(text, said=outcome.reply))
        return outcome

    async def _approve(self, plan: Plan) -> bool:
        return await agreed(self.face.approve, plan)

    def _note(self, event: Event) -> None:
        from orbit.agent import Started

        if isinstance(event, Started):
            self.before = event.plan.before
        self.face.on_event(event)
