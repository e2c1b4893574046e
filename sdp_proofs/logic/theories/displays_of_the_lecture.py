"""Displays of the lecture: closed inequalities of reals and of finite sums."""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.lecture import *
from sdp_proofs.logic.vocabulary import *

k, n = var("k", N), var("n", N)
HALF = Fraction(1, 2)


# ---- setting -------------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Setting, neighbours", claims="neighbours-of-one-size-are-equal")
def neighbours_of_one_size_are_equal(added: Nat, removed: Nat):
    """If as many records are added as removed, and at most one in all, then none is."""
    return implies(num(added).eq(num(removed)), num(added) + num(removed) <= 1, eq(added, ZERO) & eq(removed, ZERO))


@neighbours_of_one_size_are_equal.proof
def _(added, removed, same_, few):
    zero = lambda m: eq(m, ZERO)
    claim = lambda m: implies(2 * num(m) <= 1, zero(m))
    H = assume(2 * num(SUCC(n)) <= 1)
    bad = impossible(ar(real(1) <= 0, H, spec(numbers_are_not_negative.thm, n)))
    start = assume(2 * num(ZERO) <= 1)
    every = induct(
        n, discharge(start.concl, refl(ZERO)), discharge(claim(n), discharge(H.concl, absurd(bad, zero(SUCC(n)))))
    )
    ends = (mp(spec(every, m), ar(2 * num(m) <= 1, same_, few)) for m in (added, removed))
    return conj(*ends)


@theorem(place="dp-lecture, Integer queries, range", claims="counts-lie-between-zero-and-the-size")
def counts_lie_between_zero_and_the_size(S: Fun(N, o)):
    """The number of records with a property lies between 0 and the number of records, and is a natural number."""
    count = lambda n: total(lambda k: truth(S(k)), n)
    whole = lambda n: some(N, lambda m: num(m).eq(count(n)))
    return each(N, lambda n: ((real(0) <= count(n)) & (count(n) <= num(n))) & whole(n))


@counts_lie_between_zero_and_the_size.proof
def _(S):
    m = var("m", N)
    count = lambda n: total(lam(k, truth(S(k))), n)
    is_ = lambda n: lam(m, num(m).eq(count(n)))
    claim = lambda n: ((real(0) <= count(n)) & (count(n) <= num(n))) & exists(is_(n))
    hyp = assume(claim(n))
    yes, no, low, high = decided(S(n))
    more = conj(
        ar(real(0) <= count(SUCC(n)), left(left(hyp)), low), ar(count(SUCC(n)) <= num(SUCC(n)), right(left(hyp)), high)
    )

    def next_(th):
        inside, outside = assume(S(n)), assume(not_(S(n)))
        one = witness(SUCC(m), ar(num(SUCC(m)).eq(count(SUCC(n))), th, use(yes, inside)), is_(SUCC(n)))
        zero = witness(m, ar(num(m).eq(count(SUCC(n))), th, use(no, outside)), is_(SUCC(n)))
        return cases(inside.concl, one, zero)

    step = conj(more, given(right(hyp), m, next_))
    base = conj(
        conj(ar(real(0) <= count(ZERO)), ar(count(ZERO) <= num(ZERO))),
        witness(ZERO, ar(num(ZERO).eq(count(ZERO))), is_(ZERO)),
    )
    return induct(n, base, discharge(hyp.concl, step))


# ---- sensitivity ---------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Sensitivity, definition", claims="sensitivity-may-be-infinite")
def sensitivity_may_be_infinite(D: Real):
    """The square of the size changes by more than D, whatever D is, when a record is added to some dataset."""
    square = lambda n: num(n) * num(n)
    return some(N, lambda n: below(D, square(SUCC(n)) - square(n))) & each(
        N, lambda n: implies(num(n) >= D, below(D, square(SUCC(n)) - square(n)))
    )


