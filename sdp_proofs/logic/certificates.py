"""Search for certificates of arithmetic, by an exact simplex: untrusted, the same result everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from sdp_proofs.logic.kernel import Number, Polynomial, Term, Theorem, difference, multiplied, normal, polynomial, real

ZERO: Number = 0
ONE: Number = 1
MAX_ROWS = 1500  # products that are tried at once


def solve(columns: Sequence[Mapping[Any, Number]], free: set[int], wanted: Mapping[Any, Number]) -> list[Number] | None:
    """Weights of columns whose sum is wanted, not negative where they are not free; None if there are none.

    The two-phase simplex with Bland's rule, on fractions: free columns are eliminated first, so it always ends.
    """
    rows: dict[Any, dict[int, Number]] = {}
    for k, column in enumerate(columns):
        for r, c in column.items():
            if c:
                rows.setdefault(r, {})[k] = c
    target = {r: wanted.get(r, ZERO) for r in {**rows, **wanted}}
    rows = {r: rows.get(r, {}) for r in target}

    def pivot(r: Any, k: int) -> None:
        c = rows[r][k]
        rows[r] = row = {j: _over(v, c) for j, v in rows[r].items()}
        target[r] = _over(target[r], c)
        for q, other in rows.items():
            f = other.get(k) if q != r else None
            if f:
                for j, v in row.items():
                    new = other.get(j, ZERO) - f * v
                    if new:
                        other[j] = new
                    else:
                        other.pop(j, None)
                target[q] -= f * target[r]

    fixed: dict[Any, int] = {}
    for k in sorted(free):
        r = next((r for r in rows if r not in fixed and rows[r].get(k)), None)
        if r is not None:
            pivot(r, k)
            fixed[r] = k
    basis: dict[Any, int | None] = {}
    for r in [r for r in rows if r not in fixed]:
        if target[r] < 0:
            rows[r], target[r] = {j: -v for j, v in rows[r].items()}, -target[r]
        basis[r] = None
    while any(basis[r] is None and target[r] for r in basis):
        gain: dict[int, Number] = {}
        for r, one in basis.items():
            if one is None:
                for j, v in rows[r].items():
                    gain[j] = gain.get(j, ZERO) + v
        k = min((j for j, v in gain.items() if v > 0 and j not in free), default=-1)
        if k < 0:
            return None
        candidates = [q for q in basis if rows[q].get(k, ZERO) > 0]
        r = min(candidates, key=lambda q: (_over(target[q], rows[q][k]), -1 if basis[q] is None else basis[q]))
        pivot(r, k)
        basis[r] = k
    values: list[Number] = [ZERO] * len(columns)
    for r, one in basis.items():
        if one is not None:
            values[one] = target[r]
    for r, one in fixed.items():
        values[one] = target[r] - sum((v * values[j] for j, v in rows[r].items() if j != one), ZERO)
    return values


def _over(v: Number, c: Number) -> Number:
    """The quotient of two numbers, an int where it is whole."""
    if c == 1:
        return v
    found = Fraction(v) / c
    return found.numerator if found.denominator == 1 else found


Row = tuple[tuple[int, ...], "Polynomial | None", Polynomial]


def find(
    goal: Term, facts: Sequence[Theorem], squares: Sequence[Term], degree: int, hints: Iterable[tuple[int, ...]],
    factors: Sequence[Any],
) -> list[tuple[Number, tuple[int, ...], Term | None]] | None:  # fmt: skip
    """A certificate for `kernel.arith`, or None.

    Tried in turn: products of at most `degree` facts with the hints and factors given; then, with factors that are
    quotients of monomials of the goal by monomials of the equations, products of up to `degree` and of three facts.
    """
    kinds = [difference(normal(one.concl)) for one in facts]
    kinds += [("le", multiplied(p, p)) for p in (polynomial(normal(s)) for s in squares)]
    relation, wanted = difference(normal(goal))
    if not wanted:
        return []
    signs = [i for i, (kind, _) in enumerate(kinds) if kind == "le"] if relation == "le" else []
    equations = [(i, p) for i, (kind, p) in enumerate(kinds) if kind == "eq"]
    given: list[Polynomial] = [polynomial(normal(real(one))) for one in (1, *factors)]

    def attempt(degree: int, multipliers: list[Polynomial]) -> list[Any] | None:
        rows = _products(kinds, signs, degree, hints) if relation == "le" else []
        rows += [((i,), f, multiplied(p, f)) for i, p in equations for f in multipliers]
        free = {k for k, (_, f, _) in enumerate(rows) if f is not None}
        weights = solve([p for *_, p in rows], free, wanted)
        if weights is None:
            return None
        used = [(c, row) for c, row in zip(weights, rows, strict=True) if c]
        return [(c, i, None if f is None else as_term(f)) for c, (i, f, _) in used]

    found = attempt(degree, given)
    for more in (degree, 3):
        rows = _products(kinds, signs, more, hints) if relation == "le" else []
        if found is not None or len(rows) > MAX_ROWS:
            break
        reach = set(wanted) | {m for *_, p in rows for m in p}
        for _ in range(2):
            quotients = _quotients(equations, reach)
            if len(quotients) * len(equations) > MAX_ROWS:
                break
            found = attempt(more, [*given, *({m: ONE} for m in quotients)])
            if found is not None:
                break
            reach |= {m for _, p in equations for q in quotients for m in multiplied(p, {q: ONE})}
    return found


def _products(
    kinds: list[tuple[str, Polynomial]], signs: list[int], degree: int, hints: Iterable[tuple[int, ...]]
) -> list[Row]:
    """The constant 1 and products of inequalities, as rows of the linear program."""
    chosen = {one for n in range(1, degree + 1) for one in combinations_with_replacement(signs, n)}
    rows: list[Row] = [((), None, {(): ONE})]
    for indices in sorted(chosen | {tuple(sorted(h)) for h in hints}):
        product: Polynomial = {(): ONE}
        for i in indices:
            product = multiplied(product, kinds[i][1])
        rows.append((indices, None, product))
    return rows


def _quotients(equations: list[tuple[int, Polynomial]], reach: set[tuple[Term, ...]]) -> list[tuple[Term, ...]]:
    """Monomials that take a monomial of an equation to one that is wanted."""
    found: dict[tuple[Term, ...], None] = {}
    for _, p in equations:
        for m in p:
            for whole in sorted(reach, key=lambda m: (len(m), [hash(a) for a in m])) if m else ():
                rest = list(whole)
                if all(removed(rest, a) for a in m):
                    found[tuple(rest)] = None
    return list(found)


def removed(rest: list[Term], a: Term) -> bool:
    """Take an atom out of a monomial; False if it is not there."""
    if a in rest:
        rest.remove(a)
        return True
    return False


def as_term(p: Polynomial) -> Term:
    """A polynomial as a term."""
    found: Term | None = None
    for m, k in p.items():
        one = None if k == 1 and m else real(k)
        for atom in m:
            one = atom if one is None else one * atom
        found = one if found is None else found + one
    return real(0) if found is None else found
