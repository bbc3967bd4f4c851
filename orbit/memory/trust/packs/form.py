"""A pack's form: JSON with a format version and the SHA-256 of its content, so that a changed one is known.

::

    {"format": "orbit-workflows", "version": 1, "sha256": "…", "content": {"workflows": […], "links": […]}}

The hash is taken over ``content`` as canonical JSON: keys sorted, no space between, UTF-8. It proves that the
file is as it was written, not who wrote it: what a pack holds is trusted no more for it.
"""

from __future__ import annotations

import json
import stat
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from daw_bridges.errors import WorkflowFormatError
from orbit.memory.trust.packs.screening import parse_strictly, screen
from orbit.workflows.load import dump_workflow, read_workflow

__all__ = [
    "MAX_BYTES",
    "Pack",
    "PackedLink",
    "PackedVersion",
    "PackedWorkflow",
    "Record",
    "pack_bytes",
    "read_pack",
    "read_pack_bytes",
    "read_pack_file",
]

FORMAT, VERSION = "orbit-workflows", 1
MAX_BYTES = 64 * 1024 * 1024
"""Ten thousand workflows are half of this."""
MAX_WORKFLOWS, MAX_VERSIONS, MAX_LINKS = 20_000, 200, 200_000

_Id = Annotated[str, Field(min_length=1, max_length=200)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Record(_Part):
    """How often a workflow ran where the pack was made, and how that ended: said by it, not seen here."""

    verified: int = Field(default=0, ge=0)
    failed: int = Field(default=0, ge=0)
    undone: int = Field(default=0, ge=0)


class PackedVersion(_Part):
    """One version: the workflow as JSON, where it came from, and when it was saved there (ISO 8601, UTC)."""

    workflow: dict[str, Any]
    source: Literal["seed", "induced", "taught", "imported"] = "taught"
    trajectories: Annotated[list[_Id], Field(max_length=10_000)] = []
    note: Annotated[str, Field(max_length=2000)] | None = None
    created: Annotated[str, Field(max_length=40)] | None = None


class PackedWorkflow(_Part):
    """One workflow: its versions, oldest first, the last of them the current one."""

    id: Annotated[str, Field(min_length=1, max_length=80)]
    versions: Annotated[list[PackedVersion], Field(min_length=1, max_length=MAX_VERSIONS)]
    record: Record = Record()


class PackedLink(_Part):
    """One link, by the kinds and ids it had where the pack was made."""

    from_kind: Annotated[str, Field(min_length=1, max_length=20)]
    from_id: _Id
    relation: Annotated[str, Field(min_length=1, max_length=30)]
    to_kind: Annotated[str, Field(min_length=1, max_length=20)]
    to_id: _Id


class Pack(_Part):
    """What a pack holds."""

    workflows: Annotated[list[PackedWorkflow], Field(max_length=MAX_WORKFLOWS)]
    links: Annotated[list[PackedLink], Field(max_length=MAX_LINKS)] = []


def pack_bytes(pack: Pack) -> bytes:
    """Give a pack as a file, the same for the same content. Raises WorkflowFormatError when too large."""
    content = pack.model_dump(mode="json")
    document = {"format": FORMAT, "version": VERSION, "sha256": _hash(content), "content": content}
    raw = json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"
    if len(raw) > MAX_BYTES:
        raise WorkflowFormatError(
            f"that would be {_mib(len(raw))}, and a pack has at most {_mib(MAX_BYTES)}."
        )
    return raw


def read_pack_file(path: Path) -> Pack:
    """Read a pack. Raises WorkflowFormatError for whatever is no whole, unchanged and harmless one."""
    return read_pack(read_pack_bytes(path), path.name)


def read_pack_bytes(path: Path) -> bytes:
    """Read a file's bytes, at most one more than a pack may have. Raises WorkflowFormatError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe or a device could wait for ever
            raise WorkflowFormatError("it is not a file; a pack is one.", file=str(path))
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise WorkflowFormatError(f"it cannot be read: {error.strerror}.", file=str(path)) from None


def read_pack(raw: bytes, file: str = "the pack") -> Pack:
    """Read a pack from a file's bytes; see `read_pack_file`. A workflow file (YAML) is a pack of one."""
    if file.casefold().endswith((".yaml", ".yml")):
        workflow = dump_workflow(read_workflow(raw, file))
        workflow.pop("provenance", None)
        one = PackedWorkflow(id=workflow["workflow_name"], versions=[PackedVersion(workflow=workflow)])
        raw = pack_bytes(Pack(workflows=[one]))
    if len(raw) > MAX_BYTES:
        raise WorkflowFormatError(
            f"it is too large for a pack; at most {_mib(MAX_BYTES)} are read.", file=file
        )
    document = parse_strictly(raw, file)
    content = _unsealed(document, file)
    screen(content, file)
    try:
        return Pack.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise WorkflowFormatError(f"{first['msg']}.", file=file, field=f"content.{place}"[:120]) from None


def _unsealed(document: Any, file: str) -> Any:
    """Give what is in the envelope, when it is one of ours and unbroken."""
    if not isinstance(document, dict):
        raise WorkflowFormatError("it is not a pack of workflows.", file=file)
    envelope = cast("dict[str, Any]", document)
    if envelope.get("format") != FORMAT:
        raise WorkflowFormatError("it is not a pack of workflows.", file=file)
    if envelope.get("version") != VERSION:
        raise WorkflowFormatError(
            f"it has another format version than {VERSION}, which this Orbit reads. Update Orbit, or have it "
            "exported again.",
            file=file,
        )
    said, content = envelope.get("sha256"), envelope.get("content")
    if set(envelope) != {"format", "version", "sha256", "content"} or not isinstance(said, str):
        raise WorkflowFormatError(
            "a pack has format, version, sha256 and content, and nothing else.", file=file
        )
    if not compare_digest(_hash(content).encode(), said.encode("utf-8", "replace")):
        raise WorkflowFormatError(
            "its content is not what its hash says: it was changed or damaged since it was written. Ask for "
            "it again; nothing was taken in.",
            file=file,
        )
    return content


def _hash(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _mib(size: int) -> str:
    return f"{size / (1024 * 1024):.0f} MiB"
