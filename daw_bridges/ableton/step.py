"""One action between the session before it and the one after it, with the identities behind the names."""

from __future__ import annotations

from typing import Any

from daw_bridges.ableton.identities import Identities, TrackIdentities
from daw_bridges.algebra.devices import insertion
from daw_bridges.algebra.parameters import parameter_key
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import bars_to_beats
from daw_bridges.references import (
    DevicePath,
    chain_path,
    clip_index,
    device_at,
    device_path,
    is_arrangement_reference,
    scene_index,
    track_index,
)
from daw_bridges.session import Device, Parameter, Session

__all__ = ["Fields", "Step"]

Fields = dict[str, Any]


class Step:
    """Finds what an action speaks of; references are those the script understands."""

    def __init__(self, action: Any, before: Session, after: Session, identities: Identities) -> None:
        self.action, self.before, self.after, self.identities = action, before, after, identities

    @property
    def track_place(self) -> int:
        """The place of the action's track."""
        return track_index(self.before, self.action.track)

    @property
    def device_path(self) -> DevicePath:
        """The path to the action's device on its track."""
        return device_path(self.before.tracks[self.track_place], self.action.device)

    @property
    def scene_place(self) -> int:
        """The place of the action's scene."""
        return scene_index(self.before, self.action.scene)

    @property
    def row(self) -> TrackIdentities:
        """The identities on the action's track."""
        return self.identities.tracks[self.track_place]

    def beats(self, bar: float) -> float:
        """A bar of the timeline in beats from 0."""
        return bars_to_beats(bar, self.before.time_signature)

    def bars_of(self, beats: float) -> float:
        """Beats from 0 as a bar of the timeline, for what is read back."""
        numerator, denominator = self.before.time_signature
        return round(beats / (numerator * 4.0 / denominator) + 1.0, 6)

    def track_called(self, reference: str) -> Fields:
        """The reference to the track that the session finds for a reference of an action."""
        return self.identities.track(self.before, track_index(self.before, reference))

    def track_or_name(self, reference: str, name: str) -> Fields:
        """The reference to a track, or for something of the host's own its name."""
        try:
            return self.track_called(reference)
        except NotFoundError:
            return {"name": name}

    def track(self) -> Fields:
        """The reference to the action's track."""
        return self.identities.track(self.before, self.track_place)

    def device(self) -> Fields:
        """The reference to the action's device."""
        return self.identities.device(self.before, self.track_place, self.device_path)

    def chain(self) -> Fields | None:
        """The reference to the chain that the action inserts into; None for the track's own."""
        if self.action.chain is None:
            return None
        path = chain_path(self.before.tracks[self.track_place], self.action.chain)
        return self.identities.chain(self.before, self.track_place, path)

    def scene(self) -> Fields:
        """The reference to the action's scene."""
        return self.identities.scene(self.before, self.scene_place)

    def clip(self) -> Fields | None:
        """The reference to the action's clip; None where the action speaks of none."""
        reference, track = self.action.clip, self.before.tracks[self.track_place]
        if reference is None:
            return None
        place = clip_index(track, reference)
        if is_arrangement_reference(reference):
            placed = track.arrangement_clips[place]
            handle = self.row.arrangement.get(placed.start_bar, {})
            return {**handle, "start": self.beats(placed.start_bar), "name": placed.name}
        clip = track.clips[place]
        return {**self.row.clips.get(clip.slot, {}), "slot": clip.slot, "name": clip.name}

    def devices(self) -> tuple[Device, Device]:
        """The action's device before and after."""
        path, place = self.device_path, self.track_place
        return device_at(self.before.tracks[place], path), device_at(self.after.tracks[place], path)

    def parameter(self) -> tuple[str, Parameter]:
        """The key of the action's parameter, and the parameter as it will be."""
        before, after = self.devices()
        key = parameter_key(self.before.daw, before, self.action.parameter)
        return key, after.parameters[key]

    def inserted(self) -> tuple[DevicePath, Device]:
        """The path at which the action inserts a device, and the device."""
        return insertion(self.before, self.action)
