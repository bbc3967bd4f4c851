"""Where the script listens and what a client must know: environment, then ``config.json`` beside the script.

``port`` (default 11000; 0 lets the system choose), ``token``, and ``reply_port``, with which AbletonOSC's
addresses are answered too. Without a configured token one is made once and kept in the user's home where only
that user can read it; Orbit's bridge reads it there.
"""

from __future__ import annotations

import json
import os
import secrets
from typing import Any, Callable, Dict, NamedTuple

HOST = "127.0.0.1"
DEFAULT_PORT = 11000
CONFIG_FILE = "config.json"
TOKEN_FILE = os.path.join("~", ".orbit", "ableton-token")


class Config(NamedTuple):
    """The settings of one script instance."""

    port: int
    token: str
    reply_port: int
    """Where answers to AbletonOSC's addresses go; 0 leaves those addresses unanswered."""


def load(folder: str, log: Callable[[str], None]) -> Config:
    """Read the settings; a file that cannot be read is logged and the defaults hold."""
    stored = _read(os.path.join(folder, CONFIG_FILE), log)
    port = os.environ.get("ORBIT_ABLETON_PORT") or stored.get("port", DEFAULT_PORT)
    reply_port = os.environ.get("ORBIT_ABLETON_REPLY_PORT") or stored.get("reply_port", 0)
    token = os.environ.get("ORBIT_ABLETON_TOKEN") or stored.get("token") or _own_token(log)
    try:
        return Config(int(port), str(token), int(reply_port))
    except (TypeError, ValueError):
        log("config.json: “port” and “reply_port” are numbers; using %d and none" % DEFAULT_PORT)
        return Config(DEFAULT_PORT, str(token), 0)


def _read(path: str, log: Callable[[str], None]) -> Dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            stored = json.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log("config.json cannot be read and is ignored: %s" % error)
        return {}
    return stored if isinstance(stored, dict) else {}


def _own_token(log: Callable[[str], None]) -> str:
    path = os.path.expanduser(os.environ.get("ORBIT_ABLETON_TOKEN_FILE") or TOKEN_FILE)
    try:
        return _read_token(path) or _make_token(path)
    except OSError as error:
        log("no token can be kept in %s (%s); put one into config.json" % (path, error))
        return secrets.token_hex(16)


def _read_token(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def _make_token(path: str) -> str:
    token = secrets.token_hex(16)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(token)
    return token
