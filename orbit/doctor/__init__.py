"""`orbit doctor`: whether everything Orbit needs is in order, and what exactly to do where it is not.

``finding`` is what a check finds, ``case`` what it is given to look at, ``registry`` the list of checks and
``examination`` how they are run: beside each other, each with an end, none able to stop another. The checks
themselves: ``system``, ``memory``, ``understanding``, ``practice``, the packages ``ableton`` and ``logic``.
They only look: nothing is made, repaired or locked, and nothing is sent but to programs on this machine.
"""

from __future__ import annotations

from orbit.doctor.case import Case
from orbit.doctor.examination import Examined, examine
from orbit.doctor.finding import Finding, Status
from orbit.doctor.registry import CHECKS, Check

__all__ = ["CHECKS", "Case", "Check", "Examined", "Finding", "Status", "examine"]
