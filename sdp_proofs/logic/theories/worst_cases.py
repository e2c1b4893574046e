"""The largest losses of sampled histograms, attained by a record that is alone; Theorem 3 (ii), (iii); Theorem 5."""

from sdp_proofs.logic.theories.windows import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
DB, LX = fn(N, X), fn(fn(X, R), R)
xs, v, S = var("xs", DB), var("v", X), var("S", fn(N, o))


def hist_of(n, T):
    """The mechanism that publishes the histogram of T + 1 of n + 1 records."""
    return sampled(uniform_subset(SUCC(n), SUCC(T)), const("histogram", fn(N, fn(N, o), DB, X, R))(SUCC(n)))


def near_of(n):
    return const("neighbours", fn(N, DB, DB, o))(n)


def rate_of(n, T):
    return num(SUCC(T)) * INV(num(SUCC(n)))


def hist_laws(n, T, le):
    """The theorem that the histogram has a law at each database."""
    W, Hn = uniform_subset(SUCC(n), SUCC(T)), const("histogram", fn(N, fn(N, o), DB, X, R))(SUCC(n))
    lW = use(uniform_subset_is_a_law(SUCC(n), SUCC(T)), ar(num(SUCC(T)) <= num(SUCC(n)), le))
    th = use(law_of_image(W, lam(S, Hn(S)(xs)), A=fn(N, o), B=fn(X, R)), lW)
    return gen(xs, same(th, law(hist_of(n, T)(xs))))


def first_place(n):
    """The theorem that place 0 is among n + 1."""
    claim = lambda n: among(SUCC(n), ZERO)
    last = same(either(among(ZERO, ZERO), eq(ZERO, ZERO), refl(ZERO)), claim(ZERO))
    step = same(either(among(SUCC(m), ZERO), eq(ZERO, SUCC(m)), assume(claim(m))), claim(SUCC(m)))
    return spec(induct(m, last, discharge(claim(m), step)), n)


def changed_first(v, xs, ys):
    """The theorem that cons(v, xs) and ys agree off place 0, where ys(j + 1) is computed to be xs(j)."""
    x = call("cons", v, xs)
    out = lambda j: not_(eq(j, ZERO))
    claim = lambda j: implies(out(j), eq(x(j), ys(j)))
    none = assume(out(ZERO))
    base = discharge(none.concl, absurd(contradiction(none, refl(ZERO)), eq(x(ZERO), ys(ZERO))))
    later_ = discharge(out(SUCC(j)), same(refl(ys(SUCC(j))), eq(x(SUCC(j)), ys(SUCC(j)))))
    return same(induct(j, base, discharge(claim(j), later_)), off(ZERO, x, ys))


def neighbours_there(n, v, xs, ys):
    """The theorem that cons(v, xs) and ys are neighbours of n + 1 records."""
    x = call("cons", v, xs)
    p = lam(i, among(SUCC(n), i) & off(i, x, ys))
    both = conj(first_place(n), changed_first(v, xs, ys))
    return same(witness(ZERO, same(both, p(ZERO)), p), call("neighbours", SUCC(n), x, ys))


@theorem(place="smoothed-dp, Theorem 3 (iii)", claims="no-dp-parameter-below-the-sampling-rate")
def no_dp_parameter_below_the_sampling_rate(E: Real, delta: Real, n: Nat, T: Nat, a: X, b: X):
    """With two types the histogram of T of n records is (log E, delta)-private only for delta at least T/n."""
    return implies(
        num(T) <= num(n), not_(eq(b, a)), private(near_of(SUCC(n)), hist_of(n, T), E, delta), rate_of(n, T) <= delta
    )


@no_dp_parameter_below_the_sampling_rate.proof
def _(E, delta, n, T, a, b, le, two, p):
    y = lam(k, b)
    x = call("cons", a, y)
    near = use(at(p, x, y), neighbours_there(n, a, y, y))
    alone = gen(j, same(two, not_(eq(y(j), x(ZERO)))))
    th = lone_record_is_seen_when_sampled(E, delta, n, T, ZERO, x, y)
    M = hist_of(n, T)
    return use(th, le, first_place(n), alone, same(near, close(E, delta, M(x), M(y))))


