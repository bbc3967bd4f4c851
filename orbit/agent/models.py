"""Which model answers: ours with no language model in it, or any that pydantic-ai can reach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daw_bridges.errors import ModelError
from orbit.agent.hosted.api_keys import use_key

if TYPE_CHECKING:
    from pydantic_ai.models import Model

__all__ = ["OFFLINE", "resolve_model"]

OFFLINE = "offline"
_VARIABLE = re.compile(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`")
"""An environment variable, as client libraries name it."""

_EXTRAS = {
    "openai": "openai",
    "openai-chat": "openai",
    "openai-responses": "openai",
    "ollama": "openai",
    "anthropic": "anthropic",
}
"""The extra of this project that brings a provider's client library."""


def resolve_model(name: str) -> Model:
    """The hosted model of a name in pydantic-ai's notation, such as ``openai:…`` or ``ollama:…``.

    Raises ModelError saying what to install or to set.
    """
    provider = name.partition(":")[0]
    if ":" not in name:
        raise ModelError(
            f"“{name}” is not a model. Use “offline”, or a provider and a model such as “openai:gpt-5.2” "
            "or “ollama:qwen3”."
        )
    return _hosted(name, provider)


def _hosted(name: str, provider: str) -> Model:
    from pydantic_ai.models import infer_model

    try:
        return infer_model(name)
    except ImportError:
        extra = _EXTRAS.get(provider)
        wanted = f"'.[{extra}]' (in Orbit's folder)" if extra else f"'pydantic-ai-slim[{provider}]'"
        raise ModelError(
            f"The model “{name}” needs a library that is not installed. Run: pip install {wanted}"
        ) from None
    except Exception as error:  # noqa: BLE001 - each client library has errors of its own: an empty key is one
        lacking = _VARIABLE.search(str(error))
        if lacking is not None and use_key(lacking[1]):
            return _hosted(name, provider)
        raise _unusable(name, lacking, error) from None


def _unusable(name: str, lacking: re.Match[str] | None, error: Exception) -> ModelError:
    """Say what a model lacks; its library speaks to programmers where a key is missing."""
    if lacking is not None:
        return ModelError(
            f"The model “{name}” is not set up. Set the environment variable {lacking[1]}, "
            "or use --model offline."
        )
    said = _first_sentence(error).rstrip(".")
    return ModelError(f"The model “{name}” cannot be used ({said}). Check its name, or use --model offline.")


def _first_sentence(error: Exception) -> str:
    text = " ".join(str(error).split())
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]
