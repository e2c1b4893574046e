"""Utility of the Laplace mechanism: any number of answers with independent noise, their mean error and the worst."""

from sdp_proofs.logic.theories.laplace_noise import *
from sdp_proofs.logic.theories.relative_entropies import log_one, logs_are_monotone
from sdp_proofs.logic.vocabulary import *

i, j, k, n = (var(name, N) for name in ("i", "j", "k", "n"))
v0, zero_ = var("v0", X), real(0)
ys, m_ = var("ys", fn(N, R)), var("m", fn(N, R))


# ---- events of independent records ---------------------------------------------------------------------------------
@theorem
def product_of_truths(S: Fun(N, o)):
    """The product of the numbers of n propositions is that of all of them together."""
    all_ = lambda n: truth(each(N, lambda j: implies(among(n, j), S(j))))
    return each(N, lambda n: product(lambda j: truth(S(j)), n).eq(all_(n)))


@product_of_truths.proof
def _(S):
    every = lambda n: forall(j, implies(among(n, j), S(j)))
    claim = lambda n: product(lam(j, truth(S(j))), n).eq(truth(every(n)))
    nobody = assume(among(ZERO, j))
    empty = gen(j, discharge(nobody.concl, absurd(same(nobody, FALSE), S(j))))
    base = ar(claim(ZERO), use(decided(every(ZERO))[0], empty))
    hyp, goal = assume(claim(n)), claim(SUCC(n))
    p, q, w = every(n), S(n), every(SUCC(n))
    yes, last = assume(p), assume(q)
    inside, before_, here = assume(among(SUCC(n), j)), assume(among(n, j)), assume(eq(j, n))
    at_j = split(same(inside, or_(before_.concl, here.concl)), use(spec(yes, j), before_),
                 same(subst(symmetric(here), last, S), S(j)))  # fmt: skip
    whole = gen(j, discharge(inside.concl, at_j))
    a_, b_, c_ = decided(p), decided(q), decided(w)
    f = [truth(q), truth(p)]
    both = ar(goal, hyp, use(a_[0], yes), use(b_[0], last), use(c_[0], whole), factors=f)
    old = assume(w)
    keep = gen(
        j, discharge(before_.concl, use(spec(old, j), same(either(before_.concl, eq(j, n), before_), inside.concl)))
    )
    own = use(spec(old, n), same(either(among(n, n), eq(n, n), refl(n)), among(SUCC(n), n)))
    no, off = assume(not_(p)), assume(not_(q))
    fails = lambda th, bad: use(c_[1], refuting(w, contradiction(bad, th)))
    one = ar(goal, hyp, use(a_[1], no), fails(keep, no), factors=f)
    two = ar(goal, hyp, use(b_[1], off), fails(own, off), factors=f)
    return induct(n, base, discharge(hyp.concl, cases(p, cases(q, both, two), one)))


@theorem
def all_independent_records_are_within(beta: Nonneg, K: Nat, v0: X, s: Fun(N, Law[X]), S: Fun(N, X, o)):
    """If each of K + 1 independent records is within with chance 1 - beta/(K + 1) at least, all are with 1 - beta."""
    within = function(fn(N, X), lambda xs: each(N, lambda j: implies(among(SUCC(K), j), S(j)(xs(j)))))
    each_ = each(N, lambda j: 1 - over(beta, num(SUCC(K))) <= prob(s(j), S(j)))
    return implies(each_, 1 - beta <= prob(databases(v0, SUCC(K), s), within))


