"""Admission: nothing induced is kept that was not carried out again and seen to end as it should."""

from __future__ import annotations

from orbit.learning.admission.by_model import admit_by_model
from orbit.learning.admission.on_host import admit_on_host
from orbit.learning.admission.scratch import scratch
from orbit.learning.admission.trimming import trimmed
from orbit.learning.admission.verdict import HOST, MODEL, Admission

__all__ = ["HOST", "MODEL", "Admission", "admit_by_model", "admit_on_host", "scratch", "trimmed"]
