"""Read data sets and archives of arrays, and ask for optional packages.

The packages of the extra `train` are loaded when first needed. Archives that somebody else made are refused by what
they declare, before anything is allocated.

*Data.* Training records are protected, test records only measure. Inputs are scaled by a constant that is stated,
never by a statistic of the data: a mean or a maximum of the records would be a release that nobody accounts for. The
privacy of a run is that of its training records; the test records are taken to be public, as accuracy is measured on
them.

World: floats, read from integers or decimals.
"""

from __future__ import annotations

import hashlib
import math
import os
import zipfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.extras import require_packages
from sdp_proofs.files import check_size, csv_rows


def load(module: str) -> Any:
    """A module of an optional package; it has no types here.

    Args:
        module: such as "jax.numpy".

    Raises:
        MissingExtraError: the package is not installed; the message says what to install.

    Example:
        >>> load("optax").__name__
        'optax'
    """
    require_packages([module], "train")
    return import_module(module)


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


LARGEST_FILE, LARGEST_ARRAYS, MOST_ROWS, MOST_CLASSES = 2**30, 2**31, 10**6, 1000
LARGEST_INPUT = 1e100
DIGITS_TEST = 297
"""Test records of scikit-learn's 1,797 digits, so that 1,500 are trained on."""
_ARRAYS = ("x_train", "y_train", "x_test", "y_test")

