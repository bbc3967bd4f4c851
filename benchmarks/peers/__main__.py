"""Measure and print: see the package's docstring."""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from benchmarks import sized
from benchmarks.peers.hosts import Way, ways
from benchmarks.peers.plan import RAW_THRESHOLD, THRESHOLD_PLACE, plan
from daw_bridges.simulated.live import LiveHost, big_set
from daw_bridges.simulated.live.devices import stock_device
from daw_bridges.simulated.live.song import Song

LENGTHS = sized((20, 200), (8, 20))
ROUNDS = sized(3, 1)
TRACKS = sized(100, 4)


def main() -> None:
    """Measure every way in turn and print a table with the ratios to Orbit."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    options.add_argument("--abletonosc", type=Path, help="a checkout of AbletonOSC")
    options.add_argument("--ableton-mcp", type=Path, help="ableton-mcp's Remote Script's folder")
    given = options.parse_args()
    rows = {way.name: _measure(way) for way in ways(given.abletonosc, given.ableton_mcp)}
    ours = next(iter(rows.values()))
    title = f"One simulated Live, every edit confirmed; median of {ROUNDS} rounds (in brackets: times Orbit)"
    table = Table(title=title, title_justify="left")
    for column in ("", *(f"{length} edits" for length in LENGTHS), f"read {TRACKS} tracks × 8 devices"):
        table.add_column(column, justify="right" if column else "left")
    for name, seconds in rows.items():
        table.add_row(name, *(_cell(one, own) for one, own in zip(seconds, ours, strict=True)))
    Console(width=120).print(table)


def _cell(seconds: float, ours: float) -> str:
    return f"{seconds * 1000:,.0f} ms ({seconds / ours:.1f} ×)"


def _measure(way: Way) -> list[float]:
    return [*(median(_replay(way, length) for _ in range(ROUNDS)) for length in LENGTHS), _read(way)]


def _replay(way: Way, length: int) -> float:
    with way.open(_compressed(length // 4 + 1)) as (host, client):
        edits = plan(length, host.call(_threshold, host))
        start = perf_counter()
        client.replay(edits)
        taken = perf_counter() - start
        host.call(_must_be_done, host, length)
        return taken


def _read(way: Way) -> float:
    with way.open(big_set(TRACKS)) as (_, client):
        seconds: list[float] = []
        # Some take a minute, and a minute is told well enough by one round.
        while len(seconds) < ROUNDS and sum(seconds) < 10:
            start = perf_counter()
            client.read()
            seconds.append(perf_counter() - start)
        return median(seconds)


def _compressed(tracks: int) -> Song:
    song = Song("Peers", scenes=8)
    with song.unrecorded():
        for place in range(tracks):
            song.add_track_("midi", f"Track {place + 1}", place).insert_(stock_device("Compressor"), 0)
    return song


def _threshold(host: LiveHost) -> str:
    parameter = host.song.tracks[0].devices[0].parameters[THRESHOLD_PLACE]
    return str(parameter.str_for_value(RAW_THRESHOLD))


def _must_be_done(host: LiveHost, length: int) -> None:
    """A way that says it did what it did not is no yardstick."""
    tracks = host.song.tracks[: (length - 1) // 4]
    done = host.song.tempo == 123.0 and all(
        track.name.startswith("Part") and track.clip_slots[0].has_clip for track in tracks
    )
    if not done:
        raise SystemExit("Not every edit arrived.")


if __name__ == "__main__":
    main()
