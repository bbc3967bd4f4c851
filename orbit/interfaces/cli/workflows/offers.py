"""``orbit workflows offers|keep|dismiss``: what Orbit found in what was done by hand, and the answer."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import ask

if TYPE_CHECKING:
    from orbit.learning.online.operations import Offer

__all__ = ["register"]

_OfferId = Annotated[str, typer.Argument(metavar="ID", help="As `orbit workflows offers` gives it.")]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(offers)
    app.command()(keep)
    app.command()(dismiss)


def offers(as_json: Json = False, data_dir: DataDir = None) -> int:
    """List what Orbit has found in what you do by hand."""
    found: list[Offer] = ask(load_settings(data_dir=data_dir), lambda engine: engine.offers())
    if as_json:
        print_json([_document(each) for each in found])
    else:
        from orbit.interfaces.cli.views.offers import offers_view

        screen().print(offers_view(found))
    return DONE


def keep(
    offer_id: _OfferId,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Call it this instead.")] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Keep what is offered as a workflow."""
    kept = _answer("keep_offer", as_json, data_dir, offer_id=offer_id, name=name)
    if not as_json:
        instead = f" It replaces “{kept.replaces}”." if _supersedes(kept) else ""
        screen().print(f"Saved “{kept.title}” as “{kept.kept_as}”.{instead}", markup=False)
    return DONE


def dismiss(offer_id: _OfferId, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Turn an offer down; it is not made again."""
    gone = _answer("dismiss_offer", as_json, data_dir, offer_id=offer_id)
    if not as_json:
        screen().print(f"“{gone.title}” will not be offered again.", markup=False)
    return DONE


def _answer(operation: str, as_json: bool, data_dir: DataDir, **arguments: Any) -> Offer:
    decided: Offer = ask(load_settings(data_dir=data_dir), lambda engine: engine.call(operation, **arguments))
    if as_json:
        print_json({"ok": True, **_document(decided)})
    return decided


def _supersedes(kept: Offer) -> bool:
    return kept.replaces is not None and kept.replaces != kept.kept_as


def _document(offer: Offer) -> dict[str, Any]:
    return asdict(offer)