def losses_at_most_the_rate(E, n, T, e1, le):
    """The theorems that all histograms of T of n records are laws, and that their greatest losses are at most T/n."""
    near, M, t, ys = near_of(SUCC(n)), hist_of(n, T), rate_of(n, T), var("ys", DB)
    laws, e0 = hist_laws(n, T, le), ar(real(0) <= E, e1)
    n0, t0 = (spec(numbers_are_not_negative.thm, v) for v in (n, T))
    _, i0 = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    turn = gen(xs, gen(ys, spec(neighbours_are_symmetric.thm, SUCC(n), xs, ys)))
    th = privacy_is_bounded_greatest_loss(near, M, E, t, X=DB, A=fn(X, R))
    th = use(th, laws, e0, ar(real(0) <= t, t0, i0, hints=[(0, 1)]), turn)
    return laws, mp(left(th), use(sampled_histogram(E, n, T), e1, le))


@theorem(place="smoothed-dp, Table 1", claims="worst-case-loss-is-the-sampling-rate")
def worst_case_loss_is_the_sampling_rate(E: Odds, n: Nat, T: Nat, a: X, b: X):
    """With two types the largest greatest loss of the histogram of T of n records is T/n, at every epsilon."""
    loss = lambda x: greatest_loss(near_of(SUCC(n)), hist_of(n, T), E, x)
    return implies(
        num(T) <= num(n), not_(eq(b, a)),
        each(DB, lambda x: loss(x) <= rate_of(n, T)) & some(DB, lambda x: loss(x).eq(rate_of(n, T))),
    )  # fmt: skip


@worst_case_loss_is_the_sampling_rate.proof
def _(E, n, T, a, b, e1, le, two):
    near, M, t, e0 = near_of(SUCC(n)), hist_of(n, T), rate_of(n, T), ar(real(0) <= E, e1)
    lM, all_ = losses_at_most_the_rate(E, n, T, e1, le)
    y = lam(k, b)
    x = call("cons", a, y)
    loss = lambda x: greatest_loss(near, M, E, x)
    pair = left(use(greatest_loss_is_least(near, M, E, x, X=DB, A=fn(X, R)), lM, e0))
    there = left(use(at(pair, y), neighbours_there(n, a, y, y)))
    alone = gen(j, same(two, not_(eq(y(j), x(ZERO)))))
    seen = lone_record_is_seen_when_sampled(E, loss(x), n, T, ZERO, x, y)
    low = use(seen, le, first_place(n), alone, same(there, close(E, loss(x), M(x), M(y))))
    equal = use(ax("antisymmetry", loss(x), t), spec(all_, x), low)
    return conj(all_, witness(x, equal, lam(xs, loss(xs).eq(t))))


# ---- with replacement ----------------------------------------------------------------------------------------------
def count_of(n, T):
    return sampled(draws(n, T), const("counts", fn(N, fn(N, N), DB, X, R))(T))


@theorem
def lone_record_is_seen_with_replacement(E: Real, delta: Real, n: Nat, T: Nat, i: Nat, x: Fun(N, X), y: Fun(N, X)):
    """If the value of record i of x occurs nowhere in y, counts of T draws lose 1 - (1 - 1/n)^T at least."""
    M = count_of(n, T)
    return implies(
        among(n, i), each(N, lambda j: not_(eq(y(j), x(i)))), close(E, delta, M(x), M(y)),
        1 - power(1 - INV(num(n)), T) <= delta,
    )  # fmt: skip


