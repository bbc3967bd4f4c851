"""What single edits sound like: a table of rules an area. To teach a new wording, add a line to its rule."""

from __future__ import annotations
