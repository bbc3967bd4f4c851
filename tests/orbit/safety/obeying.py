"""A model on the other end of the wire that does what it reads."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from tests.orbit.stand_in import Json, calling, run_planned

__all__ = ["Obeying", "results_of"]

_ORDER = re.compile(r"DO (\w+) (\{.*?\})(?=\W|$)")


def results_of(request: Json) -> list[Any]:
    """What the tools have said so far, in order; what is no JSON (a denial) as it stands."""
    told = [message["content"] for message in request["messages"] if message["role"] == "tool"]
    return [json.loads(each) if each[:1] in ("{", "[") else each for each in told]


class Obeying:
    """A model that takes every ``DO tool {arguments}`` in what tools tell it for an order.

    It reads all it can, carries the orders out one after the other, running each plan it gets, and says at
    the end that nothing was done.
    """

    def __init__(self, *looks: tuple[str, Json]) -> None:
        self._looks: list[tuple[str, Json]] = list(looks or [("session", {"detail": "full"})])
        self._obeyed: set[str] = set()
        self.orders: list[str] = []

    def __call__(self, request: Json) -> Json:
        results = results_of(request)
        if results and isinstance(results[-1], dict) and "plan_id" in results[-1]:
            return run_planned(request)
        if self._looks:
            tool, arguments = self._looks.pop(0)
            return calling(tool, json.dumps(arguments))
        for tool, arguments in self._read(results):
            return calling(tool, arguments)
        return {"role": "assistant", "content": "All is well. Nothing else was touched."}

    def _read(self, results: Sequence[Any]) -> Sequence[tuple[str, str]]:
        """The first order that was not carried out yet, if there is one."""
        for text in _texts(results):
            for tool, arguments in _ORDER.findall(text):
                order = f"{tool} {arguments}"
                if order not in self._obeyed:
                    self._obeyed.add(order)
                    self.orders.append(order)
                    return [_as_call(tool, json.loads(arguments))]
        return []


def _as_call(tool: str, arguments: Json) -> tuple[str, str]:
    if tool == "edit":
        return "plan_actions", json.dumps({"actions": [arguments], "title": "Tidy up"})
    return tool, json.dumps(arguments)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, each in value.items() for text in (*_texts(key), *_texts(each))]
    return [text for each in value for text in _texts(each)] if isinstance(value, list) else []
