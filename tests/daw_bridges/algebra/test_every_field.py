"""No field of a session is passed over: each is changed in turn, found by looking at the models."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, create_model

from daw_bridges.actions import SetMute
from daw_bridges.algebra import application, diff, differences, equivalent, invert
from daw_bridges.algebra.equivalence import NOT_COMPARED
from daw_bridges.errors import IrreversibleError
from daw_bridges.quantities import Unit
from daw_bridges.session import (
    ArrangementClip,
    Chain,
    Clip,
    Device,
    Envelope,
    Locator,
    Model,
    Note,
    Parameter,
    Session,
    Track,
    TrackKind,
)

KNOB = Parameter(
    name="Threshold", value=-18.0, unit=Unit.DB, text="-18.0 dB", range=(-60.0, 6.0), choices=("a", "b")
)
GATE = Device(name="Gate", kind="gate", sidechain="Kick", parameters={"threshold": KNOB}, label="chop")
CURVE = Envelope(device="gate", parameter="threshold", points=((0.0, -18.0), (4.0, 0.0)))
HEARD: dict[str, Any] = {"name": "Line", "length_beats": 4.0, "sample": "a.wav"}
NOTES = (Note(36, 0.0, 1.0, 100.0), Note(38, 1.0, 0.5, 90.0))
FULL = Session(
    daw="ableton",
    name="Song",
    locators=(Locator(bar=9.0, name="Drop"),),
    scenes=("Intro", "Verse"),
    tracks=(
        Track(
            name="Bass",
            kind=TrackKind.MIDI,
            color="#ff3636",
            group="Band",
            input="All Ins",
            output="Master",
            sends={"A-Reverb": -12.0},
            playing_slot=1,
            devices=(
                GATE,
                Device(name="Rack", kind="audio_effect_rack", chains=(Chain(name="Wet", devices=(GATE,)),)),
            ),
            clips=(Clip(slot=1, **HEARD, note_list=NOTES, envelopes=(CURVE,)),),
            arrangement_clips=(ArrangementClip(start_bar=5.0, **HEARD, note_list=NOTES),),
            automation=(CURVE,),
        ),
        Track(name="Master", kind=TrackKind.MASTER),
    ),
)
"""A session in which every model stands, and nothing in it is empty."""


class Place(NamedTuple):
    """A model or note inside the session, and how the session is with another one in its place."""

    model: Any
    put: Callable[[Any], Session]


def places(model: Any = FULL, put: Callable[[Any], Any] = lambda whole: whole) -> Iterator[Place]:
    """Every model and every note in the session, and the session itself."""
    yield Place(model, put)
    for field in fields_of(model):
        there = getattr(model, field)
        if isinstance(there, BaseModel):
            yield from places(there, lambda new, field=field: put(changed(model, field, new)))
        elif isinstance(there, dict):
            for key, each in there.items():
                if isinstance(each, BaseModel):
                    yield from places(
                        each,
                        lambda new, field=field, there=there, key=key: put(
                            changed(model, field, {**there, key: new})
                        ),
                    )
        elif isinstance(there, tuple) and not isinstance(model, Note):
            for index, each in enumerate(there):
                if isinstance(each, BaseModel | Note):
                    yield from places(
                        each,
                        lambda new, field=field, there=there, index=index: put(
                            changed(model, field, (*there[:index], new, *there[index + 1 :]))
                        ),
                    )


def fields_of(model: Any) -> tuple[str, ...]:
    return model._fields if isinstance(model, Note) else tuple(type(model).model_fields)


def changed(model: Any, field: str, value: Any) -> Any:
    return (
        model._replace(**{field: value})
        if isinstance(model, Note)
        else model.model_copy(update={field: value})
    )


def another(value: Any) -> Any:
    """A value of the same sort that is another one by any measure."""
    match value:
        case bool():
            return not value
        case Enum():
            return next(each for each in type(value) if each not in (value, Unit.NONE))
        case int() | float():
            return 7 if not math.isfinite(value) else value + 3
        case str() if value.startswith("#"):
            return "#3dc300"
        case str():
            return f"{value}, another"
        case tuple() if value and isinstance(value[0], int | float):
            return (another(value[0]), *value[1:])
        case tuple() | dict():
            assert value, "the session of this test has something in every place"
            return type(value)(list(value)[:-1]) if isinstance(value, tuple) else {}
        case BaseModel():
            first = next(iter(type(value).model_fields))
            return changed(value, first, another(getattr(value, first)))
        case _:
            raise AssertionError(f"nothing known that is not {value!r}")


EMPTY = (None, (), {}, "")
CHANGES = [
    (place, field)
    for place in places()
    for field in fields_of(place.model)
    if getattr(place.model, field) not in EMPTY
]


def models(of: type[Model] = Model) -> Iterator[type[Model]]:
    for model in of.__subclasses__():
        yield from models(model)
        if model.__module__ == Model.__module__ and not model.__name__.startswith("_"):
            yield model


def actions_or_reason(before: Session, after: Session) -> object:
    try:
        return diff(before, after)
    except IrreversibleError as error:
        return str(error)


@pytest.mark.parametrize(
    ("place", "field"), CHANGES, ids=[f"{type(place.model).__name__}.{field}" for place, field in CHANGES]
)
def test_a_field_that_changes_is_seen_or_is_named_as_one_that_does_not_count(
    place: Place, field: str
) -> None:
    other = place.put(changed(place.model, field, another(getattr(place.model, field))))
    assert other != FULL
    counts = f"{type(place.model).__name__}.{field}" not in NOT_COMPARED
    assert equivalent(other, FULL) is not counts
    assert equivalent(FULL, other) is not counts
    assert bool(differences(other, FULL)) is counts
    assert bool(actions_or_reason(FULL, other)) is counts


def test_every_field_of_every_model_was_changed() -> None:
    tried = {(type(place.model), field) for place, field in CHANGES}
    assert tried >= {(model, field) for model in models() for field in model.model_fields}
    assert tried >= {(Note, field) for field in Note._fields}


def test_what_does_not_count_are_fields_there_are() -> None:
    there = {f"{model.__name__}.{field}" for model in models() for field in model.model_fields}
    assert there >= NOT_COMPARED.keys()
    assert all(NOT_COMPARED.values())


@pytest.mark.parametrize(
    "place",
    [place for place in places() if isinstance(place.model, Model)],
    ids=lambda place: type(place.model).__name__,
)
def test_a_field_that_nobody_has_thought_of_yet_is_seen(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(place.model)
    newer = create_model(kind.__name__, __base__=kind, __module__=__name__, mood=(str, "calm"))
    old, new = (place.put(newer.model_construct(**dict(place.model), mood=mood)) for mood in ("calm", "wild"))
    assert equivalent(old, old.model_copy())
    [sentence] = differences(new, old)
    assert sentence.endswith("ood: wild, expected calm")
    with pytest.raises(IrreversibleError, match="ood: calm, expected wild"):
        diff(old, new)
    mute, known = SetMute(track="Bass", on=True), application._EDITS[SetMute]

    def muted_wild(session: Session, action: SetMute) -> Session:
        return known(new if action.on else session, action)

    monkeypatch.setitem(application._EDITS, SetMute, muted_wild)
    with pytest.raises(IrreversibleError, match="ood: wild, expected calm"):
        invert(mute, old)
