"""Names: keys from host names, words for comparing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.catalog import neutral_key, unique_keys
from daw_bridges.catalog.names import plain_words


@pytest.mark.parametrize(
    ("host_name", "key"),
    [
        ("Threshold", "threshold"),
        ("S/C Gain", "sidechain_gain"),
        ("Dry/Wet", "dry_wet"),
        ("1 Frequency A", "1_frequency_a"),
        ("LookAhead", "look_ahead"),
        ("EQ High Gain", "eq_high_gain"),
        ("Dly < Mod", "dly_by_mod"),
        ("Vel > Vol", "vel_to_vol"),
        ("Größe", "große"),
        ("—", "parameter"),
        ("", "parameter"),
    ],
)
def test_neutral_key(host_name: str, key: str) -> None:
    assert neutral_key(host_name) == key.replace("ß", "_")


@given(st.text())
def test_every_name_gives_a_key(name: str) -> None:
    key = neutral_key(name)
    assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", key)
    assert neutral_key(key) == key


@given(st.lists(st.sampled_from(["Width", "width", "Width 2", "Gain", ""])))
def test_keys_never_repeat(names: list[str]) -> None:
    keys = unique_keys(names)
    assert len(keys) == len(set(keys)) == len(names)


@pytest.mark.parametrize(
    ("text", "plain"), [("De-Esser", "de esser"), (" EQ_Eight!", "eq eight"), ("Écho", "echo")]
)
def test_plain_words(text: str, plain: str) -> None:
    assert plain_words(text) == plain
