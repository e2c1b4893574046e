"""Mechanisms for every number of queries: sums with noise, and report noisy max.

Noise at several places is drawn place by place. Of one place it may be moved at the odds of that place alone, and noisy
max moves the noise of its winner alone, by two: the others stay behind it, because no query moves by more than one.
"""

from sdp_proofs.logic.theories.alignments import *
from sdp_proofs.logic.theories.closeness import law_of_bind
from sdp_proofs.logic.theories.places import among, last_is_not_among, other_places_stay
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

VALUES = fn(N, R)
e, r = var("e", R), var("r", R)
i, j, k, n = var("i", N), var("j", N), var("k", N), var("n", N)
f, g, h, p, q = var("f", VALUES), var("g", fn(VALUES, R)), var("h", VALUES), var("p", VALUES), var("q", VALUES)
ONE = SUCC(ZERO)
TWO = SUCC(ONE)


def one_more(n, i, place):
    """Among n + 1 places is the last one, or another as among n: from i = n, or from not i = n."""
    kept, last = parts(other_places_stay(lam(j, among(n, j)), i, n))
    if spine(place.concl)[0].parts[0] == "not":
        return to(use(kept, place), truth(among(SUCC(n), i)).eq(truth(among(n, i))))
    return subst(symmetric(place), to(last, truth(among(SUCC(n), n)).eq(1)), lambda v: truth(among(SUCC(n), v)).eq(1))


# ---- sums ----------------------------------------------------------------------------------------------------------
@definition(r"{0} \text{{ and }} {1} \text{{ differ by one at one place}}")
def one_number_by_one(q: Fun(N, R), p: Fun(N, R)):
    """Queries of which one differs by one, and the others are equal."""
    return some(N, lambda j: or_(p(j).eq(q(j) + 1), q(j).eq(p(j) + 1))
                & each(N, lambda i: implies(not_(eq(i, j)), p(i).eq(q(i)))))  # fmt: skip


@theorem
def sums_that_differ_at_one_place(q: Fun(N, R), p: Fun(N, R), j: Nat):
    """Sums of numbers that are equal but at one place differ as these do, or not at all."""
    return implies(
        each(N, lambda i: implies(not_(eq(i, j)), p(i).eq(q(i)))),
        each(N, lambda n: total(p, n).eq(total(q, n) + truth(among(n, j)) * (p(j) - q(j)))),
    )


@sums_that_differ_at_one_place.proof
def _(q, p, j, others):
    claim = lambda n: total(p, n).eq(total(q, n) + truth(among(n, j)) * (p(j) - q(j)))
    none = use(decided(among(ZERO, j))[1], refuting(among(ZERO, j), assume(among(ZERO, j))))
    base = ar(claim(ZERO), none, factors=[p(j) - q(j)])
    had = assume(claim(n))
    here, away = assume(eq(j, n)), assume(not_(eq(j, n)))
    # the place itself: it was not among those before
    before = refuting(among(n, j), contradiction(
        last_is_not_among(n), subst(here, assume(among(n, j)), lambda v: among(n, v))))  # fmt: skip
    out = use(decided(among(n, j))[1], before)
    moved = subst(here, refl(p(j)), lambda v: eq(p(j), p(v))), subst(here, refl(q(j)), lambda v: eq(q(j), q(v)))
    at_it = ar(claim(SUCC(n)), had, one_more(n, j, here), out, *moved, factors=[p(j) - q(j), p(n) - q(n)])
    # another place: nothing changes
    back = refuting(eq(n, j), contradiction(away, symmetric(assume(eq(n, j)))))
    alike = use(at(others, n), back)
    other = ar(claim(SUCC(n)), had, alike, one_more(n, j, away), factors=[p(j) - q(j)])
    return induct(n, base, discharge(had.concl, cases(eq(j, n), at_it, other)))


@theorem(place="CheckDP: partial sum", claims="a-noisy-sum-costs-one-unit")
def a_noisy_sum_costs_one_unit_for_every_number_of_queries(u: Odds, G: Law[R], n: Nat):
    """A sum with noise that rises and falls at one unit is private at one unit, for every number of queries.

    One query of a neighbour differs by one.
    """
    run = function(Fun(N, R), lambda q: function(Fun(R, R), lambda f: G(lambda r: f(total(q, n) + r))))
    near = function(Fun(N, R), lambda q: function(Fun(N, R), lambda p: one_number_by_one(q, p)))
    return implies(rises(u, G), falls(u, G), private(near, run, u, 0))


