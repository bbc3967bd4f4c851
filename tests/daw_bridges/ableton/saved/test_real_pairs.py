"""The way between two sets that Live saved, where the folder with them is there."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings

from daw_bridges.ableton.saved import read_set
from daw_bridges.ableton.saved.history import versions
from daw_bridges.actions import action_json, parse_action
from daw_bridges.algebra import apply_all, differences, nearest
from daw_bridges.session import Session
from tests.daw_bridges.ableton.saved.conftest import REAL_SETS
from tests.strategies import Case, cases

_SETS = [path for path in REAL_SETS if path.parent.name != "Backup"]
_BACKUPS = [(one.path, other.path) for path in _SETS for one, other in pairwise(versions(path))]


def test_the_actions_lead_to_the_next_set_but_for_what_is_said() -> None:
    for one, other in [*_BACKUPS, *pairwise(_SETS), *pairwise(_SETS[::-1])]:
        before, after = (read_set(path).session for path in (one, other))
        way = nearest(before, after)
        again = [parse_action(action_json(action)) for action in way.actions]
        left = differences(apply_all(before, again), after)
        assert set(left) <= set(way.unsaid), (one, other)


def test_edits_of_real_sets_are_found_again() -> None:
    for path in (path for path in _SETS if path.stat().st_size < 300_000):
        _assert_edits_are_found(read_set(path).session)


def _assert_edits_are_found(before: Session) -> None:
    @settings(max_examples=10, database=None)
    @given(cases(before, most=4))
    def found(case: Case) -> None:
        after = apply_all(before, case.actions)
        way = nearest(before, after)
        assert set(differences(apply_all(before, way.actions), after)) <= set(way.unsaid)

    found()


def test_nothing_leads_from_a_set_to_itself() -> None:
    for path in _SETS:
        assert nearest(read_set(path).session, read_set(path).session) == ([], []), path


def test_a_tempo_that_was_changed_between_backup_and_set_is_all_that_is_said() -> None:
    for one, other in (pair for pair in _BACKUPS if pair[1].name in ("Bar.als", "Foo.als")):
        way = nearest(read_set(one).session, read_set(other).session)
        assert [action.action for action in way.actions] == ["set_tempo"], other
        assert way.unsaid == [], other
