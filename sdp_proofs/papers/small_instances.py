"""Instances that sections of several papers share: grids of databases, and smoothing.

Instances at all points of a grid, for checks that enumerate; a hunt may use the same function of a point.

Small circles and strengths, on which the statements about the smoothing operator are decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.proving.instances import Instance
from sdp_proofs.smoothing import laplacian
from sdp_proofs.smoothing.laplacian import SmoothingOperator

At = Mapping[str, Any]
Range = Iterable[Any] | Callable[[At], Iterable[Any]]


def grid(
    ranges: Mapping[str, Range], values: Callable[[Claim, At], At | None]
) -> Callable[[Claim], Iterator[Instance]]:
    """All combinations, each coordinate after those it may depend on; those without values are left out.

    Example:
        >>> found = grid({"n": (1, 2), "T": lambda at: range(at["n"])}, lambda _, at: at)
        >>> [name for name, _ in found(None)]
        ['n = 1, T = 0', 'n = 2, T = 0', 'n = 2, T = 1']
    """

    def combined(names: Sequence[str], at: At) -> Iterator[At]:
        if not names:
            yield at
            return
        given = ranges[names[0]]
        for value in given(at) if callable(given) else given:
            yield from combined(names[1:], {**at, names[0]: value})

    def instances(claim: Claim) -> Iterator[Instance]:
        for at in combined(list(ranges), {}):
            found = values(claim, at)
            if found is not None:
                yield ", ".join(f"{name} = {_written(value)}" for name, value in at.items()), found

    return instances


def _written(value: Any) -> str:
    """A coordinate as people write it.

    Example:
        >>> from fractions import Fraction
        >>> _written((Fraction(0), Fraction(1, 2))), _written(Fraction(1, 2)), _written((1,))
        ('(0, 1/2)', '1/2', '(1)')
        >>> _written(SourceSet.from_laws(["1/5,4/5", "1/2,1/2"]))
        '{(1/5, 4/5), (1/2, 1/2)}'
    """
    if isinstance(value, SourceSet):
        return f"{{{', '.join(map(_written, value.laws))}}}"
    return f"({', '.join(map(_written, value))})" if isinstance(value, tuple) else str(value)


def each(values: Callable[..., At | None], **axes: Range) -> Callable[[Claim], Iterator[Instance]]:
    """The same for a function that takes the coordinates by their names.

    Example:
        >>> triangle = each(lambda n, k: {"n": n, "k": k}, n=range(1, 3), k=lambda at: range(at["n"]))
        >>> [name for name, _ in triangle(None)]
        ['n = 1, k = 0', 'n = 2, k = 0', 'n = 2, k = 1']
    """
    return grid(axes, lambda _, at: values(**at))


SIZES = range(1, 9)
STRENGTHS = tuple(map(Fraction, ("0", "3/4", "2", "6")))
"""Values at which sqrt(1 + 4 sigma) is rational, so that all closed forms are fractions."""
ROOTS = dict(zip(STRENGTHS, (1, 2, 3, 5), strict=True))
SCOPE = "d <= 8, sigma in {0, 3/4, 2, 6}"


def circles(_: Claim | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """gamma, beta, the largest eigenvalue and what the closed forms are made of, exactly or enclosed."""
    for size in SIZES:
        for sigma in STRENGTHS:
            yield f"d = {size}, sigma = {sigma}", values(size, sigma)


def smoothing_circles(_: Claim | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Instances with sigma > 0."""
    yield from ((name, at) for name, at in circles() if at["sigma"] > 0)


def values(size: int, sigma: Fraction) -> dict[str, Any]:
    """Quantities of one circle."""
    operator, root = SmoothingOperator(size, sigma), ROOTS[sigma]
    ratio = Fraction(root - 1, root + 1)
    turn = Fraction((-1) ** size, 1)
    found: dict[str, Any] = {
        "d": size, "sigma": sigma, "s": root, "w": ratio, "gamma": laplacian.exact_gamma(operator),
        "beta": laplacian.exact_beta(operator),
        "kappa": laplacian.condition_number(operator), "even": 1 if turn == 1 else 0,
    }  # fmt: skip
    return found


def vectors(size: int) -> Iterator[tuple[int, ...]]:
    """All vectors of the entries -1, 0, 1, 2, the first of which is not negative."""
    if size == 0:
        yield ()
        return
    for rest in vectors(size - 1):
        yield from ((*rest, entry) for entry in (-1, 0, 1, 2))


def energies(size: int, strength: Fraction) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every small vector u with the squared norms of u, D u, L u and A u."""
    operator = SmoothingOperator(size, strength)
    for vector in vectors(size):
        own, step, bend = laplacian.energies(vector)
        image = sum((value**2 for value in operator.apply(vector)), Fraction(0))
        yield f"u = {vector}", {"U": own, "D": step, "B": bend, "sigma": strength, "d": size, "g": image}
