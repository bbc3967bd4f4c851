"""A cell that a host blinks is told from one that changes."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.messages import GoOffline, Lcd, Model
from daw_bridges.mackie.surface import Surface

_MCU = Model.MACKIE_CONTROL


class _Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _written(*texts: str, pause: float = 0.3) -> tuple[Surface, _Clock]:
    clock = _Clock()
    surface = Surface(clock=clock)
    for text in texts:
        clock.now += pause
        surface.apply(Lcd(_MCU, 63, text.ljust(7)))
    return surface, clock


@pytest.mark.parametrize(
    ("texts", "blinks"),
    [
        (["Gain", "", "Gain"], True),
        (["Gain", "", "Gain", ""], True),
        (["Gain", "Comp", "", "Comp"], True),
        (["", "Gain", "", "Gain"], True),
        (["Gain"], False),
        (["Gain", ""], False),
        (["Gain", "", "Comp"], False),
        (["Gain", "", "Comp", "", "Verb"], False),
        (["Gain", "Comp", "Gain", "Comp"], False),
    ],
)
def test_text_and_blank_in_turn_is_blinking(texts: list[str], blinks: bool) -> None:
    surface, _ = _written(*texts)
    assert surface.blinking(1, 1) is blinks
    assert not surface.blinking(0, 1)
    assert not surface.blinking(1, 2)


def test_a_cell_that_stopped_blinking_is_quiet_after_a_while() -> None:
    surface, clock = _written("Gain", "", "Gain")
    clock.now += 2
    assert not surface.blinking(1, 1)
    assert surface.blinking(1, 1, within=5)


def test_slow_changes_are_no_blinking() -> None:
    assert not _written("Gain", "", "Gain", pause=2)[0].blinking(1, 1)


def test_a_blank_written_in_differences_counts_as_blank() -> None:
    clock = _Clock()
    surface = Surface(clock=clock)
    for offset, text in ((0, "A B"), (2, " "), (0, " "), (0, "A B")):
        surface.apply(Lcd(_MCU, offset, text))
    assert surface.blinking(0, 0)


def test_a_surface_that_was_let_go_remembers_no_blinking() -> None:
    surface, _ = _written("Gain", "", "Gain")
    surface.apply(GoOffline(_MCU))
    assert not surface.blinking(1, 1)
