"""Displays with all that the words of their claims say: best values, least deltas, budgets beside each other."""

from sdp_proofs.logic.theories.counts_and_tails import (
    aliases_are_below_a_geometric_series,
    best_place_is_allowed_on_its_side,
)
from sdp_proofs.logic.theories.displays_of_descent import *
from sdp_proofs.logic.theories.displays_of_the_lecture import sensitivity_of_the_average_salary
from sdp_proofs.logic.theories.displays_of_the_paper import *
from sdp_proofs.logic.theories.displays_of_the_project import *
from sdp_proofs.logic.theories.entropies import exp_is_positive, products_are_positive
from sdp_proofs.logic.theories.lecture_facts import choice_between_two_losses_is_below_a_parabola
from sdp_proofs.logic.theories.moments_of_losses import powers_of_exponentials
from sdp_proofs.logic.theories.normal_laws import *
from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.theories.sampled_counts import *
from sdp_proofs.logic.vocabulary import *

a, x, y, i, k, m_, n_ = var("a", A), var("x", X), var("y", X), *(var(name, N) for name in ("i", "k", "m", "n"))
HALF = Fraction(1, 2)


# ---- displays of the papers ----------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. D.2, rearrangement", claims="rearrangement-to-inequality-five")
def printed_product_inequality_and_inequality_five(
    e: Real, h: Real, p: Real, q: Real, r: Real, s: Real, d: Real, c: Real
):
    """exp(eps_1 + eps_2) Q_1 Q_2 <= P_1 P_2 - (d_1 + d_2) says the same as d_1 + d_2 <= P_1 P_2 - exp(..) Q_1 Q_2."""
    odds = EXP(e + h) * (q * s)
    first, second = odds <= p * r - (d + c), d + c <= p * r - odds
    return implies(first, second) & implies(second, first)


by_algebra(printed_product_inequality_and_inequality_five)


@theorem(place="dp-lecture, Sensitivity, quiz", claims="sensitivity-of-the-average-salary")
def average_salary_with_and_without_a_bound(n: Odds, m: Real, s: Real, t: Real, B: Real):
    """Salaries in [0, B]: one more moves the average by B/2 at most, a replaced one by B/n; unbounded ones by any D."""
    within = lambda x: (real(0) <= x) & (x <= B)
    moved = dist(over(n * m + s, n + 1), m)
    size = (n + 1) * moved
    unbounded = each(R, lambda D: some(R, lambda s: below(D, dist(over(n * m + s, n + 1), m))))
    return implies(
        within(m),
        within(s),
        within(t),
        (size.eq(dist(s, m)) & (moved <= B * HALF))
        & implies(n.eq(1), m.eq(0), s.eq(B), moved.eq(B * HALF))
        & (dist(over(n * m + s, n), over(n * m + t, n)) <= over(B, n))
        & unbounded,
    )


@average_salary_with_and_without_a_bound.proof
def _(n, m, s, t, B, n1, im, is_, it):
    known = use(sensitivity_of_the_average_salary(n, m, s, t, B), n1, im, is_, it)
    u, i0 = positive(n + 1, ar(real(1) <= n + 1, n1))
    moved = dist(over(n * m + s, n + 1), m)
    size = algebra(((n + 1) * moved).eq(dist(s, m)), n1)
    D, v = var("D", R), var("s", R)
    far = m + (n + 1) * (D + 1)
    value = ar(over(n * m + far, n + 1).eq(m + D + 1), u, factors=[m, D + 1])
    top = ax("max_left", over(n * m + far, n + 1) - m, m - over(n * m + far, n + 1))
    q = lam(v, below(D, dist(over(n * m + v, n + 1), m)))
    wrong = assume(dist(over(n * m + far, n + 1), m) <= D)
    beyond_ = refuting(wrong.concl, impossible(ar(real(1) <= 0, wrong, top, value)))
    unbounded = gen(D, witness(far, beyond_, q))
    first, second = left(left(known)), right(left(known))
    return conj(conj(conj(conj(size, first), second), right(known)), unbounded)


