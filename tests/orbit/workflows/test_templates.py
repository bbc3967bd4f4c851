"""Templates: slots filled in, hostile ones refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import WorkflowFormatError
from daw_bridges.quantities import Quantity, Unit
from orbit.workflows.templates import exact_name, names_in, render, say, template_problem

NAMES = {
    "target": "Bass",
    "tempo": 120.0,
    "level": Quantity(-24.0, Unit.DB),
    "tracks": ["Kick", "Snare", "Hats"],
    "bars": 4.0,
    "beats_per_bar": 3.0,
    "item": {"name": "Drums", "bar": 9},
    "instrument": "drum_rack",
}


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("{{ target }}", "Bass"),
        ("{{ level }}", Quantity(-24.0, Unit.DB)),
        ("{{ level + 6 }}", Quantity(-18.0, Unit.DB)),
        ("{{ -level }}", Quantity(24.0, Unit.DB)),
        ("{{ tracks }}", ["Kick", "Snare", "Hats"]),
        ("{{ tempo / 2 }}", 60.0),
        ("{{ (tempo - 20) * 2 }}", 200.0),
        ("{{ tempo | ms_of('1/8') }}", Quantity(250.0, Unit.MS)),
        ("{{ tempo | ms_of('1/8D') }}", Quantity(375.0, Unit.MS)),
        ("{{ bars | in_beats }}", 12.0),
        ("{{ level | share }}", Quantity(6.0, Unit.PERCENT)),
        ("{{ 0 | share }}", Quantity(50.0, Unit.PERCENT)),
        ("{{ tempo / 7 | round }}", 120 / 7),
        ("{{ (tempo / 7) | round }}", 17),
        ("{{ tempo | ms_of('1/16') | folded(70) }}", Quantity(125.0, Unit.MS)),
        ("{{ tempo | ms_of('1/2') | folded(70) }}", Quantity(125.0, Unit.MS)),
        ("{{ tempo | folded(480) }}", 480.0),
        ("{{ item.name }}", "Drums"),
        ("{{ instrument | title }}", "Drum Rack"),
        ("Threshold {{ level }} on {{ target }}", "Threshold -24.0 dB on Bass"),
        ("{{ tracks }} run through it", "Kick, Snare and Hats run through it"),
        ("bar {{ item.bar }}", "bar 9"),
        ("plain", "plain"),
    ],
)
def test_a_template_is_filled_in(template: str, value: Any) -> None:
    assert render(template, NAMES) == value


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__ }}",
        "{{ target.__class__.__mro__ }}",
        "{{ target.upper() }}",
        "{{ item.name.x }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ range(10) }}",
        "{{ tracks[0] }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ target | attr('__class__') }}",
        "{{ target | map('upper') }}",
        "{{ target ~ target }}",
        "{{ 1 if target else 2 }}",
        "{{ target == 'Bass' }}",
        "{{ [target] }}",
        "{{ {'a': 1} }}",
        "{% for x in tracks %}{{ x }}{% endfor %}",
        "{% set x = 1 %}",
        "{% include 'x' %}",
        "{% raw %}{{ x }}{% endraw %}{{ self }}{% block b %}{% endblock %}",
        "{{ target",
        "{{ }}",
        "{{ " + "(" * 240 + "1" + ")" * 240 + " }}",
        "{{ target }}" * 100,
    ],
)
def test_what_is_more_than_filling_in_is_refused(template: str) -> None:
    assert template_problem(template)
    with pytest.raises(WorkflowFormatError):
        render(template, NAMES)


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{{ absent }}", "“absent” has no value"),
        ("{{ item.absent }}", "“absent” has no value"),
        ("{{ target * 999999999 }}", "not a number"),
        ("{{ tempo / 0 }}", "divides by zero"),
        ("{{ tempo | ms_of('soon') }}", "ms_of"),
        ("{{ tempo | ms_of }}", "ms_of"),
        ("{{ target | round }}", "not a number"),
        ("{{ level | folded(70) }}", "cannot be doubled or halved until it is 70"),
        ("{{ tempo | folded(0) }}", "cannot be doubled or halved until it is 0"),
    ],
)
def test_what_cannot_be_filled_in_says_why(template: str, words: str) -> None:
    with pytest.raises(WorkflowFormatError, match=words):
        render(template, NAMES)


def test_the_slots_of_a_template_are_known_before_it_is_filled() -> None:
    assert names_in("{{ a + 2 * b }} and {{ c | round }}") == {"a", "b", "c"}
    assert exact_name("{{ a }}") == "a"
    assert exact_name("{{ a + 1 }}") is None
    assert exact_name(" {{ a }}") is None


def test_values_are_written_as_in_a_daw() -> None:
    written = [say(value) for value in (Quantity(250.0, Unit.MS), 128.0, True, ["Kick"], [], "Bass")]
    assert written == ["250 ms", "128", "on", "Kick", "", "Bass"]


@given(st.text(max_size=60))
def test_no_text_does_anything_but_render_or_fail(text: str) -> None:
    for template in (text, "{{" + text + "}}", "{%" + text + "%}"):
        try:
            rendered = render(template, NAMES)
        except WorkflowFormatError:
            continue
        assert isinstance(rendered, str | float | int | list | dict | tuple)
