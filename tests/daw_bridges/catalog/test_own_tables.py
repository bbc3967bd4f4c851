"""The tables that come with Orbit: all load, and agree with one another."""

from __future__ import annotations

import pytest

from daw_bridges.catalog import catalog
from daw_bridges.catalog.loading import load
from daw_bridges.catalog.names import neutral_key, plain_words
from daw_bridges.catalog.schema import Kinds, Words

FOLDER = catalog()._folder
KINDS = load(FOLDER / "kinds.yaml", Kinds).root
WORDS = load(FOLDER / "words.yaml", Words)
DEVICES = catalog().devices("ableton")


@pytest.mark.parametrize("name", DEVICES)
def test_every_table_loads_and_its_keys_are_unique(name: str) -> None:
    entry = catalog().device("ableton", name)
    assert entry.name == name
    keys = [parameter.key for parameter in entry.parameters]
    assert len(set(keys)) == len(keys)
    assert "device_on" not in keys


def test_every_table_on_disk_belongs_to_a_kind() -> None:
    on_disk = {path.stem for path in (FOLDER / "ableton").glob("*.yaml")}
    assert on_disk == {neutral_key(name) for name in DEVICES}


def test_no_phrase_means_two_kinds() -> None:
    meanings: dict[str, set[str]] = {}
    for kind, row in KINDS.items():
        for phrase in (kind, *row.words):
            meanings.setdefault(plain_words(phrase), set()).add(kind)
    assert {phrase: kinds for phrase, kinds in meanings.items() if len(kinds) > 1} == {}


def test_what_is_offered_instead_exists() -> None:
    for row in KINDS.values():
        for daw, instead in row.instead.items():
            assert not row.hosts[daw]
            assert KINDS[instead.kind].hosts[daw]


def test_every_everyday_word_leads_somewhere() -> None:
    keys = {kind: _keys(kind) for kind in KINDS}
    anywhere = set().union(*keys.values())
    for word, meant in WORDS.any.items():
        assert anywhere & set(meant), word
    for kind, words in WORDS.kinds.items():
        for word, meant in words.items():
            assert keys[kind] & set(meant), (kind, word)


def _keys(kind: str) -> set[str]:
    classes = KINDS[kind].hosts.get("ableton", {}).values()
    entries = [catalog().entry_of("ableton", class_name) for class_name in classes]
    return {parameter.key for entry in entries if entry for parameter in entry.parameters}
