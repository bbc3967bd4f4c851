"""Single edits in many voices, terse, chatty, spoken, misspelt: each comes to exactly these actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml

from daw_bridges.actions import action_json, parse_action
from daw_bridges.algebra import apply, apply_all, differences, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.offline.understanding import Edits, Problem, understand

_FOLDER = Path(__file__).parent / "wordings"
Json = dict[str, Any]


def _actions(does: list[Any]) -> list[Json]:
    """The actions of an entry: ``[set_mute, [Kick, Snare], {on: true}]``, or a list of such."""
    steps = does if isinstance(does[0], list) else [does]
    return [action for step in steps for action in _step(*step)]


def _step(action: str, tracks: Any = None, fields: dict[Any, Any] | None = None) -> Iterator[Json]:
    if isinstance(tracks, dict):
        tracks, fields = None, tracks
    # YAML takes a bare ``on`` for true.
    named = {"on" if key is True else key: value for key, value in (fields or {}).items()}
    for track in tracks if isinstance(tracks, list) else [tracks]:
        of_track = {} if track is None else {"track": track}
        yield action_json(parse_action({"action": action, **of_track, **named}))


def _said(file: Path) -> Iterator[Any]:
    for entry in yaml.safe_load(file.read_text(encoding="utf-8")):
        for sentence in entry["said"]:
            yield pytest.param(sentence, _actions(entry["does"]), id=sentence)


_FILES = sorted(_FOLDER.glob("*.yaml"))
_IN_STUDIO = [case for file in _FILES if file.stem.startswith("studio") for case in _said(file)]
_REFUSED = [
    pytest.param(sentence, entry["because"], id=sentence)
    for entry in yaml.safe_load((_FOLDER / "refused" / "practice.yaml").read_text(encoding="utf-8"))
    for sentence in entry["said"]
]
_UNSURE = frozenset(yaml.safe_load((_FOLDER / "refused" / "unsure.yaml").read_text(encoding="utf-8")))
_IN_PRACTICE = [case for file in _FILES if not file.stem.startswith("studio") for case in _said(file)]


def _comes_to(sentence: str, session: Session) -> Any:
    understood = understand(sentence, session)
    return (
        [action_json(action) for action in understood.actions]
        if isinstance(understood, Edits)
        else understood
    )


def _is_as_said(sentence: str, session: Session, actions: list[Json]) -> bool:
    """Whether it comes to these actions, or to others that leave the same; to nothing if unsure."""
    found = _comes_to(sentence, session)
    if not isinstance(found, list):
        return sentence in _UNSURE
    wanted = [parse_action(action) for action in actions]
    left = apply_all(session, resolve_labels(session, [parse_action(action) for action in found]))
    return found == actions or (left != session and not differences(left, apply_all(session, wanted)))


@pytest.mark.parametrize(("sentence", "actions"), _IN_PRACTICE)
def test_on_the_practice_session(practice: Session, sentence: str, actions: list[Json]) -> None:
    assert _is_as_said(sentence, practice, actions), _comes_to(sentence, practice)


@pytest.mark.parametrize(("sentence", "actions"), _IN_STUDIO)
def test_in_a_song_with_devices_and_sections(studio: Session, sentence: str, actions: list[Json]) -> None:
    assert _is_as_said(sentence, studio, actions), _comes_to(sentence, studio)


@pytest.mark.parametrize(("sentence", "because"), _REFUSED)
def test_what_cannot_be_is_no_edit(practice: Session, sentence: str, because: str) -> None:
    understood = understand(sentence, practice)
    if isinstance(understood, Edits):
        # An impossible value reads well enough; the session itself refuses it.
        with pytest.raises(OrbitError, match=because):
            reduce(apply, understood.actions, practice)
    elif because:
        assert isinstance(understood, Problem)
        assert because in understood.message


def test_there_are_voices_enough() -> None:
    assert len(_IN_PRACTICE) + len(_IN_STUDIO) >= 400
    assert len(_REFUSED) >= 100
    assert len(_UNSURE) <= 21


@pytest.mark.parametrize(
    "sentence",
    ["mute the kick and " * 40 + "frobnicate", "," * 3000 + "x", "kick " * 2000, '"' * 2000, "a" * 50_000],
    ids=["joined", "commas", "words", "quotes", "letters"],
)
def test_what_is_endless_is_given_up(practice: Session, sentence: str) -> None:
    assert not isinstance(understand(sentence, practice), Edits)


def test_a_page_of_spaces_is_one_space(practice: Session) -> None:
    assert _comes_to(f"mute{' ' * 50_000}the kick", practice) == _comes_to("mute the kick", practice)
