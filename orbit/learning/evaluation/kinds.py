"""Kinds of edit, said as the corpora say them: the action, its device's kind and its parameter.

This is the evaluation's own reading, apart from the learner's, so that what is wrong in one shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from daw_bridges.catalog import catalog, neutral_key

__all__ = ["does"]


def does(fields: Mapping[str, Any], device: str | None) -> str:
    """The kind of an edit as one line: ``set_parameter compressor threshold``, ``create_track return``.

    ``device`` is what the edit's device is: a kind, or a host's own name of it.
    """
    words = [str(fields["action"])]
    if device is not None:
        words.append(_kind(device))
    if "parameter" in fields:
        words.append(neutral_key(str(fields["parameter"])))
    if fields["action"] == "create_track":
        words.append(str(fields["kind"]))
    return " ".join(words)


@lru_cache(maxsize=4096)
def _kind(device: str) -> str:
    """The kind that a device without its number is; a plug-in's name where it is of none that is known."""
    bare = device.partition("#")[0]
    if bare in catalog().kinds():
        return bare
    return catalog().identify("ableton", name=bare) or neutral_key(bare)
