"""The requests of a window, the newest first: what was said, its plan, what can be said to it, its end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.parts.controls import button
from orbit.interfaces.panel.parts.markup import tag
from orbit.interfaces.panel.parts.plan import plan_card, results_card
from orbit.interfaces.panel.parts.slot_form import edit_slots

if TYPE_CHECKING:
    from nicegui.element import Element

    from orbit.interfaces.panel.conversation import Request
    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.operations import Reliance

__all__ = ["Requests"]

_SHOWN, _MOST_OPTIONS = 20, 12


class Requests:
    """The list of them."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._views: dict[int, _View] = {}
        self._box = ui.element("div").classes("requests").props('role="log" aria-live="polite"')
        self._box.style("display:flex;flex-direction:column;gap:14px")
        for request in panel.conversation.requests[-_SHOWN:]:
            self._show(request)
        panel.conversation.changed.subscribe(self._show)
        panel.feed.changed.subscribe(self._look_again)

    def _look_again(self) -> None:
        """Offer to run a plan that waits, or its next step, only while the DAW is there."""
        request = self._panel.conversation.current
        if request is not None and request.waits:
            self._show(request)

    def _show(self, request: Request) -> None:
        if request.number not in self._views:
            with self._box:
                view = _View(self._panel, request)
            view.box.move(target_index=0)
            self._views[request.number] = view
            self._age()
        self._views[request.number].show(latest=request is self._panel.conversation.requests[-1])

    def _age(self) -> None:
        """Fold all but the newest, and let go of the oldest."""
        numbers = sorted(self._views)
        for number in numbers[:-_SHOWN]:
            self._views.pop(number).box.delete()
        for number in numbers[-_SHOWN:-1]:
            self._views[number].show(latest=False)


class _View:
    """One of them."""

    def __init__(self, panel: Panel, request: Request) -> None:
        self._panel, self._request = panel, request
        self._reliance: Reliance | None = None
        self._asked_about = ""
        self._state = ""
        self._latest = False
        with ui.element("article").classes("request") as self.box:
            ui.html(tag("span", request.text), sanitize=False).classes("you")
            self._note = ui.html("", sanitize=False).classes("note")
            self._card = ui.html("", sanitize=False)
            self._acts = ui.element("div").classes("btns")
            self._reply = ui.html("", sanitize=False).props('role="status"')

    def show(self, *, latest: bool) -> None:
        """Show it as it is now."""
        request, self._latest = self._request, latest
        if request.plan is not None and request.plan.workflow not in (None, self._asked_about):
            self._asked_about = request.plan.workflow or ""
            self._panel.begin(self._learn(self._asked_about))
        notes = [request.note, *request.warnings, *self._stale()]
        self._note.set_content("<br>".join(tag("span", each) for each in notes if each))
        self._card.set_content(self._carded())
        self._tell()
        self._offer(latest=latest)

    async def _learn(self, workflow: str) -> None:
        try:
            self._reliance = await self._panel.engine.call("reliance", workflow_id=workflow)
        except OrbitError:
            return
        if not self.box.is_deleted:
            self._card.set_content(self._carded())

    def _carded(self) -> str:
        request = self._request
        if request.over and (request.discarded or not self._latest):
            return ""
        if request.undone is not None and request.plan is None:
            return results_card(request.undone.results, "Taken back")
        return plan_card(request, self._reliance)

    def _stale(self) -> list[str]:
        stale = self._request.stale if self._request.waits else []
        if not stale:
            return []
        return [f"The session changed since this was planned ({'; '.join(stale[:3])}). Plan it again."]

    def _tell(self) -> None:
        request = self._request
        shown = request.reply or ("" if request.waits or request.over else "Working…")
        self._reply.set_content(tag("span", shown) if shown else "")
        css = "dim" if request.discarded else _ending(request)
        self._reply.classes(replace=f"reply {css}".strip() if shown else "")

    def _offer(self, *, latest: bool) -> None:
        """Offer what can be said to it now."""
        request = self._request
        away = self._panel.feed.lost is not None
        state = f"{request.waits} {request.over} {bool(request.stale)} {away} {latest}"
        if state == self._state:
            return
        self._state = state
        self._acts.clear()
        with self._acts:
            if request.waits:
                self._consent(away=away)
            elif not request.over:
                button("Stop", self._panel.conversation.stop, "danger", key="escape")
            elif latest:
                self._after()

    def _consent(self, *, away: bool) -> None:
        panel, request = self._panel, self._request
        if request.stale:
            button(
                "Plan again",
                lambda: panel.begin(panel.conversation.again(request, "")),
                "go",
                key="ctrl+enter",
            )
        else:
            destroys = request.plan is not None and bool(request.plan.destroys)
            run = button(
                "Run, and destroy" if destroys else "Run",
                partial(panel.conversation.agree, request),
                "danger" if destroys else "go",
                key="ctrl+enter",
            )
            if away:
                _out_of_reach(run)
        plan = request.plan
        if plan is not None and plan.workflow and plan.slots:
            button("Edit…", lambda: edit_slots(panel, request), key="alt+e")
        button("Discard", panel.conversation.discard, key="escape")

    def _after(self) -> None:
        outcome = self._request.outcome
        if outcome is None:
            return
        question = outcome.answer.question
        if question is None:
            return
        for option in question.options[:_MOST_OPTIONS]:
            button(option, partial(self._answer, option))
        field = ui.input(placeholder="Your answer").props('outlined dense aria-label="Answer" autofocus')
        field.on("keydown.enter", lambda: self._answer(field.value or ""))
        button("Answer", lambda: self._answer(field.value or ""), "go")

    def _answer(self, words: str) -> None:
        if words.strip():
            self._panel.begin(self._panel.conversation.say(words.strip()))


def _out_of_reach(offer: Element) -> None:
    offer.props["disabled"] = True
    offer.props["title"] = "The DAW is not there. The plan waits until it is."


def _ending(request: Request) -> str:
    if not request.over:
        return ""
    if request.asks:
        return "ask"
    return "ok" if request.ok else "no"
