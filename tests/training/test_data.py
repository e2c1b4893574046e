from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.training.data import digits, read_dataset

GOOD = {
    "x_train": np.zeros((6, 2, 2), np.uint8) + 255,
    "y_train": np.arange(6) % 3,
    "x_test": np.zeros((3, 2, 2), np.uint8),
    "y_test": np.array([0, 1, 2], np.uint8),
}


def test_digits_are_divided_by_the_seed() -> None:
    first, second = digits(0), digits(1)
    assert (first.records, len(first.test_labels), first.classes) == (1500, 297, 10)
    assert first.fingerprint() == digits(0).fingerprint() != second.fingerprint()


def test_arrays_of_a_file(tmp_path: Path) -> None:
    np.savez(tmp_path / "few.npz", **GOOD)
    data = read_dataset(tmp_path / "few.npz")
    assert (data.inputs.shape, data.inputs.max(), data.classes) == ((6, 4), 1.0, 3)


def test_a_table(tmp_path: Path) -> None:
    file = tmp_path / "few.csv"
    file.write_text("label,a,b\n" + "1,0.5,-2\n0,1e3,4\n" * 11)
    data = read_dataset(file)
    assert (data.records, data.inputs.shape[1], data.classes, data.inputs.max()) == (17, 2, 2, 1000.0)


@pytest.mark.parametrize(
    "content",
    ["", "a,label\n", "label\n1\n", "a,label\n1\n", "a,label\nx,0\n", "a,label\n1,0.5\n", "a,label\n1,-1\n2,1\n",
     "a,label\nnan,1\n2,0\n3,1\n", "a,label\n1,0\n", "a,label\n1,0\n2,0\n", "a,label\n1,1e9\n2,0\n"],
)  # fmt: skip
def test_bad_tables(tmp_path: Path, content: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(content)
    with pytest.raises(DomainError, match=r"bad\.csv"):
        read_dataset(file)


@pytest.mark.parametrize(
    "change",
    [
        {"y_train": np.arange(5)},
        {"y_train": np.arange(6.0)},
        {"y_train": np.arange(6) - 1},
        {"x_train": np.array(["a"] * 6)},
        {"x_train": np.zeros(6)},
        {"x_train": np.full((6, 4), np.inf)},
        {"x_test": np.zeros((3, 5))},
        {"y_train": np.zeros(6, int), "y_test": np.zeros(3, int)},
        {"x_train": np.array([{}] * 6)},
    ],
)
def test_bad_arrays(tmp_path: Path, change: dict[str, np.ndarray]) -> None:
    np.savez(tmp_path / "bad.npz", **{**GOOD, **change})
    with pytest.raises(DomainError, match=r"bad\.npz"):
        read_dataset(tmp_path / "bad.npz")


def test_files_that_are_not_data(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"PK\x03\x04 nothing")
    np.savez(tmp_path / "other.npz", x=np.ones(2))
    for name in ("bad.npz", "other.npz", "none.npz", "none.csv", "x.txt"):
        with pytest.raises(DomainError):
            read_dataset(tmp_path / name)
