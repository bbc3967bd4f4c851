"""What is shown beside plans: questions with their options, and what a model took."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

from orbit.agent import Question, Usage
from orbit.interfaces.cli.views.talk import question_view, titles_view, total_of, usage_told


def shown(view: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("count", [2, 8, 9, 40])
def test_each_option_has_its_number(count: int) -> None:
    options = tuple(f"Track {number}" for number in range(1, count + 1))
    words = " ".join(shown(question_view(Question(question="Which?", options=options))).split())
    assert words.startswith("Which?")
    assert [number for number in range(1, count + 1) if f"{number} Track {number}" not in words] == []


def test_a_single_option_is_told_unless_the_question_names_it() -> None:
    assert "(Bass)" in shown(question_view(Question(question="That one?", options=("Bass",))))
    assert "(Bass)" not in shown(question_view(Question(question="Do you mean Bass?", options=("Bass",))))


def test_markup_in_an_option_is_text() -> None:
    assert "[bold]Bass[/]" in shown(
        question_view(Question(question="Which?", options=("[bold]Bass[/]", "B")))
    )


def test_what_was_used_is_added_up() -> None:
    one = Usage(model="a", requests=1, input_tokens=1000, output_tokens=10, cost_usd=0.01)
    two = Usage(model="b", requests=2, input_tokens=500, output_tokens=5, cost_usd=0.02)
    total = total_of([one, two, one])
    assert (total.model, total.requests, total.input_tokens, total.output_tokens) == ("a, b", 4, 2500, 25)
    assert total.cost_usd == pytest.approx(0.04)
    assert usage_told(total) == "a, b · 4 requests · 2,500 tokens in, 25 out · $0.0400"


def test_a_price_that_is_not_known_is_not_made_up() -> None:
    priced = Usage(model="a", requests=1, cost_usd=0.01)
    total = total_of([priced, Usage(model="b", requests=1)])
    assert total.cost_usd is None
    assert "price unknown" in usage_told(total)


def test_no_workflow_is_said() -> None:
    assert "No workflow" in shown(titles_view({}))
