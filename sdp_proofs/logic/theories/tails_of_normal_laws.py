"""Tails of normal noise against its density, and thresholds of the loss that are exceeded rarely enough."""

from sdp_proofs.logic.theories.sizes_of_exponentials import *
from sdp_proofs.logic.theories.thresholds_of_noise import *
from sdp_proofs.logic.vocabulary import *

r, h, t, a = var("r", R), var("h", R), var("t", R), var("a", A)
HALF = Fraction(1, 2)


# ---- tails and densities -------------------------------------------------------------------------------------------
def standard(c, r):
    """The standard normal density, of height c at 0."""
    return c * EXP(0 - HALF * (r * r))


def normal_tail_of(M, c, x):
    """The probability of more than x."""
    return M(function(R, lambda r: step(r - x) * (c * EXP(0 - HALF * (r * r)))))


@theorem
def tails_by_a_shift(c: Real, x: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The tail beyond x is the integral of the density at r + x over r > 0; the densities at r + x have an integral."""
    density = lambda x: function(R, lambda r: c * EXP(0 - HALF * ((r + x) * (r + x))))
    half_ = M(function(R, lambda r: step(r) * (c * EXP(0 - HALF * ((r + x) * (r + x))))))
    own = ig(function(R, lambda r: c * EXP(0 - HALF * (r * r))))
    return implies(lebesgue(ig, M), own, ig(density(x)) & normal_tail_of(M, c, x).eq(half_))


@tails_by_a_shift.proof
def _(c, x, ig, M, leb, i0):
    iM, moved, _, _ = rules_of(leb)
    p, z, g = standard(c, r), c * EXP(0 - HALF * ((r + x) * (r + x))), var("g", RR)
    f, k = lam(r, p), lam(r, step(r - x) * p)
    ip = same(i0, ig(f))
    j0, _ = moved(f, ip, 0 - x)
    there = ar(f(r - (0 - x)).eq(z))
    own = same(replace(ext(r, there), same(j0, ig(lam(r, f(r - (0 - x))))), lam(g, ig(g))), ig(lam(r, z)))
    W = Mean(iM, step_is_bounded(r, r - x), inside=[ip])
    jk, mk = moved(k, same(W.good(r, normal(k(r))), ig(k)), 0 - x)
    hit = subst(ar((r - (0 - x) - x).eq(r)), refl(step(r - (0 - x) - x)), lambda v: step(r - (0 - x) - x).eq(step(v)))
    equal = Mean(iM, inside=[jk]).eq_by(r, ar((step(r) * z).eq(k(r - (0 - x))), hit, factors=[z]))
    return conj(own, ar(M(k).eq(M(lam(r, step(r) * z))), equal, body_of(mk)))


@theorem(place="dp-lecture, Gaussian mechanism, theorem", claims="the-ratio-of-normal-tail-and-density-falls")
def ratio_of_normal_tail_and_density_falls(c: Real, x: Real, y: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Phi(-y)/phi(y) < Phi(-x)/phi(x) for x < y: phi is the density c exp(-r^2/2), Phi(-x) its tail beyond x."""
    ratio = lambda x: over(normal_tail_of(M, c, x), c * EXP(0 - HALF * (x * x)))
    return implies(
        lebesgue(ig, M),
        ig(function(R, lambda r: c * EXP(0 - HALF * (r * r)))),
        below(0, c),
        below(x, y),
        below(ratio(y), ratio(x)),
    )


def interval_from_one(lengths, moved, ig, M):
    """The event 1 < r <= 2, the integrability of its number, and the mean 1."""
    bar = lam(r, truth(not_(r <= 0) & (r <= 1)))
    ib, mb = parts_of(use(spec(lengths, real(1)), ar(real(0) <= 1)))
    ib, mb = same(ib, ig(bar)), same(mb, M(bar).eq(1))
    jb, mv = moved(bar, ib, real(1))
    event = not_(r - 1 <= 0) & (r - 1 <= 1)
    return event, jb, ar(M(lam(r, truth(event))).eq(1), body_of(mv), mb)


@ratio_of_normal_tail_and_density_falls.proof
def _(c, x, y, ig, M, leb, i0, c_, xy):
    iM, moved, _, lengths = rules_of(leb)
    c0, d = use(ax("total", c, 0), c_), y - x
    d_ = same(algebra(below(0, d), xy), below(0, d))
    d0 = use(ax("total", d, 0), d_)
    event, jb, one = interval_from_one(lengths, moved, ig, M)
    (jx, tx), (jy, ty) = (map(body_of, parts_of(use(tails_by_a_shift(c, v, ig, M), leb, i0))) for v in (x, y))
    px, py = (c * EXP(0 - HALF * ((r + v) * (r + v))) for v in (x, y))
    qx, qy = standard(c, x), standard(c, y)
    B = 0 - HALF * (8 + 2 * (y * y))
    low = qx * d * (c * EXP(B))
    s, t = step(r), truth(event)
    inside, outside, yes, no = assume(event), assume(not_(event)), assume(not_(r <= 0)), assume(not_(not_(r <= 0)))
    # px qy is exp(r d) times py qx
    left_, right_ = 0 - HALF * ((r + x) * (r + x)), 0 - HALF * (y * y)
    e3, e4 = 0 - HALF * ((r + y) * (r + y)), 0 - HALF * (x * x)
    first, second = (
        ax("exp_plus", left_, right_),
        rewrite(ax("exp_plus", e3 + e4, r * d), e3 + e4 + r * d, left_ + right_),
    )
    third = ax("exp_plus", e3, e4)
    grown = ar(
        (px * qy).eq(py * qx * EXP(r * d)), first, second, third, factors=[c * c, EXP(r * d), c * c * EXP(r * d)]
    )
    py0, qx0 = (ar(real(0) <= c * EXP(v), c0, exp_positive(v), hints=[(0, 1)]) for v in (e3, e4))
    pq0 = ar(real(0) <= py * qx, py0, qx0)
    up = ax("exp_above", r * d)
    goal = low * t + s * py * qx <= s * px * qy
    base = ar(py * qx * (1 + r * d) <= px * qy, grown, ar(py * qx * (1 + r * d) <= py * qx * EXP(r * d), up, pq0))
    r1 = ar(real(1) <= r, use(ax("total", r - 1, 0), left(inside)))
    r2 = ar(r <= 2, right(inside))
    square = ar(
        (r + y) * (r + y) <= 8 + 2 * (y * y),
        ar(r * r <= 4, r1, r2, ar(real(0) <= (2 - r) * (2 + r), ar(real(0) <= 2 - r, r2), ar(real(0) <= 2 + r, r1))),
        squares=[r - y],
    )
    tall = use(exp_monotone(B, e3), ar(e3 >= B, square))
    tall = ar(c * EXP(B) <= py, tall, c0)
    more = ar(
        low <= py * qx * (r * d),
        ar(qx * d * (c * EXP(B)) <= qx * d * py, tall, ar(real(0) <= qx * d, qx0, d0)),
        ar(qx * d * py * 1 <= qx * d * py * r, r1, ar(real(0) <= qx * d * py, ar(real(0) <= qx * d, qx0, d0), py0)),
    )
    pos_r = refuting(r <= 0, impossible(ar(real(1) <= 0, r1, assume(r <= 0))))
    (t1, t0, _, _), (s1, sz, s_low, _) = decided(event), decided(not_(r <= 0))
    fa = [low, py * qx, px * qy]
    at_in = ar(goal, use(t1, inside), use(s1, pos_r), base, more, factors=fa)
    r0 = use(ax("total", r, 0), yes)
    rise = ar(py * qx <= px * qy, base, ar(real(0) <= py * qx * (r * d), pq0, ar(real(0) <= r * d, r0, d0)))
    at_pos = ar(goal, use(t0, outside), use(s1, yes), rise, factors=fa)
    at_neg = ar(goal, use(t0, outside), use(sz, no), factors=fa)
    point = cases(event, at_in, cases(not_(r <= 0), at_pos, at_neg))
    V = Mean(
        iM,
        step_is_bounded(r, r),
        truth_is_bounded(r, event),
        inside=[same(jx, ig(lam(r, px))), same(jy, ig(lam(r, py))), jb],
    )
    mean = V.le(r, point)
    Tx, Ty = normal_tail_of(M, c, x), normal_tail_of(M, c, y)
    gap = ar(low + Ty * qx <= Tx * qy, mean, tx, ty, one, factors=[low, qx, qy])
    product_ = lambda u, v, pu, pv: use(fact("products_are_positive", u, v), pu, pv)
    qxp, qyp = (product_(c, EXP(v), c_, exp_is_positive(v)) for v in (e4, right_))
    lowp = product_(qx * d, c * EXP(B), product_(qx, d, qxp, d_), product_(c, EXP(B), c_, exp_is_positive(B)))
    (ux, ix), (uy, iy) = positive(qx, qxp), positive(qy, qyp)
    wrong = assume(over(Tx, qx) <= over(Ty, qy))
    qq = ar(real(0) <= qx * qy, qx0, use(ax("total", qy, 0), qyp))
    end = ar(
        low <= 0,
        gap,
        ar(over(Tx, qx) * (qx * qy) <= over(Ty, qy) * (qx * qy), wrong, qq),
        ux,
        uy,
        factors=[Tx * qy, Ty * qx],
    )
    return refuting(wrong.concl, contradiction(lowp, end))


@theorem(place="dp-lecture, Gaussian mechanism, theorem", claims="normal-tails-are-below-the-density-over-x")
def normal_tails_are_below_the_density_over_x(c: Real, x: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Phi(-x) < phi(x)/x for x > 0, phi being the density c exp(-r^2/2) and Phi(-x) its tail beyond x."""
    return implies(
        lebesgue(ig, M),
        ig(function(R, lambda r: c * EXP(0 - HALF * (r * r)))),
        ig(function(R, lambda r: EXP(0 - x * dist(r, 0)))),
        below(0, c),
        below(0, x),
        below(normal_tail_of(M, c, x), over(c * EXP(0 - HALF * (x * x)), x)),
    )


@normal_tails_are_below_the_density_over_x.proof
def _(c, x, ig, M, leb, i0, ie, c_, x_):
    iM, moved, _, lengths = rules_of(leb)
    c0, x0 = use(ax("total", c, 0), c_), use(ax("total", x, 0), x_)
    event, jb, one = interval_from_one(lengths, moved, ig, M)
    jx, tx = map(body_of, parts_of(use(tails_by_a_shift(c, x, ig, M), leb, i0)))
    whole = body_of(left(use(exponentials_beyond_zero(x, ig, M), x0, leb, ie)))
    p, e, q = c * EXP(0 - HALF * ((r + x) * (r + x))), fading(x, r), standard(c, x)
    w, B = 0 - HALF * (r * r), 0 - (2 * x + 2)
    low = HALF * (c * (EXP(0 - HALF * (x * x)) * EXP(B)))
    s, t = step(r), truth(event)
    inside, outside, yes, no = assume(event), assume(not_(event)), assume(not_(r <= 0)), assume(not_(not_(r <= 0)))
    (t1, t0, _, _), (s1, sz, _, _) = decided(event), decided(not_(r <= 0))
    goal = low * t + s * p <= s * (q * e)
    fa = [low, p, q * e]

    def at_(r0):
        """At r >= 0 the density at r + x is exp(-r^2/2) times q exp(-x r)."""
        size = subst(algebra(dist(r, 0).eq(r), r0), refl(e), lambda d: e.eq(EXP(0 - x * d)))
        first = rewrite(
            ax("exp_plus", 0 - HALF * (x * x), 0 - x * r),
            (0 - HALF * (x * x)) + (0 - x * r),
            0 - HALF * (x * x) - x * r,
        )
        second = rewrite(
            ax("exp_plus", 0 - HALF * (x * x) - x * r, w),
            0 - HALF * (x * x) - x * r + w,
            0 - HALF * ((r + x) * (r + x)),
        )
        return ar(
            p.eq(q * e * EXP(w)),
            size,
            first,
            second,
            factors=[c, c * EXP(w), c * EXP(0 - HALF * (x * x)), c * EXP(0 - HALF * (x * x)) * EXP(w)],
        )

    e0 = exp_positive(0 - x * dist(r, 0))
    qe0 = ar(real(0) <= q * e, ar(real(0) <= q, c0, exp_positive(0 - HALF * (x * x))), e0)
    r1 = ar(real(1) <= r, use(ax("total", r - 1, 0), left(inside)))
    r2 = ar(r <= 2, right(inside))
    pos_r = refuting(r <= 0, impossible(ar(real(1) <= 0, r1, assume(r <= 0))))
    # exp(w) (1 - w) <= 1, so q e (1 - exp(w)) >= q e exp(w) r^2/2
    back = rewrite(ax("exp_plus", w, 0 - w), w + (0 - w), real(0))
    fall = ar(
        EXP(w) * (1 - w) <= 1,
        ar(EXP(w) * (1 - w) <= EXP(w) * EXP(0 - w), ax("exp_above", 0 - w), exp_positive(w)),
        back,
        exp_zero(),
    )
    split_ = ax("exp_plus", 0 - x * r, w)
    z = (0 - x * r) + w
    rr = ar(r * r <= 4, r1, r2, ar(real(0) <= (2 - r) * (2 + r), ar(real(0) <= 2 - r, r2), ar(real(0) <= 2 + r, r1)))
    tall = use(exp_monotone(B, z), ar(z >= B, rr, ar(x * r <= x * 2, r2, x0)))
    size = subst(algebra(dist(r, 0).eq(r), r1), refl(e), lambda d: e.eq(EXP(0 - x * d)))
    tall = ar(EXP(B) <= e * EXP(w), tall, split_, size, factors=[EXP(w)])
    q0 = ar(real(0) <= q, c0, exp_positive(0 - HALF * (x * x)))
    height = ar(low <= HALF * (q * (e * EXP(w))), ar(q * EXP(B) <= q * (e * EXP(w)), tall, q0))
    r_sq = ar(real(1) <= r * r, ar(r <= r * r, r1), r1)
    gain = ar(
        HALF * (q * (e * EXP(w))) <= q * e - q * e * EXP(w),
        ar(q * e * (EXP(w) * (1 - w)) <= q * e, fall, qe0),
        ar(q * e * EXP(w) * 1 <= q * e * EXP(w) * (r * r), r_sq, ar(real(0) <= q * e * EXP(w), qe0, exp_positive(w))),
    )
    at_in = ar(goal, use(t1, inside), use(s1, pos_r), at_(ar(real(0) <= r, r1)), height, gain, factors=fa)
    r0 = use(ax("total", r, 0), yes)
    small = use(exp_monotone(w, 0), ar(w <= 0, squares=[r]))
    less = ar(q * e * EXP(w) <= q * e, small, exp_zero(), qe0)
    at_pos = ar(goal, use(t0, outside), use(s1, yes), at_(r0), less, factors=fa)
    point = cases(event, at_in, cases(not_(r <= 0), at_pos, ar(goal, use(t0, outside), use(sz, no), factors=fa)))
    V = Mean(iM, step_is_bounded(r, r), truth_is_bounded(r, event), inside=[same(jx, ig(lam(r, p))), ie, jb])
    T, ux = normal_tail_of(M, c, x), positive(x, x_)[0]
    H = M(lam(r, step(r) * e))
    tie = ar(H.eq(INV(x)), whole, ux, factors=[INV(x), H])
    mean = ar(low + T <= over(q, x), V.le(r, point), tx, one, tie, factors=[low, q])
    product_ = lambda u, v, pu, pv: use(fact("products_are_positive", u, v), pu, pv)
    inner = product_(EXP(0 - HALF * (x * x)), EXP(B), exp_is_positive(0 - HALF * (x * x)), exp_is_positive(B))
    lowp = product_(
        real(HALF),
        c * (EXP(0 - HALF * (x * x)) * EXP(B)),
        algebra(below(0, real(HALF))),
        product_(c, EXP(0 - HALF * (x * x)) * EXP(B), c_, inner),
    )
    wrong = assume(over(q, x) <= T)
    return refuting(wrong.concl, contradiction(lowp, ar(low <= 0, mean, wrong)))


# ---- thresholds of the loss ----------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Gaussian proof, sufficient condition", claims="losses-beyond-the-threshold-are-rare-enough")
def losses_beyond_the_threshold_are_rare_enough(
    sd: Real, c: Nonneg, D: Real, e: Nonneg, delta: Real, m: Real, k: Real, ig: Fun(RR, o), M: Fun(RR, R)
):
    """If noise y > sigma^2 e/D - D/2 has probability delta at most, answers with it are (e, delta)-close within D.

    The noise has the density c exp(-y^2/(2 sigma^2)) of mass 1; m and k are the answers of two neighbours, the
    sensitivity is D. One side is enough, as only losses above e matter.
    """
    s = INV(2 * (sd * sd))
    p = lambda m: function(R, lambda r: c * EXP(0 - s * ((r - m) * (r - m))))
    threshold = over(sd * sd * e, D) - HALF * D
    bell_ = function(R, lambda r: c * EXP(0 - s * (r * r)))
    rare = prob(weighted(M, bell_), function(R, lambda r: not_(r <= threshold)))
    return implies(
        lebesgue(ig, M),
        ig(bell_),
        below(0, sd),
        below(0, D),
        dist(m, k) <= D,
        rare <= delta,
        close(EXP(e), delta, weighted(M, p(m)), weighted(M, p(k))),
    )


@losses_beyond_the_threshold_are_rare_enough.proof
def _(sd, c, D, e, delta, m, k, ig, M, c0, e0, leb, i0, sd_, D_, near, rare):
    v = sd * sd
    s, d0 = INV(2 * v), use(ax("total", D, 0), D_)
    v_ = use(fact("products_are_positive", sd, sd), sd_, sd_)
    uv, s0 = positive(2 * v, strict(2 * v, v_))
    uD, iD = positive(D, D_)
    G = Bell(leb, s, c, c0, i0, None)
    f0 = lam(r, G.at(r))
    p, q = (lam(r, G.at(r - w)) for w in (m, k))
    (jp, _), (jq, _) = (G.moved(f0, same(i0, ig(f0)), w) for w in (m, k))
    jp, jq = same(jp, ig(p)), same(jq, ig(q))
    E, T, d, y = EXP(e), over(v * e, D) - HALF * D, m - k, r - m
    pos = lambda w: gen(r, ar(real(0) <= G.at(r - w), exp_positive(0 - s * ((r - w) * (r - w))), c0, hints=[(0, 1)]))
    # the loss is at most e, if the noise along the way to k is at most the threshold
    far = not_(p(r) <= E * q(r))
    t = truth(far)
    w = s * ((r - k) * (r - k)) - s * (y * y)
    ratio = G.ratio(r - m, r - k, w)
    q0 = spec(pos(k), r)
    unit_ = ar((s * v).eq(HALF), uv)
    room = ar(v * e - HALF * (D * D) >= D * T, uD, factors=[v * e])
    exact = ar((D * T).eq(v * e - HALF * (D * D)), uD, factors=[v * e])

    def no_loss(th, sign, less):
        """P <= E q, from sign y <= T; sign d is between 0 and D."""
        g0, g1 = less
        g = d if sign > 0 else 0 - d
        z = y if sign > 0 else 0 - y
        # D w = s D (2 z g + g^2) <= s g (2 D T + D g) = s g (2 v e - D^2 + D g) <= s g 2 v e = g e <= D e
        one = ar(s * g * (D * z) <= s * g * (D * T), ar(D * z <= D * T, th, d0), ar(real(0) <= s * g, s0, g0))
        two = ar(s * g * (D * g) <= s * g * (D * D), ar(D * g <= D * D, g1, d0), ar(real(0) <= s * g, s0, g0))
        end = ar(D * w <= D * e, one, two, exact, unit_, ar(g * e <= D * e, g1, e0), factors=[s * g, g * e])
        small = ar(w <= e, ar(D * w * INV(D) <= D * e * INV(D), end, iD), uD, factors=[w, e])
        top = use(exp_monotone(w, e), small)
        return ar(p(r) <= E * q(r), ratio, ar(EXP(w) * q(r) <= E * q(r), top, q0))

    up, down = assume(real(0) <= d), assume(not_(real(0) <= d))
    neg = ar(real(0) <= 0 - d, use(ax("total", 0, d), down))
    sides = [ax(side, m - k, k - m) for side in ("max_left", "max_right")]
    right_, left_ = step(y - T), step(0 - y - T)
    yes, no = assume(far), assume(not_(far))

    def point(place, sign, less):
        """The loss is large only where the noise is beyond the threshold on one side."""
        z = y if sign > 0 else 0 - y
        beyond_ = not_(z - T <= 0)
        some_, none = assume(beyond_), assume(not_(beyond_))
        (b1, b0, b_low, _), (t1, t0, _, t_high) = decided(beyond_), decided(far)
        goal = p(r) * t <= p(r) * place
        first = ar(goal, use(b1, some_), t_high, spec(pos(m), r), factors=[p(r)])
        flat = ar(z <= T, held(none))
        gone = use(t0, refuting(far, contradiction(assume(far), no_loss(flat, sign, less))))
        second = ar(goal, gone, b_low, spec(pos(m), r), factors=[p(r)])
        del t1
        return cases(beyond_, first, second)

    del room, yes, no
    V = Mean(G.iM, truth_is_bounded(r, far), step_is_bounded(r, y - T), step_is_bounded(r, 0 - y - T), inside=[jp])
    on_right, on_left = lam(r, step(r - T) * G.at(r)), lam(r, step(0 - r - T) * G.at(r))
    ks = step_is_bounded(r, r - T), step_is_bounded(r, 0 - r - T)
    good = [same(Mean(G.iM, *ks, inside=[i0]).good(r, normal(f(r))), ig(f)) for f in (on_right, on_left)]
    (j1, m1), (j2, m2) = (G.moved(f, i, m) for f, i in zip((on_right, on_left), good, strict=True))
    (jt, mt) = G.turned(on_right, good[0])
    turn = Mean(G.iM, inside=[jt]).eq_by(
        r, ar(on_left(r).eq(on_right(0 - r)), G.same_at(0 - r, r), factors=[step(0 - r - T)])
    )
    event = function(R, lambda r: not_(r <= T))
    (e1, z1, _, _), (e2, z2, _, _) = decided(not_(r <= T)), decided(not_(r - T <= 0))
    above_, under_ = assume(not_(r <= T)), assume(not_(not_(r <= T)))
    goal = truth(not_(r <= T)).eq(step(r - T))
    alike = cases(
        above_.concl,
        ar(goal, use(e1, above_), use(e2, refuting(r - T <= 0, contradiction(above_, ar(r <= T, assume(r - T <= 0)))))),
        ar(
            goal,
            use(z1, under_),
            use(z2, refuting(not_(r - T <= 0), contradiction(assume(not_(r - T <= 0)), ar(r - T <= 0, held(under_))))),
        ),
    )
    B = Mean(G.iM, truth_is_bounded(r, not_(r <= T)), ks[0], inside=[i0])
    own = B.eq_by(r, ar((G.at(r) * truth(not_(r <= T))).eq(G.at(r) * step(r - T)), alike, factors=[G.at(r)]))
    del event
    chance = M(lam(r, G.at(r) * truth(not_(r <= T))))
    chance_ = ar(chance <= delta, rare)
    one = ar(
        M(lam(r, p(r) * t)) <= delta,
        V.le(r, point(right_, 1, (up, ar(d <= D, near, *sides)))),
        body_of(m1),
        own,
        chance_,
    )
    two = ar(
        M(lam(r, p(r) * t)) <= delta,
        V.le(r, point(left_, -1, (neg, ar(0 - d <= D, near, *sides)))),
        body_of(m2),
        turn,
        body_of(mt),
        own,
        chance_,
    )
    th = same(cases(up.concl, one, two), prob(weighted(M, p), lam(r, far)) <= delta)
    whole = use(
        fact("bounded_losses_give_approximate_privacy", E, delta, ig, M, p, q, A=R),
        exp_positive(e),
        pos(m),
        pos(k),
        G.iM,
        jp,
        jq,
        th,
    )
    return same(whole, close(E, delta, weighted(M, p), weighted(M, q)))


@theorem(place="dp-lecture, Gaussian proof, last step", claims="the-sharp-tail-bound-verifies-the-condition")
def sharp_tail_bound_verifies_the_condition(e: Nonneg, w: Real, c: Nonneg, s: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)):
    """For w > 0, t = w - e/(2 w), delta = (5/4) exp(-w^2/2): exp(-t^2/2)/2 <= delta if e <= 2 log(5/2).

    So noise of density c exp(-s r^2), 2 s sigma^2 = 1, is beyond t sigma >= 0 on one side with chance delta at most.
    Without the half, that is for both sides together, it takes e <= 2 log(5/4).
    """
    t = w - over(e, 2 * w)
    delta, bound = Fraction(5, 4) * EXP(0 - HALF * (w * w)), EXP(0 - HALF * (t * t))
    p = function(R, lambda r: c * EXP(0 - s * (r * r)))
    one_side = lambda x: M(function(R, lambda r: step(r - x) * p(r)))
    chances = implies(
        lebesgue(ig, M),
        ig(p),
        M(p).eq(1),
        real(0) <= t,
        each(R, lambda sd: implies(real(0) <= sd, (2 * s * (sd * sd)).eq(1), one_side(t * sd) <= delta)),
    )
    return implies(
        below(0, w),
        implies(e <= 2 * LOG(Fraction(5, 2)), (HALF * bound <= delta) & chances)
        & implies(e <= 2 * LOG(Fraction(5, 4)), bound <= delta),
    )


@sharp_tail_bound_verifies_the_condition.proof
def _(e, w, c, s, ig, M, e0, c0, s0, w_):
    u, i0 = positive(2 * w, strict(2 * w, w_))
    t, base = w - over(e, 2 * w), 0 - HALF * (w * w)
    delta, bound = Fraction(5, 4) * EXP(base), EXP(0 - HALF * (t * t))
    y = over(e, 2 * w)

    def at_most(x):
        """The exponential is at most x exp(-w^2/2), where e <= 2 log x."""
        few = assume(e <= 2 * LOG(real(x)))
        place = ar(0 - HALF * (t * t) <= base + LOG(real(x)), few, u, squares=[y], factors=[e])
        up = use(exp_monotone(0 - HALF * (t * t), base + LOG(real(x))), place)
        x_ = algebra(below(0, real(x)))
        undo = use(ax("exp_log", real(x)), same(x_, not_(real(x) <= 0)))
        return few, ar(bound <= x * EXP(base), up, ax("exp_plus", base, LOG(real(x))), undo, factors=[EXP(base)])

    few, high = at_most(Fraction(5, 2))
    half_ = ar(HALF * bound <= delta, high)
    p = lam(r, c * EXP(0 - s * (r * r)))
    hyps = leb, ig_, mass, t0 = [assume(v) for v in (lebesgue(ig, M), ig(p), M(p).eq(1), real(0) <= t)]
    sd = var("sd", R)
    d0, unit_ = assume(real(0) <= sd), assume((2 * s * (sd * sd)).eq(1))
    x = t * sd
    tails_ = left(use(tails_of_the_bell(s, c, ig, M), s0, c0, leb, ig_, mass))
    one = body_of(left(use(spec(tails_, x), ar(real(0) <= x, t0, d0))))
    height = ar((0 - s * (x * x)).eq(0 - HALF * (t * t)), unit_, factors=[t * t])
    height = subst(height, refl(EXP(0 - s * (x * x))), lambda v: EXP(0 - s * (x * x)).eq(EXP(v)))
    chance_ = ar(M(lam(r, step(r - x) * p(r))) <= delta, one, height, half_)
    chances = gen(sd, discharge(d0.concl, discharge(unit_.concl, chance_)))
    chances = hyps_then(chances, [v.concl for v in hyps], [])
    fewer, low = at_most(Fraction(5, 4))
    return conj(discharge(few.concl, conj(half_, chances)), discharge(fewer.concl, ar(bound <= delta, low)))


@theorem(
    place="dp-lecture, Gaussian proof, last step",
    claims="beyond-four-logarithms-the-printed-condition-is-false",
)
def threshold_is_negative_beyond_four_logarithms(e: Real, P: Law[R]):
    """For e > 4 log(5/4), which is 0.893: at some delta = (5/4) exp(-w^2/2) < 1 the threshold w - e/(2 w) is negative.

    Then |y| exceeds it at every noise y, so with probability 1 whatever the law P of the noise is. So at every w > 0
    whose square is between 2 log(5/4) and e/2.
    """
    L = LOG(Fraction(5, 4))
    delta, t = (lambda w: Fraction(5, 4) * EXP(0 - w * w * HALF)), (lambda w: w - over(e, 2 * w))
    sure = lambda w: prob(P, function(R, lambda y: not_(dist(y, 0) <= t(w)))).eq(1)
    ends = lambda w: below(delta(w), 1) & below(t(w), 0) & sure(w)
    all_ = each(R, lambda w: implies(below(0, w), below(2 * L, w * w) & below(w * w, e * HALF), ends(w)))
    digits = (real(Fraction(8925, 10000)) <= 4 * L) & (Fraction(8926, 10000) >= 4 * L)
    return digits & implies(below(4 * L, e), all_ & some(R, lambda w: below(0, w) & ends(w)))


@threshold_is_negative_beyond_four_logarithms.proof
def _(e, P, lP):
    q, w = real(Fraction(5, 4)), var("w", R)
    L = LOG(q)
    low = ar(Fraction(8925, 10000) <= 4 * L, log_bound(Fraction(5, 4), Fraction(8925, 40000)))
    high = ar(Fraction(8926, 10000) >= 4 * L, log_bound(Fraction(5, 4), Fraction(8926, 40000), True))
    far = assume(below(4 * L, e))
    known = right(use(fact("beyond_four_logarithms_the_printed_condition_is_false", e), far))
    delta, t = (lambda w: Fraction(5, 4) * EXP(0 - w * w * HALF)), (lambda w: w - over(e, 2 * w))

    def ends(w, w0, between_):
        """The threshold is negative, so that every noise is beyond it."""
        th = use(at(known, w), w0, between_)
        small, every = left(th), spec(right(th), r)
        hit = use(decided(not_(dist(r, 0) <= t(w)))[0], every)
        sure = Mean(lP, truth_is_bounded(r, not_(dist(r, 0) <= t(w)))).eq_by(
            r, ar(truth(not_(dist(r, 0) <= t(w))).eq(1), hit)
        )
        return conj(conj(right(small), left(small)), same(sure, prob(P, lam(r, not_(dist(r, 0) <= t(w)))).eq(1)))

    w0, between_ = assume(below(0, w)), assume(below(2 * L, w * w) & below(w * w, e * HALF))
    all_ = gen(w, discharge(w0.concl, discharge(between_.concl, ends(w, w0, between_))))
    # the root of a number between both
    v = L + HALF * HALF * e
    v_ = algebra(below(0, v), low, far)
    x = EXP(HALF * LOG(v))
    twice = rewrite(ax("exp_plus", HALF * LOG(v), HALF * LOG(v)), HALF * LOG(v) + HALF * LOG(v), LOG(v))
    root = ar((x * x).eq(v), twice, use(ax("exp_log", v), same(v_, not_(v <= 0))))
    x_ = exp_is_positive(HALF * LOG(v))
    inside = conj(algebra(below(2 * L, x * x), root, far), algebra(below(x * x, e * HALF), root, far))
    good = lam(w, below(0, w) & (below(delta(w), 1) & below(t(w), 0) & prob(P, lam(r, not_(dist(r, 0) <= t(w)))).eq(1)))
    some_ = witness(x, conj(x_, ends(x, x_, inside)), good)
    return conj(conj(low, high), discharge(far.concl, conj(all_, some_)))
