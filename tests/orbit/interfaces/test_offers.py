"""``orbit workflows offers|keep|dismiss``: for people and for programs."""

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


def test_offers_are_listed_the_best_supported_first(orbit: Any, ids: list[str]) -> None:
    listed = orbit("workflows", "offers", "--json").document
    assert [each["id"] for each in listed] == ids
    assert [each["support"] for each in listed] == [4, 3]
    assert listed[0]["workflow"]["workflow_name"] == ids[0]
    shown = orbit("workflows", "offers")
    assert all(name in shown.out for name in ids)
    assert "orbit workflows keep ID" in shown.out


def test_with_nothing_on_offer_it_says_what_would_be(orbit: Any) -> None:
    assert "at least three times" in orbit("workflows", "offers").out
    assert orbit("workflows", "offers", "--json").document == []


def test_an_offer_is_kept_found_and_gone_from_the_list(orbit: Any, ids: list[str]) -> None:
    kept = orbit("workflows", "keep", ids[0], "--name", "My Duck", "--json").document
    assert (kept["ok"], kept["status"], kept["kept_as"]) == (True, "kept", "my-duck")
    assert orbit("workflows", "show", "my-duck", "--json").document["provenance"]["source"] == "induced"
    [hit] = orbit("workflows", "search", "my duck", "-k", "1", "--json").document
    assert hit["id"] == "my-duck"
    assert [each["id"] for each in orbit("workflows", "offers", "--json").document] == ids[1:]
    told = orbit("workflows", "keep", ids[1])
    assert f"as “{ids[1]}”" in told.out


def test_an_offer_is_turned_down(orbit: Any, ids: list[str]) -> None:
    assert "will not be offered again" in orbit("workflows", "dismiss", ids[0]).out
    assert orbit("workflows", "dismiss", ids[1], "--json").document["status"] == "dismissed"
    assert orbit("workflows", "offers", "--json").document == []


@pytest.mark.parametrize("command", ["keep", "dismiss"])
def test_one_that_is_not_there_is_said_with_those_that_are(orbit: Any, ids: list[str], command: str) -> None:
    ended = orbit("workflows", command, "nothing")
    assert ended.status == 1
    assert ids[0] in ended.err + ended.out
    document = orbit("workflows", command, "nothing", "--json").document
    assert (document["ok"], document["code"]) == (False, "not_found")


def test_a_name_that_is_taken_is_refused(orbit: Any, ids: list[str]) -> None:
    ended = orbit("workflows", "keep", ids[0], "--name", "vocal-chain")
    assert ended.status == 2
    assert "--name" in ended.err + ended.out