@theorem(place="dp-lssgd, App. A.3, step size", claims="steps-below-one-over-l-are-short")
def steps_of_one_over_the_root_are_short(eta: Nonneg, L: Nonneg, T: Real):
    """With eta = 1/sqrt(T): eta <= 1/L, that is L^2 <= T, gives 1 - eta L/2 >= 1/2, which holds for all short steps."""
    short = real(HALF) <= 1 - eta * L * HALF
    root = (eta * eta * T).eq(1)
    long_ = L * L <= T
    return implies(eta * L <= 1, short) & implies(
        root, below(0, T), (implies(eta * L <= 1, long_) & implies(long_, eta * L <= 1)) & implies(long_, short)
    )


@steps_of_one_over_the_root_are_short.proof
def _(eta, L, T, e0, l0):
    le = assume(eta * L <= 1)
    short = lambda th: ar(real(HALF) <= 1 - eta * L * HALF, th)
    root, pos = assume((eta * eta * T).eq(1)), assume(below(0, T))
    tp = use(ax("total", T, 0), pos)
    el = ar(real(0) <= eta * L, e0, l0)
    sq = ar(eta * L * (eta * L) <= 1, ar((1 - eta * L) * (1 + eta * L) >= 0, le, el), el)
    one = ar(L * L <= T, ar(T * (eta * L * (eta * L)) <= T, sq, tp), root, factors=[L * L])
    many = assume(L * L <= T)
    back = ar(eta * eta * (L * L) <= 1, ar(eta * eta * (L * L) <= eta * eta * T, many, squares=[eta]), root)
    wrong = assume(not_(eta * L <= 1))
    big = use(ax("total", eta * L, 1), wrong)
    twice = ar(eta * L <= 1, ar(eta * L <= eta * L * (eta * L), big, el), back)
    two = cases(eta * L <= 1, assume(eta * L <= 1), absurd(contradiction(wrong, twice), eta * L <= 1))
    both = conj(conj(discharge(le.concl, one), discharge(many.concl, two)), discharge(many.concl, short(two)))
    return conj(discharge(le.concl, short(le)), discharge(root.concl, discharge(pos.concl, both)))


@theorem(place="dp-lssgd, Theorem 4", claims="the-conditions-bound-the-dimension")
def second_condition_with_the_steps_of_theorem_four(
    mu: Real, d: Real, G: Real, l: Real, b: Real, p: Real, c: Nonneg, Q: Nonneg, e: Real, n: Real
):
    """With the T of Theorem 4, 5 b^2 T p/(mu n^2 e) >= 3/2 reads 3 mu d G^2 l <= 10 b^2 p c Q e and bounds d."""
    T = over(c * Q * (n * n) * (e * e), d * (G * G) * l)
    condition = over(5 * (b * b) * T * p, mu * (n * n) * e) >= real(Fraction(3, 2))
    reads = 3 * mu * d * (G * G) * l <= 10 * (b * b) * p * c * Q * e
    order = p <= over(2 * l, (1 - mu) * e)
    bound = d <= over(20 * c, 3 * mu * (1 - mu)) * over(b * b * Q, G * G)
    return implies(
        below(0, mu),
        below(mu, 1),
        below(0, d),
        below(0, G * G),
        below(0, l),
        below(0, e),
        below(0, n),
        (implies(condition, reads) & implies(reads, condition)) & implies(condition, order, bound),
    )