Floats = NDArray[np.float64]
Labels = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Training and test records of a classification.

    Args:
        name: for messages.
        inputs: of the training records, shape (n, features).
        labels: their classes 0, 1, ..., shape (n,).
        test_inputs: shape (m, features).
        test_labels: shape (m,).
        classes: how many classes there are.

    Raises:
        DomainError: not such arrays, or values that are not finite or larger than `LARGEST_INPUT`.
    """

    name: str
    inputs: Floats
    labels: Labels
    test_inputs: Floats
    test_labels: Labels
    classes: int

    def __post_init__(self) -> None:
        for inputs, labels in ((self.inputs, self.labels), (self.test_inputs, self.test_labels)):
            if inputs.ndim != 2 or inputs.shape[:1] != labels.shape or not inputs.size:
                raise DomainError(f"{self.name}: inputs must be a table with one label per row, got {inputs.shape}")
            if not (np.abs(inputs) <= LARGEST_INPUT).all():  # also where one is not a number
                raise DomainError(f"{self.name}: inputs must be finite numbers, at most {LARGEST_INPUT:g} in size")
            if labels.min() < 0 or labels.max() >= self.classes:
                raise DomainError(f"{self.name}: labels must be the integers 0 to {self.classes - 1}")
        if self.inputs.shape[1] != self.test_inputs.shape[1]:
            raise DomainError(f"{self.name}: training and test records must have the same features")
        if not 2 <= self.classes <= MOST_CLASSES:
            raise DomainError(f"{self.name}: there must be 2 to {MOST_CLASSES} classes, got {self.classes}")

    @property
    def records(self) -> int:
        """The number of training records n."""
        return len(self.inputs)

    def fingerprint(self) -> str:
        """A hash of all arrays, by which a resumed run recognises its data."""
        digest = hashlib.sha256()
        for array in (self.inputs, self.labels, self.test_inputs, self.test_labels):
            digest.update(repr((array.shape, str(array.dtype))).encode() + np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]


def digits(split: int = 0) -> Dataset:
    """scikit-learn's digits, 8 x 8 pixels of 0 to 16 divided by 16, 1,500 of them for training.

    Args:
        split: seed of the division into training and test records.

    Raises:
        DomainError: scikit-learn is not installed.

    Example:
        >>> data = digits()
        >>> data.records, data.inputs.shape[1], data.classes, float(data.inputs.max())
        (1500, 64, 10, 1.0)
    """
    inputs, labels = load("sklearn.datasets").load_digits(return_X_y=True)
    return divided("digits", inputs / 16.0, labels.astype(np.intp), DIGITS_TEST, split)


def divided(name: str, inputs: Floats, labels: Labels, tests: int, split: int) -> Dataset:
    """The records, `tests` of them drawn for testing.

    Raises:
        DomainError: fewer than two records, or what `Dataset` raises.
    """
    if not 1 <= tests < len(inputs):
        raise DomainError(f"{name}: there must be more records than the {tests} for testing, got {len(inputs)}")
    order = np.random.default_rng([split, 1]).permutation(len(inputs))
    test, train = order[:tests], order[tests:]
    classes = int(labels.max()) + 1
    return Dataset(name, inputs[train], labels[train], inputs[test], labels[test], classes)


def read_dataset(path: str | os.PathLike[str], *, split: int = 0) -> Dataset:
    r"""A file of the user's.

    A `.npz` file has the arrays x_train, y_train, x_test, y_test (as the MNIST file of Keras); bytes are divided by
    255. A `.csv` file has a header and numbers, the class in the column `label`, or in the last one; a fifth of its
    rows, rounded up, is drawn for testing, and its inputs are used as they are.

    Args:
        path: the file.
        split: seed of the division of a CSV file.

    Raises:
        DomainError: it cannot be read or is not such a file.
        SizeError: it is too large.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder, "few.csv")
        ...     _ = file.write_text("width,label\n" + "0.5,0\n0.25,1\n" * 10)
        ...     read_dataset(file).records
        16
    """
    source = os.fspath(path)
    if source.lower().endswith(".npz"):
        return _read_npz(source)
    if source.lower().endswith(".csv"):
        return _read_csv(source, split)
    raise DomainError(f"--data must be digits, or a file that ends in .csv or .npz, got {source!r}")


def _read_npz(source: str) -> Dataset:
    try:
        stored = arrays_in(source, most_file=LARGEST_FILE, most_memory=LARGEST_ARRAYS)
        train, labels, test, test_labels = (stored[name] for name in _ARRAYS)
    except DomainError:
        raise
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise DomainError(f"{source}: must be a readable file with the arrays {', '.join(_ARRAYS)}") from error
    except Exception as error:  # a damaged archive raises errors of zipfile and zlib
        raise DomainError(f"{source}: must be a readable .npz file, got: {error}") from error
    labels, test_labels = _labels(labels, source), _labels(test_labels, source)
    classes = 1 + max(int(part.max(initial=0)) for part in (labels, test_labels))
    return Dataset(source, _inputs(train, source), labels, _inputs(test, source), test_labels, classes)


def _inputs(array: NDArray[np.generic], source: str) -> Floats:
    if array.dtype.kind not in "uif" or array.ndim < 2 or not array.size:
        raise DomainError(f"{source}: inputs must be numbers, one row per record, got {array.dtype} {array.shape}")
    flat = array.reshape(len(array), -1).astype(np.float64)
    return flat / 255.0 if array.dtype == np.uint8 else flat


def _labels(array: NDArray[np.generic], source: str) -> Labels:
    if array.dtype.kind not in "ui" or array.ndim != 1:
        raise DomainError(f"{source}: labels must be a list of integers, got {array.dtype} {array.shape}")
    return array.astype(np.intp)


def _read_csv(source: str, split: int) -> Dataset:
    rows = csv_rows(source, most_rows=MOST_ROWS, most_bytes=LARGEST_FILE)
    first = next(rows, None)
    if first is None:
        raise DomainError(f"{source}: must have a header and rows, got an empty file")
    header = first[1]
    place = header.index("label") if "label" in header else len(header) - 1
    table = []
    for line, fields in rows:
        if len(fields) != len(header) or len(header) < 2:
            raise DomainError(f"{source}, line {line}: must have {max(2, len(header))} numbers, got {len(fields)}")
        try:
            table.append([float(field) for field in fields])
        except ValueError:
            raise DomainError(f"{source}, line {line}: must be numbers, got {','.join(fields)[:60]!r}") from None
    if not table:
        raise DomainError(f"{source}: must have rows, got a header alone")
    whole = np.array(table)
    marks = whole[:, place]
    if not (np.isfinite(marks).all() and (marks == np.floor(marks)).all() and (abs(marks) < MOST_CLASSES).all()):
        raise DomainError(f"{source}: labels must be integers from 0 to {MOST_CLASSES - 1}")
    return divided(source, np.delete(whole, place, axis=1), marks.astype(np.intp), -(-len(whole) // 5), split)
