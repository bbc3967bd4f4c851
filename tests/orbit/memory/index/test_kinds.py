"""Collections of several kinds at one place: one lock, one connection, and none harms another."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbit.memory.index import CollectionName, Index, place_for
from orbit.memory.index.embedded import Embedded
from tests.orbit.memory.index.conftest import NAME, assert_holds, truth_of

pytestmark = pytest.mark.local_files
WORKFLOWS, NOTES = truth_of(20), truth_of(30, seed=4)


@pytest.fixture
def both(tmp_path: Path) -> tuple[Index, Index]:
    place = place_for(tmp_path / "index")
    workflows, notes = Index(place, NAME), Index(place, CollectionName("local default note", "model:1"))
    assert workflows.open(WORKFLOWS)
    assert notes.open(NOTES)
    return workflows, notes


def test_each_holds_its_own(both: tuple[Index, Index]) -> None:
    workflows, notes = both
    assert_holds(workflows, WORKFLOWS)
    assert_holds(notes, NOTES)
    workflows.close()
    notes.close()


def test_the_folder_is_free_when_the_last_is_closed(both: tuple[Index, Index], tmp_path: Path) -> None:
    workflows, notes = both
    other = Index(tmp_path / "index", NAME)
    workflows.close()
    assert_holds(notes, NOTES)
    assert not other.open(WORKFLOWS)
    notes.close()
    assert other.open(WORKFLOWS)
    other.close()


def test_starting_over_with_one_makes_the_other_look_again(both: tuple[Index, Index]) -> None:
    workflows, notes = both
    assert workflows.rebuild(WORKFLOWS)
    assert not notes.is_open
    assert not notes.in_step(NOTES)
    assert notes.open(NOTES)
    assert_holds(notes, NOTES)
    assert_holds(workflows, WORKFLOWS)
    workflows.close()
    notes.close()


def test_dropping_one_leaves_the_other(both: tuple[Index, Index]) -> None:
    workflows, notes = both
    assert workflows.drop(WORKFLOWS)
    assert notes.is_open
    assert_holds(notes, NOTES)
    assert isinstance(notes.place, Embedded)
    assert workflows.name not in notes.place.names()
    notes.close()
