"""Trust: how far each workflow is to be relied on, and what keeps the library one that can be.

Confidence comes from outcomes, decay only ranks, nothing is deleted that can be superseded, and what comes
from outside is data until it has proven itself here.
"""
