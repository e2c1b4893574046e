"""Programs of the literature for inputs of every size: noisy counts and sums, and the sparse vector technique.

A unit is an epsilon, and u its odds. Noise of one unit rises and falls at odds u: where it is moved by one its law
changes by that factor at most. `two_sided_noise_rises_and_falls` shows it of Laplace and geometric noise.
"""

from sdp_proofs.logic.theories.alignments import *
from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.theories.every_size import (
    a_noisy_sum_costs_one_unit_for_every_number_of_queries,
    at_places,
    first_largest,
    noisy_max_costs_two_units_for_every_number_of_queries,
    one_number_by_one,
)
from sdp_proofs.logic.theories.lecture import products_of_laws_that_agree_off_a_place
from sdp_proofs.logic.theories.places import among, last_is_not_among
from sdp_proofs.logic.vocabulary import *

i, j, k, n, r, e = (*(var(name, N) for name in ("i", "j", "k", "n")), var("r", R), var("e", R))
SEQUENCE = fn(N, R)
q, p = var("q", SEQUENCE), var("p", SEQUENCE)
ONE, TWO = SUCC(ZERO), SUCC(SUCC(ZERO))


# ---- the sparse vector technique -----------------------------------------------------------------------------------
@definition(r"\mathrm{{first\,above}}_{{{0},{3}}}({1}, {2})")
def first_above(G: mean_of(R), t: R, q: Fun(N, R), n: N, f: Fun(N, R)):
    """The law of the place of the first of n noisy queries that is at least t, or n."""
    i, S = var("i", N), var("S", fn(R, fn(N, R), fn(N, R), R))
    u, v, g, k, m, e = var("u", R), var("v", fn(N, R)), var("g", fn(N, R)), var("k", N), var("m", N), var("e", R)
    begin = lams(u, v, g, g(ZERO))
    first = truth(u <= v(ZERO) + e) * g(ZERO)
    rest = truth(not_(u <= v(ZERO) + e)) * S(u, lam(m, v(SUCC(m))), lam(k, g(SUCC(k))))
    return rec(begin, lams(i, S, lams(u, v, g, G(lam(e, first + rest)))), n)(t, q, f)


@theorem
def first_above_with_queries_that_move(u: Odds, G: Law[R], d: Real, s: Nat):
    """Queries that rise by d - s to d: a level higher by d costs s units of the noise G, however many there are."""
    S = lambda l, q, n, f: call("first_above", G, l, q, n, f)
    near = lambda q, p: each(N, lambda j: (d - num(s) <= p(j) - q(j)) & (p(j) - q(j) <= d))
    moved = lambda l, q, p, n, f: implies(test(f), near(q, p), S(l, q, n, f) <= power(u, s) * S(l + d, p, n, f))
    sure = lambda l, q, n, f: implies(test(f), (real(0) <= S(l, q, n, f)) & (S(l, q, n, f) <= 1))
    tests_ = lambda n: each(R, lambda l: each(SEQUENCE, lambda q: each(SEQUENCE, lambda f: sure(l, q, n, f))))
    costs = lambda n: each(R, lambda l: each(
        SEQUENCE, lambda q: each(SEQUENCE, lambda p: each(SEQUENCE, lambda f: moved(l, q, p, n, f)))))  # fmt: skip
    return implies(rises(u, G), each(N, lambda n: tests_(n) & costs(n)))


