"""The keys of hosted models, where the system keeps secrets; the panel can put one there and never shows it.

Model libraries look for their keys in the environment of the process: what is kept is put there, for this
process alone, and only once a hosted model is chosen.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daw_bridges.errors import NotPossibleError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PROVIDERS", "forget_key", "is_kept", "keep_key", "use_keys"]

SERVICE = "orbit-daw"
PROVIDERS = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GOOGLE_API_KEY",
    "groq": "GROQ_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
}
"""The variable that each provider's key stands in."""


def keep_key(provider: str, key: str) -> None:
    """Keep a provider's key in the system's keyring. Raises NotPossibleError where there is none."""
    import keyring

    _asked(lambda: keyring.set_password(SERVICE, PROVIDERS[provider], key))
    if not is_kept(provider):
        raise NotPossibleError(
            "This system keeps no secrets, so the key was not kept. Set it as " + PROVIDERS[provider]
        )
    os.environ[PROVIDERS[provider]] = key


def is_kept(provider: str) -> bool:
    """Whether a key is kept for a provider. Raises NotPossibleError where there is no keyring."""
    return bool(_kept(provider))


def forget_key(provider: str) -> None:
    """Let go of a provider's key. Raises NotPossibleError where there is no keyring."""
    import keyring

    if (kept := _kept(provider)) is not None:
        _asked(lambda: keyring.delete_password(SERVICE, PROVIDERS[provider]))
        if os.environ.get(PROVIDERS[provider]) == kept:
            del os.environ[PROVIDERS[provider]]


def use_keys(model: str) -> None:
    """Have the key of a hosted model at hand, where one is kept and none is set."""
    provider = model.partition(":")[0].split("-")[0]
    variable = PROVIDERS.get(provider)
    if variable is None or os.environ.get(variable):
        return
    try:
        kept = _kept(provider)
    except NotPossibleError:  # the model itself will say which key it lacks
        return
    if kept:
        os.environ[variable] = kept


def _kept(provider: str) -> str | None:
    import keyring

    found: list[str | None] = []
    _asked(lambda: found.append(keyring.get_password(SERVICE, PROVIDERS[provider])))
    return found[0]


def _asked(work: Callable[[], object]) -> None:
    from keyring.errors import KeyringError

    try:
        work()
    except KeyringError as error:
        said = str(error) or type(error).__name__
        raise NotPossibleError(
            f"The system's keyring cannot be used ({said}). Set the key in the environment instead."
        ) from None
