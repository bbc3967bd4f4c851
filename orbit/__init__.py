"""Orbit: say what you want done in your DAW; it plans it, does it, reads it back, and can undo it."""

import os

__version__ = "0.1.0"

# onnxruntime reads it when it is first imported; else it keeps a device id and sends usage data.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
