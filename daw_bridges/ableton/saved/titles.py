"""What the title bar of a device reads: the user's word for it, its preset, its sample, its plug-in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PureWindowsPath

from daw_bridges.ableton.saved.cursor import Cursor, Handlers

__all__ = ["Title"]

# A Simpler or Sampler without a preset is called after its first sample.
_SAMPLERS = ("OriginalSimpler", "MultiSampler")


class Title:
    """Finds in one device what may be its title."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._preset = ""
        self._sample = ""
        self._foreign = ""
        self.handlers: Handlers = {
            "LastPresetRef": self._preset_file,
            "PatchSlot": self._patch_file,
            "PluginDesc": cursor.reading("PluginDesc", other=self._plugin),
            "SampleParts": cursor.reading("SampleParts", other=self._part),
        }

    def of(self, tag: str, leaves: Mapping[str, str]) -> str | None:
        """The title of a device with these plain values; None where it is the name of its class."""
        if leaves.get("UserName") or self._foreign:
            return leaves.get("UserName") or self._foreign
        if leaves.get("ShouldShowPresetName") != "true":
            return None
        return self._preset or (self._sample if tag in _SAMPLERS else "") or None

    def _preset_file(self, _: str) -> None:
        # Other references lead to what is Live's own or a plug-in's, and give no title.
        self._preset = self._file("LastPresetRef", ("FilePresetRef",))

    def _patch_file(self, _: str) -> None:
        self._foreign = self._file("PatchSlot", ("MxPatchRef", "MxDPatchRef"))

    def _file(self, name: str, kinds: tuple[str, ...]) -> str:
        """What a reference's file is called; until Live 9 its name stands apart from its folders."""
        cursor, file = self._cursor, dict[str, str]()
        reference = {"FileRef": cursor.gathering("FileRef", file)}
        value = {kind: cursor.reading(kind, reference) for kind in kinds}
        cursor.read(name, {"Value": cursor.reading("Value", value)})
        return PureWindowsPath(file.get("Path") or file.get("RelativePath") or file.get("Name", "")).stem

    def _plugin(self, tag: str, _: str) -> None:
        leaves = self._cursor.read(tag)
        self._foreign = leaves.get("PlugName") or leaves.get("Name", "")

    def _part(self, tag: str, _: str) -> None:
        if self._sample:
            self._cursor.skip(tag)
        else:
            self._sample = self._cursor.read(tag).get("Name", "")