@sensitivity_may_be_infinite.proof
def _(D):
    gap = lambda n: num(SUCC(n)) * num(SUCC(n)) - num(n) * num(n)
    H, wrong = assume(num(n) >= D), assume(gap(n) <= D)
    n0 = spec(numbers_are_not_negative.thm, n)
    no = refuting(wrong.concl, impossible(ar(real(1) <= 0, wrong, H, n0)))
    every = gen(n, discharge(H.concl, no))
    # no number bounds all natural numbers
    none = assume(not_(exists(lam(n, below(D, gap(n))))))
    big = assume(not_(num(n) <= D))
    here = witness(n, mp(spec(every, n), use(ax("total", num(n), D), big)), lam(n, below(D, gap(n))))
    low = cases(num(n) <= D, assume(num(n) <= D), absurd(contradiction(none, here), num(n) <= D))
    wrong_ = contradiction(archimedes(D), gen(n, low))
    some_ = cases(
        exists(lam(n, below(D, gap(n)))), assume(exists(lam(n, below(D, gap(n))))),
        absurd(wrong_, exists(lam(n, below(D, gap(n))))),
    )  # fmt: skip
    return conj(some_, every)


@theorem(place="dp-lecture, Sensitivity, quiz")
def sensitivity_of_the_average_salary(n: Odds, m: Real, s: Real, t: Real, B: Real):
    """A salary s added to n of mean m, all in [0, B], moves the mean by |s - m|/(n + 1) <= B/2; replaced, by <= B/n."""
    within = lambda x: (real(0) <= x) & (x <= B)
    moved = dist(over(n * m + s, n + 1), m)
    return implies(
        within(m), within(s), within(t),
        (moved <= B * HALF) & implies(n.eq(1), m.eq(0), s.eq(B), moved.eq(B * HALF))
        & (dist(over(n * m + s, n), over(n * m + t, n)) <= over(B, n)),
    )  # fmt: skip


by_algebra(sensitivity_of_the_average_salary)


# ---- Laplace -------------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Laplace distribution, ratio", claims="shifted-laplace-densities-have-a-bounded-ratio")
def shifted_laplace_densities_have_a_bounded_ratio(y: Real, a: Real, b: Real):
    """exp(-|y|/b) is at most exp(|a|/b) exp(-|y - a|/b), and equal to it where y is on the other side of 0 than a."""
    bell = lambda t: EXP(0 - over(dist(t, 0), b))
    here, there = bell(y), EXP(over(dist(a, 0), b)) * bell(y - a)
    apart = lambda p, q: implies(p, q, here.eq(there))
    return implies(
        below(0, b),
        (here <= there) & apart(y <= 0, real(0) <= a) & apart(real(0) <= y, a <= 0),
    )  # fmt: skip


@shifted_laplace_densities_have_a_bounded_ratio.proof
def _(y, a, b, b0):
    s, t, u = 0 - over(dist(y, 0), b), over(dist(a, 0), b), 0 - over(dist(y - a, 0), b)
    whole = ax("exp_plus", t, u)
    le = use(exp_monotone(s, t + u), algebra(s <= t + u, b0))
    first = ar(EXP(s) <= EXP(t) * EXP(u), le, whole)

    def equal(*premises):
        known = [assume(p) for p in premises]
        th = algebra(s.eq(t + u), b0, *known)
        v = var("v", R)
        th = same(replace(th, refl(EXP(s)), lam(v, EXP(s).eq(EXP(v)))), EXP(s).eq(EXP(t + u)))
        th = ar(EXP(s).eq(EXP(t) * EXP(u)), th, whole)
        for one in reversed(known):
            th = discharge(one.concl, th)
        return th

    return conj(conj(first, equal(y <= 0, real(0) <= a)), equal(real(0) <= y, a <= 0))


@theorem(place="dp-lecture, Laplace mechanism, theorem")
def no_smaller_epsilon_holds_for_the_laplace_mechanism(epsilon: Real, D: Real, f: Real, g: Real, r: Real):
    """At answers D apart the loss (epsilon/D)(|r - g| - |r - f|) is epsilon at outputs r beyond f."""
    loss = over(epsilon, D) * (dist(r, g) - dist(r, f))
    return implies(
        below(0, D),
        implies((f - g).eq(D), f <= r, loss.eq(epsilon)) & implies((g - f).eq(D), r <= f, loss.eq(epsilon)),
    )


