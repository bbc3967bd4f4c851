"""Files in, workflows out: kept once, known again, not brought back against the user's will."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import UsageError
from orbit.learning.offline import Report, learn
from orbit.learning.online.operations import keep_offer, offers
from orbit.learning.online.telling import mention
from orbit.memory import Library
from orbit.memory.records import RunRecord
from orbit.memory.trust.forgetting import forget
from orbit.workflows.load import dump_workflow
from tests.orbit.learning.offline.libraries import KINDS, plain, recurring, write_song
from tests.orbit.learning.offline.libraries import library as songs_in
from tests.orbit.learning.offline.sittings import sitting, sittings, write_lines


def _names(report: Report) -> list[str]:
    return [each.workflow.workflow_name for each in report.workflows if each.is_new]


def _known(report: Report) -> list[str | None]:
    return [each.known for each in report.workflows]


def _everything(library: Library) -> Any:
    """All that is kept, with every version and where it comes from."""
    store = library.store
    versions = [store.workflows.versions(each.id) for each in store.workflows.all()]
    return store.trajectories.all(), versions, store.learned_files.all(), store.workflows.revision()


def _learned(library: Library, *paths: Path, quick: bool = True, mine: bool = True, **options: Any) -> Report:
    return learn(paths, library, quick=quick, mine=mine, **options)


def _kept(library: Library, *paths: Path) -> Report:
    return _learned(library, *paths, quick=False, keep=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "work.jsonl", sittings(8))


def test_what_recurs_is_learned_with_what_it_rests_on(library: Library, file: Path) -> None:
    report = _kept(library, file)
    assert (report.trajectories, report.files, report.files_known, report.troubles) == (8, 1, 0, [])
    [voice, bass] = report.workflows
    assert (voice.support, bass.support) == (6, 6)
    assert {step.fields["device"] for step in voice.workflow.steps if step.action == "insert_device"} == {
        "saturator",
        "reverb",
    }
    kept = library.store.workflows.get(bass.workflow.workflow_name)
    assert kept is not None
    assert kept.origin.source == "induced"
    assert kept.origin.trajectories == tuple(f"sitting-{number}" for number in (0, 1, 3, 4, 5, 7))
    assert dump_workflow(library.definition(kept.id)) == dump_workflow(bass.workflow)
    assert library.search("duck the bass the way I do", 5)


def test_what_is_new_is_offered_and_not_kept(library: Library, file: Path) -> None:
    before = set(library.titles())
    report = _learned(library, file, quick=False)
    names = _names(report)
    assert set(library.titles()) == before
    assert sorted(each.id for each in offers(library)) == sorted(names)
    assert mention(library) is None  # it was just told
    again = _learned(library, file, quick=False)
    assert ([each.waiting for each in again.workflows], _names(again)) == ([True, True], [])
    assert len(offers(library)) == 2
    kept = keep_offer(library, names[0])
    assert library.definition(str(kept.kept_as)).provenance.source == "induced"
    assert library.store.workflows.standing.get(names[0]).trusted


def test_what_was_not_carried_out_is_not_offered(library: Library, file: Path) -> None:
    assert len(_names(_learned(library, file))) == 2
    assert offers(library) == []


def test_what_others_did_is_theirs_until_it_has_proven_itself(library: Library, tmp_path: Path) -> None:
    songs_in(tmp_path / "songs")
    write_lines(tmp_path / "songs" / "work.jsonl", sittings(8))
    report = _learned(library, tmp_path / "songs", quick=False, mine=False)
    assert {each.own for each in report.workflows} == {False}
    assert library.store.trajectories.all() == []
    assert library.store.learned_files.all() == []
    first, *_ = offers(library)
    assert "in other people's work" in first.says
    kept = str(keep_offer(library, first.id).kept_as)
    assert library.definition(kept).provenance.source == "imported"
    assert not library.store.workflows.standing.get(kept).trusted
    mine = _learned(library, tmp_path / "songs", dry_run=True)
    assert {each.own for each in mine.workflows} == {True}


def test_a_file_that_is_named_is_ones_own_wherever_it_is(library: Library, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "work" / "work.jsonl", sittings(8))
    report = _learned(library, tmp_path / "work", file, mine=False)
    assert {each.own for each in report.workflows} == {True}
    assert len(library.store.trajectories.all()) == 8


def test_the_same_again_changes_nothing(library: Library, file: Path, tmp_path: Path) -> None:
    first = _kept(library, file)
    before = _everything(library)
    again = _learned(library, file)
    assert _everything(library) == before
    assert (again.trajectories, again.files_known, _names(again)) == (8, 1, [])
    assert _known(again) == [each.workflow.workflow_name for each in first.workflows]
    copy = shutil.copy(file, tmp_path / "copy.jsonl")  # the same content under another name
    assert (_learned(library, Path(copy)).files_known, _everything(library)) == (1, before)


def test_a_dry_run_says_the_same_and_keeps_nothing(library: Library, file: Path) -> None:
    before = _everything(library)
    dry = _learned(library, file, dry_run=True)
    assert _everything(library) == before
    wet = _learned(library, file)
    assert dry.workflows == wet.workflows


def test_the_order_of_files_and_lines_does_not_matter(library: Library, tmp_path: Path) -> None:
    lines = sittings(8)
    one = write_lines(tmp_path / "a" / "all.jsonl", lines)
    two = [
        write_lines(tmp_path / "b" / f"{name}.jsonl", part)
        for name, part in (("1", lines[:3:-1]), ("2", lines[:4]))
    ]
    whole = _learned(library, one, dry_run=True)
    parts = _learned(library, *two, dry_run=True)
    folder = _learned(library, tmp_path / "b", dry_run=True)
    assert whole.workflows == parts.workflows == folder.workflows != []


def test_what_the_store_has_counts_with_what_is_new(library: Library, tmp_path: Path) -> None:
    few = write_lines(tmp_path / "1.jsonl", sittings(2))
    assert _learned(library, few).workflows == []
    more = _learned(library, write_lines(tmp_path / "2.jsonl", sittings(3, first=4)))
    assert more.trajectories == 3
    assert {each.support for each in more.workflows} == {5, 4}


def test_more_of_the_same_stands_behind_what_is_known(library: Library, file: Path, tmp_path: Path) -> None:
    [_, bass] = _kept(library, file).workflows
    report = _learned(library, write_lines(tmp_path / "more.jsonl", sittings(4, first=8)))
    assert _names(report) == []
    kept = library.store.workflows.versions(bass.workflow.workflow_name)
    assert len(kept) == 1
    assert {"sitting-0", "sitting-8", "sitting-11"} <= set(kept[0].origin.trajectories)


def test_what_orbit_did_itself_teaches_it_nothing(library: Library, tmp_path: Path) -> None:
    echo = write_lines(tmp_path / "echo.jsonl", [sitting(number, origin="agent") for number in range(8)])
    assert _learned(library, echo).workflows == []


def test_what_was_turned_down_or_taken_back_is_no_example(library: Library, file: Path) -> None:
    _learned(library, file, dry_run=False)
    for name in ("sitting-0", "sitting-1", "sitting-2", "sitting-3", "sitting-4"):
        library.store.trajectories.judge(name, "rejected")
    library.store.trajectories.mark_undone("sitting-5")
    assert _learned(library, file).workflows == []
    more = write_lines(file, sittings(9))  # they are read again with what is new
    assert _learned(library, more).workflows == []


def test_a_workflow_that_does_the_same_is_not_learned_again(library: Library, tmp_path: Path) -> None:
    [bass] = [
        each.workflow for each in _learned_copy(library, tmp_path) if "bass" in each.workflow.workflow_name
    ]
    body = dump_workflow(bass) | {"workflow_name": "my-own-duck", "title": "My own duck"}
    library.store.workflows.put(body)
    report = _learned(library, write_lines(tmp_path / "work.jsonl", sittings(8)))
    [known] = [each for each in report.workflows if each.known]
    assert known.known == known.workflow.workflow_name == "my-own-duck"
    [version] = library.store.workflows.versions("my-own-duck")
    assert (version.origin.source, len(version.origin.trajectories)) == ("taught", 6)
    assert version.body["title"] == "My own duck"


def _learned_copy(library: Library, tmp_path: Path) -> Sequence[Any]:
    return _learned(library, write_lines(tmp_path / "copy.jsonl", sittings(8)), dry_run=True).workflows


def test_a_name_that_is_taken_is_not_given_again(library: Library, tmp_path: Path) -> None:
    [voice, *_] = _learned_copy(library, tmp_path)
    other = dump_workflow(library.definition("drum-bus"))
    library.store.workflows.put(other | {"workflow_name": voice.workflow.workflow_name})
    report = _learned(library, write_lines(tmp_path / "work.jsonl", sittings(8)))
    assert len(set(_names(report))) == 2
    assert voice.workflow.workflow_name not in _names(report)


def test_what_was_forgotten_is_not_brought_back(library: Library, file: Path) -> None:
    [voice, bass] = _kept(library, file).workflows
    forget(library, voice.workflow.workflow_name)
    again = _learned(library, file)
    assert [(each.known, each.unwanted) for each in again.workflows] == [
        (None, "forgotten"),
        (bass.workflow.workflow_name, None),
    ]
    assert library.store.workflows.get(voice.workflow.workflow_name) is None


def test_a_run_that_a_workflow_left_does_not_count_for_it(library: Library, file: Path) -> None:
    [voice, _] = _kept(library, file).workflows
    library.record(RunRecord(daw="practice", ok=True, workflow_id=voice.workflow.workflow_name))
    [again, _] = _learned(library, file).workflows
    assert again.support == voice.support


def test_bad_lines_are_told_and_the_good_ones_used(library: Library, tmp_path: Path) -> None:
    lines: list[Any] = ["not json", *sittings(8), '{"daw": "ableton", "actions": [{"t": 0}]}']
    file = write_lines(tmp_path / "mixed.jsonl", lines)
    report = _learned(library, file)
    assert [(each.file, each.line) for each in report.troubles] == [(str(file), 1), (str(file), 10)]
    assert (report.trajectories, len(_names(report))) == (8, 2)
    again = _learned(library, file)  # what is wrong is told until it is right
    assert (again.troubles, again.files_known) == (report.troubles, 0)
    assert len(library.store.trajectories.all()) == 8


def test_nothing_is_learned_from_nothing(library: Library, tmp_path: Path) -> None:
    report = _learned(library, write_lines(tmp_path / "empty.jsonl", []), tmp_path)
    assert (report.workflows, report.trajectories, report.files, report.troubles) == ([], 0, 1, [])
    with pytest.raises(UsageError, match="There is no"):
        _learned(library, tmp_path / "nowhere")


def test_the_chains_that_the_files_of_a_library_have_are_learned(library: Library, tmp_path: Path) -> None:
    songs = songs_in(tmp_path / "songs")
    counted = recurring(songs, least=2)
    assert counted[("Eq8", "Compressor2", "Reverb")] == counted[("Saturator", "Compressor2")] == 6
    report = _learned(library, tmp_path / "songs")
    assert report.trajectories == 6
    inserted = [_inserted(each) for each in report.workflows]
    for chain in counted:
        assert any(_holds(devices, [KINDS[tag] for tag in chain]) for devices in inserted), chain
    [duck] = [each.workflow for each in report.workflows if _inserted(each) == ["saturator", "compressor"]]
    [side_chain] = [step for step in duck.steps if step.action == "set_sidechain"]
    assert "{{" in side_chain.fields["track"]


def test_the_chains_that_real_sets_have_are_learned(library: Library) -> None:
    folder = Path(__file__).resolve().parents[5] / "shared" / "als"
    sets = [path for path in sorted(folder.rglob("*.als")) if path.parent.name != "Backup"]
    counted = recurring(sets, least=2)
    inserted = [_inserted(each) for each in _learned(library, folder).workflows] if sets else []
    for chain in counted:
        if KINDS.keys() >= set(chain):  # of plug-ins the file's names tell nothing
            assert any(_holds(devices, [KINDS[tag] for tag in chain]) for devices in inserted), chain


def _inserted(settled: Any) -> list[str]:
    steps = settled.workflow.steps
    return [step.fields["device"] for step in steps if step.action == "insert_device"]


def _holds(devices: Sequence[str], chain: Sequence[str]) -> bool:
    """Whether a chain is part of what is inserted, one right after the other."""
    return any(list(islice(devices, at, at + len(chain))) == list(chain) for at in range(len(devices)))


def test_a_spoilt_set_is_told_and_the_others_are_learned(library: Library, tmp_path: Path) -> None:
    songs_in(tmp_path / "songs")
    spoilt = tmp_path / "songs" / "Spoilt.als"
    spoilt.write_bytes(b"\x1f\x8b not one")
    report = _learned(library, tmp_path / "songs")
    assert [each.file for each in report.troubles] == [str(spoilt)]
    assert report.workflows != []


def test_a_copy_of_a_set_is_no_second_example(library: Library, tmp_path: Path) -> None:
    [song, *_] = songs_in(tmp_path / "songs", songs=1)
    for number in range(4):
        shutil.copy(song, song.with_name(f"Copy {number}.als"))
    report = _learned(library, tmp_path / "songs")
    assert (report.files, report.files_known, report.trajectories, report.workflows) == (5, 4, 1, [])


def test_versions_of_a_set_are_one_example(library: Library, tmp_path: Path) -> None:
    chain = plain("Eq8", "Gate", "Reverb")
    song = [("Vox", chain), ("Bass", plain("Saturator")), ("Keys", plain("Delay"))]
    folder = tmp_path / "songs" / "Song Project"
    names = ("Song.als", "Song [2026-01-01 120000].als", "Backup/Song [2025-12-31 120000].als")
    for number, name in enumerate(names):
        write_song(folder / name, [*song, (f"Idea {number}", [])])
    write_song(folder / "Another name.als", [*song[1:], ("Pad", plain("Limiter")), ("Vox", chain)])
    assert [
        each for each in _learned(library, tmp_path / "songs").workflows if "gate" in _inserted(each)
    ] == []
    write_song(tmp_path / "songs" / "Other.als", [("Guitar", chain), ("Drums", plain("Limiter", "Delay"))])
    [found] = [each for each in _learned(library, tmp_path / "songs").workflows if "gate" in _inserted(each)]
    assert found.support == 2


def test_several_processes_read_what_one_reads(library: Library, tmp_path: Path) -> None:
    songs_in(tmp_path / "songs")
    (tmp_path / "songs" / "Spoilt.als").write_bytes(b"none")
    write_lines(tmp_path / "songs" / "b.jsonl", sittings(3))
    one = _learned(library, tmp_path / "songs", dry_run=True, jobs=1)
    two = _learned(library, tmp_path / "songs", dry_run=True, jobs=2)
    assert (one.workflows, one.troubles, one.trajectories) == (two.workflows, two.troubles, two.trajectories)


def test_what_is_new_is_carried_out_on_a_simulated_live(library: Library, file: Path) -> None:
    stages: list[tuple[str, int]] = []

    class Told:
        def stage(self, name: str, total: int) -> None:
            stages.append((name, total))

        def advance(self, parts: int = 1) -> None:
            stages.append(("", parts))

    report = learn([file], library, keep=True, progress=Told())
    assert [each.proven for each in report.workflows] == ["host", "host"]
    size = file.stat().st_size
    assert stages[0] == ("Reading", size)
    assert sum(parts for _, parts in stages[1 : stages.index(("looking for what recurs", 8))]) == size
    assert stages[-3:] == [("trying on a simulated Live", 2), ("", 1), ("", 1)]
    learn([file], library, progress=Told())
    assert stages[-1] == ("trying on a simulated Live", 0)  # what is known is not tried again
