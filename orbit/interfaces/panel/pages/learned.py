"""The inbox of what Orbit found in work done by hand, with what is behind it, to keep or turn down."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.dates import moment
from orbit.interfaces.panel.page import add_page
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.forms import done
from orbit.interfaces.panel.parts.lists import action_steps
from orbit.interfaces.panel.parts.markup import chip, chips, tag
from orbit.interfaces.panel.parts.workflow import DAWS, steps_markup
from orbit.interfaces.panel.pictures.chain import workflow_picture
from orbit.learning.online.telling import NOTHING
from orbit.workflows import parse_workflow
from orbit.workflows.templates import slots_shown

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel
    from orbit.learning.online.operations import Offer
    from orbit.memory import Episode

__all__ = ["add"]

_NOTED = (
    "While it is on, Orbit notes the edits you make in the DAW, with names of tracks and values, on this "
    "machine only. What you do again and again is offered here. You can pause it, end it, and forget it."
)

_MOST_STEPS = 4
_TRIED = {"host": "tried out on a practice session", "model": "worked through, not tried out"}


def add(panel: Panel) -> None:
    """Put the page where it belongs."""
    add_page(panel, "/learned", _show)


def _show(panel: Panel) -> None:
    for part in (_Watch, _Inbox):
        with ui.element("section").classes("sheet"):
            part(panel)


class _Watch:
    """Whether Orbit notes what is done by hand."""

    def __init__(self, panel: Panel) -> None:
        self._recording = panel.recording
        with ui.element("div").classes("head"):
            ui.html("Learn from what I do by hand", sanitize=False, tag="h2")
            self._state = ui.html("", sanitize=False).props('role="status"')
        with ui.element("div").classes("body stack"):
            ui.html(_NOTED, sanitize=False, tag="p").classes("hint")
            self._acts = ui.element("div").classes("btns")
        self._shown = ""
        self._show()
        panel.recording.changed.subscribe(self._show)

    def _show(self) -> None:
        recording = self._recording
        if recording.on:
            word = "paused" if recording.resting else "watching" if recording.observes else "starting"
            self._state.set_content(tag("span", f"{word} · {recording.noticed} edits noted", "watching"))
        else:
            css = "bad" if recording.trouble else "dim"
            self._state.set_content(tag("span", recording.trouble or "off", css))
        shown = f"{recording.on} {recording.resting}"
        if shown == self._shown:
            return
        self._shown = shown
        self._acts.clear()
        with self._acts:
            if not recording.on:
                button("Watch what I do", self._start, "go")
                return
            button("Go on" if recording.resting else "Pause", self._rest)
            button("End, and learn from it", recording.stop, "go")
            button("End, and throw it away", recording.withdraw, "danger")

    async def _start(self) -> None:
        await tried(self._recording.start())

    async def _rest(self) -> None:
        await tried(self._recording.rest(resting=not self._recording.resting))


class _Inbox:
    """What is on offer."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        ui.html("On offer", sanitize=False, tag="h2").classes("head")
        self._box = ui.element("div").classes("list")
        ui.timer(0.01, self._load, once=True)
        panel.recording.learned.subscribe(self._load)
        panel.memory_changed.subscribe(self._load)

    async def _load(self) -> None:
        offers = await tried(self._panel.engine.offers())
        self._box.clear()
        with self._box:
            for offer in offers or ():
                self._offer(offer)
            if not offers:
                ui.html(NOTHING, sanitize=False).classes("empty")

    def _offer(self, offer: Offer) -> None:
        labels = [chip(f"{offer.support}× by hand", "green")]
        labels += [chip(f"instead of {offer.replaces}", "amber")] if offer.replaces else []
        labels += [chip(_TRIED[offer.proven])] if offer.proven in _TRIED else []
        labels += [chip(offer.note)] if offer.note else []
        with ui.element("article").classes("item"):
            ui.html(f"{tag('h3', offer.title)}{tag('p', _steps_told(offer))}{chips(labels)}", sanitize=False)
            with ui.element("div").classes("tools"):
                name = ui.input("Its name", value=offer.title).props('outlined aria-label="Name"')
                button("Keep", lambda: self._keep(offer, (name.value or "").strip()), "go")
                button("What is behind it", partial(self._behind, offer))
                button("Dismiss", partial(self._dismiss, offer))

    async def _keep(self, offer: Offer, given: str) -> None:
        name = given if given and given != offer.title else None
        kept: Offer | None = await tried(self._panel.engine.call("keep_offer", offer_id=offer.id, name=name))
        if kept is not None:
            told(f"“{name or kept.title}” is in the library, as “{kept.kept_as}”.")
            await self._load()

    async def _dismiss(self, offer: Offer) -> None:
        dismissed = "Dismissed. It is not offered again unless you do it in another way."
        if await done(self._panel.engine.call("dismiss_offer", offer_id=offer.id), dismissed):
            await self._load()

    def _behind(self, offer: Offer) -> None:
        window = Window(f"Behind “{offer.title}”")
        with window.box:
            if offer.workflow:
                workflow = parse_workflow(offer.workflow)
                picture = workflow_picture(workflow)
                ui.html(f"{picture}<h3>The workflow</h3>{steps_markup(workflow)}", sanitize=False)
            _Examples(self._panel, offer.trajectories)
        window.open()


class _Examples:
    """The demonstrations behind an offer, one in full at a time, the latest first."""

    def __init__(self, panel: Panel, trajectories: tuple[str, ...]) -> None:
        self._panel, self._ids, self._place = panel, tuple(reversed(trajectories)), 0
        with ui.element("div").classes("stack"):
            self._shown = ui.html("", sanitize=False).props('role="status" aria-live="polite"')
            if len(self._ids) > 1:
                button("Show me another example", self._next, key="alt+n")
        ui.timer(0.01, self._show, once=True)

    async def _next(self) -> None:
        self._place = (self._place + 1) % len(self._ids)
        await self._show()

    async def _show(self) -> None:
        if not self._ids:
            self._shown.set_content(tag("p", "What it was found in is not remembered any more.", "dim"))
            return
        call = self._panel.engine.call("episode", trajectory_id=self._ids[self._place])
        episode: Episode | None = await tried(call)
        if episode is not None:
            work = episode.trajectory
            which = f"Example {self._place + 1} of {len(self._ids)}: {moment(work.started)}"
            where = chips([chip(each) for each in (work.project, DAWS.get(work.daw, work.daw)) if each])
            steps = action_steps(each.action.describe() for each in work.actions)
            self._shown.set_content(f"{tag('h3', which)}{where}{steps}")


def _steps_told(offer: Offer) -> str:
    """Say what it does as the steps do, as many as there is room for."""
    steps = [slots_shown(step.describe()) for step in parse_workflow(offer.workflow).steps]
    more = f"; and {len(steps) - _MOST_STEPS} more" if len(steps) > _MOST_STEPS else ""
    return "; ".join(steps[:_MOST_STEPS]) + more
