"""What is taken for what was done instead, and what is not; what becomes of the workflow then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from orbit.learning.repair.keeping import mended_by
from orbit.learning.repair.operations import repair, repairs
from orbit.memory import Library
from orbit.memory.store import Store
from orbit.memory.workflow_files import WorkflowFiles
from tests.orbit.learning.repair.past import NAME, body_of, by_hand, insert, keep, ran, setting

GLUE = [
    insert("Old Glue", **{"as": "glue"}),
    setting("glue", "amount", "30 %"),
    setting("glue", "mode", "Soft"),
    {"action": "set_volume", "track": "Bass", "db": -2.0},
]
DONE = [
    insert("Old Glue"),
    setting("Old Glue", "amount", "30 %"),
    setting("Old Glue", "mode", "Soft"),
    {"action": "set_volume", "track": "Bass", "db": -2.0},
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library.open(tmp_path, embedder="words")
    yield opened
    opened.close()


@pytest.fixture
def store(library: Library) -> Store:
    return library.store


def failing(store: Store, source: str = "induced") -> None:
    """The workflow did well once, and fails at its first step since."""
    keep(store, body_of(*GLUE), source)
    ran(store, DONE)
    ran(store, DONE, failed=1, minutes=10)


def found(library: Library) -> list[tuple[Any, ...]]:
    """The steps of the repaired version: device, parameter."""
    (one,) = repairs(library)
    if one.workflow is None:
        return []
    return [(step.get("device"), step.get("parameter")) for step in one.workflow["steps"]]


def test_another_device_with_the_same_settings_stands_for_the_old_one(library: Library, store: Store) -> None:
    failing(store)
    by_hand(
        store,
        {"action": "set_mute", "track": "Kick", "on": True},
        insert("New Glue", "Keys"),
        setting("New Glue", "mode", "Hard", "Keys"),
        setting("New Glue", "amount", "55 %", "Keys"),
    )
    assert found(library) == [("New Glue", None), ("glue", "amount"), ("glue", "mode"), (None, None)]


def test_settings_under_another_name_are_found_by_likeness(library: Library, store: Store) -> None:
    failing(store)
    by_hand(
        store,
        insert("New Glue"),
        setting("New Glue", "glue_amount", "30 %"),
        setting("New Glue", "mode", "Soft"),
        {"action": "set_volume", "track": "Bass", "db": -1.0},
    )
    assert found(library) == [("New Glue", None), ("glue", "glue_amount"), ("glue", "mode"), (None, None)]


@pytest.mark.parametrize(
    "actions",
    [
        [insert("reverb", "Keys"), setting("reverb", "mix", "20 %", "Keys")],
        [insert("New Glue", "Keys")],
        [setting("Old Glue", "amount", "20 %"), setting("Old Glue", "mode", "Soft")],
        [{"action": "set_volume", "track": "Bass", "db": -2.0}],
    ],
    ids=["another device for other work", "too little around it", "the old one is there", "only the rest"],
)
def test_other_work_stands_for_nothing(library: Library, store: Store, actions: list[dict[str, Any]]) -> None:
    failing(store)
    by_hand(store, *actions)
    assert found(library) == []


def test_soon_after_on_the_same_track_less_will_do(library: Library, store: Store) -> None:
    failing(store)
    rest = {"action": "set_volume", "track": "Bass", "db": -2.0}
    by_hand(store, insert("New Glue"), rest, minutes=15)
    assert found(library)[0] == ("New Glue", None)


@pytest.mark.parametrize("told", ["undone", "rejected", "agent", "before", "elsewhere"])
def test_what_was_not_wanted_or_not_done_by_hand_since_shows_nothing(
    library: Library, store: Store, told: str
) -> None:
    failing(store)
    work = [insert("New Glue"), setting("New Glue", "amount", "30 %"), setting("New Glue", "mode", "Soft")]
    minutes = -60.0 if told == "before" else 60.0
    trajectory = by_hand(store, *work, minutes=minutes, origin="agent" if told == "agent" else "user")
    if told == "undone":
        store.trajectories.mark_undone(trajectory.id, None)
    if told == "rejected":
        store.trajectories.judge(trajectory.id, "rejected")
    if told == "elsewhere":
        store.trajectories.put(trajectory.model_copy(update={"daw": "logic"}))
    assert found(library) == []


def test_the_latest_way_counts_of_those_that_show_as_much(library: Library, store: Store) -> None:
    failing(store)
    for number, name in enumerate(("New Glue", "Newest Glue"), start=1):
        work = [insert(name), setting(name, "amount", "30 %"), setting(name, "mode", "Soft")]
        by_hand(store, *work, name=name, minutes=60.0 * number)
    assert found(library)[0] == ("Newest Glue", None)


def test_a_parameter_under_another_name_on_the_same_device(library: Library, store: Store) -> None:
    keep(store, body_of(*GLUE, postconditions=[
        {"track": "Bass", "device": "glue", "parameter": "amount", "equals": "30 %"}]))  # fmt: skip
    ran(store, DONE)
    ran(store, DONE, failed=2, minutes=10)
    by_hand(
        store,
        insert("Old Glue"),
        setting("Old Glue", "depth", "30 %"),
        setting("Old Glue", "mode", "Soft"),
    )
    assert found(library) == [("Old Glue", None), ("glue", "depth"), ("glue", "mode"), (None, None)]
    (one,) = repairs(library)
    assert one.workflow is not None
    assert one.workflow["postconditions"][0]["parameter"] == "depth"


def test_a_value_that_is_out_of_range_by_now(library: Library, store: Store) -> None:
    keep(store, body_of(*GLUE))
    ran(store, DONE)
    ran(store, DONE, failed=2, minutes=10, code="out_of_range")
    work = [insert("Old Glue"), setting("Old Glue", "amount", "3 dB"), setting("Old Glue", "mode", "Soft")]
    by_hand(store, *work)
    (one,) = repairs(library)
    assert one.workflow is not None
    assert one.workflow["steps"][1]["value"] == "3 dB"


def test_only_what_orbit_found_itself_is_repaired_unasked(library: Library, store: Store) -> None:
    failing(store, "taught")
    work = [insert("New Glue"), setting("New Glue", "amount", "30 %"), setting("New Glue", "mode", "Soft")]
    assert mended_by(library, by_hand(store, *work)) == []
    assert found(library)[0] == ("New Glue", None)
    keep(store, body_of(*GLUE))
    assert store.workflows.versions(NAME)[-1].origin.source == "taught"


def test_a_repair_takes_the_mark_and_the_warnings_away(library: Library, store: Store) -> None:
    failing(store)
    assert library.experience.warnings([NAME])
    work = [insert("New Glue"), setting("New Glue", "amount", "30 %"), setting("New Glue", "mode", "Soft")]
    assert mended_by(library, by_hand(store, *work)) == [NAME]
    assert not library.experience.warnings([NAME])
    assert store.workflows.standing.get(NAME).invalid_since is None
    assert mended_by(library, by_hand(store, *work, name="again", minutes=90)) == []


def test_a_seed_that_was_repaired_stays_so(library: Library, store: Store, tmp_path: Path) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    seed = body_of(*GLUE) | {"provenance": {"source": "seed"}}
    (shipped / f"{NAME}.yaml").write_text(json.dumps(seed), encoding="utf-8")
    WorkflowFiles(library.store, shipped).refresh()
    ran(store, DONE)
    ran(store, DONE, failed=1, minutes=10)
    work = [insert("New Glue"), setting("New Glue", "amount", "30 %"), setting("New Glue", "mode", "Soft")]
    assert mended_by(library, by_hand(store, *work)) == []
    done = repair(library, NAME)
    assert (done.saved_as, done.source, done.proven) == (2, "seed", "host")
    WorkflowFiles(library.store, shipped).refresh()
    current = store.workflows.get(NAME)
    assert current is not None
    assert (current.version, current.origin.source) == (2, "taught")
    assert current.body["provenance"]["source"] == "taught"