@all_independent_records_are_within.proof
def _(beta, K, v0, s, S, b0, ls, good):
    xs, v, m = var("xs", fn(N, X)), var("v", X), SUCC(K)
    n0 = spec(numbers_are_not_negative.thm, K)
    unit, i0 = positive(num(m), ar(real(1) <= num(m), n0))
    x = over(beta, num(m))
    g = lam(j, lam(v, truth(S(j)(v))))
    goods = gen(j, conj(same(spec(ls, j), law(s(j))), same(truth_is_bounded(v, S(j)(v)), bounded(g(j)))))
    th = right(use(at(means_of_products_over_records(v0), m, s, g), goods))
    means = lambda n: product(lam(j, s(j)(g(j))), n)
    # the product of chances is at least 1 minus the sum of the others
    claim = lambda n: (1 - num(n) * x <= means(n)) & ((real(0) <= means(n)) & (means(n) <= 1))
    hyp = assume(claim(n))
    low, pos, top = parts(hyp)
    L = Mean(same(spec(ls, n), law(s(n))), truth_is_bounded(v, S(n)(v)))
    bits = decided(S(n)(v))
    c = s(n)(g(n))
    c0, c1 = ar(real(0) <= c, L.le(v, bits[2])), ar(c <= 1, L.le(v, bits[3]))
    cx = ar(1 - x <= c, same(spec(good, n), 1 - x <= c))
    x0 = ar(real(0) <= x, b0, i0)
    less = ar(means(n) - x <= means(n) * c, cx, top, pos, c1, x0)
    step_ = conj(ar(1 - num(SUCC(n)) * x <= means(SUCC(n)), less, low),
                 conj(ar(real(0) <= means(SUCC(n)), pos, c0), ar(means(SUCC(n)) <= 1, top, pos, c0, c1)))  # fmt: skip
    base = conj(ar(1 - num(ZERO) * x <= means(ZERO)), conj(ar(real(0) <= means(ZERO)), ar(means(ZERO) <= 1)))
    least = left(spec(induct(n, base, discharge(hyp.concl, step_)), m))
    within = lam(xs, forall(j, implies(among(m, j), S(j)(xs(j)))))
    equal = spec(product_of_truths(lam(j, S(j)(xs(j)))), m)
    W = databases(v0, m, s)
    moved = under(same(equal, product(lam(j, truth(S(j)(xs(j)))), m).eq(truth(within(xs)))), xs, W)
    own = ar((num(m) * x).eq(beta), unit, factors=[beta])
    return ar(1 - beta <= prob(W, within), least, th, moved, own)


# ---- Laplace noise -------------------------------------------------------------------------------------------------
def answers(M, b, m):
    """The laws of answers with Laplace noise of scale b about the numbers m(j)."""
    return lam(j, call("laplace", M, INV(b), INV(2 * b), m(j)))


