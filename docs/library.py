"""The pages of the library in ``docs/library/``: one for each workflow that comes with Orbit, and a matrix.

``make docs`` writes them anew from the files of the workflows and from a run of each on both practice hosts;
tests hold them. With ids, only those are run and written: ``python docs/library.py vocal-chain``.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.workflows import Slot, Workflow
    from orbit.workflows.workflow import Reference
    from tests.workflows_seed.proof import Proof

HERE = Path(__file__).parent
PAGES = HERE / "library"
INDEX = PAGES / "README.md"
_HOSTS = {"ableton": "Live", "logic": "Logic"}
_MATRIX = re.compile(r"(?m)^\| \[`(?P<name>[a-z0-9-]+)`\]\(.*\) \| .* \|$")
_BETWEEN = re.compile(r"(?<!\\)\|")

GROUPS = {
    "Dynamics and mix": (
        "sidechain-compression parallel-compression vocal-chain mixing-template drum-bus group-bus "
        "mastering-chain de-ess noise-gate low-cut-cleanup gain-staging bass-mono multiband-control "
        "transient-punch loudness-limiter saturation-warmth stereo-widening lcr-panning reference-track "
        "mixer-reset"
    ),
    "Space": "reverb-send delay-send ducked-reverb slapback-echo",
    "Sound": (
        "sound-design-start instrument-track filter-sweep lofi-chain sub-bass-layer ambient-pad arpeggio-line"
    ),
    "Arrangement and parts": (
        "duplicate-clip-to-bar song-structure build-and-drop loop-to-arrangement four-on-the-floor "
        "chord-progression hi-hat-groove"
    ),
    "Setup": "session-template recording-setup color-code tempo-and-signature resampling-track",
}


def page(workflow: Workflow) -> str:
    """Give the page of a workflow, down to what its runs have shown."""
    parts = [f"# {workflow.title}", workflow.task.strip(), "Ask for it, for instance:", _phrases(workflow)]
    parts += [workflow.outcome.strip().replace("{{ ", "*").replace(" }}", "*")]
    if drawing := chains(workflow):
        parts += ["## The chain", f"```text\n{drawing}```"]
    if workflow.slots:
        parts += ["## What it needs", _slots(workflow.slots)]
    parts += ["## The settings, and why", _steps(workflow)]
    if workflow.elsewhere:
        told = (
            f"- {_HOSTS.get(host, host)}: {' '.join(why.split())}" for host, why in workflow.elsewhere.items()
        )
        parts += ["## Where it is not made for, and what to do there", "\n".join(told)]
    if workflow.sources:
        parts += ["## Sources", "\n".join(_source(source) for source in workflow.sources)]
    parts += [f"The file is `workflows_seed/{workflow.workflow_name}.yaml`. [All workflows](README.md)"]
    return "\n\n".join(parts) + "\n"


def _phrases(workflow: Workflow) -> str:
    return "\n".join(f"- {_open(phrase)}" for phrase in workflow.phrases)


def _open(text: str) -> str:
    """Say an open place as a reader sees one: *target*."""
    text = re.sub(r"\{\{\s*tempo \| ms_of\('(.*?)'\)\s*\}\}", r"\1 note at the tempo of the song", text)
    plain = re.sub(r"\{\{\s*(\w+)\s*\}\}", lambda match: f"*{match[1].replace('_', ' ')}*", text)
    return re.sub(r"\{\{\s*(.*?)\s*\}\}", r"`\1`", plain).replace("|", "\\|")


def _slots(slots: Mapping[str, Slot]) -> str:
    rows = (
        (f"*{name.replace('_', ' ')}*", _open(slot.ask), _otherwise(slot)) for name, slot in slots.items()
    )
    return _table(("place", "what is asked", "if nothing is said"), rows)


def _otherwise(slot: Slot) -> str:
    found = slot.find
    if found is not None:
        looked = found.role or found.name or found.fact or found.clip_on or found.with_clip
        what = str(looked).replace("_", " ") if looked else ", ".join(found.kind)
        return f"the {what} of the session" if what else "what fits in the session"
    if slot.default is not None:
        return _open(str(slot.default))
    return "left out" if slot.optional else "it is asked"


def _steps(workflow: Workflow) -> str:
    rows = (
        (
            str(step.step_number),
            _open(_each(_does(step.action, step.fields), step.for_each)),
            _open(_each(step.expected_output, step.for_each)),
        )
        for step in workflow.steps
    )
    return _table(("", "what is done", "what to see or hear, and why"), rows)


def _each(text: str, each: Any) -> str:
    """Say what a step is repeated for in the place of the item."""
    return re.sub(r"\{\{\s*item\b", f"{{{{ {each}", text) if isinstance(each, str) else text


def _does(action: str, fields: Mapping[str, Any]) -> str:
    """An edit in a few words: its action, what it is done to, and the value."""
    if action == "set_parameter":
        of = f"{fields['device']}: {fields['parameter']}".replace("_", " ")
        return f"{of} = {fields['value']}"
    told = {name: value for name, value in fields.items() if name not in ("as", "at", "notes", "points")}
    said = ", ".join(str(value) for value in told.values() if value is not None)
    return f"{action.replace('_', ' ')}: {said}" if said else action.replace("_", " ")


def _source(source: Reference) -> str:
    title = f"[{source.title}](<{source.address}>)" if source.address else f"*{source.title}*"
    told = ", ".join(part for part in (source.author, title, source.page) if part)
    return f"- {told}" + (f": {source.supports}" if source.supports else "")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    lines = [head, ["---"] * len(head), *([" ".join(cell.split()) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# -- the picture ------------------------------------------------------------------------------------------


def chains(workflow: Workflow) -> str:
    """Draw what the workflow builds: a line a track, its devices in order, its sends, what keys it."""
    lines: dict[str, list[str]] = {}
    labelled: dict[tuple[str, str], str] = {}
    for step in workflow.steps:
        fields = step.fields
        track = _plain(fields.get("track", ""), step.for_each)
        match step.action:
            case "create_track":
                lines.setdefault(_plain(fields.get("name", ""), step.for_each), [])
            case "insert_device":
                _insert(lines.setdefault(track, []), track, fields, labelled)
            case "set_sidechain":
                _key(lines.setdefault(track, []), _plain(fields["source"], step.for_each))
            case "set_send":
                lines.setdefault(f"{track} ~", []).append(f"{_plain(fields['to'], step.for_each)} (send)")
            case "set_output":
                lines.setdefault(f"{track} >", []).append(_plain(fields.get("to", ""), step.for_each))
            case _:
                continue
    drawn = [(name.rstrip(" ~>"), name, parts) for name, parts in lines.items() if parts]
    width = max((len(name) for name, _, _ in drawn), default=0)
    return "".join(f"{name:<{width}} {_along(key, parts)}\n" for name, key, parts in drawn)


def _along(key: str, parts: list[str]) -> str:
    """Devices stand one behind the other; sends go out side by side."""
    return f"┄▶ {', '.join(parts)}" if key.endswith("~") else f"─▶ {' ─▶ '.join(parts)}"


def _insert(
    parts: list[str], track: str, fields: Mapping[str, Any], labelled: dict[tuple[str, str], str]
) -> None:
    """Draw a device; steps that give one label are ways to come by one device."""
    device, label = f"[{fields['device']}]", (track, fields.get("as") or "")
    known = labelled.get(label, "")
    if known not in parts or not label[1]:
        _put(parts, device, fields.get("at"))
    elif device not in known:
        device = f"{known} or {device}"
        parts[parts.index(known)] = device
    else:
        device = known
    labelled[label] = device


def _put(parts: list[str], device: str, at: Any) -> None:
    place = at - 1 if isinstance(at, int) and 0 < at <= len(parts) else len(parts)
    parts.insert(place, device)


def _key(parts: list[str], source: str) -> None:
    if parts:
        parts[-1] += f" ◀┄ {source}"


def _plain(text: Any, each: Any) -> str:
    said = re.sub(r"\{\{\s*(.*?)\s*\}\}", r"\1", str(text))
    within = each if isinstance(each, str) else "each"
    return re.sub(r"\bitem(\.\w+)?\b", within, said).replace("_", " ")


# -- the matrix -------------------------------------------------------------------------------------------


def row(workflow: Workflow, proofs: Mapping[str, Proof], known: str = "") -> str:
    """Give a workflow's line of the matrix; a host on which it did not run keeps its known cell."""
    link = f"[`{workflow.workflow_name}`]({workflow.workflow_name}.md)"
    kept = [each.strip() for each in _BETWEEN.split(known)][2:-1]
    there = dict(zip(_HOSTS, kept, strict=False))
    cells = (cell(proofs[host]) if host in proofs else there.get(host, "–") for host in _HOSTS)
    return f"| {link} | {' | '.join(cells)} |"


