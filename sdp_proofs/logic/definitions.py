"""The notions of the statements, each once: laws as means, and what is said of them.

A law over a set is its mean: a positive, linear, normalised functional on the bounded functions. Finite, countable
and continuous laws are of this form; a probability measure enters by an extension to all bounded functions, which
changes no divergence. Linear on bounded functions only: on all functions there would be no geometric law.
"""

from __future__ import annotations

from sdp_proofs.logic.kernel import EXP, LUB, MAX, const, fn, implies, lam, lams, pair, real, rec, var
from sdp_proofs.logic.surface import A, B, Fun, N, R, X, definition, each, function, mean_of, o, some
from sdp_proofs.logic.terms import exists, not_, or_


@definition(r"{0} \text{{ is bounded}}")
def bounded(f: Fun(A, R)):
    """A function between two numbers: the observables."""
    return some(R, lambda c: each(A, lambda a: (0 - c <= f(a)) & (f(a) <= c)))


@definition(r"{1} \text{{ is an integral on }} {0}")
def integral(ig: Fun(Fun(A, R), o), M: mean_of(A)):
    """A positive linear functional on a class of functions, which bounded functions multiply."""
    def rules(f, g):
        return (
            ig(lambda a: f(a) + g(a)) & M(lambda a: f(a) + g(a)).eq(M(f) + M(g))
            & implies(each(A, lambda a: f(a) <= g(a)), M(f) <= M(g))
            & each(Fun(A, R), lambda h: implies(bounded(h), ig(lambda a: h(a) * f(a))))
            & each(R, lambda c: M(lambda a: c * f(a)).eq(c * M(f)))
        )  # fmt: skip
    return each(Fun(A, R), lambda f: each(Fun(A, R), lambda g: implies(ig(f), ig(g), rules(f, g))))


@definition(r"{0} \text{{ is a law}}", difference="finitely additive laws are included")
def law(P: mean_of(A)):
    """A positive linear functional on bounded functions, of value 1 at 1."""
    return integral(const("bounded", fn(P.ty[1], o)), P) & P(lambda a: 1).eq(1)


@definition(r"{0} \text{{ is a test}}")
def test(f: Fun(A, R)):
    """A function with values in [0, 1]: the probability of saying yes."""
    return each(A, lambda a: (real(0) <= f(a)) & (f(a) <= 1))


@definition(r"{2} \approx_{{{0},\,{1}}} {3}", place="lecture, Definition 1")
def close(E: R, d: R, P: mean_of(A), Q: mean_of(A)):
    """One direction of (log E, d)-indistinguishability: P f <= E Q f + d for every test f."""
    return each(Fun(A, R), lambda f: implies(test(f), P(f) <= E * Q(f) + d))


@definition(r"{2} \approx^{{\mathrm{{events}}}}_{{{0},\,{1}}} {3}")
def events_close(E: R, d: R, P: mean_of(A), Q: mean_of(A)):
    """The same for every event, a function of values 0 and 1."""
    return each(Fun(A, R), lambda f: implies(each(A, lambda a: (f(a) * f(a)).eq(f(a))), P(f) <= E * Q(f) + d))


@definition(r"{0} \text{{ is a channel}}")
def channel(K: Fun(A, mean_of(B))):
    """A law for each input."""
    return each(A, lambda a: law(K(a)))


@definition(r"{1} \text{{ is }} ({2},\,{3})\text{{-private for }} {0}", place="smoothed-dp, Definition 1")
def private(near: Fun(X, X, o), M: Fun(X, mean_of(A)), E: R, d: R):
    """Closeness of the outputs of all neighbours; E is exp(epsilon)."""
    return each(X, lambda x: each(X, lambda y: implies(near(x, y), close(E, d, M(x), M(y)))))


@definition(r"\delta_{{{0}}}")
def point(a: A, f: Fun(A, R)):
    """The law that is certain of one value."""
    return f(a)


@definition(r"{0} ; {1}")
def bind(P: mean_of(A), K: Fun(A, mean_of(B)), f: Fun(B, R)):
    """The law of the output of a channel whose input has law P."""
    return P(lambda a: K(a)(f))


@definition(r"{0} \otimes {1}")
def joint(P: mean_of(A), K: Fun(A, mean_of(B)), f: Fun(("*", A, B), R)):
    """The law of input and output of a channel."""
    return P(lambda a: K(a)(lambda b: f(pair(a, b))))


