"""The requests of a window, the newest first: what was said, its plan, what can be said to it, its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from nicegui import ui

from daw_bridges.actions import Risk
from daw_bridges.errors import OrbitError
from orbit.agent.answers import PROPOSAL
from orbit.interfaces.panel.parts.controls import button, caption, failed, mark
from orbit.interfaces.panel.parts.markup import chip, tag
from orbit.interfaces.panel.parts.plan import plan_card, results_card
from orbit.interfaces.panel.parts.slot_form import edit_slots
from orbit.interfaces.panel.request import can_step

if TYPE_CHECKING:
    from nicegui.events import GenericEventArguments

    from orbit.agent import Question
    from orbit.interfaces.panel.request import Request
    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import PlanStep

__all__ = ["Requests"]

_SHOWN, _MOST_OPTIONS = 20, 9
_MOVING = "The session is changing. It is planned anew; look at it then."


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
        if request is not None and request.number in self._views:
            self._views[request.number].offer()

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


class _Act(NamedTuple):
    """Something that can be said to a request.

    ``of`` is the plan, or the step of it, that this alone is said to; ``why`` is why not now.
    """

    name: str
    label: str
    do: Callable[[], Any]
    css: str = ""
    key: str = ""
    of: str = ""
    why: str = ""

    def draw(self, button: ui.html) -> None:
        button.set_content(caption(self.label, self.key))
        button.classes(replace=f"btn {self.css}".strip())
        away = "true" if self.why else "false"
        mark(button, data_of=self.of, title=self.why, aria_disabled=away)


class _View:
    """One of them."""

    def __init__(self, panel: Panel, request: Request) -> None:
        self._panel, self.request = panel, request
        self._reliance: Reliance | None = None
        self._asked_about = ""
        self._latest = self._asks = False
        self._acts: dict[str, _Act] = {}
        self._buttons: dict[str, ui.html] = {}
        with ui.element("article").classes("request").props(f"data-number={request.number}") as self.box:
            who = chip(request.client) if request.client else ""
            css = "you other" if request.client else "you"
            ui.html(f"{who}{tag('span', request.text)}", sanitize=False).classes(css)
            self._note = ui.html("", sanitize=False).classes("note")
            self._card = ui.html("", sanitize=False)
            self._acts_box = ui.element("div").classes("btns acts").props("tabindex=-1")
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
        self.offer()

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

    def offer(self) -> None:
        """Offer what can be said to it now.

        A button that is still on offer stays where it is: what is pressed may be let go of after the session
        moved. A press tells what it was offered for, and does nothing to a plan that came in its place.
        """
        request = self.request
        if request.client:
            return
        acts = {act.name: act for act in self._possible()}
        question = request.question if self._latest and request.over and not acts else None
        if [*acts] != [*self._acts] or (question is None) is self._asks:
            self._acts_box.clear()
            self._buttons.clear()
            self._asks = question is not None
            with self._acts_box:
                for name, act in acts.items():
                    press = partial(self._press, name)
                    self._buttons[name] = button("", press, key=act.key, told="offeredFor(e)")
                if question is not None:
                    self._ask(question)
        self._acts = acts
        for name, act in acts.items():
            act.draw(self._buttons[name])

    def _press(self, name: str, event: GenericEventArguments) -> Any:
        act = self._acts.get(name)
        if act is None:
            return None
        if act.why or str(event.args or "") != act.of:
            failed(act.why or "It was planned anew as you pressed. Look at it, and press again.")
            return None
        return act.do()

    def _possible(self) -> list[_Act]:
        request, conversation = self.request, self._panel.conversation
        away = self._panel.feed.lost is not None
        if request.anew_under_way and request.plan is None:
            return [act._replace(of="", why=_MOVING if act.of else "") for act in self._acts.values()]
        if request.waits or request.anew_under_way:
            return self._consent(away=away)
        if request.next is not None:
            return self._go_on(request.next, away=away)
        return [] if request.over else [_Act("stop", "Stop", conversation.stop, "danger", "escape")]

    def _consent(self, *, away: bool) -> list[_Act]:
        panel, request = self._panel, self.request
        conversation, plan = panel.conversation, request.plan
        destroys = plan is not None and bool(plan.destroys)
        why = "The DAW is not there. The plan waits until it is." if away else ""
        if request.stale or not request.waits:
            why = why or _MOVING
        label, css = ("Run, with what it deletes", "danger") if destroys else ("Run", "go")
        of = plan.id if plan is not None else ""
        acts = [_Act("run", label, partial(conversation.agree, request), css, "ctrl+enter", of, why)]
        if plan is not None and can_step(plan):
            step = partial(conversation.step, request)
            acts.append(_Act("step", "Step by step", step, key="alt+s", of=of, why=why))
        if plan is not None and plan.workflow and plan.slots:
            acts.append(_Act("slot", "Edit a slot", partial(edit_slots, panel, request), key="alt+e"))
        return [*acts, _Act("discard", "Discard", self._let_go, key="escape")]

    def _let_go(self) -> None:
        conversation = self._panel.conversation
        return conversation.discard() if self.request.waits else conversation.stop()

    def _go_on(self, step: PlanStep, *, away: bool) -> list[_Act]:
        """Ask about the next step of a plan that is done one at a time."""
        conversation = self._panel.conversation
        why = "The DAW is not there. The step waits until it is." if away else ""
        css = "danger" if step.risk is Risk.DESTRUCTIVE else "go"
        following, rest = (partial(do, self.request) for do in (conversation.step, conversation.rest))
        of = str(step.step_number)
        return [
            _Act("next", f"Next: {step.describe()}", following, css, "ctrl+enter", of, why),
            _Act("rest", "Run the rest", rest, key="alt+r", of=of, why=why),
            _Act("discard", "Stop here", conversation.discard, key="escape"),
        ]

    def _ask(self, question: Question) -> None:
        """Offer the answers to a question, each with its key; nobody answers it but a person."""
        self._acts_box.client.run_javascript("awaitAnswer()")  # in panel.js: plain keys answer then
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


def _ending(request: Request) -> str:
    if not request.over:
        return ""
    if request.asks:
        return "ask"
    return "ok" if request.ok else "no"
