"""The library as the rest of Orbit uses it: found again, kept in step, forgotten for good, never blocked."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from daw_bridges.errors import MemoryStoreError, NotFoundError
from orbit.memory import Abstain, Ask, Library, Match, RunRecord, Store
from orbit.memory.index import Index
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Workflow
from tests.orbit.memory.conftest import Counting, make_workflow, opened, write_file


def index_of(library: Library) -> Index:
    assert library._meaning is not None
    assert library._meaning._index is not None
    return library._meaning._index


def hold(library: Library) -> None:
    library.hold()
    assert library._meaning is not None
    assert library._meaning._opening is not None
    library._meaning._opening.join()
    assert index_of(library).is_open


def test_a_workflow_comes_back_whole_with_how_it_went(library: Library, workflows: list[Workflow]) -> None:
    library.record(RunRecord(workflow_id="duck", daw="practice", ok=True, inverse=[]))
    library.record(RunRecord(workflow_id="duck", daw="practice", ok=False, reason="no kick", failed_step=1))
    found = library.workflow("duck")
    assert (found.provenance.runs, found.provenance.verified) == (2, 1)
    original = next(workflow for workflow in workflows if workflow.workflow_name == "duck")
    assert found.model_copy(update={"provenance": original.provenance}) == original
    assert [workflow.workflow_name for workflow in library.all()] == ["duck", "louder", "repeat", "space"]
    assert library.outcomes("duck").last_reason == "no kick"
    assert library.outcomes("space").runs == 0


def test_a_request_in_other_words_finds_its_workflow(library: Library) -> None:
    assert [hit.id for hit in library.search("pump the bass with the kick", 1)] == ["duck"]
    decision = library.decide("put a big hall reverb on the guitar")
    assert isinstance(decision, Match)
    assert decision.hit.id == "space"
    assert decision.hit.title == "Reverb send"


@pytest.mark.parametrize("text", ["order a pizza", "what is the capital of France", "", "   ", "???", "17"])
def test_what_is_not_in_the_library_is_not_found_in_it(library: Library, text: str) -> None:
    assert isinstance(library.decide(text), Abstain)


def test_two_that_fit_alike_are_asked_about(library: Library) -> None:
    twin = make_workflow("space-too", "Reverb send", "Give a track space with a reverb on a return")
    library.add(twin)
    decision = library.decide("give the track space with a reverb on a return")
    assert isinstance(decision, Ask)
    assert {hit.id for hit in decision.hits} == {"space", "space-too"}


def test_history_breaks_a_tie_and_no_more(library: Library) -> None:
    library.add(make_workflow("space-too", "Reverb send", "Give a track space with a reverb on a return"))
    request = "give the track space with a reverb on a return"
    assert library.search(request)[0].id == "space"
    for _ in range(5):
        library.record(RunRecord(workflow_id="space", daw="practice", ok=False))
        library.record(RunRecord(workflow_id="duck", daw="practice", ok=True))
    assert [hit.id for hit in library.search(request)[:2]] == ["space-too", "space"]


def test_what_cannot_work_here_is_passed_over(library: Library) -> None:
    request = "pump the bass with the kick"
    hits = library.search(request, 4, gate=lambda workflow_id: workflow_id != "duck")
    assert [hit.id for hit in hits if hit.id == "duck"] == []
    assert len(hits) == 3
    assert isinstance(library.decide(request, gate=lambda _: False), Abstain)


def test_a_track_nobody_heard_of_does_not_count_against_a_match(library: Library) -> None:
    request = "make the Wobblotron duck under the Thumper"
    plain, named = library.search(request, 1), library.search(request, 1, names=["Wobblotron", "Thumper"])
    assert (plain[0].id, named[0].id) == ("duck", "duck")
    assert named[0].score > plain[0].score


def test_only_what_is_new_or_changed_is_embedded(
    tmp_path: Path, library: Library, embedder: Counting
) -> None:
    library.search("x", 1)
    library.decide("x")
    assert embedder.texts == 4 + 1
    library.close()
    again = opened(tmp_path, embedder)
    again.search("x", 1)
    assert embedder.texts == 5 + 1
    again.add(make_workflow("fifth", "Gate the toms", "Cut the noise between the hits"))
    again.search("x", 1)
    assert embedder.texts == 6 + 1
    again.close()


@pytest.mark.local_files
def test_the_index_is_written_at_the_end_and_then_left_alone(
    tmp_path: Path, library: Library, embedder: Counting
) -> None:
    library.search("x")
    assert not index_of(library).is_open
    library.close()
    assert list((tmp_path / "index").glob("chroma-*"))
    stamp = (tmp_path / "index" / "current.json").stat().st_mtime_ns
    again = opened(tmp_path, embedder)
    again.search("x")
    again.close()
    assert (tmp_path / "index" / "current.json").stat().st_mtime_ns == stamp


def test_a_long_lived_process_is_answered_by_chroma_alike(library: Library) -> None:
    requests = ["pump the bass", "copy the clip to bar 9", "more space on the vox", "loud please", "a pizza"]
    exact = [library.search(request, 4) for request in requests]
    hold(library)
    assert index_of(library).is_open
    for request, hits in zip(requests, exact, strict=True):
        found = library.search(request, 4)
        assert [hit.id for hit in found] == [hit.id for hit in hits]
        np.testing.assert_allclose([hit.score for hit in found], [hit.score for hit in hits], atol=1e-3)


def test_an_index_that_fails_while_held_does_not_stop_the_search(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    hold(library)
    index = index_of(library)
    index.place.drop(index.name)
    with caplog.at_level(logging.WARNING, "orbit.memory"):
        assert library.search("pump the bass with the kick")[0].id == "duck"
    assert "searching without the index" in caplog.text


def test_what_another_process_adds_and_forgets_is_seen(
    tmp_path: Path, library: Library, embedder: Counting
) -> None:
    hold(library)
    other = opened(tmp_path, embedder)
    other.add(make_workflow("gate", "Noise gate", "Cut the noise between the hits of the toms"))
    other.forget("duck")
    other.close()
    assert library.search("gate the toms", 1)[0].id == "gate"
    assert "duck" not in {hit.id for hit in library.search("duck the bass", 9)}
    assert index_of(library).ids() == {"gate", "louder", "repeat", "space"}


def test_changing_the_library_while_the_index_opens_loses_nothing(library: Library) -> None:
    library.hold()
    library.forget("duck")
    library.add(make_workflow("gate", "Noise gate", "Cut the noise between the hits of the toms"))
    assert library.search("gate the toms", 1)[0].id == "gate"
    library._meaning._opening.join()  # pyright: ignore[reportOptionalMemberAccess]
    assert library.search("gate the toms", 1)[0].id == "gate"
    assert index_of(library).ids() == {"gate", "louder", "repeat", "space"}


def test_forgotten_means_gone_from_store_and_index(
    tmp_path: Path, library: Library, embedder: Counting
) -> None:
    library.search("x")
    library.forget("duck")
    with pytest.raises(NotFoundError, match="repeat"):
        library.workflow("duck")
    with pytest.raises(NotFoundError):
        library.forget("duck")
    assert index_of(library).ids() == {"louder", "repeat", "space"}
    for file in (tmp_path / "index").rglob("*"):
        assert file.is_dir() or b'"duck"' not in file.read_bytes()


def test_rebuild_drops_everything_and_gives_the_same(library: Library, embedder: Counting) -> None:
    before = library.search("pump the bass", 4)
    embedder.texts = 0
    assert library.rebuild() == 4
    assert embedder.texts == 4
    assert library.search("pump the bass", 4) == before
    assert index_of(library).ids() == set(library.titles())


@pytest.mark.local_files
def test_rebuild_while_another_holds_the_index_says_so(
    tmp_path: Path, library: Library, embedder: Counting
) -> None:
    library.rebuild()
    other = opened(tmp_path, embedder)
    with pytest.raises(MemoryStoreError, match="Close it, then rebuild"):
        other.rebuild()
    assert other.search("pump the bass", 1)[0].id == "duck"
    other.close()


def test_an_embedder_out_of_order_leaves_the_words(
    library: Library, embedder: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    embedder.broken = True
    with caplog.at_level(logging.WARNING, "orbit.memory"):
        decision = library.decide("duck the bass under the kick")
    assert isinstance(decision, Match)
    assert decision.hit.id == "duck"
    assert "by words alone: out of order" in caplog.text
    library.close()


@pytest.mark.local_files
def test_an_index_that_cannot_be_written_at_the_end_is_a_warning(
    tmp_path: Path, library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "index").write_text("in the way")
    assert library.search("pump the bass with the kick", 1)[0].id == "duck"
    with caplog.at_level(logging.WARNING, "orbit.memory"):
        library.close()
    assert "left behind the library" in caplog.text
    (tmp_path / "index").unlink()


def test_a_book_is_no_request(library: Library) -> None:
    assert isinstance(library.decide("lorem ipsum dolor sit amet " * 100_000), Abstain)
    assert isinstance(library.decide("duck the bass under the kick " + "\u0000\U0001f986" * 50), Match | Ask)


_OPEN = """
import sys
from pathlib import Path
from orbit.memory import Library
print(len(Library.open(Path(sys.argv[1]), seeds=Path(sys.argv[2]), embedder="words").titles()))
"""


def test_two_first_starts_at_once_make_one_library(tmp_path: Path) -> None:
    folder = tmp_path / "seeds"
    for name in ("one", "two", "three"):
        write_file(folder, name, f"task {name}")
    command = [sys.executable, "-c", _OPEN, str(tmp_path / "data"), str(folder)]
    starts = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [start.communicate()[0] for start in starts] == ["3\n"] * 3
    library = Library.open(tmp_path / "data", seeds=folder, embedder="words")
    assert {name: len(library.store.workflows.versions(name)) for name in library.titles()} == {
        "one": 1,
        "two": 1,
        "three": 1,
    }
    library.close()


def test_warming_up_and_asking_at_once_is_safe(library: Library, embedder: Counting) -> None:
    library.warm()
    assert library.search("pump the bass with the kick", 1)[0].id == "duck"


def test_words_alone_need_no_embedder(tmp_path: Path, workflows: list[Workflow]) -> None:
    library = Library(Store(tmp_path / "memory.db"))
    library.sync(workflows)
    assert library.search("pump the bass with the kick", 1)[0].id == "duck"
    assert isinstance(library.decide("order a pizza"), Abstain)
    assert library.rebuild() == 4
    library.warm()
    library.hold()
    library.close()


def test_a_definition_is_read_anew_when_another_process_saved_it(library: Library) -> None:
    before = library.definition("duck")
    assert library.definition("duck") is before
    library.store.workflows.put(dump_workflow(before.model_copy(update={"title": "Pumping"})))
    assert library.definition("duck").title == "Pumping"
    library.forget("duck")
    with pytest.raises(NotFoundError, match="duck"):
        library.definition("duck")


def test_finding_is_searching_and_deciding_in_one(library: Library) -> None:
    for text in ("pump the bass with the kick", "order a pizza", "reverb"):
        assert library.find(text, 2) == (library.decide(text), library.search(text, 2))
