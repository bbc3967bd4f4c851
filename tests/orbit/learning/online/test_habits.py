"""A user who changes habits is followed: values that moved, and routines that are done another way."""

from __future__ import annotations

from functools import partial
from typing import Any

from orbit.learning.online.operations import dismiss_offer, keep_offer, offers
from orbit.memory import Library
from tests.orbit.learning import handwork
from tests.orbit.learning.handwork import duck, gate, offered

done = partial(handwork.done, learn=offered)


def kept(library: Library) -> str:
    """What came of keeping the one open offer."""
    [offer] = offers(library)
    name = keep_offer(library, offer.id).kept_as
    assert name is not None
    return name


def test_values_that_moved_move_the_workflow(library: Library) -> None:
    done(library, *(duck(number) for number in range(4)))
    name = kept(library)
    later = [duck(number, threshold=-18.0) for number in range(12)]
    assert done(library, *later, first=4) == []
    versions = library.store.workflows.versions(name)
    assert [each.origin.source for each in versions] == ["induced", "induced"]
    assert versions[0].body["steps"][2]["value"] == -24.0
    now = versions[-1]
    assert now.note is not None
    assert "threshold -18.0 instead of -24.0" in now.note
    assert now.body["slots"]["threshold"]["default"] == -18.0
    assert now.body["title"] == versions[0].body["title"]


def test_values_that_vary_move_nothing(library: Library) -> None:
    done(library, *(duck(number) for number in range(4)))
    name = kept(library)
    done(library, *(duck(number, threshold=-30.0 + 3 * (number % 5)) for number in range(12)), first=4)
    assert len(library.store.workflows.versions(name)) == 1


def test_what_shipped_with_orbit_is_changed_only_when_the_user_says_so(library: Library) -> None:
    [made] = done(library, *(duck(number) for number in range(3)))
    assert made.body is not None
    body: dict[str, Any] = {**made.body, "workflow_name": "duck", "slots": dict(made.body["slots"])}
    body["slots"]["threshold"] = {"type": "gain_db", "ask": "How low?", "default": -30.0}
    body["steps"] = [
        step | ({"value": "{{ threshold }}"} if step.get("parameter") == "threshold" else {})
        for step in body["steps"]
    ]
    library.store.offers.withdraw(made.id)
    library.store.workflows.put(body)
    [offer] = done(library, *(duck(number) for number in range(6)), first=3)
    assert (offer.replaces, offer.note) == ("duck", "as it was done lately: threshold -24.0 instead of -30.0")
    assert library.store.workflows.get("duck") is not None
    done(library, *(duck(number) for number in range(6)), first=9)
    assert [each.id for each in offers(library)] == [offer.id]
    assert keep_offer(library, offer.id).kept_as == "duck"
    first, second = library.store.workflows.versions("duck")
    assert (first.origin.source, second.origin.source) == ("taught", "induced")
    assert second.body["slots"]["threshold"]["default"] == -24.0


MORE = [{"action": "set_volume", "db": -3.0}]


def test_a_routine_done_another_way_takes_the_place_of_the_old_when_it_is_kept(library: Library) -> None:
    done(library, *(gate(number) for number in range(4)))
    old = kept(library)
    [offer] = done(library, *(gate(number, last=MORE) for number in range(11)), first=4)
    assert offer.replaces == old
    assert "would replace" in offers(library)[0].says
    new = keep_offer(library, offer.id).kept_as
    assert library.store.workflows.standing.get(old).superseded_by == new
    assert library.store.workflows.get(old) is not None


def test_two_ways_side_by_side_are_no_change(library: Library) -> None:
    done(library, *(gate(number) for number in range(4)))
    old = kept(library)
    both = [gate(number, last=MORE if number % 2 else ()) for number in range(14)]
    assert done(library, *both, first=4) == []
    assert library.store.workflows.standing.get(old).superseded_by is None


def test_an_offer_follows_the_hand_while_it_is_open(library: Library) -> None:
    [offer] = done(library, *(duck(number) for number in range(3)))
    done(library, *(duck(number, threshold=-12.0) for number in range(9)), first=3)
    [now] = offers(library)
    assert (now.id, now.support) == (offer.id, 12)
    assert now.workflow["slots"]["threshold"]["default"] == -12.0


def test_a_change_that_was_turned_down_is_not_offered_again(library: Library) -> None:
    done(library, *(gate(number) for number in range(4)))
    kept(library)
    later = [gate(number, last=MORE) for number in range(11)]
    [offer] = done(library, *later, first=4)
    dismiss_offer(library, offer.id)
    assert done(library, *later, first=15) == []