@definition(r"{0}\,{1} + (1 - {0})\,{2}")
def mix(t: R, P: mean_of(A), Q: mean_of(A), f: Fun(A, R)):
    """P with chance t, Q otherwise."""
    return t * P(f) + (1 - t) * Q(f)


@definition(r"{1} \cdot {0}")
def weighted(M: mean_of(A), p: Fun(A, R), f: Fun(A, R)):
    """The functional with density p with respect to M."""
    return M(lambda a: p(a) * f(a))


@definition(r"\mathrm{{num}}({0})")
def num(n: N):
    """The real number of a natural number."""
    k, s = var("k", N), var("s", R)
    return rec(real(0), lams(k, s, s + 1), n)


@definition(r"{0}^{{{1}}}")
def power(x: R, n: N):
    """The product of n factors x."""
    k, s = var("k", N), var("s", R)
    return rec(real(1), lams(k, s, s * x), n)


@definition(r"\sum_{{j < {1}}} {0}(j)")
def total(f: Fun(N, R), n: N):
    """The sum f(0) + ... + f(n - 1)."""
    k, s = var("k", N), var("s", R)
    return rec(real(0), lams(k, s, s + f(k)), n)


@definition(r"[{0}]")
def truth(p: o):
    """The number 1 where p holds and 0 where not."""
    r = var("r", R)
    return LUB(lam(r, or_(r.eq(0), p & r.eq(1))))


@definition(r"[{0} > 0]")
def step(x: R):
    """The number 1 above 0, and 0 elsewhere."""
    return truth(not_(x <= 0))


@definition(r"|{0} - {1}|")
def dist(x: R, y: R):
    """The distance of two numbers."""
    return MAX(x - y, y - x)


@definition(r"D_{{{0}}}({1} \,\|\, {2})", place="the hockey-stick divergence")
def divergence(E: R, P: mean_of(A), Q: mean_of(A)):
    """The least d for which P is (E, d)-close to Q, as the greatest advantage of a test."""
    r, f = var("r", R), var("f", ("->", A, R))
    return LUB(lam(r, exists(lam(f, test(f) & r.eq(P(f) - E * Q(f))))))


@definition(r"\delta_{{{2}}}({0}, {1}, {3})", place="smoothed-dp, Definition 2")
def greatest_loss(near: Fun(X, X, o), M: Fun(X, mean_of(A)), E: R, x: X):
    """The largest of 0 and the divergences to and from the neighbours of a database."""
    r = var("r", R)
    both = lambda y: or_(r.eq(divergence(E, M(x), M(y))), r.eq(divergence(E, M(y), M(x))))
    return LUB(lam(r, or_(r.eq(0), some(X, lambda y: near(x, y) & both(y)))))


@definition(
    r"{1} \text{{ is }} ({2},\,{3})\text{{-smoothed private for }} {0} \text{{ under }} {4}",
    place="smoothed-dp, Definition 3",
    difference="a bounded D that bounds the losses stands for the greatest loss, which it is wherever that is bounded",
)
def smoothed(near: Fun(X, X, o), M: Fun(X, mean_of(A)), E: R, d: R, laws: Fun(mean_of(X), o)):
    """A bound D of the losses to all neighbours whose mean is at most d under each law of the class."""
    def pairs(D):
        def both(x, y):
            return close(E, D(x), M(x), M(y)) & close(E, D(x), M(y), M(x))
        return each(X, lambda x: each(X, lambda y: implies(near(x, y), both(x, y))))
    return some(Fun(X, R), lambda D: bounded(D) & pairs(D) & each(mean_of(X), lambda W: implies(laws(W), W(D) <= d)))


@definition(r"\mathrm{{cons}}({0}, {1})({2})")
def cons(v: X, xs: Fun(N, X), i: N):
    """The sequence with v in place 0 and xs after it."""
    j, r = var("j", N), var("r", X)
    return rec(v, lams(j, r, xs(j)), i)


@definition(r"\lambda^{{{0},{1}}}_{{{2},{3}}}")
def laplace(M: mean_of(R), s: R, c: R, m: R):
    """The functional with density c exp(-s |r - m|)."""
    return weighted(M, function(R, lambda r: c * EXP(0 - s * dist(r, m))))


@definition(r"{1}\,e^{{-{0}\,({3} - {2})^2}}")
def normal_density(s: R, c: R, m: R, r: R):
    """The density c exp(-s (r - m)^2); s is 1/(2 sigma^2)."""
    return c * EXP(0 - s * ((r - m) * (r - m)))


