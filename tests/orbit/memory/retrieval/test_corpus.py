"""The documents by the words they hold: packed, unpacked, changed piece by piece, and searched."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.memory.retrieval import Document, Retriever
from orbit.memory.retrieval.corpus import Asked, Corpus
from orbit.memory.retrieval.packing import hashed, pack, unpack
from orbit.memory.words.language import read
from tests.laws import tries

_WORDS = ("kick", "snare", "reverb", "echo", "limiter", "chord", "glue", "arp", "vinyl", "riser")
_lines = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).map(" ".join)
_documents = st.builds(
    lambda title, phrases: Document("", title, ". ".join([title, *phrases]), (title, *phrases)),
    _lines,
    st.lists(_lines, max_size=3),
)


def packed(documents: Mapping[str, Document]) -> dict[str, bytes]:
    return {name: pack(document) for name, document in documents.items()}


def found(corpus: Corpus, text: str) -> list[tuple[str, float]]:
    hits = Retriever.of(corpus).search(text, 50)
    return [(hit.id, hit.score) for hit in hits]


@given(st.lists(_documents, max_size=6))
def test_what_is_packed_is_what_is_unpacked(documents: list[Document]) -> None:
    texts = unpack([pack(document) for document in documents])
    for at, document in enumerate(documents):
        mine = texts.owners == at
        said = {hashed(term) for term in (*read(document.text).terms, *read(document.title).terms)}
        assert set(texts.terms[mine].tolist()) == said
        assert texts.title(at) == document.title
        assert set(texts.words(at).split()) == set(document.text.replace(".", "").split())
        phrases = range(texts.first_phrase[at], texts.first_phrase[at + 1])
        spans = [slice(*texts.phrase_starts[phrase : phrase + 2].tolist()) for phrase in phrases]
        assert [set(texts.phrases[span].tolist()) for span in spans] == [
            {hashed(term) for term in read(phrase).terms} for phrase in document.phrases
        ]


def test_titles_of_any_letters_come_back() -> None:
    documents = [Document("", title, title, (title,)) for title in ("Grüße", "日本語のリバーブ", "🥁", "a")]
    texts = unpack([pack(document) for document in documents])
    assert [texts.title(at) for at in range(4)] == [document.title for document in documents]


_changes = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.none() | _documents), max_size=25
)  # an id, and what it becomes; None: it goes


@pytest.mark.laws
@given(st.dictionaries(st.sampled_from("abcdefgh"), _documents), st.lists(_changes, max_size=4), _lines)
@settings(max_examples=tries(60, 1000))
def test_a_corpus_that_was_changed_finds_what_a_new_one_finds(
    first: dict[str, Document], changes: list[list[tuple[str, Document | None]]], text: str
) -> None:
    now, corpus = dict(first), Corpus(packed(first))
    for batch in changes:
        last = dict(batch)
        changed = {name: document for name, document in last.items() if document is not None}
        gone = [name for name, document in last.items() if document is None]
        corpus.change(packed(changed), gone)
        now = {name: document for name, document in (now | changed).items() if name not in gone}
    fresh = Corpus(packed(now))
    assert len(corpus) == len(fresh) == len(now)
    assert corpus.titles() == {name: now[name].title for name in sorted(now)}
    assert found(corpus, text) == found(fresh, text)


def test_many_changes_are_taken_into_the_large_segment() -> None:
    corpus = Corpus({})
    for at in range(200):
        document = Document(f"w{at}", f"{_WORDS[at % 10]} {at % 7} thing", "reverb", ("reverb",))
        corpus.change({f"w{at}": pack(document)})
    assert len(corpus.segments[0].ids) > len(corpus.segments[1].ids)
    assert sum(len(segment.ids) for segment in corpus.segments) == 200
    assert corpus.holding("reverb") == 200
    corpus.change({}, [f"w{at}" for at in range(0, 200, 2)])
    assert corpus.holding("reverb") == 100
    assert {name for name, _ in found(corpus, "reverb")} <= {f"w{at}" for at in range(1, 200, 2)}


def test_the_one_that_is_meant_is_found_among_thousands() -> None:
    documents = {
        f"w{at:04}": Document("", f"{_WORDS[at % 10]} number", f"{_WORDS[at % 10]} number", ("number",))
        for at in range(3000)
    }
    documents["meant"] = Document("", "Gated reverb", "gated reverb on the snare", ("gated reverb",))
    assert found(Corpus(packed(documents)), "the snare with a gated reverb")[0][0] == "meant"


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    product = sum(weight * other.get(term, 0.0) for term, weight in one.items())
    return product / sqrt(sum(w * w for w in one.values())) / sqrt(sum(w * w for w in other.values()))


def test_the_evidence_is_the_textbooks() -> None:
    texts = {
        "one": ("kick kick snare", "kick echo"),
        "two": ("snare limiter", "snare"),
        "three": ("limiter",),
    }
    documents = {
        name: Document(name, "x", " ".join(phrases), tuple(phrases)) for name, phrases in texts.items()
    }
    corpus = Corpus(packed(documents))
    terms = {name: read(document.text).terms for name, document in documents.items()}
    held = {term: sum(term in each for each in terms.values()) for each in terms.values() for term in each}
    idf = {term: log(4 / (1 + count)) + 1 for term, count in held.items()}
    asked = {"kick": 1.0, "snare": 0.5}
    query = {term: weight * idf[term] for term, weight in asked.items()}
    look = corpus.look([Asked(frozenset([term]), weight) for term, weight in asked.items()], asked)
    close = look.closely(["one", "two", "nobody"])
    assert sorted(close.ids) == ["one", "two"]
    one = close.ids.index("one")
    counts = {term: terms["one"].count(term) for term in terms["one"]}
    weights = {term: (1 + log(count)) * idf[term] for term, count in counts.items()}
    # The title is said three times more; its one word is in no document's text.
    weights["x"] = (1 + log(3)) * (log(4 / 4) + 1)
    assert close.evidence["words"][one] == pytest.approx(_cosine(query, weights))
    phrases = [{term: idf[term] for term in read(phrase).terms} for phrase in texts["one"]]
    assert close.evidence["phrases"][one] == pytest.approx(max(_cosine(query, each) for each in phrases))
    covered = close.evidence["coverage"]
    worth = {term: weight * idf[term] for term, weight in asked.items()}
    assert covered[one] == pytest.approx(1.0)
    assert covered[1 - one] == pytest.approx(worth["snare"] / sum(worth.values()))
    assert look.worth == pytest.approx(sum(worth.values()) / (log(4) + 1))


def test_candidates_level_at_the_edge_are_the_same_each_time() -> None:
    corpus = Corpus({f"w{at:03}": pack(Document("", "reverb", "reverb", ("reverb",))) for at in range(300)})
    look = corpus.look([Asked(frozenset(["reverb"]), 1.0)], {"reverb": 1.0})
    assert sorted(look.best(200)) == [f"w{at:03}" for at in range(200)]
    assert np.isfinite(look.worth)