@no_smaller_epsilon_holds_for_the_laplace_mechanism.proof
def _(epsilon, D, f, g, r, d0):
    unit, _ = positive(D, d0)
    gap = dist(r, g) - dist(r, f)

    def end(*premises):
        known = [assume(p) for p in premises]
        th = algebra(gap.eq(D), d0, *known)
        th = ar((over(epsilon, D) * gap).eq(epsilon), th, unit, factors=[over(epsilon, D), epsilon])
        for one in reversed(known):
            th = discharge(one.concl, th)
        return th

    return conj(end((f - g).eq(D), f <= r), end((g - f).eq(D), r <= f))


@theorem(place="dp-lecture, Laplace mechanism, proof, densities", claims="normalisers-of-the-densities-cancel")
def normalisers_of_the_densities_cancel(s: Real, x: Fun(N, R), u: Fun(N, R), n: Nat):
    """The quotient of two products of densities s exp(-s x_k)/2 and s exp(-s u_k)/2 is exp(s sum_k (u_k - x_k))."""
    density = lambda t: s * EXP(0 - s * t) * HALF
    of = lambda x: product(lambda k: density(x(k)), n)
    return implies(below(0, s), over(of(x), of(u)).eq(EXP(s * total(lambda k: u(k) - x(k), n))))


@normalisers_of_the_densities_cancel.proof
def _(s, x, u, n, s0):
    n_, n = n, var("m", N)
    density = lambda t: s * EXP(0 - s * t) * HALF
    of = lambda x, n: product(lam(k, density(x(k))), n)
    S = lambda n: total(lam(k, u(k) - x(k)), n)
    claim = lambda n: below(0, of(u, n)) & of(x, n).eq(of(u, n) * EXP(s * S(n)))
    hyp = assume(claim(n))
    # exp(-t) is positive
    E = lambda t: EXP(0 - s * t)
    back = rewrite(ax("exp_plus", s * u(n), 0 - s * u(n)), s * u(n) + (0 - s * u(n)), real(0))
    few = assume(density(u(n)) <= 0)
    unit, i0 = positive(s, s0)
    low = ar(E(u(n)) <= 0, ar(s * E(u(n)) <= 0, few), unit, i0, hints=[(0, 2)], factors=[E(u(n))])
    pos = refuting(
        few.concl,
        impossible(ar(real(1) <= 0, back, exp_zero.thm, low, exp_positive(s * u(n)), exp_positive(0 - s * u(n)))),
    )
    both = algebra(below(0, of(u, n) * density(u(n))), left(hyp), pos)
    gap = s * (u(n) - x(n))
    move = rewrite(ax("exp_plus", gap, 0 - s * u(n)), gap + (0 - s * u(n)), 0 - s * x(n))
    more = rewrite(ax("exp_plus", s * S(n), gap), s * S(n) + gap, s * (S(n) + (u(n) - x(n))))
    more = same(more, EXP(s * S(SUCC(n))).eq(EXP(s * S(n)) * EXP(gap)))
    end = ar(
        of(x, SUCC(n)).eq(of(u, SUCC(n)) * EXP(s * S(SUCC(n)))), right(hyp), move, more,
        factors=[s * E(x(n)), of(u, n) * EXP(s * S(n)) * s, of(u, n) * s * E(u(n))],
    )  # fmt: skip
    one = assume(of(u, ZERO) <= 0)
    zero_ = ar(EXP(s * S(ZERO)).eq(1), exp_zero.thm)
    base = conj(
        refuting(one.concl, impossible(ar(real(1) <= 0, one))),
        ar(of(x, ZERO).eq(of(u, ZERO) * EXP(s * S(ZERO))), zero_),
    )
    th = spec(induct(n, base, discharge(hyp.concl, conj(same(both, below(0, of(u, SUCC(n)))), end))), n_)
    unit, _ = positive(of(u, n_), left(th))
    return ar(over(of(x, n_), of(u, n_)).eq(EXP(s * S(n_))), right(th), unit, factors=[INV(of(u, n_)), EXP(s * S(n_))])


