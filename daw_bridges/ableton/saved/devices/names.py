"""What Live calls its classes of device, where neither the user nor the catalogue has a name for them."""

from __future__ import annotations

from functools import lru_cache

from daw_bridges.ableton.displays import DAW
from daw_bridges.ableton.saved.devices.generic import words
from daw_bridges.catalog import catalog

__all__ = ["class_name_of"]

# Those whose names are not the words of their classes.
_NAMES = {
    "AuPluginDevice": "Plug-in",
    "DrumCell": "Drum Sampler",
    "InstrumentMeld": "Meld",
    "LoungeLizard": "Electric",
    "MxDeviceAudioEffect": "Max Audio Effect",
    "MxDeviceInstrument": "Max Instrument",
    "MxDeviceMidiEffect": "Max MIDI Effect",
    "PluginDevice": "Plug-in",
    "ProxyAudioEffectDevice": "External Audio Effect",
    "ProxyInstrumentDevice": "External Instrument",
    "Resonator": "Resonators",
    "Spectral": "Spectral Time",
    "SpectrumAnalyzer": "Spectrum",
    "StringStudio": "Tension",
    "Transmute": "Spectral Resonator",
    "Tube": "Dynamic Tube",
    "Vinyl": "Vinyl Distortion",
}


@lru_cache(maxsize=1024)
def class_name_of(tag: str) -> str:
    """The name Live shows for a class of device: ``Eq8`` is ``EQ Eight``; its words for one nobody knows."""
    table = catalog().stored_table(DAW, tag)
    return table.name if table else _NAMES.get(tag) or words(tag)
