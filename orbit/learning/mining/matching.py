"""Where a template is seen in the log: the best alignments with what is still free, none over another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from orbit.learning.mining.aligning import Aligner, Hit
from orbit.learning.mining.log import APART, NEAR, EditLog, Numbers
from orbit.learning.mining.template import Template, needed

__all__ = ["match"]


def match(log: EditLog, template: Template, *, count: int | None = None, whole: bool = False) -> Template:
    """The template with every sighting among the free edits that saves something.

    ``count`` is how often it is thought to be there, where that is not how often it was seen so far.
    ``whole``: with no step left out.
    """
    fewest = len(template.steps) if whole else needed(len(template.steps))
    aligner = Aligner(log, template, fewest, count or template.count)
    return template.seen(
        [sighting for hits in _clusters(log, template, fewest) for sighting in aligner.sightings(hits)]
    )


def _clusters(log: EditLog, template: Template, fewest: int) -> Iterator[list[Hit]]:
    """The hits that are near enough to each other to be of one sighting, with enough different steps."""
    edits, steps = _hits(log, template)
    if not len(edits):
        return
    if template.roles == 1:
        where, clock, far = log.first_track[edits], log.first_rank[edits], NEAR + 1
    else:
        where, clock, far = np.zeros_like(edits), log.clocks[edits], APART
    order = np.lexsort((steps, clock, where))
    edits, steps, where, clock = edits[order], steps[order], where[order], clock[order]
    apart = (np.diff(where) != 0) | (np.diff(clock) > far) | (np.diff(log.clocks[edits]) > APART)
    starts = np.concatenate([[0], np.flatnonzero(apart) + 1])
    different = np.bitwise_count(np.bitwise_or.reduceat(np.left_shift(1, steps), starts))
    ends = np.append(starts[1:], len(edits))
    listed = list(zip(edits.tolist(), steps.tolist(), strict=True))
    enough = different >= fewest
    for start, end in zip(starts[enough].tolist(), ends[enough].tolist(), strict=True):
        yield listed[start:end]


def _hits(log: EditLog, template: Template) -> tuple[Numbers, Numbers]:
    """Each free edit of the kind of a step and of as many tracks, with the step."""
    found = [log.free_edits(kind, len(roles)) for kind, roles in template.steps]
    steps = np.repeat(np.arange(len(found), dtype=np.int64), [len(edits) for edits in found])
    return np.concatenate(found), steps
