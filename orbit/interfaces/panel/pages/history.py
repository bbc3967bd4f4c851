"""What was done, newest first: each run with how its steps were confirmed, to be done again or kept."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from nicegui import ui

from daw_bridges.actions import action_json
from orbit.agent import Wanted
from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.lists import PickList, row
from orbit.interfaces.panel.parts.markup import chip, chips, tag
from orbit.interfaces.panel.parts.workflow import LEGEND
from orbit.interfaces.panel.pictures.outcomes import learning_picture, outcome_bar

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel
    from orbit.memory import Episode, ToolCall
    from orbit.memory.past import Attempt

__all__ = ["add"]

_MOST = 100
_NOT_AGAIN = frozenset({"undo"})


def add(panel: Panel) -> None:
    """Put the page where it belongs."""

    @ui.page("/history")
    def history() -> None:
        with framed(panel, "/history"):
            _History(panel)

    del history


class _History:
    """The page of one window."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._runs: dict[str, Attempt] = {}
        self._episodes: dict[str, Episode] = {}
        with ui.element("div").classes("cols"):
            with ui.element("section").classes("sheet"):
                ui.html("<h2>How it went</h2>", sanitize=False).classes("head")
                self._picture = ui.html("", sanitize=False).classes("body")
            with ui.element("section").classes("sheet"):
                ui.html("<h2>By workflow</h2>", sanitize=False).classes("head")
                self._by = ui.html("", sanitize=False).classes("list")
        with ui.element("section").classes("sheet"):
            with ui.element("div").classes("head tools"):
                self._search = ui.input(placeholder="Search: what was done?", on_change=self._load)
                self._search.props('outlined dense clearable debounce=300 data-key="/" aria-label="Search"')
                self._which = ui.select(
                    {"runs": "What Orbit did", "all": "With what you did by hand"},
                    value="runs",
                    on_change=self._load,
                )
                self._which.props('outlined dense aria-label="Which"').style("max-width: 250px")
            self._list = PickList(self._open, "Nothing was done yet.")
        ui.timer(0.01, self._load, once=True)

    async def _load(self) -> None:
        engine, words = self._panel.engine, (self._search.value or "").strip()
        runs: list[Attempt] = await tried(engine.call("attempts", k=_MOST)) or []
        found: list[Episode] = await tried(engine.call("episodes", text=words, k=_MOST)) or []
        self._runs = {each.trajectory_id or each.id: each for each in runs}
        self._episodes = {each.trajectory.id: each for each in found}
        self._draw(runs)
        by_hand = self._which.value == "all"
        shown = [self._told(each) for each in found if by_hand or each.trajectory.id in self._runs]
        if not words and not by_hand:
            shown = [_run(key, run) for key, run in self._runs.items()]
        self._list.show(shown)

    def _draw(self, runs: list[Attempt]) -> None:
        runs = [run for run in runs if run.steps[1]]
        self._picture.set_content(
            f"{learning_picture(runs)}{LEGEND}" if runs else tag("div", "Nothing yet.", "dim")
        )
        by = Counter(run.workflow_id for run in runs if run.workflow_id)
        self._by.set_content(
            "".join(_outcomes(name, runs) for name, _ in by.most_common(6)) or tag("div", "–", "empty")
        )

    def _told(self, episode: Episode) -> str:
        trajectory = episode.trajectory
        run = self._runs.get(trajectory.id)
        if run is not None:
            return _run(trajectory.id, run)
        said = f"{trajectory.started.astimezone():%d %b, %H:%M} · {len(trajectory.actions)} edits by hand"
        title = trajectory.goal or "; ".join(each.action.describe() for each in trajectory.actions[:3])
        return row(trajectory.id, title, said, beside=chip("by hand"))

    async def _open(self, key: str) -> None:
        engine, run = self._panel.engine, self._runs.get(key)
        episode = self._episodes.get(key)
        if episode is None and run is not None and run.trajectory_id:
            episode = await tried(engine.call("episode", trajectory_id=run.trajectory_id))
        calls: list[ToolCall] = await tried(engine.call("calls", trajectory_id=key, k=200)) or []
        window = Window(run.goal or "A run" if run else "By hand")
        with window.box:
            if run is not None:
                ui.html(_facts(run), sanitize=False)
            ui.html(_steps(episode, calls), sanitize=False)
            with ui.element("div").classes("btns"):
                self._acts(episode, window)
        window.open(close="")

    def _acts(self, episode: Episode | None, window: Window) -> None:
        if episode is not None and episode.trajectory.actions:
            button("Do it again…", lambda: self._again(episode), "go", key="ctrl+enter")
            button("Save as workflow…", lambda: self._save(episode, window))

            async def forget() -> None:
                await self._panel.engine.call("forget_episode", trajectory_id=episode.trajectory.id)
                told("It is forgotten.")
                window.dialog.close()
                await self._load()

            button("Forget it", forget, "danger")
        button("Close", window.dialog.close)

    def _again(self, episode: Episode) -> None:
        """Plan the same edits on the session as it is now."""
        panel, trajectory = self._panel, episode.trajectory
        actions = tuple(
            action_json(e.action) for e in trajectory.actions if e.action.action not in _NOT_AGAIN
        )
        goal = trajectory.goal or "Do again what was done"
        panel.begin(panel.conversation.say(goal, wanted=Wanted(actions=actions, title=goal)))
        ui.navigate.to("/")

    def _save(self, episode: Episode, behind: Window) -> None:
        window = Window("Save as a workflow")
        goal = episode.trajectory.goal or ""
        with window.box:
            title = ui.input("What it is called", value=goal[:60].capitalize()).props(
                'outlined aria-label="Title"'
            )

            async def save() -> None:
                said = (title.value or "").strip()
                name = re.sub(r"[^a-z0-9]+", "-", said.lower()).strip("-")
                begun = await tried(
                    self._panel.engine.call(
                        "begin_workflow", trajectory_id=episode.trajectory.id, name=name, title=said
                    )
                )
                if begun is not None:
                    told(f"“{begun.title}” is in the library, with its tracks as open places.")
                    window.dialog.close()
                    behind.dialog.close()

            with ui.element("div").classes("btns"):
                button("Save", save, "go", key="ctrl+enter")
                button("Cancel", window.dialog.close)
        window.open(close="")


