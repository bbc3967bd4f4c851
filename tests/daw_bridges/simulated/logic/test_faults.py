"""What a test can make go wrong: lost messages, text in pieces, a second unit, hooks, latency."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import NotFoundError, UnreachableError
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.messages import Fader, Lamp, Lcd, Message, Press
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.latency import MEASURED
from daw_bridges.simulated.logic.practice import big_project, practice_project
from daw_bridges.simulated.logic.strips import Strip
from tests.daw_bridges.simulated.logic.rig import Rig, rig, texts
from tests.laws import tries


def test_a_lost_message_leaves_the_surface_wrong_for_differences_are_all_it_gets() -> None:
    faults = Faults()
    with rig(practice_project(), faults=faults) as desk:
        faults.drop = lambda message: isinstance(message, Lcd)
        desk.click(Button.BANK_RIGHT)
        faults.drop = None
        assert desk.names()[0] == "Kick"
        desk.click(Button.BANK_LEFT)
        assert desk.names()[0] == "Kick"
        assert desk.surface.text == desk.full_text()


@pytest.mark.parametrize("size", [1, 5, 30])
def test_text_in_pieces_comes_to_the_same(size: int) -> None:
    with rig(practice_project(), faults=Faults(split_text=size)) as desk:
        came = desk.click(Button.BANK_RIGHT)
        assert max(len(text) for _, text in texts(came)) == size
        assert desk.surface.text == desk.full_text()


def test_a_second_unit_writes_over_the_same_display_and_banks_count_sixteen() -> None:
    with rig(practice_project(), faults=Faults(second_unit=True)) as desk:
        whole = [text[:56].split()[0] for _, text in texts(desk.received) if len(text) == 112]
        assert whole == ["Kick", "Guitar", "Kick"]
        assert desk.click(Button.BANK_RIGHT, Button.CHANNEL_RIGHT) == []


def test_a_hook_comes_before_each_message_and_what_it_changes_is_true_by_then() -> None:
    seen: list[tuple[int, Message]] = []
    faults = Faults()
    with rig(practice_project(), faults=faults) as desk:

        def select_elsewhere(number: int, message: Message) -> None:
            seen.append((number, message))
            if number == 1:
                by_hand.select(desk.logic, "Guitar")

        faults.before_message = select_elsewhere
        desk.slide(0, 7602)
        assert [number for number, _ in seen] == [0, 1, 2]
        assert [change.origin for change in desk.logic.journal] == ["user", "surface"]
        assert (
            desk.logic.journal[-1].strip_name
            == desk.project.strips[8 if desk.names()[0] == "Guitar" else 1].name
        )


def test_logic_can_quit_before_a_message_is_heard() -> None:
    faults = Faults()
    with rig(practice_project(), faults=faults) as desk:
        faults.before_message = lambda number, _: desk.logic.stop() if number == 1 else None
        for message in (Press(StripButton.MUTE, True), Press(StripButton.MUTE + 1, True)):
            desk.put(encode(message))
        desk._until(lambda: not desk.surface.online, "Logic quits")
        assert [change.strip_name for change in desk.logic.journal] == ["Kick"]


def test_the_cable_can_be_pulled_before_a_message_is_heard() -> None:
    faults = Faults()
    with rig(practice_project(), faults=faults) as desk:
        faults.before_message = lambda _number, _: desk.port.unplug()
        desk.put(encode(Press(StripButton.MUTE, True)))
        desk.settle_lost()
        assert desk.lit(StripButton.MUTE) == []
        assert desk.project["Kick"].mute
        faults.before_message = None
        desk.settle_back()
        desk._until(lambda: desk.lit(StripButton.MUTE) == [0], "greeted anew, the display is right again")


def test_with_measured_latencies_a_lamp_comes_after_the_text() -> None:
    with rig(practice_project(), latency=MEASURED) as desk:
        desk.after(1)
        assert desk.click(StripButton.MUTE) == []
        assert [type(each) for each in desk.after(0.025)] == [Lcd]
        assert Lamp in [type(each) for each in desk.after(0.025)]


def test_pieces_of_text_come_one_after_the_other() -> None:
    with rig(practice_project(), latency=MEASURED, faults=Faults(split_text=20)) as desk:
        desk.after(5)
        desk.click(Button.BANK_RIGHT)
        assert len(texts(desk.after(0.025))) == 1
        assert desk.surface.text != desk.full_text()
        desk.after(0.2)
        assert desk.surface.text == desk.full_text()


def test_what_a_call_raises_is_raised_where_it_was_asked(desk: Rig) -> None:
    with pytest.raises(NotFoundError, match="Tuba"):
        by_hand.select(desk.logic, "Tuba")
    by_hand.select(desk.logic, "Bass")


def test_a_hook_that_raises_is_told_at_the_end_and_ends_nothing() -> None:
    def broken(number: int, message: Message) -> None:
        raise ValueError(f"{number}: {message}")

    faults = Faults()
    with pytest.raises(ValueError, match="Fader"), rig(practice_project(), faults=faults) as desk:  # noqa: PT012
        faults.before_message = broken
        desk.port.send(bytes((0xE0, 0, 64)))
        desk.send(Fader(0, 1))


def test_a_host_that_does_not_run_says_so() -> None:
    with rig(practice_project()) as desk:
        desk.logic.stop()
        with pytest.raises(UnreachableError, match="not running"):
            desk.logic.call(lambda: None)


def strip_at(desk: Rig, place: int) -> Strip:
    """A strip of the project, counted round and round."""
    return desk.project.strips[place % len(desk.project.strips)]


@settings(max_examples=tries(60, 600))
@given(st.lists(st.integers(0, 11), max_size=12), st.integers(9, 40))
def test_whatever_order_strips_and_banks_take_the_display_is_the_hosts(steps: list[int], strips: int) -> None:
    with rig(big_project(strips)) as desk:
        for step in steps:
            match step:
                case 0 | 1 | 2 | 3:
                    desk.click(Button.BANK_LEFT + step)
                case 4 | 5 | 6:
                    desk.by_user(lambda step=step: desk.project.move(strip_at(desk, step), step - 4))
                case 7 if len(desk.project.strips) > 3:
                    desk.by_user(lambda: desk.project.delete(strip_at(desk, len(desk.project.strips) // 2)))
                case _:
                    desk.by_user(lambda step=step: desk.project.select(strip_at(desk, -step)))
            assert desk.surface.text == desk.full_text()
            first = desk.project.strips.index(desk.logic.mackie.desk.slots[0] or desk.project.strips[0])
            expected = [desk.project.shorten(strip.name) for strip in desk.project.strips[first : first + 8]]
            assert [name for name in desk.names() if name] == expected