@a_noisy_sum_costs_one_unit_for_every_number_of_queries.proof
def _(u, G, n, u1, lG, up, down):
    t = var("t", fn(R, R))
    T = assume(test(t))
    close_by = assume(one_number_by_one(q, p))
    run = lambda v: lam(t, G(lam(r, t(total(v, n) + r))))
    value = lambda v: lam(r, t(total(v, n) + r))
    tests_ = [make_test(r, t(total(v, n) + r), *parts(at(T, total(v, n) + r))) for v in (q, p)]
    u0, one_ = ar(real(0) <= u, u1), ar(real(0) <= 1)
    goal = G(value(q)) <= u * G(value(p))

    def equal(place):
        """T(sum of q + r) <= 1 T(place), from the equation of the places."""
        same_ = ar(eq(total(q, n) + r, place), *known, factors=[p(j) - q(j)])
        value_ = t(total(q, n) + r)
        shown_ = subst(same_, refl(value_), lambda v: eq(value_, t(v)))
        return gen(r, ar(value_ <= real(1) * t(place), shown_))

    def differ_at(had):
        nonlocal known
        moves, others = to(left(had), or_(p(j).eq(q(j) + 1), q(j).eq(p(j) + 1))), right(had)
        sums_ = at(use(sums_that_differ_at_one_place(q, p, j), others), n)
        inside, outside = assume(among(n, j)), assume(not_(among(n, j)))
        one_in, none_in = use(decided(among(n, j))[0], inside), use(decided(among(n, j))[1], outside)
        known = [sums_, none_in]
        stays = equal(total(p, n) + r)
        mean = Mean(lG, *(use(tests_are_bounded(v, A=R), th) for v, th in zip(map(value, (q, p)), tests_, strict=True)))
        low = parts(at(tests_[1], r))[0]
        still = ar(goal, mean.le(r, at(stays, r)), mean.le(r, low), u1, hints=[(1, 2)])
        first, second = assume(p(j).eq(q(j) + 1)), assume(q(j).eq(p(j) + 1))
        ends = []
        for fact_, lemma, law_, sign in (
            (first, noise_may_be_moved_down, down, -1), (second, noise_may_be_moved_up, up, 1),
        ):  # fmt: skip
            known = [sums_, one_in, fact_]
            moved = equal(total(p, n) + (r + num(ONE) if sign > 0 else r - num(ONE)))
            whole = use(lemma(u, G, value(q), value(p), 1, ONE), u0, lG, one_, law_, *tests_, moved)
            ends.append(ar(goal, left(whole)))
        return cases(among(n, j), split(moves, *ends), still)

    known = []
    th = given(close_by, j, differ_at)
    closed = for_tests(ar(G(value(q)) <= u * G(value(p)) + 0, th), t, close(u, 0, run(q), run(p)))
    return gen(q, gen(p, discharge(close_by.concl, closed)))


# ---- noise at several places ---------------------------------------------------------------------------------------
@definition(r"{0} + {2}\,1_{{{1}}}")
def put(h: Fun(N, R), n: N, e: R, j: N):
    """Numbers to which e is added at the place n."""
    return h(j) + truth(eq(j, n)) * e


@definition(r"{0}^{{\otimes {1}}}")
def at_places(G: mean_of(R), n: N, g: Fun(Fun(N, R), R)):
    """The law of n independent noises at the places 0, ..., n - 1, and 0 elsewhere."""
    k, S, g_ = var("k", N), var("S", mean_of(fn(N, R))), var("g", fn(fn(N, R), R))
    h, e = var("h", fn(N, R)), var("e", R)
    start = lam(g_, g_(lam(var("j", N), real(0))))
    more = lam(g_, S(lam(h, G(lam(e, g_(call("put", h, k, e)))))))
    return rec(start, lams(k, S, more), n)(g)


def step_of(G, n):
    """The channel that draws the noise of place n."""
    return lam(h, lam(g, G(lam(e, g(put(h, n, e))))))


@theorem
def placing_noise_is_a_channel(G: Law[R], n: Nat):
    """Noise that is drawn for one more place has a law, whatever the others are."""
    return channel(function(Fun(N, R), lambda h: function(
        Fun(Fun(N, R), R), lambda g: G(lambda e: g(put(h, n, e))))))  # fmt: skip


