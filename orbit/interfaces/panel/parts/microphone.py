"""Reasons why a browser gives no microphone, by the name of its error, with the way out."""

from __future__ import annotations

__all__ = ["REFUSED"]

REFUSED = {
    "NotAllowedError": "The browser does not let this page hear the microphone. Allow it at the lock or the "
    "microphone beside the address, and in the system’s privacy settings for this browser; then hold the "
    "button again. Typing goes on as before.",
    "NotFoundError": "There is no such microphone. Connect it, or choose another one under Settings.",
    "NotReadableError": "The microphone is there and gives nothing: another program may hold it for itself. "
    "Close that, or choose another microphone under Settings.",
    "NotSupportedError": "This browser gives pages no microphone. Open the panel’s address in another one, "
    "or speak to “orbit voice”.",
    "TooShort": "The microphone is ready. Hold the button for as long as you speak.",
}
