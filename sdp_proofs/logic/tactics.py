"""Ways to prove: untrusted functions that put proofs together from the rules of the kernel.

Each takes and gives theorems. Where one stops it raises `Stuck`, whose message shows the goal and the facts at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdp_proofs.logic.certificates import ONE, as_term, find
from sdp_proofs.logic.kernel import (
    IMPLIES,
    SUCC,
    ZERO,
    Polynomial,
    Term,
    Theorem,
    Type,
    app,
    arith,
    assume,
    axiom,
    binary,
    conj,
    difference,
    discharge,
    eq,
    forall,
    gen,
    implies,
    lam,
    left,
    match,
    meaning,
    mp,
    normal,
    open_,
    polynomial,
    real,
    refl,
    replace,
    right,
    same,
    spec,
    spine,
    var,
    with_types,
)
from sdp_proofs.logic.printing import text
from sdp_proofs.logic.terms import call, exists, fresh, not_, or_


class Stuck(ValueError):
    """A tactic that did not reach its goal; the message shows where."""


# ---- using theorems ------------------------------------------------------------------------------------------------
def body_of(th: Theorem) -> Theorem:
    """The theorem with all definitions opened."""
    return same(th, normal(th.concl))


def ax(name: str, *values: Any, **types: Type) -> Theorem:
    """An axiom at some values."""
    return spec(axiom(name, types), *map(real, values))


def use(th: Theorem, *premises: Theorem) -> Theorem:
    """Modus ponens with several premises, up to definitions."""
    for one in premises:
        try:
            try:
                th = mp(th, one)
            except ValueError:
                th = mp(body_of(th), one)
        except ValueError as error:
            asked = body_of(th).concl
            wanted = spine(asked)[1][0] if spine(asked)[1] else asked
            had = normal(one.concl)
            raise Stuck(f"wanted: {text(wanted)}\n given: {text(had)}\n  {differ(wanted, had)}") from error
    return th


def at(th: Theorem, *values: Any) -> Theorem:
    """A theorem at some values, definitions opened where needed."""
    for value in values:
        try:
            th = spec(th, real(value))
        except (ValueError, TypeError):
            th = spec(body_of(th), real(value))
    return th


def parts(th: Theorem) -> list[Theorem]:
    """The members of a conjunction, definitions opened where needed."""
    for one in (th, body_of(th)):
        try:
            return [*parts(left(one)), *parts(right(one))]
        except ValueError:
            continue
    return [th]


def differ(s: Term, t: Term) -> str:
    """The place where two terms differ."""
    if s.head == t.head == "app" and s.parts[0].ty is t.parts[0].ty:
        return differ(*((s.parts[0], t.parts[0]) if s.parts[0] != t.parts[0] else (s.parts[1], t.parts[1])))
    if s.head == t.head == "lam" and s.ty is t.ty:
        v = fresh(s.hint or "u", s.parts[0])
        return differ(open_(s.parts[1], v), open_(t.parts[1], v))
    return f"{text(s)} is not {text(t)}"


def to(th: Theorem, p: Term) -> Theorem:
    """The same proposition in other words; where it is another, the place is shown."""
    try:
        return same(th, p)
    except ValueError as error:
        raise Stuck("not the same: " + differ(normal(th.concl), normal(p))) from error


def conjunction(*theorems: Theorem) -> Theorem:
    """The theorems as one: p and q and r, from the left."""
    found, *rest = theorems
    for one in rest:
        found = conj(found, one)
    return found


# ---- arithmetic ----------------------------------------------------------------------------------------------------
def ar(
    goal: Term, *facts: Theorem, squares: Sequence[Term] = (), degree: int = 2, hints: Sequence[tuple[int, ...]] = (),
    factors: Sequence[Any] = (), tidied: bool = False,
) -> Theorem:  # fmt: skip
    """The goal from facts, by arithmetic: a linear program finds the certificate that the kernel checks.

    Args:
        goal: s <= t or s = t between reals.
        facts: theorems of that form.
        squares: terms whose squares may be used.
        degree: how many facts may be multiplied with each other.
        hints: further products, as tuples of places among facts and squares.
        factors: terms by which equations may be multiplied, where the search does not find them.
        tidied: leave out the second attempt, in which parts such as exp(x + y) and exp(y + x) are made alike.
    """
    certificate = find(goal, facts, squares, degree, hints, factors)
    if certificate is not None:
        return arith(goal, facts, squares, certificate)
    more = [] if tidied else _tidy(goal, facts)
    if more:
        moved = [tuple(i if i < len(facts) else i + len(more) for i in h) for h in hints]
        extra = [*factors, *dict.fromkeys(f for _, fs in more for f in fs)]
        all_facts = (*facts, *(th for th, _ in more))
        return ar(goal, *all_facts, squares=squares, degree=degree, hints=moved, factors=extra, tidied=True)
    known = "".join(f"\n  from {text(normal(one.concl))}" for one in facts)
    raise Stuck(f"no certificate for {text(normal(goal))}{known}")


def _tidy(goal: Term, facts: Sequence[Theorem]) -> list[tuple[Theorem, list[Term]]]:
    """Equations between atoms of the goal and facts and their tidy forms, with what they are multiplied by there."""
    found: dict[Term, tuple[Theorem, dict[Term, None]] | None] = {}
    for p in (difference(normal(one))[1] for one in (goal, *(f.concl for f in facts))):
        for m in p:
            for i, atom in enumerate(m):
                if atom not in found:
                    th = tidy(atom)
                    found[atom] = (th, {}) if _changes(th) else None
                known = found[atom]
                if known and len(m) > 1:
                    known[1][as_term({(*m[:i], *m[i + 1 :]): ONE})] = None
    return [(one[0], list(one[1])) for one in found.values() if one]


def tidy(t: Term, depth: int = 0) -> Theorem:
    """The equation t = t', where all real parts inside are polynomials in one order."""
    if t.head == "lam":
        v = var(f"tidy__{depth}", t.parts[0])
        inner = tidy(open_(t.parts[1], v), depth + 1)
        s, u = binary(inner.concl, "eq")
        return refl(t) if s == u else same(ext(v, inner), eq(t, lam(v, u)))
    head, args = spine(t)
    if (head.head == "const" and head.parts[0] in ("plus", "minus", "times")) or t.head == "num":
        p = polynomial(t)
        atoms = dict.fromkeys(a for m in p for a in m)
        equations = [th for th in (tidy(a, depth) for a in atoms) if _changes(th)]
        renamed = _renamed(p, dict(binary(th.concl, "eq") for th in equations))
        whole = as_term(dict(sorted(renamed.items(), key=lambda one: (len(one[0]), [hash(a) for a in one[0]]))))
        if whole == t:
            return refl(t)
        factors = dict.fromkeys(
            as_term({tuple(b for k, b in enumerate(m) if k != i): ONE})
            for n in (p, renamed) for m in n for i in range(len(m)) if len(m) > 1
        )  # fmt: skip
        return ar(eq(t, whole), *equations, factors=list(factors), tidied=True)
    th = same(refl(t), eq(t, t))
    for i, one in enumerate(args):
        equal = tidy(one, depth)
        if _changes(equal):
            v, new = fresh("r", one.ty), binary(equal.concl, "eq")[1]
            context = lam(v, eq(t, head(*args[:i], v, *args[i + 1 :])))
            args[i] = new
            th = same(replace(equal, same(th, context(one)), context), eq(t, head(*args)))
    return th