@first_above_with_queries_that_move.proof
def _(u, G, d, s, u1, lG, gG):
    f, l = var("f", SEQUENCE), var("l", R)
    u0 = ar(real(0) <= u, u1)
    c = power(u, s)
    c1 = left(at(use(a_larger_budget(u, 1), u1, ar(real(0) <= 1)), s))
    c0 = ar(real(0) <= c, c1)
    S = lambda level, w, g, m: first_above(G, level, w, m, g)
    near = lambda v, w: forall(j, (d - num(s) <= w(j) - v(j)) & (w(j) - v(j) <= d))
    tail = lambda w: lam(k, w(SUCC(k)))
    unit_ = lambda m: forall(l, forall(q, forall(f, implies(
        test(f), (real(0) <= S(l, q, f, m)) & (S(l, q, f, m) <= 1)))))  # fmt: skip
    claim = lambda m: unit_(m) & forall(l, forall(q, forall(p, forall(f, implies(
        test(f), near(q, p), S(l, q, f, m) <= c * S(l + d, p, f, m))))))  # fmt: skip
    F, close_by = assume(test(f)), assume(near(q, p))
    zero_unit = gen(l, gen(q, gen(f, discharge(F.concl, same(at(F, ZERO), (real(0) <= S(l, q, f, ZERO))
                                                            & (S(l, q, f, ZERO) <= 1))))))  # fmt: skip
    f0 = left(at(F, ZERO))
    start = ar(S(l, q, f, ZERO) <= c * S(l + d, p, f, ZERO), f0, c1)
    base = conj(zero_unit, gen(l, gen(q, gen(p, gen(f, discharge(F.concl, discharge(close_by.concl, start)))))))
    had = assume(claim(n))
    units, less = left(had), right(had)
    shifted = make_test(k, f(SUCC(k)), *parts(at(F, SUCC(k))))

    def asked(level, w, noise):
        yes = level <= w(ZERO) + noise
        return yes, truth(yes) * f(ZERO), truth(not_(yes)) * S(level, tail(w), lam(k, f(SUCC(k))), n)

    def part_tests(level, w):
        yes, first, rest = asked(level, w, e)
        low, high = parts(at(F, ZERO))
        one_ = use(a_part_of_a_path(yes, f(ZERO)), low, high)
        lows = use(at(units, level, tail(w), lam(k, f(SUCC(k)))), shifted)
        other = use(a_part_of_a_path(not_(yes), S(level, tail(w), lam(k, f(SUCC(k))), n)), left(lows), right(lows))
        whole_low = ar(real(0) <= first + rest, left(one_), left(other))
        both = a_comparison_goes_both_ways(yes)
        chances = [decided(c) for c in (yes, not_(yes))]
        # each part is at most its chance, and the chances add up to 1
        tops = [ar(x_ <= c, d[2], hi, hints=[(0, 1)]) for x_, c, d, hi in (
            (first, truth(yes), chances[0], high), (rest, truth(not_(yes)), chances[1], right(lows)))]  # fmt: skip
        whole_high = ar(first + rest <= 1, *tops, both)
        return make_test(e, first, *parts(one_)), make_test(e, rest, *parts(other)), whole_low, whole_high, lows

    tq = part_tests(l, q)
    tp = part_tests(l + d, p)
    _, first_q, rest_q = asked(l, q, e)
    _, first_p, rest_p = asked(l + d, p, e)
    goes = lambda level, w: [truth_is_bounded(e, c) for c in (level <= w(ZERO) + e, not_(level <= w(ZERO) + e))]
    mean_q, mean_p = Mean(lG, *goes(l, q)), Mean(lG, *goes(l + d, p))
    # every place is between 0 and 1 on the next number of queries
    low = ar(real(0) <= S(l, q, f, SUCC(n)), mean_q.le(e, tq[2]), mean_q.linear(e, first_q + rest_q))
    high = ar(S(l, q, f, SUCC(n)) <= 1, mean_q.le(e, tq[3]), mean_q.linear(e, first_q + rest_q))
    next_unit = gen(l, gen(q, gen(f, discharge(F.concl, conj(low, high)))))
    # above: the noise of the query moves up by s; below: it stays
    sides = parts(at(close_by, ZERO))
    above_q, above_p = l <= q(ZERO) + e, l + d <= p(ZERO) + (e + num(s))
    kept_above = discharge(above_q, ar(above_p, assume(above_q), *sides))
    one1 = ar(real(0) <= 1)
    same_place = ar(f(ZERO) <= real(1) * f(ZERO))
    up = use(a_comparison_that_is_kept(above_q, above_p, 1, f(ZERO), f(ZERO)), one1, f0, kept_above, same_place)
    firsts = use(noise_may_be_moved_up(u, G, lam(e, first_q), lam(e, first_p), 1, s),
                 u0, lG, one1, gG, tq[0], tp[0], gen(e, up))  # fmt: skip
    below_q, below_p = not_(l <= q(ZERO) + e), not_(l + d <= p(ZERO) + e)
    yes_p = assume(l + d <= p(ZERO) + e)
    back = ar(l <= q(ZERO) + e, yes_p, *sides)
    kept_below = discharge(below_q, refuting(l + d <= p(ZERO) + e, contradiction(assume(below_q), back)))
    shorter = gen(j, to(at(close_by, SUCC(j)), open_near(near(tail(q), tail(p)), j)))
    rests = use(at(less, l, tail(q), tail(p), lam(k, f(SUCC(k)))), shifted, shorter)
    s_q, s_p = (S(level, tail(w), lam(k, f(SUCC(k))), n) for level, w in ((l, q), (l + d, p)))
    down = use(a_comparison_that_is_kept(below_q, below_p, c, s_q, s_p), c0, left(tp[4]), kept_below, rests)
    others = Mean(lG, *goes(l, q), *goes(l + d, p)).le(e, down)
    goal = S(l, q, f, SUCC(n)) <= c * S(l + d, p, f, SUCC(n))
    sums_ = [m.linear(e, t_) for m, one_, rest_ in ((mean_q, first_q, rest_q), (mean_p, first_p, rest_p))
             for t_ in (one_ + rest_, one_)]  # fmt: skip
    step_ = ar(goal, left(firsts), others, *sums_, factors=[c])
    step_all = gen(l, gen(q, gen(p, gen(f, discharge(F.concl, discharge(close_by.concl, step_))))))
    return induct(n, base, discharge(claim(n), conj(next_unit, step_all)))


