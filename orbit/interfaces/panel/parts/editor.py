"""Editing a workflow as text: what is wrong is said with its line as it is typed; saved is what is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from nicegui import ui

from daw_bridges.errors import OrbitError, UsageError
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.markup import tag
from orbit.workflows import Provenance, Source, Workflow, read_workflow, workflow_yaml

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nicegui.events import GenericEventArguments

    from orbit.interfaces.panel.state import Panel
    from orbit.memory.authorship import Saved

    OnSaved = Callable[[Saved], Awaitable[object] | object]

__all__ = ["edit_workflow", "read", "write_workflow"]

_STAYS = "Nothing is saved until that is right; the last good version stays."
_TYPED = "document.querySelector('.editor textarea').value"
"""Saved is what stands there as the key is pressed: what was typed last may not have come here yet."""
_SHOW_LINE = """
const field = document.querySelector(".editor textarea"), lines = field.value.split("\\n").slice(0, {line});
const end = lines.join("\\n").length;
field.focus();
field.setSelectionRange(end - lines.at(-1).length, end);
field.scrollTop = ({line} - 4) * parseFloat(getComputedStyle(field).lineHeight);
"""


def read(words: str, only_id: str = "") -> Workflow:
    """Read a workflow as it was typed; ``only_id`` is the id that it must keep. Raises OrbitError."""
    workflow = read_workflow(words.encode())
    if only_id and workflow.workflow_name != only_id:
        raise UsageError(f"An id stays as it is: workflow_name has to be {only_id}.")
    return workflow


async def edit_workflow(panel: Panel, name: str, on_saved: OnSaved) -> None:
    """Let a workflow of the library be changed; what it was before is kept."""
    workflow, reliance = (
        await tried(panel.engine.workflow(name)),
        await tried(panel.engine.call("reliance", workflow_id=name)),
    )
    if workflow is not None and reliance is not None:
        _Editor(panel, f"Edit {name}", workflow_yaml(workflow), on_saved, name=name, version=reliance.version)


async def write_workflow(panel: Panel, trajectory_id: str, on_saved: OnSaved) -> None:
    """Let a workflow be made of something that was done, beginning with what can be made of it."""
    begun: Workflow | None = await tried(panel.engine.call("draft_workflow", trajectory_id=trajectory_id))
    if begun is not None:
        _Editor(panel, "Save as a workflow", workflow_yaml(begun), on_saved, trajectory=trajectory_id)


class _Editor:
    """A window with the text of one workflow; ``version`` is the one that it was opened at."""

    def __init__(
        self,
        panel: Panel,
        title: str,
        words: str,
        on_saved: OnSaved,
        *,
        name: str = "",
        version: int = 0,
        trajectory: str = "",
    ) -> None:
        self._panel, self._on_saved = panel, on_saved
        self._name, self._version, self._trajectory = name, version, trajectory
        self._window = Window(title)
        with self._window.box:
            self._field = ui.textarea(value=words).classes("editor")
            self._field.props('outlined aria-label="Workflow" spellcheck=false debounce=250')
            self._said = ui.html("", sanitize=False).props('role="status" aria-live="polite"')
            with ui.element("div").classes("btns"):
                self._save = button("Save", self._keep, "go", key="ctrl+enter", told=_TYPED)
                self._line = button("Show the line", self._show_line, key="alt+l")
                button("Cancel", self._window.dialog.close)
        self._wrong_line: int | None = None
        self._field.on_value_change(lambda: self._check(self._field.value or ""))
        self._check(words)
        self._window.open(close="")

    def _check(self, words: str) -> Workflow | None:
        """Say whether a text is a workflow, and if not what is wrong and in which line."""
        self._wrong_line, workflow = None, None
        try:
            workflow = read(words, self._name)
        except OrbitError as error:
            line: int | None = getattr(error, "line", None)
            self._wrong_line = line
            where = f"Line {line}: {str(error).removeprefix(f'{line}: ')}" if line else str(error)
            self._said.set_content(f'<div class="error">{tag("div", where)}{tag("div", _STAYS)}</div>')
        else:
            asks = ", ".join(workflow.slots) or "nothing"
            count = len(workflow.steps)
            said = f"In order: {count} {'step' if count == 1 else 'steps'}, asks for {asks}."
            self._said.set_content(tag("div", said, "fine"))
        self._save.props["disabled"] = workflow is None
        if workflow is not None:
            del self._save.props["disabled"]
        self._line.set_visibility(self._wrong_line is not None)
        return workflow

    def _show_line(self) -> None:
        cast("Any", ui).run_javascript(_SHOW_LINE.replace("{line}", str(self._wrong_line)))

    async def _keep(self, event: GenericEventArguments) -> None:
        workflow = self._check(str(event.args))
        if workflow is None or not await self._is_current():
            return
        if self._trajectory:
            behind = Provenance(source=Source.TAUGHT, trajectories=(self._trajectory,))
            workflow = workflow.model_copy(update={"provenance": behind})
        saved: Saved | None = await tried(
            self._panel.engine.call("save_workflow", workflow=workflow, replace=bool(self._name))
        )
        if saved is not None:
            told(saved.told())
            self._window.dialog.close()
            if (more := self._on_saved(saved)) is not None and hasattr(more, "__await__"):
                await cast("Awaitable[object]", more)

    async def _is_current(self) -> bool:
        """Whether nobody changed it meanwhile; saved once more, the text goes over what they wrote."""
        if not self._name:
            return True
        reliance = await tried(self._panel.engine.call("reliance", workflow_id=self._name))
        if reliance is None:
            return False
        if reliance.version == self._version:
            return True
        self._version = reliance.version
        said = (
            f"“{self._name}” was changed elsewhere meanwhile: that is version {self._version}. "
            "Your text is still here. Save again to put it over that; version history keeps both."
        )
        self._said.set_content(tag("div", said, "error"))
        return False