def _changes(th: Theorem) -> bool:
    s, t = binary(th.concl, "eq")
    return s != t


def _renamed(p: Polynomial, changed: dict[Term, Term]) -> Polynomial:
    found: Polynomial = {}
    for m, k in p.items():
        one = tuple(sorted((changed.get(a, a) for a in m), key=hash))
        found[one] = found.get(one, 0) + k
    return {m: k for m, k in found.items() if k}


def rewrite(th: Theorem, s: Term, t: Term, *facts: Theorem) -> Theorem:
    """A theorem with t in place of s, which are equal by arithmetic from facts."""
    equal = ar(eq(s, t), *facts)
    v = fresh("r", "R")
    flat = body_of(th)
    return replace(equal, flat, lam(v, swap(flat.concl, normal(s), v)))


# ---- equality ------------------------------------------------------------------------------------------------------
def ext(v: Term, th: Theorem) -> Theorem:
    """The equality of two functions, from s(v) = t(v) for all v."""
    s, t = binary(th.concl, "eq")
    return use(ax("extensionality", lam(v, s), lam(v, t), A=v.ty, B=s.ty), gen(v, th))


def subst(equation: Theorem, th: Theorem, f: Callable[[Term], Term]) -> Theorem:
    """From s = t and f(s): f(t)."""
    s, t = binary(equation.concl, "eq")
    v = fresh("r", s.ty)
    return same(replace(equation, th, lam(v, f(v))), f(t))


def symmetric(equation: Theorem) -> Theorem:
    """From s = t: t = s."""
    s, _ = binary(equation.concl, "eq")
    return subst(equation, refl(s), lambda v: eq(v, s))


def under(equal: Theorem, v: Term, functional: Term) -> Theorem:
    """From s(v) = t(v) for all v: F(s) = F(t)."""
    e = ext(v, equal)
    s, _ = binary(e.concl, "eq")
    return subst(e, refl(functional(s)), lambda g: eq(functional(s), functional(g)))


def swap(t: Term, old: Term, new: Term) -> Term:
    """A term with one closed part in place of another."""
    if t == old:
        return new
    if t.head == "app":
        return app(swap(t.parts[0], old, new), swap(t.parts[1], old, new))
    if t.head == "lam":
        return Term("lam", (t.parts[0], swap(t.parts[1], old, new)), t.ty, t.hint)
    return t


