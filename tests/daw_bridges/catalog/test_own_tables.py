"""The tables that come with Orbit: all load, and agree with one another."""

from __future__ import annotations

import pytest

from daw_bridges.catalog import catalog
from daw_bridges.catalog.loading import load
from daw_bridges.catalog.names import neutral_key, plain_words
from daw_bridges.catalog.schema import Kinds, Words

FOLDER = catalog()._folders.all[0]
KINDS = load(FOLDER / "kinds.yaml", Kinds).root
WORDS = load(FOLDER / "words.yaml", Words)
DAWS = ("ableton", "logic")
DEVICES = [(daw, name) for daw in DAWS for name in catalog().devices(daw)]


@pytest.mark.parametrize(("daw", "name"), DEVICES)
def test_every_table_loads_and_its_keys_are_unique(daw: str, name: str) -> None:
    entry = catalog().device(daw, name)
    assert entry.name == name
    keys = [parameter.key for parameter in entry.parameters]
    assert len(set(keys)) == len(keys)
    assert "device_on" not in keys


@pytest.mark.parametrize("daw", DAWS)
def test_every_table_on_disk_belongs_to_a_kind(daw: str) -> None:
    on_disk = {path.stem for path in (FOLDER / daw).glob("*.yaml")}
    assert on_disk == {neutral_key(name) for name in catalog().devices(daw)}


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
    classes = [(daw, each) for daw in DAWS for each in KINDS[kind].hosts.get(daw, {}).values()]
    entries = [catalog().entry_of(daw, class_name) for daw, class_name in classes]
    return {parameter.key for entry in entries if entry for parameter in entry.parameters}
