"""Tactics for bounded functions, tests and means: untrusted, like all tactics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sdp_proofs.logic.certificates import ONE, as_term, removed
from sdp_proofs.logic.definitions import bounded, law, test
from sdp_proofs.logic.kernel import (
    Number,
    Polynomial,
    Term,
    Theorem,
    app,
    arith,
    assume,
    binary,
    conj,
    discharge,
    eq,
    fn,
    forall,
    gen,
    lam,
    left,
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
)
from sdp_proofs.logic.printing import text
from sdp_proofs.logic.surface import fact
from sdp_proofs.logic.tactics import Stuck, ar, at, body_of, ext, use
from sdp_proofs.logic.terms import fresh


# ---- bounded functions ---------------------------------------------------------------------------------------------
def observable(v: Term, t: Term, facts: Sequence[Theorem] = ()) -> Theorem:
    """The function v -> t is bounded, from facts that say so of its parts."""
    t = normal(t)
    f = lam(v, t)
    for one in facts:
        if normal(one.concl) == normal(bounded(f)):
            return same(one, bounded(f))
    if v not in t.free:
        return same(fact("bounded_constant", t, A=v.ty), bounded(f))
    head, args = spine(t)
    name = head.parts[0] if head.head == "const" and len(args) == 2 else ""
    if name in ("plus", "minus", "times", "max"):
        s, u = args
        pair_ = observable(v, s, facts), observable(v, u, facts)
        return same(use(fact(f"bounded_{name}", lam(v, s), lam(v, u), A=v.ty), *pair_), bounded(f))
    for one in facts:
        g = one.concl.parts[1]
        inner = _argument(normal(g), t, v)
        if inner is not None:
            return same(use(fact("bounded_inside", g, lam(v, inner), A=v.ty, B=inner.ty), one), bounded(f))
    raise Stuck("not known to be bounded: " + text(f))


def _argument(g: Term, t: Term, v: Term) -> Term | None:
    """The term u with g(u) = t, if there is one."""
    if t.head == "app" and t.parts[0] == g and v not in g.free:
        value: Term = t.parts[1]
        return value
    if g.head != "lam":
        return None
    own = fresh("u", g.parts[0])
    found: list[Term] = []

    def agree(p: Term, s: Term) -> bool:
        if p == own:
            if s.loose:
                return False
            found.append(s)
            return True
        if own not in p.free:
            return p == s
        if p.head != s.head or p.ty is not s.ty:
            return False
        if p.head == "lam":
            return agree(p.parts[1], s.parts[1])
        return p.head == "app" and agree(p.parts[0], s.parts[0]) and agree(p.parts[1], s.parts[1])

    alike = agree(normal(open_(g.parts[1], own)), t) and all(one == found[0] for one in found)
    return found[0] if alike and found else None


def a_test(f: Term) -> tuple[Theorem, Theorem, Callable[[Term], Theorem], Callable[[Term], Theorem]]:
    """A function assumed to be a test: the assumption, that f is bounded, 0 <= f(t), f(t) <= 1."""
    assumed = assume(test(f))
    flat = body_of(assumed)
    known = use(fact("tests_are_bounded", f, A=f.ty[1]), assumed)
    return assumed, known, lambda t: left(spec(flat, t)), lambda t: right(spec(flat, t))


def make_test(v: Term, t: Term, low: Theorem, high: Theorem) -> Theorem:
    """The function v -> t is a test, from 0 <= t and t <= 1."""
    return same(gen(v, conj(low, high)), test(lam(v, t)))


def for_tests(th: Theorem, f: Term, statement: Term) -> Theorem:
    """The statement that two laws are close, from the inequality for a test f."""
    goal = binary(open_(normal(statement).parts[1].parts[1], f), "implies")[1]
    return same(gen(f, discharge(test(f), ar(goal, th, degree=1))), statement)


def unit(mean: Mean, v: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
    """The inequalities 0 <= M t and M t <= 1 of a law, from those of t."""
    return mean.le(v, low), mean.le(v, high)


def after(K: Term, chan: Theorem, known: Theorem) -> Theorem:
    """The function a -> K(a)(f) is bounded, from a bounded f."""
    f = known.concl.parts[1]
    u = fresh("u", K.ty[1])
    th = use(fact("means_are_bounded", K, f, A=K.ty[1], B=f.ty[1]), chan, known)
    return same(th, bounded(lam(u, K(u)(f))))


def law_at(chan: Theorem, t: Term) -> Theorem:
    """The law of a channel at an input."""
    K = spine(chan.concl)[1][0]
    return same(at(chan, t), law(K(t)))


# ---- means ---------------------------------------------------------------------------------------------------------
class Mean:
    """Action on terms of a functional M, known to be a law or an integral over the class ig.

    Args:
        known: a theorem law(M) or integral(ig, M).
        facts: theorems bounded(f), of bounded functions that occur.
        inside: theorems ig(g), of integrable functions that occur.
    """

    def __init__(self, known: Theorem, *facts: Theorem, inside: Sequence[Theorem] = ()) -> None:
        head, args = spine(known.concl)
        self.facts, self.inside, self.plain = facts, inside, head.parts[0] == "law"
        flat = body_of(known)
        if self.plain:
            (self.M,) = args
            self.rules, self.unit = left(flat), right(flat)
        else:
            self.ig, self.M = args
            self.rules = flat

    def good(self, v: Term, t: Term) -> Theorem:
        """The function v -> t is in the class."""
        if self.plain:
            return observable(v, t, self.facts)
        t = normal(t)
        for one in self.inside:
            if normal(one.concl) == normal(app(self.ig, lam(v, t))):
                return same(one, app(self.ig, lam(v, t)))
        found: Theorem | None = None
        for m, k in (polynomial(t) or {(): 0}).items():
            one = self._monomial(v, m, k)
            found = one if found is None else self._sum(found, one)
        if found is None:
            raise Stuck("an integrable function has a product")
        f = found.concl.parts[1]
        equal = ext(v, arith(eq(normal(f(v)), t), (), (), []))
        return same(self._moved(equal, found, lambda g: app(self.ig, g)), app(self.ig, lam(v, t)))

    def _moved(self, equal: Theorem, th: Theorem, context: Callable[[Term], Term]) -> Theorem:
        s, _ = binary(equal.concl, "eq")
        g = fresh("g", s.ty)
        return replace(equal, same(th, context(s)), lam(g, context(g)))

    def _anchor(self, v: Term, m: tuple[Term, ...]) -> tuple[Theorem, Term, tuple[Term, ...], Number] | None:
        """An integrable function whose one product is part of m: the fact, its value, what is left of m, its factor."""
        for one in self.inside:
            g = normal(app(one.concl.parts[1], v))
            if len(polynomial(g)) == 1:
                ((own, k),) = polynomial(g).items()
                rest = list(m)
                if all(removed(rest, a) for a in own):
                    return one, g, tuple(rest), k
        return None

    def _monomial(self, v: Term, m: tuple[Term, ...], k: Number) -> Theorem:
        found = self._anchor(v, m)
        if found is None:
            raise Stuck("not known to be integrable: " + text(as_term({m: k})))
        one, g, rest_, own = found
        rest = as_term({rest_: Fraction(k) / own})
        scaled = self._rules(lam(v, g), lam(v, g), one, one)[3]
        th = use(at(scaled, lam(v, rest)), observable(v, rest, self.facts))
        return same(th, app(self.ig, lam(v, normal(rest) * g)))

    def _sum(self, one: Theorem, other: Theorem) -> Theorem:
        f, g = one.concl.parts[1], other.concl.parts[1]
        v = fresh("v", f.ty[1])
        return same(self._rules(f, g, one, other)[0], app(self.ig, lam(v, normal(f(v)) + normal(g(v)))))

    def _rules(self, f: Term, g: Term, fo: Theorem, go: Theorem) -> list[Theorem]:
        """The rules for two functions: ig (f + g), M (f + g) = .., monotone, ig (h f), M (c f) = .."""
        th = use(spec(self.rules, f, g), fo, go)
        found: list[Theorem] = []
        for _ in range(4):
            found.insert(0, right(th))
            th = left(th)
        return [th, *found]

    def le(self, v: Term, th: Theorem) -> Theorem:
        """From s(v) <= t(v) for all v: the means compare, written out linearly."""
        s, t = (normal(one) for one in binary(normal(th.concl), "le"))
        f, g = lam(v, s), lam(v, t)
        rules = self._rules(f, g, self.good(v, s), self.good(v, t))
        whole = same(use(rules[2], gen(v, same(th, s <= t))), self.M(f) <= self.M(g))
        ls, lt = self.linear(v, s), self.linear(v, t)
        low, high = (as_term(polynomial(normal(binary(one.concl, "eq")[1]))) for one in (ls, lt))
        return ar(low <= high, whole, ls, lt, degree=1)

    def _equal(self, v: Term, th: Theorem) -> tuple[Theorem, Term, Term]:
        s, t = (normal(one) for one in binary(normal(th.concl), "eq"))
        equal = ext(v, same(th, eq(s, t)))
        first = self.M(lam(v, s))
        return self._moved(equal, refl(first), lambda g: eq(first, self.M(g))), s, t

    def eq(self, v: Term, th: Theorem) -> Theorem:
        """From s(v) = t(v) for all v: the means are equal, written out linearly."""
        whole, s, t = self._equal(v, th)
        ls, lt = self.linear(v, s), self.linear(v, t)
        low, high = (as_term(polynomial(normal(binary(one.concl, "eq")[1]))) for one in (ls, lt))
        return ar(eq(low, high), whole, ls, lt)

    def eq_by(self, v: Term, th: Theorem) -> Theorem:
        """From s(v) = t(v): M s is the mean of t, written out linearly; s need not be known to be integrable."""
        whole, s, t = self._equal(v, th)
        lt = self.linear(v, t)
        return ar(eq(self.M(lam(v, s)), binary(lt.concl, "eq")[1]), whole, lt)

    def linear(self, v: Term, t: Term) -> Theorem:
        """The equation of M (v -> t) and a sum of numbers times means of single products."""
        t = normal(t)
        groups: dict[tuple[Term, ...], Polynomial] = {}
        for m, k in polynomial(t).items():
            anchor = None if self.plain else self._anchor(v, m)
            outer = [a for a in (m if anchor is None else anchor[2]) if v not in a.free]
            rest = list(m)
            for one in outer:
                rest.remove(one)
            groups.setdefault(tuple(rest), {})[tuple(outer)] = k
        zero = real(1) if self.plain else self._some(v)
        pieces = [(as_term(outs), as_term({rest: ONE})) for rest, outs in groups.items()] or [(real(0), zero)]
        total: Any = None
        for o, r in pieces:
            total = o * r if total is None else total + o * r
        equal = ext(v, arith(eq(t, total), (), (), []))
        first = self.M(lam(v, t))
        start = body_of(self._moved(equal, refl(first), lambda g: eq(first, self.M(g))))
        end, facts = self._split(v, pieces)
        return ar(eq(first, end), start, *facts)

    def _some(self, v: Term) -> Term:
        return normal(app(self.inside[0].concl.parts[1], v))

    def _split(self, v: Term, pieces: list[tuple[Term, Term]]) -> tuple[Term, list[Theorem]]:
        *first, (out, rest) = pieces
        f = lam(v, rest)
        fo = self.good(v, rest)
        own = body_of(at(self._rules(f, f, fo, fo)[4], out))
        facts, value = [own], out * self.M(f)
        if self.plain and rest == real(1):
            one = same(self.unit, self.M(lam(v, real(1))).eq(1))
            value, facts = out, [ar(eq(self.M(lam(v, out * rest)), out), own, one, factors=[out])]
        if not first:
            return value, facts
        before: Any = None
        for o, r in first:
            before = o * r if before is None else before + o * r
        goods = self.good(v, before), self.good(v, out * rest)
        two = body_of(self._rules(lam(v, before), lam(v, out * rest), *goods)[1])
        end, more = self._split(v, first)
        return end + value, [two, *facts, *more]


def scaled_density(integral_: Theorem, good: Theorem, c: Term) -> Theorem:
    """The function c f is integrable, from an integrable f."""
    v = fresh("v", good.concl.parts[1].ty[1])
    return Mean(integral_, inside=[good]).good(v, c * normal(app(good.concl.parts[1], v)))


# ---- laws ----------------------------------------------------------------------------------------------------------
def make_law(P: Term, rules: Callable[..., tuple[Theorem, Theorem, Theorem]], one: Theorem) -> Theorem:
    """The theorem law(P), from its three rules.

    Args:
        P: the functional, on functions of a set.
        rules: given bounded f and g (with that fact), the pointwise f <= g and a number c, the theorems
            P (f + g) = P f + P g, P f <= P g and P (c f) = c P f.
        one: the theorem P 1 = 1.
    """
    ty = P.ty[1]
    f, g, h = (fresh(name, ty) for name in "fgh")
    c, v = fresh("c", "R"), fresh("a", ty[1])
    of, og, oh = (assume(bounded(t)) for t in (f, g, h))
    less = assume(forall(v, f(v) <= g(v)))
    plus, mono, scale = rules(f, g, of, og, less, c)
    first = conj(
        conj(
            conj(
                conj(observable(v, f(v) + g(v), [of, og]), ar(P(lam(v, f(v) + g(v))).eq(P(f) + P(g)), plus)),
                discharge(less.concl, ar(P(f) <= P(g), mono)),
            ),
            gen(h, discharge(oh.concl, observable(v, h(v) * f(v), [of, oh]))),
        ),
        gen(c, ar(P(lam(v, c * f(v))).eq(c * P(f)), scale)),
    )
    whole = gen(f, gen(g, discharge(of.concl, discharge(og.concl, first))))
    flat = binary(normal(law(P)), "and")
    return same(conj(same(whole, flat[0]), same(one, flat[1])), law(P))


def certain(t: Term) -> Theorem:
    """The functional f -> f(t) is a law."""
    f = fresh("f", fn(t.ty, "R"))
    P = lam(f, f(t))
    v = fresh("a", t.ty)

    def rules(f: Term, g: Term, of: Theorem, og: Theorem, less: Theorem, c: Term) -> tuple[Theorem, Theorem, Theorem]:
        plus = ar(P(lam(v, f(v) + g(v))).eq(P(f) + P(g)))
        return plus, same(spec(less, t), P(f) <= P(g)), ar(P(lam(v, c * f(v))).eq(c * P(f)))

    return make_law(P, rules, ar(P(lam(v, real(1))).eq(1)))

