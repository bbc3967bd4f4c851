"""A device in a chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, parameters_in
from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.lom import LomObject, Property, Since
from daw_bridges.simulated.live.undo import Undo

__all__ = ["Device", "DeviceView"]


class DeviceView(LomObject):
    """How a device is shown."""

    is_collapsed = Property(bool, default=False, undo=Undo.NONE)


class Device(LomObject):
    """A MIDI or audio device; ``type`` is 1 instrument, 2 audio effect, 4 MIDI effect."""

    name = Property(str, "")
    is_using_compare_preset_b = Property(bool, default=False, applies=lambda device: device.can_compare_ab)
    _observable = ("parameters", "is_active", "latency_in_ms", "latency_in_samples")

    def __init__(self, doc: Document, parent: LomObject, spec: DeviceSpec) -> None:
        super().__init__(doc, parent)
        self.spec_ = spec
        self.__dict__.update({"=name": spec.name, "=parent": parent})
        parameters = parameters_in(doc.version, spec)
        self.__dict__["=parameters"] = tuple(DeviceParameter(doc, self, each) for each in parameters)
        self.view_ = self.new_view_()

    @property
    def view(self) -> DeviceView:
        return self.view_

    def new_view_(self) -> DeviceView:
        return DeviceView(self.doc_, self)

    @property
    def class_name(self) -> str:
        return self.spec_.class_name

    @property
    def class_display_name(self) -> str:
        return self.spec_.class_display_name

    @property
    def type(self) -> int:
        return self.spec_.type

    @property
    def parameters(self) -> tuple[DeviceParameter, ...]:
        """The automatable parameters; the first is always ``Device On``."""
        return self.all_("parameters")

    @property
    def is_active(self) -> bool:
        """Whether the device and every rack around it are switched on."""
        return all(device.parameters[0].value > 0 for device in (self, *self.around_()))

    def around_(self) -> Iterator[Device]:
        """The racks this device is in, from the innermost outwards."""
        owner = self.parent_
        while owner is not None:
            if isinstance(owner, Device):
                yield owner
            owner = owner.parent_

    @property
    def can_have_chains(self) -> bool:
        return self.spec_.can_have_chains

    @property
    def can_have_drum_pads(self) -> bool:
        return self.spec_.can_have_drum_pads

    @property
    def can_compare_ab(self) -> bool:
        return self.doc_.version >= (12, 3, 0)

    @property
    def latency_in_samples(self) -> int:
        return 0

    @property
    def latency_in_ms(self) -> float:
        return 0.0

    @Since[None](12, 3)
    def save_preset_to_compare_ab_slot(self) -> None:
        """Keep the device as it is in the other of its two states; RuntimeError where it has only one."""
        if not self.can_compare_ab:
            raise RuntimeError("This device cannot compare two states")
        self.assign_("compared", tuple(parameter.value for parameter in self.parameters), Undo.NONE)

    def store_chosen_bank(self, script_index: int, bank_index: int) -> None:
        """Remember the bank a control surface shows."""
        self.__dict__["=bank"] = (script_index, bank_index)

    def children_(self) -> Iterable[LomObject]:
        return (*self.parameters, self.view)

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "parent":
            self.parent_ = self.get_("parent")
        if name == "name" and self.parent_ is not None:
            self.parent_.content_renamed_()

    def parameter_changed_(self) -> None:
        self.doc_.changed(self, "is_active")

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, Device):
            for mine, theirs in zip(self.parameters, other.parameters, strict=True):
                mine.take_from_(theirs)

    def load_preset_(self, name: str, values: Mapping[str, float]) -> None:
        """Take a preset's name and values, in the unit of the display; unknown parameters are left out."""
        self.assign_("name", name)
        self.set_values_(values)

    def set_values_(self, values: Mapping[str, float]) -> None:
        """Set parameters by name, in the unit of the display."""
        for parameter, spec in zip(self.parameters, self.spec_.parameters, strict=True):
            if spec.name in values:
                parameter.assign_("value", parameter.spec_.raw_for(values[spec.name]))

    def is_instrument_(self) -> bool:
        return self.spec_.type == INSTRUMENT
