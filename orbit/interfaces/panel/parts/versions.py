"""The versions of a workflow: what each changed, and having an earlier one again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.markup import chip, chips, tag

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.differences import Difference
    from orbit.memory.trust.operations import Version

__all__ = ["show_versions"]


async def show_versions(panel: Panel, name: str, again: Callable[[], Awaitable[None]]) -> None:
    """Show every version, the newest first, with what is different from the current one."""
    found: list[Version] | None = await tried(panel.engine.call("versions", workflow_id=name))
    if found is None:
        return
    window = Window(f"Versions of {name}")
    with window.box:
        for version in reversed(found):
            different: list[Difference] = []
            if not version.current:
                different = await panel.engine.call("diff", workflow_id=name, before=str(version.version))
            with ui.element("div").classes("item"):
                ui.html(_told(version, different), sanitize=False)
                if not version.current:
                    button("Have this one again", _revert(panel, name, version.version, window, again))
    window.open()


def _told(version: Version, different: list[Difference]) -> str:
    labels = [
        chip(version.origin.source),
        chip(f"{version.steps} steps"),
        chip(version.created[:16].replace("T", " ")),
    ]
    labels += [chip("current", "green")] if version.current else []
    note = tag("p", version.note) if version.note else ""
    lines = "\n".join(each.told() for each in different)
    since = f"<p>What changed since:</p>{tag('pre', lines, 'code')}" if lines else ""
    return f"{tag('h3', f'Version {version.version}')}{chips(labels)}{note}{since}"


def _revert(
    panel: Panel, name: str, number: int, window: Window, again: Callable[[], Awaitable[None]]
) -> Callable[[], Awaitable[None]]:
    async def revert() -> None:
        now = await tried(panel.engine.call("revert", workflow_id=name, version=number))
        if now is not None:
            told(f"As in version {number} again; that is version {now.version} now.")
            window.dialog.close()
            await again()

    return revert