@placing_noise_is_a_channel.proof
def _(G, n, lG):
    place = lam(e, lam(g, g(put(h, n, e))))
    sure = same(gen(e, certain(put(h, n, e))), channel(place))
    th = use(law_of_bind(G, place, A=R, B=VALUES), lG, sure)
    return to(gen(h, to(th, law(step_of(G, n)(h)))), channel(step_of(G, n)))


@theorem
def noises_at_places_have_a_law(G: Law[R]):
    """Independent noises have a law."""
    return each(N, lambda n: law(at_places(G, n)))


@noises_at_places_have_a_law.proof
def _(G, lG):
    claim = lambda n: law(at_places(G, n))
    had = assume(claim(n))
    base = to(certain(lam(j, real(0))), claim(ZERO))
    th = use(law_of_bind(at_places(G, n), step_of(G, n), A=VALUES, B=VALUES), had,
             use(placing_noise_is_a_channel(G, n), lG))  # fmt: skip
    return induct(n, base, discharge(had.concl, to(th, claim(SUCC(n)))))


@definition(r"{0} + {2}\,1_{{{1} < {3}}}\,1_{{{1}}}")
def moved_at(h: Fun(N, R), i: N, s: R, n: N, j: N):
    """Numbers to which s is added at the place i, if it is among n."""
    return h(j) + truth(eq(j, i)) * (truth(among(n, i)) * s)


@theorem(place="noise of one draw is moved, the others stay")
def noise_of_one_place_may_be_moved(u: Odds, G: Law[R], s: Nat, i: Nat):
    """One of independent noises that rise at odds u may be moved up by s at odds u^s."""
    return implies(
        rises(u, G),
        each(N, lambda n: each(Fun(Fun(N, R), R), lambda g: implies(
            test(g), at_places(G, n, function(Fun(N, R), lambda h: g(moved_at(h, i, num(s), n))))
            <= power(u, s) * at_places(G, n, g)))),
    )  # fmt: skip


@noise_of_one_place_may_be_moved.proof
def _(u, G, s, i, u1, lG, up):
    W = lambda n: at_places(G, n)
    there = lambda n, g: lam(h, g(moved_at(h, i, num(s), n)))
    claim = lambda n: forall(g, implies(test(g), W(n)(there(n, g)) <= power(u, s) * W(n)(g)))
    u0 = ar(real(0) <= u, u1)
    T = assume(test(g))
    larger = lambda t, low: right(at(use(a_larger_budget(u, t), u1, low), s))
    # no place: nothing is moved
    zeros = lam(j, real(0))
    no = use(decided(among(ZERO, i))[1], refuting(among(ZERO, i), assume(among(ZERO, i))))
    line = moved_at(zeros, i, num(s), ZERO, j)
    still = ext(j, same(ar(eq(normal(line), real(0)), no, factors=[truth(eq(j, i)) * num(s)]), eq(line, real(0))))
    value = g(lam(j, line))
    equal = subst(symmetric(still), refl(g(zeros)), lambda v: eq(g(zeros), g(v)))
    low = left(at(T, zeros))
    base_goal = W(ZERO)(there(ZERO, g)) <= power(u, s) * W(ZERO)(g)
    base = gen(g, discharge(T.concl, ar(base_goal, to(equal, eq(g(zeros), value)), larger(g(zeros), low))))
    had = assume(claim(n))
    # the place that is drawn last
    last, other = assume(eq(i, n)), assume(not_(eq(i, n)))
    goal = W(SUCC(n))(there(SUCC(n), g)) <= power(u, s) * W(SUCC(n))(g)
    lW = at(use(noises_at_places_have_a_law(G), lG), n)
    drawn = lam(h, G(lam(e, g(put(h, n, e)))))
    inner = lam(e, g(put(h, n, e)))
    T_inner = make_test(e, g(put(h, n, e)), *parts(at(T, put(h, n, e))))
    T_drawn = make_test(h, drawn(h), *parts(use(a_mean_of_a_test(G, inner, A=R), lG, T_inner)))
    moved = moved_at(put(h, n, e), i, num(s), SUCC(n))
    T_moved = make_test(e, g(moved), *parts(at(T, moved)))
    T_there = make_test(h, G(lam(e, g(moved))), *parts(use(a_mean_of_a_test(G, lam(e, g(moved)), A=R), lG, T_moved)))
    in_ = one_more(n, i, last)
    line_here, line_put = moved(j), put(h, n, e + num(s), j)
    swapped = subst(last, refl(truth(eq(j, i))), lambda v: eq(truth(eq(j, i)), truth(eq(j, v))))
    alike = ext(j, to(ar(eq(normal(line_here), normal(line_put)), in_, swapped,
                         factors=[truth(eq(j, i)) * num(s), num(s), truth(eq(j, n)) * num(s)]),
                      eq(line_here, line_put)))  # fmt: skip
    as_moved = subst(alike, refl(g(lam(j, line_here))), lambda v: eq(g(lam(j, line_here)), g(v)))
    kept = gen(e, ar(g(lam(j, line_here)) <= real(1) * g(lam(j, line_put)), as_moved))
    lemma = noise_may_be_moved_up(u, G, lam(e, g(moved)), inner, 1, s)
    less = left(use(lemma, u0, lG, ar(real(0) <= 1), up, T_moved, T_inner, kept))
    bounds = [use(tests_are_bounded(v, A=VALUES), th) for v, th in
              ((drawn, T_drawn), (lam(h, G(lam(e, g(moved)))), T_there))]  # fmt: skip
    mean = Mean(lW, *bounds)
    at_last = ar(goal, mean.le(h, ar(G(lam(e, g(moved))) <= power(u, s) * drawn(h), less)))
    # another place: it was drawn before
    stays = one_more(n, i, other)
    before = put(moved_at(h, i, num(s), n), n, e)
    order = ext(j, to(ar(eq(normal(moved(j)), normal(before(j))), stays,
                         factors=[truth(eq(j, i)) * num(s)]), eq(moved(j), before(j))))  # fmt: skip
    swap_ = subst(order, refl(g(lam(j, moved(j)))), lambda v: eq(g(lam(j, moved(j))), g(v)))
    inside = under(to(swap_, eq(g(lam(j, moved(j))), g(lam(j, before(j))))), e, G)
    outside = under(inside, h, W(n))
    earlier = use(at(had, drawn), T_drawn)
    at_other = ar(goal, outside, earlier)
    return induct(n, base, discharge(had.concl, gen(g, discharge(T.concl, cases(eq(i, n), at_last, at_other)))))


