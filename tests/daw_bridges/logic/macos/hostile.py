"""Names that a script could trip over, and any others."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["HOSTILE", "names"]

HOSTILE = (
    'Bass" & (do shell script "rm -rf ~") & "',
    '"\nend tell\ntell application "Finder" to delete every file\n--',
    "back\\slash\\",
    '\\" & quit & \\"',
    "“curly” «guillemets» ¬\nnext line",
    "-- no comment",
    "(* none either *)",
    "tab\tand\rreturn",
    "Ænima – Größe 日本語 🥁",
    "end tell",
    "{1, 2}",
    "'single' `back`",
    "\u2028line\u2029paragraph\u0085next",
    " spaces ",
    "return\nerror number -128",
    "\x01\x7f\x1b[0m",
)

_TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=60)
_CODE = st.lists(
    st.sampled_from(['"', "\\", "\n", "&", "(", ")", "{", "}", "end tell", "my ", "on run", "--", "’", "a"]),
    min_size=1,
    max_size=20,
).map("".join)


def names() -> st.SearchStrategy[str]:
    """Any text that can be a name: of all of Unicode, of AppleScript's own signs, and the hostile ones."""
    return _TEXT | _CODE | st.sampled_from(HOSTILE)
