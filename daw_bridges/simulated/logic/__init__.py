"""A simulated Logic Pro: a Mackie host with the behaviour measured on the real one."""

from __future__ import annotations
