"""What of a workflow is searched: its title, task, tags and phrases, without the slots in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from orbit.memory.retrieval import Document

__all__ = ["TEMPLATE", "document_of", "text_sha256"]

TEMPLATE = "1"
"""The version of `document_of`: part of an index's name, so old vectors are never mixed with new ones."""

_SLOT = re.compile(r"\{\{.*?\}\}")


def document_of(body: Mapping[str, Any]) -> Document:
    """Give the search document of a workflow's JSON."""
    title, task = str(body.get("title", "")), str(body.get("task", ""))
    tags, phrases = body.get("tags") or (), body.get("phrases") or ()
    parts = [title, task, ", ".join(map(str, tags)), *map(str, phrases)]
    text = ". ".join(" ".join(_SLOT.sub(" ", part).split()).rstrip(".") for part in parts if part)
    return Document(str(body["workflow_name"]), title, text)


def text_sha256(text: str) -> str:
    """Give the SHA-256 that says whether a text must be embedded again."""
    return sha256(text.encode()).hexdigest()
