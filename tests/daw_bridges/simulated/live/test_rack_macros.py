"""Macros: what they move, their variations, and how many are shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.daw_bridges.simulated.live.racks import loaded, parameter, rack

__all__ = ["loaded", "rack"]  # fixtures


def test_a_macro_moves_what_it_is_mapped_to_and_nothing_else_may(loaded: Any) -> None:
    macro, threshold = loaded.parameters[1], parameter(loaded.chains[1].devices[0], "Threshold")
    assert (macro.name, macro.original_name, loaded.macros_mapped[:3]) == (
        "Threshold",
        "Macro 1",
        (True, True, False),
    )
    heard: list[float] = []
    threshold.add_value_listener(lambda: heard.append(threshold.value))
    macro.value = 127.0
    assert (threshold.value, heard, threshold.is_enabled) == (threshold.max, [threshold.max], False)
    with pytest.raises(RuntimeError):
        threshold.value = 0.5


def test_a_macro_goes_back_with_what_it_moved(song: Any, loaded: Any) -> None:
    macro, threshold = loaded.parameters[1], parameter(loaded.chains[1].devices[0], "Threshold")
    song.document.clock.pass_seconds(5)
    before = (macro.value, threshold.value)
    macro.value = 127.0
    song.undo()
    assert (macro.value, threshold.value) == before


def test_variations_keep_what_the_macros_read(loaded: Any) -> None:
    macro, free = loaded.parameters[1], loaded.parameters[5]
    macro.value = 10.0
    loaded.store_variation()
    assert (loaded.variation_count, loaded.selected_variation_index) == (1, -1)
    macro.value, free.value = 90.0, 50.0
    loaded.recall_selected_variation()
    assert macro.value == 90.0
    loaded.selected_variation_index = 0
    loaded.recall_selected_variation()
    assert (macro.value, free.value) == (10.0, 50.0)
    macro.value = 70.0
    loaded.recall_last_used_variation()
    assert macro.value == 10.0
    loaded.delete_selected_variation()
    assert (loaded.variation_count, loaded.selected_variation_index) == (0, -1)
    with pytest.raises(RuntimeError):
        loaded.selected_variation_index = 3


def test_randomizing_turns_mapped_macros_only(loaded: Any) -> None:
    seen = set[float]()
    for _ in range(20):
        loaded.randomize_macros()
        seen.add(loaded.parameters[1].value)
    assert len(seen) > 1
    assert {knob.value for knob in loaded.parameters[3:17]} == {0.0}


def test_macros_are_shown_and_hidden_within_limits(rack: Any) -> None:
    for _ in range(8):
        rack.add_macro()
    assert rack.visible_macro_count == 16
    with pytest.raises(RuntimeError):
        rack.add_macro()
    for _ in range(15):
        rack.remove_macro()
    with pytest.raises(RuntimeError):
        rack.remove_macro()


def test_a_copied_rack_has_its_chains_and_macros_of_its_own(song: Any, bass: Any, loaded: Any) -> None:
    bass.duplicate_device(0)
    copy = bass.devices[1]
    copy.parameters[1].value = 127.0
    mine, theirs = (parameter(rack.chains[1].devices[0], "Threshold") for rack in (copy, loaded))
    assert (mine.value, theirs.value == theirs.max) == (mine.max, False)
