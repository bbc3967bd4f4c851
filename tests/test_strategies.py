"""The strategies the laws rest on: every action comes up, and what comes up can be done."""

from __future__ import annotations

from collections import Counter

from hypothesis import Phase, given, settings

from daw_bridges.actions import ACTIONS, Action
from daw_bridges.algebra import apply_all
from tests.strategies import Case, cases, well_formed_actions

_ENOUGH = settings(max_examples=800, database=None, phases=(Phase.generate,), derandomize=True)


def test_every_action_but_the_hosts_own_undo_is_generated() -> None:
    seen: Counter[str] = Counter()

    @_ENOUGH
    @given(cases())
    def collect(case: Case) -> None:
        apply_all(case.session, case.actions)
        seen.update(action.action for action in case.actions)

    collect()
    assert set(seen) == set(ACTIONS) - {"undo"}
    assert min(seen.values()) >= 3


def test_well_formed_actions_are_of_every_class() -> None:
    seen: set[str] = set()

    @_ENOUGH
    @given(well_formed_actions())
    def collect(action: Action) -> None:
        seen.add(action.action)

    collect()
    assert seen == set(ACTIONS)