def open_near(every, v):
    """The member of a statement on all places at one of them."""
    return open_(every.parts[1].parts[1], v)


def runs(G, T, t, n):
    """The technique with one answer: noise T on the threshold t, noise G on each of n queries."""
    return function(SEQUENCE, lambda q: function(SEQUENCE, lambda f: T(lambda r: first_above(G, t + r, q, n, f))))


AT_MOST_ONE = function(SEQUENCE, lambda q: function(SEQUENCE, lambda p: each(N, lambda j: dist(q(j), p(j)) <= 1)))
RISING = function(SEQUENCE, lambda q: function(SEQUENCE, lambda p: each(
    N, lambda j: (real(0) <= p(j) - q(j)) & (p(j) - q(j) <= 1))))  # fmt: skip
FALLING = function(SEQUENCE, lambda q: function(SEQUENCE, lambda p: each(
    N, lambda j: (real(-1) <= p(j) - q(j)) & (p(j) - q(j) <= 0))))  # fmt: skip


def moved_runs(a_, b, G, T, t, n, a1, b1, lG, lT, gG, gT, steps_, level, near, q, p):
    """The runs on q and p compare at odds a^steps b, where the threshold's noise moves by `level`, 0 or 1."""
    f = var("f", SEQUENCE)
    F = assume(test(f))
    every = at(use(first_above_with_queries_that_move(a_, G, real(level), steps_), a1, lG, gG), n)
    c = power(a_, steps_)
    c1 = left(at(use(a_larger_budget(a_, 1), a1, ar(real(0) <= 1)), steps_))
    S = lambda l, w: first_above(G, l, w, n, f)
    tests_ = []
    for w in (q, p):
        inside = use(at(left(every), t + r, w, f), F)
        tests_.append(make_test(r, S(t + r, w), *parts(inside)))
    crossed = use(at(right(every), t + r, q, p, f), F, near)
    places = ONE if level else ZERO
    there = t + (r + num(places))
    equal = ar(eq(t + r + real(level), there))
    moved = same(subst(equal, crossed, lambda z: S(t + r, q) <= c * S(z, p)), S(t + r, q) <= c * S(there, p))
    laws = lam(r, S(t + r, q)), lam(r, S(t + r, p))
    b0, c0 = ar(real(0) <= b, b1), ar(real(0) <= c, c1)
    whole = use(noise_may_be_moved_up(b, T, *laws, c, places), b0, lT, c0, gT, *tests_, gen(r, moved))
    run = lambda w: lam(f, T(lam(r, S(t + r, w))))
    odds = a_ * a_ * b if steps_ == TWO else a_ * b
    mean = use(a_mean_of_a_test(T, laws[1], A=R), lT, tests_[1])
    ab = ar(a_ * real(1) <= a_ * b, b1, ar(real(0) <= a_, a1))
    less = ar(run(q)(f) <= odds * run(p)(f) + 0, left(whole), left(mean), ab)
    return for_tests(less, f, close(odds, 0, run(q), run(p)))


@theorem(place="Lyu, Su and Li, Theorem 1, with one answer above")
def sparse_vector_with_one_answer(a: Odds, b: Odds, G: Law[R], T: Law[R], t: Real, n: Nat):
    """Noise of odds b on the threshold, of odds a on n queries that differ by at most one: odds a^2 b in all."""
    return implies(rises(a, G), rises(b, T), private(AT_MOST_ONE, runs(G, T, t, n), a * a * b, 0))


@sparse_vector_with_one_answer.proof
def _(a, b, G, T, t, n, a1, b1, lG, lT, gG, gT):
    H_ = assume(AT_MOST_ONE(q)(p))
    sides = [ax(name, q(j) - p(j), p(j) - q(j)) for name in ("max_left", "max_right")]
    inside = gen(
        j, conj(ar(real(1) - num(TWO) <= p(j) - q(j), at(H_, j), *sides), ar(p(j) - q(j) <= 1, at(H_, j), *sides))
    )
    th = moved_runs(a, b, G, T, t, n, a1, b1, lG, lT, gG, gT, TWO, 1, inside, q, p)
    return gen(q, gen(p, discharge(H_.concl, th)))


