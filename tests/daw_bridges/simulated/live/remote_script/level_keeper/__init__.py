# type: ignore  # written for Live, which has no stubs
"""A Remote Script as third parties write them for Live: _Framework, a socket, listeners, nothing of the host it runs on."""
from __future__ import absolute_import

from .LevelKeeper import LevelKeeper


def create_instance(c_instance):
    return LevelKeeper(c_instance)