def cell(proof: Proof) -> str:
    """Give what a run has shown: the verdict, and what it leaves out."""
    details = list(proof.details())
    shown = details if proof.refused else [each for each in details if not each.startswith("Asked for again")]
    return f"**{proof.verdict}**{''.join(f'<br>{_safe(each)}' for each in shown)}"


def _safe(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def rows_in(page: str) -> dict[str, str]:
    """The lines of the matrix in a page, by workflow."""
    return {match["name"]: match[0] for match in _MATRIX.finditer(page)}


def index(rows: Mapping[str, str]) -> str:
    """Give the page with all of them."""
    return _INTRODUCTION + "".join(_groups(rows))


def _groups(rows: Mapping[str, str]) -> Iterator[str]:
    grouped = {name for names in GROUPS.values() for name in names.split()}
    others = " ".join(sorted(rows.keys() - grouped))
    for title, names in (GROUPS | {"More": others}).items():
        if there := [rows[name] for name in names.split() if name in rows]:
            head = f"| workflow | {' | '.join(_HOSTS.values())} |\n|{' --- |' * (len(_HOSTS) + 1)}\n"
            yield f"\n## {title}\n\n{head}" + "".join(f"{each}\n" for each in there)


_INTRODUCTION = """\
# The library

The workflows that come with Orbit, and what came of each when it was last run on a simulated Live and a
simulated Logic with the practice session: planned, carried out, read back, asked for again, and taken back.
*Verified*: every step was read back from the host, what must hold in the end does, and undo led back to the
session as it was. *By hand in part*: the rest is verified, and the step that no program can do is told to
you. *Refused*: nothing is done, and this is said.
"""


def main(names: Iterable[str] = ()) -> None:
    """Run the workflows and write their pages and their lines of the matrix; all of them by default."""
    sys.path.insert(0, str(HERE.parent))
    from orbit.workflows import load_folder
    from workflows_seed import FOLDER

    seeds = {seed.workflow_name: seed for seed in load_folder(FOLDER)}
    wanted = list(names) or list(seeds)
    known = rows_in(INDEX.read_text(encoding="utf-8")) if INDEX.exists() else {}
    rows = {name: line for name, line in known.items() if name in seeds}
    PAGES.mkdir(exist_ok=True)
    for name, proofs in asyncio.run(_proved({name: seeds[name] for name in wanted})).items():
        rows[name] = row(seeds[name], proofs, rows.get(name, ""))
        (PAGES / f"{name}.md").write_text(page(seeds[name]), encoding="utf-8")
    INDEX.write_text(index(rows), encoding="utf-8")
    for path in PAGES.glob("*.md"):
        if path != INDEX and path.stem not in seeds:
            path.unlink()


async def _proved(seeds: Mapping[str, Workflow]) -> dict[str, dict[str, Proof]]:
    from tests.workflows_seed.proof import prove
    from tests.workflows_seed.stages import Stages

    stages, proved = Stages(), dict[str, dict[str, Any]]()
    try:
        for name, seed in seeds.items():
            try:
                proved[name] = {host: await prove(seed, await stages.stage(host)) for host in _HOSTS}
            except AssertionError as error:
                sys.stderr.write(f"{name} is left as it was: {error}\n")
                for host in _HOSTS:
                    await stages.drop(host)
    finally:
        await stages.close()
    return proved


if __name__ == "__main__":
    main(sys.argv[1:])