@theorem(place="Lyu, Su and Li, Algorithm 1, with one answer above", claims="sparse-vector-costs-four-units")
def sparse_vector_costs_four_units_for_every_number_of_queries(
    u: Odds, G: Law[R], T: Law[R], t: Real, n: Nat
):  # fmt: skip
    """The sparse vector technique with one answer is private at four units, for every number of queries.

    The threshold's noise T rises at two units, that of a query G rises at one; queries of neighbours differ by at
    most one.
    """
    near = function(SEQUENCE, lambda q: function(SEQUENCE, lambda p: each(N, lambda j: dist(q(j), p(j)) <= 1)))
    run = function(SEQUENCE, lambda q: function(SEQUENCE, lambda f: T(lambda r: first_above(G, t + r, q, n, f))))
    return implies(rises(u, G), rises(u * u, T), private(near, run, power(u, SUCC(SUCC(SUCC(SUCC(ZERO))))), 0))


@sparse_vector_costs_four_units_for_every_number_of_queries.proof
def _(u, G, T, t, n, u1, lG, lT, gG, gT):
    th = use(sparse_vector_with_one_answer(u, u * u, G, T, t, n), u1, ar(real(1) <= u * u, u1), lG, lT, gG, gT)
    four = power(u, SUCC(SUCC(SUCC(SUCC(ZERO)))))
    return of_equal_odds(th, u * u * (u * u), four)


def of_equal_odds(th, s, t):
    """A sentence on privacy with odds t in place of s, which are equal."""
    near, M, _, d = spine(th.concl)[1]
    return to(subst(ar(s.eq(t)), th, lambda v: private(near, M, v, d)), private(near, M, t, d))


@theorem(place="CheckDP; half the noise", claims="sparse-vector-with-half-the-noise-costs-three-units")
def sparse_vector_with_half_the_noise(u: Odds, G: Law[R], T: Law[R], t: Real, n: Nat):
    """The queries get as much noise as the threshold, one unit: the first above costs three units."""
    return implies(rises(u, G), rises(u, T), private(AT_MOST_ONE, runs(G, T, t, n), power(u, SUCC(TWO)), 0))


@sparse_vector_with_half_the_noise.proof
def _(u, G, T, t, n, u1, lG, lT, gG, gT):
    th = use(sparse_vector_with_one_answer(u, u, G, T, t, n), u1, u1, lG, lT, gG, gT)
    return of_equal_odds(th, u * u * u, power(u, SUCC(TWO)))


@theorem(place="Lyu, Su and Li, Algorithm 4", claims="sparse-vector-with-a-third-of-the-noise-costs-seven-units")
def sparse_vector_with_a_third_of_the_noise(u: Odds, G: Law[R], T: Law[R], t: Real, n: Nat):
    """The queries get a third of the threshold's noise: the first above costs seven units."""
    seven = SUCC(SUCC(SUCC(SUCC(SUCC(TWO)))))
    return implies(rises(u * u * u, G), rises(u, T), private(AT_MOST_ONE, runs(G, T, t, n), power(u, seven), 0))


@sparse_vector_with_a_third_of_the_noise.proof
def _(u, G, T, t, n, u1, lG, lT, gG, gT):
    three = ar(real(1) <= u * u * u, ar(real(1) <= u * u, u1), u1)
    th = use(sparse_vector_with_one_answer(u * u * u, u, G, T, t, n), three, u1, lG, lT, gG, gT)
    return of_equal_odds(th, u * u * u * (u * u * u) * u, power(u, SUCC(SUCC(SUCC(SUCC(SUCC(TWO)))))))


@theorem(place="CheckDP, increasing queries", claims="sparse-vector-with-half-the-noise-is-right-for-monotone-queries")
def sparse_vector_for_monotone_queries(u: Odds, G: Law[R], T: Law[R], t: Real, n: Nat):
    """Queries that all rise, or all fall, by at most one, with as much noise as the threshold: two units."""
    run = runs(G, T, t, n)
    both = private(RISING, run, u * u, 0) & private(FALLING, run, u * u, 0)
    return implies(rises(u, G), rises(u, T), both)


@sparse_vector_for_monotone_queries.proof
def _(u, G, T, t, n, u1, lG, lT, gG, gT):
    found = []
    for near, level in ((RISING, 1), (FALLING, 0)):
        H_ = assume(near(q)(p))
        low, high = parts(at(H_, j))
        inside = gen(j, conj(ar(real(level) - num(ONE) <= p(j) - q(j), low), ar(p(j) - q(j) <= real(level), high)))
        th = moved_runs(u, u, G, T, t, n, u1, u1, lG, lT, gG, gT, ONE, level, inside, q, p)
        found.append(gen(q, gen(p, discharge(H_.concl, th))))
    return conj(*found)


# ---- noisy counts and sums -----------------------------------------------------------------------------------------
def noisy(G, q):
    """The laws of single noisy counts."""
    return lam(j, law_about(G, q(j)))


def law_about(G, v):
    """The law of a number with noise."""
    f = var("f", fn(R, R))
    return lam(f, G(lam(e, f(v + e))))


