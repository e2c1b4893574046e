"""The best of a random number of runs: how its law follows from that of one run, and what it costs."""

from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.theories.entropies import products_are_positive
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

r, s, t, y, z = (var(name, R) for name in "rstyz")


@definition(r"{2} \text{{ is the law of the best of runs of }} {1} \text{{ that end with chance }} {0} \text{{ each}}")
def best_of_runs(g: R, P: mean_of(R), U: mean_of(R)):
    """A run is made; it is the last one with chance g, and else the larger of its result and the best to come is kept.

    The number of runs has the geometric law, so the runs after the first have the law of all runs.
    """
    later = lambda f: P(lambda y: U(lambda z: f(MAX(y, z))))
    return each(Fun(R, R), lambda f: implies(test(f), U(f).eq(g * P(f) + (1 - g) * later(f))))


def up_to(U, t):
    """The chance of a result of at most t."""
    return U(lam(r, truth(r <= t)))


@theorem
def largest_is_below_where_both_are(y: Real, z: Real, t: Real):
    """The larger of two numbers is at most t where both are, as numbers of propositions."""
    return truth(MAX(y, z) <= t).eq(truth(y <= t) * truth(z <= t))


@largest_is_below_where_both_are.proof
def _(y, z, t):
    goal = truth(MAX(y, z) <= t).eq(truth(y <= t) * truth(z <= t))
    first, second, top = (decided(p) for p in (y <= t, z <= t, MAX(y, z) <= t))
    left_, right_ = ax("max_left", y, z), ax("max_right", y, z)
    yes, also = assume(y <= t), assume(z <= t)
    both = use(top[0], use(ax("max_least", y, z, t), yes, also))
    at_both = ar(goal, both, use(first[0], yes), use(second[0], also), factors=[truth(z <= t), truth(y <= t)])
    none = assume(not_(z <= t))
    over = refuting(MAX(y, z) <= t, contradiction(none, ar(z <= t, right_, assume(MAX(y, z) <= t))))
    at_first = ar(goal, use(top[1], over), use(second[1], none), factors=[truth(y <= t)])
    out = assume(not_(y <= t))
    over = refuting(MAX(y, z) <= t, contradiction(out, ar(y <= t, left_, assume(MAX(y, z) <= t))))
    at_none = ar(goal, use(top[1], over), use(first[1], out), factors=[truth(z <= t)])
    return cases(y <= t, cases(z <= t, at_both, at_first), at_none)


@theorem
def chances_of_the_best(g: Real, P: Law[R], U: Law[R], t: Real):
    """The best is at most t with g times the chance F of one run, and (1 - g) F times its own chance."""
    return implies(best_of_runs(g, P, U), up_to(U, t).eq(g * up_to(P, t) + (1 - g) * (up_to(P, t) * up_to(U, t))))


@chances_of_the_best.proof
def _(g, P, U, t, lP, lU, best):
    below_ = lam(r, truth(r <= t))
    _, _, low, high = decided(r <= t)
    whole = use(at(best, below_), make_test(r, truth(r <= t), low, high))
    # a run of result y is followed by a best z, and the larger is at most t where both are
    after_y = Mean(lU, truth_is_bounded(z, z <= t)).eq_by(z, fact("largest_is_below_where_both_are", y, z, t))
    every_y = Mean(lP, truth_is_bounded(y, y <= t)).eq_by(y, after_y)
    return ar(chances_of_the_best.conclusion, whole, every_y, factors=[1 - g])


@theorem
def quotients_of_near_numbers(E: Odds, D: Real, C: Real, x: Real, y: Real):
    """From x D <= E y C and C <= E E D: x <= E E E y, where C and D are positive and y C is not negative."""
    return implies(below(0, D), below(0, C), x * D <= E * (y * C), real(0) <= y * C, C <= E * E * D, x <= E * E * E * y)


@quotients_of_near_numbers.proof
def _(E, D, C, x, y, e1, d0, c0, near, some_, less):
    (unit_d, i0), (unit_c, j0) = positive(D, d0), positive(C, c0)
    y0 = ar(real(0) <= y, ar(real(0) <= y * C * INV(C), some_, j0), unit_c, factors=[y])
    high = ar(E * (y * C) <= E * (E * E * D * y), ar(y * C <= E * E * D * y, less, y0), e1)
    product_ = ar(x * D * INV(D) <= E * E * E * y * D * INV(D), ar(x * D <= E * E * E * y * D, near, high), i0)
    return ar(x <= E * E * E * y, product_, unit_d, factors=[x, E * E * E * y])


@theorem(place="Selection", claims="the-best-of-a-geometric-number-of-runs-costs-three-times-one")
def best_of_a_geometric_number_of_runs(E: Odds, g: Rate, P: Law[R], Q: Law[R], U: Law[R], V: Law[R]):
    """The best of a geometric number of runs has odds E^3 on intervals of results, where one run has the odds E.

    Intervals from s to t without s; the run ends with a chance g > 0 each time, and the larger result is the better.
    """
    between = lambda W, s, t: up_to(W, t) - up_to(W, s)
    return implies(
        below(0, g), close(E, 0, P, Q), close(E, 0, Q, P), best_of_runs(g, P, U), best_of_runs(g, Q, V),
        each(R, lambda s: each(R, lambda t: implies(s <= t, between(U, s, t) <= E * E * E * between(V, s, t)))),
    )  # fmt: skip


