"""How a plan and its results are laid out: each thing once, in a terminal and in a pipe."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from daw_bridges.actions import parse_action
from daw_bridges.bridge import MANUAL_STEP, Result, Status
from docs.terminal import ORBIT, Terminal
from orbit.agent import Planned, Ran, Started, Stepped
from orbit.hosts import fresh_practice
from orbit.interfaces.cli.asking import Consent
from orbit.interfaces.cli.face import Face
from orbit.interfaces.cli.harmless import HarmlessText
from orbit.workflows import Plan, Run, plan_actions

DUCK = "make the bass duck under the kick"
ROW = re.compile(r"^ *(\d+|·)  (\S.*?)\s{2,}(\S.*?)\s*$", re.MULTILINE)


def test_into_a_pipe_each_step_stands_once_with_what_is_read(orbit: Any) -> None:
    *table, end = orbit("do", DUCK).out.splitlines()
    assert sum("✓" in line for line in table) == 6
    said = " ".join(" ".join(table).split())
    for what in ("Insert Compressor", "Set Ratio", "Set Attack", "Set Release", "Set Threshold"):
        assert said.count(what) == 1
    assert "✓ -24.0 dB" in said
    assert "→" not in said
    assert end == "Bass now ducks under Kick. 6 of 6 read back."


def test_a_single_edit_is_one_line(orbit: Any) -> None:
    assert orbit("do", "turn the bass down 3 dB").out == "Done: set the volume of Bass to -3.0 dB.\n"


def test_an_undo_that_went_well_is_one_line(orbit: Any) -> None:
    orbit("do", DUCK)
    undone = orbit("do", "undo").out
    assert undone == "Taken back: Sidechain compression. The session is as it was before.\n"


def test_a_dry_run_says_the_plan_once(orbit: Any) -> None:
    shown = orbit("do", DUCK, "--dry-run").out
    assert "0.0 dB → -24.0 dB" in shown
    assert shown.count("Sidechain compression") == 1
    assert shown.endswith("\n6 steps, nothing changed yet.\n")
    single = orbit("do", "mute the kick", "--dry-run").out
    assert (single.count("Mute Kick"), single.count("off → on"), single.count("\n")) == (1, 1, 2)


def test_what_nobody_agreed_to_is_said_once(orbit: Any) -> None:
    shown = orbit("do", "delete the FX track").out
    assert "FX → none" in shown
    assert "deletes or overwrites" in shown
    assert shown.count("\n") == 2


@pytest.fixture
def at_terminal(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(*arguments: str, columns: int = 80, rows: int = 24, answer: str = "") -> tuple[str, str]:
        size = {"COLUMNS": str(columns), "LINES": str(rows)}
        with Terminal([*ORBIT, *arguments], size, columns=columns, rows=rows) as terminal:
            if answer:
                terminal.wait_for("Do it?")
                terminal.write(f"{answer}\r")
            assert terminal.ended() == 0, terminal.text
            return terminal.text, "".join(text for _, text in terminal.events)

    return run


@pytest.mark.parametrize("columns", [80, 60])
def test_on_a_terminal_the_rows_fill_and_what_stands_in_the_end_is_there_once(
    at_terminal: Any, columns: int
) -> None:
    text, written = at_terminal("do", DUCK, columns=columns)
    assert "0.0 dB → -24.0 dB" in written  # as it was planned, before it was read back
    assert "→" not in text
    assert [text.count(what) for what in ("Set Threshold", "✓ -24.0 dB", "6 of 6 read back.")] == [1, 1, 1]
    assert (written.count("\x1b[?25l"), written.count("\x1b[?25h")) == (1, 1)  # the cursor is given back


def test_more_rows_than_the_screen_has_are_whole_in_the_end(at_terminal: Any) -> None:
    text, _ = at_terminal("do", "vocal chain on the lead vox", rows=10)
    assert re.findall(r"^ {2,3}(\d+)  ", text, re.MULTILINE) == [str(number) for number in range(1, 21)]


def test_a_plan_that_was_agreed_to_is_not_shown_again(at_terminal: Any) -> None:
    text, _ = at_terminal("do", "--confirm", DUCK, answer="y")
    assert text.count("Set Threshold of Compressor on Bass") == 1
    assert text.count("0.0 dB → -24.0 dB") == 1
    assert "✓" not in text
    assert text.endswith("Bass now ducks under Kick. 6 of 6 read back.")


MIX = (
    {"action": "set_volume", "track": "Bass", "db": -6},
    {"action": "set_mute", "track": "Kick", "on": True},
)


@pytest.fixture(scope="module")
def plan() -> Plan:
    async def made() -> Plan:
        async with fresh_practice() as bridge:
            return plan_actions([parse_action(each) for each in MIX], await bridge.snapshot())

    return asyncio.run(made())


def shown(plan: Plan, *results: Result, asked: bool = False, **run: Any) -> str:
    """What a face shows of a run whose host answers so."""
    console = Console(file=io.StringIO(), width=80)
    face = Face(console, Consent.NOBODY)
    face.on_event(Planned(plan))
    if asked:
        face.show_plan(plan)
    face.on_event(Started(plan))
    for number, result in enumerate(results, start=1):
        face.on_event(Stepped(plan, number, result))
    face.on_event(Ran(plan, Run(results=results, before=plan.before, **run)))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_of_a_run_that_failed_and_was_taken_back_no_row_is_shown(plan: Plan) -> None:
    first, second = plan.actions
    failed = Result(action=first, status=Status.FAILED, reason="Live reads 0.0 dB now.")
    skipped = Result(action=second, status=Status.SKIPPED)
    assert shown(plan, failed, skipped, ok=False, rolled_back=True, failed_step=1) == ""


def test_of_a_run_that_could_not_be_taken_back_it_is_shown_how_far_it_came(plan: Plan) -> None:
    first, second = plan.actions
    done = Result(action=first, status=Status.VERIFIED, observed={"db": -6.0})
    failed = Result(action=second, status=Status.FAILED, reason="Live does not answer.")
    rows = ROW.findall(shown(plan, done, failed, ok=False, failed_step=2))
    assert [row[2] for row in rows] == ["✓ -6.0 dB", "✗ Live does not answer."]


def test_what_could_not_be_read_back_says_why_in_its_row(plan: Plan) -> None:
    first, second = plan.actions
    done = Result(action=first, status=Status.VERIFIED, observed={"db": -6.0})
    unread = Result(action=second, status=Status.UNVERIFIED, reason="This host shows no mutes.")
    assert [row[2] for row in ROW.findall(shown(plan, done, unread, ok=True))] == [
        "✓ -6.0 dB",
        "? This host shows no mutes.",
    ]
    agreed = shown(plan, done, unread, asked=True, ok=True)
    assert [row[2] for row in ROW.findall(agreed)] == [
        "0.0 dB → -6.0 dB",
        "off → on",
        "? This host shows no mutes.",
    ]


def test_what_is_left_to_the_user_is_not_told_twice(plan: Plan) -> None:
    first, second = plan.actions
    done = Result(action=first, status=Status.VERIFIED, observed={"db": -6.0})
    by_hand = Result(action=second, status=Status.UNVERIFIED, code=MANUAL_STEP, reason="Press Mute on Kick.")
    rows = ROW.findall(shown(plan, done, by_hand, ok=True))
    assert [row[2] for row in rows] == ["✓ -6.0 dB", "? left for you"]


@pytest.mark.parametrize(
    "asked", [("why?",), ("--explain",), ("what does it do and why",)], ids=["why", "flag", "in full"]
)
def test_the_reasons_of_the_last_run_are_told_step_by_step_and_nothing_is_done(
    orbit: Any, asked: tuple[str, ...]
) -> None:
    orbit("do", DUCK)
    before = orbit("session", "--json").document
    told = orbit("do", *asked)
    assert told.status == 0
    steps = [line for line in told.out.splitlines() if re.match(r" *\d+\. ", line)]
    assert [
        number for number, line in enumerate(steps, 1) if not line.lstrip().startswith(f"{number}. ")
    ] == []
    assert len(steps) == 6
    assert "Set Attack of Compressor on Bass to 1 ms: Attack 1 ms, so that Bass is out of the way" in told.out
    assert "6 of 6 read back" in told.out
    assert orbit("session", "--json").document == before


def test_the_reasons_of_what_was_planned_only_are_told_too(orbit: Any) -> None:
    orbit("do", DUCK, "--dry-run")
    told = orbit("do", "why?").out
    assert "2. Feed the side chain of Compressor on Bass from Kick: The Compressor listens to Kick" in told
    assert "read back" not in told


def test_a_plan_is_explained_before_anything_is_done(orbit: Any) -> None:
    ended = orbit("do", DUCK, "--explain")
    assert "The Compressor listens to Kick instead of to Bass itself." in " ".join(ended.out.split())
    assert "Mute Kick." not in orbit("do", "mute the kick", "--explain").out  # its row says it
    assert orbit("session", "--json").document["tracks"][4]["devices"] == []
    document = orbit("do", DUCK, "--explain", "--json").document
    assert (document["ok"], len(document["plan"]), document["results"]) == (True, 6, [])


def test_without_anything_to_do_or_to_explain_the_usage_is_told(orbit: Any) -> None:
    assert orbit("do").status == 2
    assert "not done anything here yet" in orbit("do", "--explain").out


def test_what_a_terminal_would_obey_does_not_reach_it_while_the_rows_fill(plan: Plan) -> None:
    evil = tuple(step.model_copy(update={"called": {"track": "Ki\x1b[2Jck\u202e"}}) for step in plan.steps)
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, legacy_windows=False)
    console.push_render_hook(HarmlessText())
    face = Face(console, Consent.NOBODY)
    face.on_event(Started(plan.model_copy(update={"steps": evil})))
    face.settle()
    assert isinstance(console.file, io.StringIO)
    written = console.file.getvalue()
    assert "Ki�[2Jck�" in written
    assert not {"\x1b[2J", "\u202e"} & set(re.findall(r"\x1b\[2J|\u202e", written))
    assert written.count("\x1b[?25h") == 1  # the cursor is given back
