"""What Orbit knows of its user, for people: things with their names, habits, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from orbit.memory.entities import Known, KnownOf
    from orbit.memory.preferences import Known as Preferred
    from orbit.memory.store.notes import StoredNote

__all__ = ["entities_view", "known_of_view", "notes_view", "preferences_view"]


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def entities_view(known: Sequence[Known]) -> RenderableType:
    """List the user's things with what they are called."""
    if not known:
        return Text("Orbit knows none of your tracks and plug-ins yet. It learns them as you work.")
    table = _table("Name", "What", "You call it", "Songs")
    for each in known:
        what = " ".join(filter(None, (each.sort.replace("_", " "), each.kind)))
        called = ", ".join(f"“{escape(name)}”" for name in each.called) or "[dim]–[/]"
        table.add_row(f"[bold]{escape(each.name)}[/]", escape(what), called, str(each.songs))
    return table


def known_of_view(about: KnownOf) -> RenderableType:
    """Say what one name may mean, and what is usual there."""
    parts: list[RenderableType] = [
        Text.assemble((candidate.name, "bold"), f"  {candidate.why}") for candidate in about.means
    ]
    parts += [Text(_sentence(str(habit))) for habit in (*about.devices, *about.levels)]
    return Group(*parts) if parts else Text(f"Orbit knows nothing of “{about.name}” yet.")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def preferences_view(known: Sequence[Preferred]) -> RenderableType:
    """List preferences with how each is known, and the id to forget it by."""
    if not known:
        return Text("You have not told Orbit any preferences yet: “from now on …”, “never touch the master”.")
    table = _table("Preference", "How it is known", "Id")
    for each in known:
        said = f"“{each.words}”" if each.words else "you said so"
        how = said if each.source == "said" else f"you set it so in {each.sittings} sessions"
        table.add_row(f"[bold]{escape(each.preference.describe())}[/]", escape(how), escape(each.id))
    return table


def notes_view(notes: Sequence[StoredNote]) -> RenderableType:
    """List notes with their text."""
    if not notes:
        return Text("There is no such note.")
    table = _table("Note", "Kind", "Text")
    for note in notes:
        text = note.text if note.title in note.text else f"{note.title}\n{note.text}"
        table.add_row(f"[bold]{escape(note.id)}[/]", note.kind, escape(text))
    return table