def _when(started: str) -> str:
    return f"{datetime.fromisoformat(started).astimezone():%d %b, %H:%M}"


def _verdict(run: Attempt) -> str:
    if run.undone:
        return chip("taken back", "amber")
    if run.ok:
        return chip("verified", "green")
    return chip("failed", "red") if run.steps[1] else chip("not done")


def _run(key: str, run: Attempt) -> str:
    good, of = run.steps
    parts = [_when(run.started), run.workflow_id or "single edits", _daw(run)]
    parts += [f"{good} of {of} steps confirmed"] if of else []
    return row(key, run.goal or run.workflow_id or "A run", " · ".join(parts), beside=_verdict(run))


def _daw(run: Attempt) -> str:
    return run.daw.partition(" ")[0]  # a practice session's place has a number too


def _outcomes(name: str, runs: list[Attempt]) -> str:
    mine = [run for run in runs if run.workflow_id == name]
    good, undone = sum(run.ok and not run.undone for run in mine), sum(run.ok and run.undone for run in mine)
    bar = outcome_bar(good, undone, len(mine) - good - undone)
    return f'<div class="line plain"><div>{tag("h3", name)}</div><div class="end">{bar}</div></div>'


def _facts(run: Attempt) -> str:
    labels = [_verdict(run), chip(_when(run.started)), chip(f"{run.seconds:.1f} s"), chip(_daw(run))]
    labels += [chip(run.workflow_id)] if run.workflow_id else []
    why = tag("p", run.reason, "bad") if run.reason else ""
    return f"{chips(labels)}{why}"


def _steps(episode: Episode | None, calls: list[ToolCall]) -> str:
    """Give the edits, each with how it was confirmed, where that is known."""
    if episode is None:
        return tag("p", "What was done there is not remembered.", "dim")
    known = list(reversed(calls))
    lines = "".join(
        f'<li><span class="n">{place}</span>{tag("span", each.action.describe(), "do")}'
        f"{_status(known[place - 1].status if len(known) == len(episode.trajectory.actions) else '')}</li>"
        for place, each in enumerate(episode.trajectory.actions, start=1)
    )
    return f'<ol class="steps">{lines}</ol>'


def _status(status: str) -> str:
    css = {"verified": "good", "failed": "bad", "unverified": "warn"}.get(status, "dim")
    return tag("span", status, f"was {css}")
