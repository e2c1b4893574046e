"""Archives of arrays that somebody else made, refused by what they declare before anything is allocated.

World: floats, as they are stored.
"""

from __future__ import annotations

import math
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from sdp_proofs.errors import SizeError
from sdp_proofs.files import check_size

_FLOAT_BYTES = 8


def arrays_in(path: str | os.PathLike[str], *, most_file: int, most_memory: int) -> dict[str, NDArray[Any]]:
    """The arrays of an .npz file, none of them an object.

    Args:
        path: the file.
        most_file: bytes of the file.
        most_memory: bytes of all arrays together, an entry counted with eight at least, as floats take.

    Raises:
        SizeError: it is larger, or declares more than that.
        ValueError: it is not such a file; others of zipfile, zlib and numpy, too.
        OSError: it cannot be read.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder, "two.npz")
        ...     np.savez(file, x=np.ones(2))
        ...     arrays_in(file, most_file=2**20, most_memory=16)
        {'x': array([1., 1.])}
    """
    source, total = os.fspath(path), 0
    check_size(source, Path(path).stat().st_size, most_file)
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            with archive.open(member) as stream:
                if npy.read_magic(stream) != (1, 0):  # others are for headers of more than 64 KiB
                    raise ValueError("an array must be of version 1.0 of the format")
                shape, _, dtype = npy.read_array_header_1_0(stream)
            total += math.prod(map(abs, shape)) * max(_FLOAT_BYTES, dtype.itemsize)
            if total > most_memory:
                raise SizeError(f"{source}: its arrays must have at most {most_memory // 2**20} MiB, got more")
    with np.load(path, allow_pickle=False) as stored:
        return dict(stored)
