"""A conversation from a face's side: each request with what was said before, shown as it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic_ai.messages import ModelMessage

    from daw_bridges.session import Session
    from orbit.agent import Event, Wanted
    from orbit.interfaces.cli.face import Face
    from orbit.server import Engine, Outcome

__all__ = ["Conversation"]


class Conversation:
    """Asks an engine one thing after the other; ``history`` continues an earlier conversation."""

    def __init__(self, engine: Engine, face: Face, *, history: Sequence[ModelMessage] = ()) -> None:
        self.engine, self.face = engine, face
        self.history = history
        self.before: Session | None = None
        """The session as it was before the last plan was carried out, or as it was last read."""

    async def say(self, text: str, *, dry_run: bool = False, wanted: Wanted | None = None) -> Outcome:
        """Have a request carried out, or an answer taken; ``wanted`` as in ``Engine.do``.

        Raises BridgeError when no DAW is reachable. The conversation goes on from where it was then.
        """
        try:
            outcome = await self.engine.do(
                text,
                dry_run=dry_run,
                approve=self.face.approve,
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

    def _note(self, event: Event) -> None:
        from orbit.agent import Started

        if isinstance(event, Started):
            self.before = event.plan.before
        self.face.on_event(event)
