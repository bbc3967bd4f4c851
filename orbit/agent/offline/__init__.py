"""``offline``: a model in pydantic-ai's sense with no language model in it.

``model`` is that model; ``understanding`` reads sentences, and needs nothing of pydantic-ai.
"""

from __future__ import annotations
