"""Which Orbit this script belongs to, and a name for the very files that Live has loaded.

Both are settled when the script is loaded: what lies in the folder may be newer by the time somebody asks,
and Live goes on running what it loaded until it is started again.
"""

from __future__ import annotations

import os
from hashlib import sha256

VERSION = "0.1.0"


def _sources(folder: str) -> list:
    found = []
    for place, _folders, names in os.walk(folder):
        inside = os.path.relpath(place, folder).replace(os.sep, "/")
        sources = (name for name in names if name.endswith(".py"))
        plain = (name for name in sources if not os.path.islink(os.path.join(place, name)))
        found.extend(name if inside == "." else "%s/%s" % (inside, name) for name in plain)
    return sorted(found)


def fingerprint(folder: str) -> str:
    """Name the content of a script: equal for equal source files; empty where they cannot be read."""
    whole = sha256()
    try:
        for name in _sources(folder):
            with open(os.path.join(folder, *name.split("/")), "rb") as file:
                whole.update(("%s %s\n" % (name, sha256(file.read()).hexdigest())).encode("utf-8"))
    except OSError:
        return ""
    return whole.hexdigest()[:16]


FINGERPRINT = fingerprint(os.path.dirname(os.path.abspath(__file__)))