@best_of_a_geometric_number_of_runs.proof
def _(E, g, P, Q, U, V, e1, g0, g1, lP, lQ, lU, lV, some_, near, back, best, other):
    le = assume(s <= t)
    obs = [truth_is_bounded(r, r <= w) for w in (s, t)]
    one, two = (Mean(law, *obs) for law in (lP, lQ))
    factor = lambda w, W: g + (1 - g) * (1 - up_to(W, w))

    def above(w):
        """1 - F(w) of Q is at most E times that of P: a result above w, as a test."""
        _, _, low, high = decided(r <= w)
        over = 1 - truth(r <= w)
        as_test = make_test(r, over, ar(real(0) <= over, high), ar(over <= 1, low))
        means = one.linear(r, over), two.linear(r, over)
        return ar(1 - up_to(Q, w) <= E * (1 - up_to(P, w)), use(at(back, lam(r, over)), as_test), *means, factors=[E])

    def factors_at(w):
        """The factor of Q is at most E times that of P, and both are positive."""
        share = ar((1 - g) * (1 - up_to(Q, w)) <= E * ((1 - g) * (1 - up_to(P, w))), above(w), ar(real(0) <= 1 - g, g1))
        less = ar(factor(w, Q) <= E * factor(w, P), share, ar(g <= E * g, e1, g0))
        found = []
        for W, mean in ((P, one), (Q, two)):
            top = ar(real(0) <= 1 - up_to(W, w), mean.le(r, decided(r <= w)[3]))
            least = ar(g <= factor(w, W), ar(real(0) <= (1 - g) * (1 - up_to(W, w)), ar(real(0) <= 1 - g, g1), top))
            wrong = assume(factor(w, W) <= 0)
            found.append(refuting(wrong.concl, contradiction(some_, ar(g <= 0, least, wrong))))
        return less, *found

    # a result of one run above s and at most t, as a test
    (yes, no, low, high), (yes_t, _, low_t, high_t) = decided(r <= s), decided(r <= t)
    inside = truth(r <= t) - truth(r <= s)
    up = ar(real(0) <= inside, use(yes_t, ar(r <= t, assume(r <= s), le)), high)
    rising = cases(r <= s, up, ar(real(0) <= inside, use(no, assume(not_(r <= s))), low_t))
    as_test = make_test(r, inside, rising, ar(inside <= 1, high_t, low))
    gap = lambda W: up_to(W, t) - up_to(W, s)
    means = one.linear(r, inside), two.linear(r, inside)
    middle = ar(gap(P) <= E * gap(Q), use(at(near, lam(r, inside)), as_test), *means, factors=[E])
    positive_gap = ar(real(0) <= gap(Q), two.le(r, rising))

    def quotient(W, lW, Z, lZ, found):
        """The gap of the best, times both factors, is g times the gap of one run."""
        (at_t, at_s) = (
            ar((up_to(Z, w) * factor(w, W)).eq(g * up_to(W, w)),
               use(chances_of_the_best(g, W, Z, w), lW, lZ, found))
            for w in (t, s)
        )  # fmt: skip
        whole = (gap(Z) * (factor(t, W) * factor(s, W))).eq(g * gap(W))
        return ar(whole, at_t, at_s, factors=[factor(s, W), factor(t, W)])

    (less_t, p_t, q_t), (less_s, p_s, q_s) = factors_at(t), factors_at(s)
    d1, d2, c1, c2 = factor(t, P), factor(s, P), factor(t, Q), factor(s, Q)
    c1_0, d2_0 = (use(ax("total", v, 0), th) for v, th in ((c1, q_t), (d2, p_s)))
    first = ar(c1 * c2 <= c1 * (E * d2), less_s, c1_0)
    second = ar(c1 * (E * d2) <= E * d1 * (E * d2), less_t, ar(real(0) <= E * d2, e1, d2_0))
    at_p, at_q = quotient(P, lP, U, lU, best), quotient(Q, lQ, V, lV, other)
    low, high = gap(V) * (c1 * c2), ar(g * gap(P) <= E * (g * gap(Q)), middle, g0)
    end = use(
        quotients_of_near_numbers(E, d1 * d2, c1 * c2, gap(U), gap(V)), e1,
        use(products_are_positive(d1, d2), p_t, p_s), use(products_are_positive(c1, c2), q_t, q_s),
        ar(gap(U) * (d1 * d2) <= E * low, at_p, at_q, high, factors=[E]),
        ar(real(0) <= low, at_q, ar(real(0) <= g * gap(Q), positive_gap, g0)),
        ar(c1 * c2 <= E * E * (d1 * d2), first, second),
    )  # fmt: skip
    return gen(s, gen(t, discharge(le.concl, end)))
