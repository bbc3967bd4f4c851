"""The automation envelopes of a clip: only Session clips have them, on the Arrangement it is the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.envelope import Envelope
from daw_bridges.simulated.live.lom import LomObject

if TYPE_CHECKING:
    from daw_bridges.simulated.live.track import Track

__all__ = ["ClipEnvelopes"]


class ClipEnvelopes(LomObject):
    """One envelope a parameter of the clip's own track."""

    _observable = ("has_envelopes",)
    track_: Track

    @property
    def is_arrangement_clip(self) -> bool:
        return False

    @property
    def has_envelopes(self) -> bool:
        return bool(self.envelopes_())

    def automation_envelope(self, parameter: DeviceParameter) -> Envelope | None:
        """The envelope for ``parameter``; None if there is none, and always for Arrangement clips."""
        return self.envelopes_().get(parameter)

    def create_automation_envelope(self, parameter: DeviceParameter) -> Envelope:
        """Make an envelope; RuntimeError for Arrangement clips, foreign parameters and a second one."""
        if self.is_arrangement_clip:
            raise RuntimeError("Cannot create envelopes for arrangement clips")
        if parameter in self.envelopes_():
            raise RuntimeError("There is already an envelope for the given parameter")
        if not _belongs(parameter, self.track_):
            raise RuntimeError("The parameter belongs to another track")
        with self.doc_.change():
            envelope = Envelope(self, parameter)
            self.assign_("envelopes", {**self.envelopes_(), parameter: envelope})
            return envelope

    def clear_envelope(self, parameter: DeviceParameter) -> None:
        """Remove the envelope for ``parameter``, if there is one."""
        envelopes = self.envelopes_()
        if parameter in envelopes:
            with self.doc_.change():
                self.assign_(
                    "envelopes", {key: value for key, value in envelopes.items() if key != parameter}
                )
                envelopes[parameter].delete_()

    def clear_all_envelopes(self) -> None:
        """Remove every envelope."""
        with self.doc_.change():
            for parameter in tuple(self.envelopes_()):
                self.clear_envelope(parameter)

    @property
    def automation_envelopes(self) -> tuple[Envelope, ...]:
        return tuple(self.envelopes_().values())

    def copy_envelopes_(
        self, source: ClipEnvelopes, parameters: Mapping[DeviceParameter, DeviceParameter]
    ) -> None:
        """Take over another clip's envelopes, each for the parameter that stands for its own here."""
        for parameter, envelope in source.envelopes_().items():
            if parameter in parameters:
                copy = self.create_automation_envelope(parameters[parameter])
                copy.assign_("events", envelope.get_("events"))

    def envelopes_(self) -> dict[DeviceParameter, Envelope]:
        """Those whose device is there: with a device its envelopes go, and an undo has them back with it."""
        kept: dict[DeviceParameter, Envelope] = self.get_("envelopes") or {}
        return {
            parameter: each
            for parameter, each in kept.items()
            if parameter != None  # noqa: E711 - what is deleted equals None
        }

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "envelopes":
            self.doc_.changed(self, "has_envelopes")


def _belongs(parameter: DeviceParameter, track: LomObject) -> bool:
    owner: LomObject | None = parameter
    while owner is not None and owner != track:
        owner = owner.parent_
    return owner == track
