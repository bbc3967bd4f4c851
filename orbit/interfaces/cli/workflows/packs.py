"""``orbit workflows export|import``: workflows as one file, to keep and to give away, and what comes in."""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import ask

if TYPE_CHECKING:
    from orbit.memory.trust.packs import Imported, Incoming, Pack

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command("export")(export)
    app.command("import")(import_)


def export(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Which; all by default.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; stdout by default.")
    ] = None,
    versions: Annotated[bool, typer.Option("--versions", help="With their earlier versions.")] = False,
    links: Annotated[bool, typer.Option("--links", help="With what they are linked to.")] = False,
    own: Annotated[bool, typer.Option("--own", help="Leave out those that come with Orbit.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Write workflows to one file."""
    from orbit.memory.trust.packs import pack_bytes

    if output is not None and output.exists() and not force:
        raise UsageError(f"{output} already exists. Choose another name, or add --force to overwrite it.")
    settings = load_settings(data_dir=data_dir)
    pack: Pack = ask(
        settings,
        lambda engine: engine.call("export", ids=list(ids or []), versions=versions, links=links, own=own),
    )
    raw = pack_bytes(pack)
    if output is None:
        sys.stdout.write(raw.decode())
        return DONE
    _write(output, raw)
    names = [each.id for each in pack.workflows]
    if as_json:
        print_json({"ok": True, "file": str(output), "workflows": names, "sha256": sha256(raw).hexdigest()})
    else:
        screen().print(f"{_count(len(names))} written to {output}.", markup=False)
    return DONE


def _write(path: Path, raw: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(raw)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def import_(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="What `export` wrote, or one in YAML; - is stdin."),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what it holds and would do; import nothing.")
    ] = False,
    rename: Annotated[
        bool, typer.Option("--rename", help="Give those whose names are taken a free name.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Save those whose names are taken as new versions.")
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Import workflows from a file.

    Orbit asks before each of them runs, until three runs of it have been verified here.
    """
    if rename and replace:
        raise UsageError("Say --rename or --replace, not both.")
    pack, digest = _read(file)
    name = "stdin" if file == "-" else Path(file).name
    clash = "rename" if rename else "replace" if replace else "keep"
    imported: Imported = ask(
        load_settings(data_dir=data_dir),
        lambda engine: engine.call(
            "import", pack=pack, file=name, file_sha256=digest, clash=clash, dry_run=dry_run
        ),
    )
    left_out = [each for each in imported.workflows if each.status == "clash"]
    if as_json:
        print_json(_document(imported))
    else:
        _tell(imported)
    return FAILED if left_out and not imported.taken_in else DONE


def _read(file: str) -> tuple[Pack, str]:
    from orbit.memory.trust.packs import MAX_BYTES, read_pack, read_pack_bytes

    raw = sys.stdin.buffer.read(MAX_BYTES + 1) if file == "-" else read_pack_bytes(Path(file))
    return read_pack(raw, "stdin" if file == "-" else Path(file).name), sha256(raw).hexdigest()


def _document(imported: Imported) -> dict[str, Any]:
    return {
        "ok": not any(each.status == "clash" for each in imported.workflows),
        "dry_run": imported.dry_run,
        "workflows": [_one(each) for each in imported.workflows],
        "links": imported.links,
        "links_left_out": imported.links_left_out,
    }


def _one(each: Incoming) -> dict[str, Any]:
    return {
        "id": each.as_id,
        "was": each.id,
        "title": each.title,
        "status": each.status,
        "steps": each.steps,
        "actions": list(each.actions),
        "destroys": list(each.destroys),
        "versions": each.versions,
    }


def _tell(imported: Imported) -> None:
    from orbit.interfaces.cli.views.trust import incoming_view

    console = screen()
    console.print(incoming_view(imported.workflows))
    console.print(f"\n{imported.told()}")
    if any(each.status == "clash" for each in imported.workflows):
        console.print("Those whose names are taken were left out: add --rename or --replace.")
    if imported.links_left_out:
        console.print(f"Links to things that are not in the file were left out: {imported.links_left_out}.")


def _count(number: int) -> str:
    return "1 workflow" if number == 1 else f"{number} workflows"
