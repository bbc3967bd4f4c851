"""The workflow files of a library, those that come with Orbit and the user's own, taken in as they change.

A file that is broken changes nothing: the last good version of what it held stays, and the trouble is told
once. Nor does a folder that is gone as a whole, which is more often a drive than a wish.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import MemoryStoreError, WorkflowFormatError
from orbit.memory.store.workflows import Origin, WorkflowTable, forgotten_file
from orbit.workflows.load import dump_workflow, read_workflow
from orbit.workflows.workflow import Workflow

if TYPE_CHECKING:
    from orbit.memory.store import Store

__all__ = ["WorkflowFiles", "sync"]

_log = logging.getLogger("orbit.memory")

_QUIET_SECONDS = 0.2
"""An editor writes a file in several goes; it is read when it was left alone for so long."""
_TEMPORARY = (".", "~", "#")
"""How the files begin that editors put beside the one that is edited."""


@dataclass(frozen=True)
class _File:
    """A workflow file: what it holds, or why it holds nothing; neither where it is known as it is."""

    path: Path
    sha256: str
    workflow: Workflow | None = None
    trouble: str = ""


class WorkflowFiles:
    """The folders of one library: ``shipped``, and the user's ``own``, whose files go first.

    A file of the user's is the next version of whatever has its id; when it goes, what was there before comes
    back. What was thrown out stays out until its file is changed.
    """

    def __init__(self, store: Store, shipped: Path | None = None, own: Path | None = None) -> None:
        self._store, self._shipped, self._own = store, shipped, own
        self._seen: tuple[object, ...] | None = None
        self._broken: dict[Path, str] = {}
        self._turn = threading.Lock()

    def refresh(self) -> list[str]:
        """Take in what changed since the last time; give the ids that did. Raises MemoryStoreError."""
        with self._turn:
            seen = tuple(_stamps(self._folders()))
            if seen == self._seen:
                return []
            broken, changed = dict[Path, str](), list[str]()
            # What goes with a file of the user's may have a newer shipped version by now.
            if self._own is not None and self._own.is_dir():
                changed += self._take_in_own(self._own, broken)
            if self._shipped is not None and self._shipped.is_dir():
                changed += self._take_in_shipped(self._shipped, broken)
            self._tell(broken)
            self._seen = seen
            return sorted(set(changed))

    @contextmanager
    def watched(self) -> Generator[None]:
        """Take in what changes as it does, until this is left; without it, the next `refresh` does."""
        from watchdog.events import FileSystemEventHandler
        from watchdog.observers import Observer
        from watchdog.utils.event_debouncer import EventDebouncer

        logging.getLogger("watchdog").addHandler(logging.NullHandler())  # it complains when stopped
        debouncer = EventDebouncer(_QUIET_SECONDS, lambda _: self._heard())
        handler = FileSystemEventHandler()
        handler.on_any_event = debouncer.handle_event
        observer = Observer()
        if self._own is not None:
            with suppress(OSError):  # then there is nothing to watch there, and nothing to take in
                self._own.mkdir(parents=True, exist_ok=True)
        debouncer.start()
        try:
            observer.start()
            for folder in self._folders():
                with suppress(OSError):  # the system has no watches left to give: the next request looks
                    observer.schedule(handler, str(folder))
            yield
        finally:
            with suppress(RuntimeError):  # it could not be started
                observer.stop()
                observer.join()
            debouncer.stop()
            debouncer.join()

    def forget(self) -> None:
        """Take every file in again the next time, as a library does that has just been opened."""
        self._seen = None

    def broken(self) -> list[str]:
        """Say of each file that is wrong what is wrong with it, and what stays meanwhile."""
        return [trouble for _, trouble in sorted(self._broken.items())]

    def _folders(self) -> list[Path]:
        return [folder for folder in (self._shipped, self._own) if folder is not None]

    def _heard(self) -> None:
        try:
            self.refresh()
        except MemoryStoreError as error:
            _log.warning("The workflow files that changed are not taken in yet: %s", error)

    def _tell(self, broken: dict[Path, str]) -> None:
        for path, trouble in broken.items():
            if self._broken.get(path) != trouble:
                _log.warning("%s", trouble)
        for path in self._broken.keys() - broken.keys():
            _log.info("%s is in order again.", path)
        self._broken = broken

    def _take_in_shipped(self, folder: Path, broken: dict[Path, str]) -> list[str]:
        origins = self._store.workflows.origins()
        at = {str(each.file): name for name, each in origins.items() if each.source == "seed"}
        there: dict[str, _File | None] = {}
        for file in _files(folder, _known(origins)):
            held = at.get(file.path.name)
            if file.trouble:
                broken[file.path] = _with_what_stays(file.trouble, held)
            if file.workflow is not None:
                there[file.workflow.workflow_name] = file
            elif held is not None:
                there.setdefault(held, None)
        new = {name: file for name, file in there.items() if file is not None}
        return _sync(self._store, {name: _body_of(file) for name, file in new.items()}, there)

    def _take_in_own(self, folder: Path, broken: dict[Path, str]) -> list[str]:
        table = self._store.workflows
        at = {str(each.file): name for name, each in table.origins().items() if _lies_in(folder, each)}
        there, changed = set[str](), list[str]()
        with self._store.transaction():
            for file in _files(folder, _known(table.origins())):
                held = at.get(str(file.path))
                if trouble := file.trouble or self._thrown_out(file):
                    broken[file.path] = _with_what_stays(trouble, held)
                elif file.workflow is not None:
                    held = file.workflow.workflow_name
                    changed += [held] if _put_own(table, file) else []
                there |= {held} if held else set()
            for name in set(at.values()) - there:
                _give_back(table, name, folder)
                changed.append(name)
        return changed

    def _thrown_out(self, file: _File) -> str:
        if forgotten_file(file.sha256) not in self._store.workflows.forgotten():
            return ""
        return f"{file.path}: this workflow was thrown out. Delete the file, or change it to have it again."


def sync(store: Store, seeds: Iterable[Workflow]) -> list[str]:
    """Bring the shipped workflows up to date; give the ids that changed.

    What the user taught under a seed's name stays; what the user forgot stays forgotten; a seed no longer
    shipped goes.
    """
    bodies = {seed.workflow_name: (dump_workflow(seed), Origin("seed")) for seed in seeds}
    return _sync(store, bodies, bodies)


def _sync(
    store: Store, shipped: Mapping[str, tuple[dict[str, Any], Origin]], names: Mapping[str, object]
) -> list[str]:
    table, known = store.workflows, store.workflows.origins()
    unwanted = table.forgotten() | {name for name, origin in known.items() if origin.source != "seed"}
    gone = [name for name in known if name not in names and name not in unwanted]
    new = {name: seed for name, seed in shipped.items() if name not in unwanted}
    changed = list(gone)
    if new or gone:
        with store.transaction():
            for name, (body, origin) in new.items():
                before = table.get(name)
                if table.put(body, origin) != before:
                    changed.append(name)
            for name in gone:
                table.retire(name)
    return sorted(changed)


def _stamps(folders: Iterable[Path]) -> Iterator[tuple[object, ...]]:
    for folder in folders:
        yield (folder, folder.is_dir())
        for path in _paths(folder):
            with suppress(OSError):
                found = path.stat()
                yield path, found.st_ino, found.st_mtime_ns, found.st_size


def _paths(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.yaml") if not path.name.startswith(_TEMPORARY))


def _known(origins: Mapping[str, Origin]) -> frozenset[tuple[str, str]]:
    return frozenset((Path(str(each.file)).name, str(each.file_sha256)) for each in origins.values())


def _files(folder: Path, known: frozenset[tuple[str, str]]) -> Iterator[_File]:
    """Read each file, but for those ``known`` by name and SHA-256; of two with one id the second is wrong."""
    named: dict[str, str] = {}
    for path in _paths(folder):
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            continue  # it went while the folder was looked through
        except OSError as error:
            yield _File(path, "", trouble=f"{path}: the file cannot be read: {error.strerror}.")
            continue
        digest = sha256(raw).hexdigest()
        if (path.name, digest) in known:
            yield _File(path, digest)
            continue
        try:
            workflow = read_workflow(raw, str(path))
        except WorkflowFormatError as error:
            yield _File(path, digest, trouble=str(error))
            continue
        name = workflow.workflow_name
        if (other := named.setdefault(name, path.name)) != path.name:
            said = f"{other} holds a workflow called “{name}” already; give this one another id."
            yield _File(path, digest, trouble=f"{path}: workflow_name: {said}")
            continue
        yield _File(path, digest, workflow)


def _with_what_stays(trouble: str, held: str | None) -> str:
    stays = f"The last good version of “{held}” stays." if held else "It is left out until then."
    return f"{trouble} {stays}"


def _body_of(file: _File) -> tuple[dict[str, Any], Origin]:
    assert file.workflow is not None
    return dump_workflow(file.workflow), Origin("seed", file.path.name, file.sha256)


def _lies_in(folder: Path, origin: Origin) -> bool:
    return origin.source != "seed" and origin.file is not None and Path(origin.file).parent == folder


def _put_own(table: WorkflowTable, file: _File) -> bool:
    """Save what a file of the user's holds; say whether that changed anything."""
    assert file.workflow is not None
    name = file.workflow.workflow_name
    earlier = [each.origin for each in table.versions(name) if each.origin.file == str(file.path)]
    if earlier and earlier[-1].file_sha256 == file.sha256:
        return False  # it was taken in before, and something was made of it since
    body = dump_workflow(file.workflow)
    # No file is to be believed when it says that it came with Orbit.
    source = "imported" if body["provenance"]["source"] == "imported" else "taught"
    body["provenance"] = body["provenance"] | {"source": source}
    before = table.get(name)
    return table.put(body, Origin(source, str(file.path), file.sha256)) != before


def _give_back(table: WorkflowTable, name: str, folder: Path) -> None:
    """Have what was there before a file of the user's, which goes with all its versions where nothing was."""
    earlier = [each for each in table.versions(name) if not _lies_in(folder, each.origin)]
    if earlier:
        table.put(earlier[-1].body, earlier[-1].origin, note="its own file went", anew=True)
    else:
        table.retire(name)
