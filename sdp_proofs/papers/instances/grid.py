"""Instances at all points of a grid, for checks that enumerate; a hunt may use the same function of a point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.proving.instances import Instance

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
