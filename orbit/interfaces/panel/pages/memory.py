"""The memory as lists: to be read, changed, deleted and taken along; and whether it is in order."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from nicegui import ui

from daw_bridges.errors import OrbitError, UsageError
from orbit.interfaces.panel.page import framed
from orbit.interfaces.panel.parts.controls import Window, button, failed, told, tried
from orbit.interfaces.panel.parts.markup import tag, text
from orbit.memory.preferences.preference import key_of, read_preference
from orbit.memory.trust.packs import pack_bytes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from orbit.interfaces.panel.state import Panel
    from orbit.memory.entities import Known as Thing
    from orbit.memory.keyed.responses import HealthResponse, ReadResponse
    from orbit.memory.preferences import Known as Preferred
    from orbit.memory.store.notes import StoredNote
    from orbit.memory.trust.auditing import Audit
    from orbit.memory.trust.forgetting import Forgotten

__all__ = ["add"]

_EVERYTHING = "forget everything"
_MOST = 200
_OWN = "orbit."
"""How the memories are called that Orbit keeps other things in, which have lists of their own."""


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
        self._panel, self._call = panel, panel.engine.call
        with ui.element("section").classes("sheet"):
            ui.html("What is kept", sanitize=False, tag="h2").classes("head")
            with ui.element("div").classes("body stack"):
                settings = panel.engine.settings
                where = (
                    f"For {settings.user}, in the project {settings.project}; kept in {settings.data_dir}."
                )
                ui.html(text(where), sanitize=False, tag="p").classes("hint")
                with ui.element("div").classes("btns"):
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
            with self._list(
                "How you want it", len(wanted), "Say it: “from now on …”, “never touch the master”."
            ):
                for each in wanted[:_MOST]:
                    forget = partial(self._forget, "forget_preference", about=each.id)
                    edit = partial(self._edit_preference, each) if _words_of(each) else None
                    self._line(each.describe(), f"“{each.words}”" if each.words else "", edit, forget)
            with self._list(
                "Notes and skills", len(notes), "There is no note.", ("Add a note", self._add_note)
            ):
                for note in notes[:_MOST]:
                    said = "" if note.text == note.title else note.text
                    forget = partial(self._forget, "forget_note", note_id=note.id)
                    self._line(note.title, said, partial(self._edit_note, note), forget)
            unknown = "Orbit learns them as you work."
            with self._list("Your tracks and plug-ins", len(things), unknown, ("Add a name", self._add_name)):
                for thing in things[:_MOST]:
                    what = " ".join(filter(None, (thing.sort.replace("_", " "), thing.kind)))
                    called = ", ".join(f"“{name}”" for name in thing.called)
                    said = f"{what}, you call it {called}" if called else what
                    forget = partial(self._forget, "forget_entity", entity_id=thing.id)
                    self._line(thing.name, said, partial(self._edit_names, thing), forget)
            with self._list("Keyed memory", len(keyed), "Nothing is kept under a key."):
                for ref, key, messages in keyed[:_MOST]:
                    request = {"operation": "delete", "memory_ref": ref, "key": key}
                    forget = partial(self._forget, "memory", request=request)
                    said = " · ".join(str(each["content"]) for each in messages[:3])
                    self._line(f"{ref} / {key}", said, partial(self._edit_key, ref, key, messages), forget)

    async def _keyed(self) -> list[tuple[str, str, list[dict[str, Any]]]]:
        """Give what is kept under each key of the memories that are the user's."""
        found: list[tuple[str, str, list[dict[str, Any]]]] = []
        for ref in await self._call("memory_refs"):
            if ref.startswith(_OWN):
                continue
            request = {"operation": "read", "memory_ref": ref, "key": "*", "limit": 1000}
            read = cast("ReadResponse", await self._panel.engine.memory(request))
            found += [(ref, key, [each for each in read.messages if each["key"] == key]) for key in read.keys]
        return found

    def _list(
        self, title: str, count: int, empty: str, more: tuple[str, Callable[[], object]] | None = None
    ) -> ui.element:
        with ui.element("section").classes("sheet"):
            with ui.element("div").classes("head"):
                ui.html(text(f"{title} ({count})"), sanitize=False, tag="h2")
                if more is not None:
                    button(*more)
            body = ui.element("div").classes("list")
        with body:
            if not count:
                ui.html(text(empty), sanitize=False).classes("empty")
            if count > _MOST:
                ui.html(text(f"The first {_MOST} are shown."), sanitize=False).classes("empty")
        return body

    @staticmethod
    def _line(
        name: str, said: str, edit: Callable[[], object] | None, forget: Callable[[], Awaitable[None]]
    ) -> None:
        with ui.element("div").classes("line plain"):
            ui.html(f"{tag('h3', name)}{tag('p', said) if said else ''}", sanitize=False)
            with ui.element("div").classes("btns"):
                if edit is not None:
                    button("Edit", edit, "plain").props["aria-label"] = f"Edit {name}"
                button("Forget", forget, "plain").props["aria-label"] = f"Forget {name}"

    async def _forget(self, operation: str, **arguments: Any) -> None:
        await self._do(lambda: self._call(operation, **arguments), "Forgotten.")

    async def _do(
        self, work: Callable[[], Awaitable[object]], said: str, window: Window | None = None
    ) -> None:
        """Do something, say that it is done, and show what is kept now."""
        try:
            await work()
        except OrbitError as error:
            failed(error)
            return
        told(said)
        if window is not None:
            window.dialog.close()
        await self._load()

    def _form(
        self,
        title: str,
        fields: dict[str, str],
        save: Callable[[dict[str, str]], Awaitable[object]],
        *,
        long: bool = False,
        hint: str = "",
    ) -> None:
        """Let the fields of something be changed in a window."""
        window = Window(title)
        with window.box:
            if hint:
                ui.html(text(hint), sanitize=False, tag="p").classes("hint")
            made: dict[str, Any] = {}
            for name, value in fields.items():
                field: Any = ui.textarea(name, value=value) if long else ui.input(name, value=value)
                made[name] = field.props(f'outlined autogrow aria-label="{name}"')

            async def keep() -> None:
                given = {name: str(field.value or "").strip() for name, field in made.items()}
                await self._do(lambda: save(given), "Saved.", window)

            with ui.element("div").classes("btns"):
                button("Save", keep, "go", key="ctrl+enter")
                button("Cancel", window.dialog.close)
        window.open(close="")

    def _add_note(self) -> None:
        self._form(
            "Add a note", {"Note": ""}, lambda given: self._call("remember", text=given["Note"]), long=True
        )

    def _edit_note(self, note: StoredNote) -> None:
        def save(given: dict[str, str]) -> Awaitable[object]:
            return self._call("change_note", note_id=note.id, text=given["Note"])

        self._form(note.title, {"Note": note.text}, save, long=True)

    def _add_name(self, means: str = "", kind: str = "track") -> None:
        def save(given: dict[str, str]) -> Awaitable[object]:
            return self._call("learn_name", name=given["You say"], means=given["It is called"], kind=kind)

        hint = "What you call a track, beside the name that it has in the DAW."
        self._form("Add a name", {"You say": "", "It is called": means}, save, hint=hint)

    def _edit_names(self, thing: Thing) -> None:
        async def save(given: dict[str, str]) -> None:
            names = [each.strip() for each in given["You call it"].split(",") if each.strip()]
            for name in set(thing.called) - set(names):
                await self._call("forget_name", name=name)
            for name in names:
                if name not in thing.called:
                    await self._call("learn_name", name=name, means=thing.name, kind=thing.kind)

        hint = "Names are set apart by commas."
        self._form(thing.name, {"You call it": ", ".join(thing.called)}, save, hint=hint)

    def _edit_preference(self, known: Preferred) -> None:
        async def save(given: dict[str, str]) -> None:
            preference = read_preference(known.preference.model_dump(mode="json") | given)
            await self._call("prefer", preference=preference)
            if key_of(preference) != known.id:
                await self._call("forget_preference", about=known.id)

        self._form(known.preference.describe(), _words_of(known), save)

    def _edit_key(self, ref: str, key: str, messages: list[dict[str, Any]]) -> None:
        held = [{"role": each["role"], "content": each.get("data", each["content"])} for each in messages]
        written = json.dumps(held, ensure_ascii=False, indent=1)

        async def save(given: dict[str, str]) -> None:
            try:
                payload = json.loads(given["Messages"])
            except ValueError as error:
                raise UsageError(f"That is not JSON: {error}.") from None
            request = {"operation": "write", "memory_ref": ref, "key": key, "payload": payload}
            await self._panel.engine.memory(request)

        self._form(f"{ref} / {key}", {"Messages": written}, save, long=True)

    async def _check(self) -> None:
        wrong = await tried(self._panel.engine.verify())
        audit: Audit | None = await tried(self._call("audit"))
        refs = await tried(self._call("memory_refs"))
        if wrong is None or audit is None or refs is None:
            return
        window = Window("Is it in order?")
        with window.box:
            lines = [*wrong, *await self._keyed_trouble(refs)]
            agree = "Store and search index agree, and keyed memory works."
            said = "".join(tag("div", each, "error") for each in lines) or tag("div", agree, "fine")
            doubts = "".join(
                tag("li", f"{', '.join(each.workflows)}: {each.why} {each.advice}")
                for each in audit.findings[:50]
            )
            looked = tag(
                "p", f"{audit.workflows} workflows looked through{'.' if doubts else ': nothing to do.'}"
            )
            ui.html(f"{said}{looked}<ul>{doubts}</ul>", sanitize=False).classes("stack")

            async def rebuild() -> None:
                count = await tried(self._panel.engine.rebuild())
                if count is not None:
                    told(f"The search index was made anew; it holds {count} workflows.")

            button("Make the search index anew", rebuild)
        window.open()

    async def _keyed_trouble(self, refs: Sequence[str]) -> list[str]:
        trouble: list[str] = []
        for ref in refs:
            asked = self._panel.engine.memory({"operation": "health", "memory_ref": ref})
            health = cast("HealthResponse | None", await tried(asked))
            if health is not None and not health.healthy:
                trouble += [f"{ref}: {each.name}: {each.detail}" for each in health.checks if not each.ok]
        return trouble

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
        settings = self._panel.engine.settings
        whose = f"{settings.user} in {settings.project}"
        window = Window(f"Delete everything that Orbit remembers for {whose}, for good?")
        with window.box:
            ui.html(
                "Workflows of your own, runs, notes, names and preferences go; what comes with Orbit stays. "
                f"To do it, type: {_EVERYTHING}",
                sanitize=False,
                tag="p",
            ).classes("hint")
            field = ui.input().props('outlined aria-label="Type it"')

            async def forget() -> None:
                if (field.value or "").strip().casefold() != _EVERYTHING:
                    field.props(f'error error-message="Type: {_EVERYTHING}"')
                    return
                gone: Forgotten | None = await tried(self._call("forget_everything"))
                if gone is not None:
                    told(gone.told())
                    window.dialog.close()
                    await self._load()

            with ui.element("div").classes("btns"):
                button("Forget it all", forget, "danger")
                button("Keep it", window.dialog.close)
        window.open(close="")


def _words_of(known: Preferred) -> dict[str, str]:
    """Give the fields of a preference that are words, and may be others."""
    fields = known.preference.model_dump(mode="json", exclude={"kind", "workflow", "slot", "action"})
    return {name: value for name, value in fields.items() if isinstance(value, str)}
