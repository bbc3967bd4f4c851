"""The tables in these pages that are made from the code; `make docs` writes them, a test holds them.

A page says where: everything between ``<!-- table: NAME -->`` and ``<!-- end -->`` is replaced.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
_MARKED = re.compile(r"(<!-- table: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def actions() -> str:
    """Give the action vocabulary: name, fields, meaning, risk."""
    from pydantic import BaseModel

    from daw_bridges.actions import ACTIONS

    def fields(cls: type[BaseModel]) -> str:
        named = [(field.alias or name, field) for name, field in cls.model_fields.items() if name != "action"]
        return ", ".join(f"`{name}`{'' if field.is_required() else '?'}" for name, field in named) or "–"

    return _table(
        ("action", "fields", "what it does", "risk"),
        (
            (f"`{name}`", fields(cls), (cls.__doc__ or "").split("\n")[0], cls.risk.value)
            for name, cls in ACTIONS.items()
        ),
    )


def devices() -> str:
    """Give the kinds of device and what each is called in Live."""
    from daw_bridges.catalog import catalog

    known = catalog()
    rows = ((f"`{kind}`", ", ".join(known.devices("ableton", kind))) for kind in known.kinds())
    return _table(("kind", "in Live"), (row for row in rows if row[1]))


def workflows() -> str:
    """Give the workflows that come with Orbit."""
    from orbit.workflows import load_folder
    from workflows_seed import FOLDER

    return _table(
        ("id", "title", "what it is for"),
        ((f"`{seed.workflow_name}`", seed.title, seed.task) for seed in load_folder(FOLDER)),
    )


def commands() -> str:
    """Give the command line: each command with its one line of help."""
    import typer

    from orbit.interfaces.cli.app import app

    def walk(group: typer.Typer, prefix: str) -> Iterable[tuple[str, str]]:
        for command in group.registered_commands:
            assert command.callback is not None
            name = command.name or command.callback.__name__
            yield f"`{prefix} {name}`", (command.callback.__doc__ or "").split("\n")[0]
        for inner in group.registered_groups:
            assert inner.typer_instance is not None
            itself = inner.typer_instance.registered_callback
            alone = inner.typer_instance.info.invoke_without_command is True
            if alone and itself is not None and itself.callback is not None:
                name = f"`{prefix} {inner.typer_instance.info.name}`"
                yield name, (itself.callback.__doc__ or "").split("\n")[0]
            yield from walk(inner.typer_instance, f"{prefix} {inner.typer_instance.info.name}")

    return _table(("command", "what it does"), walk(app(), "orbit"))


def logic_commands() -> str:
    """Give the commands of Logic that Orbit gives, by their menus."""
    from daw_bridges.logic.key_commands import COMMANDS

    return _table(
        ("command in Logic", "menu", "key at first"),
        ((each.title, each.told, each.key or "–") for each in COMMANDS.values()),
    )


def checks() -> str:
    """Give what the doctor looks at."""
    from orbit.doctor import CHECKS

    rows = ((f"`{check.id}`", check.title, (check.function.__doc__ or "").split("\n")[0]) for check in CHECKS)
    return _table(("id", "title", "what is looked at"), rows)


def addresses() -> str:
    """Give AbletonOSC's addresses as Orbit's Remote Script answers them, those of one kind in a row."""
    groups: dict[tuple[str, str], list[str]] = {}
    for address, entry in _script_addresses().items():
        area, _, rest = address.removeprefix("/live/").partition("/")
        verb = next((verb for verb in ("get", "set", "start_listen") if rest.startswith(f"{verb}/")), "")
        if not rest.startswith("stop_listen/"):
            name, said = rest.removeprefix(f"{verb}/") or area, ", ".join(entry.needs[: _fixed(verb, entry)])
            start = "/live/" if not rest else f"/live/{area}/{verb}/" if verb else f"/live/{area}/"
            groups.setdefault((f"`{start}…`", said or "–"), []).append(f"`{name}`")
    rows = ((start, said, ", ".join(sorted(names))) for (start, said), names in groups.items())
    return _table(("address", "with", "…"), rows)


def _fixed(verb: str, entry: Any) -> int:
    """How many of the things said with an address are the same for all of its kind: not the value set."""
    return len(entry.needs) - (verb == "set")


def _script_addresses() -> dict[str, Any]:
    from daw_bridges.ableton import REMOTE_SCRIPT
    from daw_bridges.simulated.live.script_modules import importable, load_script, unload_script

    with importable():
        script = load_script(REMOTE_SCRIPT)
        try:
            return dict(sys.modules[f"{script.__name__}.addresses"].ADDRESSES)
        finally:
            unload_script(script)


def ardour() -> str:
    """Give what is shown on a real Ardour, and what it does not do for a surface."""
    sys.path.insert(0, str(HERE.parent))
    try:
        from tests.ardour.shown import everything
    finally:
        sys.path.pop(0)
    return _table(("what", "on Ardour"), ((item.name, item.outcome.value) for item in everything().values()))


def mcp_tools() -> str:
    """Give what other assistants can call."""
    from orbit.interfaces.mcp.tools import TOOLS, Tools

    rows = (
        (f"`{name}`", (getattr(Tools, name).__doc__ or "").split("\n")[0], effect)
        for name, effect in TOOLS.items()
    )
    return _table(("tool", "what it does", "changes"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "actions": actions,
    "addresses": addresses,
    "ardour": ardour,
    "checks": checks,
    "logic_commands": logic_commands,
    "commands": commands,
    "devices": devices,
    "mcp_tools": mcp_tools,
    "workflows": workflows,
}


def with_tables(page: str) -> str:
    """Give a page with its tables made anew."""
    return _MARKED.sub(lambda match: f"{match[1]}{TABLES[match['name']]()}{match[3]}", page)


def main() -> None:
    """Write the tables into every page."""
    for path in sorted(HERE.glob("*.md")):
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