@lone_record_is_seen_with_replacement.proof
def _(E, delta, n, T, i, x, y, H, alone, near):
    h, d, W, v = var("h", fn(X, R)), var("d", fn(N, N)), draws(n, T), x(i)
    seen = lambda h: truth(not_(h(v) <= 0))
    th = use(at(near, lam(h, seen(h))), event_test(h, not_(h(v) <= 0)))
    counts_ = lambda m, x: call("counts", m, d, x, v)
    lower = mp(at(among_is_below(i), n), H)
    n1 = ar(real(1) <= num(n), lower, spec(numbers_are_not_negative.thm, i))
    lW = spec(use(records_have_laws(ZERO, lam(j, any_place(n)), X=N), gen(k, use(any_place_is_a_law(n), n1))), T)
    # y: all counts of the value are 0
    nothing = use(decided(eq(y(d(m)), v))[1], same(spec(alone, d(m)), not_(eq(y(d(m)), v))))
    zero = lambda m: counts_(m, y).eq(0)
    none = spec(induct(m, ar(zero(ZERO)), discharge(zero(m), ar(zero(SUCC(m)), assume(zero(m)), nothing))), T)
    some_ = not_(counts_(T, y) <= 0)
    wrong = contradiction(assume(some_), ar(counts_(T, y) <= 0, none))
    unseen = use(decided(some_)[1], refuting(some_, wrong))
    never = Mean(lW).eq_by(d, ar(truth(some_).eq(0), unseen))
    # x: where place i is drawn the count is at least 1
    hit = lambda m: truth(drawn(m, d, i))
    here, value = eq(d(m), i), eq(x(d(m)), v)
    yes = assume(here)
    own = use(decided(value)[0], subst(symmetric(yes), refl(v), lambda k: eq(x(k), v)))
    le = cases(
        here, ar(truth(here) <= truth(value), own, decided(here)[3]),
        ar(truth(here) <= truth(value), use(decided(here)[1], assume(not_(here))), decided(value)[2]),
    )  # fmt: skip
    claim = lambda m: hit(m) <= counts_(m, x)
    either_ = truth_of_or(drawn(m, d, i), here)
    step = ar(claim(SUCC(m)), same(either_, truth(drawn(SUCC(m), d, i)).eq(1 - (1 - hit(m)) * (1 - truth(here)))), le,
              assume(claim(m)), decided(drawn(m, d, i))[2], decided(here)[2])  # fmt: skip
    counted = spec(induct(m, ar(claim(ZERO), false_is_0()), discharge(claim(m), step)), T)
    q = not_(counts_(T, x) <= 0)
    D = drawn(T, d, i)
    goal = truth(D) <= truth(q)
    in_ = assume(D)
    few = assume(counts_(T, x) <= 0)
    up = use(decided(q)[0], refuting(few.concl, impossible(ar(real(1) <= 0, few, counted, use(decided(D)[0], in_)))))
    point = cases(D, ar(goal, up, decided(D)[3]), ar(goal, use(decided(D)[1], assume(not_(D))), decided(q)[2]))
    known = truth_is_bounded(d, D)
    miss = missed(T, d, i)
    equal = ext(d, ar((1 - truth(D)).eq(miss), at(drawn_or_missed(d, i), T)))
    bmiss = subst(equal, observable(d, 1 - truth(D), [known]), bounded)
    L = Mean(lW, known, truth_is_bounded(d, q), bmiss)
    rate = L.eq(d, at(drawn_or_missed(d, i), T))
    chance = at(mp(chance_of_being_missed(n, i), H), T)
    return ar(1 - power(1 - INV(num(n)), T) <= delta, th, never, L.le(d, point), rate, chance, factors=[E])


@theorem(place="smoothed-dp, App. F, Step 1.3", claims="loss-of-an-absent-type-with-replacement")
def loss_of_an_absent_type_with_replacement(E: Odds, n: Nat, T: Nat, i: Nat, x: Fun(N, X), y: Fun(N, X)):
    """A type of one record in x and of none in y, a neighbour: both greatest losses are 1 - (1 - 1/n)^T."""
    near, M = near_of(n), count_of(n, T)
    t = 1 - power(1 - INV(num(n)), T)
    loss = lambda x: greatest_loss(near, M, E, x)
    return implies(
        among(n, i), off(i, x, y), each(N, lambda j: not_(eq(y(j), x(i)))),
        (loss(x).eq(t) & loss(y).eq(t)) & each(DB, lambda z: loss(z) <= t),
    )  # fmt: skip


