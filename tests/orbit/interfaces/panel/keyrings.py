"""A keyring in a file, in the place of the system's: what keyring calls a backend."""

from __future__ import annotations

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend


class InFile(KeyringBackend):
    """Keeps everything in the file that the environment names."""

    priority = 1.0  # pyright: ignore[reportAssignmentType] - keyring makes a class property of it

    def _all(self) -> dict[str, str]:
        file = Path(os.environ["TESTS_KEYRING"])
        return json.loads(file.read_text()) if file.exists() else {}

    def _write(self, kept: dict[str, str]) -> None:
        Path(os.environ["TESTS_KEYRING"]).write_text(json.dumps(kept))

    def get_password(self, service: str, username: str) -> str | None:
        return self._all().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._write({**self._all(), f"{service} {username}": password})

    def delete_password(self, service: str, username: str) -> None:
        kept = self._all()
        kept.pop(f"{service} {username}")
        self._write(kept)
