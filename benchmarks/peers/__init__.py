"""Orbit beside other ways of reaching Live, on one simulated Live: replays of 20 and 200 edits, a snapshot.

The others are public Remote Scripts, run unchanged from checkouts whose folders are given::

    python -m benchmarks.peers --abletonosc …/AbletonOSC --ableton-mcp …/AbletonMCP_Remote_Script

Without a checkout of AbletonOSC its addresses are answered by Orbit's own script, which is then what Orbit is
compared with. Read the ratios: they come from one run on one machine.
"""