@second_condition_with_the_steps_of_theorem_four.proof
def _(mu, d, G, l, b, p, c, Q, e, n, c0, q0, m0, m1, d0, g0, l0, e0, n0):
    g = G * G
    dgl = use(products_are_positive(d * g, l), use(products_are_positive(d, g), d0, g0), l0)
    mne = use(
        products_are_positive(mu * (n * n), e),
        use(products_are_positive(mu, n * n), m0, use(products_are_positive(n, n), n0, n0)),
        e0,
    )
    D, K = d * g * l, mu * (n * n) * e
    (ud, id_), (uk, ik) = positive(D, same(dgl, below(0, D))), positive(K, same(mne, below(0, K)))
    ge = lambda v, th: use(ax("total", v, 0), th)
    T = c * Q * (n * n) * (e * e) * INV(D)
    left_ = 5 * (b * b) * T * p * INV(K)
    condition, reads = assume(left_ >= real(Fraction(3, 2))), assume(3 * mu * d * g * l <= 10 * (b * b) * p * c * Q * e)
    w = 10 * (b * b) * p * c * Q * e
    # 2 D K left = n^2 e (10 b^2 p c Q e)
    whole = ar(
        (2 * D * K * left_).eq(n * n * e * w),
        ud,
        uk,
        factors=[
            10 * (b * b) * p * c * Q * (n * n) * (e * e) * K * INV(K),
            10 * (b * b) * p * c * Q * (n * n) * (e * e),
        ],
    )
    dp, kp = ge(D, same(dgl, below(0, D))), ge(K, same(mne, below(0, K)))
    dk = ar(real(0) <= D * K, dp, kp)
    ne = same(use(products_are_positive(n * n, e), use(products_are_positive(n, n), n0, n0), e0), below(0, n * n * e))
    (un, iN) = positive(n * n * e, ne)
    up = ar(n * n * e * w >= 3 * (D * K), ar(D * K * Fraction(3, 2) <= D * K * left_, condition, dk), whole)
    first = ar(
        3 * mu * d * g * l <= w,
        ar(INV(n * n * e) * (3 * (D * K)) <= INV(n * n * e) * (n * n * e * w), up, iN),
        un,
        factors=[w, 3 * mu * d * g * l],
    )
    nep = ge(n * n * e, ne)
    down = ar(
        2 * D * K * left_ >= 3 * (D * K), whole, ar(n * n * e * (3 * mu * d * g * l) <= n * n * e * w, reads, nep)
    )
    second = ar(
        left_ >= Fraction(3, 2),
        ar(
            INV(D) * INV(K) * (3 * (D * K)) <= INV(D) * INV(K) * (2 * D * K * left_),
            down,
            ar(real(0) <= INV(D) * INV(K), id_, ik),
        ),
        ud,
        uk,
        factors=[D * INV(D), real(1), left_, D * INV(D) * left_, INV(K) * K, INV(K) * K * left_],
    )
    order = assume(p <= over(2 * l, (1 - mu) * e))
    gap = algebra(below(0, 1 - mu), m1)
    me = same(use(products_are_positive(1 - mu, e), gap, e0), below(0, (1 - mu) * e))
    um, _ = positive((1 - mu) * e, me)
    at_most = ar(
        p * (1 - mu) * e <= 2 * l,
        ar((1 - mu) * e * p <= (1 - mu) * e * (2 * l * INV((1 - mu) * e)), order, ge((1 - mu) * e, me)),
        um,
        factors=[2 * l],
    )
    th = use(
        conditions_bound_the_dimension(mu, d, G, l, b, p, c, Q, e),
        c0,
        q0,
        l0,
        ar(mu <= 1, ge(1 - mu, gap)),
        first,
        at_most,
    )
    three = algebra(below(0, 3 * mu), m0)
    mm = same(use(products_are_positive(3 * mu, 1 - mu), three, gap), below(0, 3 * mu * (1 - mu)))
    (ua, ia), (ug, ig_) = positive(3 * mu * (1 - mu), mm), positive(g, g0)
    v, z = INV(3 * mu * (1 - mu)), INV(g)
    bound = ar(
        d <= 20 * c * v * (b * b * Q * z),
        ar(v * z * (3 * mu * (1 - mu) * d * g) <= v * z * (20 * (b * b) * c * Q), th, ar(real(0) <= v * z, ia, ig_)),
        ua,
        ug,
        factors=[d, d * g * z],
    )
    return conj(
        conj(discharge(condition.concl, first), discharge(reads.concl, second)),
        discharge(condition.concl, discharge(order.concl, bound)),
    )


@theorem(place="smoothed-dp, App. E.1, step 2", claims="two-exponents-at-one-half")
def both_parts_at_one_half(gap: Real, t: Real, m: Real):
    """At c = 1/2, exp(-(1 - c) gap t/3) + exp(-c^2 t/2 + log m) is exp(-gap t/6) + m exp(-t/8)."""
    parts_ = lambda c: EXP(0 - over(gap, 3) * (1 - c) * t) + EXP(0 - over(c * c, 2) * t + LOG(m))
    whole = EXP(0 - over(gap * t, 6)) + m * EXP(0 - over(t, 8))
    return each(R, lambda c: implies(below(0, m), c.eq(HALF), parts_(c).eq(whole)))


