"""Alignments: shifts of the noise that keep every comparison and the output, and what they cost.

A program draws noise, compares and returns. Where its noise is moved so that a run on a neighbour passes the same
comparisons and returns the same, its output is private at the odds that the move costs. Nothing is said here of
integers: geometric noise, Laplace noise and their one-sided forms share what is used, that a law changes by at most a
factor when it is moved by one.
"""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

a, n, i, r = var("a", A), var("n", N), var("i", N), var("r", R)
x, y, h = var("x", X), var("y", X), var("h", H)


@definition(r"{1} \text{{ rises at }} {0}")
def rises(E: R, G: mean_of(R)):
    """Noise that may be moved up by one at odds E: G(g(r + 1)) <= E G(g) for every test g."""
    return each(Fun(R, R), lambda g: implies(test(g), G(lambda r: g(r + 1)) <= E * G(g)))


@definition(r"{1} \text{{ falls at }} {0}")
def falls(E: R, G: mean_of(R)):
    """Noise that may be moved down by one at odds E: G(g(r - 1)) <= E G(g) for every test g."""
    return each(Fun(R, R), lambda g: implies(test(g), G(lambda r: g(r - 1)) <= E * G(g)))


# ---- the theorem ---------------------------------------------------------------------------------------------------
@theorem(place="CheckDP and LightDP: an alignment proves privacy")
def alignments_prove_privacy(
    E: Real, near: Fun(X, X, o), W: Law[H], n: Nat, path: Fun(N, X, H, mean_of(A)), move: Fun(N, X, X, H, H)
):  # fmt: skip
    """Moves of the noise that keep each path with its output, and cost at most E, prove a program private."""
    run = lambda x: function(Fun(A, R), lambda f: W(lambda h: total(lambda i: path(i)(x)(h)(f), n)))
    return implies(
        each(N, lambda i: each(X, lambda x: each(Fun(A, R), lambda f: implies(
            test(f), test(function(H, lambda h: path(i)(x)(h)(f))))))),
        each(N, lambda i: each(X, lambda x: each(X, lambda y: implies(near(x, y), each(H, lambda h: each(
            Fun(A, R), lambda f: implies(test(f), path(i)(x)(h)(f) <= path(i)(y)(move(i)(x)(y)(h))(f)))))))),
        each(N, lambda i: each(X, lambda x: each(X, lambda y: implies(near(x, y), each(Fun(H, R), lambda g: implies(
            test(g), W(lambda h: g(move(i)(x)(y)(h))) <= E * W(g))))))),
        private(near, function(X, run), E, 0),
    )  # fmt: skip


@alignments_prove_privacy.proof
def _(E, near, W, n, path, move, lW, chances, kept, cost):
    f, H_ = var("f", fn(A, R)), assume(near(x, y))
    T = assume(test(f))
    at_ = lambda z, k: lam(h, path(k, z, h, f))
    sums = lambda z, k: lam(h, total(lam(i, path(i, z, h, f)), k))
    tests = lambda z: use(at(chances, n, z, f), T)
    known = lambda z: use(tests_are_bounded(at_(z, n), A=H), tests(z))
    bound_ = lambda z, k: bounded(sums(z, k))
    claim = lambda k: conj_of(bound_(x, k), bound_(y, k), W(sums(x, k)) <= E * W(sums(y, k)))
    had = assume(claim(n))
    bx, by, less = parts_of(had)
    there = lam(h, path(n, y, move(n, x, y, h), f))
    known_there = use(tests_are_bounded(there, A=H), moved_test(tests(y), move(n, x, y)))
    moved = Mean(lW, known(x), known_there)
    first = moved.le(h, use(at(use(at(kept, n, x, y), H_), h, f), T))
    second = use(at(use(at(cost, n, x, y), H_), at_(y, n)), tests(y))
    grown = [observable(h, total(lam(i, path(i, z, h, f)), n) + path(n, z, h, f), [b, known(z)])
             for z, b in ((x, bx), (y, by))]  # fmt: skip
    sx, sy = (Mean(lW, b, known(z)).linear(h, total(lam(i, path(i, z, h, f)), n) + path(n, z, h, f))
              for z, b in ((x, bx), (y, by)))  # fmt: skip
    nexts = [same(one_, bound_(z, SUCC(n))) for z, one_ in zip((x, y), grown, strict=True)]
    end = ar(W(sums(x, SUCC(n))) <= E * W(sums(y, SUCC(n))), less, first, second, sx, sy, factors=[E])
    none = [same(bounded_constant(0, A=H), bound_(z, ZERO)) for z in (x, y)]
    zero = Mean(lW).linear(h, real(0))
    base = conjunction(*none, ar(W(sums(x, ZERO)) <= E * W(sums(y, ZERO)), zero, factors=[E]))
    whole = parts_of(spec(induct(n, base, discharge(claim(n), conjunction(*nexts, end))), n))[2]
    run = lambda z: lam(f, W(sums(z, n)))
    th = for_tests(ar(W(sums(x, n)) <= E * W(sums(y, n)) + 0, whole), f, close(E, 0, run(x), run(y)))
    return gen(x, gen(y, discharge(near(x, y), th)))


