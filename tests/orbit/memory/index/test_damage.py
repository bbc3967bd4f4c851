"""Files of the vector graph lost, cut short or overwritten: noticed at the next opening, and made again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from orbit.memory.index import Index
from orbit.memory.index.notes import Notes
from tests.orbit.memory.index.conftest import NAME, truth_of

pytestmark = pytest.mark.local_files
TRUTH = truth_of(1100)

_DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "overwritten": lambda path: path.write_bytes(b"\x5a" * path.stat().st_size),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Give the files of a sound index of more vectors than Chroma keeps outside its graph."""
    folder = tmp_path_factory.mktemp("whole")
    index = Index(folder, NAME)
    index.open(TRUTH)
    index.close()
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lay_out(whole: dict[str, bytes], folder: Path) -> None:
    for name, content in whole.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def assert_finds_all(index: Index) -> None:
    for at in range(0, len(TRUTH.ids), 30):
        assert next(iter(index.query(TRUTH.vectors[at], 1))) == TRUTH.ids[at]


def test_a_sound_index_is_opened_as_it_is(whole: dict[str, bytes], tmp_path: Path) -> None:
    lay_out(whole, tmp_path)
    before = {path.name for path in tmp_path.glob("chroma-*")}
    index = Index(tmp_path, NAME)
    assert index.open(TRUTH)
    assert {path.name for path in tmp_path.glob("chroma-*")} == before
    index.close()


@pytest.mark.parametrize("how", list(_DAMAGE))
@pytest.mark.parametrize("file", ["data_level0.bin", "header.bin", "length.bin"])
def test_a_damaged_graph_is_made_again(whole: dict[str, bytes], tmp_path: Path, file: str, how: str) -> None:
    lay_out(whole, tmp_path)
    [path] = tmp_path.rglob(file)
    _DAMAGE[how](path)
    index = Index(tmp_path, NAME)
    assert index.open(TRUTH)
    assert_finds_all(index)
    index.close()


_OPEN = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from tests.orbit.memory.index.conftest import NAME, Index
from tests.orbit.memory.index.test_damage import TRUTH
Index(Path({folder!r}), NAME).open(TRUTH)
"""


@pytest.mark.parametrize("file", ["header.bin", "length.bin"])
def test_what_ends_one_process_does_not_end_the_next(
    whole: dict[str, bytes], tmp_path: Path, file: str
) -> None:
    """A process that was killed left no seal, so damage since then is first met by Chroma itself."""
    lay_out(whole, tmp_path)
    notes = Notes(tmp_path / "current.json")
    notes.seal({})
    [path] = tmp_path.rglob(file)
    path.write_bytes(b"\x5a" * path.stat().st_size)
    code = _OPEN.format(tests=str(Path(__file__).parents[4]), folder=str(tmp_path))
    ended = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert bool(notes.entered) == (ended.returncode != 0)
    index = Index(tmp_path, NAME)
    assert index.open(TRUTH)
    assert_finds_all(index)
    assert notes.entered == []
    index.close()


def test_a_process_killed_while_it_opened_the_index_costs_a_new_one(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    lay_out(whole, tmp_path)
    notes = Notes(tmp_path / "current.json")
    before = notes.generation
    notes.enter("whichever")
    index = Index(tmp_path, NAME)
    assert index.open(TRUTH)
    assert notes.generation != before
    assert_finds_all(index)
    index.close()
