"""Say which rows do not hold on the practice session: ``python -m benchmarks.reader.check``."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.hosts import fresh_practice

FOLDER = Path(__file__).parent
SEEDS = FOLDER.parents[1] / "workflows_seed"
FIELDS = {"id", "voice", "kind", "say", "setup", "leads_to", "or", "asks", "workflow", "slots", "note"}
KINDS = {"single", "multi", "follow_up", "near_miss", "question", "must_not_edit"}
UNSEEN = {"fire_clip", "stop_clip", "fire_scene", "record", "load_preset", "play", "stop"}


def after(session: Session, actions: list[dict[str, Any]]) -> Session:
    """Give the session after a row's actions. Raises ActionError."""
    return apply_all(session, resolve_labels(session, [parse_action(each) for each in actions]))


def problems(row: dict[str, Any], practice: Session) -> Iterator[str]:
    """Say why a row does not hold. Raises ActionError for an action that cannot be done."""
    if not {*row} <= FIELDS or row["kind"] not in KINDS or not all(turn.strip() for turn in row["say"]):
        yield "its fields, its kind or its turns"
    if "workflow" in row:
        known = yaml.safe_load((SEEDS / f"{row['workflow']}.yaml").read_text("utf-8"))["slots"]
        yield from (f"{row['workflow']} has no slot {slot}" for slot in {*row["slots"]} - {*known})
    if row["kind"] in ("question", "must_not_edit") and row["leads_to"] is not None:
        yield "an edit where nothing may be edited"
    if row["kind"] in ("single", "multi") and not {"asks", "workflow"} & {*row} and not row["leads_to"]:
        yield "neither an edit nor a question"
    before = after(practice, row["setup"])
    for actions in filter(None, [row["leads_to"], *row.get("or", ())]):
        silent = {each["action"] for each in actions} & UNSEEN
        if not differences(before, after(before, actions)) and not silent:
            yield f"nothing changes: {actions}"


def said(row: dict[str, Any]) -> str:
    """Give a row's words as they are compared: without case and punctuation."""
    return " / ".join(re.sub(r"[^\w%+.-]+", " ", turn.casefold()).strip(" .") for turn in row["say"])


async def main() -> int:
    """Check every row of every voice, those kept for judging too."""
    async with fresh_practice() as bridge:
        practice = await bridge.snapshot()
    seen: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    for file in sorted(FOLDER.rglob("*.jsonl")):
        for row in map(json.loads, file.read_text("utf-8").splitlines()[1:]):
            try:
                found = list(problems(row, practice))
            except (OrbitError, OSError, KeyError) as error:
                found = [repr(error)]
            found += [f"as {seen[key]}" for key in (row["id"], said(row)) if key in seen]
            seen |= dict.fromkeys((row["id"], said(row)), f"{row['id']} of {file.parent.name}")
            kinds.update([f"{file.parent.name}: {row['kind']}", *["do not hold"][: len(found)]])
            print(*(f"{row['id']}: {row['say']}: {problem}\n" for problem in found), sep="", end="")
    print(f"{len(seen) // 2} rows: {dict(kinds)}")
    return 1 if kinds["do not hold"] else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
