"""Keys and their templates: the grammar, what goes in from outside, and what a template cannot do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import UsageError
from orbit.workflows.memory_tasks.keys import checked_key, checked_pattern, checked_ref, escaped, is_pattern
from orbit.workflows.memory_tasks.sandbox import FILTERS
from orbit.workflows.memory_tasks.templates import key_context, key_problem, rendered_key

NOW = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
SESSION = {"name": "Night", "tempo": 120.0, "tracks": [{"name": "Kick"}, {"name": "a:b"}], "items": 7}
CONTEXT = key_context(
    {"target": "Lead Vox", "count": 3, "names": ["a", "b"], "none": None, "on": True},
    session=SESSION,
    user="kim",
    project="album",
    now=NOW,
    tasks={"recall": {"output": {"count": 2}}},
)

FILLED = {
    "plain:key": "plain:key",
    "{{ user }}:{{ user.project }}": "kim:album",
    "{{ workflow.input.target }}": "Lead Vox",
    "{{ workflow.input['target'] | slug }}": "lead-vox",
    "{{ session.tracks[0].name }}:{{ session.tempo }}": "Kick:120",
    "{{ session.tracks[-1].name }}": "a%3Ab",
    "{{ session.items }}": "7",
    "{{ now }}": "20260203T040506",
    "{{ now.date }}:{{ now.week }}": "2026-02-03:2026-W06",
    "{{ now | date('%Y-%m') }}": "2026-02",
    "{{ workflow.input.on }}": "on",
    "{{ workflow.input.count + 1 }}": "4",
    "{{ workflow.input.names | join('+') }}": "a+b",
    "{{ workflow.input.names | length }}:{{ workflow.input.names | last }}": "2:b",
    "{{ workflow.input.missing | default('x') }}": "x",
    "{{ workflow.input.missing.deep.down | default('x') }}": "x",
    "{{ workflow.input.none | default('x') }}": "x",
    "{% if workflow.input.count > 2 %}many{% else %}few{% endif %}": "many",
    "{{ 'a' if workflow.input.on else 'b' }}": "a",
    "{{ user ~ '-' ~ workflow.input.count }}": "kim-3",
    "{{ tasks.recall.output.count }}:*": "2:*",
    "{{ workflow.input.target | lower | replace(' ', '_') | truncate(6) }}": "lead_v",
}


@pytest.mark.parametrize("template", FILLED)
def test_a_template_is_filled_in(template: str) -> None:
    assert key_problem(template) is None
    assert rendered_key(template, CONTEXT) == FILLED[template]


BEYOND = [
    "{{ ''.__class__.__mro__ }}",
    "{{ user.__class__ }}",
    "{{ workflow.input.__init__ }}",
    "{{ user.text }}",
    "{{ user | attr('data') }}",
    "{{ workflow.input.items() }}",
    "{{ self }}",
    "{{ self._TemplateReference__context }}",
    "{{ cycler }}",
    "{{ range(10) }}",
    "{{ lipsum() }}",
    "{{ config }}",
    "{{ loop }}",
    "{{ caller() }}",
    "{% for x in workflow.input.names %}x{% endfor %}",
    "{% set x = user %}{{ x }}",
    "{% include 'x' %}",
    "{% import 'x' as y %}",
    "{% macro m() %}{% endmacro %}{{ m() }}",
    "{% block b %}{% endblock %}",
    "{% raw %}{{ user }}{% endraw %}{{ 'a' * 9999999 }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ '%s' % user }}",
    "{{ 'a' * 9999999 }}",
    "{{ 999999999 * 999999999 }}",
    "{{ session ~ session }}",
    "{{ session }}",
    "{{ workflow.input.names }}",
    "{{ [user] }}",
    "{{ {'a': 1} }}",
    "{{ (1, 2) }}",
    "{{ user[0:2] }}",
    "{{ workflow.input.count / 0 }}",
    "{{ 1 is defined }}",
    "{{ user | map('upper') }}",
    "{{ user | xmlattr }}",
    "{{ workflow.input.missing }}",
    "{{ workflow.input.none }}",
    "{{ session.tracks[9].name }}",
    "{{ user }}{{",
    "{{ " + "(" * 200 + "1" + ")" * 200 + " }}",
    "{{ user }}" * 100,
    "a::b",
    ":a",
    "a:",
    "",
    " a",
    "__a",
    "a__",
    "{{ '' }}:b",
    "a\u202eb",
    "a\tb",
    "x" * 257,
    "{{ workflow.input.target | replace('e', '" + "e" * 200 + "') | "
    "replace('e', '" + "e" * 90 + "') | replace('e', 'eeeeeeeee') }}",
]


@pytest.mark.parametrize("template", BEYOND)
def test_what_is_more_than_that_is_refused_when_read_or_filled(template: str) -> None:
    with pytest.raises(UsageError):
        rendered_key(template, CONTEXT)


def test_without_a_session_one_cannot_be_named() -> None:
    with pytest.raises(UsageError, match="'session' is undefined"):
        rendered_key("{{ session.name }}", key_context({}))


ANYTHING = st.text(max_size=60)


@given(ANYTHING)
def test_what_comes_from_outside_stays_in_its_part(text: str) -> None:
    """No value can reach another level, become a pattern, or end in the grammar of templates."""
    try:
        key = rendered_key("user:{{ workflow.input.text }}:end", key_context({"text": text}))
    except UsageError:
        assert not text.strip() or len(escaped(text)) > 240
        return
    assert not is_pattern(key)
    assert key.count(":") == 2
    assert key.startswith("user:")
    assert key.endswith(":end")


@given(ANYTHING, ANYTHING)
def test_different_values_are_different_parts(one: str, other: str) -> None:
    from unicodedata import normalize

    same = normalize("NFC", one).strip() == normalize("NFC", other).strip()
    assert (escaped(one) == escaped(other)) == same


PIECES = st.sampled_from(
    [
        "{{",
        "}}",
        "{%",
        "%}",
        "user",
        "workflow.input",
        ".target",
        "[0]",
        "|",
        *FILTERS,
        "(",
        ")",
        "'a'",
        "1",
        "+",
        "*",
        "~",
        " ",
        ":",
        "if",
        "else",
        "endif",
        "for",
        "in",
        "set",
        "__class__",
        ".__init__",
        "self",
        "x",
        "*",
        "?",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_any_text_as_a_template_gives_a_key_or_says_why_not(template: str) -> None:
    context: dict[str, Any] = key_context({"target": "Bass"}, session=SESSION, now=NOW)
    try:
        key = rendered_key(template, context)
    except UsageError:
        return
    assert checked_pattern(key) == key


@pytest.mark.parametrize("ref", ["", ".a", "a/b", "a b", "x" * 101, "__health__", "ä", "a:b", "a\n"])
def test_what_cannot_name_a_memory(ref: str) -> None:
    with pytest.raises(UsageError, match="cannot name a memory"):
        checked_ref(ref)


def test_keys_are_the_same_however_they_are_typed() -> None:
    assert checked_key("cafe\u0301:x") == checked_key("caf\u00e9:x") == "café:x"
    with pytest.raises(UsageError, match="several keys"):
        checked_key("a:*")