def counts(G, n):
    """The release of n counts, each with noise G of its own."""
    return lam(q, call("databases", real(0), n, noisy(G, q)))


def one_count(q, p):
    """One number differs by one, the others agree."""
    others = lambda i: each(N, lambda j: implies(not_(eq(j, i)), q(j).eq(p(j))))
    return some(N, lambda i: dist(q(i), p(i)).eq(1) & others(i))


ONE_COUNT = lam(q, lam(p, one_count(q, p)))


@theorem
def a_noisy_number_that_moves_by_one(u: Real, G: Fun(Fun(R, R), R), x: Real, y: Real):
    """A number with noise that rises and falls at odds u: the laws about numbers one apart are close at odds u."""
    own = lambda x: law_about(G, x)
    return implies(rises(u, G), falls(u, G), dist(x, y).eq(1), close(u, 0, own(x), own(y)))


@a_noisy_number_that_moves_by_one.proof
def _(u, G, x, y, gG, hG, apart):
    f = var("f", fn(R, R))
    F = assume(test(f))
    own = lambda x: lam(f, G(lam(e, f(x + e))))
    sides = [ax(name, x - y, y - x) for name in ("max_left", "max_right")]
    at_y = make_test(e, f(y + e), *parts(at(F, y + e)))
    g = lam(e, f(y + e))

    def case(known, equal, place):
        """The goal where x is y + 1 or y - 1, from the noise that may be moved."""
        th = use(at(known, g), at_y)
        there = normal(g(place))
        moved = under(same(subst(equal, refl(there), lambda z: eq(there, f(z))), eq(there, f(x + e))), e, G)
        less = ar(own(x)(f) <= u * own(y)(f) + 0, th, moved)
        return for_tests(less, f, close(u, 0, own(x), own(y)))

    up, down = assume(y <= x), assume(not_(y <= x))
    one = use(ax("max_least", x - y, y - x, x - y), ar(x - y <= x - y), ar(y - x <= x - y, up))
    low = use(ax("total", y, x), down)
    two = use(ax("max_least", x - y, y - x, y - x), ar(x - y <= y - x, low), ar(y - x <= y - x))
    first = case(gG, ar(eq(y + (e + 1), x + e), ar(x.eq(y + 1), *both_ways(x - y, real(1), one, sides, apart))), e + 1)
    second = case(hG, ar(eq(y + (e - 1), x + e), ar(y.eq(x + 1), *both_ways(y - x, real(1), two, sides, apart))), e - 1)
    return cases(up.concl, first, second)


def both_ways(s, t, top, sides, apart):
    """The equation s = t as a fact, from a maximum that is t, at most s, and at least s."""
    return [use(ax("antisymmetry", s, t), ar(s <= t, *sides, apart), ar(t <= s, top, apart))]


@theorem(place="StatDP: histogram", claims="a-noisy-histogram-costs-one-unit")
def noisy_histograms_cost_one_unit(u: Odds, G: Law[R], n: Nat):
    """Every one of n counts with noise of one unit: if one count moves by one, all together cost one unit."""
    return implies(rises(u, G), falls(u, G), private(ONE_COUNT, counts(G, n), u, 0))


@noisy_histograms_cost_one_unit.proof
def _(u, G, n, u1, lG, gG, hG):
    H_ = assume(ONE_COUNT(q)(p))
    s, t = noisy(G, q), noisy(G, p)
    laws_ = [gen(j, noisy_law(G, lG, w(j))) for w in (q, p)]

    def at_place(th):
        near = use(a_noisy_number_that_moves_by_one(u, G, q(i), p(i)), gG, hG, to(left(th), dist(q(i), p(i)).eq(1)))
        other = assume(not_(eq(j, i)))
        equal = use(at(right(th), j), other)
        alike = to(subst(equal, refl(s(j)), lambda v: eq(s(j), law_about(G, v))), eq(s(j), t(j)))
        close_ = use(products_of_laws_that_agree_off_a_place(u, 0, 0, s, t, X=R), u1, ar(real(0) <= 0), *laws_)
        return at(use(at(close_, i), gen(j, discharge(other.concl, alike)), to(near, close(u, 0, s(i), t(i)))), n)

    whole = given(to(H_, one_count(q, p)), i, at_place)
    run = counts(G, n)
    return gen(q, gen(p, discharge(H_.concl, to(whole, close(u, 0, run(q), run(p))))))


def noisy_law(G, lG, v):
    """The law of a number with noise is a law."""
    K = lam(e, lam(var("f", fn(R, R)), var("f", fn(R, R))(v + e)))
    chan = same(gen(e, same(certain(v + e), law(K(e)))), channel(K))
    return to(use(fact("law_of_bind", G, K, A=R, B=R), lG, chan), law(law_about(G, v)))


