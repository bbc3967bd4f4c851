"""The memory as lists: to be read, changed, deleted and taken along; and whether it is in order."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from nicegui import ui

from daw_bridges.errors import UsageError
from orbit.interfaces.panel.page import add_page
from orbit.interfaces.panel.parts.controls import Window, button, tried
from orbit.interfaces.panel.parts.forms import ask_for, confirm, done
from orbit.interfaces.panel.parts.lists import sheet
from orbit.interfaces.panel.parts.markup import tag, text
from orbit.memory.preferences.preference import key_of, read_preference
from orbit.memory.trust.packs import pack_bytes
from orbit.workflows.memory_tasks.requests import parse_request

if TYPE_CHECKING:
    from orbit.interfaces.panel.state import Panel
    from orbit.memory.entities import Known as Thing
    from orbit.memory.keyed.responses import HealthResponse, ReadResponse
    from orbit.memory.preferences import Known as Preferred
    from orbit.memory.store.notes import StoredNote
    from orbit.memory.trust.auditing import Audit

    Messages = list[dict[str, Any]]
    Line = tuple[str, str, Callable[[], object] | None, Callable[[], Awaitable[object]]]

__all__ = ["add"]

_MOST = 200
_OWN = "orbit."
"""How the memories are called that Orbit keeps other things in, which have lists of their own."""


def add(panel: Panel) -> None:
    """Put the page where it belongs."""
    add_page(panel, "/memory", _Memory)


class _Memory:
    """The page of one window."""

    def __init__(self, panel: Panel) -> None:
        self._engine, self._call = panel.engine, panel.engine.call
        settings = panel.engine.settings
        self._whose = f"the project “{settings.project}” of “{settings.user}”"
        with (
            sheet("What is kept", f"Of {self._whose}, on this machine alone: {settings.data_dir}"),
            ui.element("div").classes("btns"),
        ):
            button("Is it in order?", self._check, "go")
            button("Export", self._export)
            button("Forget everything…", self._forget_everything, "danger")
        self._lists = ui.element("div").classes("cols")
        ui.timer(0.01, self._load, once=True)
        panel.memory_changed.subscribe(self._load)

    async def _load(self) -> None:
        wanted: list[Preferred] = await tried(self._call("preferences")) or []
        notes: list[StoredNote] = await tried(self._call("notes")) or []
        things: list[Thing] = await tried(self._call("entities")) or []
        keyed = await tried(self._keyed()) or []
        self._lists.clear()
        with self._lists:
            said = "Say it: “from now on …”, “never touch the master”."
            _list("How you want it", said, map(self._preference, wanted))
            _list(
                "Notes and skills",
                "There is no note.",
                map(self._note, notes),
                ("Add a note", self._add_note),
            )
            learns = "Orbit learns them as you work."
            _list(
                "Your tracks and plug-ins", learns, map(self._thing, things), ("Add a name", self._add_name)
            )
            _list("Keyed memory", "Nothing is kept under a key.", (self._key(*each) for each in keyed))

    async def _done(self, work: Awaitable[object], said: str = "Saved.") -> bool:
        """Do something, and show what is kept now."""
        if not await done(work, said):
            return False
        await self._load()
        return True

    def _forget(self, operation: str, **arguments: Any) -> Callable[[], Awaitable[object]]:
        return lambda: self._done(self._call(operation, **arguments), "Forgotten.")

    # -- how it is wanted, and notes --------------------------------------------------------------------

    def _preference(self, known: Preferred) -> Line:
        fields = known.preference.model_dump(mode="json", exclude={"kind", "workflow", "slot", "action"})
        words = {name: value for name, value in fields.items() if isinstance(value, str)}

        async def change(given: dict[str, str]) -> None:
            preference = read_preference(known.preference.model_dump(mode="json") | given)
            await self._call("prefer", preference=preference)
            if key_of(preference) != known.id:
                await self._call("forget_preference", about=known.id)

        def edit() -> None:
            ask_for(known.preference.describe(), words, lambda given: self._done(change(given)))

        said = f"“{known.words}”" if known.words else ""
        return (
            known.describe(),
            said,
            edit if words else None,
            self._forget("forget_preference", about=known.id),
        )

    def _note(self, note: StoredNote) -> Line:
        def save(given: dict[str, str]) -> Awaitable[bool]:
            return self._done(self._call("change_note", note_id=note.id, text=given["Note"]))

        edit = partial(ask_for, note.title, {"Note": note.text}, save, long=True)
        said = "" if note.text == note.title else note.text
        return note.title, said, edit, self._forget("forget_note", note_id=note.id)

    def _add_note(self) -> None:
        def save(given: dict[str, str]) -> Awaitable[bool]:
            return self._done(self._call("remember", text=given["Note"]))

        ask_for("Add a note", {"Note": ""}, save, long=True)

    # -- names ------------------------------------------------------------------------------------------

    def _thing(self, thing: Thing) -> Line:
        async def change(given: dict[str, str]) -> None:
            names = [each.strip() for each in given["You call it"].split(",") if each.strip()]
            for name in set(thing.called) - set(names):
                await self._call("forget_name", name=name)
            for name in names:
                if name not in thing.called:
                    await self._call("learn_name", name=name, means=thing.name, kind=thing.kind)

        def edit() -> None:
            names, hint = {"You call it": ", ".join(thing.called)}, "Names are set apart by commas."
            ask_for(thing.name, names, lambda given: self._done(change(given)), hint=hint)

        called = ", ".join(f"“{name}”" for name in thing.called)
        what = " ".join(filter(None, (thing.sort.replace("_", " "), thing.kind)))
        said = f"{what}, you call it {called}" if called else what
        return thing.name, said, edit, self._forget("forget_entity", entity_id=thing.id)

    def _add_name(self) -> None:
        def save(given: dict[str, str]) -> Awaitable[bool]:
            return self._done(self._call("learn_name", name=given["You say"], means=given["It is called"]))

        hint = "What you call a track, beside the name that it has in the DAW."
        ask_for("Add a name", {"You say": "", "It is called": ""}, save, hint=hint)

    # -- keyed memory -----------------------------------------------------------------------------------

    async def _keyed(self) -> list[tuple[str, str, Messages]]:
        """Give what is kept under each key of the memories that are the user's."""
        found: list[tuple[str, str, Messages]] = []
        for ref in await self._call("memory_refs"):
            if not ref.startswith(_OWN):
                request = {"operation": "read", "memory_ref": ref, "key": "*", "limit": 1000}
                read = cast("ReadResponse", await self._engine.memory(request))
                found += [
                    (ref, key, [each for each in read.messages if each["key"] == key]) for key in read.keys
                ]
        return found

    def _key(self, ref: str, key: str, messages: Messages) -> Line:
        shown = {f"{number} · {each['role']}": _written(each) for number, each in enumerate(messages, 1)}

        async def change(given: dict[str, str]) -> None:
            kept = [
                _read_again(each, words)
                for each, words in zip(messages, given.values(), strict=True)
                if words
            ]
            request = {"operation": "write", "memory_ref": ref, "key": key, "payload": kept}
            await self._engine.memory(request if kept else gone)

        def edit() -> None:
            hint = "One that is emptied is forgotten; the others stay in their order."
            ask_for(name, shown, lambda given: self._done(change(given)), hint=hint, long=True)

        name, said = f"{ref} / {key}", " · ".join(str(each["content"]) for each in messages[:3])
        gone = {"operation": "delete", "memory_ref": ref, "key": key}
        return name, said, edit, self._forget("memory", request=parse_request(gone))

    # -- all of it --------------------------------------------------------------------------------------

    async def _check(self) -> None:
        wrong = await tried(self._engine.verify())
        audit: Audit | None = await tried(self._call("audit"))
        refs: Sequence[str] | None = await tried(self._call("memory_refs"))
        if wrong is None or audit is None or refs is None:
            return
        for ref in refs:
            asked = await tried(self._engine.memory({"operation": "health", "memory_ref": ref}))
            checks = cast("HealthResponse", asked).checks if asked is not None else ()
            wrong += [f"{ref}: {each.name}: {each.detail}" for each in checks if not each.ok]
        window = Window("Is it in order?")
        with window.box:
            agree = tag("div", "Store and search index agree, and keyed memory works.", "fine")
            said = "".join(tag("div", each, "error") for each in wrong) or agree
            found = [f"{', '.join(each.workflows)}: {each.why} {each.advice}" for each in audit.findings[:50]]
            looked = f"{audit.workflows} workflows looked through{'.' if found else ': nothing to do.'}"
            doubts = "".join(tag("li", each) for each in found)
            ui.html(f"{said}{tag('p', looked)}<ul>{doubts}</ul>", sanitize=False).classes("stack")
            rebuilt = "The search index was made anew."
            button("Make the search index anew", lambda: done(self._engine.rebuild(), rebuilt))
        window.open()

    async def _export(self) -> None:
        pack = await tried(self._call("export", versions=True, links=True))
        keyed = await tried(self._keyed())
        if pack is None or keyed is None:
            return
        document = {
            "workflows": json.loads(pack_bytes(pack)),
            "preferences": [
                {"words": each.words, **each.preference.model_dump(mode="json")}
                for each in await self._call("preferences")
            ],
            "notes": [asdict(each) for each in await self._call("notes")],
            "names": [asdict(each) for each in await self._call("entities")],
            "keyed": [{"memory": ref, "key": key, "messages": messages} for ref, key, messages in keyed],
            "done": [each.model_dump(mode="json") for each in await self._call("episodes", k=1000)],
        }
        raw = json.dumps(document, ensure_ascii=False, indent=1, default=str).encode()
        ui.download.content(raw, "orbit-memory.json", "application/json")

    def _forget_everything(self) -> None:
        hint = "Workflows of your own, runs, notes, names and preferences go; what comes with Orbit stays."
        title = f"Delete everything that Orbit remembers of {self._whose}, for good?"

        def forget() -> Awaitable[bool]:
            return self._done(self._call("forget_everything"), "")

        confirm(title, hint, "Forget it all", forget, typed="forget everything")