@theorem(place="dp-lecture, Laplace utility, high probability")
def union_bound_loses_next_to_nothing(beta: Rate, K: Nat):
    """The K-th power of 1 - beta/K is at least 1 - beta and at most exp(-beta); for K = 1 it is 1 - beta."""
    m = num(SUCC(K))
    keep = power(1 - over(beta, m), SUCC(K))
    return ((1 - beta <= keep) & (keep <= EXP(0 - beta))) & implies(eq(K, ZERO), keep.eq(1 - beta))


@union_bound_loses_next_to_nothing.proof
def _(beta, K, b0, b1):
    m = num(SUCC(K))
    n0 = spec(numbers_are_not_negative.thm, K)
    unit, i0 = positive(m, ar(real(1) <= m, n0))
    x = over(beta, m)
    x0 = ar(real(0) <= x, b0, i0)
    x1 = ar(x <= 1, ar(beta <= m, b1, n0), unit, i0, hints=[(0, 2)])
    claim = lambda n: (
        ((real(0) <= power(1 - x, n)) & (power(1 - x, n) <= 1))
        & ((1 - num(n) * x <= power(1 - x, n)) & (power(1 - x, n) <= EXP(0 - num(n) * x)))
    )
    hyp = assume(claim(n))
    low, one, under_, over_ = left(left(hyp)), right(left(hyp)), left(right(hyp)), right(right(hyp))
    move = rewrite(ax("exp_plus", 0 - num(n) * x, 0 - x), (0 - num(n) * x) + (0 - x), 0 - num(SUCC(n)) * x)
    step = ax("exp_above", 0 - x)
    e0 = exp_positive(0 - num(n) * x)
    nexts = conj(
        conj(
            ar(real(0) <= power(1 - x, SUCC(n)), low, x1),
            ar(power(1 - x, SUCC(n)) <= 1, low, one, x0),
        ),
        conj(
            ar(1 - num(SUCC(n)) * x <= power(1 - x, SUCC(n)), under_, one, x0),
            ar(
                power(1 - x, SUCC(n)) <= EXP(0 - num(SUCC(n)) * x),
                ar(power(1 - x, n) * (1 - x) <= EXP(0 - num(n) * x) * (1 - x), over_, x1), move,
                ar(EXP(0 - num(n) * x) * (1 - x) <= EXP(0 - num(n) * x) * EXP(0 - x), step, e0),
            ),
        ),
    )  # fmt: skip
    at_0 = ar
    zero = ar(EXP(0 - num(ZERO) * x).eq(1), exp_zero.thm)
    base = conj(
        conj(at_0(real(0) <= power(1 - x, ZERO)), at_0(power(1 - x, ZERO) <= 1)),
        conj(at_0(1 - num(ZERO) * x <= power(1 - x, ZERO)), at_0(power(1 - x, ZERO) <= EXP(0 - num(ZERO) * x), zero)),
    )
    th = spec(induct(n, base, discharge(hyp.concl, nexts)), SUCC(K))
    whole = ar((m * x).eq(beta), unit, factors=[beta])
    v = var("v", R)
    exp_ = same(replace(whole, right(right(th)), lam(v, power(1 - x, SUCC(K)) <= EXP(0 - v))),
                power(1 - x, SUCC(K)) <= EXP(0 - beta))  # fmt: skip
    is_0 = assume(eq(K, ZERO))
    q = var("q", N)
    one_ = ar(power(1 - over(beta, num(SUCC(ZERO))), SUCC(ZERO)).eq(1 - beta),
              ar(INV(num(SUCC(ZERO))).eq(1), positive(num(SUCC(ZERO)), ar(real(1) <= num(SUCC(ZERO))))[0]),
              factors=[beta])  # fmt: skip
    one_ = subst(symmetric(is_0), one_, lambda q: power(1 - over(beta, num(SUCC(q))), SUCC(q)).eq(1 - beta))
    del q
    return conj(conj(ar(1 - beta <= power(1 - x, SUCC(K)), left(right(th)), whole), exp_), discharge(is_0.concl, one_))