@both_parts_at_one_half.proof
def _(gap, t, m):
    c = var("c", R)
    m0, half = assume(below(0, m)), assume(c.eq(HALF))
    units = [inverse(real(k), algebra(not_(real(k).eq(0)))) for k in (2, 3, 6, 8)]
    i2, i3, i6, i8 = (INV(real(k)) for k in (2, 3, 6, 8))
    values = [ar(v.eq(Fraction(1, k)), u) for v, k, u in zip((i2, i3, i6, i8), (2, 3, 6, 8), units, strict=True)]
    u, w = 0 - gap * i3 * (1 - c) * t, 0 - c * c * i2 * t
    one = ar(u.eq(0 - gap * t * i6), half, *values, factors=[gap * t, gap * i3 * t, gap * (1 - c) * t, t])
    two = ar(w.eq(0 - t * i8), half, *values, factors=[t, c * t, c * i2 * t, HALF * i2 * t, c * c * t])
    first = subst(one, refl(EXP(u)), lambda v: EXP(u).eq(EXP(v)))
    split_ = ax("exp_plus", w, LOG(m))
    second = subst(two, split_, lambda v: EXP(w + LOG(m)).eq(EXP(v) * EXP(LOG(m))))
    end = EXP(u) + EXP(w + LOG(m))
    goal = end.eq(EXP(0 - gap * t * i6) + m * EXP(0 - t * i8))
    th = ar(goal, first, second, use(ax("exp_log", m), m0), factors=[EXP(0 - t * i8)])
    return gen(c, discharge(m0.concl, discharge(half.concl, th)))


# ---- guesses, buckets and votes ------------------------------------------------------------------------------------
@theorem(place="Guesses", claims="sharp-weight-of-the-other-direction")
def greatest_value_of_the_weight(a: Real, b: Nonneg, w: Real):
    """With k - 1 = b^2 and B + k - 1 = a^2: the maximum of k (w - k + 1)/(w (w + B)) over w > 0 is k/(a + b)^2."""
    k, B = b * b + 1, a * a - b * b
    value = lambda w: over(k * (w - k + 1), w * (w + B))
    top = over(k, (a + b) * (a + b))
    best = b * (a + b)
    display = (w - b * b) * ((a + b) * (a + b)) <= w * (w + B)
    return implies(
        below(b, a), display & implies(below(0, w), value(w) <= top) & implies(below(0, b), value(best).eq(top))
    )


@greatest_value_of_the_weight.proof
def _(a, b, w, b0, more):
    k, B = b * b + 1, a * a - b * b
    s = (a + b) * (a + b)
    display = ar((w - b * b) * s <= w * (w + B), squares=[w - b * (a + b)])
    ab = use(ax("total", a, b), more)
    s1 = algebra(below(0, a + b), more, b0)
    us, is_ = positive(s, same(use(products_are_positive(a + b, a + b), s1, s1), below(0, s)))
    w0, bp = assume(below(0, w)), assume(below(0, b))
    B0 = ar(real(0) <= B, ab, b0, hints=[(0, 1), (0, 0)])
    wp = algebra(below(0, w + B), w0, B0)
    uw, iw = positive(w * (w + B), same(use(products_are_positive(w, w + B), w0, wp), below(0, w * (w + B))))
    v, z = INV(w * (w + B)), INV(s)
    k0 = ar(real(0) <= k, squares=[b])
    scaled = ar(
        k * v * z * ((w - b * b) * s) <= k * v * z * (w * (w + B)),
        display,
        ar(real(0) <= k * v * z, k0, ar(real(0) <= v * z, iw, is_)),
    )
    le = ar(k * (w - k + 1) * v <= k * z, scaled, us, uw, factors=[k * z, k * v * (w - b * b)])
    u = b * (a + b)
    up = same(use(products_are_positive(b, a + b), bp, s1), below(0, u))
    uB = algebra(below(0, u + B), up, B0)
    uu, _ = positive(u * (u + B), same(use(products_are_positive(u, u + B), up, uB), below(0, u * (u + B))))
    y = INV(u * (u + B))
    equal = ar((k * (u - k + 1) * y).eq(k * z), us, uu, factors=[k * z, k * y * (u - b * b)])
    return conj(conj(display, discharge(w0.concl, le)), discharge(bp.concl, equal))


