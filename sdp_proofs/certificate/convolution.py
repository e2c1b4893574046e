"""Convolutions of vectors of integers, rounded up or down: one product of two long integers."""

from __future__ import annotations

from collections.abc import Sequence

from sdp_proofs.certificate.limits import Budget, LimitError

MOST_POINTS = 200_000


def convolved(left: Sequence[int], right: Sequence[int], bits: int, budget: Budget, *, up: bool) -> list[int]:
    """The convolution of two vectors in units of 2^-bits, in that unit.

    Args:
        left: one, integers that are not negative.
        right: the other.
        bits: of the unit.
        budget: what pays for it.
        up: whether it is rounded up, else down.

    Raises:
        LimitError: it takes more than is granted.

    Example:
        >>> convolved([1, 2], [3, 1], 1, Budget(), up=True), convolved([1, 2], [3, 1], 1, Budget(), up=False)
        ([2, 4, 1], [1, 3, 1])
    """
    if len(left) + len(right) > MOST_POINTS:
        raise LimitError(f"a vector of masses must have at most {MOST_POINTS} entries, got more")
    # Each entry of the convolution is a sum of as many products as the shorter vector has entries.
    longest = max(left).bit_length() + max(right).bit_length() + min(len(left), len(right)).bit_length()
    width, size = longest // 8 + 1, len(left) + len(right) - 1
    budget.charge(4 * size + (size * longest >> 9))
    budget.charge_long_product(8 * width * len(left), 8 * width * len(right))
    first, second = _packed(left, width), None if right is left else _packed(right, width)
    raw = (first * (first if second is None else second)).to_bytes(width * (size + 1), "little")
    half = (1 << bits) - 1 if up else 0
    return [(int.from_bytes(raw[width * k : width * (k + 1)], "little") + half) >> bits for k in range(size)]


def _packed(row: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join(entry.to_bytes(width, "little") for entry in row), "little")
