"""What of a workflow is searched: its title, task, tags and phrases, without the slots in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

__all__ = ["TEMPLATE", "Document", "document_of", "text_sha256"]

TEMPLATE = "1"
"""The version of `document_of`: part of an index's name, so old vectors are never mixed with new ones."""

_SLOT = re.compile(r"\{\{.*?\}\}")


@dataclass(frozen=True)
class Document:
    """What is searched of one workflow.

    ``text`` is its title, task, tags and phrases; ``phrases`` are the ways to ask for it, one of them at
    least.
    """

    id: str
    title: str
    text: str
    phrases: tuple[str, ...]


def document_of(body: Mapping[str, Any]) -> Document:
    """Give the search document of a workflow's JSON."""
    title, task = str(body["title"]), str(body["task"])
    phrases = tuple(_plain(phrase) for phrase in body.get("phrases") or ())
    tags = ", ".join(body.get("tags") or ())
    text = ". ".join(part for part in (_plain(title), _plain(task), _plain(tags), *phrases) if part)
    return Document(str(body["workflow_name"]), title, text, (_plain(title), *phrases))


def _plain(text: str) -> str:
    return " ".join(_SLOT.sub(" ", text).split()).rstrip(".")


def text_sha256(text: str) -> str:
    """Give the SHA-256 that says whether a text must be embedded again."""
    return sha256(text.encode()).hexdigest()