def _written(message: dict[str, Any]) -> str:
    """Write a message as it is edited: as words, or where it is data, as JSON."""
    data = message.get("data")
    return str(message["content"]) if data is None else json.dumps(data, ensure_ascii=False, indent=1)


def _read_again(message: dict[str, Any], words: str) -> dict[str, Any]:
    content: Any = words
    if message.get("data") is not None:
        try:
            content = json.loads(words)
        except ValueError as error:
            raise UsageError(f"“{words[:40]}” was data, and is not JSON any more: {error}.") from None
    kept = {name: message[name] for name in ("role", "metadata") if name in message}
    return kept | {"content": content}


def _list(
    title: str, empty: str, lines: Iterable[Line], more: tuple[str, Callable[[], object]] | None = None
) -> None:
    shown = list(lines)
    with ui.element("section").classes("sheet"):
        with ui.element("div").classes("head"):
            ui.html(text(f"{title} ({len(shown)})"), sanitize=False, tag="h2")
            if more is not None:
                button(*more)
        with ui.element("div").classes("list"):
            for each in shown[:_MOST]:
                _line(*each)
            said = f"The first {_MOST} are shown." if len(shown) > _MOST else "" if shown else empty
            if said:
                ui.html(text(said), sanitize=False).classes("empty")


def _line(
    name: str, said: str, edit: Callable[[], object] | None, forget: Callable[[], Awaitable[object]]
) -> None:
    with ui.element("div").classes("line plain"):
        ui.html(f"{tag('h3', name)}{tag('p', said) if said else ''}", sanitize=False)
        with ui.element("div").classes("btns"):
            if edit is not None:
                button("Edit", edit, "plain").props["aria-label"] = f"Edit {name}"
            button("Forget", forget, "plain").props["aria-label"] = f"Forget {name}"
