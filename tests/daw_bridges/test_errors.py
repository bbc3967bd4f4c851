"""The error tree: codes for programs, sentences for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from daw_bridges import errors
from daw_bridges.errors import (
    AmbiguousError,
    BridgeError,
    IrreversibleError,
    NotFoundError,
    OrbitError,
    OutOfRangeError,
    QuantityError,
    UnreachableError,
    WorkflowFormatError,
)


def _tree(cls: type[Exception]) -> set[type[Exception]]:
    return {cls}.union(*(_tree(each) for each in cls.__subclasses__() if each.__module__ == errors.__name__))


def test_every_error_is_exported_and_drawn_in_the_tree() -> None:
    names = {cls.__name__ for cls in _tree(OrbitError)}
    assert names == set(errors.__all__)
    # Errors of packages above are drawn where they hang, with the package that has them.
    ours = [line for line in (errors.__doc__ or "").splitlines() if "(``orbit." not in line]
    assert set(re.findall(r"\b\w+Error\b", "\n".join(ours))) == names


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OutOfRangeError("too loud"), "out_of_range"),
        (NotFoundError("track", "Kik"), "not_found"),
        (UnreachableError("nobody there"), "unreachable"),
        (OrbitError("anything"), "orbit"),
    ],
)
def test_programs_know_an_error_by_its_code(error: OrbitError, code: str) -> None:
    assert error.code == code


def test_a_quantity_error_is_a_value_error_too() -> None:
    assert issubclass(QuantityError, ValueError)


def test_what_is_not_found_is_told_with_what_there_is() -> None:
    error = NotFoundError("device", "gate", ["compressor"], "Bass")
    assert str(error) == "There is no device called “gate” on Bass. Available: compressor."
    assert str(NotFoundError("track", "Kik")) == "There is no track called “Kik”."


def test_what_is_ambiguous_is_told_with_what_it_may_mean() -> None:
    error = AmbiguousError("track", "Kick", ["#1 Kick", "#2 Kick"])
    assert str(error) == "“Kick” could be more than one track: #1 Kick, #2 Kick. Say which one."


def test_a_bad_file_is_told_with_file_line_and_field() -> None:
    error = WorkflowFormatError("not a number", file="duck.yaml", line=7, field="bpm")
    assert str(error) == "duck.yaml:7: bpm: not a number"
    assert str(WorkflowFormatError("empty", file=str(Path("duck.yaml")))) == "duck.yaml: empty"


def test_errors_carry_what_was_reached() -> None:
    assert BridgeError("lost", [1, 2]).results == (1, 2)
    assert IrreversibleError("gone", [3]).actions == (3,)


def test_of_many_names_the_likest_are_offered() -> None:
    known = [*(f"Track {number}" for number in range(200)), "Bass", "Bass DI"]
    told = str(NotFoundError("track", "Bas", known))
    assert told.startswith("There is no track called “Bas”. Available: Bass, Bass DI, Track ")
    assert told.endswith(" and 199 more.")