def noise_premises(s, c, ig, M):
    """A law of density c exp(-2 s |r|), whose integral does not change if the line is moved by one."""
    still = lambda k: M(lambda r: k(r + 1)).eq(M(k)) & M(lambda r: k(r - 1)).eq(M(k))
    return (
        integral(ig, M), each(R, lambda m: ig(lambda r: c * EXP(0 - 2 * s * dist(r, m)))),
        each(Fun(R, R), lambda k: implies(ig(k), still(k))), law(laplace(M, 2 * s, c, 0)),
    )  # fmt: skip


def half_noise(s, c, ig, M, s0, c0, iM, good, still, lG):
    """Noise of half the scale: a law, rising and falling at odds exp(s)^2, which are at least 1."""
    G = laplace(M, 2 * s, c, 0)
    two = use(two_sided_noise_rises_and_falls(2 * s, c, ig, M), ar(real(0) <= 2 * s, s0), c0, iM, good, still)
    e2 = ar(EXP(2 * s).eq(EXP(s) * EXP(s)), rewrite(ax("exp_plus", s, s), s + s, 2 * s))
    known = [to(subst(e2, th, lambda v, w=w: w(v, G)), w(EXP(s) * EXP(s), G)) for th, w in (
        (left(two), rises), (right(two), falls))]  # fmt: skip
    e1 = ar(EXP(s) >= 1, ax("exp_above", s), s0)
    return G, ar(EXP(s) * EXP(s) >= 1, ar(EXP(s) * EXP(s) >= EXP(s), e1), e1), lG, *known


@theorem(place="StatDP: histogram with half the noise", claims="a-histogram-with-half-the-noise-costs-two-units")
def histograms_with_half_the_noise_cost_two_units(
    s: Nonneg, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), n: Nat
):
    """Counts with noise of density c exp(-2 s |r|), half the scale for a unit s, cost two units: odds exp(s)^2.

    Sums over the integers and integrals over the line have the premises.
    """
    G = laplace(M, 2 * s, c, 0)
    return implies(*noise_premises(s, c, ig, M), private(ONE_COUNT, counts(G, n), EXP(s) * EXP(s), 0))


@histograms_with_half_the_noise_cost_two_units.proof
def _(s, c, ig, M, n, s0, c0, iM, good, still, lG):
    G, *facts = half_noise(s, c, ig, M, s0, c0, iM, good, still, lG)
    return use(noisy_histograms_cost_one_unit(EXP(s) * EXP(s), G, n), *facts)


def of_counts(G, n, t):
    """The release of a function t of n noisy counts."""
    f = var("f", fn(t.ty[2], R))
    return lam(q, lam(f, counts(G, n)(q)(lam(p, f(t(p))))))


def functions_of_counts(u, G, n, t, u1, lG, gG, hG):
    """A function of noisy counts costs no more than they do."""
    known = use(noisy_histograms_cost_one_unit(u, G, n), u1, lG, gG, hG)
    f = var("f", fn(t.ty[2], R))
    K = lam(p, lam(f, f(t(p))))
    chan = same(gen(p, same(certain(t(p)), law(K(p)))), channel(K))
    run = counts(G, n)
    sources_ = lam(var("P", fn(fn(R, R), R)), law(var("P", fn(fn(R, R), R))))
    any_ = var("P", fn(fn(R, R), R))
    good = same(gen(any_, discharge(law(any_), assume(law(any_)))), call("are_laws", sources_))
    inside = gen(j, to(noisy_law(G, lG, q(j)), sources_(noisy(G, q)(j))))
    mechanism = gen(
        q, to(use(at(use(fact("databases_have_laws", 0, sources_, X=R), good), n, noisy(G, q)), inside), law(run(q)))
    )
    th = use(
        post_processing_of_mechanisms(ONE_COUNT, u, 0, run, K, X=SEQUENCE, A=SEQUENCE, B=t.ty[2]),
        mechanism,
        chan,
        known,
    )
    return to(th, private(ONE_COUNT, of_counts(G, n, t), u, 0))


@theorem(place="noisy histograms: zeros dropped after the noise", claims="zeros-may-be-dropped-after-the-noise")
def zeros_may_be_dropped_after_the_noise(u: Odds, G: Law[R], n: Nat, c: Real):
    """Noisy counts, of which those up to c are not shown: whether one is shown, and then its value, cost one unit."""
    shown = lam(p, lam(j, pair(truth(not_(p(j) <= c)), truth(not_(p(j) <= c)) * p(j))))
    return implies(rises(u, G), falls(u, G), private(ONE_COUNT, of_counts(G, n, shown), u, 0))