# ---- Gauss ---------------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Gaussian proof, one dimension")
def one_direction_of_the_noise_matters(y: Fun(N, R), v: Fun(N, R), n: Nat):
    """The squared norms of y + v and y differ by 2 <y, v> + |v|^2."""
    sum_ = lambda f: total(f, n)
    both = lambda k: (y(k) + v(k)) * (y(k) + v(k))
    return (sum_(both) - sum_(lambda k: y(k) * y(k))).eq(2 * sum_(lambda k: y(k) * v(k)) + sum_(lambda k: v(k) * v(k)))


@one_direction_of_the_noise_matters.proof
def _(y, v, n):
    n_, n = n, var("m", N)
    s = lambda f, n: total(function(N, f), n)
    claim = lambda n: (s(lambda k: (y(k) + v(k)) * (y(k) + v(k)), n) - s(lambda k: y(k) * y(k), n)).eq(
        2 * s(lambda k: y(k) * v(k), n) + s(lambda k: v(k) * v(k), n)
    )
    return spec(induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n))))), n_)


@theorem(place="dp-lecture, Gaussian proof, display, equality", claims="the-loss-at-the-sensitivity")
def loss_at_the_sensitivity(y: Real, D: Real, s: Real):
    """The logarithm of exp(-y^2/(2 s))/exp(-(y + D)^2/(2 s)) is (2 y D + D^2)/(2 s), s being the variance."""
    of = lambda t: EXP(0 - over(t * t, 2 * s))
    return LOG(over(of(y), of(y + D))).eq(over(2 * y * D + D * D, 2 * s))


@loss_at_the_sensitivity.proof
def _(y, D, s):
    e, f, loss = 0 - over(y * y, 2 * s), 0 - over((y + D) * (y + D), 2 * s), over(2 * y * D + D * D, 2 * s)
    whole = rewrite(ax("exp_plus", loss, f), loss + f, e)
    back = rewrite(ax("exp_plus", f, 0 - f), f + (0 - f), real(0))
    few = assume(EXP(f) <= 0)
    pos = refuting(few.concl, impossible(ar(real(1) <= 0, back, exp_zero.thm, few, exp_positive(0 - f))))
    unit, _ = positive(EXP(f), pos)
    ratio = ar(over(EXP(e), EXP(f)).eq(EXP(loss)), whole, unit, factors=[INV(EXP(f)), EXP(loss)])
    return subst(symmetric(ratio), fact("logs_undo_exponentials", loss), lambda v: LOG(v).eq(loss))


@theorem(place="dp-lecture, Gaussian proof, threshold", claims="the-loss-is-bounded-for-small-noise")
def loss_is_bounded_for_small_noise(y: Real, e: Real, D: Real, s: Real):
    """The bound (2 |y| D + D^2)/(2 s) of the loss is at most epsilon exactly for |y| <= s epsilon/D - D/2."""
    size = dist(y, 0)
    small, bounded_ = size <= over(s * e, D) - D * HALF, over(2 * size * D + D * D, 2 * s) <= e
    return implies(below(0, D), below(0, s), implies(small, bounded_) & implies(bounded_, small))


by_algebra(loss_is_bounded_for_small_noise)


@theorem(place="dp-lecture, Gaussian mechanism, delta = 0")
def gaussian_noise_is_never_purely_private(y: Real, e: Real, D: Real, s: Real):
    """The loss (2 y D + D^2)/(2 s) exceeds epsilon for all noise y from s epsilon/D on."""
    return implies(below(0, D), below(0, s), over(s * e, D) <= y, below(e, over(2 * y * D + D * D, 2 * s)))