def conj_of(p, *rest):
    """The conjunction of propositions, from the left."""
    for one_ in rest:
        p = p & one_
    return p


def parts_of(th):
    """The three members of a conjunction of three."""
    return left(left(th)), right(left(th)), right(th)


def moved_test(known, phi):
    """The function h -> g(phi(h)) is a test, from a test g."""
    low, high = parts(at(known, phi(h)))
    g = spine(known.concl)[1][0]
    return make_test(h, normal(g(phi(h))), low, high)


# ---- one noise after the other -------------------------------------------------------------------------------------
@theorem
def noise_that_rises_again(E: Nonneg, G: Fun(Fun(R, R), R)):
    """Noise that rises at odds E rises by n at odds E^n."""
    return implies(
        rises(E, G),
        each(N, lambda n: (real(0) <= power(E, n)) & each(Fun(R, R), lambda g: implies(
            test(g), G(lambda r: g(r + num(n))) <= power(E, n) * G(g)))),
    )  # fmt: skip


@noise_that_rises_again.proof
def _(E, G, e0, known):
    return _again(E, G, e0, known, 1)


@theorem
def noise_that_falls_again(E: Nonneg, G: Fun(Fun(R, R), R)):
    """Noise that falls at odds E falls by n at odds E^n."""
    return implies(
        falls(E, G),
        each(N, lambda n: (real(0) <= power(E, n)) & each(Fun(R, R), lambda g: implies(
            test(g), G(lambda r: g(r - num(n))) <= power(E, n) * G(g)))),
    )  # fmt: skip


@noise_that_falls_again.proof
def _(E, G, e0, known):
    return _again(E, G, e0, known, -1)


def _again(E, G, e0, known, sign):
    g = var("g", fn(R, R))
    T = assume(test(g))
    by = lambda t, s: t + s if sign > 0 else t - s
    far = lambda f, s: lam(r, f(by(r, s)))
    claim = lambda n: (real(0) <= power(E, n)) & forall(g, implies(test(g), G(far(g, num(n))) <= power(E, n) * G(g)))
    had = assume(claim(n))
    low, rest = left(had), right(had)
    moved = lam(r, g(by(r, real(1))))  # g(r + (k + 1)) is moved(r + k)
    inner = make_test(r, g(by(r, real(1))), *parts(at(T, by(r, real(1)))))
    up = use(at(rest, moved), inner)
    end = use(at(known, g), T)
    shift = ar(eq(by(by(r, num(n)), real(1)), by(r, num(SUCC(n)))))
    swapped = under(same(subst(shift, refl(g(by(by(r, num(n)), real(1)))),
                               lambda t: eq(g(by(by(r, num(n)), real(1))), g(t))),
                         eq(normal(moved(by(r, num(n)))), g(by(r, num(SUCC(n)))))), r, G)  # fmt: skip
    goal = G(far(g, num(SUCC(n)))) <= power(E, SUCC(n)) * G(g)
    th = ar(goal, up, end, swapped, low, hints=[(1, 3)])
    step = conj(ar(real(0) <= power(E, SUCC(n)), low, e0), gen(g, discharge(test(g), th)))
    still = ar(eq(by(r, num(ZERO)), r))
    stays = under(subst(still, refl(g(by(r, num(ZERO)))), lambda t: eq(g(by(r, num(ZERO))), g(t))), r, G)
    first = ar(G(far(g, num(ZERO))) <= power(E, ZERO) * G(g), stays)
    base = conj(ar(real(0) <= power(E, ZERO)), gen(g, discharge(test(g), first)))
    return induct(n, base, discharge(claim(n), step))