@theorem(place="Buckets of the likelihood ratio", claims="the-best-place-is-allowed-on-its-side")
def signs_of_the_best_places(X_: Real, Y_: Real, q: Real, s: Real, t: Real, v: Real):
    """With e^(-s-v) = X r/(q (1 - X)), r = 1 - q: s >= 0 iff X <= q e^-v/(r + q e^-v); t >= 0 iff Y is at least it."""
    w, r = EXP(0 - v), 1 - q
    z = over(q * w, r + q * w)
    at_ = lambda X_: over(X_ * r, q * (1 - X_))
    same_ = lambda p, s: implies(p, s) & implies(s, p)
    first = implies(
        below(X_, 1), EXP(0 - s - v).eq(at_(X_)), same_(z >= X_, at_(X_) <= w) & same_(z >= X_, real(0) <= s)
    )
    second = implies(below(Y_, 1), EXP(t - v).eq(at_(Y_)), same_(z <= Y_, w <= at_(Y_)) & same_(z <= Y_, real(0) <= t))
    return implies(below(0, q), below(q, 1), first & second)


@signs_of_the_best_places.proof
def _(X_, Y_, q, s, t, v, q0, q1):
    w = EXP(0 - v)
    pos = same(exp_is_positive(0 - v), below(0, w))

    def side(X_, low, e, sign):
        x1 = assume(below(X_, 1))
        own = assume(EXP(e).eq(over(X_ * (1 - q), q * (1 - X_))))
        known = use(best_place_is_allowed_on_its_side(X_, q, w), x1, q0, q1, pos)
        there, back = parts_of(left(known) if low else right(known))
        one, two = (e, 0 - v) if low else (0 - v, e)
        le, up = binary(there.concl, "implies")
        had, sure = assume(le), assume(real(0) <= sign)
        # exp(one) <= exp(two) gives one <= two: else one > two, and exp is strictly larger
        grown = mp(there, had)
        wrong = assume(not_(real(0) <= sign))

        d = one - two
        tangent, sum_ = ax("exp_above", d), ax("exp_plus", two, d)
        sum_ = subst(ar((two + d).eq(one)), sum_, lambda v: EXP(v).eq(EXP(two) * EXP(d)))
        e0 = exp_positive(two)
        top = ar(EXP(two) * (1 + d) <= EXP(one), sum_, tangent, e0)
        small = ar(EXP(one) <= EXP(two), grown, own)
        unit, i0 = positive(EXP(two), same(exp_is_positive(two), below(0, EXP(two))))
        less = ar(d <= 0, ar(EXP(two) * d <= 0, top, small), unit, i0, hints=[(0, 2)], factors=[d])
        first = cases(real(0) <= sign, sure, absurd(contradiction(wrong, ar(real(0) <= sign, less)), real(0) <= sign))
        le_ = use(exp_monotone(one, two), ar(one <= two, sure))
        second = mp(back, ar(up, le_, own))
        both = conj(left(known) if low else right(known), conj(discharge(le, first), discharge(sure.concl, second)))

        return discharge(x1.concl, discharge(own.concl, both))

    return conj(side(X_, True, 0 - s - v, s), side(Y_, False, t - v, t))


def parts_of(th):
    """The two members of a conjunction."""
    return left(th), right(th)


@theorem(place="smoothed-dp, Sec. 4", claims="winners-are-no-less-private-than-the-sampled-votes")
def winners_and_histograms_output_by_output(E: Nonneg, n: Nat, T: Nat, g: Fun(Fun(X, R), B), x: Fun(N, X)):
    """Winners of T of n sampled votes lose no more than the histogram; one more output adds no more to their delta."""
    Hn = const("histogram", fn(N, fn(N, o), fn(N, X), X, R))(SUCC(n))
    near = const("neighbours", fn(N, fn(N, X), fn(N, X), o))(SUCC(n))
    M = sampled(uniform_subset(SUCC(n), SUCC(T)), Hn)
    winners = lambda x: bind(M(x), function(fn(X, R), lambda h: point(g(h))))
    output = each(R, lambda y: each(R, lambda x: MAX(0, y + x) - MAX(0, y) <= MAX(0, x)))
    return implies(num(T) <= num(n), greatest_loss(near, winners, E, x) <= greatest_loss(near, M, E, x)) & output


@winners_and_histograms_output_by_output.proof
def _(E, n, T, g, x, e0):
    le, y, v = assume(num(T) <= num(n)), var("y", R), var("x", R)
    th = use(winners_are_no_less_private_than_the_sampled_votes(E, n, T, g, x), e0, le)
    output = algebra(MAX(0, y + v) - MAX(0, y) <= MAX(0, v))
    return conj(discharge(le.concl, th), gen(y, gen(v, output)))


