"""The page of one workflow: all there is to know of it, and what can be done with it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from nicegui import ui

from daw_bridges.errors import NotFoundError, OrbitError
from orbit.agent import Wanted
from orbit.interfaces.dates import moment
from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.editor import edit_workflow
from orbit.interfaces.panel.parts.forms import ask_for, confirm, done
from orbit.interfaces.panel.parts.markup import chip, chips, tag, text
from orbit.interfaces.panel.parts.workflow import outcomes_markup, workflow_markup
from orbit.memory.trust.packs import pack_bytes

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from orbit.interfaces.panel.state import Panel
    from orbit.memory.authorship import Saved
    from orbit.memory.trust.differences import Difference
    from orbit.memory.trust.forgetting import Forgotten
    from orbit.memory.trust.operations import Reliance, Version
    from orbit.workflows import Workflow

__all__ = ["add"]

_RUNS = 60
_FAILURES = 5
_LOOK_SECONDS = 2.0
"""How often a workflow is looked at while its page is open: its file may be edited on disk."""


def add(panel: Panel) -> None:
    """Put the page where it belongs."""

    @ui.page("/library/{name}")
    def workflow(name: str) -> None:
        with framed(panel, "/library"):
            _Workflow(panel, name)

    del workflow


class _Workflow:
    """The page of one window."""

    def __init__(self, panel: Panel, name: str) -> None:
        self._panel, self._name = panel, name
        self._reliance: Reliance | None = None
        self._broken = ui.html("", sanitize=False).props('role="status"').classes("notes")
        with ui.element("section").classes("sheet"):
            self._head = ui.html(text(name), sanitize=False, tag="h2").classes("head")
            self._acts = ui.element("div").classes("body btns")
            self._body = ui.html("", sanitize=False).classes("body full")
        with ui.element("section").classes("sheet"):
            ui.html("How it went", sanitize=False, tag="h2").classes("head")
            self._went = ui.html("", sanitize=False).classes("body full")
        ui.timer(_LOOK_SECONDS, self._look)

    async def _look(self) -> None:
        """Show it, and again whenever something became of it, wherever that was."""
        engine = self._panel.engine
        try:
            reliance: Reliance = await engine.call("reliance", workflow_id=self._name)
            broken: list[str] = await engine.call("broken_files")
            self._broken.set_content(
                "".join(tag("div", each, "error") for each in broken if self._name in each)
            )
            if reliance == self._reliance:
                return
            workflow = await engine.workflow(self._name)
            runs = await engine.call("runs", workflow_id=self._name, k=_RUNS)
            failures = await engine.call("failures", workflow_id=self._name, k=_FAILURES)
        except NotFoundError as error:
            self._gone(str(error))
            return
        except OrbitError as error:
            self._broken.set_content(tag("div", error, "error"))
            return
        self._reliance = reliance
        self._head.set_content(text(workflow.title))
        self._body.set_content(workflow_markup(workflow, reliance))
        self._went.set_content(outcomes_markup(runs, failures))
        self._acts.clear()
        with self._acts:
            self._offer(workflow, reliance)

    def _gone(self, why: str) -> None:
        self._reliance = None
        self._body.set_content(f'{tag("p", why, "bad")}<p><a href="/library">To the library</a></p>')
        self._went.set_content("")
        self._acts.clear()

    def _offer(self, workflow: Workflow, reliance: Reliance) -> None:
        name, standing = self._name, reliance.standing
        button("Run…", partial(self._run, workflow), "go", key="ctrl+enter")
        button("Edit…", partial(edit_workflow, self._panel, name, self._saved), key="alt+e")
        button("Versions", self._versions, key="alt+v")
        button("Rename…", partial(self._rename, workflow.title))
        button("Export", self._export)
        pinned = f"“{name}” is {'no longer ' if standing.pinned else ''}pinned."
        pin = partial(self._done, "pin", pinned, pinned=not standing.pinned)
        button("Unpin" if standing.pinned else "Pin", pin, hint="Ranked high in searches, however old")
        if not standing.trusted:
            trust = partial(self._done, "trust", f"“{name}” is trusted.")
            button(
                "Trust", trust, hint="Orbit no longer asks before it runs, unless it deletes or overwrites"
            )
        button("Forget…", partial(self._forget, workflow.title), "danger")

    def _run(self, workflow: Workflow) -> None:
        wanted = Wanted(workflow=self._name, title=workflow.title)
        self._panel.begin(self._panel.conversation.say(workflow.title, wanted=wanted))
        ui.navigate.to("/")

    async def _saved(self, saved: Saved) -> None:
        del saved
        await self._look()

    async def _done(self, operation: str, said: str = "", **arguments: Any) -> bool:
        """Change something of the workflow, and show it as it is now."""
        if not await done(self._panel.engine.call(operation, workflow_id=self._name, **arguments), said):
            return False
        await self._look()
        return True

    async def _export(self) -> None:
        pack = await tried(self._panel.engine.call("export", ids=[self._name], versions=True))
        if pack is not None:
            ui.download.content(pack_bytes(pack), f"{self._name}.json", "application/json")

    async def _versions(self) -> None:
        """Show every version, the newest first, with what it changed of the one before."""
        call, name = self._panel.engine.call, self._name
        found: list[Version] | None = await tried(call("versions", workflow_id=name))
        if found is None:
            return
        window = Window(f"Versions of {name}")
        with window.box:
            for before, version in reversed([(None, found[0]), *pairwise(found)]):
                one, other = str(before.version if before else ""), str(version.version)
                changes: list[Difference] = []
                if before is not None:
                    changes = await call("diff", workflow_id=name, before=one, after=other)
                with ui.element("div").classes("item"):
                    ui.html(_version_markup(version, before, changes), sanitize=False)
                    if not version.current:
                        go_back = partial(self._revert, version.version, window)
                        button(f"Go back to version {version.version}", go_back)
        window.open()

    async def _revert(self, number: int, window: Window) -> None:
        call = self._panel.engine.call("revert", workflow_id=self._name, version=number)
        now: Version | None = await tried(call)
        if now is not None:
            told(f"“{self._name}” is back to version {number}, saved as version {now.version}.")
            window.dialog.close()
            await self._look()

    def _rename(self, title: str) -> None:
        def save(given: dict[str, str]) -> Awaitable[bool]:
            return self._done("rename_workflow", title=given["Title"])

        ask_for("Rename", {"Title": title}, save)

    def _forget(self, title: str) -> None:
        async def forget() -> bool:
            gone: Forgotten | None = await tried(self._panel.engine.call("forget", workflow_id=self._name))
            if gone is not None:
                told(gone.told(self._name))
                ui.navigate.to("/library")
            return gone is not None

        hint = "It is deleted for good, with all its versions. What was done with it stays in the history."
        confirm(f"Forget “{title}”?", hint, "Forget it", forget)


def _version_markup(version: Version, before: Version | None, changes: list[Difference]) -> str:
    labels = [chip(version.origin.source), chip(f"{version.steps} steps"), chip(moment(version.created))]
    labels += [chip("current", "green")] if version.current else []
    note = tag("p", version.note) if version.note else ""
    lines = "\n".join(f"{_MARKS[each.kind]} {each.told()}" for each in changes)
    since = tag("pre", lines or "There is no difference.", "code") if before is not None else ""
    what = f"<p>Against version {before.version}:</p>{since}" if before is not None else ""
    return f"{tag('h3', f'Version {version.version}')}{chips(labels)}{note}{what}"


_MARKS = {"added": "+", "removed": "−", "changed": "~"}
