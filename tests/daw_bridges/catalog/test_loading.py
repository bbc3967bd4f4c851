"""Files that are not as they should be are refused by file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.catalog import Catalog
from daw_bridges.errors import CatalogError

KINDS = """
compressor:
  words: [comp]
  hosts: {ableton: {Compressor: Compressor2}}
"""
WORDS = "any: {thresh: [threshold]}\n"
THRESHOLD = "{key: threshold, name: Threshold, unit: dB, range: [-.inf, 6.0], default: 0.0, text: 0.0 dB}"


def table(*rows: str) -> str:
    head = "name: Compressor\nclass_name: Compressor2\ntype: audio_effect\nparameters:\n"
    return head + "".join(f"- {row}\n" for row in rows)


def folder(path: Path, *, kinds: str = KINDS, words: str = WORDS, compressor: str = "") -> Path:
    (path / "ableton").mkdir()
    (path / "kinds.yaml").write_text(kinds, encoding="utf-8")
    (path / "words.yaml").write_text(words, encoding="utf-8")
    (path / "ableton" / "compressor.yaml").write_text(compressor or table(THRESHOLD), encoding="utf-8")
    return path


def test_a_folder_of_one_device_is_a_catalogue(tmp_path: Path) -> None:
    found = Catalog(folder(tmp_path)).device("ableton", "comp")
    assert found.parameter("thresh").range == (float("-inf"), 6.0)


def test_a_family_is_as_many_parameters(tmp_path: Path) -> None:
    pair = '{each: [{n: 1, is: true}, {n: 2, is: false}], key: "f_{n}", name: "F{n}", switch: "{is}"}'
    bands = 'each: [low, high]\n  rows:\n  - {key: "{}_on", name: "On ({})", switch: true}'
    found = Catalog(folder(tmp_path, compressor=table(pair, bands))).device("ableton", "comp")
    assert [(each.key, each.name, each.default) for each in found.parameters] == [
        ("f_1", "F1", "on"),
        ("f_2", "F2", "off"),
        ("low_on", "On (low)", "on"),
        ("high_on", "On (high)", "on"),
    ]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("{name: Threshold}", r"parameters\.0\.key \(Threshold\): Field required"),
        ("{key: Big Key, name: A, switch: true}", r"parameters\.0\.key \(A\): .*match pattern"),
        ("{key: a, name: A}", "a number needs a range and a default"),
        ("{key: a, name: A, range: [0.0, 1.0], default: 2.0, text: x}", "default 2 lies outside 0 … 1"),
        ("{key: a, name: A, range: [0.0, 1.0], default: 0.5}", "the text the host displays"),
        ("{key: a, name: A, choices: [x, y], default: z}", "'z' is not one of its choices"),
        ("{key: a, name: A, choices: [on, off], default: on}", r"choices\.0 \(A\): .*valid string"),
        ("{key: a, name: A, choices: [x], default: x, same: {p: q}}", "q: not one of its choices"),
        ("{key: a, name: A, shown: TooLong, switch: true}", r"shown \(A\)"),
        ("{key: a, name: A, switch: true, default: 1.0}", "a switch has no range, default or choices"),
        ("{key: a, name: A, unit: furlong, switch: true}", r"unit \(A\)"),
        ("{key: a, name: A, switch: true, colour: red}", r"colour \(A\): Extra inputs"),
        (
            "{key: a, name: A, switch: true, curve: steep}",
            r"curve\.form \(A\): Input should be",
        ),
        ('{each: [1, 2], key: "a_{}", name: "A {}", switch: "{m}"}', r"a family has no value for \{m\}"),
        ("{key: a, name: A, switch: true, stored: {path: A, law: odd}}", r"stored\.0\.law \(A\): Input"),
        ("{key: a, name: A, switch: true, stored: {path: A, only: live_8}}", "live_8: not one of its gener"),
        ("{each: 3, key: a, name: A, switch: true}", r"each \(A\): Extra inputs"),
        ('{each: [1, 2], key: "a_{}", name: "A {}"}', r"parameters\.0 \(A 1\): .* \(and 1 more\)"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, row: str, complaint: str) -> None:
    broken = Catalog(folder(tmp_path, compressor=table(row)))
    with pytest.raises(CatalogError, match=rf"ableton.compressor\.yaml: .*{complaint}"):
        broken.device("ableton", "compressor")


def test_a_key_used_twice_is_refused(tmp_path: Path) -> None:
    broken = Catalog(folder(tmp_path, compressor=table(THRESHOLD, THRESHOLD)))
    with pytest.raises(CatalogError, match="keys used twice: threshold"):
        broken.device("ableton", "compressor")


def test_advice_on_a_parameter_that_is_there_is_refused(tmp_path: Path) -> None:
    advised = table(THRESHOLD).replace("parameters:", "instead: {threshold: use another}\nparameters:")
    with pytest.raises(CatalogError, match="threshold: there, so that nothing is to be used instead"):
        Catalog(folder(tmp_path, compressor=advised)).device("ableton", "compressor")


def test_generations_are_told_apart_by_their_markers(tmp_path: Path) -> None:
    marked = "generations: {now: {marker: DryWet}, live_8: {marker: Model}}\nparameters:"
    broken = Catalog(folder(tmp_path, compressor=table(THRESHOLD).replace("parameters:", marked)))
    with pytest.raises(CatalogError, match="only one, is without a marker"):
        broken.device("ableton", "compressor")


def test_a_table_for_another_device_is_refused(tmp_path: Path) -> None:
    broken = Catalog(folder(tmp_path, compressor=table(THRESHOLD).replace("Compressor2", "Gate")))
    with pytest.raises(CatalogError, match="class_name Compressor2"):
        broken.device("ableton", "compressor")


def test_broken_yaml_names_the_file_and_line(tmp_path: Path) -> None:
    broken = Catalog(folder(tmp_path, kinds="compressor: [\n  unclosed: }"))
    with pytest.raises(CatalogError, match=r"(?s)kinds\.yaml: is not valid YAML.*line 2"):
        broken.kinds()


def test_a_missing_table_says_what_to_do(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (path / "ableton" / "compressor.yaml").unlink()
    with pytest.raises(CatalogError, match=r"compressor\.yaml: cannot be read .* Install Orbit again"):
        Catalog(path).device("ableton", "compressor")


def test_words_of_the_wrong_form_are_refused(tmp_path: Path) -> None:
    broken = Catalog(folder(tmp_path, words="any: {thresh: threshold}\n"))
    with pytest.raises(CatalogError, match=r"words\.yaml: any\.thresh"):
        broken.device("ableton", "compressor")
