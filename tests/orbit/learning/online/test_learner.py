"""What is done by hand often enough is offered, once; what is known, refused or Orbit's own is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbit.learning.online.learner import Learner
from orbit.learning.online.operations import dismiss_offer, keep_offer, offers
from orbit.memory import Library
from orbit.memory.store import Scope, Store
from orbit.memory.store.offers import StoredOffer
from tests.orbit.learning.handwork import Edits, chain, done, duck, gate, learn, offered, trajectory


def does(offer: StoredOffer) -> list[tuple[str, str | None]]:
    """What each step of an offer is."""
    assert offer.body is not None
    return [(step["action"], step.get("parameter")) for step in offer.body["steps"]]


DUCK = [
    ("insert_device", None),
    ("set_sidechain", None),
    ("set_parameter", "threshold"),
    ("set_parameter", "ratio"),
]


def test_the_third_time_it_is_offered_and_never_again(library: Library) -> None:
    assert done(library, duck(0), duck(1)) == []
    [offer] = done(library, duck(2), first=2)
    assert does(offer) == DUCK
    assert (offer.support, offer.proven, offer.status) == (3, "model", "offered")
    assert offer.trajectories == ("sitting-0", "sitting-1", "sitting-2")
    assert offer.body is not None
    assert {name: slot["type"] for name, slot in offer.body["slots"].items()} == {
        "target": "track",
        "source": "track",
    }
    assert done(library, duck(3), duck(4), first=3) == []
    [kept] = library.store.offers.open()
    assert (kept.id, kept.support, kept.trajectories[-1]) == (offer.id, 5, "sitting-4")


def test_what_lies_between_and_other_work_in_a_sitting_do_not_matter(library: Library) -> None:
    offered = done(library, duck(0) + gate(1), gate(0) + duck(1), duck(2), gate(1) + duck(3))
    assert sorted(len(does(offer)) for offer in offered) == [3, 4]


def test_three_times_in_one_sitting_count_three(library: Library) -> None:
    [offer] = done(library, [*duck(0), *duck(1), *duck(2)])
    assert (does(offer), offer.support) == (DUCK, 3)


def test_what_orbit_did_itself_is_no_evidence(library: Library) -> None:
    for number in range(6):
        assert learn(library, trajectory(number, duck(number), origin="agent")) == []
    assert library.store.slices.count() == 0
    assert done(library, duck(0), duck(1), first=6) == []


def test_what_was_taken_back_is_not_offered(library: Library) -> None:
    back: Edits = [{"action": "undo"}] * len(duck())
    assert done(library, duck(0), *(duck(number) + back for number in range(3)), duck(1), duck(2)) == []
    assert library.store.offers.open() == []


def test_a_trajectory_that_was_turned_down_counts_against(library: Library) -> None:
    done(library, duck(0), duck(1))
    for number in range(2):
        library.experience.judge(f"sitting-{number}", "rejected")
    learner = Learner(library)
    assert learner.catch_up(9) == 2
    assert done(library, duck(2), first=2) == []


def test_what_the_library_can_is_noted_and_not_offered(library: Library) -> None:
    [offer] = done(library, duck(0), duck(1), duck(2))
    name = keep_offer(library, offer.id).kept_as
    assert name is not None
    assert done(library, *(duck(number) for number in range(4)), first=3) == []
    stored = library.store.workflows.get(name)
    assert stored is not None
    assert stored.origin.trajectories == tuple(f"sitting-{number}" for number in range(7))
    assert stored.version == 1


def test_a_workflow_that_came_otherwise_is_known_too(library: Library) -> None:
    other = Library(Store(library.store.vectors.place.file or "", scope=Scope("other")))
    [offer] = done(other, duck(0), duck(1), duck(2))
    assert offer.body is not None
    library.store.workflows.put(offer.body)
    assert done(library, duck(0), duck(1), duck(2), duck(0)) == []
    other.close()


def test_a_dismissed_offer_stays_away(library: Library) -> None:
    [offer] = done(library, duck(0), duck(1), duck(2))
    dismiss_offer(library, offer.id)
    later = [duck(number, threshold=-20.0 + number, ratio=2.0) for number in range(8)]
    assert done(library, *later, first=3) == []
    assert offers(library) == []


def test_a_dismissed_routine_that_changes_is_another(library: Library) -> None:
    [offer] = done(library, gate(0), gate(1), gate(2))
    dismiss_offer(library, offer.id)
    more = [
        {"action": "set_volume", "db": -3.0},
        {"action": "set_pan", "pan": 0.2},
        {"action": "set_color", "color": "#ff0000"},
    ]
    offered = done(library, *(gate(number, last=more) for number in range(4)), first=3)
    assert [("set_pan", None) in does(each) for each in offered] == [True]


def test_a_forgotten_workflow_does_not_come_back_by_itself(library: Library) -> None:
    [offer] = done(library, duck(0), duck(1), duck(2))
    name = keep_offer(library, offer.id).kept_as
    library.forget(str(name))
    assert done(library, *(duck(number) for number in range(5)), first=3) == []
    assert library.store.workflows.traces(str(name)) == {}


def test_opposite_values_leave_a_place_open(library: Library) -> None:
    loud, soft = [duck(number, threshold=-6.0) for number in (0, 1)], [duck(2, threshold=-40.0)]
    [offer] = done(library, loud[0], soft[0], loud[1])
    assert offer.body is not None
    [slot] = [slot for slot in offer.body["slots"].values() if slot["type"] == "gain_db"]
    assert offer.body["steps"][2]["value"] == "{{ threshold }}"
    assert slot.get("default") is None or slot["default"] in {-6.0, -40.0}


def test_what_is_done_to_tracks_in_one_go_is_offered_for_all(library: Library) -> None:
    tracks = ["Kick", "Snare", "Hats", "Percussion"]
    sittings = [chain(tracks[:3]), chain(tracks), chain(tracks[1:]), chain([*tracks, "Clap"])]
    done(library, *sittings, learn=offered)
    [offer] = offers(library)
    assert [step["for_each"] for step in offer.workflow["steps"]] == ["drums", "drums"]
    assert offer.support == 4
    assert done(library, chain(tracks), first=4) == []


def test_what_was_kept_without_being_learned_from_counts(library: Library) -> None:
    for number in (0, 1):
        library.keep(trajectory(number, duck(number)))
    learner = Learner(library)
    assert (learner.catch_up(1), learner.catch_up(9), learner.catch_up(9)) == (1, 1, 0)
    [offer] = done(library, duck(2), first=2)
    assert offer.support == 3


def test_two_scopes_learn_apart(library: Library) -> None:
    other = Library(Store(library.store.vectors.place.file or "", scope=Scope("other")))
    done(library, duck(0), duck(1))
    assert done(other, duck(2)) == []
    other.close()


def test_the_same_sittings_give_the_same_offers(library: Library, tmp_path: Path) -> None:
    sittings = [duck(number) + gate(number + 1) for number in range(5)]
    again = Library(Store(tmp_path / "again.db"))
    one, two = done(library, *sittings), done(again, *sittings)
    assert [(each.id, each.body, each.support) for each in one] == [
        (each.id, each.body, each.support) for each in two
    ]
    again.close()


@pytest.mark.parametrize("name", ["{{ x }}", "\x1b[2J\x07", "a" * 256, "Bass “1”", " "], ids=range(5))
def test_strange_names_do_no_harm(library: Library, name: str) -> None:
    edits = [edit | ({"track": name} if "device" in edit else {}) for edit in duck()]
    for offer in done(library, *[edits] * 4):
        assert "{{ x }}" not in str([step["track"] for step in (offer.body or {})["steps"]])
