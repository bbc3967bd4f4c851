"""The requests of a window, the newest first: what was said, its plan, what can be said to it, its end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from daw_bridges.actions import Risk
from daw_bridges.errors import OrbitError
from orbit.agent.answers import PROPOSAL
from orbit.interfaces.panel.parts.controls import button
from orbit.interfaces.panel.parts.markup import chip, tag
from orbit.interfaces.panel.parts.plan import plan_card, results_card
from orbit.interfaces.panel.parts.slot_form import edit_slots
from orbit.interfaces.panel.request import can_step

if TYPE_CHECKING:
    from nicegui.element import Element

    from orbit.agent import Question
    from orbit.interfaces.panel.request import Request
    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import PlanStep

__all__ = ["Requests"]

_SHOWN, _MOST_OPTIONS = 20, 9


class Requests:
    """The list of them."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._views: dict[int, _View] = {}
        self._box = ui.element("div").classes("requests").props('role="log" aria-live="polite"')
        for request in panel.conversation.requests[-_SHOWN:]:
            self._show(request)
        panel.conversation.changed.subscribe(self._show)
        panel.feed.changed.subscribe(self._look_again)

    def _look_again(self) -> None:
        """Offer to run a plan that waits, or its next step, only while the DAW is there."""
        request = self._panel.conversation.current
        if request is not None and (request.waits or request.next is not None):
            self._show(request)

    def _show(self, request: Request) -> None:
        if request.number not in self._views:
            with self._box:
                view = _View(self._panel, request)
            view.box.move(target_index=0)
            self._views[request.number] = view
            self._age()
        self._views[request.number].show(latest=self._is_latest(request))

    def _is_latest(self, request: Request) -> bool:
        """Whether it is shown in full: the newest one, and the newest of this panel."""
        conversation = self._panel.conversation
        return request is conversation.requests[-1] or request is conversation.latest

    def _age(self) -> None:
        """Fold what others followed, and let go of the oldest."""
        numbers = sorted(self._views)
        for number in numbers[:-_SHOWN]:
            self._views.pop(number).box.delete()
        for number in numbers[-_SHOWN:-1]:
            view = self._views[number]
            view.show(latest=self._is_latest(view.request))


class _View:
    """One of them."""

    def __init__(self, panel: Panel, request: Request) -> None:
        self._panel, self.request = panel, request
        self._reliance: Reliance | None = None
        self._asked_about = ""
        self._state = ""
        self._latest = False
        with ui.element("article").classes("request").props(f"data-number={request.number}") as self.box:
            who = chip(request.client) if request.client else ""
            css = "you other" if request.client else "you"
            ui.html(f"{who}{tag('span', request.text)}", sanitize=False).classes(css)
            self._note = ui.html("", sanitize=False).classes("note")
            self._card = ui.html("", sanitize=False)
            self._acts = ui.element("div").classes("btns acts").props("tabindex=-1")
            self._reply = ui.html("", sanitize=False).props('role="status"')

    def show(self, *, latest: bool) -> None:
        """Show it as it is now."""
        request, self._latest = self.request, latest
        if request.plan is not None and request.plan.workflow not in (None, self._asked_about):
            self._asked_about = request.plan.workflow or ""
            self._panel.begin(self._learn(self._asked_about))
        marked = [] if latest or not request.unasked else ["Done without asking."]
        notes = [request.note, *request.warnings, *marked]
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
        request = self.request
        if request.over and (request.discarded or not self._latest):
            return ""
        if request.taken_back and request.plan is None:
            return results_card(request.taken_back, "Taken back")
        return plan_card(request, self._reliance)

    def _tell(self) -> None:
        request = self.request
        quiet = request.waits or request.over or request.next is not None
        shown = request.reply or ("" if quiet else "Working…")
        self._reply.set_content(tag("span", shown) if shown else "")
        css = "dim" if request.discarded else _ending(request)
        self._reply.classes(replace=f"reply {css}".strip() if shown else "")

    def _offer(self, *, latest: bool) -> None:
        """Offer what can be said to it now."""
        request = self.request
        away = self._panel.feed.lost is not None
        step = request.next.step_number if request.next is not None else 0
        plan = request.plan.id if request.plan is not None else ""
        state = f"{request.waits} {request.over} {bool(request.stale)} {away} {latest} {step} {plan}"
        if state == self._state or request.client:
            return
        self._state = state
        self._acts.clear()
        with self._acts:
            if request.waits:
                self._consent(away=away)
            elif request.next is not None:
                self._go_on(request.next, away=away)
            elif not request.over:
                button("Stop", self._panel.conversation.stop, "danger", key="escape")
            elif latest and request.question is not None:
                self._ask(request.question)

    def _consent(self, *, away: bool) -> None:
        panel, request = self._panel, self.request
        conversation, plan = panel.conversation, request.plan
        destroys = plan is not None and bool(plan.destroys)
        run = button(
            "Run, with what it deletes" if destroys else "Run",
            partial(conversation.agree, request),
            "danger" if destroys else "go",
            key="ctrl+enter",
        )
        made = [run]
        if plan is not None and can_step(plan):
            made.append(button("Step by step", partial(conversation.step, request), key="alt+s"))
        if away or request.stale:
            why = "The DAW is not there" if away else "The session is changing: it is planned anew"
            _out_of_reach(made, f"{why}. The plan waits until then.")
        if plan is not None and plan.workflow and plan.slots:
            button("Edit a slot", lambda: edit_slots(panel, request), key="alt+e")
        button("Discard", conversation.discard, key="escape")

    def _go_on(self, step: PlanStep, *, away: bool) -> None:
        """Ask about the next step of a plan that is done one at a time."""
        conversation = self._panel.conversation
        destroys = step.risk is Risk.DESTRUCTIVE
        made = [
            button(
                f"Next: {step.describe()}",
                partial(conversation.step, self.request),
                "danger" if destroys else "go",
                key="ctrl+enter",
            ),
            button("Run the rest", partial(conversation.rest, self.request), key="alt+r"),
        ]
        if away:
            _out_of_reach(made, "The DAW is not there. The step waits until it is.")
        button("Stop here", conversation.discard, key="escape")

    def _ask(self, question: Question) -> None:
        """Offer the answers to a question, each with its key; nobody answers it but a person."""
        self._acts.client.run_javascript("awaitAnswer()")  # in panel.js: plain keys answer then
        if question.slot == PROPOSAL:
            button("Yes", partial(self._answer, "yes"), "go", key="y")
            button("No", partial(self._answer, "no"), key="n")
            return
        for number, option in enumerate(question.options[:_MOST_OPTIONS], start=1):
            button(option, partial(self._answer, option), key=str(number))
        field = ui.input(placeholder="Your answer").props('outlined dense aria-label="Answer"')
        field.on("keydown.enter", lambda: self._answer(field.value or ""))
        button("Answer", lambda: self._answer(field.value or ""), "go")

    def _answer(self, words: str) -> None:
        if words.strip():
            self._panel.begin(self._panel.conversation.say(words.strip()))


def _out_of_reach(made: Sequence[Element], why: str) -> None:
    for each in made:
        each.props["disabled"] = True
        each.props["title"] = why


def _ending(request: Request) -> str:
    if not request.over:
        return ""
    if request.asks:
        return "ask"
    return "ok" if request.ok else "no"