@loss_of_an_absent_type_with_replacement.proof
def _(E, n, T, i, x, y, e1, H, agree, alone):
    near, M, t, e0 = near_of(n), count_of(n, T), 1 - power(1 - INV(num(n)), T), ar(real(0) <= E, e1)
    d, ys, one = var("d", fn(N, N)), var("ys", DB), spec(numbers_are_not_negative.thm, i)
    lower = mp(at(among_is_below(i), n), H)
    n1 = ar(real(1) <= num(n), lower, one)
    W, K = draws(n, T), const("counts", fn(N, fn(N, N), DB, X, R))(T)
    lW = spec(use(records_have_laws(ZERO, lam(j, any_place(n)), X=N), gen(k, use(any_place_is_a_law(n), n1))), T)
    lM = gen(xs, same(use(law_of_image(W, lam(d, K(d)(xs)), A=fn(N, N), B=fn(X, R)), lW), law(M(xs))))
    turn = gen(xs, gen(ys, spec(neighbours_are_symmetric.thm, n, xs, ys)))
    p = lam(j, among(n, j) & off(j, x, y))
    xy = same(witness(i, same(conj(H, agree), p(i)), p), call("neighbours", n, x, y))
    yx = mp(spec(neighbours_are_symmetric.thm, n, x, y), xy)
    loss = lambda x: greatest_loss(near, M, E, x)
    facts = lambda x: left(use(greatest_loss_is_least(near, M, E, x, X=DB, A=fn(X, R)), lM, e0))
    seen = lambda D, th: use(
        lone_record_is_seen_with_replacement(E, D, n, T, i, x, y), H, alone, same(th, close(E, D, M(x), M(y)))
    )
    low = seen(loss(x), left(use(at(facts(x), y), xy))), seen(loss(y), right(use(at(facts(y), x), yx)))
    th = privacy_is_bounded_greatest_loss(near, M, E, t, X=DB, A=fn(X, R))
    # t is not negative: w = 1 - 1/n is between 0 and 1
    u, i0 = positive(num(n), n1)
    w = 1 - INV(num(n))
    w0, w1 = ar(real(0) <= w, u, n1, i0, hints=[(1, 2)]), ar(w <= 1, i0)
    claim = lambda m: (real(0) <= power(w, m)) & (power(w, m) <= 1)
    hyp = assume(claim(m))
    more = conj(
        ar(real(0) <= power(w, SUCC(m)), left(hyp), w0), ar(power(w, SUCC(m)) <= 1, left(hyp), right(hyp), w0, w1)
    )
    base = conj(ar(real(0) <= power(w, ZERO)), ar(power(w, ZERO) <= 1))
    t0 = ar(real(0) <= t, right(spec(induct(m, base, discharge(hyp.concl, more)), T)))
    th = use(th, lM, e0, t0, turn)
    all_ = mp(left(th), use(sampled_histogram_with_replacement(E, n, T), e1, n1))
    equal = [use(ax("antisymmetry", loss(z), t), spec(all_, z), lo) for z, lo in zip((x, y), low, strict=True)]
    return conj(conj(*equal), all_)


@theorem(place="smoothed-dp, App. F, Theorem 5", claims="worst-case-with-replacement-is-the-chance-of-being-drawn")
def worst_case_with_replacement(E: Odds, n: Nat, T: Nat, a: X, b: X):
    """With two types the largest greatest loss of T draws with replacement is 1 - (1 - 1/n)^T, at every epsilon."""
    loss = lambda x: greatest_loss(near_of(SUCC(n)), count_of(SUCC(n), T), E, x)
    t = 1 - power(1 - INV(num(SUCC(n))), T)
    return implies(not_(eq(b, a)), each(DB, lambda x: loss(x) <= t) & some(DB, lambda x: loss(x).eq(t)))


