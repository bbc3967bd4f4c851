"""History, newest first: each piece of work with its steps as they were read back, to repeat or to keep."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui
from pydantic import ValidationError

from daw_bridges.actions import action_json
from daw_bridges.bridge import Result, Status
from orbit.agent import Wanted
from orbit.interfaces.dates import moment
from orbit.interfaces.panel.page import add_page
from orbit.interfaces.panel.parts.controls import Window, button, tried
from orbit.interfaces.panel.parts.editor import write_workflow
from orbit.interfaces.panel.parts.forms import done
from orbit.interfaces.panel.parts.lists import PickList, action_steps, row
from orbit.interfaces.panel.parts.markup import chip, chips, tag
from orbit.interfaces.panel.parts.plan import results_card
from orbit.interfaces.panel.pictures.outcomes import ended, outcome_bar

if TYPE_CHECKING:
    from orbit.interfaces.panel.request import Request
    from orbit.interfaces.panel.state import Panel
    from orbit.memory import Episode, RunRecord
    from orbit.memory.authorship import Saved

__all__ = ["add"]

_MOST = 100
_WORKFLOWS = 8
_WHICH = {"all": "Everything", "orbit": "By Orbit", "hand": "By hand", "failed": "Failed"}
_ENDED = {
    "verified": ("verified", "green"),
    "undone": ("taken back", "amber"),
    "failed": ("failed", "red"),
    "nothing": ("nothing done", ""),
}


def add(panel: Panel) -> None:
    """Put the page where it belongs."""
    add_page(panel, "/history", _History)


class _History:
    """The page of one window; what is listed goes by the id of its trajectory, or else of its run."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._runs: dict[str, RunRecord] = {}
        self._episodes: dict[str, Episode] = {}
        self._titles: dict[str, str] = {}
        with ui.element("section").classes("sheet"):
            with ui.element("div").classes("head tools"):
                self._search = ui.input(placeholder="Search: what was done?", on_change=self._load)
                self._search.props('outlined dense clearable debounce=300 data-key="/" aria-label="Search"')
                self._which = ui.select(_WHICH, value="all", on_change=self._load)
                self._which.props('outlined dense aria-label="Which"').classes("filter")
            self._list = PickList(self._open, "Nothing like that was done.")
        with ui.element("section").classes("sheet"):
            ui.html("How it went", sanitize=False, tag="h2").classes("head")
            self._went = ui.html("", sanitize=False).classes("body full")
        ui.timer(0.01, self._load, once=True)
        panel.conversation.changed.subscribe(self._done)
        panel.memory_changed.subscribe(self._load)

    async def _done(self, request: Request) -> None:
        if request.over:
            await self._load()

    async def _load(self) -> None:
        engine, words = self._panel.engine, (self._search.value or "").strip()
        runs: list[RunRecord] = await tried(engine.call("runs", k=_MOST)) or []
        found: list[Episode] = await tried(engine.call("episodes", text=words, k=_MOST)) or []
        self._titles = await tried(engine.titles()) or {}
        self._runs = {run.trajectory_id or run.id: run for run in runs}
        self._episodes = {each.trajectory.id: each for each in found}
        keys = list(self._episodes)
        if not words:
            keys = sorted({*self._runs, *self._episodes}, key=self._began, reverse=True)[:_MOST]
        self._list.show(self._row(key) for key in keys if self._fits(key))
        by: dict[str, list[RunRecord]] = {}
        for run in (each for each in runs if ended(each) != "nothing"):
            by.setdefault(self._title(run) or "Single edits", []).append(run)
        most = sorted(by.items(), key=lambda each: -len(each[1]))[:_WORKFLOWS]
        bars = "".join(f"{tag('h3', name)}{outcome_bar(mine)}" for name, mine in most)
        self._went.set_content(bars or tag("p", "Nothing was run yet.", "dim"))

    def _title(self, run: RunRecord) -> str:
        """The title of the workflow that was run, if it was one."""
        return self._titles.get(run.workflow_id or "", run.workflow_id or "")

    def _began(self, key: str) -> datetime:
        run = self._runs.get(key)
        started = run.started if run is not None else self._episodes[key].trajectory.started
        return started if started.tzinfo else started.replace(tzinfo=UTC)

    def _fits(self, key: str) -> bool:
        run = self._runs.get(key)
        match self._which.value:
            case "orbit":
                return run is not None
            case "hand":
                return run is None
            case "failed":
                return run is not None and ended(run) == "failed"
            case _:
                return True

    def _row(self, key: str) -> str:
        run, episode = self._runs.get(key), self._episodes.get(key)
        if run is not None:
            good, of = sum(each.get("status") == Status.VERIFIED for each in run.results), len(run.results)
            parts = [moment(run.started), self._title(run), run.project]
            parts += (
                [f"{good} of {of} {'step' if of == 1 else 'steps'} verified"] if of else [run.reason or ""]
            )
            said = " · ".join(filter(None, parts))
            return row(
                run.goal or self._title(run) or "A run", said, pick=key, beside=chip(*_ENDED[ended(run)])
            )
        assert episode is not None
        work = episode.trajectory
        count = len(work.actions)
        parts = [moment(work.started), work.project, f"{count} {'edit' if count == 1 else 'edits'} by hand"]
        parts.append(episode.judgement.told())
        title = work.goal or "; ".join(each.action.describe() for each in work.actions[:2]) or "Nothing"
        return row(title, " · ".join(filter(None, parts)), pick=key, beside=chip("by hand"))

    async def _open(self, key: str) -> None:
        engine, run, episode = self._panel.engine, self._runs.get(key), self._episodes.get(key)
        if episode is None and run is not None and run.trajectory_id:
            episode = await tried(engine.call("episode", trajectory_id=run.trajectory_id))
        if run is None and episode is None:
            return
        window = Window((run.goal if run else None) or "What was done")
        with window.box:
            ui.html(_run_markup(run) if run else _work_markup(episode), sanitize=False)
            with ui.element("div").classes("btns"):
                self._offer(run, episode, window)
        window.open(close="")

    def _offer(self, run: RunRecord | None, episode: Episode | None, window: Window) -> None:
        actions = episode.trajectory.actions if episode is not None else []
        if actions or (run is not None and run.goal):
            button("Do it again…", partial(self._again, run, episode), "go", key="ctrl+enter")
        if run is not None and self._is_last(run):
            button("Undo", partial(self._undo, run), key="alt+u")
        if episode is not None and actions:
            key = episode.trajectory.id

            def saved(saved: Saved) -> None:
                window.dialog.close()
                ui.navigate.to(f"/library/{saved.id}")

            button("Save as workflow…", partial(write_workflow, self._panel, key, saved))
            button("Forget it", partial(self._forget, key, window), "danger")
        button("Close", window.dialog.close)

    def _is_last(self, run: RunRecord) -> bool:
        """Whether it is the last that changed something and stands, and can be taken back."""
        standing = (each for each in self._runs.values() if each.undone_at is None and each.inverse != [])
        return run is next(standing, None) and bool(run.inverse)

    def _again(self, run: RunRecord | None, episode: Episode | None) -> None:
        """Plan the same edits on the session as it is now; of what came to none, ask for it once more."""
        conversation = self._panel.conversation
        done = episode.trajectory.actions if episode is not None else []
        goal = (run.goal if run else None) or (episode.trajectory.goal if episode else None)
        if not done and goal:
            self._panel.begin(conversation.say(goal))
        else:
            title = goal or "Do again what was done"
            wanted = Wanted(actions=tuple(action_json(each.action) for each in done), title=title)
            self._panel.begin(conversation.say(title, wanted=wanted))
        ui.navigate.to("/")

    def _undo(self, run: RunRecord) -> None:
        wanted = Wanted(undo=True, title=run.goal or "")
        self._panel.begin(
            self._panel.conversation.say(f"Undo “{run.goal or 'the last change'}”", wanted=wanted)
        )
        ui.navigate.to("/")

    async def _forget(self, key: str, window: Window) -> None:
        forgotten = "Forgotten. The session itself stays as it is."
        if await done(self._panel.engine.call("forget_episode", trajectory_id=key), forgotten):
            window.dialog.close()
            await self._load()


def _run_markup(run: RunRecord) -> str:
    labels = [chip(*_ENDED[ended(run)]), chip(moment(run.started)), chip(f"{run.seconds:.1f} s")]
    labels += [chip(each) for each in (run.workflow_id, run.project, run.daw) if each]
    labels += [chip("what it had changed was taken back")] if run.rolled_back else []
    at = f"Step {run.failed_step} failed: " if run.failed_step is not None else ""
    why = tag("p", f"{at}{run.reason}", "bad") if run.reason else ""
    results: list[Result] = []
    with suppress(ValidationError):  # kept by an Orbit that knew other actions
        results = [Result.model_validate(each) for each in run.results]
    steps = results_card(tuple(results), "Steps, as they were read back") if results else ""
    return f"{chips(labels)}{why}{steps}"


def _work_markup(episode: Episode | None) -> str:
    if episode is None:
        return ""
    work = episode.trajectory
    labels = [chip("by hand"), chip(moment(work.started)), chip(episode.judgement.told())]
    labels += [chip(each) for each in (work.project, work.daw) if each]
    return f"{chips(labels)}{action_steps(each.action.describe() for each in work.actions)}"