# ---- series and choices --------------------------------------------------------------------------------------------
@theorem(place="Accounting by moments", claims="aliases-are-below-a-geometric-series")
def aliases_by_chernoffs_bound_at_another_line(
    delta: Fun(R, R), k: Nonneg, b: Real, c: Real, e: Real, L: Real, x: Fun(N, R), B_: Nonneg, r: Nonneg, n: Nat
):
    """Aliases delta(e + m L) exp(c m L) are at most B q^m by Chernoff's bound at b, B q/(1 - q) in all; nodes too."""
    B, q = k * EXP(0 - b * e), EXP(0 - (b - c) * L)
    alias = lambda m: delta(e + num(SUCC(m)) * L) * EXP(c * (num(SUCC(m)) * L))
    aliases = implies(
        below(0, (b - c) * L),
        each(R, lambda t: delta(t) <= k * EXP(0 - b * t)),
        each(N, lambda m: alias(m) <= B * power(q, SUCC(m))) & (total(alias, n) <= over(B * q, 1 - q)),
    )
    nodes = implies(
        below(r, 1), x(ZERO) <= B_ * r, each(N, lambda m: x(SUCC(m)) <= r * x(m)), total(x, n) <= over(B_ * r, 1 - r)
    )
    return aliases & nodes


@aliases_by_chernoffs_bound_at_another_line.proof
def _(delta, k, b, c, e, L, x, B_, r, n, k0, b0, r0):
    m, t = m_, var("t", R)
    B, q, d = k * EXP(0 - b * e), EXP(0 - (b - c) * L), (b - c) * L
    pos, bound = assume(below(0, d)), assume(forall(t, delta(t) <= k * EXP(0 - b * t)))
    s = num(SUCC(m)) * L
    u, w = 0 - b * (e + s), c * s
    one = ax("exp_plus", u, w)
    two = ax("exp_plus", 0 - b * e, num(SUCC(m)) * (0 - d))
    one = subst(ar((u + w).eq(0 - b * e + num(SUCC(m)) * (0 - d))), one, lambda t: EXP(t).eq(EXP(u) * EXP(w)))
    powers = powers_of_exponentials(0 - d, SUCC(m))
    alias = delta(e + s) * EXP(w)
    le = ar(alias <= k * EXP(u) * EXP(w), spec(bound, e + s), exp_positive(w))
    each_ = ar(alias <= B * power(q, SUCC(m)), le, one, two, powers, factors=[k, k * EXP(0 - b * e)])
    B0 = ar(real(0) <= B, k0, exp_positive(0 - b * e))
    # q < 1: q (1 + d) <= q exp(d) = 1
    unit_ = ax("exp_plus", 0 - d, d)
    unit_ = subst(ar((0 - d + d).eq(real(0))), unit_, lambda t: EXP(t).eq(EXP(0 - d) * EXP(d)))
    wrong = assume(real(1) <= q)
    top = ar(q * (1 + d) <= 1, unit_, exp_zero.thm, ax("exp_above", d), exp_positive(0 - d))
    small = refuting(wrong.concl, contradiction(pos, ar(d <= 0, top, wrong, use(ax("total", d, 0), pos))))
    terms = lam(m, alias)
    q0 = ar(real(0) <= q, exp_positive(0 - d))
    th = use(aliases_are_below_a_geometric_series(B, q, terms, n), B0, q0, same(small, below(q, 1)), gen(m, each_))
    first = discharge(pos.concl, discharge(bound.concl, conj(gen(m, each_), th)))
    short, start, fall = assume(below(r, 1)), assume(x(ZERO) <= B_ * r), assume(forall(m, x(SUCC(m)) <= r * x(m)))
    claim = lambda m: x(m) <= B_ * power(r, SUCC(m))
    step_ = ar(claim(SUCC(m)), spec(fall, m), ar(r * x(m) <= r * (B_ * power(r, SUCC(m))), assume(claim(m)), r0))
    each_ = spec(induct(m, ar(claim(ZERO), start), discharge(claim(m), step_)), m)
    own = use(aliases_are_below_a_geometric_series(B_, r, x, n), b0, r0, short, gen(m, each_))
    second = discharge(short.concl, discharge(start.concl, discharge(fall.concl, own)))
    return conj(first, second)