# ---- report noisy max ----------------------------------------------------------------------------------------------
@definition(r"{2} = \mathrm{{argmax}}_{{j < {0}}}\,{1}_j")
def first_largest(n: N, v: Fun(N, R), i: N):
    """The place i is the first of the largest of n numbers."""
    return among(n, i) & each(N, lambda j: implies(among(n, j), v(j) <= v(i))
                              & implies(among(i, j), not_(v(i) <= v(j))))  # fmt: skip


@theorem
def the_winner_stays_the_winner(x: Fun(N, R), y: Fun(N, R), h: Fun(N, R), n: Nat, i: Nat):
    """If no query moves by more than one, a winner whose noise moves up by two stays the winner."""
    return implies(
        each(N, lambda j: dist(x(j), y(j)) <= 1),
        first_largest(n, lambda j: x(j) + h(j), i),
        first_largest(n, lambda j: y(j) + moved_at(h, i, num(TWO), n)(j), i),
    )


@the_winner_stays_the_winner.proof
def _(x, y, h, n, i, close_by, won):
    flat = parts(body_of(won))
    inside, rest = to(flat[0], among(n, i)), right(body_of(won))
    there = lambda k: y(k) + moved_at(h, i, num(TWO), n)(k)
    here = lambda k: x(k) + h(k)
    side = lambda name, k: ax(name, x(k) - y(k), y(k) - x(k))
    sides = lambda k: [side("max_left", k), side("max_right", k), at(close_by, k)]

    one_in = use(decided(among(n, i))[0], inside)
    own = use(decided(eq(i, i))[0], refl(i))
    mine = ar(eq(there(i), y(i) + h(i) + 2), one_in, own, factors=[truth(among(n, i)) * num(TWO), num(TWO)])

    def apart(k, away):
        """The number of another place has its noise."""
        return ar(eq(there(k), y(k) + h(k)), use(decided(eq(k, i))[1], away),
                  factors=[truth(among(n, i)) * num(TWO)])  # fmt: skip

    is_one, same_, other = assume(among(n, j)), assume(eq(j, i)), assume(not_(eq(j, i)))
    less = to(use(left(at(rest, j)), is_one), here(j) <= here(i))
    goal = there(j) <= there(i)
    itself = subst(symmetric(same_), ar(there(i) <= there(i)), lambda v: there(v) <= there(i))
    below_ = ar(goal, less, mine, apart(j, other), *sides(i), *sides(j))
    largest = discharge(is_one.concl, cases(eq(j, i), to(itself, goal), below_))
    earlier = assume(among(i, j))
    distinct = refuting(eq(j, i), contradiction(
        last_is_not_among(i), subst(assume(eq(j, i)), earlier, lambda v: among(i, v))))  # fmt: skip
    strictly = to(use(right(at(rest, j)), earlier), not_(here(i) <= here(j)))
    tie = assume(there(i) <= there(j))
    back = ar(here(i) <= here(j), tie, mine, apart(j, distinct), *sides(i), *sides(j))
    first = discharge(earlier.concl, refuting(tie.concl, contradiction(strictly, back)))
    v = lam(k, there(k))
    return to(conj(inside, gen(j, conj(largest, first))), first_largest(n, v, i))


