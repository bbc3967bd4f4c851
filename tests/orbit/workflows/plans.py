"""The plans that tests carry out: the side chain, and loose actions."""

from __future__ import annotations

from collections.abc import Mapping

from daw_bridges.actions import parse_action
from daw_bridges.session import Session
from orbit.workflows import Plan, bind, load_workflow, make_plan, plan_actions
from workflows_seed import FOLDER


def sidechain(session: Session) -> Plan:
    """The bass ducks under the kick: six steps."""
    workflow = load_workflow(FOLDER / "sidechain-compression.yaml")
    return make_plan(workflow, bind(workflow, {}, session), session)


def plan(session: Session, *actions: Mapping[str, object]) -> Plan:
    """Actions given as JSON."""
    return plan_actions([parse_action(dict(action)) for action in actions], session)
