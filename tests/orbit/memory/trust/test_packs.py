"""Packs go out and come in whole: nothing is lost on the way, nothing here is overwritten unasked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import NotFoundError, WorkflowFormatError
from orbit.memory.store import Origin, Scope, Store
from orbit.memory.store.links import Link
from orbit.memory.trust.packs import (
    Imported,
    Pack,
    export_pack,
    import_pack,
    pack_bytes,
    read_pack,
    read_pack_file,
)
from orbit.memory.trust.packs.form import PackedVersion, PackedWorkflow
from orbit.workflows.load import dump_workflow, load_folder, parse_workflow
from tests.laws import tries
from tests.orbit.memory.trust.conftest import Run, body

SEEDS = load_folder(Path(__file__).parents[4] / "workflows_seed")
SILENT = {"action": "set_volume", "track": "Bass", "db": None, "expected_output": "It is silent."}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """Another user's memory."""
    store = Store(tmp_path / "elsewhere.db", scope=Scope(user="bob"))
    yield store
    store.close()


def sent(pack: Pack, into: Store, **options: Any) -> Imported:
    """Write a pack to bytes, read them, and take it in."""
    return import_pack(into, read_pack(pack_bytes(pack)), "friend.json", "ab", **options)


def test_every_seed_comes_through_as_it_was(store: Store, elsewhere: Store) -> None:
    for seed in SEEDS:
        store.workflows.put(dump_workflow(seed), Origin("seed"))
    imported = sent(export_pack(store), elsewhere)
    assert len(imported.taken_in) == len(SEEDS) > 5
    for seed in SEEDS:
        here = elsewhere.workflows.get(seed.workflow_name)
        assert here is not None
        assert parse_workflow(here.body).steps == seed.steps
        assert here.content_sha256 == there(store, seed.workflow_name).content_sha256


def there(store: Store, workflow_id: str) -> Any:
    found = store.workflows.get(workflow_id)
    assert found is not None
    return found


def test_a_level_of_minus_infinity_survives(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("silent", steps=[{"step_number": 1, **SILENT}]))
    sent(export_pack(store), elsewhere)
    assert there(elsewhere, "silent").body["steps"][0]["db"] is None


def test_what_comes_in_says_where_from_and_is_not_trusted(store: Store, elsewhere: Store, ran: Run) -> None:
    store.workflows.put(body("duck"), Origin("taught", trajectories=("t1",)))
    ran("duck")
    ran("duck", ok=False)
    sent(export_pack(store), elsewhere)
    here = there(elsewhere, "duck")
    assert here.origin == Origin("imported", "friend.json", "ab", ("t1",))
    assert here.body["provenance"] == {"source": "imported", "trajectories": ["t1"], "runs": 0, "verified": 0}
    assert here.note == "describes itself as taught, 1 of 2 runs verified where it comes from"
    assert not elsewhere.workflows.standing.get("duck").trusted
    assert elsewhere.runs.outcomes() == {}


def test_the_name_of_the_file_is_shown_only_as_far_as_it_shows(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("duck"))
    pack = export_pack(store)
    import_pack(elsewhere, pack, f"\x1b[2J\u202e{'x' * 500}.json", "ab")
    file = there(elsewhere, "duck").origin.file
    assert file.isprintable()
    assert len(file) <= 120


def test_the_same_library_gives_the_same_file(store: Store) -> None:
    store.workflows.put(body("b"))
    store.workflows.put(body("a"))
    first = pack_bytes(export_pack(store, ["a", "b"]))
    assert first == pack_bytes(export_pack(store, ["b", "a"])) == pack_bytes(export_pack(store))


def test_what_goes_out_can_be_chosen(store: Store) -> None:
    store.workflows.put(body("mine"))
    store.workflows.put(body("shipped"), Origin("seed"))
    assert [each.id for each in export_pack(store, own=True).workflows] == ["mine"]
    assert [each.id for each in export_pack(store, ["shipped"]).workflows] == ["shipped"]
    with pytest.raises(NotFoundError, match=r"nothing.*Available: mine, shipped"):
        export_pack(store, ["nothing"])


def test_earlier_versions_and_links_come_along_when_asked_for(store: Store, elsewhere: Store) -> None:
    for bpm in (90, 100, 110):
        store.workflows.put(body("duck", bpm=bpm))
    store.workflows.put(body("space"))
    near = Link("workflow", "duck", "goes_with", "workflow", "space")
    store.links.add(near, Link("workflow", "duck", "learned_from", "trajectory", "t1"))
    assert [len(each.versions) for each in export_pack(store).workflows] == [1, 1]
    assert export_pack(store).links == []
    imported = sent(export_pack(store, versions=True, links=True), elsewhere)
    assert [each.body["steps"][0]["bpm"] for each in elsewhere.workflows.versions("duck")] == [90, 100, 110]
    assert (imported.links, imported.links_left_out) == (1, 1)
    assert elsewhere.links.around("workflow", "duck") == [near]


