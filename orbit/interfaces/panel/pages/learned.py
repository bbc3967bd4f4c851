"""The inbox of what Orbit found in work done by hand, with what is behind it, to keep or turn down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.markup import chip, chips, tag, text
from orbit.interfaces.panel.parts.workflow import steps_markup
from orbit.workflows import parse_workflow

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel
    from orbit.learning.online.operations import Offer
    from orbit.memory import Episode

__all__ = ["add"]

_MOST_DEMONSTRATIONS, _MOST_ACTIONS = 6, 24
_NOTED = (
    "While it is on, Orbit notes the edits you make in the DAW, with names of tracks and values, on this "
    "machine only. What you do again and again is offered here. You can let it rest, end it, and forget it."
)


def add(panel: Panel) -> None:
    """Put the page where it belongs."""

    @ui.page("/learned")
    def learned() -> None:
        with framed(panel, "/learned"):
            with ui.element("section").classes("sheet"):
                _Watch(panel)
            with ui.element("section").classes("sheet"):
                _Inbox(panel)

    del learned


class _Watch:
    """Whether Orbit watches."""

    def __init__(self, panel: Panel) -> None:
        self._panel, self._recording = panel, panel.recording
        with ui.element("div").classes("head"):
            ui.html("<h2>Learn from what I do by hand</h2>", sanitize=False)
            self._state = ui.html("", sanitize=False).props('role="status"')
        with ui.element("div").classes("body"):
            ui.html(_NOTED).classes("hint")
            self._acts = ui.element("div").classes("btns").style("margin-top: 10px")
        self._shown = ""
        self._show()
        panel.recording.changed.subscribe(self._show)

    def _show(self) -> None:
        recording = self._recording
        if recording.on:
            word = "resting" if recording.resting else "watching"
            self._state.set_content(tag("span", f"{word} · {recording.noticed} edits noted", "watching"))
        else:
            self._state.set_content(
                tag("span", recording.trouble or "off", "bad" if recording.trouble else "dim")
            )
        shown = f"{recording.on} {recording.resting}"
        if shown == self._shown:
            return
        self._shown = shown
        self._acts.clear()
        with self._acts:
            if not recording.on:
                button("Watch what I do", self._start, "go")
                return
            button("Go on" if recording.resting else "Let it rest", self._rest)
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
        ui.html("<h2>On offer</h2>", sanitize=False).classes("head")
        self._box = ui.element("div").classes("list")
        ui.timer(0.01, self._load, once=True)
        panel.recording.learned.subscribe(self._load)

    async def _load(self) -> None:
        offers = await tried(self._panel.engine.offers())
        self._box.clear()
        with self._box:
            for offer in offers or ():
                self._offer(offer)
            if not offers:
                ui.html(
                    "Nothing is on offer. Orbit offers what you have done by hand at least three times."
                ).classes("empty")

    def _offer(self, offer: Offer) -> None:
        labels = [chip(f"{offer.support}× by hand", "green")]
        labels += [chip(f"in the place of {offer.replaces}", "amber")] if offer.replaces else []
        labels += [chip(f"proven: {offer.proven}")] if offer.proven else []
        with ui.element("article").classes("item"):
            ui.html(f"{tag('h3', offer.title)}{tag('p', offer.steps)}{chips(labels)}", sanitize=False)
            with ui.element("div").classes("tools"):
                name = ui.input("Its name", value=offer.title).props('outlined dense aria-label="Name"')

                async def keep() -> None:
                    given = (name.value or "").strip()
                    named = given if given and given != offer.title else None
                    kept = await tried(self._panel.engine.call("keep_offer", offer_id=offer.id, name=named))
                    if kept is not None:
                        told(f"Orbit knows “{named or kept.title}” now.")
                        await self._load()

                async def dismiss() -> None:
                    if await tried(self._panel.engine.call("dismiss_offer", offer_id=offer.id)) is not None:
                        told("It is not offered again.")
                        await self._load()

                async def behind() -> None:
                    await self._behind(offer)

                button("Keep", keep, "go")
                button("What is behind it", behind)
                button("Dismiss", dismiss)

    async def _behind(self, offer: Offer) -> None:
        window = Window(f"Behind “{offer.title}”")
        with window.box:
            says = offer.says.replace(f"“orbit workflows keep {offer.id}”", "").strip()
            ui.html(tag("p", says), sanitize=False)
            steps = steps_markup(parse_workflow(offer.workflow)) if offer.workflow else ""
            ui.html(
                f'<h3>The workflow</h3><ol class="steps">{steps}</ol><h3>What you did</h3>', sanitize=False
            )
            with ui.element("div").classes("cols"):
                for trajectory_id in offer.trajectories[-_MOST_DEMONSTRATIONS:]:
                    episode: Episode | None = await tried(
                        self._panel.engine.call("episode", trajectory_id=trajectory_id)
                    )
                    if episode is not None:
                        ui.html(_demonstration(episode), sanitize=False)
        window.open()


def _demonstration(episode: Episode) -> str:
    trajectory = episode.trajectory
    lines = "".join(tag("li", each.action.describe()) for each in trajectory.actions[:_MOST_ACTIONS])
    rest = len(trajectory.actions) - _MOST_ACTIONS
    more = tag("p", f"and {rest} more") if rest > 0 else ""
    when = text(f"{trajectory.started.astimezone():%d %b %Y, %H:%M}")
    listed = f'<ol style="padding-left:22px">{lines}</ol>'
    return f'<div class="sheet"><div class="body"><b>{when}</b>{listed}{more}</div></div>'
