"""Commands that install something into the environment Orbit runs in, whatever `pip` is first on the path."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

__all__ = ["PACKAGE", "pip_install", "reinstall"]

PACKAGE = "orbit-daw"


def pip_install(*what: str) -> str:
    """Give the command that installs something here."""
    return shlex.join([sys.executable, "-m", "pip", "install", *what])


def reinstall() -> str:
    """Give the command that installs Orbit again, with what it depends on: from its clone if it is in one."""
    with suppress(PackageNotFoundError, ValueError, KeyError, TypeError):
        source: dict[str, Any] = json.loads(distribution(PACKAGE).read_text("direct_url.json") or "")
        if source["dir_info"].get("editable"):
            return pip_install("-e", url2pathname(urlsplit(str(source["url"])).path))
    return pip_install("--upgrade", PACKAGE)
