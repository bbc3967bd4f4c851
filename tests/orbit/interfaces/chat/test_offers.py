"""What Orbit offers to keep, taken up in the conversation it is told in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orbit.memory import Library
from orbit.memory.store import Store
from tests.orbit.learning.handwork import done, duck, gate, offered


@pytest.fixture
def ids(data_dir: Path) -> list[str]:
    """What is on offer after some work by hand."""
    library = Library(Store.open(data_dir))
    done(
        library, *(duck(number) for number in range(4)), *(gate(number) for number in range(3)), learn=offered
    )
    found = [offer.id for offer in library.store.offers.ready()]
    library.close()
    return found


def test_it_is_told_once_and_kept_with_a_word(documents: Any, ids: list[str]) -> None:
    told, kept, other, left = documents(
        "mute the kick", "yes, keep it as My Duck", "mute the snare", "/offers"
    )
    assert f"orbit workflows keep {ids[0]}" in told["reply"]
    assert kept["offer"]["kept_as"] == "my-duck"
    assert ids[0] not in other["reply"]
    assert [each["id"] for each in left["offers"]] == ids[1:]


def test_a_person_is_told_what_to_say_here(played: Any, ids: list[str]) -> None:
    shown = " ".join(played("mute the kick").out.split())
    assert "Say “keep it”, or “no thanks”." in shown
    assert "orbit workflows" not in shown


def test_it_is_turned_down(documents: Any, ids: list[str]) -> None:
    _, gone, left = documents("mute the kick", "no thanks", "/offers")
    assert gone["offer"]["status"] == "dismissed"
    assert [each["id"] for each in left["offers"]] == ids[1:]


def test_a_request_instead_of_an_answer_leaves_it_on_offer(documents: Any, ids: list[str]) -> None:
    _, done_, left = documents("mute the kick", "mute the snare", "/offers")
    assert done_["plan"]
    assert [each["id"] for each in left["offers"]] == ids


def test_commands_take_an_id_or_the_one_just_told(documents: Any, ids: list[str]) -> None:
    _, kept, gone, none = documents("mute the kick", "/keep", f"/dismiss {ids[1]}", "/keep")
    assert kept["offer"]["id"] == ids[0]
    assert gone["offer"]["status"] == "dismissed"
    assert not none["ok"]


def test_with_two_on_offer_and_none_told_it_asks_which(documents: Any, ids: list[str]) -> None:
    [which] = documents("/keep")
    assert (which["ok"], which["code"]) == (False, "usage")
