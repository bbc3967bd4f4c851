"""The automation envelopes of a clip: Session clips have them, Arrangement clips leave theirs to the track."""

from __future__ import annotations

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
    _track: Track

    @property
    def is_arrangement_clip(self) -> bool:
        return False

    @property
    def has_envelopes(self) -> bool:
        return bool(self._envelopes())

    def automation_envelope(self, parameter: DeviceParameter) -> Envelope | None:
        """The envelope for ``parameter``; None if there is none, and always for Arrangement clips."""
        return self._envelopes().get(parameter)

    def create_automation_envelope(self, parameter: DeviceParameter) -> Envelope:
        """Make an envelope; RuntimeError for Arrangement clips, foreign parameters and a second one."""
        if self.is_arrangement_clip:
            raise RuntimeError("Cannot create envelopes for arrangement clips")
        if parameter in self._envelopes():
            raise RuntimeError("There is already an envelope for the given parameter")
        if not _belongs(parameter, self._track):
            raise RuntimeError("The parameter belongs to another track")
        with self._doc.change():
            envelope = Envelope(self, parameter)
            self._assign("envelopes", {**self._envelopes(), parameter: envelope})
            return envelope

    def clear_envelope(self, parameter: DeviceParameter) -> None:
        """Remove the envelope for ``parameter``, if there is one."""
        envelopes = self._envelopes()
        if parameter in envelopes:
            with self._doc.change():
                self._assign("envelopes", {key: value for key, value in envelopes.items() if key is not parameter})
                envelopes[parameter]._delete()

    def clear_all_envelopes(self) -> None:
        """Remove every envelope."""
        with self._doc.change():
            for parameter in tuple(self._envelopes()):
                self.clear_envelope(parameter)

    def _envelopes(self) -> dict[DeviceParameter, Envelope]:
        return self._get("envelopes") or {}

    def _changed(self, name: str) -> None:
        super()._changed(name)
        if name == "envelopes":
            self._doc.changed(self, "has_envelopes")


def _belongs(parameter: DeviceParameter, track: LomObject) -> bool:
    owner: LomObject | None = parameter
    while owner is not None and owner is not track:
        owner = owner._parent
    return owner is track
