"""Replays an accounting answer: the composition of finite pairs, exactly, or of masses on a lattice, from above.

Imports the standard library alone. A document of schema "sdp-proofs/accounting/1" has the fields `release`,
`adjacency`, `direction`, `epsilon`, `delta`, `trusted` (sentences), `kind`, and

* kind "exact": `odds` = e^epsilon, a fraction, and `pairs`, each with `count` and the probabilities `first` and
  `second`. What is confirmed: delta is the sum of (p - odds q)_+ over all outcomes of the product.
* kind "lattice": `unit` = s and `start` = epsilon/s, `keep` (what may be cut at an end, an integer), and `parts`,
  each with `count`, `first` (an index), `masses` (integers, in
  units of 2^-`bits`) and `infinite` (an integer in the same unit). What is confirmed: if the loss of each step is at
  most as described, index j standing for the loss j s, then delta(epsilon) <= `delta`. Everything is rounded up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.certificate.limits import MAX_BYTES, CertificateError, LimitError

SCHEMA = "sdp-proofs/accounting/1"
WORDS = ("release", "adjacency", "direction", "epsilon", "delta", "kind")
MOST_OUTCOMES, MOST_STEPS, MOST_POINTS, MOST_BITS = 200_000, 10**6, 200_000, 4000
_EXTRA = 64


def answer_in(content: bytes) -> dict[str, Any] | None:
    """The accounting answer in a file, or None where it is something else."""
    if len(content) > MAX_BYTES:
        return None
    try:
        found = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, dict) and found.get("schema") == SCHEMA else None


def replayed(document: Mapping[str, Any]) -> bool:
    """Whether the answer is confirmed.

    Raises:
        CertificateError: the document is not as described.
        LimitError: the replay would take too long.

    Example:
        >>> coin = {"count": 2, "first": ["2/3", "1/3"], "second": ["1/3", "2/3"]}
        >>> words = dict.fromkeys(WORDS, "")
        >>> replayed({**words, "kind": "exact", "odds": "2", "pairs": [coin], "delta": "2/9"})
        True
    """
    missing = [word for word in WORDS if word not in document]
    if missing:
        raise CertificateError(f"an accounting certificate must have {', '.join(map(repr, missing))}")
    try:
        if document["kind"] == "exact":
            return exact_delta(document["pairs"], Fraction(document["odds"])) == Fraction(document["delta"])
        if document["kind"] == "lattice":
            return lattice_delta(document) <= Fraction(document["delta"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError) as error:
        raise CertificateError(f"an accounting certificate must be well formed: {type(error).__name__}") from None
    raise CertificateError("the kind of an accounting certificate must be exact or lattice")


def lines(document: Mapping[str, Any], confirmed: bool) -> list[str]:
    """What the replay says."""
    shown = [f"{word}: {_short(document[word])}" for word in WORDS]
    trusted = document.get("trusted", [])
    believed = [f"  trusted: {_short(entry)}" for entry in trusted] if isinstance(trusted, list) else []
    sign = "=" if document["kind"] == "exact" else "<="
    return [
        *shown,
        *believed,
        f"{'confirmed' if confirmed else 'NOT CONFIRMED'}: delta {sign} {_short(document['delta'])}",
    ]


def exact_delta(pairs: Sequence[Mapping[str, Any]], odds: Fraction) -> Fraction:
    """The sum of (p - odds q)_+ over the product of the pairs: outcomes of one likelihood ratio are added up.

    Raises:
        CertificateError: some entries are not two laws.
        LimitError: too many different outcomes.
    """
    found = {Fraction(1): (Fraction(1), Fraction(1))}
    certain = Fraction(0)
    for pair in pairs:
        first, second = ([Fraction(entry) for entry in pair[name]] for name in ("first", "second"))
        _check_laws(first, second)
        for _ in range(_counted(pair["count"])):
            longer: dict[Fraction, tuple[Fraction, Fraction]] = {}
            for p, q in found.values():
                for a, b in zip(first, second, strict=True):
                    if p * a == 0:
                        continue
                    if b == 0:
                        certain += p * a
                        continue
                    before = longer.get(p * a / (q * b), (Fraction(0), Fraction(0)))
                    longer[p * a / (q * b)] = before[0] + p * a, before[1] + q * b
            found = longer
            if len(found) > MOST_OUTCOMES:
                raise LimitError(f"a product must have at most {MOST_OUTCOMES} likelihood ratios, got more")
    return certain + sum((max(Fraction(0), p - odds * q) for p, q in found.values()), Fraction(0))


def lattice_delta(document: Mapping[str, Any]) -> Fraction:
    """An upper bound of delta from masses on a lattice: all masses and all losses rounded up.

    Raises:
        CertificateError: a mass is negative or the unit is not in (0, 1).
        LimitError: the vectors are too long.
    """
    bits, unit, start = int(document["bits"]), Fraction(document["unit"]), int(document["start"])
    if not (0 < bits <= MOST_BITS and 0 < unit < 1 and unit * start == Fraction(document["epsilon"])):
        raise CertificateError("bits, unit and start must be positive, the unit below one, and epsilon = unit * start")
    keep, infinite, composed = int(document["keep"]), Fraction(0), _Row(0, [1 << bits], 0)
    for part in document["parts"]:
        row, count = [int(entry) for entry in part["masses"]], _counted(part["count"])
        if not row or min(row) < 0 or int(part["infinite"]) < 0 or keep < 0:
            raise CertificateError("masses must be nonnegative integers, one at least")
        infinite += count * Fraction(int(part["infinite"]), 1 << bits)
        composed = _together(composed, _power(_Row(int(part["first"]), row, 0), count, bits, keep), bits, keep)
    return infinite + Fraction(composed.lost, 1 << bits) + _excess(composed.masses, composed.first - start, unit, bits)


@dataclass(frozen=True)
class _Row:
    """Masses from an index on, and a bound of the mass that was taken away at the upper end."""

    first: int
    masses: list[int]
    lost: int


def _excess(masses: Sequence[int], first: int, unit: Fraction, bits: int) -> Fraction:
    """The sum of mass(j) (1 - e^(-j s)) over j > 0, rounded up; `first` is the first index less the start."""
    scale = bits + _EXTRA
    step = _exponential_below(unit, scale)
    total, index, power = 0, 0, 1 << scale
    for place, mass in enumerate(masses, first):
        while index < place:
            power, index = power * step >> scale, index + 1
        if place > 0:
            total += mass * ((1 << scale) - power)
    return Fraction(total, 1 << (bits + scale))


def _exponential_below(unit: Fraction, scale: int) -> int:
    """A lower bound of e^-unit in units of 2^-scale: an even number of terms of an alternating, decreasing series."""
    total, term = Fraction(0), Fraction(1)
    for k in range(1, 200, 2):
        total += term - term * unit / k
        term = term * unit * unit / (k * (k + 1))
        if term * (1 << scale) < 1:
            break
    return int(total * (1 << scale))


def _power(row: _Row, count: int, bits: int, keep: int) -> _Row:
    """The convolution of `count` copies."""
    base = _trimmed(row, keep // count)
    result, copies = base, 1
    for bit in bin(count)[3:]:
        copies *= 2
        result = _together(result, result, bits, keep * copies // count)
        if bit == "1":
            copies += 1
            result = _together(result, base, bits, keep * copies // count)
    return result


def _together(left: _Row, right: _Row, bits: int, keep: int) -> _Row:
    """The convolution, rounded up and trimmed."""
    lost = left.lost * sum(right.masses) + sum(left.masses) * right.lost + left.lost * right.lost
    masses = _product(left.masses, right.masses, bits)
    return _trimmed(_Row(left.first + right.first, masses, -(-lost >> bits)), keep)


def _trimmed(row: _Row, keep: int) -> _Row:
    """Move a mass of at most `keep` at the lower end up to one place, which raises losses, and take one off the top."""
    masses, start, carried = row.masses, 0, 0
    while start < len(masses) - 1 and carried + masses[start] <= keep:
        carried += masses[start]
        start += 1
    end, lost = len(masses), 0
    while end > start + 1 and lost + masses[end - 1] <= keep:
        end -= 1
        lost += masses[end]
    return _Row(row.first + start, [masses[start] + carried, *masses[start + 1 : end]], row.lost + lost)


def _product(left: Sequence[int], right: Sequence[int], bits: int) -> list[int]:
    """The convolution of two vectors in units of 2^-bits, rounded up: one product of two long integers."""
    if len(left) + len(right) > MOST_POINTS:
        raise LimitError(f"a vector of masses must have at most {MOST_POINTS} entries, got more")
    width = (2 * bits + 2 * max(max(left).bit_length(), max(right).bit_length()) + 64) // 8 + 1
    packed = [
        int.from_bytes(b"".join(entry.to_bytes(width, "little") for entry in row), "little") for row in (left, right)
    ]
    size = len(left) + len(right) - 1
    raw = (packed[0] * packed[1]).to_bytes(width * (size + 1), "little")
    half = (1 << bits) - 1
    return [(int.from_bytes(raw[width * k : width * (k + 1)], "little") + half) >> bits for k in range(size)]


def _counted(count: object) -> int:
    number = int(str(count))
    if not 1 <= number <= MOST_STEPS:
        raise LimitError(f"a count must be between 1 and {MOST_STEPS}, got {number}")
    return number


def _check_laws(first: Sequence[Fraction], second: Sequence[Fraction]) -> None:
    if len(first) != len(second) or sum(first) != 1 or sum(second) != 1 or min(*first, *second) < 0:
        raise CertificateError("first and second must be two laws on the same outcomes")


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 160 else text[:157] + "..."
