"""Bridges to digital audio workstations: the ground they share, a package a host, simulated hosts to test on.

Nothing here knows of ``orbit``; it can be used alone. Start with ``daw_bridges.discovery.open_bridge``.
"""
