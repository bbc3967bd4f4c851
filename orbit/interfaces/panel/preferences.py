"""What the user chose for the panel itself, kept in the data directory: colours and microphone."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["Preferences"]


class Preferences:
    """The choices, written down as they are made."""

    def __init__(self, data_dir: Path) -> None:
        self._file = data_dir / "panel" / "preferences.json"
        kept = self._kept()
        dark = kept.get("dark")
        self._dark = dark if isinstance(dark, bool) else None
        microphone = kept.get("microphone")
        self._microphone = microphone if isinstance(microphone, str) else ""

    @property
    def dark(self) -> bool | None:
        """Dark, light, or (None) as the system is."""
        return self._dark

    @dark.setter
    def dark(self, dark: bool | None) -> None:
        self._dark = dark
        self._keep()

    @property
    def microphone(self) -> str:
        """The microphone that the talk button listens to, as browsers name it; empty: the system's choice."""
        return self._microphone

    @microphone.setter
    def microphone(self, name: str) -> None:
        self._microphone = name
        self._keep()

    def _kept(self) -> dict[str, object]:
        try:
            kept: Any = json.loads(self._file.read_text(encoding="utf-8"))
            return {str(name): value for name, value in kept.items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def _keep(self) -> None:
        draft = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        with suppress(OSError):  # a choice that cannot be written down still holds until the panel ends
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            kept = {"dark": self._dark, "microphone": self._microphone}
            draft.write_text(json.dumps(kept))
            draft.replace(self._file)
