"""What the title bar of a device reads: the user's word for it, its preset, its sample, its plug-in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PureWindowsPath

__all__ = ["NAMING", "title_of"]

NAMING = frozenset(("LastPresetRef", "PatchSlot", "PluginDesc", "SampleParts"))
"""Parts of a device in which nothing is set, and which name it."""

_PLUGIN = (
    "PluginDesc/VstPluginInfo/PlugName",
    "PluginDesc/Vst3PluginInfo/Name",
    "PluginDesc/AuPluginInfo/Name",
)
_PATCH = ("PatchSlot/Value/MxPatchRef/FileRef/", "PatchSlot/Value/MxDPatchRef/FileRef/")

# Other references lead to what is Live's own or a plug-in's, and give no title.
_PRESET = ("LastPresetRef/Value/FilePresetRef/FileRef/",)

# Until Live 9 the name of a file stands apart from its folders.
_FILE = ("Path", "RelativePath", "Name")

# A Simpler or Sampler without a preset is called after its first sample.
_SAMPLE = ("Player/MultiSampleMap/SampleParts/MultiSamplePart/Name",)


def title_of(labels: Mapping[str, str]) -> str | None:
    """The title of a device in which these names stand; None where it is the name of its class."""
    title = _first(labels, ("UserName", *_PLUGIN)) or _file(labels, _PATCH)
    if not title and labels.get("ShouldShowPresetName") == "true":
        title = _file(labels, _PRESET) or _first(labels, _SAMPLE)
    return title or None


def _first(labels: Mapping[str, str], paths: Iterable[str]) -> str:
    return next((text for path in paths if (text := labels.get(path))), "")


def _file(labels: Mapping[str, str], folders: Iterable[str]) -> str:
    path = _first(labels, (folder + name for folder in folders for name in _FILE))
    return PureWindowsPath(path).stem if path else ""
