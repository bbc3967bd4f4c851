"""memharness as it is released, under its own Python: ``python memharness_peer.py URL COUNT ADDS SEARCHES``.

Prints one JSON object of figures. Its documented interface is used and its defaults are kept.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.memory_scale.corpus import query, workflow


async def _add(harness: Any, number: int) -> None:
    body = workflow(number)
    steps = [step["expected_output"] for step in body["steps"]]
    await harness.add_workflow(body["task"], steps, body["outcome"], body["result"])


async def main(url: str, count: int, adds: int, searches: int) -> None:
    """Fill a memory, then time some more workflows and some searches."""
    # Installed in that Python only.
    harness: Any = import_module("memharness").MemoryHarness(url)
    await harness.connect()
    start = perf_counter()
    for number in range(count):
        await _add(harness, number)
    filled = perf_counter() - start
    add_seconds: list[float] = []
    for number in range(count, count + adds):
        start = perf_counter()
        await _add(harness, number)
        add_seconds.append(perf_counter() - start)
    search_seconds: list[float] = []
    search_cpu: list[float] = []
    found = 0
    for number in range(searches):
        start, cpu = perf_counter(), process_time()
        await harness.search_workflow(query(number * 7919 % count, 1), k=3)
        search_seconds.append(perf_counter() - start)
        search_cpu.append(process_time() - cpu)
    for number in range(min(searches, 3)):
        task = workflow(number * 7919 % count)["task"]
        found += any(task in unit.content for unit in await harness.search_workflow(task, k=3))
    await harness.disconnect()
    figures = {"fill": filled, "add": add_seconds, "search": search_seconds, "search_cpu": search_cpu}
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps(figures | {"rss": rss, "found": found / min(searches, 3)}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *(int(argument) for argument in sys.argv[2:5])))