@theorem
def noise_may_be_moved_up(E: Nonneg, G: Law[R], u: Fun(R, R), v: Fun(R, R), c: Nonneg, n: Nat):
    """If u is at most c v at noise moved up by n, the mean of u is at most c E^n times that of v."""
    return implies(
        rises(E, G), test(u), test(v), each(R, lambda r: u(r) <= c * v(r + num(n))),
        (G(u) <= c * power(E, n) * G(v)) & (real(0) <= c * power(E, n)),
    )  # fmt: skip


@noise_may_be_moved_up.proof
def _(E, G, u, v, c, n, e0, lG, c0, known, tu, tv, less):
    return _moved(noise_that_rises_again, r + num(n), E, G, u, v, c, n, e0, lG, c0, known, tu, tv, less)


@theorem
def noise_may_be_moved_down(E: Nonneg, G: Law[R], u: Fun(R, R), v: Fun(R, R), c: Nonneg, n: Nat):
    """If u is at most c v at noise moved down by n, the mean of u is at most c E^n times that of v."""
    return implies(
        falls(E, G), test(u), test(v), each(R, lambda r: u(r) <= c * v(r - num(n))),
        (G(u) <= c * power(E, n) * G(v)) & (real(0) <= c * power(E, n)),
    )  # fmt: skip


@noise_may_be_moved_down.proof
def _(E, G, u, v, c, n, e0, lG, c0, known, tu, tv, less):
    return _moved(noise_that_falls_again, r - num(n), E, G, u, v, c, n, e0, lG, c0, known, tu, tv, less)


def _moved(again, place, E, G, u, v, c, n, e0, lG, c0, known, tu, tv, less):
    low, rest = parts(at(use(again(E, G), e0, known), n))[0], right(at(use(again(E, G), e0, known), n))
    far = make_test(r, v(place), *parts(at(tv, place)))
    bounds = [use(tests_are_bounded(g, A=R), th) for g, th in ((u, tu), (lam(r, v(place)), far))]
    first = Mean(lG, *bounds).le(r, at(less, r))
    second = use(at(rest, v), tv)
    return conj(
        ar(G(u) <= c * power(E, n) * G(v), first, second, c0),
        ar(real(0) <= c * power(E, n), c0, low),
    )


@theorem
def a_mean_of_a_test(P: Law[A], f: Fun(A, R)):
    """The mean of a test is between 0 and 1."""
    return implies(test(f), (real(0) <= P(f)) & (P(f) <= 1))


@a_mean_of_a_test.proof
def _(P, f, lP, T):
    low, high = parts(at(T, a))
    mean = Mean(lP, use(tests_are_bounded(f), T))
    return conj(ar(real(0) <= P(f), mean.le(a, low)), ar(P(f) <= 1, mean.le(a, high)))


@theorem
def a_mean_of_a_sum(P: Law[A], f: Bounded[A], g: Bounded[A]):
    """The mean of a sum is the sum of the means."""
    return P(lambda a: f(a) + g(a)).eq(P(f) + P(g))


@a_mean_of_a_sum.proof
def _(P, f, g, lP, bf, bg):
    return ar(P(lam(a, f(a) + g(a))).eq(P(f) + P(g)), Mean(lP, bf, bg).linear(a, f(a) + g(a)))


@theorem
def a_comparison_that_is_kept(p: Prop, q: Prop, c: Nonneg, s: Real, t: Nonneg):
    """If q holds where p does and s <= c t, then [p] s <= c [q] t."""
    return implies(implies(p, q), s <= c * t, truth(p) * s <= c * (truth(q) * t))


@a_comparison_that_is_kept.proof
def _(p, q, c, s, t, c0, t0, kept, less):
    goal = truth(p) * s <= c * (truth(q) * t)
    yes, no = assume(p), assume(not_(p))
    p1, _, _, _ = decided(p)
    q1, _, q0, _ = decided(q)
    one_p, one_q = use(p1, yes), use(q1, use(kept, yes))
    here = ar(goal, one_p, one_q, less, factors=[s, c * t])
    zero = use(decided(p)[1], no)
    there = ar(goal, zero, q0, c0, t0, factors=[s], hints=[(1, 2, 3)])
    return cases(p, here, there)


@theorem
def a_part_of_a_path(p: Prop, t: Rate):
    """A part that is taken where a comparison holds is between 0 and 1."""
    return (real(0) <= truth(p) * t) & (truth(p) * t <= 1)


@a_part_of_a_path.proof
def _(p, t, t0, t1):
    *_, low, high = decided(p)
    return conj(
        ar(real(0) <= truth(p) * t, low, t0), ar(truth(p) * t <= 1, low, high, t0, t1, hints=[(0, 3), (1,), (2, 1)])
    )


