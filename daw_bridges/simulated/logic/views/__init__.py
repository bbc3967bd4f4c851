"""What the assignment section of the surface can show: one class a view, chosen by an assignment button."""

from __future__ import annotations
