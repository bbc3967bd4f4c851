"""Workflows taken in from a pack: all of it or nothing, never over what is there, and not trusted.

What is taken in is data over the action vocabulary: every workflow is read by the same strict reader as a
workflow file. It is shown, found and planned like any other, says where it comes from, and is asked about
before each run until it has proven itself here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from daw_bridges.actions import ACTIONS, Risk
from daw_bridges.errors import WorkflowFormatError
from orbit.memory.store import Origin, content_sha256
from orbit.memory.store.links import Link
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.strict_yaml import MAX_BYTES
from orbit.workflows.workflow import Provenance, Source, Workflow

if TYPE_CHECKING:
    from orbit.memory.store import Store
    from orbit.memory.trust.packs.form import Pack, PackedVersion, PackedWorkflow

__all__ = ["Clash", "Imported", "Incoming", "import_pack"]

Clash = Literal["keep", "rename", "replace"]
"""What becomes of a workflow whose name is taken by another.

It is left out, taken in under a free name, or saved as a new version of the one that is there.
"""

_LONGEST_NAME, _LONGEST_FILE_NAME = 80, 120
_OWN_RELATIONS = frozenset({"merged_from", "verified_on", "failed_on"})
"""Relations that say what happened here; nobody else can say that."""


@dataclass(frozen=True)
class Incoming:
    """What becomes of one workflow of a pack.

    ``as_id`` is the name it gets here; ``status`` same: it is here already; clash: its name is taken and it
    is left out. ``destroys`` names its actions that cannot simply be taken back.
    """

    id: str
    as_id: str
    title: str
    status: Literal["new", "renamed", "version", "same", "clash"]
    steps: int
    actions: tuple[str, ...]
    destroys: tuple[str, ...]
    versions: int = 1

    @property
    def becomes(self) -> str:
        """Say what becomes of it."""
        return _BECOMES[self.status]


_BECOMES = {
    "new": "new",
    "renamed": "new, under a free name",
    "version": "a new version",
    "same": "is already here",
    "clash": "left out: its name is taken",
}


@dataclass(frozen=True)
class Imported:
    """What an import came to, or would; ``links_left_out`` lead to things that are not here."""

    workflows: tuple[Incoming, ...]
    links: int = 0
    links_left_out: int = 0
    dry_run: bool = False

    @property
    def taken_in(self) -> tuple[Incoming, ...]:
        """Give those that were taken in, or would be."""
        return tuple(each for each in self.workflows if each.status not in {"same", "clash"})

    def told(self) -> str:
        """Say what it came to, and when what came in is asked about."""
        count = len(self.taken_in)
        said = "1 workflow" if count == 1 else f"{count} workflows"
        if self.dry_run:
            return f"Nothing was imported; it would be {said}."
        asked = " Orbit asks before each runs, until three runs of it have been verified here."
        return f"{said} imported.{asked if count else ''}"


def import_pack(
    store: Store,
    pack: Pack,
    file: str,
    file_sha256: str,
    *,
    clash: Clash = "keep",
    dry_run: bool = False,
) -> Imported:
    """Take a pack in as one; ``file`` and ``file_sha256`` say for good where its workflows come from.

    Raises WorkflowFormatError when one of them is no sound workflow: nothing is taken in then.
    """
    file = "".join(letter for letter in file if letter.isprintable())[:_LONGEST_FILE_NAME]
    read = [(packed, _read(packed, file)) for packed in _each_once(pack, file)]
    with store.transaction():
        taken = {each.id for each in store.workflows.all()} | {packed.id for packed, _ in read}
        plan = [_plan(store, packed, versions, taken, clash) for packed, versions in read]
        new_names = {each.id: each.as_id for each in plan if each.status != "clash"}
        links = [link for link in pack.links if _has_both_ends(link, new_names)]
        result = Imported(tuple(plan), len(links), len(pack.links) - len(links), dry_run)
        if not dry_run:
            for each, (packed, versions) in zip(plan, read, strict=True):
                _save(store, each, packed, versions, file, file_sha256)
            store.links.add(*(_link(link, new_names) for link in links))
    return result


def _each_once(pack: Pack, file: str) -> Iterator[PackedWorkflow]:
    seen: set[str] = set()
    for packed in pack.workflows:
        if packed.id in seen:
            raise WorkflowFormatError(f"it holds two workflows called “{packed.id}”.", file=file)
        seen.add(packed.id)
        yield packed


def _read(packed: PackedWorkflow, file: str) -> list[Workflow]:
    """Read every version as strictly as a file. Raises WorkflowFormatError naming the workflow."""
    read = [_read_version(version, f"{file}: {packed.id}") for version in packed.versions]
    for workflow in read:
        if workflow.workflow_name != packed.id:
            raise WorkflowFormatError(
                f"a version calls itself “{workflow.workflow_name}”.", file=f"{file}: {packed.id}"
            )
    return read


def _read_version(version: PackedVersion, place: str) -> Workflow:
    if "provenance" in version.workflow:
        raise WorkflowFormatError(
            "where it comes from stands beside a workflow in a pack, not in it.", file=place
        )
    if len(repr(version.workflow)) > MAX_BYTES:
        raise WorkflowFormatError(
            f"it is larger than {MAX_BYTES // 1024} KiB, and no workflow is.", file=place
        )
    return parse_workflow(version.workflow, place)


def _plan(
    store: Store, packed: PackedWorkflow, versions: Sequence[Workflow], taken: set[str], clash: Clash
) -> Incoming:
    here, last = store.workflows.get(packed.id), versions[-1]
    if here is None:
        return _incoming(last, packed.id, "new", len(versions))
    if _content(parse_workflow(here.body)) == _content(last):
        return _incoming(last, packed.id, "same")
    match clash:
        case "rename":
            free = _free_name(packed.id, taken)
            taken.add(free)
            return _incoming(last, free, "renamed", len(versions))
        case "replace":
            return _incoming(last, packed.id, "version")
        case "keep":
            return _incoming(last, packed.id, "clash")


def _content(workflow: Workflow) -> str:
    return content_sha256(dump_workflow(workflow))


def _incoming(
    workflow: Workflow,
    as_id: str,
    status: Literal["new", "renamed", "version", "same", "clash"],
    versions: int = 1,
) -> Incoming:
    actions = tuple(dict.fromkeys(step.action for step in workflow.steps))
    destroys = tuple(name for name in actions if name in ACTIONS and ACTIONS[name].risk is Risk.DESTRUCTIVE)
    return Incoming(
        workflow.workflow_name,
        as_id,
        workflow.title,
        status,
        len(workflow.steps),
        actions,
        destroys,
        versions,
    )


def _free_name(name: str, taken: Collection[str]) -> str:
    number = 2
    while (free := f"{name[: _LONGEST_NAME - len(str(number)) - 1].rstrip('-')}-{number}") in taken:
        number += 1
    return free


def _save(
    store: Store,
    each: Incoming,
    packed: PackedWorkflow,
    versions: Sequence[Workflow],
    file: str,
    file_sha256: str,
) -> None:
    if each.status in {"same", "clash"}:
        return
    whole = list(zip(packed.versions, versions, strict=True))
    for version, workflow in whole[-each.versions :]:
        behind = tuple(version.trajectories)
        provenance = Provenance(source=Source.IMPORTED, trajectories=behind)
        body = dump_workflow(
            workflow.model_copy(update={"workflow_name": each.as_id, "provenance": provenance})
        )
        origin = Origin("imported", file, file_sha256, behind)
        store.workflows.put(body, origin, note=_note(packed, version), anew=True)


def _note(packed: PackedWorkflow, version: PackedVersion) -> str:
    record = packed.record
    runs = record.verified + record.failed + record.undone
    ran = f"{record.verified} of {runs} runs verified" if runs else "not run"
    said = f"; {version.note}" if version.note else ""
    return f"describes itself as {version.source}, {ran} where it comes from{said}"


def _has_both_ends(link: Any, new_names: dict[str, str]) -> bool:
    ends = ((link.from_kind, link.from_id), (link.to_kind, link.to_id))
    both = all(kind == "workflow" and item in new_names for kind, item in ends)
    return both and link.relation not in _OWN_RELATIONS


def _link(link: Any, new_names: dict[str, str]) -> Link:
    start, end = new_names[link.from_id], new_names[link.to_id]
    return Link(link.from_kind, start, link.relation, link.to_kind, end)