@theorem
def a_comparison_goes_both_ways(p: Prop):
    """A comparison holds or not: the numbers of the two add up to 1."""
    return (truth(p) + truth(not_(p))).eq(1)


@a_comparison_goes_both_ways.proof
def _(p):
    yes, no = assume(p), assume(not_(p))
    goal = (truth(p) + truth(not_(p))).eq(1)
    twice = refuting(not_(p), contradiction(assume(not_(p)), yes))
    here = ar(goal, use(decided(p)[0], yes), use(decided(not_(p))[1], twice))
    there = ar(goal, use(decided(p)[1], no), use(decided(not_(p))[0], no))
    return cases(p, here, there)


@theorem
def a_larger_budget(u: Odds, t: Nonneg):
    """A budget of more units is weaker."""
    return each(N, lambda n: (real(1) <= power(u, n)) & (t <= power(u, n) * t))


@a_larger_budget.proof
def _(u, t, u1, t0):
    claim = lambda n: (real(1) <= power(u, n)) & (t <= power(u, n) * t)
    low = left(assume(claim(n)))
    above = ar(real(1) <= power(u, SUCC(n)), low, u1)
    step = conj(above, ar(t <= power(u, SUCC(n)) * t, above, t0))
    base = conj(ar(real(1) <= power(u, ZERO)), ar(t <= power(u, ZERO) * t))
    return induct(n, base, discharge(claim(n), step))


# ---- noise that rises and falls ------------------------------------------------------------------------------------
@theorem
def a_density_that_grows_slowly_rises(E: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), p: Fun(R, R)):
    """A density p with p(r - 1) <= E p(r) rises at E, where moving by one keeps the integral."""
    return implies(
        integral(ig, M), ig(p), ig(lambda r: p(r - 1)), each(R, lambda r: p(r - 1) <= E * p(r)),
        each(Fun(R, R), lambda k: implies(ig(k), M(lambda r: k(r + 1)).eq(M(k)))),
        rises(E, weighted(M, p)),
    )  # fmt: skip


@a_density_that_grows_slowly_rises.proof
def _(E, ig, M, p, iM, ip, ib, slow, still):
    return _density(E, ig, M, p, iM, ip, ib, slow, still, r + 1, r - 1, rises)


@theorem
def a_density_that_shrinks_slowly_falls(E: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), p: Fun(R, R)):
    """A density p with p(r + 1) <= E p(r) falls at E, where moving by one keeps the integral."""
    return implies(
        integral(ig, M), ig(p), ig(lambda r: p(r + 1)), each(R, lambda r: p(r + 1) <= E * p(r)),
        each(Fun(R, R), lambda k: implies(ig(k), M(lambda r: k(r - 1)).eq(M(k)))),
        falls(E, weighted(M, p)),
    )  # fmt: skip


@a_density_that_shrinks_slowly_falls.proof
def _(E, ig, M, p, iM, ip, ib, slow, still):
    return _density(E, ig, M, p, iM, ip, ib, slow, still, r - 1, r + 1, falls)


def _density(E, ig, M, p, iM, ip, ib, slow, still, there, back, moves):
    g = var("g", fn(R, R))
    T = assume(test(g))
    known = use(tests_are_bounded(g, A=R), T)
    W = Mean(iM, known, inside=[ip, ib])
    k = lam(r, p(back) * g(r))
    kept = at(still, k)  # M(k(r + 1)) = M(k), and k(r + 1) is p(r) g(r + 1)
    whole = use(kept, same(W.good(r, p(back) * g(r)), ig(k)))
    again = ar(eq(open_at(back, there), r))
    product = p(open_at(back, there)) * g(there)
    equal = under(subst(again, refl(product), lambda t: eq(product, p(t) * g(there))), r, M)
    low = left(at(T, r))
    less = W.le(r, ar(p(back) * g(r) <= E * (p(r) * g(r)), at(slow, r), low))
    goal = weighted(M, p, lam(r, g(there))) <= E * weighted(M, p, g)
    return same(gen(g, discharge(test(g), ar(goal, whole, equal, less))), moves(E, weighted(M, p)))


def _equal_to(value, of):
    """The equation of a term with what a function makes of another."""
    return lambda t: eq(value, of(t))


def open_at(t, value):
    """The term with r at a value."""
    return normal(lam(r, t)(value))


