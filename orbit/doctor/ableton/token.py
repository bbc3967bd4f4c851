"""Whether Orbit and its script find the same secret, and whether nobody else does."""

from __future__ import annotations

import os
import shlex

from daw_bridges.ableton.installing.config_file import read_config
from daw_bridges.ableton.token import kept_token, token_file
from daw_bridges.errors import InstallError
from orbit.doctor.ableton.around import Around
from orbit.doctor.ableton.script import INSTALL
from orbit.doctor.finding import Finding, ok, problem, warning

__all__ = ["token"]


def token(around: Around) -> Finding | None:
    """Whether Orbit and the script find the same token, and nobody else may read it."""
    if not around.has_script and not token_file().exists():
        return None
    try:
        kept = kept_token()
    except (OSError, UnicodeDecodeError) as error:
        return problem(
            f"{token_file()} cannot be read: {error}.", f"{INSTALL} --new-token, then restart Live"
        )
    if not kept and not around.token:
        return problem(f"{token_file()} is not there yet.", f"{INSTALL}, then restart Live")
    return _other(around, kept) or _open_to_others() or ok(around.token_source)


def _other(around: Around, kept: str) -> Finding | None:
    """Find that Orbit would greet with another token than the script expects."""
    own = _of_script(around)
    if (own or kept) == around.token:
        return None
    if around.token_source == str(token_file()):
        return problem("The script's config.json has a different token from the one Orbit finds.", INSTALL)
    where = "the script's config.json" if own else str(token_file())
    return problem(
        f"{around.token_source} says a different token from {where}.",
        f"Remove {around.token_source}, so that the script's own token is used.",
    )


def _of_script(around: Around) -> str:
    script = around.script
    if script is None:
        return ""
    try:
        own = read_config(script.path).get("token", "")
    except InstallError:
        return ""
    return own if isinstance(own, str) else ""


def _open_to_others() -> Finding | None:
    path = token_file()
    if os.name != "posix" or not path.exists() or not path.stat().st_mode & 0o077:
        return None
    return warning(f"Other users of this machine may read {path}.", f"chmod 600 {shlex.quote(str(path))}")