@theorem(place="Dwork and Roth, Claim 3.9; CheckDP", claims="noisy-max-costs-two-units")
def noisy_max_costs_two_units_for_every_number_of_queries(u: Odds, G: Law[R], n: Nat):
    """Report noisy max is private at two units, for every number of queries.

    The noise of each query rises at one unit, two-sided or one-sided; queries of neighbours differ by at most one, and
    of equal noisy values the first wins.
    """
    near = function(Fun(N, R), lambda q: function(Fun(N, R), lambda p: each(N, lambda j: dist(q(j), p(j)) <= 1)))
    wins = lambda q, h, i: first_largest(n, lambda j: q(j) + h(j), i)
    run = function(Fun(N, R), lambda q: function(Fun(N, R), lambda f: at_places(G, n, function(
        Fun(N, R), lambda h: total(lambda i: truth(wins(q, h, i)) * f(i), n)))))  # fmt: skip
    return implies(rises(u, G), private(near, run, power(u, TWO), 0))


@noisy_max_costs_two_units_for_every_number_of_queries.proof
def _(u, G, n, u1, lG, up):
    near = lam(q, lam(p, forall(j, dist(q(j), p(j)) <= 1)))
    wins = lambda x, i: first_largest(n, lam(j, x(j) + h(j)), i)
    path = lam(i, lam(q, lam(h, lam(f, truth(wins(q, i)) * f(i)))))
    move = lam(i, lam(q, lam(p, lam(h, moved_at(h, i, num(TWO), n)))))
    E = power(u, TWO)
    lW = to(at(use(noises_at_places_have_a_law(G), lG), n), law(at_places(G, n)))
    T = assume(test(f))
    low, high = parts(at(T, i))
    part = use(a_part_of_a_path(wins(q, i), f(i)), low, high)
    chance = make_test(h, truth(wins(q, i)) * f(i), left(part), right(part))
    chances = gen(i, gen(q, gen(f, discharge(T.concl, chance))))
    close_by = assume(forall(j, dist(q(j), p(j)) <= 1))
    there = first_largest(n, lam(j, p(j) + moved_at(h, i, num(TWO), n)(j)), i)
    won = assume(wins(q, i))
    stays = discharge(won.concl, to(use(the_winner_stays_the_winner(q, p, h, n, i), close_by, won), there))
    one_ = ar(real(0) <= 1)
    alike = ar(f(i) <= real(1) * f(i))
    kept_ = use(a_comparison_that_is_kept(wins(q, i), there, 1, f(i), f(i)), one_, low, stays, alike)
    less = ar(truth(wins(q, i)) * f(i) <= truth(there) * f(i), kept_)
    kept = gen(i, gen(q, gen(p, discharge(close_by.concl, gen(h, gen(f, discharge(T.concl, less)))))))
    cost_ = at(use(noise_of_one_place_may_be_moved(u, G, TWO, i), u1, lG, up), n)
    cost = gen(i, gen(q, gen(p, discharge(close_by.concl, cost_))))
    lemma = alignments_prove_privacy(E, near, at_places(G, n), n, path, move, A=N, X=VALUES, H=VALUES)
    return use(lemma, lW, chances, kept, cost)