@worst_case_with_replacement.proof
def _(E, n, T, a, b, e1, two):
    y = lam(k, b)
    x = call("cons", a, y)
    alone = gen(j, same(two, not_(eq(y(j), x(ZERO)))))
    th = loss_of_an_absent_type_with_replacement(E, SUCC(n), T, ZERO, x, y)
    th = use(th, e1, first_place(n), changed_first(a, y, y), alone)
    loss = lambda x: greatest_loss(near_of(SUCC(n)), count_of(SUCC(n), T), E, x)
    t = 1 - power(1 - INV(num(SUCC(n))), T)
    return conj(right(th), witness(x, left(left(th)), lam(xs, loss(xs).eq(t))))


# ---- a floor of the sources ----------------------------------------------------------------------------------------
def all_good(good, x):
    """The proposition that every record is good."""
    return each(N, lambda j: good(x(j)))


@theorem
def chance_that_all_records_are_good(s: Law[X], f: Nonneg, good: Fun(X, o), v0: X):
    """If a record is good with chance f at least, all of n records are with chance f^n at least; v0 is good."""
    every = function(DB, lambda x: truth(all_good(good, x)))
    return implies(
        good(v0), f <= s(lambda u: truth(good(u))),
        each(N, lambda n: power(f, n) <= call("databases", v0, n, function(N, lambda j: s))(every)),
    )  # fmt: skip


@chance_that_all_records_are_good.proof
def _(s, f, good, v0, ls, f0, own, mass):
    law_ = lambda n: call("databases", v0, n, lam(j, s))
    is_ = lambda x: truth(all_good(good, x))
    claim = lambda n: (real(0) <= power(f, n)) & (power(f, n) <= law_(n)(lam(xs, is_(xs))))
    nobody = lam(k, v0)
    one_ = use(decided(all_good(good, nobody))[0], same(gen(j, own), all_good(good, nobody)))
    base = conj(ar(real(0) <= power(f, ZERO)), ar(power(f, ZERO) <= law_(ZERO)(lam(xs, is_(xs))), one_))
    hyp = assume(claim(n))
    joined = call("cons", v, xs)
    first, rest, whole = good(v), all_good(good, xs), all_good(good, joined)
    p, q, r = truth(first), truth(rest), truth(whole)
    # a good record in front of good ones
    yes, also = assume(first), assume(rest)
    place = induct(j, same(yes, good(joined(ZERO))),
                   discharge(good(joined(j)), same(spec(also, j), good(joined(SUCC(j))))))  # fmt: skip
    r1 = use(decided(whole)[0], same(place, whole))
    low, high = [decided(t)[2] for t in (whole, first, rest)], [decided(t)[3] for t in (first, rest)]
    goal = p * q <= r
    no = lambda t: use(decided(t)[1], assume(not_(t)))
    point = cases(
        first, cases(rest, ar(goal, r1, *low, *high), ar(goal, no(rest), low[0], factors=[p])),
        ar(goal, no(first), low[0], factors=[q]),
    )  # fmt: skip
    bp, br = truth_is_bounded(v, first), same(truth_is_bounded(v, whole), bounded(lam(v, r)))
    row = ar(f * q <= s(lam(v, r)), Mean(ls, bp, br).le(v, point), ar(f * q <= s(lam(v, p)) * q, mass, low[2]))
    tests_ = make_test(xs, s(lam(v, r)), ar(real(0) <= s(lam(v, r)), Mean(ls, br).le(v, low[0])),
                       ar(s(lam(v, r)) <= 1, Mean(ls, br).le(v, decided(whole)[3])))  # fmt: skip
    bs = use(tests_are_bounded(lam(xs, s(lam(v, r))), A=DB), tests_)
    mean = Mean(any_laws(v0, lam(j, s), gen(j, ls), n), truth_is_bounded(xs, rest), bs).le(xs, row)
    step = conj(
        ar(real(0) <= power(f, SUCC(n)), left(hyp), f0),
        ar(power(f, SUCC(n)) <= law_(SUCC(n))(lam(xs, is_(xs))), mean,
           ar(f * power(f, n) <= f * law_(n)(lam(xs, q)), right(hyp), f0)),
    )  # fmt: skip
    th = induct(n, base, discharge(hyp.concl, step))
    return gen(n, right(spec(th, n)))


