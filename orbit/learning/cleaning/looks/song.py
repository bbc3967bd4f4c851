"""Edits of the whole set: the transport, the timeline, scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daw_bridges.actions import (
    Action,
    AddLocator,
    CreateScene,
    DeleteScene,
    FireScene,
    Play,
    Record,
    RemoveLocator,
    RenameScene,
    SetLoop,
    SetMetronome,
    SetTempo,
    SetTimeSignature,
    Stop,
)
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.world import World

__all__ = ["LOOKS"]


def _plain(_world: World, action: Action) -> Sighting:
    return Sighting(action, action.action)


def _setting(field: str) -> Callable[[World, Any], Sighting]:
    """A setting of the whole set."""

    def seen(_world: World, action: Any) -> Sighting:
        return Sighting(action, action.action, sets=(action.action,), value=getattr(action, field))

    return seen


def _time_signature(_world: World, action: SetTimeSignature) -> Sighting:
    value = (action.numerator, action.denominator)
    return Sighting(action, action.action, sets=(action.action,), value=value)


def _loop(world: World, action: SetLoop) -> Sighting:
    value = (action.on, *world.loop(action.start_bar, action.end_bar))
    return Sighting(action, action.action, sets=(action.action,), value=value)


def _add_locator(_world: World, action: AddLocator) -> Sighting:
    return Sighting(action, action.action, makes=("locator", action.bar))


def _remove_locator(_world: World, action: RemoveLocator) -> Sighting:
    return Sighting(action, action.action, unmakes=("locator", action.bar))


def _create_scene(world: World, action: CreateScene) -> Sighting:
    scene = ("scene", len(world.journal.past), action.name)
    world.name_scene(scene, action.name)
    return Sighting(action, action.action, makes=scene)


def _rename_scene(world: World, action: RenameScene) -> Sighting:
    scene = world.scene(action.scene)
    world.name_scene(scene, action.name)
    return Sighting(action, action.action, sets=(action.action, *scene), value=action.name)


def _delete_scene(world: World, action: DeleteScene) -> Sighting:
    return Sighting(action, action.action, unmakes=world.scene(action.scene))


LOOKS: Mapping[type[Any], Callable[[World, Any], Sighting]] = {
    SetTempo: _setting("bpm"),
    SetTimeSignature: _time_signature,
    SetMetronome: _setting("on"),
    SetLoop: _loop,
    Play: _plain,
    Stop: _plain,
    Record: _plain,
    AddLocator: _add_locator,
    RemoveLocator: _remove_locator,
    CreateScene: _create_scene,
    RenameScene: _rename_scene,
    DeleteScene: _delete_scene,
    FireScene: _plain,
}
"""What each of these actions is as an edit of certain things."""
