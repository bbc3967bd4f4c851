"""The keys of hosted models in the system's keyring; nothing else here keeps one, and none is ever shown.

Each is kept under the environment variable that its provider's library reads. It is put there, for this
process alone, once a model lacks it; a variable that is set goes before it.
"""

from __future__ import annotations

import os
from typing import Any

from daw_bridges.errors import NotPossibleError

__all__ = ["PROVIDERS", "forget_key", "keep_key", "kept_key", "key_variable", "use_key"]

SERVICE = "orbit"
"""The name that the keyring shows."""
PROVIDERS = ("openai", "anthropic", "google", "groq", "mistral", "openrouter")
"""The providers most have a key of."""


def key_variable(provider: str) -> str:
    """Give the environment variable of a provider's key.

    >>> key_variable("openai")
    'OPENAI_API_KEY'
    """
    return f"{provider.upper().replace('-', '_')}_API_KEY"


def kept_key(variable: str) -> bool:
    """Whether a key is kept. Raises NotPossibleError where there is no keyring."""
    return bool(_read(variable))


def keep_key(variable: str, key: str) -> None:
    """Keep a key in the system's keyring. Raises NotPossibleError where there is none."""
    from keyring.errors import KeyringError

    try:
        _keyring(variable).set_password(SERVICE, variable, key)
    except KeyringError as error:
        raise _refused(variable, error) from None
    if _read(variable) != key:
        raise _refused(variable)
    os.environ[variable] = key


def forget_key(variable: str) -> None:
    """Delete a key from the system's keyring. Raises NotPossibleError where there is none."""
    from keyring.errors import KeyringError

    kept = _read(variable)
    if kept is None:
        return
    try:
        _keyring(variable).delete_password(SERVICE, variable)
    except KeyringError as error:
        raise _refused(variable, error) from None
    if os.environ.get(variable) == kept:
        del os.environ[variable]


def use_key(variable: str) -> bool:
    """Put a kept key where its library looks for it; say whether that changed anything."""
    if os.environ.get(variable):
        return False
    try:
        kept = _read(variable)
    except NotPossibleError:  # the model says which variable it lacks
        return False
    if kept:
        os.environ[variable] = kept
    return bool(kept)


def _read(variable: str) -> str | None:
    from keyring.errors import KeyringError

    try:
        return _keyring(variable).get_password(SERVICE, variable)
    except KeyringError as error:
        raise _refused(variable, error) from None


def _keyring(variable: str) -> Any:
    """Give the system's keyring; one that keeps secrets in a plain file counts as none."""
    import keyring

    found = keyring.get_keyring()
    if found.priority < 1:
        raise _refused(variable)
    return found


def _refused(variable: str, error: Exception | None = None) -> NotPossibleError:
    said = f" ({type(error).__name__})" if error is not None else ""
    return NotPossibleError(
        f"This system has no keyring that can be used{said}, so no key is kept. "
        f"Set the environment variable {variable} before Orbit starts instead."
    )