@gaussian_noise_is_never_purely_private.proof
def _(y, e, D, s, d0, s0, far):
    (u, i), d = positive(D, d0), use(ax("total", D, 0), d0)
    yd = ar(s * e <= y * D, far, u, d, hints=[(0, 2)], factors=[s * e])
    few = assume(D * D <= 0)
    square = refuting(few.concl, contradiction(d0, ar(D <= 0, few, u, i, hints=[(0, 2)], factors=[D])))
    return algebra(gaussian_noise_is_never_purely_private.conclusion, s0, square, yd)


@theorem(place="dp-lecture, Gaussian noise, composition")
def gaussian_losses_add_up(y: Real, x: Real, D: Real, d: Real, s: Real, w: Real):
    """Losses at noises y and x, distances D and d, add up to that at w^2 = D^2 + d^2 with noise (D y + d x)/w."""
    loss = lambda z, w: over(2 * z * w + w * w, 2 * s)
    return implies(
        below(0, w), (w * w).eq(D * D + d * d),
        (loss(y, D) + loss(x, d)).eq(loss(over(D * y + d * x, w), w)),
    )  # fmt: skip


@gaussian_losses_add_up.proof
def _(y, x, D, d, s, w, w0, sq):
    u, _ = positive(w, w0)
    i = INV(2 * s)
    return ar(gaussian_losses_add_up.conclusion, u, sq, factors=[i, D * y * i, d * x * i])


@theorem(place="dp-lecture, Gaussian noise, sums")
def exponents_of_a_sum_of_gaussians(t: Real, x: Real, m: Real, y: Real, a: Real, b: Real):
    """(t - m)^2/(2a) + (x - t - y)^2/(2b) is that of the sum at x, variance a + b, and one in t of ab/(a + b)."""
    square = lambda z: z * z
    mid = over(b * m + a * (x - y), a + b)
    return implies(
        below(0, a), below(0, b),
        (over(square(t - m), 2 * a) + over(square(x - t - y), 2 * b)).eq(
            over(square(x - m - y), 2 * (a + b)) + over(square(t - mid) * (a + b), 2 * a * b)
        ),
    )  # fmt: skip


by_algebra(exponents_of_a_sum_of_gaussians)


# ---- integer queries -----------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Integer queries")
def outputs_beyond_both_answers_have_one_ratio(y: Real, c: Real, x: Real):
    """Below both answers c and x the distances of an output differ by x - c whatever it is, above both by c - x."""
    gap = dist(y, x) - dist(y, c)
    return implies(y <= c, y <= x, gap.eq(x - c)) & implies(c <= y, x <= y, gap.eq(c - x))


@theorem(place="dp-lecture, Integer queries")
def discrete_gaussian_loss_is_that_of_the_gaussian(k: Real, d: Real, s: Real, e: Real):
    """The exponents at k and k + d differ by (2kd + d^2)/(2s), which exceeds e for k >= s e and d >= 1."""
    loss = over(2 * k * d + d * d, 2 * s)
    of = lambda k: 0 - over(k * k, 2 * s)
    return implies(
        below(0, s), (of(k) - of(k + d)).eq(loss) & implies(s * e <= k, real(1) <= d, real(0) <= e, below(e, loss))
    )


@discrete_gaussian_loss_is_that_of_the_gaussian.proof
def _(k, d, s, e, s0):
    loss = over(2 * k * d + d * d, 2 * s)
    far, one, e0 = assume(s * e <= k), assume(real(1) <= d), assume(real(0) <= e)
    se = ar(real(0) <= s * e, use(ax("total", s, 0), s0), e0)
    up = ar(2 * s * e + 1 <= 2 * k * d + d * d, far, one, se)
    last = algebra(below(e, loss), s0, up)
    for one_ in (e0, one, far):
        last = discharge(one_.concl, last)
    first = algebra(binary(discrete_gaussian_loss_is_that_of_the_gaussian.conclusion, "and")[0], s0)
    return conj(first, last)


by_algebra(outputs_beyond_both_answers_have_one_ratio)