@theorem
def laplace_noise_about_a_number(b: Real, m: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Laplace noise of scale b about m has a law, the mean size b, and is farther than t b with chance exp(-t)."""
    noise = call("laplace", M, INV(b), INV(2 * b), m)
    p = lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, m))
    mean_ = lambda c: M(function(R, lambda r: p(r) * (c + dist(r, m)))).eq(c + b)
    chance_ = lambda t: prob(noise, function(R, lambda r: dist(r, m) <= t * b)).eq(1 - EXP(0 - t))
    return implies(
        lebesgue(ig, M), *integrable(ig, b, ones, sizes), below(0, b),
        law(noise) & (each(R, mean_) & each(R, lambda t: implies(real(0) <= t, chance_(t)))),
    )  # fmt: skip


@laplace_noise_about_a_number.proof
def _(b, m, ig, M, leb, i0, i1, above_):
    s, c, t = INV(b), INV(2 * b), var("t", R)
    b0, u, s0, v, c0 = scale(b, above_)
    iM, moved, _, _ = rules_of(leb)
    e = fading(s, r)
    p = lam(r, c * EXP(0 - s * dist(r, m)))
    size = algebra(dist(r - m, 0).eq(dist(r, m)))
    shape = subst(size, refl(fading(s, r - m)), lambda d: fading(s, r - m).eq(EXP(0 - s * d)))
    f0, f1 = lam(r, e), lam(r, dist(r, 0) * e)
    good0 = same(Mean(iM, inside=[i0]).good(r, e), ig(f0))
    (j0, m0), (j1, m1) = moved(f0, good0, m), moved(f1, same(i1, ig(f1)), m)

    def there(j, f, t, factors):
        """The integrability, and the mean, of a function that is a shifted one."""
        equal = ext(r, ar(f(r - m).eq(t), shape, size, factors=factors))
        g = var("g", RR)
        good = same(replace(equal, same(j, ig(lam(r, f(r - m)))), lam(g, ig(g))), ig(lam(r, t)))
        return good, Mean(iM, inside=[j]).eq_by(r, ar(t.eq(f(r - m)), shape, size, factors=factors))

    d, w = dist(r, m), EXP(0 - s * dist(r, m))
    (k0, e0_), (k1, e1_) = there(j0, f0, w, []), there(j1, f1, d * w, [d, w, fading(s, r - m), dist(r - m, 0)])
    V = Mean(iM, inside=[k1, k0])
    mass = body_of(right(use(laplace_density_has_mass_one(b, ig, M), leb, good0, above_)))
    means = body_of(use(mean_size_of_laplace_noise(b, ig, M), leb, i0, i1, above_))
    L0, L1 = Mean(iM, inside=[good0]).linear(r, c * e), Mean(iM, inside=[i1]).linear(r, dist(r, 0) * (c * e))
    one = ar(M(p).eq(1), V.linear(r, p(r)), e0_, body_of(m0), mass, L0, factors=[c])
    q = var("c", R)
    row = (p(r)) * (q + d)
    two = ar(M(lam(r, row)).eq(q + b), V.linear(r, row), e0_, e1_, body_of(m0), body_of(m1), mass, means, L0, L1,
             factors=[c, q, c * q])  # fmt: skip
    pos = gen(r, ar(real(0) <= p(r), c0, exp_positive(0 - s * d), hints=[(0, 1)]))
    good = same(V.good(r, p(r)), ig(p))
    own = use(law_of_density(ig, M, p, A=R), iM, good, pos, one)
    noise = call("laplace", M, s, c, m)
    own = same(own, law(noise))
    # the chance of being near m is that of the noise being small
    H, x = assume(real(0) <= t), t * b
    far_ = right(use(laplace_tail(b, t, ig, M), leb, good0, above_))
    far_ = body_of(use(far_, H))
    w0, w1 = not_(dist(r, 0) <= x), not_(d <= x)
    g = lam(r, truth(w0) * e)
    B = Mean(iM, truth_is_bounded(r, w0), inside=[good0])
    jg, mg = moved(g, same(B.good(r, g(r)), ig(g)), m)
    hit = subst(
        size, refl(truth(not_(dist(r - m, 0) <= x))), lambda v: truth(not_(dist(r - m, 0) <= x)).eq(truth(not_(v <= x)))
    )
    N_ = Mean(iM, truth_is_bounded(r, w1), truth_is_bounded(r, d <= x), inside=[k0])
    back = Mean(iM, inside=[jg]).eq_by(
        r, ar((truth(w1) * w).eq(g(r - m)), hit, shape, factors=[w, truth(not_(dist(r - m, 0) <= x))])
    )
    near_, away = assume(d <= x), assume(w1)
    yes, no = decided(d <= x), decided(w1)
    split_ = truth(d <= x).eq(1 - truth(w1))
    split_ = cases(d <= x, ar(split_, use(yes[0], near_), use(no[1], refuting(w1, contradiction(assume(w1), near_)))),
                   ar(split_, use(yes[1], away), use(no[0], away)))  # fmt: skip
    event = lam(r, p(r) * truth(d <= x))
    end = N_.eq_by(r, ar(event(r).eq(p(r) - p(r) * truth(w1)), split_, factors=[p(r)]))
    chance_ = ar(M(event).eq(1 - EXP(0 - t)), end, N_.linear(r, p(r)), one, back, body_of(mg), far_,
                 B.linear(r, (c * e) * truth(w0)), factors=[c])  # fmt: skip
    chance_ = same(chance_, prob(noise, lam(r, d <= x)).eq(1 - EXP(0 - t)))
    return conj(own, conj(gen(q, two), gen(t, discharge(H.concl, chance_))))


@theorem
def errors_add_up(v0: X, s: Fun(N, mean_of(X)), g: Fun(N, X, R), b: Real):
    """If each of the independent laws gives c plus its error the mean c + b, n of them give n b for all errors."""
    one = each(N, lambda j: each(R, lambda c: s(j)(lambda v: c + g(j)(v)).eq(c + b)))
    error = lambda n: function(fn(N, X), lambda xs: total(lambda j: g(j)(xs(j)), n))
    return implies(one, each(N, lambda n: databases(v0, n, s)(error(n)).eq(num(n) * b)))


@errors_add_up.proof
def _(v0, s, g, b, one):
    S, G, xs, v, c = var("s", fn(N, LX)), var("g", fn(N, X, R)), var("xs", DB), var("v", X), var("c", R)
    good = lambda S, G: forall(j, forall(c, S(j)(lam(v, c + G(j)(v))).eq(c + b)))
    error = lambda n, G: lam(xs, c + total(lam(j, G(j)(xs(j))), n))
    claim = lambda n: forall(
        S, forall(G, implies(good(S, G), forall(c, databases(v0, n, S)(error(n, G)).eq(c + num(n) * b))))
    )
    hyp, H = assume(claim(n)), assume(good(S, G))
    S1, G1 = lam(j, S(SUCC(j))), lam(j, G(SUCC(j)))
    base = gen(S, gen(G, discharge(H.concl, gen(c, ar(databases(v0, ZERO, S)(error(ZERO, G)).eq(c + num(ZERO) * b))))))
    joined = call("cons", v, xs)
    front = right(spec(products_from_the_front(lam(j, G(j)(joined(j)))), n))
    sums, longer_ = total(lam(j, G1(j)(xs(j))), n), total(lam(j, G(j)(joined(j))), SUCC(n))
    front = same(front, longer_.eq(sums + G(ZERO)(v)))
    inner = under(ar((c + longer_).eq(c + sums + G(ZERO)(v)), front), v, S(ZERO))
    inner = ar(S(ZERO)(lam(v, c + longer_)).eq((c + b) + sums), inner, body_of(at(spec(H, ZERO), c + sums)))
    outer = under(inner, xs, databases(v0, n, S1))
    shifted = gen(j, same(spec(H, SUCC(j)), forall(c, S1(j)(lam(v, c + G1(j)(v))).eq(c + b))))
    rest = at(use(at(hyp, S1, G1), shifted), c + b)
    end = ar(databases(v0, SUCC(n), S)(error(SUCC(n), G)).eq(c + num(SUCC(n)) * b), outer, rest)
    found = induct(n, base, discharge(hyp.concl, gen(S, gen(G, discharge(H.concl, gen(c, end))))))
    th = at(use(at(spec(found, n), s, g), one), 0)
    whole = databases(v0, n, s)(lam(xs, total(lam(j, g(j)(xs(j))), n)))
    moved = under(ar((0 + total(lam(j, g(j)(xs(j))), n)).eq(total(lam(j, g(j)(xs(j))), n))), xs, databases(v0, n, s))
    return gen(n, ar(whole.eq(num(n) * b), body_of(th), moved))


@theorem(place="dp-lecture, Laplace utility, expected error", claims="expected-error-of-the-laplace-mechanism")
def expected_error_of_the_laplace_mechanism(
    K: Nat, q: Fun(X, N, R), x: X, D: Real, e: Real, ig: Fun(RR, o), M: Fun(RR, R)
):
    """K answers to q with independent Laplace noise of scale D/e: their mean error in the l1 norm is K D/e."""
    b = over(D, e)
    law_ = databases(0, K, function(N, lambda j: call("laplace", M, INV(b), INV(2 * b), q(x)(j))))
    error = function(fn(N, R), lambda a: total(lambda j: dist(a(j), q(x)(j)), K))
    return implies(
        lebesgue(ig, M), *integrable(ig, b, ones, sizes), below(0, D), below(0, e), law_(error).eq(num(K) * b)
    )


def scale_above(D, e, D0, e0):
    """Prove that D/e is above 0."""
    b = over(D, e)
    _, i0 = positive(e, e0)
    low = assume(b <= 0)
    u = positive(e, e0)[0]
    return refuting(
        low.concl, contradiction(D0, ar(D <= 0, ar(b * e <= 0, low, use(ax("total", e, 0), e0)), u, factors=[D]))
    )


@expected_error_of_the_laplace_mechanism.proof
def _(K, q, x, D, e, ig, M, leb, i0, i1, D0, e0):
    b, c, v = over(D, e), var("c", R), var("v", R)
    noise = use(laplace_noise_about_a_number(b, q(x)(j), ig, M), leb, i0, i1, scale_above(D, e, D0, e0))
    s, g = answers(M, b, q(x)), lam(j, lam(v, dist(v, q(x)(j))))
    one = gen(j, same(left(right(noise)), forall(c, s(j)(lam(v, c + g(j)(v))).eq(c + b))))
    return spec(use(errors_add_up(0, s, g, b, X=R), one), K)


@theorem
def logarithms_of_shares(m: Odds, beta: Real):
    """For m >= 1 >= beta > 0: m/beta is at least 1, and exp(-log(m/beta)) is beta/m."""
    y = over(m, beta)
    return implies(below(0, beta), beta <= 1, (real(1) <= y) & EXP(0 - LOG(y)).eq(over(beta, m)))


@logarithms_of_shares.proof
def _(m, beta, m1, above_, b1):
    (u, i0), (w, k0) = positive(m, m1), positive(beta, above_)
    y = over(m, beta)
    y1 = ar(real(1) <= y, w, k0, ar(beta <= m, b1, m1))
    low = assume(y <= 0)
    back = use(ax("exp_log", y), refuting(low.concl, impossible(ar(real(1) <= 0, low, y1))))
    plus = rewrite(ax("exp_plus", LOG(y), 0 - LOG(y)), LOG(y) + (0 - LOG(y)), real(0))
    e = EXP(0 - LOG(y))
    one = ar((y * e).eq(1), plus, back, exp_zero(), factors=[e])
    two = ar((m * e).eq(beta), one, w, factors=[beta, m * e])
    return conj(y1, ar(e.eq(over(beta, m)), two, u, factors=[INV(m), e]))


@theorem(
    place="dp-lecture, Laplace utility, high probability", claims="high-probability-bound-of-the-laplace-mechanism"
)
def high_probability_bound_of_the_laplace_mechanism(
    K: Nat, q: Fun(X, N, R), x: X, beta: Rate, D: Real, e: Real, ig: Fun(RR, o), M: Fun(RR, R)
):
    """All of K + 1 answers with Laplace noise of scale D/e are within log((K + 1)/beta) D/e with chance 1 - beta."""
    b, size = over(D, e), LOG(over(num(SUCC(K)), beta))
    law_ = databases(0, SUCC(K), function(N, lambda j: call("laplace", M, INV(b), INV(2 * b), q(x)(j))))
    within = function(
        fn(N, R), lambda a: each(N, lambda j: implies(among(SUCC(K), j), dist(a(j), q(x)(j)) <= size * b))
    )
    return implies(
        lebesgue(ig, M), *integrable(ig, b, ones, sizes), below(0, D), below(0, e), below(0, beta),
        1 - beta <= prob(law_, within),
    )  # fmt: skip


@high_probability_bound_of_the_laplace_mechanism.proof
def _(K, q, x, beta, D, e, ig, M, b0, b1, leb, i0, i1, D0, e0, above_):
    b, r = over(D, e), var("r", R)
    y = over(num(SUCC(K)), beta)
    m1 = ar(real(1) <= num(SUCC(K)), spec(numbers_are_not_negative.thm, K))
    y1, share = parts_of(use(logarithms_of_shares(num(SUCC(K)), beta), m1, above_, b1))
    t = LOG(y)
    t0 = ar(real(0) <= t, use(logs_are_monotone(1, y), algebra(below(0, real(1))), y1), log_one.thm)
    good = use(laplace_noise_about_a_number(b, q(x)(j), ig, M), leb, i0, i1, scale_above(D, e, D0, e0))
    s, S = answers(M, b, q(x)), lam(j, lam(r, dist(r, q(x)(j)) <= t * b))
    near_ = use(spec(right(right(good)), t), t0)
    chance_ = prob(s(j), S(j))
    each_ = gen(j, ar(1 - over(beta, num(SUCC(K))) <= chance_, same(near_, chance_.eq(1 - EXP(0 - t))), share))
    laws_ = gen(j, same(left(good), law(s(j))))
    found = use(all_independent_records_are_within(beta, K, 0, s, S, X=R), b0, laws_, each_)
    return found
