"""Write ``orbit/voice/shapes.txt``: how the rows of the reader's voices word their requests, a shape a line.

``python -m benchmarks.voice_shapes``. Names are ``<name>``; the voices that judge and calibrate are left out,
and so is a shape with a word that hardly anybody says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from benchmarks.reader.rows import FOLDER, Row, rows_of, session_of
from orbit.voice.spoken_forms import spoken_forms, spoken_words
from orbit.voice.wording import NAME

_LEAST = 3
"""Shapes that have a word which is kept."""
_MISHEARD = ("dictating-driver", "muffled-recognizer")
"""Voices whose words are what a recogniser makes of them: what is to be mended, and no way of asking."""
_LONGEST = 5
"""Words of the longest name."""


def shapes() -> Iterator[str]:
    """Give each shape of a request once, in order."""
    heard = (file for file in sorted(FOLDER.glob("*.jsonl")) if file.stem not in _MISHEARD)
    rows = (row for file in heard for row in rows_of(file))
    said = {_shape(text, _names(row)) for row in rows if row.kind != "must_not_edit" for text in row.say}
    used = Counter(word for shape in said for word in set(shape))
    yield from sorted(" ".join(shape) for shape in said if all(used[word] >= _LEAST for word in shape))


def _names(row: Row) -> frozenset[tuple[str, ...]]:
    edits = (*row.setup, *row.lately, *(row.leads_to or ()))
    given = (edit["name"] for edit in edits if isinstance(edit.get("name"), str))
    names = (*session_of(row.session).track_names, *given)
    return frozenset(tuple(form.split()) for name in names for form in spoken_forms(name))


def _shape(text: str, names: frozenset[tuple[str, ...]]) -> tuple[str, ...]:
    words = tuple(spoken_words(text))
    found: list[str] = []
    at = 0
    while at < len(words):
        size = next((size for size in range(_LONGEST, 0, -1) if words[at : at + size] in names), 0)
        found.append(NAME if size else words[at])
        at += size or 1
    return tuple(found)


if __name__ == "__main__":
    target = Path(str(files("orbit.voice"))) / "shapes.txt"
    target.write_text("".join(f"{shape}\n" for shape in shapes() if shape), encoding="utf-8")
    print(f"{target}: {len(target.read_text(encoding='utf-8').splitlines())} shapes")
