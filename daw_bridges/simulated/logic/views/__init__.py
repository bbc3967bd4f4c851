"""What the assignment section can show: one class a view; ``table`` says which button brings which."""

from __future__ import annotations
