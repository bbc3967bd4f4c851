"""Offers as faces have them: told once and modestly, kept under a name, turned down, and what is refused."""

from __future__ import annotations

import pytest

from daw_bridges.errors import NotFoundError, UsageError
from orbit.learning.online.keeping import catching_up, learned_from
from orbit.learning.online.naming import name_of, times_told
from orbit.learning.online.operations import dismiss_offer, keep_offer, offers
from orbit.learning.online.telling import mention
from orbit.memory import Library
from tests.orbit.learning.handwork import done, duck, gate, trajectory
from tests.orbit.learning.handwork import offered as carried_out


@pytest.fixture
def offered(library: Library) -> str:
    [offer] = done(library, *(duck(number) for number in range(3)), learn=carried_out)
    return offer.id


def test_an_offer_says_what_it_is_and_how_to_keep_it(library: Library, offered: str) -> None:
    [offer] = offers(library)
    assert offer.says.startswith("You have done this three times by hand: ")
    assert offer.says.endswith(f"Keep it? “orbit workflows keep {offered}”")
    assert "set sidechain compressor, set parameter compressor threshold" in offer.says
    assert (offer.status, offer.support, offer.workflow["workflow_name"]) == ("offered", 3, offered)


def test_nothing_is_told_of_that_was_not_carried_out_on_a_host(library: Library) -> None:
    sittings = [
        [
            {"action": "set_volume", "track": track, "db": -3.0},
            {"action": "automate_parameter", "track": track, "device": "mixer", "parameter": "volume",
             "points": [[0, -6], [4, 0]]},
            {"action": "set_mute", "track": track, "on": True},
        ]
        for track in ("Pad", "Keys", "Bass", "Guitar")
    ]  # fmt: skip
    assert done(library, *sittings, learn=carried_out) == []  # Live lets no script draw on the timeline
    [held] = library.store.offers.open()
    assert (held.proven, "timeline" in (held.note or "")) == ("", True)
    assert offers(library) == []
    assert mention(library) is None


def test_each_offer_is_told_of_once_the_best_first(library: Library, offered: str) -> None:
    done(library, *(gate(number) for number in range(4)), first=3, learn=carried_out)
    assert [offered in (mention(library) or "") for _ in range(3)] == [False, True, False]
    assert mention(library) is None
    done(library, duck(0), first=7)
    assert mention(library) is None


def test_what_is_kept_is_a_workflow_with_all_that_it_came_from(library: Library, offered: str) -> None:
    kept = keep_offer(library, offered)
    assert (kept.status, kept.kept_as) == ("kept", offered)
    stored = library.store.workflows.get(offered)
    assert stored is not None
    assert stored.origin.source == "induced"
    assert stored.origin.trajectories == ("sitting-0", "sitting-1", "sitting-2")
    assert stored.note == "seen done by hand 3 times"
    assert offers(library) == []
    [hit, *_] = library.search("duck the bass under the kick")
    assert hit.id == offered
    with pytest.raises(NotFoundError):
        keep_offer(library, offered)


def test_it_is_kept_under_the_name_it_is_given(library: Library, offered: str) -> None:
    assert keep_offer(library, offered, "Mein Bass-Ducker!").kept_as == "mein-bass-ducker"
    assert library.workflow("mein-bass-ducker").title == "Mein Bass-Ducker!"


def test_a_name_that_is_taken_or_none_is_refused_and_the_offer_stays(library: Library, offered: str) -> None:
    body = {**offers(library)[0].workflow, "workflow_name": "taken"}
    library.store.workflows.put(body)
    with pytest.raises(UsageError, match=r"already a workflow “taken”.*--name"):
        keep_offer(library, offered, "taken")
    with pytest.raises(UsageError, match=r"letters and digits"):
        keep_offer(library, offered, "…")
    assert [each.id for each in offers(library)] == [offered]


def test_what_is_turned_down_is_gone_from_the_list(library: Library, offered: str) -> None:
    assert dismiss_offer(library, offered).status == "dismissed"
    assert offers(library) == []
    with pytest.raises(NotFoundError, match="no offer"):
        dismiss_offer(library, offered)


def test_learning_that_goes_wrong_does_no_harm(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    library.keep(trajectory(0, duck()))
    monkeypatch.setattr("orbit.learning.online.learner.Learner.learn", lambda *_: 1 / 0)
    assert learned_from(library, trajectory(0, duck())) == []
    assert "nothing was learned from sitting-0" in caplog.text
    assert library.store.trajectories.get("sitting-0") is not None


def test_one_that_nothing_can_be_made_of_keeps_no_other_from_being_learned(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from orbit.learning.cleaning import clean
    from orbit.learning.demonstration import Demonstration
    from orbit.memory.trajectory import Trajectory

    def broken(one: Trajectory) -> Demonstration:
        return clean(one) if one.id != "sitting-9" else clean(vars(one)["nothing"])

    monkeypatch.setattr("orbit.learning.online.neighbourhood.clean", broken)
    library.keep(trajectory(9, duck()))
    assert len(done(library, *(duck(number) for number in range(3)))) == 1
    assert library.store.slices.unsliced("1", 9) == ["sitting-9"]
    assert learned_from(library, trajectory(2, duck())) == []
    assert library.store.slices.unsliced("1", 9) == []


def test_what_was_kept_before_is_caught_up_with_beside_other_work(library: Library) -> None:
    for number in range(10):
        library.keep(trajectory(number, duck(number)))
    with catching_up(library):
        for _ in range(2000):
            if not library.store.slices.unsliced("1", 1):
                break
    [offer] = done(library, duck(10), first=10)
    assert offer.support == 11


@pytest.mark.parametrize(
    ("count", "told"), [(1, "once"), (3, "three times"), (10, "ten times"), (11, "11 times")]
)
def test_times_are_said_in_words_while_they_are_few(count: int, told: str) -> None:
    assert times_told(count) == told


@pytest.mark.parametrize(
    ("given", "name"),
    [("My Vocal Chain!", "my-vocal-chain"), ("Für Élise 2", "fur-elise-2"), ("a" * 200, "a" * 80)],
)
def test_a_name_as_a_person_writes_it_becomes_an_id(given: str, name: str) -> None:
    assert name_of(given) == name