@theorem(place="DP-Sniper: prefix sums", claims="sums-of-noisy-numbers-cost-one-unit")
def sums_of_noisy_numbers_cost_one_unit(u: Odds, G: Law[R], n: Nat):
    """All sums of the first of n numbers with noise of one unit each cost one unit."""
    sums_ = lam(p, lam(j, total(p, SUCC(j))))
    return implies(rises(u, G), falls(u, G), private(ONE_COUNT, of_counts(G, n, sums_), u, 0))


@zeros_may_be_dropped_after_the_noise.proof
def _(u, G, n, c, u1, lG, gG, hG):
    shown = lam(p, lam(j, pair(truth(not_(p(j) <= c)), truth(not_(p(j) <= c)) * p(j))))
    return functions_of_counts(u, G, n, shown, u1, lG, gG, hG)


@sums_of_noisy_numbers_cost_one_unit.proof
def _(u, G, n, u1, lG, gG, hG):
    return functions_of_counts(u, G, n, lam(p, lam(j, total(p, SUCC(j)))), u1, lG, gG, hG)


@theorem(place="DP-Sniper: a truncated count", claims="a-noisy-count-may-be-cut")
def noisy_counts_may_be_cut(u: Real, G: Law[R], low: Real, high: Real):
    """A count with noise of one unit that is cut to a range, counts of neighbours being one apart, costs one unit."""
    cut = lambda y: MAX(low, 0 - MAX(0 - high, 0 - y))
    run = function(R, lambda x: function(fn(R, R), lambda f: G(lambda e: f(cut(x + e)))))
    apart = function(R, lambda x: function(R, lambda y: dist(x, y).eq(1)))
    return implies(rises(u, G), falls(u, G), private(apart, run, u, 0))


@noisy_counts_may_be_cut.proof
def _(u, G, low, high, lG, gG, hG):
    x, y, f = var("x", R), var("y", R), var("f", fn(R, R))
    cut = lambda y: MAX(low, 0 - MAX(0 - high, 0 - y))
    apart = function(R, lambda x: function(R, lambda y: dist(x, y).eq(1)))
    run = lam(x, law_about(G, x))
    H_ = assume(apart(x)(y))
    near = use(a_noisy_number_that_moves_by_one(u, G, x, y), gG, hG, to(H_, dist(x, y).eq(1)))
    known = to(gen(x, gen(y, discharge(H_.concl, near))), private(apart, run, u, 0))
    K = lam(y, lam(f, f(cut(y))))
    chan = same(gen(y, same(certain(cut(y)), law(K(y)))), channel(K))
    mechanism = gen(x, to(noisy_law(G, lG, x), law(run(x))))
    th = post_processing_of_mechanisms(apart, u, 0, run, K, X=R, A=R, B=R)
    return to(use(th, mechanism, chan, known), noisy_counts_may_be_cut.conclusion)


@theorem
def sums_with_one_other_number(q: Fun(N, R), p: Fun(N, R), i: Nat):
    """Sequences that agree off one place: sums without it are equal, and the others differ as they do there."""
    agree = each(N, lambda j: implies(not_(eq(j, i)), q(j).eq(p(j))))
    apart = lambda n: (total(q, n) - total(p, n)).eq(q(i) - p(i))
    return implies(agree, each(N, lambda n: implies(not_(among(n, i)), total(q, n).eq(total(p, n)))
                                            & implies(among(n, i), apart(n))))  # fmt: skip


@sums_with_one_other_number.proof
def _(q, p, i, agree):
    alike, apart = lambda n: total(q, n).eq(total(p, n)), lambda n: (total(q, n) - total(p, n)).eq(q(i) - p(i))
    claim = lambda n: implies(not_(among(n, i)), alike(n)) & implies(among(n, i), apart(n))
    had, later = assume(claim(n)), among(SUCC(n), i)
    member_ = lambda th: same(th, later)
    either_ = or_(among(n, i), eq(i, n))
    out, in_ = assume(not_(later)), assume(later)
    before, last = assume(among(n, i)), assume(eq(i, n))
    no_1 = refuting(before.concl, contradiction(out, member_(either(among(n, i), eq(i, n), before))))
    same_n = assume(eq(n, i))
    no_2 = refuting(same_n.concl, contradiction(out, member_(either(among(n, i), eq(i, n), symmetric(same_n)))))
    first = ar(alike(SUCC(n)), use(left(had), no_1), use(at(agree, n), no_2))
    # among the first n: n is another place
    twice = contradiction(last_is_not_among(n), subst(symmetric(same_n), before, lambda v: among(n, v)))
    other = refuting(same_n.concl, twice)
    inside = ar(apart(SUCC(n)), use(right(had), before), use(at(agree, n), other))
    fresh_ = subst(symmetric(last), last_is_not_among(n), lambda v: not_(among(n, v)))
    here = subst(last, refl(q(i) - p(i)), lambda v: (q(i) - p(i)).eq(q(v) - p(v)))
    at_n = ar(apart(SUCC(n)), here, use(left(had), fresh_))
    second = split(same(in_, either_), inside, at_n)
    nexts = conj(discharge(out.concl, first), discharge(in_.concl, second))
    none = assume(among(ZERO, i))
    base = conj(
        discharge(not_(among(ZERO, i)), ar(alike(ZERO))), discharge(none.concl, absurd(same(none, FALSE), apart(ZERO)))
    )
    return induct(n, base, discharge(claim(n), nexts))


