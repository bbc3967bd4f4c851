"""A rack on the bass track, empty or loaded from a preset, and finding things in it."""

from __future__ import annotations

from typing import Any

import pytest


def find(item: Any, name: str) -> Any:
    if item.name == name:
        return item
    return next((found for child in item.children if (found := find(child, name))), None)


@pytest.fixture
def rack(bass: Any) -> Any:
    return bass.insert_device("Audio Effect Rack")


@pytest.fixture
def loaded(song: Any, bass: Any, application: Any) -> Any:
    """A rack from a preset, with a dry chain, a squeezed one and two macros that move something."""
    song.view.selected_track = bass
    application.browser.load_item(find(application.browser.audio_effects, "Parallel Squeeze.adg"))
    return bass.devices[0]


def parameter(device: Any, name: str) -> Any:
    return next(each for each in device.parameters if each.name == name)