@theorem(place="Accounting for choices", claims="a-choice-between-two-losses-is-below-a-parabola")
def choices_between_two_losses_on_an_interval(
    E: Real, s: Real, t: Real, x: Rate, l: Real, m: Real, v: Nonneg, z: Nonneg
):
    """q(y) = (1/y - 1/E)/(1 - 1/E) is at most its chord from s to t: q A + (1 - q) B is below the parabola there."""
    q = lambda y: over(INV(y) - INV(E), 1 - INV(E))
    mixed = lambda u, w: (1 - x) * u + x * w
    y = mixed(s, t)
    low, gap = mixed(l, m), mixed(v, z)
    ends = lambda e, g, q: e + q * g
    parabola = mixed(ends(l, v, q(s)), ends(m, z, q(t))) + x * (1 - x) * (q(s) - q(t)) * (z - v)
    return implies(
        below(1, E),
        below(0, s),
        below(0, t),
        (q(y) <= mixed(q(s), q(t))) & (q(y) * (low + gap) + (1 - q(y)) * low <= parabola),
    )


@choices_between_two_losses_on_an_interval.proof
def _(E, s, t, x, l, m, v, z, x0, x1, v0, z0, e1, s0, t0):
    y = (1 - x) * s + x * t
    (us, is_), (ut, it) = positive(s, s0), positive(t, t0)
    sp, tp = use(ax("total", s, 0), s0), use(ax("total", t, 0), t0)
    zero = assume(y <= 0)
    a0, b0 = ar(real(0) <= (1 - x) * s, x1, sp), ar(real(0) <= x * t, x0, tp)
    one = ar(1 - x <= 0, ar((1 - x) * s <= 0, zero, b0), us, is_, hints=[(0, 2)], factors=[1 - x])
    two = ar(x <= 0, ar(x * t <= 0, zero, a0), ut, it, hints=[(0, 2)], factors=[x])
    y0 = same(refuting(zero.concl, impossible(ar(real(1) <= 0, one, two))), below(0, y))
    uy, iy = positive(y, y0)
    i, j, k = INV(s), INV(t), INV(y)
    # y ((1 - x)/s + x/t) - 1 = x (1 - x) (s - t)^2/(s t)
    ij, xx = ar(real(0) <= i * j, is_, it), ar(real(0) <= x * (1 - x), x0, x1)
    square_ = ar(
        real(0) <= x * (1 - x) * (i * j) * ((s - t) * (s - t)),
        ar(real(0) <= x * (1 - x) * (i * j), xx, ij),
        squares=[s - t],
    )
    c = (1 - x) * i + x * j
    exact = ar(
        (y * c - 1).eq(x * (1 - x) * (i * j) * ((s - t) * (s - t))),
        us,
        ut,
        factors=[
            (1 - x) * (1 - x),
            x * x,
            x * (1 - x) * s * j,
            x * (1 - x) * t * i,
            x * (1 - x),
            x * (1 - x) * s * i,
            x * (1 - x) * t * j,
        ],
    )
    le = ar(k <= c, ar(k * 1 <= k * (y * c), ar(real(1) <= y * c, exact, square_), iy), uy, factors=[c])
    ue, ie = positive(E, algebra(below(0, E), e1))
    gap_ = 1 - INV(E)
    less = ar(real(0) <= gap_, ar(INV(E) * 1 <= INV(E) * E, use(ax("total", E, 1), e1), ie), ue)
    flat = assume(gap_.eq(0))
    wrong = contradiction(e1, ar(E <= 1, flat, ue, factors=[E]))
    unit_ = inverse(gap_, refuting(flat.concl, wrong))
    ig_ = ar(real(0) <= INV(gap_), unit_, less, squares=[INV(gap_)], hints=[(1, 2)], factors=[INV(gap_)])
    q = lambda y: over(INV(y) - INV(E), gap_)
    chord = ar(q(y) <= (1 - x) * q(s) + x * q(t), ar(k * INV(gap_) <= c * INV(gap_), le, ig_))
    th = use(choice_between_two_losses_is_below_a_parabola(x, q(y), q(s), q(t), l, m, v, z), x0, x1, v0, z0, chord)
    return conj(chord, th)
