"""The script's ``config.json`` as the user left it: read, and what in it is of no use to the script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from daw_bridges.ableton.installing.script_folder import CONFIG
from daw_bridges.errors import InstallError

__all__ = ["Config", "problems_of", "read_config"]

Config = dict[str, Any]

_KEYS = ("port", "reply_port", "token")


def read_config(folder: Path) -> Config:
    """The settings in a script's folder; none without a file. Raises InstallError for a damaged one."""
    path = folder / CONFIG
    try:
        config: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InstallError(f"{path} cannot be read: {error.strerror}. Check its permissions.") from None
    except ValueError as error:
        raise InstallError(f"{path} is not JSON: {error}. Correct it, or move it away.") from None
    if not isinstance(config, dict):
        raise InstallError(f"{path} is not a JSON object. Correct it, or move it away.")
    return cast("Config", config)


def problems_of(config: Mapping[str, Any]) -> list[str]:
    """What the script could not use of the settings; it would go on with its defaults instead."""
    found = [f"there is no setting “{key}”" for key in config if key not in _KEYS]
    for key, lowest in (("port", 0), ("reply_port", 0)):
        if key in config and not _is_port(config[key], lowest):
            found.append(f"“{key}” is {config[key]!r} and should be a number from {lowest} to 65535")
    if "token" in config and not (isinstance(config["token"], str) and config["token"]):
        found.append("“token” is not a text")
    return found


def _is_port(value: Any, lowest: int) -> bool:
    # `True` would count as 1; the script itself takes digits in a text too.
    if isinstance(value, str) and value.isdigit():
        value = int(value)
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= 65535
