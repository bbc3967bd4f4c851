"""Hypothesis strategies for sessions, actions that can be done to one, and any well-formed action at all.

Generation is kept cheap (few draws an action, sessions grown from small skeletons by actions themselves) so
that the laws can be run on tens of thousands of cases.
"""

from __future__ import annotations

from tests.strategies.growing import VERBS, Case, cases, possible_actions, sessions
from tests.strategies.picking import COLORS, KINDS
from tests.strategies.vocabulary import well_formed_actions

__all__ = ["COLORS", "KINDS", "VERBS", "Case", "cases", "possible_actions", "sessions", "well_formed_actions"]
