"""Mackie Control: the messages between a control surface and its host, and a model of what the surface shows.

Nothing here knows a host. Logic and Ardour both speak it; what each makes of it is in the host's package.
"""

from __future__ import annotations
