"""The corpora: the same everywhere, as noisy as they say, and made of edits that a session can take."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, groupby
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply
from daw_bridges.catalog import catalog
from daw_bridges.session import Device, Session, Track, TrackKind
from orbit.learning.evaluation.corpora import CORPORA, LEVELS, Corpus, Noise, planted_corpus, realistic_corpus
from orbit.learning.evaluation.corpora.vocabulary import KINDS, LINKS
from orbit.learning.evaluation.likeness import aligned, alike
from orbit.memory.trajectory import Trajectory


def digest(script: str, hash_seed: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_a_corpus_is_the_same_whatever_the_hash_seed() -> None:
    script = (
        "from hashlib import sha256\n"
        "from orbit.learning.evaluation.corpora import LEVELS, planted_corpus\n"
        "print(sha256(planted_corpus(7, LEVELS['heavy'], 20).text().encode()).hexdigest())\n"
    )
    assert digest(script, "1") == digest(script, "2")


def test_a_longer_corpus_begins_with_the_shorter_and_other_parts_are_other_sessions() -> None:
    short, long = (planted_corpus(3, LEVELS["moderate"], count) for count in (5, 9))
    assert long.sessions[:5] == short.sessions
    held_out = planted_corpus(3, LEVELS["moderate"], 5, part="held-out")
    assert held_out.planted == short.planted
    assert all(edits not in short.sessions for edits in held_out.sessions)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", CORPORA)
def test_every_line_is_a_trajectory_of_the_contract(name: str, level: str) -> None:
    corpus = CORPORA[name](11, LEVELS[level], 20)
    for line, edits in zip(corpus.lines(), corpus.sessions, strict=True):
        trajectory = Trajectory.model_validate(json.loads(line))
        assert len(trajectory.actions) == len(edits)
        times = [action.t for action in trajectory.actions]
        assert times == sorted(times)


@pytest.mark.parametrize("seed", [1, 2, 101])
def test_planted_workflows_are_told_apart_and_a_third_is_over_two_tracks(seed: int) -> None:
    planted = planted_corpus(seed, LEVELS["clean"], 0).planted
    assert [len(workflow.parts) for workflow in planted].count(2) == 4
    assert all(3 <= len(workflow.steps) <= 8 for workflow in planted)
    assert max(alike(one.does, other.does) for one, other in combinations(planted, 2)) < 0.5
    for workflow in planted:
        linking = [step for step in workflow.steps if step.other is not None]
        assert len(linking) == len(workflow.parts) - 1
        assert {step.part for step in workflow.steps} == set(range(len(workflow.parts)))


def test_real_chains_begin_alike_and_are_told_apart_all_the_same() -> None:
    planted = realistic_corpus(1, LEVELS["clean"], 0).planted
    likest = [max(alike(one.does, other.does) for other in planted if other is not one) for one in planted]
    assert max(likest) < 0.8
    assert sum(one >= 0.5 for one in likest) >= 4


def test_a_chore_is_done_on_several_tracks_in_a_row() -> None:
    corpus = realistic_corpus(2, LEVELS["clean"], 60)
    number = next(n for n, workflow in enumerate(corpus.planted) if workflow.in_a_row > 1)
    rows = [
        len(list(row)) // len(corpus.planted[number].steps)
        for edits in corpus.sessions
        for workflow, row in groupby(e.workflow for e in edits if e.action.get("value") is None)
        if workflow == number
    ]
    assert max(rows) >= 3


def test_there_are_about_sixty_kinds_of_edit_and_each_is_one_of_a_kind() -> None:
    does = [kind.does for kind in (*KINDS, *LINKS)]
    assert len(set(does)) == len(does) == 63


def acts_of(corpus: Corpus) -> Iterator[list[dict[str, Any]]]:
    """What stood, session by session: an undo takes the edit before it with it."""
    for edits in corpus.sessions:
        acts: list[dict[str, Any]] = []
        for edit in edits:
            if edit.action["action"] == "undo":
                acts.pop()
            else:
                acts.append(edit.action)
        yield acts


def session_before(acts: list[dict[str, Any]]) -> Session:
    """What has to be there before: every track that is named and not made, every device that is only set."""
    tracks: dict[str, list[Device]] = {}
    born: dict[str, str] = {}
    inserted: set[tuple[str, str]] = set()
    returns: set[str] = set()
    for act in acts:
        if act["action"] in {"play", "stop"}:
            continue
        if act["action"] == "create_track":
            born[act["name"]] = ""
            continue
        for name in (str(act[field]) for field in ("track", "to", "source") if field in act):
            tracks.setdefault(born.get(name, name), [])
        track = born.get(act["track"], str(act["track"]))
        if act["action"] == "set_send":
            returns.add(born.get(act["to"], str(act["to"])))
        elif act["action"] == "rename_track":
            born[act["name"]] = track
        elif act["action"] == "insert_device":
            inserted.add((track, act["device"]))
        elif "device" in act and (track, act["device"].partition("#")[0]) not in inserted:
            inserted.add((track, act["device"]))
            tracks[track].append(catalog().new_device("ableton", act["device"]))
    made = [
        Track(
            name=name, kind=TrackKind.RETURN if name in returns else TrackKind.AUDIO, devices=tuple(devices)
        )
        for name, devices in tracks.items()
        if name not in {"", "Master"}
    ]
    made.sort(key=lambda track: track.kind is TrackKind.RETURN)
    sends = {track.name: float("-inf") for track in made if track.kind is TrackKind.RETURN}
    made = [track if track.name in sends else track.model_copy(update={"sends": sends}) for track in made]
    on_master = tuple(tracks.get("Master", ()))
    master = Track(name="Master", kind=TrackKind.MASTER, devices=on_master)
    return Session(daw="ableton", name="Song", tracks=(*made, master))


@pytest.mark.parametrize("seed", [1, 101])
@pytest.mark.parametrize("name", CORPORA)
def test_every_session_can_be_carried_out(name: str, seed: int) -> None:
    corpus = CORPORA[name](seed, LEVELS["heavy"], 15)
    for acts in acts_of(corpus):
        session = session_before(acts)
        for act in acts:
            session = apply(session, parse_action(act))


def test_noise_is_what_it_says() -> None:
    noise = LEVELS["heavy"]
    corpus = planted_corpus(5, Noise(inserted=noise.inserted, dropped=noise.dropped, drags=0.0), 400)
    counted = Counter(edit.workflow is not None for edits in corpus.sessions for edit in edits)
    planned = counted[True] / (1 - noise.dropped)
    assert counted[False] / counted[True] == pytest.approx(noise.inserted, rel=0.1)
    assert 15 <= planned / 400 <= 20


def test_the_first_workflow_is_done_most() -> None:
    corpus = planted_corpus(5, LEVELS["clean"], 400)
    steps = Counter(edit.workflow for edits in corpus.sessions for edit in edits)
    done = {number: steps[number] / len(workflow.steps) for number, workflow in enumerate(corpus.planted)}
    assert done[0] > done[2] > done[8]


def test_likeness_is_dice_of_the_longest_common_order() -> None:
    assert alike("abcd", "abcd") == 1.0
    assert alike("abcd", "xbyd") == 0.5
    assert alike("", "") == 1.0
    assert alike("ab", "") == 0.0
    assert aligned("abcd", "xbyd") == [(1, 1), (3, 3)]
