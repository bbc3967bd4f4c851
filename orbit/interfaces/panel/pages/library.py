"""The library: everything Orbit can do as one, to be searched, read, edited, given away and taken in."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from nicegui import ui

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.page import add_page
from orbit.interfaces.panel.pages import workflow as workflow_page
from orbit.interfaces.panel.parts.controls import Window, button, failed, told, tried
from orbit.interfaces.panel.parts.lists import PickList, row
from orbit.interfaces.panel.parts.markup import chip, chips, tag, text
from orbit.interfaces.panel.parts.workflow import DAWS, ORIGINS, reliance_chips
from orbit.memory.trust.packs import MAX_BYTES, Imported, Incoming, Pack, pack_bytes, read_pack

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Workflow

__all__ = ["add"]

_ANY = ""
_MOST_FOUND = 20
_LOOK_SECONDS = 2.0
"""How often the library is looked at while its page is open: a file of it may be edited on disk."""
_TRUST = {
    _ANY: "Any trust",
    "proven": "Trusted",
    "not proven": "Not trusted yet",
    "run": "Ever run",
    "pinned": "Pinned",
}
_CLASHES = {
    "keep": "leave out those whose names are taken",
    "rename": "give those a free name",
    "replace": "save those as new versions",
}


def add(panel: Panel) -> None:
    """Put the pages of the library and of each workflow where they belong."""
    add_page(panel, "/library", _Library)
    workflow_page.add(panel)


class _Library:
    """The page of one window."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._workflows: dict[str, Workflow] = {}
        self._reliances: dict[str, Reliance] = {}
        self._broken = ui.html("", sanitize=False).props('role="status"').classes("notes")
        with ui.element("section").classes("sheet"):
            with ui.element("div").classes("head tools"):
                self._search = ui.input(placeholder="Search: what is it for?", on_change=self._show)
                self._search.props('outlined dense clearable debounce=250 data-key="/" aria-label="Search"')
                self._origin = self._choice("Origin", {_ANY: "Any origin"})
                self._tag = self._choice("Tag", {_ANY: "Any tag"})
                self._daw = self._choice("DAW", {_ANY: "Any DAW"})
                self._trust = self._choice("Trust", _TRUST)
                button("Import…", self._import)
                button("Export mine", self._export)
            self._list = PickList(None, "Nothing like that is in the library.")
        ui.timer(_LOOK_SECONDS, self._load)

    def _choice(self, name: str, choices: dict[str, str]) -> Any:
        made = ui.select(choices, value=_ANY, on_change=self._show, with_input=name == "Tag")
        return made.props(f'outlined dense aria-label="{name}"').classes("filter")

    async def _load(self) -> None:
        engine = self._panel.engine
        try:
            reliances: dict[str, Reliance] = await engine.call("reliances")
            broken = await engine.call("broken_files")
            self._broken.set_content("".join(tag("div", each, "error") for each in broken))
            if reliances == self._reliances:
                return
            workflows = await engine.workflows()
        except OrbitError as error:
            self._broken.set_content(tag("div", error, "error"))
            return
        self._workflows, self._reliances = {each.workflow_name: each for each in workflows}, reliances
        self._offer(self._origin, (each.origin.source for each in reliances.values()))
        self._offer(self._tag, (each for workflow in workflows for each in workflow.tags))
        self._offer(self._daw, (each for workflow in workflows for each in workflow.daws))
        await self._show()

    @staticmethod
    def _offer(choice: Any, found: Iterable[str]) -> None:
        """Offer what is there, and what is chosen whether it is or not."""
        chosen = str(choice.value or _ANY)
        names: list[str] = sorted({*found, *([chosen] if chosen else [])})
        named = {each: (ORIGINS | DAWS).get(each, each) for each in names}
        choice.set_options({_ANY: choice.options[_ANY], **named}, value=chosen)

    async def _show(self) -> None:
        words = (self._search.value or "").strip()
        names = list(self._workflows)
        if words:
            found = await tried(self._panel.engine.search(words, k=_MOST_FOUND)) or []
            near = [name for name in names if words.casefold() in self._workflows[name].title.casefold()]
            names = list(dict.fromkeys([*near, *(hit.id for hit in found if hit.id in self._workflows)]))
        self._list.show(self._row(name) for name in names if self._fits(name))

    def _fits(self, name: str) -> bool:
        workflow, reliance = self._workflows[name], self._reliances.get(name)
        origin, tagged, daw, trust = (
            each.value or _ANY for each in (self._origin, self._tag, self._daw, self._trust)
        )
        if (tagged and tagged not in workflow.tags) or (daw and workflow.daws and daw not in workflow.daws):
            return False
        if reliance is None:
            return not origin and not trust
        standing = reliance.standing
        has = {
            _ANY: standing.superseded_by is None or origin != _ANY,
            "proven": standing.trusted,
            "not proven": not standing.trusted,
            "run": bool(reliance.confidence.runs),
            "pinned": standing.pinned,
        }
        return has[trust] and origin in {_ANY, reliance.origin.source}

    def _row(self, name: str) -> str:
        workflow, reliance = self._workflows[name], self._reliances.get(name)
        labels = reliance_chips(reliance) if reliance is not None else []
        labels += [
            chip(each) for each in (*(DAWS.get(daw, daw) for daw in workflow.daws), *workflow.tags[:3])
        ]
        return row(workflow.title, workflow.task.strip(), href=f"/library/{quote(name)}", below=chips(labels))

    async def _export(self) -> None:
        pack: Pack | None = await tried(self._panel.engine.call("export", own=True, versions=True))
        if pack is not None and not pack.workflows:
            told("There is nothing of your own to export yet.")
        elif pack is not None:
            ui.download.content(pack_bytes(pack), "orbit-workflows.json", "application/json")

    def _import(self) -> None:
        window, arguments = Window("Import workflows"), dict[str, Any]()
        with window.box:
            hint = "A file that Orbit has exported, or a workflow in YAML. What it holds is shown first."
            ui.html(text(hint), sanitize=False, tag="p").classes("hint")
            clash = ui.select(_CLASHES, value="keep").props('outlined aria-label="Names that are taken"')
            shown = ui.element("div").classes("stack").props('role="status"')

        async def imported(*, dry_run: bool) -> Imported | None:
            more = arguments | {"clash": clash.value, "dry_run": dry_run}
            return await tried(self._panel.engine.call("import", **more))

        async def taken(event: Any) -> None:
            raw, name = await event.file.read(), event.file.name
            arguments.clear()
            try:
                arguments.update(pack=read_pack(raw, name), file=name, file_sha256=sha256(raw).hexdigest())
            except OrbitError as error:
                failed(error)
            await look()

        async def look() -> None:
            would = await imported(dry_run=True) if arguments else None
            shown.clear()
            with shown:
                if would is not None:
                    lines = "".join(_incoming(each) for each in would.workflows)
                    ui.html(
                        f'<div class="list">{lines}</div>{tag("p", would.told(), "hint")}', sanitize=False
                    )
                if would is not None and would.taken_in:
                    button(f"Take in {len(would.taken_in)}", take_in, "go", key="ctrl+enter")

        async def take_in() -> None:
            if (done := await imported(dry_run=False)) is not None:
                told(done.told())
                window.dialog.close()
                await self._load()

        clash.on_value_change(look)
        with window.box:
            upload = ui.upload(auto_upload=True, max_file_size=MAX_BYTES, label="Choose a file")
            upload.on_upload(taken).props('accept=".json,.yaml,.yml" flat bordered')
        window.open()


def _incoming(each: Incoming) -> str:
    count = f"{each.steps} {'step' if each.steps == 1 else 'steps'}"
    labels = [chip(each.as_id), chip(count), chip(each.becomes, "amber" if each.status == "clash" else "")]
    labels += [chip(f"takes away: {', '.join(each.destroys)}", "red")] if each.destroys else []
    return f'<div class="item">{tag("h3", each.title)}{chips(labels)}</div>'