def test_a_pack_cannot_say_what_happened_here(store: Store, elsewhere: Store) -> None:
    for name in ("a", "b"):
        store.workflows.put(body(name))
    store.links.add(Link("workflow", "a", "merged_from", "workflow", "b"))
    imported = sent(export_pack(store, links=True), elsewhere)
    assert (imported.links, imported.links_left_out) == (0, 1)


def test_what_is_here_is_never_overwritten_unasked(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("duck", bpm=90))
    store.workflows.put(body("same"))
    elsewhere.workflows.put(body("duck", bpm=120))
    elsewhere.workflows.put(body("same"))
    imported = sent(export_pack(store), elsewhere)
    assert {each.id: each.status for each in imported.workflows} == {"duck": "clash", "same": "same"}
    assert there(elsewhere, "duck").version == 1
    assert elsewhere.workflows.standing.unusual() == {}


def test_a_name_that_is_taken_can_give_way_to_a_free_one(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("duck", bpm=90))
    store.workflows.put(body("space"))
    store.links.add(Link("workflow", "duck", "goes_with", "workflow", "space"))
    for name in ("duck", "duck-2"):
        elsewhere.workflows.put(body(name, bpm=120))
    imported = sent(export_pack(store, links=True), elsewhere, clash="rename")
    assert [(each.as_id, each.status) for each in imported.workflows] == [
        ("duck-3", "renamed"),
        ("space", "new"),
    ]
    assert there(elsewhere, "duck-3").body["workflow_name"] == "duck-3"
    assert elsewhere.links.of("workflow", "duck-3")[0].to_id == "space"
    assert there(elsewhere, "duck").body["steps"][0]["bpm"] == 120


def test_a_replaced_one_is_a_version_and_can_be_had_back(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("duck", bpm=90))
    mine = elsewhere.workflows.put(body("duck", bpm=120))
    sent(export_pack(store), elsewhere, clash="replace")
    assert there(elsewhere, "duck").version == 2
    assert not elsewhere.workflows.standing.get("duck").trusted
    assert elsewhere.workflows.revert("duck", 1).body == mine.body
    assert elsewhere.workflows.standing.get("duck").trusted


def test_a_dry_run_tells_all_and_changes_nothing(store: Store, elsewhere: Store) -> None:
    delete = {"step_number": 1, "action": "delete_track", "track": "Bass", "expected_output": "It is gone."}
    store.workflows.put(body("tidy", steps=[delete]))
    before = elsewhere.workflows.revision()
    imported = sent(export_pack(store), elsewhere, dry_run=True)
    [each] = imported.taken_in
    assert (each.id, each.steps, each.actions, each.destroys) == (
        "tidy",
        1,
        ("delete_track",),
        ("delete_track",),
    )
    assert elsewhere.workflows.all() == []
    assert elsewhere.workflows.revision() == before


def test_a_pack_taken_in_twice_is_taken_in_once(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("duck"))
    sent(export_pack(store), elsewhere)
    assert sent(export_pack(store), elsewhere).taken_in == ()
    assert len(elsewhere.workflows.versions("duck")) == 1


def test_a_seed_that_was_thrown_out_comes_back_when_it_is_taken_in(store: Store, elsewhere: Store) -> None:
    store.workflows.put(body("duck"))
    elsewhere.workflows.put(body("duck"), Origin("seed"))
    elsewhere.workflows.forget("duck")
    sent(export_pack(store), elsewhere)
    assert elsewhere.workflows.forgotten() == frozenset()


def test_one_wrong_workflow_keeps_the_whole_pack_out(elsewhere: Store) -> None:
    good = PackedWorkflow(id="good", versions=[PackedVersion(workflow=body("good"))])
    wrong = PackedWorkflow(id="wrong", versions=[PackedVersion(workflow=body("wrong", tags=[""]))])
    with pytest.raises(WorkflowFormatError, match=r"friend.json: wrong: tags\[1\]"):
        sent(Pack(workflows=[good, wrong]), elsewhere)
    assert elsewhere.workflows.all() == []


def test_a_pack_is_read_from_a_file_and_what_is_none_is_said(store: Store, tmp_path: Path) -> None:
    store.workflows.put(body("duck"))
    file = tmp_path / "mine.json"
    file.write_bytes(b"\xef\xbb\xbf" + pack_bytes(export_pack(store)))  # as some editors save it
    assert read_pack_file(file) == export_pack(store)
    with pytest.raises(WorkflowFormatError, match="cannot be read"):
        read_pack_file(tmp_path / "nowhere.json")
    with pytest.raises(WorkflowFormatError, match=r"cannot be read|is not a file"):
        read_pack_file(tmp_path)


TEXT = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=3, max_size=30)


@pytest.mark.laws
@settings(max_examples=tries(25, 300), deadline=None)
@given(title=TEXT, bpm=st.floats(20, 999), tags=st.lists(TEXT, max_size=4))
def test_reading_a_pack_gives_what_was_written(title: str, bpm: float, tags: list[str]) -> None:
    workflow = json.loads(json.dumps(body("duck", bpm=bpm, title=title, tags=tags)))
    pack = Pack(workflows=[PackedWorkflow(id="duck", versions=[PackedVersion(workflow=workflow)])])
    assert read_pack(pack_bytes(pack)) == pack
