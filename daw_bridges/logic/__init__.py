"""The bridge to Logic Pro: a Mackie Control that reads what it does, and macOS for what it cannot do."""

from __future__ import annotations