@theorem
def chance_of_a_database_of_one_type(s: Law[X], f: Nonneg, a: X):
    """If a source gives a type at least f, n records of it are all of the type with chance f^n at least."""
    all_ = function(DB, lambda x: truth(eq(x, lam(k, a))))
    return implies(
        f <= s(lambda v: truth(eq(v, a))),
        each(N, lambda n: power(f, n) <= call("databases", a, n, function(N, lambda j: s))(all_)),
    )


@chance_of_a_database_of_one_type.proof
def _(s, f, a, ls, f0, mass):
    every, good = lam(k, a), lam(v, eq(v, a))
    th = spec(use(chance_that_all_records_are_good(s, f, good, a), ls, f0, refl(a), mass), n)
    alike, whole = all_good(good, xs), eq(xs, every)
    yes, no = assume(alike), assume(not_(alike))
    known = use(decided(whole)[0], same(ext(j, same(spec(yes, j), eq(xs(j), every(j)))), whole))
    goal = truth(alike) <= truth(whole)
    point = cases(alike, ar(goal, known, decided(alike)[3]), ar(goal, use(decided(alike)[1], no), decided(whole)[2]))
    both = truth_is_bounded(xs, alike), truth_is_bounded(xs, whole)
    mean = Mean(any_laws(a, lam(j, s), gen(j, ls), n), *both).le(xs, point)
    return gen(n, ar(power(f, n) <= call("databases", a, n, lam(j, s))(lam(xs, truth(whole))), th, mean))


@theorem(place="smoothed-dp, Theorem 3 (ii)", claims="smoothed-loss-is-at-least-a-power-of-the-floor")
def smoothed_loss_is_at_least_a_power_of_the_floor(
    E: Real, d: Real, n: Nat, T: Nat, sources: fn(LX, o), s: Law[X], f: Nonneg, a: X, b: X
):
    """If a source gives a type at least f <= 1/2, d is at least (T/n) f^n >= f^(2n) in (log E, d)-smoothed privacy."""
    low = rate_of(n, T) * power(f, SUCC(n))
    return implies(
        num(T) <= num(n), not_(eq(b, a)), f <= Fraction(1, 2), sources(s), f <= s(lambda v: truth(eq(v, a))),
        smoothed(near_of(SUCC(n)), hist_of(n, T), E, d, call("assigned", a, SUCC(n), sources)),
        (low <= d) & (power(f, SUCC(n)) * power(f, SUCC(n)) <= low),
    )  # fmt: skip


