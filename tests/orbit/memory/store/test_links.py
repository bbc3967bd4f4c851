"""Links: kept once, found from both ends, moved and forgotten whole, and never across scopes."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.memory.store import Scope, Store
from orbit.memory.store.links import Link
from tests.laws import tries

LEARNED = Link("workflow", "duck", "learned_from", "trajectory", "t1")
ABOUT = Link("workflow", "duck", "is_about", "entity", "lead-vox")
MERGED = Link("workflow", "pump", "merged_into", "workflow", "duck")


def test_a_link_is_kept_once_and_found_from_both_ends(store: Store) -> None:
    assert store.links.add(LEARNED, LEARNED, MERGED) == 2
    assert store.links.add(LEARNED) == 0
    assert store.links.of("workflow", "duck") == [LEARNED]
    assert store.links.to("workflow", "duck") == [MERGED]
    assert store.links.around("workflow", "duck") == [LEARNED, MERGED]
    assert store.links.to("trajectory", "t1", "learned_from") == [LEARNED]
    assert store.links.to("trajectory", "t1", "touches") == []


def test_links_go_one_by_one_or_with_what_they_hang_on(store: Store) -> None:
    store.links.add(LEARNED, ABOUT, MERGED)
    assert store.links.remove([ABOUT, ABOUT]) == 1
    assert store.links.forget("workflow", "duck", "learned_from") == 1
    assert store.links.forget("workflow", "duck") == 1
    assert store.links.around("workflow", "pump") == []


def test_links_move_to_another_thing_and_none_is_doubled(store: Store) -> None:
    same = Link("workflow", "pump", "learned_from", "trajectory", "t1")
    store.links.add(LEARNED, same, MERGED)
    store.links.move("workflow", "pump", "duck")
    assert store.links.around("workflow", "pump") == []
    assert store.links.around("workflow", "duck") == [
        LEARNED,
        Link("workflow", "duck", "merged_into", "workflow", "duck"),
    ]


def test_one_scope_never_sees_or_touches_the_links_of_another(tmp_path: Path) -> None:
    alice = Store(tmp_path / "memory.db", scope=Scope(project="album"))
    bob = Store(tmp_path / "memory.db", scope=Scope(project="jingle"))
    alice.links.add(LEARNED)
    assert bob.links.around("workflow", "duck") == []
    assert bob.links.remove([LEARNED]) == 0 == bob.links.forget("workflow", "duck")
    assert bob.links.add(LEARNED) == 1
    assert bob.links.move("workflow", "duck", "pump") == 1
    assert alice.links.of("workflow", "duck") == [LEARNED]
    alice.close()
    bob.close()


_ENDS = st.sampled_from([("workflow", "a"), ("workflow", "b"), ("trajectory", "a"), ("note", "c")])
_LINKS = st.lists(
    st.builds(
        lambda start, how, end: Link(start[0], start[1], how, end[0], end[1]),
        _ENDS,
        st.sampled_from(["x", "y"]),
        _ENDS,
    )
)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory in which every example has a scope of its own."""
    return tmp_path_factory.mktemp("links") / "memory.db"


@settings(max_examples=tries(20, 300))
@given(links=_LINKS)
def test_law_moving_links_loses_none_and_leaves_none_behind(ground: Path, links: list[Link]) -> None:
    store = Store(ground, scope=Scope(user=uuid4().hex))
    store.links.add(*links)
    store.links.move("workflow", "a", "b")

    def end(kind: str, item: str) -> tuple[str, str]:
        return (kind, "b") if (kind, item) == ("workflow", "a") else (kind, item)

    moved = {
        Link(*end(each.from_kind, each.from_id), each.relation, *end(each.to_kind, each.to_id))
        for each in links
    }
    ends = {(each.from_kind, each.from_id) for each in moved}
    assert {link for kind, item in ends for link in store.links.of(kind, item)} == moved
    assert store.links.around("workflow", "a") == []
    store.close()
