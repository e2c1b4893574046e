"""Closed inequalities with quotients, maxima and strict signs: an untrusted tactic on top of `ar`.

Premises are assumed, conjunctions taken apart, each maximum is decided by cases, quotients are cleared by their
denominators, and what is left is polynomial arithmetic, for which the simplex finds the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from sdp_proofs.logic.certificates import as_term
from sdp_proofs.logic.kernel import (
    INV,
    Polynomial,
    Term,
    Theorem,
    added,
    arith,
    assume,
    binary,
    conj,
    difference,
    discharge,
    eq,
    gen,
    lam,
    mp,
    multiplied,
    normal,
    open_,
    polynomial,
    real,
    replace,
    same,
    spine,
)
from sdp_proofs.logic.surface import Statement
from sdp_proofs.logic.tactics import (
    Stuck,
    ar,
    at,
    ax,
    body_of,
    cases,
    contradiction,
    inverse,
    parts,
    refuting,
    split,
    swap,
    symmetric,
    use,
)
from sdp_proofs.logic.terms import FALSE, fresh, not_

ONE: Polynomial = {(): 1}
NEVER = normal(FALSE)


def algebra(goal: Term, *facts: Theorem, squares: Sequence[Term] = (), degree: int = 2) -> Theorem:
    """The goal from facts: quantifiers, connectives, maxima, quotients, strict and weak inequalities of reals.

    Args:
        goal: built from <=, =, not, and, implies, for all.
        facts: theorems of the same kinds; what they say of other things is not used.
        squares: terms whose squares may be used.
        degree: how many facts may be multiplied with each other.

    Raises:
        Stuck: where no certificate is found; the message shows the case.
    """
    head, args = spine(goal)
    name = head.parts[0] if head.head == "const" else ""

    def again(p: Term, *more: Theorem) -> Theorem:
        return algebra(p, *facts, *more, squares=squares, degree=degree)

    if name == "forall":
        v = fresh(args[0].hint or "x", args[0].parts[0])
        return same(gen(v, again(open_(args[0].parts[1], v))), goal)
    if name == "implies":
        return discharge(args[0], again(args[1], assume(args[0])))
    if name == "and":
        return conj(again(args[0]), again(args[1]))
    if name == "not" and _name(args[0]) in ("le", "eq"):
        return refuting(args[0], again(FALSE, assume(args[0])))
    if name not in ("le", "eq") and goal not in (FALSE, NEVER):
        return same(again(normal(goal)), goal) if normal(goal) != goal else _stuck(goal)
    return _cases(normal(goal), [one for th in facts for one in _flat(th)], squares, degree)


def by_algebra(*statements: Statement, squares: Any = None, degree: int = 2) -> None:
    """Prove statements by algebra from their premises alone; `squares` gets the variables."""
    for one in statements:
        one.proof(_prover(one, squares, degree))


def _prover(one: Statement, squares: Any, degree: int) -> Callable[..., Theorem]:
    def prove(*facts: Theorem) -> Theorem:
        return algebra(one.conclusion, *facts, squares=squares(*one.variables) if squares else (), degree=degree)

    return prove


def false_at(th: Theorem, *values: Any) -> Theorem:
    """False, from a general statement, at values where it fails: premises and conclusion are computed."""
    return _refuted(at(th, *values))


def _refuted(th: Theorem) -> Theorem:
    head, args = spine(th.concl)
    name = head.parts[0] if head.head == "const" else ""
    if name == "implies":
        return _refuted(mp(th, algebra(args[0])))
    if name == "or":
        return split(th, _refuted(assume(args[0])), _refuted(assume(args[1])))
    if name not in ("and", "not", "le", "eq") and normal(th.concl) != th.concl:
        return _refuted(body_of(th))
    if name == "and":
        for one in parts(th):
            try:
                return _refuted(one)
            except Stuck:
                continue
    if name == "not" and _name(args[0]) not in ("le", "eq"):
        return contradiction(th, algebra(args[0]))
    return algebra(FALSE, th)


def _name(t: Term) -> str:
    head, args = spine(t)
    return head.parts[0] if head.head == "const" and len(args) == 2 and args[0].ty == "R" else ""


def _stuck(goal: Term) -> Theorem:
    from sdp_proofs.logic.printing import text

    raise Stuck(f"no algebra: {text(goal)}")


def _flat(th: Theorem) -> list[Theorem]:
    """The inequalities, equations and their negations that a theorem is made of, in normal form."""
    found = []
    for one in map(body_of, parts(th)):
        p = one.concl
        head, args = spine(p)
        if _name(p) in ("le", "eq"):
            found.append(one)
        elif head.head == "const" and head.parts[0] == "implies" and len(args) == 2 and args[1] == NEVER:
            found += [one] if _name(args[0]) in ("le", "eq") else []
    return found


def _is_strict(th: Theorem) -> bool:
    return bool(spine(th.concl)[0].parts[0] == "implies")


def _denied(th: Theorem) -> Term:
    denied: Term = spine(th.concl)[1][0]
    return denied


# ---- maxima --------------------------------------------------------------------------------------------------------
def _found(name: str, terms: Iterable[Term], count: int) -> list[Term]:
    """The applications of a constant without bound variables, inner ones first."""
    found: dict[Term, None] = {}

    def look(t: Term) -> None:
        for one in t.parts:
            if type(one) is Term:
                look(one)
        head, args = spine(t)
        if head.head == "const" and head.parts[0] == name and len(args) == count and not t.loose:
            found[t] = None

    for t in terms:
        look(t)
    return list(found)


def _cases(goal: Term, facts: list[Theorem], squares: Sequence[Term], degree: int) -> Theorem:
    """The goal, in normal form, each maximum replaced by the larger of its members."""
    maxima = _found("max", [goal, *(th.concl for th in facts)], 2)
    if not maxima:
        return _cleared(goal, facts, squares, degree)
    top = maxima[0]
    s, t = spine(top)[1]
    v = fresh("m", "R")

    def case(assumed: Theorem, low: Theorem, value: Term) -> Theorem:
        least = use(ax("max_least", s, t, value), *(ar(one <= value, low) for one in (s, t)))
        equal = use(ax("antisymmetry", top, value), least, ax("max_left" if value == s else "max_right", s, t))
        moved = [body_of(replace(equal, th, lam(v, swap(th.concl, top, v)))) for th in facts]
        inner = _cases(normal(swap(goal, top, value)), [*moved, *_flat(assumed)], squares, degree)
        inner = same(inner, swap(goal, top, value))
        return same(replace(symmetric(equal), inner, lam(v, swap(goal, top, v))), goal)

    up, down = assume(s <= t), assume(not_(s <= t))
    return cases(s <= t, case(up, up, t), case(down, use(ax("total", s, t), down), s))


# ---- quotients -----------------------------------------------------------------------------------------------------
def _cleared(goal: Term, facts: list[Theorem], squares: Sequence[Term], degree: int) -> Theorem:
    """The goal without maxima: quotients are taken away, the outermost first."""
    outer = _found("inv", [goal, *(th.concl for th in facts)], 1)
    if not outer:
        return _plain(goal, facts, squares, degree)
    v = outer[-1]
    u = spine(v)[1][0]
    others = [th for th in facts if v not in _found("inv", [th.concl], 1)]
    unit, low, more = _unit(u, others, degree)
    known = [one for one in (_fact_without(th, u, v, unit, low) for th in facts) if one is not None] + more
    if goal == NEVER:
        return _cleared(goal, known, squares, degree)
    kind, D = difference(goal)
    k, g, first, _ = _reduced(D, u, v)
    if kind == "eq":
        th = _cleared(normal(eq(real(0), g)), known, squares, degree)
        return arith(goal, [th, unit], [], [(1, (0,), _power(v, k)), (1, (1,), first)])
    if low is None and k % 2:
        k, g = k + 1, u * g
        first = as_term(added(polynomial(first), multiplied(_over(D, u, v, k - 1), ONE)))
    th = _cleared(normal(real(0) <= g), known, squares, degree)
    rows = [(1, (1,), first)]
    if low is not None:
        return arith(goal, [th, unit, low], [], [(1, (0, *[2] * k), None), *rows])
    return arith(goal, [th, unit], [_power(v, k // 2)], [(1, (0, 2), None), *rows])


def _unit(u: Term, facts: list[Theorem], degree: int) -> tuple[Theorem, Theorem | None, list[Theorem]]:
    """The equation u inv(u) = 1; 0 <= inv(u) if that is found; what is then known of u."""
    low = assume(u <= 0)
    try:
        up = refuting(low.concl, _cleared(NEVER, [*facts, *_flat(low)], (), degree))
    except Stuck:
        zero = assume(u.eq(0))
        return inverse(u, refuting(zero.concl, _cleared(NEVER, [*facts, *_flat(zero)], (), degree))), None, []
    zero = assume(u.eq(0))
    unit = inverse(u, refuting(zero.concl, contradiction(up, ar(u <= 0, zero))))
    u0, v = use(ax("total", u, 0), up), INV(u)
    return unit, ar(real(0) <= v, unit, u0, squares=[v], hints=[(1, 2)], factors=[v]), _flat(up)


def _power(x: Term, k: int) -> Term:
    found = real(1)
    for _ in range(k):
        found = found * x
    return found


def _reduced(D: Polynomial, u: Term, v: Term) -> tuple[int, Term, Term, Term]:
    """k, g, F, G with D = v^k g + (1 - u v) F and g = u^k D + (1 - u v) G, where g does not contain v."""
    by: dict[int, Polynomial] = {}
    for m, number in D.items():
        by.setdefault(m.count(v), {})[tuple(a for a in m if a != v)] = number
    k = max(by, default=0)
    pu = polynomial(u)
    pv: Polynomial = {(v,): 1}
    g: Polynomial = {}
    F: Polynomial = {}
    G: Polynomial = {}
    for j, c in by.items():
        g = added(g, multiplied(c, _raised(pu, k - j)))
        F = added(F, multiplied(multiplied(c, _raised(pv, j)), _geometric(pu, pv, k - j)))
        G = added(G, multiplied(multiplied(c, _raised(pu, k - j)), _geometric(pu, pv, j)))
    return k, as_term(g), as_term(F), as_term(G)


def _over(D: Polynomial, u: Term, v: Term, k: int) -> Polynomial:
    """The polynomial v^k g of `_reduced`, for one more factor u v."""
    g = polynomial(_reduced(D, u, v)[1])
    return multiplied(g, _raised({(v,): 1}, k))


def _raised(p: Polynomial, k: int) -> Polynomial:
    found = ONE
    for _ in range(k):
        found = multiplied(found, p)
    return found


def _geometric(pu: Polynomial, pv: Polynomial, k: int) -> Polynomial:
    """The sum 1 + u v + ... of k terms."""
    found: Polynomial = {}
    for j in range(k):
        found = added(found, _raised(multiplied(pu, pv), j))
    return found


def _fact_without(th: Theorem, u: Term, v: Term, unit: Theorem, low: Theorem | None) -> Theorem | None:
    """A fact without the quotient v; None where the sign of u is needed and not known."""
    if v not in _found("inv", [th.concl], 1):
        return th
    strict = _is_strict(th)
    rows: list[tuple[int, tuple[int, ...], Term | None]]
    kind, D = difference(_denied(th) if strict else th.concl)
    k, g, first, second = _reduced(D, u, v)
    if v in _found("inv", [normal(g)], 1):
        return None
    if kind == "eq" and not strict:
        rows = [(1, (0,), _power(u, k)), (1, (1,), second)]
        return body_of(arith(eq(real(0), g), [th, unit], [], rows))
    if low is None or (strict and kind == "eq"):
        return None
    if not strict:
        u0 = ar(real(0) <= u, unit, low, squares=[u], hints=[(1, 2)], factors=[u])
        rows = [(1, (0, *[2] * k), None), (1, (1,), second)]
        return body_of(arith(real(0) <= g, [th, unit, u0], [], rows))
    held = assume(real(0) <= g)
    rows = [(1, (0, *[2] * k), None), (1, (1,), first)]
    wrong = arith(_denied(th), [held, unit, low], [], rows)
    return body_of(refuting(held.concl, contradiction(th, wrong)))


# ---- the rest ------------------------------------------------------------------------------------------------------
def _weak(facts: Iterable[Theorem]) -> list[Theorem]:
    """The facts, s <= t in place of not t <= s; inequations are left out."""
    found = []
    for th in facts:
        if not _is_strict(th):
            found.append(th)
        elif _name(_denied(th)) == "le":
            s, t = binary(_denied(th), "le")
            found.append(use(ax("total", s, t), same(th, not_(s <= t))))
    return found


def _plain(goal: Term, facts: list[Theorem], squares: Sequence[Term], degree: int) -> Theorem:
    """The goal by polynomial arithmetic, or a contradiction among the facts."""
    weak = _weak(facts)
    if goal != NEVER:
        try:
            return ar(goal, *weak, squares=squares, degree=degree)
        except Stuck:
            if _name(goal) == "eq":
                s, t = binary(goal, "eq")
                ends = (_plain(normal(one), facts, squares, degree) for one in (s <= t, t <= s))
                return same(use(ax("antisymmetry", s, t), *ends), goal)
            other = assume(not_(goal))
            low = use(ax("total", *binary(goal, "le")), other)
            strict = [th for th in facts if _is_strict(th)]
            if not strict:
                raise
            wrong = _plain(NEVER, [*facts, *_flat(low), *_flat(other)], squares, degree)
            yes = assume(goal)
            return cases(goal, yes, same(_absurd(wrong, goal), goal))
    tried: Stuck | None = None
    for wanted, th in ((real(1) <= 0, None), *((_denied(th), th) for th in facts if _is_strict(th))):
        try:
            found = ar(wanted, *weak, squares=squares, degree=degree)
            return same(use(ax("one"), found) if th is None else contradiction(th, found), NEVER)
        except Stuck as error:
            tried = error
    strict = [th for th in facts if _is_strict(th) and _name(_denied(th)) == "le"]
    if 2 <= len(strict) <= 5:
        found_ = _by_division(strict, weak)
        if found_ is not None:
            return found_
    raise Stuck(f"no contradiction: {tried}") from tried


def _by_division(strict: list[Theorem], weak: list[Theorem]) -> Theorem | None:
    """A contradiction: what is not positive, divided by positive numbers, against one more of these."""
    units, inverses = [], []
    for th in strict:
        s, t = binary(_denied(th), "le")
        u = s - t
        up = refuting(u <= 0, contradiction(th, ar(_denied(th), assume(u <= 0))))
        unit, low, _ = _unit(u, [body_of(up)], 1)
        if low is None:
            return None
        units.append(unit)
        inverses.append(low)
    n, m = len(weak), len(strict)
    for i, th in enumerate(strict):
        others = [n + m + j for j in range(m) if j != i]
        sets = [c for k in (1, 2, 3) for c in combinations(others, k)]
        hints = [(j, *c) for j in range(n) for c in sets]
        try:
            found = ar(_denied(th), *weak, *units, *inverses, degree=1, hints=hints)
        except Stuck:
            continue
        return same(contradiction(th, found), NEVER)
    return None


def _absurd(wrong: Theorem, goal: Term) -> Theorem:
    from sdp_proofs.logic.tactics import absurd

    return absurd(same(wrong, FALSE), goal)
