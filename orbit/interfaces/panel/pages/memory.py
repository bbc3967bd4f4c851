"""What Orbit keeps, all of it: to be read, let go of, taken along; and whether it is in order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import Window, button, told, tried
from orbit.interfaces.panel.parts.markup import tag
from orbit.memory.trust.packs import pack_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from orbit.interfaces.panel.state import Panel
    from orbit.memory import Episode
    from orbit.memory.entities import Known as Thing
    from orbit.memory.past import Attempt
    from orbit.memory.preferences.keeping import Known
    from orbit.memory.store.notes import StoredNote
    from orbit.memory.trust.auditing import Finding

__all__ = ["add"]

_EVERYTHING = "forget everything"
_MOST = 200


def add(panel: Panel) -> None:
    """Put the page where it belongs."""

    @ui.page("/memory")
    def memory() -> None:
        with framed(panel, "/memory"):
            _Memory(panel)

    del memory


class _Memory:
    """The page of one window."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        with ui.element("section").classes("sheet"):
            ui.html("<h2>What is kept</h2>", sanitize=False).classes("head")
            with ui.element("div").classes("body"):
                self._figures = ui.html("", sanitize=False).classes("figures")
            with ui.element("div").classes("body btns"):
                button("Is it in order?", self._check, "go")
                button("Export", self._export)
                button("Forget everything…", self._forget_everything, "danger")
        self._lists = ui.element("div").classes("cols")
        ui.timer(0.01, self._load, once=True)

    async def _load(self) -> None:
        call = self._panel.engine.call
        notes: list[StoredNote] = await tried(call("notes")) or []
        things: list[Thing] = await tried(call("entities")) or []
        wanted: list[Known] = await tried(call("preferences")) or []
        runs: list[Attempt] = await tried(call("attempts", k=1000)) or []
        titles = await tried(self._panel.engine.titles()) or {}
        done: list[Episode] = await tried(call("episodes", k=1000)) or []
        counts = {
            "workflows": len(titles),
            "runs": len(runs),
            "pieces of work": len(done),
            "notes": len(notes),
            "names": len(things),
            "preferences": len(wanted),
        }
        self._figures.set_content(
            "".join(f"<div>{tag('b', n)}{tag('span', name)}</div>" for name, n in counts.items())
        )
        self._lists.clear()
        with self._lists:
            self._list(
                "How you want it",
                "forget_preference",
                "about",
                [(p.id, p.describe(), p.words) for p in wanted],
            )
            self._list("Notes", "forget_note", "note_id", [(n.id, n.title or n.text, n.text) for n in notes])
            named = [
                (t.id, t.name, f"{t.sort or t.kind}, also {', '.join(t.called) or 'no other name'}")
                for t in things
            ]
            self._list("Your tracks and plug-ins", "forget_entity", "entity_id", named)

    def _list(self, title: str, forget: str, key: str, things: Sequence[tuple[str, str, str]]) -> None:
        with ui.element("section").classes("sheet"):
            ui.html(tag("h2", f"{title} ({len(things)})"), sanitize=False).classes("head")
            for its_id, name, said in things[:_MOST]:
                with ui.element("div").classes("line plain"):
                    ui.html(
                        f"{tag('h3', name)}{tag('p', said) if said and said != name else ''}", sanitize=False
                    )
                    button("Forget", partial(self._forget, forget, {key: its_id}), "plain")
            if not things:
                ui.html(tag("div", "Nothing.", "empty"), sanitize=False)

    async def _forget(self, operation: str, arguments: dict[str, Any]) -> None:
        async def done() -> bool:
            await self._panel.engine.call(operation, **arguments)
            return True

        if await tried(done()):
            told("It is forgotten.")
            await self._load()

    async def _check(self) -> None:
        wrong = await tried(self._panel.engine.verify())
        audit = await tried(self._panel.engine.call("audit"))
        if wrong is None or audit is None:
            return
        window = Window("How the memory is")
        with window.box:
            lines = "".join(tag("li", each) for each in wrong)
            index = f"<ul>{lines}</ul>" if wrong else tag("p", "Store and search index agree.", "good")
            ui.html(index, sanitize=False)
            found = "".join(tag("li", _doubt(each)) for each in audit.findings[:50])
            doubts = f"<h3>Doubtful</h3><ul>{found}</ul>" if found else ""
            ui.html(f"{tag('p', f'{audit.workflows} workflows looked through.')}{doubts}", sanitize=False)

            async def rebuild() -> None:
                count = await tried(self._panel.engine.rebuild())
                if count is not None:
                    told(f"The search index was made anew; it holds {count}.")

            button("Make the index anew", rebuild)
        window.open()

    async def _export(self) -> None:
        pack = await tried(self._panel.engine.call("export", versions=True, links=True))
        if pack is not None:
            ui.download.content(pack_bytes(pack), "orbit-library.json", "application/json")

    def _forget_everything(self) -> None:
        window = Window("Forget everything?")
        with window.box:
            ui.html(
                "Workflows of your own, runs, notes, names and preferences go for good; what comes with "
                f"Orbit is there again the next time. Type “{_EVERYTHING}” to do it."
            ).classes("hint")
            field = ui.input().props('outlined aria-label="Type it"')

            async def forget() -> None:
                if (field.value or "").strip().casefold() != _EVERYTHING:
                    field.props(f'error error-message="Type: {_EVERYTHING}"')
                    return
                gone = await tried(self._panel.engine.call("forget_everything"))
                if gone is not None:
                    told(f"Everything is gone: {sum(gone.rows.values())} entries.")
                    window.dialog.close()
                    await self._load()

            with ui.element("div").classes("btns"):
                button("Forget it all", forget, "danger")
                button("Keep it", window.dialog.close)
        window.open(close="")


def _doubt(finding: Finding) -> str:
    return f"{', '.join(finding.workflows)}: {finding.why} {finding.advice}"
