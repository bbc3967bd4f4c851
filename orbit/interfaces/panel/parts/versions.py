"""The versions of a workflow: what each changed, and going back to one."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.dates import moment
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.markup import chip, chips, tag

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.differences import Difference
    from orbit.memory.trust.operations import Version

    Again = Callable[[], Awaitable[object]]

__all__ = ["show_versions"]


async def show_versions(panel: Panel, name: str, again: Again) -> None:
    """Show every version, the newest first, with what it changed of the one before."""
    found: list[Version] | None = await tried(panel.engine.call("versions", workflow_id=name))
    if found is None:
        return
    window = Window(f"Versions of {name}")
    with window.box:
        for before, version in reversed(list(pairwise([None, *found]))):
            if version is None:
                continue
            changes: list[Difference] = []
            if before is not None:
                one, other = str(before.version), str(version.version)
                changes = await panel.engine.call("diff", workflow_id=name, before=one, after=other)
            with ui.element("div").classes("item"):
                ui.html(_told(version, before, changes), sanitize=False)
                if not version.current:
                    revert = partial(_revert, panel, name, version.version, window, again)
                    button(f"Go back to version {version.version}", revert)
    window.open()


def _told(version: Version, before: Version | None, changes: list[Difference]) -> str:
    labels = [chip(version.origin.source), chip(f"{version.steps} steps"), chip(moment(version.created))]
    labels += [chip("current", "green")] if version.current else []
    note = tag("p", version.note) if version.note else ""
    lines = "\n".join(f"{_MARKS[each.kind]} {each.told()}" for each in changes)
    since = tag("pre", lines or "There is no difference.", "code") if before is not None else ""
    what = f"<p>Against version {before.version}:</p>{since}" if before is not None else ""
    return f"{tag('h3', f'Version {version.version}')}{chips(labels)}{note}{what}"


_MARKS = {"added": "+", "removed": "−", "changed": "~"}


async def _revert(panel: Panel, name: str, number: int, window: Window, again: Again) -> None:
    now: Version | None = await tried(panel.engine.call("revert", workflow_id=name, version=number))
    if now is not None:
        told(f"“{name}” is back to version {number}, saved as version {now.version}.")
        window.dialog.close()
        await again()