@smoothed_loss_is_at_least_a_power_of_the_floor.proof
def _(E, d, n, T, sources, s, f, a, b, ls, f0, le, two, half, inside, mass, p):
    every, src, D, M = lam(k, a), lam(j, s), var("D", fn(DB, R)), hist_of(n, T)
    W, t = call("databases", a, SUCC(n), src), rate_of(n, T)
    is_ = truth(eq(xs, every))
    n0, t0 = (spec(numbers_are_not_negative.thm, v_) for v_ in (n, T))
    unit, i0 = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    r0 = ar(real(0) <= t, t0, i0, hints=[(0, 1)])
    pn = spec(use(chance_of_a_database_of_one_type(s, f, a), ls, f0, mass), SUCC(n))
    lW = any_laws(a, src, gen(j, same(ls, law(src(j)))), SUCC(n))
    s_ = var("s", fn(N, LX))
    member = lambda s: forall(j, sources(s(j))) & eq(W, call("databases", a, SUCC(n), s))
    pure = witness(src, same(conj(gen(j, inside), refl(W)), member(src)), lam(s_, member(s_)))
    lM = hist_laws(n, T, le)

    def go(ob, pairs, means):
        small = use(at(means, W), same(pure, call("assigned", a, SUCC(n), sources, W)))
        # at the database of one type the neighbour's record b is alone
        y = call("cons", b, every)
        turned = mp(spec(neighbours_are_symmetric.thm, SUCC(n), y, every), neighbours_there(n, b, every, every))
        pair = use(at(pairs, every, y), turned)
        no_b = refuting(eq(a, b), contradiction(two, symmetric(assume(eq(a, b)))))
        alone = gen(j, same(no_b, not_(eq(every(j), y(ZERO)))))
        th = lone_record_is_seen_when_sampled(E, D(every), n, T, ZERO, y, every)
        top = use(th, le, first_place(n), alone, same(right(pair), close(E, D(every), M(y), M(every))))
        # elsewhere a bound of losses is not negative
        z = call("cons", b, lam(k, xs(SUCC(k))))
        near_z = mp(spec(neighbours_are_symmetric.thm, SUCC(n), z, xs), neighbours_there(n, b, lam(k, xs(SUCC(k))), xs))
        other = left(use(at(pairs, xs, z), near_z))
        low = use(slack_is_not_negative(E, M(xs), M(z), A=fn(X, R)), spec(lM, xs), spec(lM, z))
        low = use(spec(low, D(xs)), other)
        yes, no = assume(eq(xs, every)), assume(not_(eq(xs, every)))
        here = subst(symmetric(yes), top, lambda x: t <= D(x))
        goal = t * is_ <= D(xs)
        point = cases(
            yes.concl,
            ar(goal, here, decided(yes.concl)[3], r0),
            ar(goal, low, use(decided(yes.concl)[1], no), factors=[t]),
        )
        mean = Mean(lW, ob, truth_is_bounded(xs, yes.concl)).le(xs, point)
        first = ar(t * power(f, SUCC(n)) <= d, mean, small, ar(t * power(f, SUCC(n)) <= t * W(lam(xs, is_)), pn, r0))
        # n f^n <= 1 for f <= 1/2
        claim = lambda m: (real(0) <= power(f, m)) & (power(f, m) <= 1) & (num(m) * power(f, m) <= 1)
        hyp = assume(claim(m))
        u0, u1, u2 = parts(hyp)
        m0 = spec(numbers_are_not_negative.thm, m)
        w = ar(power(f, SUCC(m)) * 2 <= power(f, m), half, u0)
        nexts = conjunction(
            ar(real(0) <= power(f, SUCC(m)), u0, f0),
            ar(power(f, SUCC(m)) <= 1, w, u1),
            ar(
                num(SUCC(m)) * power(f, SUCC(m)) <= 1,
                ar(num(SUCC(m)) * (power(f, SUCC(m)) * 2) <= num(SUCC(m)) * power(f, m), w, m0),
                u1,
                u2,
            ),
        )
        base = conjunction(ar(real(0) <= power(f, ZERO)), ar(power(f, ZERO) <= 1), ar(num(ZERO) * power(f, ZERO) <= 1))
        q0, _, q2 = parts(spec(induct(m, base, discharge(hyp.concl, nexts)), SUCC(n)))
        F = power(f, SUCC(n))
        inv_ = ar(INV(num(SUCC(n))) >= F, q2, unit, i0, hints=[(0, 2)], factors=[F])
        second = ar(t >= F, inv_, ar(INV(num(SUCC(n))) <= t, t0, i0, hints=[(0, 1)]))
        return conj(first, ar(t * F >= F * F, second, q0))

    return opened(p, D, go)