@theorem(place="CheckDP: a noisy sum with half the noise", claims="a-sum-with-half-the-noise-costs-two-units")
def sums_with_half_the_noise_cost_two_units(s: Nonneg, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), n: Nat):
    """A sum with noise of density c exp(-2 s |r|), half the scale for a unit s, costs two units: odds exp(s)^2.

    Sums over the integers and integrals over the line have the premises.
    """
    G = laplace(M, 2 * s, c, 0)
    near = lam(q, lam(p, one_number_by_one(q, p)))
    run = function(SEQUENCE, lambda q: function(fn(R, R), lambda f: G(lambda r: f(total(q, n) + r))))
    return implies(*noise_premises(s, c, ig, M), private(near, run, EXP(s) * EXP(s), 0))


@sums_with_half_the_noise_cost_two_units.proof
def _(s, c, ig, M, n, s0, c0, iM, good, still, lG):
    G, *facts = half_noise(s, c, ig, M, s0, c0, iM, good, still, lG)
    return use(a_noisy_sum_costs_one_unit_for_every_number_of_queries(EXP(s) * EXP(s), G, n), *facts)


# ---- report noisy max ----------------------------------------------------------------------------------------------
def noisy_max(G, n):
    """The place of the first largest of n numbers with noise."""
    wins = lambda q, h, i: first_largest(n, lambda j: q(j) + h(j), i)
    return function(SEQUENCE, lambda q: function(SEQUENCE, lambda f: at_places(G, n, function(
        SEQUENCE, lambda h: total(lambda i: truth(wins(q, h, i)) * f(i), n)))))  # fmt: skip


@theorem(place="noisy max with half the noise", claims="noisy-max-with-half-the-noise-costs-four-units")
def noisy_max_with_half_the_noise(s: Nonneg, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), n: Nat):
    """Report noisy max with noise of density c exp(-2 s |r|), half the scale for a unit s, costs four units.

    Sums over the integers and integrals over the line have the premises; queries differ by at most one.
    """
    G = laplace(M, 2 * s, c, 0)
    return implies(
        *noise_premises(s, c, ig, M), private(AT_MOST_ONE, noisy_max(G, n), power(EXP(s), SUCC(SUCC(TWO))), 0)
    )


@noisy_max_with_half_the_noise.proof
def _(s, c, ig, M, n, s0, c0, iM, good, still, lG):
    G, u1, lG, rise, _ = half_noise(s, c, ig, M, s0, c0, iM, good, still, lG)
    u = EXP(s) * EXP(s)
    th = use(noisy_max_costs_two_units_for_every_number_of_queries(u, G, n), u1, lG, rise)
    return of_equal_odds(th, power(u, TWO), power(EXP(s), SUCC(SUCC(TWO))))


@theorem(place="StatDP: noisy max, one-sided", claims="noisy-max-with-one-sided-noise-costs-two-units")
def noisy_max_with_one_sided_noise(s: Nonneg, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), n: Nat):
    """Report noisy max with noise of density c exp(-s r) from 0 on, of one unit s, costs two units.

    Queries of neighbours differ by at most one; of equal noisy values the first wins.
    """
    density = function(R, lambda r: c * (truth(real(0) <= r) * EXP(0 - s * r)))
    G = weighted(M, density)
    return implies(
        integral(ig, M), ig(density), ig(function(R, lambda r: density(r - 1))),
        each(fn(R, R), lambda k: implies(ig(k), M(lambda r: k(r + 1)).eq(M(k)))), law(G),
        private(AT_MOST_ONE, noisy_max(G, n), power(EXP(s), TWO), 0),
    )  # fmt: skip


@noisy_max_with_one_sided_noise.proof
def _(s, c, ig, M, n, s0, c0, iM, good, moved, still, lG):
    density = lam(r, c * (truth(real(0) <= r) * EXP(0 - s * r)))
    G = weighted(M, density)
    rise = use(one_sided_noise_rises(s, c, ig, M), c0, iM, good, moved, still)
    e1 = ar(EXP(s) >= 1, ax("exp_above", s), s0)
    return use(noisy_max_costs_two_units_for_every_number_of_queries(EXP(s), G, n), e1, lG, rise)