# ---- cases, contradiction, existence, induction --------------------------------------------------------------------
def cases(p: Term, yes: Theorem, no: Theorem) -> Theorem:
    """The goal, from proofs of it under p and under not p."""
    both = body_of(ax("middle", p))
    return use(spec(both, yes.concl), discharge(p, yes), discharge(not_(p), no))


def split(th: Theorem, yes: Theorem, no: Theorem) -> Theorem:
    """The goal, from p or q, and proofs of the goal under p and under q."""
    p, q = spine(th.concl)[1]
    return use(spec(body_of(th), yes.concl), discharge(p, yes), discharge(q, no))


def either(p: Term, q: Term, first: Theorem) -> Theorem:
    """The disjunction p or q, from one of them."""
    r = fresh("r", "o")
    one, two = assume(implies(p, r)), assume(implies(q, r))
    th = mp(one, first) if first.concl == p else mp(two, first)
    return same(gen(r, discharge(one.concl, discharge(two.concl, th))), or_(p, q))


def absurd(th: Theorem, goal: Term) -> Theorem:
    """Anything, from false."""
    return same(spec(body_of(th), goal), goal)


def contradiction(no: Theorem, yes: Theorem) -> Theorem:
    """False, from not p and p."""
    return mp(body_of(no), yes)


def refuting(p: Term, th: Theorem) -> Theorem:
    """The proposition not p, from a proof of false under p."""
    return same(discharge(p, th), not_(p))


def impossible(th: Theorem) -> Theorem:
    """False, from 1 <= 0."""
    return use(axiom("one"), to(th, real(1) <= 0))


def witness(value: Term, th: Theorem, p: Term) -> Theorem:
    """The existence of something with p, from p at a value."""
    r, v = fresh("r", "o"), fresh("v", value.ty)
    every = forall(v, implies(p(v), r))
    inner = use(spec(assume(every), value), to(th, p(value)))
    return same(gen(r, discharge(every, inner)), exists(p))


def given(th: Theorem, v: Term, prove: Callable[[Theorem], Theorem]) -> Theorem:
    """The goal, from the existence of something with p: `prove` gets p(v), for some v."""
    if spine(th.concl)[0].parts[0] != "exists":
        th = to(th, exists_inside(th.concl))
    p = spine(th.concl)[1][0]
    own = normal(p(v))
    end = prove(assume(own))
    return use(spec(body_of(th), end.concl), gen(v, discharge(own, end)))


def exists_inside(claim: Term) -> Term:
    """A proposition as `exists p`, its outer definitions opened."""
    flat = claim
    while spine(flat)[0].parts[0] != "exists":
        head, args = spine(flat)
        whole = meaning(head.parts[0]) if head.head == "const" else None
        if whole is None:
            raise Stuck("nothing exists")
        whole = with_types(whole, match(whole.ty, head.ty))
        for one in args:
            whole = open_(whole.parts[1], one)
        flat = whole
    return flat


def induct(n: Term, base: Theorem, step: Theorem) -> Theorem:
    """For all n, p(n): from p(0) and the theorem p(n) implies p(n + 1)."""
    p, _ = binary(step.concl, "implies")
    s = lam(n, p)
    start = to(base, app(s, ZERO))
    q = app(s, n)
    nexts = gen(n, to(step, IMPLIES(q, app(s, SUCC(n)))))
    return same(use(ax("induction", s), start, nexts), forall(n, p))


def hyps_then(th: Theorem, hypotheses: Sequence[Term], variables: Sequence[Term]) -> Theorem:
    """The theorem with hypotheses discharged in order and variables generalised."""
    for p in reversed(hypotheses):
        th = discharge(p, th)
    for v in reversed(variables):
        th = gen(v, th)
    return th


def inverse(x: Term, nonzero: Theorem) -> Theorem:
    """The equation x inv(x) = 1, from not x = 0."""
    return use(ax("inverse", x), to(nonzero, not_(x.eq(0))))


def positive(x: Term, above: Theorem) -> tuple[Theorem, Theorem]:
    """The equation x inv(x) = 1 and 0 <= inv(x), from 1 <= x or from 0 < x."""
    zero = assume(x.eq(0))
    if spine(above.concl)[0].parts[0] == "not":
        no = refuting(x.eq(0), contradiction(above, ar(x <= 0, zero)))
        x0 = use(ax("total", x, 0), above)
    else:
        no = refuting(x.eq(0), impossible(ar(real(1) <= 0, above, zero)))
        x0 = ar(real(0) <= x, above)
    unit = inverse(x, no)
    y = call("inv", x)
    return unit, ar(real(0) <= y, unit, x0, squares=[y], hints=[(1, 2)], factors=[y])

