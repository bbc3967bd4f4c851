"""``orbit memory preferences``, as a shell calls it; said in one process, listed and forgotten in others."""

from __future__ import annotations

from typing import Any


def test_a_preference_is_said_listed_used_and_forgotten(orbit: Any) -> None:
    assert "not told Orbit any preferences yet" in orbit("memory", "preferences").out
    said = orbit("do", "from now on use a ratio of 2 to 1 when you sidechain", "--json").document
    assert (said["ok"], said["plan"]) == (True, [])
    [known] = orbit("memory", "preferences", "list", "--json").document
    assert (known["id"], known["value"], known["source"]) == ("slot:sidechain-compression:ratio", "2", "said")
    assert known["words"] == "from now on use a ratio of 2 to 1 when you sidechain"
    assert "ratio 2 for sidechain" in orbit("memory", "preferences").out
    ducked = orbit("do", "make the bass duck under the kick", "--json").document
    assert ducked["slots"]["ratio"] == "2"
    gone = orbit("memory", "preferences", "forget", "sidechain", "--json").document
    assert [each["id"] for each in gone["forgotten"]] == [known["id"]]
    again = orbit("memory", "preferences", "forget", "sidechain")
    assert again.status == 1
    assert orbit("memory", "preferences", "--json").document == []


def test_markup_and_escapes_in_a_preference_are_shown_as_they_are(orbit: Any) -> None:
    orbit("do", "by [red]squash I mean the compressor")
    shown = orbit("memory", "preferences").out
    assert "[red]squash" in shown
    assert "\x1b" not in shown
