"""Settings: what the user chose, from the command line, the environment and a file, in that order of weight.

The file is ``config.toml`` in the user's configuration folder; each key is a field of ``Settings``. In the
environment a field is ``ORBIT_`` and its name in capitals (``ORBIT_MODEL``, ``ORBIT_DATA_DIR``).
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self, get_type_hints

import platformdirs

from daw_bridges.errors import UsageError

__all__ = ["Settings", "keep_setting", "settings_file", "variable_of"]

_TRUE = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


_LAST_PORT = 65535


def _data_dir() -> Path:
    return Path(platformdirs.user_data_dir("orbit", appauthor=False))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings, each with a default that works with no network and no key."""

    daw: str = "practice"
    """Which DAW to speak to: ``practice``, ``ableton``, ``logic``, or any other with a bridge installed."""
    model: str = "offline"
    """``offline``, or a model in pydantic-ai's notation: ``openai:…``, ``anthropic:…``, ``ollama:…``."""
    refine: str = "off"
    """Which model may find better words for what was learned by hand: ``off``, or as for ``model``."""
    model_seconds: int = 60
    """How many seconds one answer of a hosted model may take."""
    request_tokens: int = 400_000
    """How many tokens of a hosted model one request may take, in and out together."""
    conversation_tokens: int = 2_000_000
    """How many a conversation may take; once it has, the offline model goes on."""
    data_dir: Path = field(default_factory=_data_dir)
    """Where everything that Orbit keeps lives."""
    confirm: bool = False
    """Ask before every plan, not only before destructive ones."""
    mcp_allow: str = "edits"
    """How far assistants on this launch's server go unasked: look, ask, edits or everything."""
    server_port: int = 0
    """The port of the server on this machine; 0 is any free one."""
    ableton_port: int = 11000
    """The port of Orbit's Remote Script in Live, on this machine."""
    ableton_token: str | None = None
    """The secret it asks for; left open, the one that the script keeps for its user is read."""
    ableton_via: str = "auto"
    """How to reach Live: ``orbit`` (its own script), ``abletonosc``, or ``auto``: the first that answers."""
    ableton_reply_port: int = 11001
    """The port that AbletonOSC answers to."""
    logic_port: str = "auto"
    """How to reach Logic: ``virtual`` (Orbit's own MIDI ports), ``tcp:127.0.0.1:N``, a MIDI port's name, or
    ``auto``: a simulated Logic where one runs, else ``virtual``."""
    store_url: str | None = None
    """Where the memory is kept, as a SQLAlchemy URL (``postgresql+psycopg://…``); left open, in a SQLite file
    in ``data_dir``."""
    index_url: str | None = None
    """The URL of a Chroma server that holds the search index; left open, it is in ``data_dir``."""
    microphone: str | None = None
    """Which microphone hears, by a part of its name; left open, the system's choice."""
    talk_button: str | None = None
    """The pad or footswitch to hold while one speaks: ``FS-1: cc 64``; `orbit voice learn` prints it."""
    wake_phrase: bool = False
    """Listen for “hey orbit” all the time."""
    transcriber: str = "offline"
    """Who makes words of what is said: ``offline``, ``whisper``, or any other that is installed."""
    user: str = "local"
    """Whose memory it is: what one user keeps, no other is shown."""
    project: str = "default"
    """What the memory is of; each project has its own."""
    embedder: str = "auto"
    """How goals are compared: ``auto`` (MiniLM if installed), ``words``, ``minilm`` or ``hosted``."""
    embedder_url: str | None = None
    """The base URL of an OpenAI-compatible embeddings service, for ``hosted``."""
    embedder_model: str | None = None
    embedder_key: str | None = field(default=None, repr=False)

    @property
    def own_workflows(self) -> Path:
        """The folder of the user's own workflow files, which need not be there."""
        return self.data_dir / "workflows"

    @classmethod
    def load(cls, **overrides: Any) -> Self:
        """Gather the settings; an override of None is not given. Raises UsageError for a wrong value."""
        given = _from_file() | _from_environment() | {k: v for k, v in overrides.items() if v is not None}
        known = get_type_hints(cls)
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise UsageError(f"There is no setting “{unknown[0]}”. Settings are: {', '.join(known)}.")
        return cls(**{name: _read(name, value, cls) for name, value in given.items()})


def settings_file() -> Path:
    """Where the user's settings are read from; the file need not be there."""
    return Path(platformdirs.user_config_dir("orbit", appauthor=False)) / "config.toml"


def variable_of(name: str) -> str:
    """Give the environment variable of a setting, which goes before the file."""
    return f"ORBIT_{name.upper()}"


def keep_setting(name: str, value: str) -> Path:
    """Write a setting into the user's file, beside whatever else stands there; give the file.

    Raises UsageError for a wrong name or value, and for a file that cannot be read or written.
    """
    Settings.load(**{name: value})
    path, before = settings_file(), _from_file()
    line, stands = (
        f"{name} = {json.dumps(value, ensure_ascii=False)}",
        re.compile(rf"(?m)^[ \t]*{name}[ \t]*=.*$"),
    )
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        text = stands.sub(lambda _: line, text, count=1) if name in before else f"{line}\n{text}"
        if _parsed(text) != before | {name: value}:  # a value over several lines, say
            raise UsageError(f"{path} is written in a way of its own. Put this into it by hand: {line}")
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from None
    return path


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _from_file() -> dict[str, Any]:
    path = settings_file()
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}. Correct it or move it away.") from None


def _from_environment() -> dict[str, Any]:
    names = {variable_of(setting.name): setting.name for setting in fields(Settings)}
    return {names[key]: value for key, value in os.environ.items() if key in names and value}


def _read(name: str, value: Any, cls: type[Settings]) -> Any:
    kind = get_type_hints(cls)[name]
    try:
        if kind is Path:
            return Path(value).expanduser().absolute()
        if kind is bool:
            return value if isinstance(value, bool) else _TRUE[str(value).casefold()]
        if kind is int:
            return _number(name, value)
        if not isinstance(value, str):
            raise TypeError(value)
        return value
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"“{value}” is not a value for the setting {name}.{_LIMITS.get(kind, '')}") from None


_LIMITS: Mapping[Any, str] = {
    int: " It is a whole number from 1 on; a port goes up to 65535.",
    bool: f" It is one of {', '.join(_TRUE)}.",
}


def _number(name: str, value: Any) -> int:
    number = int(value)
    if (
        isinstance(value, bool | float)
        or number < min(1, getattr(Settings, name))
        or (name.endswith("_port") and number > _LAST_PORT)
    ):
        raise ValueError(value)
    return number
