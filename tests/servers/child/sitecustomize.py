"""Loaded by every Python process that a served test starts: what it keeps goes to the servers too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3]))

from tests.servers.serving import serve

sys.path.pop()
serve()