@theorem(place="CheckDP: Laplace noise; geometric noise is the same on the integers")
def two_sided_noise_rises_and_falls(s: Nonneg, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """Noise of density c exp(-s |r|), over the integers or over the line, rises and falls at odds exp(s)."""
    return implies(
        integral(ig, M),
        each(R, lambda m: ig(lambda r: c * EXP(0 - s * dist(r, m)))),
        each(Fun(R, R), lambda k: implies(ig(k), M(lambda r: k(r + 1)).eq(M(k)) & M(lambda r: k(r - 1)).eq(M(k)))),
        rises(EXP(s), laplace(M, s, c, 0)) & falls(EXP(s), laplace(M, s, c, 0)),
    )  # fmt: skip


@two_sided_noise_rises_and_falls.proof
def _(s, c, ig, M, s0, c0, iM, good, still):
    k = var("k", fn(R, R))
    p = lam(r, c * EXP(0 - s * dist(r, 0)))
    found = []
    for lemma, place, side, end in (
        (a_density_that_grows_slowly_rises, r - 1, left, real(1)),
        (a_density_that_shrinks_slowly_falls, r + 1, right, real(-1)),
    ):
        far = dist(place, 0)
        sides = [ax(name, place - 0, 0 - place) for name in ("max_left", "max_right")]
        near = use(ax("max_least", r - 0, 0 - r, far + 1), ar(r - 0 <= far + 1, *sides), ar(0 - r <= far + 1, *sides))
        low, high = 0 - s * far, s + (0 - s * dist(r, 0))
        grown = use(exp_monotone(low, high), ar(low <= high, near, s0))
        split_ = ax("exp_plus", s, 0 - s * dist(r, 0))
        slow = gen(r, ar(p(place) <= EXP(s) * p(r), grown, split_, c0, factors=[c]))
        # dist(r - 1, 0) is dist(r, 1), up to the order of a sum
        left_, right_ = (ar(eq(t, u)) for t, u in ((r - end, place - 0), (end - r, 0 - place)))
        shown = same(at(good, end), ig(lam(r, c * EXP(0 - s * MAX(r - end, end - r)))))
        value = c * EXP(0 - s * MAX(r - end, end - r))
        equal = subst(left_, refl(value), _equal_to(value, lambda t, e=end: c * EXP(0 - s * MAX(t, e - r))))
        equal = subst(right_, equal, _equal_to(value, lambda t, w=place: c * EXP(0 - s * MAX(w - 0, t))))
        moved = ext(r, equal)
        there = replace(moved, same(shown, ig(binary(moved.concl, "eq")[0])), lam(k, ig(k)))
        H_ = assume(ig(k))
        kept = gen(k, discharge(ig(k), side(use(at(still, k), H_))))
        ip = same(at(good, 0), ig(p))
        found.append(use(lemma(EXP(s), ig, M, p), iM, ip, same(there, ig(lam(r, p(place)))), slow, kept))
    return conj(*found)


@theorem(place="StatDP: one-sided noise")
def one_sided_noise_rises(s: Real, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """Noise of density c exp(-s r) from 0 on rises at odds exp(s)."""
    density = function(R, lambda r: c * (truth(real(0) <= r) * EXP(0 - s * r)))
    return implies(
        integral(ig, M), ig(density), ig(function(R, lambda r: density(r - 1))),
        each(Fun(R, R), lambda k: implies(ig(k), M(lambda r: k(r + 1)).eq(M(k)))),
        rises(EXP(s), weighted(M, density)),
    )  # fmt: skip


@one_sided_noise_rises.proof
def _(s, c, ig, M, c0, iM, ip, ib, still):
    p = lam(r, c * (truth(real(0) <= r) * EXP(0 - s * r)))
    low, high = 0 - s * (r - 1), s + (0 - s * r)
    grown = use(exp_monotone(low, high), ar(low <= high))
    e = EXP(0 - s * r)
    less = ar(EXP(low) <= EXP(s) * e, grown, ax("exp_plus", s, 0 - s * r))
    here, there = real(0) <= r - 1, real(0) <= r
    inside = discharge(here, ar(there, assume(here)))
    es, er = exp_positive(s), exp_positive(0 - s * r)
    part = use(a_comparison_that_is_kept(here, there, EXP(s), EXP(low), e), es, er, inside, less)
    slow = gen(r, ar(p(r - 1) <= EXP(s) * p(r), part, c0))
    return use(a_density_that_grows_slowly_rises(EXP(s), ig, M, p), iM, ip, ib, slow, still)
