"""A merge loses nothing of either workflow, and taking it back leaves all as it was."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.store import Origin, Store
from orbit.memory.store.links import Link
from orbit.memory.trust.merging import MERGED_FROM, merge, successor, unmerge
from tests.laws import tries
from tests.orbit.memory.trust.conftest import body

EXAMPLES = tries(10, 250)


def slotted(name: str, slot: str, *phrases: str, **fields: Any) -> dict[str, Any]:
    step = {
        "step_number": 1, "action": "set_mute", "track": f"{{{{ {slot} }}}}", "on": True,
        "expected_output": "It is silent.",
    }  # fmt: skip
    slots = {slot: {"type": "track", "ask": "Which track?"}}
    return body(name, steps=[step], slots=slots, phrases=list(phrases), **fields)


def test_a_merge_brings_words_and_trajectories_of_both_together(store: Store) -> None:
    store.workflows.put(
        slotted("hush", "target", "mute the {{ target }}", tags=["mix"]), Origin(trajectories=("t1",))
    )
    other = slotted("silence", "which", "silence {{ which }}", tags=["mix", "quiet"])
    store.workflows.put(other, Origin("induced", trajectories=("t2", "t1")))
    merged = merge(store, "hush", "silence")
    kept = store.workflows.get("hush")
    assert kept is not None
    assert (merged.version, kept.version, kept.note) == (2, 2, "merged with “silence”")
    assert kept.body["phrases"] == ["mute the {{ target }}", "silence {{ target }}"]
    assert kept.body["tags"] == ["mix", "quiet"]
    assert kept.origin.trajectories == ("t1", "t2")
    assert kept.body["provenance"]["trajectories"] == ["t1", "t2"]
    assert store.workflows.standing.get("silence").superseded_by == "hush"
    assert [each.version for each in store.workflows.versions("silence")] == [1]
    assert successor(store, "silence") == successor(store, "hush") == "hush"


def test_a_merge_taken_back_leaves_everything_as_it_was(store: Store) -> None:
    hush = store.workflows.put(
        slotted("hush", "target", "mute the {{ target }}"), Origin(trajectories=("t1",))
    )
    store.workflows.put(slotted("silence", "which", "silence {{ which }}"), Origin(trajectories=("t2",)))
    shared = Link("workflow", "hush", "about", "entity", "vox")
    own = Link("workflow", "silence", "about", "entity", "vox")
    store.links.add(shared, own, Link("note", "n1", "explains", "workflow", "silence"))
    merge(store, "hush", "silence")
    later = Link("workflow", "hush", "learned_from", "trajectory", "t9")
    store.links.add(later)
    back = unmerge(store, "hush", "silence")
    assert (back.links, back.changed_since) == (1, False)
    assert store.links.around("workflow", "hush") == sorted([shared, later])
    assert store.links.around("workflow", "silence") == sorted(
        [own, Link("note", "n1", "explains", "workflow", "silence")]
    )
    kept = store.workflows.get("hush")
    assert kept is not None
    assert (kept.body, kept.origin, kept.version) == (hush.body, hush.origin, 3)
    assert store.workflows.standing.get("silence").superseded_by is None


def test_what_was_taught_after_a_merge_is_left_alone_when_it_is_taken_back(store: Store) -> None:
    store.workflows.put(slotted("hush", "target"))
    store.workflows.put(slotted("silence", "target", "silence {{ target }}"))
    merge(store, "hush", "silence")
    taught = store.workflows.put(slotted("hush", "target", title="Hush now"))
    assert unmerge(store, "hush", "silence").changed_since
    assert store.workflows.get("hush") == taught


def test_workflows_that_do_different_things_are_merged_only_when_that_is_meant(store: Store) -> None:
    store.workflows.put(slotted("hush", "target"))
    store.workflows.put(body("faster", bpm=140, phrases=["faster please"]))
    with pytest.raises(UsageError, match="do different things"):
        merge(store, "hush", "faster")
    assert store.workflows.standing.unusual() == {}
    merge(store, "hush", "faster", anyway=True)
    kept = store.workflows.get("hush")
    assert kept is not None
    assert kept.body["steps"][0]["action"] == "set_mute"
    assert "faster please" in kept.body["phrases"]


def test_what_cannot_be_merged_is_said(store: Store) -> None:
    for name in ("a", "b", "c"):
        store.workflows.put(slotted(name, "target"))
    with pytest.raises(UsageError, match="with itself"):
        merge(store, "a", "a")
    with pytest.raises(NotFoundError, match="zzz"):
        merge(store, "a", "zzz")
    with pytest.raises(UsageError, match="was not merged"):
        unmerge(store, "b", "a")
    merge(store, "a", "b")
    with pytest.raises(UsageError, match="already replaced by “a”"):
        merge(store, "c", "b")
    merge(store, "c", "a")
    assert successor(store, "b") == "c"
    with pytest.raises(UsageError, match="Take that back first"):
        unmerge(store, "a", "b")
    unmerge(store, "c", "a")
    unmerge(store, "a", "b")
    assert store.workflows.standing.unusual() == {}


def test_forgetting_the_one_that_stayed_gives_the_other_its_place_back(store: Store) -> None:
    for name in ("a", "b"):
        store.workflows.put(slotted(name, "target"))
    merge(store, "a", "b")
    before = store.workflows.revision()
    store.workflows.forget("a")
    assert store.workflows.standing.get("b").superseded_by is None
    assert [each.id for each in store.workflows.changes(before).changed] == ["b"]


IDS = st.sampled_from(["w0", "w1", "w2", "w3"])
THINGS = st.tuples(
    st.sampled_from(["workflow", "trajectory", "note", "entity"]), st.sampled_from(["w0", "w1", "x", "y"])
)
LINKS = st.builds(
    lambda start, relation, end: Link(start[0], start[1], relation, end[0], end[1]),
    THINGS | st.tuples(st.just("workflow"), IDS),
    st.sampled_from(["about", "learned_from"]),
    THINGS | st.tuples(st.just("workflow"), IDS),
)


def every_link(store: Store) -> set[Link]:
    return {link for item in ("w0", "w1", "w2", "w3") for link in store.links.around("workflow", item)}


@pytest.mark.laws
@settings(max_examples=EXAMPLES, deadline=None)
@given(links=st.sets(LINKS, max_size=12), pairs=st.lists(st.tuples(IDS, IDS), max_size=4))
def test_merging_never_loses_a_link_and_can_always_be_taken_back(
    links: set[Link], pairs: list[tuple[str, str]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "memory.db")
        for name in ("w0", "w1", "w2", "w3"):
            store.workflows.put(slotted(name, "target"))
        store.links.add(*links)
        first, merged = every_link(store), []
        for kept, other in pairs:
            try:
                merge(store, kept, other)
            except UsageError:
                continue
            merged.append((kept, other))
            after = every_link(store)
            assert first <= after
            for link in first:  # and each is there for the one that stays, too
                for end in (("from_kind", "from_id"), ("to_kind", "to_id")):
                    if (getattr(link, end[0]), getattr(link, end[1])) == ("workflow", other):
                        there = store.links.around("workflow", successor(store, other))
                        assert any(each.relation == link.relation for each in there) or loops(
                            link, kept, other
                        )
        for kept, other in reversed(merged):
            unmerge(store, kept, other)
        assert every_link(store) == first
        assert not [link for link in every_link(store) if link.relation == MERGED_FROM]
        store.close()


def loops(link: Link, kept: str, other: str) -> bool:
    return {link.from_id, link.to_id} <= {kept, other} and link.from_kind == link.to_kind == "workflow"
