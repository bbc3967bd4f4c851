"""A store with as many workflows as are asked for, written in bulk.

The rows are those that `WorkflowTable.put` and `Meaning` write. The vectors of the filling are not embedded,
which takes minutes at a hundred thousand: each is the mean of the real vectors of some texts and some chance,
as near to each other as real ones are. What is timed afterwards, adding and searching, embeds every text.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import insert

from benchmarks.memory_scale.corpus import query, workflow
from orbit.memory import Store
from orbit.memory.document import TEMPLATE, document_of, text_sha256
from orbit.memory.embedding import Embedder
from orbit.memory.store import content_sha256, schema
from orbit.memory.store.database import utc_now

__all__ = ["fill"]

_BATCH = 5000
_REAL = 300  # texts embedded to mix the others from
_CHANCE = 0.5


def fill(folder: Path, count: int, embedder: Embedder) -> None:
    """Write the first ``count`` workflows of the corpus and their vectors."""
    store = Store.open(folder)
    made = embedder.embed([query(number * 37) for number in range(_REAL)])
    random = np.random.default_rng(count)
    for start in range(0, count, _BATCH):
        numbers = range(start, min(count, start + _BATCH))
        with store.transaction():
            texts = _write(store, numbers)
            rows: NDArray[np.float32] = made[random.integers(_REAL, size=(len(texts), 2))].mean(axis=1)
            rows += random.normal(scale=_CHANCE / rows.shape[1] ** 0.5, size=rows.shape).astype(np.float32)
            rows /= np.linalg.norm(rows, axis=1, keepdims=True)
            vectors: dict[str, tuple[str, NDArray[np.float32]]] = {
                item: (text_sha256(text), row) for (item, text), row in zip(texts.items(), rows, strict=True)
            }
            store.vectors.bring(
                f"{embedder.fingerprint}:{TEMPLATE}", vectors, reached=store.workflows.revision()
            )
    store.close()


def _write(store: Store, numbers: range) -> dict[str, str]:
    """Write workflows as their first versions; give the text by which each is searched."""
    key = store.scope.columns()
    bodies = [workflow(number) for number in numbers]
    names = [str(body["workflow_name"]) for body in bodies]
    # The last one is saved as ever, so that the scope's revision is counted as ever.
    first, last = slice(0, -1), bodies[-1]
    revision = store.workflows.revision() + 1
    with store._database.write() as connection:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        rows = [key | {"id": name, "version": 1, "revision": revision} for name in names[first]]
        connection.execute(insert(schema.workflows), rows)
        versions = [
            key
            | {
                "id": name,
                "version": 1,
                "body": json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False),
                "content_sha256": content_sha256(body),
                "source": "taught",
                "trajectories": "[]",
                "created": utc_now(),
            }
            for name, body in zip(names[first], bodies[first], strict=True)
        ]
        connection.execute(insert(schema.workflow_versions), versions)
    store.workflows.put(last)
    return {name: document_of(body).text for name, body in zip(names, bodies, strict=True)}
