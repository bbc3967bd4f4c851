"""Random hands on surface and screen: nothing crashes, and the surface shows what the host means it to."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.messages import ExternalControl, Fader, Jog, Message, Press, Touch, Turn
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.practice import big_project, practice_project
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Region, StripKind
from tests.daw_bridges.simulated.logic.rig import Rig, rig
from tests.laws import tries


def a_message(dice: random.Random) -> Message:
    """Something a hand can do, buttons let go as often as pressed."""
    strip = dice.randrange(8)
    kinds: tuple[Callable[[], Message], ...] = (
        lambda: Press(dice.randrange(104), dice.random() < 0.5),
        lambda: Press(dice.choice(list(Button)), dice.random() < 0.5),
        lambda: Turn(strip, dice.randint(-63, 63)),
        lambda: Turn(strip, dice.choice((-1, 1))),
        lambda: Fader(dice.randrange(9), dice.randrange(16384)),
        lambda: Touch(dice.randrange(9), dice.random() < 0.5),
        lambda: Jog(dice.randint(-63, 63)),
        lambda: ExternalControl(dice.randrange(128)),
    )
    return dice.choice(kinds)()


def by_user(dice: random.Random, project: Project) -> None:
    """Something a user can do at the screen."""
    strip = dice.choice(project.strips)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: project.select(strip),
        lambda: project.set(strip, "volume_db", dice.choice((-math.inf, -20.05, 0.0, 5.9))),
        lambda: project.rename(
            strip, dice.choice(("Kick", "Überlang und noch länger", "", "日本", "12345678"))
        ),
        lambda: project.add_track(dice.choice(list(StripKind)), "New"),
        lambda: project.delete(strip),
        lambda: project.move(strip, dice.randrange(len(project.strips))),
        lambda: project.add_region(strip, Region("Take", dice.random() * 50, 4.0)),
        lambda: project.set_signature(dice.randint(2, 7), dice.choice((4, 8))),
        lambda: project.set_tempo(dice.uniform(5, 990)),
        project.undo,
        project.redo,
    )
    if len(project.strips) > 2 or dice.random() < 0.5:
        dice.choice(deeds)()


def agrees(desk: Rig) -> None:
    """The surface shows exactly what the host means it to."""
    shown = desk.logic.call(lambda: desk.logic.mackie.shown)
    surface = desk.surface
    assert surface.text == shown.text
    assert [surface.fader(fader) for fader in range(9)] == list(shown.faders)
    assert {button: surface.lamp(button) for button in shown.lamps} == dict(shown.lamps)
    rings = [(ring.mode, ring.value, ring.centre) for ring in surface.rings if ring is not None]
    assert rings == [(ring.mode, ring.value, ring.centre) for ring in shown.rings]
    assert "".join(character for character, _ in reversed(surface.time_places)) == shown.time
    assert all(" " <= character <= "~" for character in surface.text)


def stays_in_range(project: Project) -> None:
    """Nothing a hand does leaves a strip where it cannot be."""
    for strip in project.strips:
        assert strip.volume_db <= (10 if strip.kind is StripKind.MASTER else 6)
        assert -64 <= strip.pan <= 63
        assert strip.is_track or not strip.arm
    assert project.selected in project.strips or project.selected is None
    assert min(project.left, project.right, project.playhead) >= 0


@pytest.mark.parametrize("faults", [Faults(), Faults(split_text=3)])
def test_ten_thousand_messages_of_a_random_hand(faults: Faults) -> None:
    dice = random.Random(20261122)
    with rig(big_project(30), faults=faults) as desk:
        for _ in range(100):
            desk.send(*(a_message(dice) for _ in range(100)))
            desk.after(dice.random() * 2)
            agrees(desk)
            stays_in_range(desk.project)
        assert desk.logic.call(lambda: desk.logic.mackie.taken) == 10_000


@settings(max_examples=tries(40, 200))
@given(st.integers(0, 2**32), st.sampled_from((1, 5, 12, 30)))
def test_hands_on_the_surface_and_on_the_screen_at_once(seed: int, strips: int) -> None:
    dice = random.Random(seed)
    with rig(big_project(max(strips, 4))) as desk:
        for _ in range(8):
            desk.send(*(a_message(dice) for _ in range(dice.randrange(20))))
            desk.by_user(lambda: by_user(dice, desk.project))
            desk.after(dice.random())
            agrees(desk)
            stays_in_range(desk.project)


@settings(max_examples=tries(40, 400))
@given(st.lists(st.binary(max_size=40), max_size=12))
def test_whatever_bytes_come_in_the_host_lives_on(pieces: list[bytes]) -> None:
    with rig(practice_project()) as desk:
        for piece in pieces:
            desk.port.send(piece)
        desk.port.send(b"\xf7")
        desk.port.send(encode(Press(Button.PAN, False)))
        desk._until(lambda: desk.logic.call(lambda: desk.logic.mackie.heard) > 2, "the last of them is heard")
        desk.logic.call(lambda: None)
        assert desk.logic.failure is None
