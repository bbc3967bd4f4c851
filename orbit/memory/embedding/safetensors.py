"""Reads a safetensors file: a header that says where each tensor lies, then the raw numbers."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from daw_bridges.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["read_safetensors"]

_LONGEST_HEADER = 100_000_000


def read_safetensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """Give the float32 tensors of a file by name. Raises ModelError when the file is damaged."""
    import numpy as np

    try:
        content = np.memmap(path, dtype=np.uint8, mode="r")
        (length,) = struct.unpack("<Q", content[:8].tobytes())
        if length > min(_LONGEST_HEADER, len(content) - 8):
            raise ValueError("the header is longer than the file")
        header = json.loads(content[8 : 8 + length].tobytes())
        data = content[8 + length :]
        return {
            name: _tensor(data, entry)
            for name, entry in header.items()
            if name != "__metadata__" and entry["dtype"] == "F32"
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise ModelError(
            f"The model file {path} cannot be read ({error}). Install its package again."
        ) from error


def _tensor(data: NDArray[np.uint8], entry: dict[str, list[int]]) -> NDArray[np.float32]:
    start, end = entry["data_offsets"]
    # The offsets need not be aligned to four bytes; a copy is.
    return data[start:end].copy().view("<f4").reshape(entry["shape"])
