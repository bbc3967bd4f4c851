"""The library: everything Orbit can do as one, to be searched, read, run, edited, given away and taken in."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from nicegui import ui

from daw_bridges.errors import OrbitError
from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import Window, button, failed, told, tried
from orbit.interfaces.panel.parts.lists import PickList, row
from orbit.interfaces.panel.parts.markup import chip, chips, tag
from orbit.interfaces.panel.parts.plan import origin_told, sure_told
from orbit.interfaces.panel.parts.workflow import show_workflow
from orbit.memory.trust.packs import Imported, Pack, pack_bytes, read_pack

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Workflow

__all__ = ["add"]

_FILTERS = {
    "": "All",
    "seed": "Come with Orbit",
    "taught": "Yours",
    "induced": "Learned from you",
    "imported": "Imported",
    "untrusted": "Not trusted yet",
    "run": "Ever run",
}
_MOST_FOUND = 20
_MOST_BYTES = 20_000_000


def add(panel: Panel) -> None:
    """Put the page where it belongs."""

    @ui.page("/library")
    def library() -> None:
        with framed(panel, "/library"), ui.element("section").classes("sheet"):
            _Library(panel)

    del library


class _Library:
    """The page of one window."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._workflows: dict[str, Workflow] = {}
        self._reliances: dict[str, Reliance] = {}
        with ui.element("div").classes("head tools"):
            self._search = ui.input(placeholder="Search: what is it for?", on_change=self._show)
            self._search.props('outlined dense clearable debounce=250 data-key="/" aria-label="Search"')
            self._filter = ui.select(_FILTERS, value="", on_change=self._show)
            self._filter.props('outlined dense aria-label="Which"').style("max-width: 210px")
            button("Import…", self._import)
            button("Export mine", self._export)
        self._list = PickList(self._open, "Nothing like that is in the library.")
        ui.timer(0.01, self._load, once=True)

    async def _load(self) -> None:
        workflows = await tried(self._panel.engine.workflows())
        reliances = await tried(self._panel.engine.call("reliances"))
        self._workflows = {each.workflow_name: each for each in workflows or ()}
        self._reliances = reliances or {}
        await self._show()

    async def _show(self) -> None:
        words = (self._search.value or "").strip()
        names = list(self._workflows)
        if words:
            found = await tried(self._panel.engine.search(words, k=_MOST_FOUND)) or []
            near = [name for name in names if words.casefold() in self._workflows[name].title.casefold()]
            names = list(dict.fromkeys([*near, *(hit.id for hit in found if hit.id in self._workflows)]))
        self._list.show(self._row(name) for name in names if self._fits(name))

    def _fits(self, name: str) -> bool:
        wanted, reliance = self._filter.value, self._reliances.get(name)
        if not wanted or reliance is None:
            return not wanted
        if wanted == "untrusted":
            return not reliance.standing.trusted
        return bool(reliance.confidence.runs) if wanted == "run" else reliance.origin.source == wanted

    def _row(self, name: str) -> str:
        workflow, reliance = self._workflows[name], self._reliances.get(name)
        labels = [chip(tagged) for tagged in workflow.tags[:3]]
        if reliance is not None:
            labels.insert(0, chip(origin_told(reliance)))
            labels += [chip(sure_told(reliance), "green")] if reliance.confidence.runs else []
            labels += [] if reliance.standing.trusted else [chip("not trusted yet", "amber")]
            labels += [chip("pinned")] if reliance.standing.pinned else []
        return row(name, workflow.title, workflow.task.strip(), below=chips(labels))

    async def _open(self, name: str) -> None:
        await show_workflow(self._panel, name, self._load)

    async def _export(self) -> None:
        pack: Pack | None = await tried(self._panel.engine.call("export", own=True))
        if pack is not None and not pack.workflows:
            told("There is nothing of your own to export yet.")
        elif pack is not None:
            ui.download.content(pack_bytes(pack), "orbit-workflows.json", "application/json")

    def _import(self) -> None:
        window = Window("Import workflows")
        with window.box:
            ui.html(
                "A file that Orbit has exported. What it holds is shown first. Nothing of it is trusted: "
                "Orbit asks before each runs, until one run of it has ended verified here."
            ).classes("hint")
            shown = ui.element("div")

            async def taken(event: Any) -> None:
                raw = await event.file.read()
                await self._look_into(raw, event.file.name, shown, window)

            ui.upload(
                on_upload=taken, auto_upload=True, max_file_size=_MOST_BYTES, label="Choose a file"
            ).props('accept=".json" flat bordered')
        window.open()

    async def _look_into(self, raw: bytes, name: str, shown: ui.element, window: Window) -> None:
        arguments: dict[str, Any] = {"file": name, "file_sha256": sha256(raw).hexdigest()}
        try:
            arguments["pack"] = read_pack(raw, name)
            would: Imported = await self._panel.engine.call("import", dry_run=True, **arguments)
        except OrbitError as error:
            failed(error)
            return
        shown.clear()
        with shown:
            ui.html("".join(_incoming(each.title, each.status, each.destroys) for each in would.workflows))

            async def take_in() -> None:
                done = await tried(self._panel.engine.call("import", **arguments))
                if done is not None:
                    told(f"{len(done.taken_in)} taken in.")
                    window.dialog.close()
                    await self._load()

            button(f"Take in {len(would.taken_in)}", take_in, "go")


_STATUS = {
    "new": "new",
    "renamed": "new",
    "version": "new version",
    "same": "is here already",
    "clash": "its name is taken: left out",
}


def _incoming(title: str, status: str, destroys: tuple[str, ...]) -> str:
    red = chip(f"destroys: {', '.join(destroys)}", "red") if destroys else ""
    return f'<div class="item">{tag("h3", title)}{chips([chip(_STATUS.get(status, status)), red])}</div>'
