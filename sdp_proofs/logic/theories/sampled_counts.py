"""Counts of a sample without replacement: likelihood ratios of neighbours, crossings, ratios of neighbouring counts."""

from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.displays_of_the_project import *
from sdp_proofs.logic.theories.replaced_draws import inverse_is_positive
from sdp_proofs.logic.vocabulary import *

j, k, n = var("j", N), var("k", N), var("n", N)


def lemma(names, claim, *values):
    """A claim about real numbers by algebra, at values."""
    own = [var(name, R) for name in names.split()]
    th = algebra(claim(*own))
    for v in reversed(own):
        th = gen(v, th)
    return at(th, *values)


def chance(others, of, draws_, size, T):
    """The probability of a sample: C(of, draws) and the others' factor over C(size, T)."""
    return over(others * choose(of, draws_), choose(size, T))


def positive_above(n, T, y0, fits):
    """0 < C(n + 1, T), from 0 < C(n, T) and T <= n."""
    down = right(spec(binomials_of_neighbours(n), T))
    few = assume(choose(SUCC(n), T) <= 0)
    n0 = spec(numbers_are_not_negative.thm, n)
    low = ar(
        num(SUCC(n)) * choose(n, T) <= 0,
        down,
        ar(real(0) <= (num(SUCC(n)) - num(T)) * (0 - choose(SUCC(n), T)), few, fits),
    )
    unit, i0 = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    end = ar(
        choose(n, T) <= 0,
        ar(INV(num(SUCC(n))) * (num(SUCC(n)) * choose(n, T)) <= 0, low, i0),
        unit,
        factors=[choose(n, T)],
    )
    return same(refuting(few.concl, contradiction(y0, end)), below(0, choose(SUCC(n), T)))


def divided(new, old, value, old0, equal):
    """new/old = value, from new = value old and 0 < old."""
    unit, _ = positive(old, old0)
    return ar(over(new, old).eq(value), equal, unit, factors=[INV(old), value])


def chance_is_positive(others, of, draws_, size, T, o0, x0, y0):
    """0 < others C(of, draws)/C(size, T)."""
    prod = fact("products_are_positive", others, choose(of, draws_))
    low = use(prod, o0, x0)
    i0 = inverse_is_positive(choose(size, T), y0)
    return use(fact("products_are_positive", others * choose(of, draws_), INV(choose(size, T))), low, i0)


@theorem(place="smoothed-dp, App. E.1, step 1", claims="ratio-when-a-record-is-added")
def ratio_when_a_record_is_added(others: Real, n: Nat, T: Nat, b: Nat, k: Nat):
    """With a record of the type more, T the same: the ratio is (1 - T/(n + 1)) (1 + k/(b + 1 - k)), k drawn of b."""
    old, new = chance(others, b, k, n, T), chance(others, SUCC(b), k, SUCC(n), T)
    return implies(
        below(0, others), below(0, choose(b, k)), below(0, choose(n, T)), num(k) <= num(b), num(T) <= num(n),
        over(new, old).eq((1 - over(num(T), num(n) + 1)) * (1 + over(num(k), num(b) + 1 - num(k)))),
    )  # fmt: skip


@ratio_when_a_record_is_added.proof
def _(others, n, T, b, k, o0, x0, y0, kb, Tn):
    Y0 = positive_above(n, T, y0, Tn)
    one, two = right(spec(binomials_of_neighbours(b), k)), right(spec(binomials_of_neighbours(n), T))
    b0, n0 = spec(numbers_are_not_negative.thm, b), spec(numbers_are_not_negative.thm, n)
    claim = lambda o, x, X, y, Y, B, h, M, t: implies(
        below(0, o), below(0, x), below(0, y), below(0, Y), h + 1 <= B, real(1) <= M, ((B - h) * X).eq(B * x),
        ((M - t) * Y).eq(M * y), over(o * X, Y).eq((1 - over(t, M)) * (1 + over(h, B - h)) * over(o * x, y)),
    )  # fmt: skip
    th = lemma("o x X y Y B h M t", claim, others, choose(b, k), choose(SUCC(b), k), choose(n, T), choose(SUCC(n), T),
               num(b) + 1, num(k), num(n) + 1, num(T))  # fmt: skip
    del b0
    th = use(th, o0, x0, y0, Y0, ar(num(k) + 1 <= num(b) + 1, kb), ar(real(1) <= num(n) + 1, n0), one, two)
    old, new = chance(others, b, k, n, T), chance(others, SUCC(b), k, SUCC(n), T)
    value = (1 - over(num(T), num(n) + 1)) * (1 + over(num(k), num(b) + 1 - num(k)))
    return divided(new, old, value, chance_is_positive(others, b, k, n, T, o0, x0, y0), same(th, new.eq(value * old)))


@theorem(place="smoothed-dp, App. E.1, step 1", claims="ratio-when-a-record-is-removed")
def ratio_when_a_record_is_removed(others: Real, n: Nat, T: Nat, a: Nat, h: Nat):
    """With one of a + 1 records of the type less, of n + 1: (1 - h/(a + 1)) (n + 1)/(n + 1 - T), h drawn of them."""
    old, new = chance(others, SUCC(a), h, SUCC(n), T), chance(others, a, h, n, T)
    size = num(n) + 1
    return implies(
        below(0, others), below(0, choose(SUCC(a), h)), below(0, choose(n, T)), num(T) <= num(n),
        over(new, old).eq((1 - over(num(h), num(a) + 1)) * over(size, size - num(T))),
    )  # fmt: skip


@ratio_when_a_record_is_removed.proof
def _(others, n, T, a, h, o0, x0, y0, Tn):
    Y0 = positive_above(n, T, y0, Tn)
    one, two = right(spec(binomials_of_neighbours(a), h)), right(spec(binomials_of_neighbours(n), T))
    a0, n0 = spec(numbers_are_not_negative.thm, a), spec(numbers_are_not_negative.thm, n)
    claim = lambda o, x, X, y, Y, B, h, M, t: implies(
        below(0, o), below(0, X), below(0, y), below(0, Y), real(1) <= B, t + 1 <= M, real(1) <= M,
        ((B - h) * X).eq(B * x), ((M - t) * Y).eq(M * y),
        over(o * x, y).eq((1 - over(h, B)) * over(M, M - t) * over(o * X, Y)),
    )  # fmt: skip
    th = lemma("o x X y Y B h M t", claim, others, choose(a, h), choose(SUCC(a), h), choose(n, T), choose(SUCC(n), T),
               num(a) + 1, num(h), num(n) + 1, num(T))  # fmt: skip
    th = use(th, o0, x0, y0, Y0, ar(real(1) <= num(a) + 1, a0), ar(num(T) + 1 <= num(n) + 1, Tn),
             ar(real(1) <= num(n) + 1, n0), one, two)  # fmt: skip
    old, new = chance(others, SUCC(a), h, SUCC(n), T), chance(others, a, h, n, T)
    value = (1 - over(num(h), num(a) + 1)) * over(num(n) + 1, num(n) + 1 - num(T))
    return divided(
        new, old, value, chance_is_positive(others, SUCC(a), h, SUCC(n), T, o0, x0, Y0), same(th, new.eq(value * old))
    )


@theorem(place="Double sum", claims="ratio-in-terms-of-sampled-and-other-records")
def ratio_in_terms_of_sampled_and_other_records(s: Nat, u: Nat, v: Nat, m: Nat, t: Nat):
    """One of u + v records becomes one of the m others: ratio v (n-u-v+1)/((u+v)(n-T-v+1)), n = m+u+v, T = t+u."""
    n, T = num(m) + num(u) + num(v), num(t) + num(u)
    ratio = over(choose(s, u) * choose(SUCC(m), t), choose(SUCC(s), u) * choose(m, t))
    return implies(
        (num(s) + 1).eq(num(u) + num(v)), below(0, choose(SUCC(s), u)), below(0, choose(m, t)), num(t) <= num(m),
        ratio.eq(over(num(v) * (n - num(u) - num(v) + 1), (num(u) + num(v)) * (n - T - num(v) + 1))),
    )  # fmt: skip


@ratio_in_terms_of_sampled_and_other_records.proof
def _(s, u, v, m, t, sum_, x0, y0, tm):
    one, two = right(spec(binomials_of_neighbours(s), u)), right(spec(binomials_of_neighbours(m), t))
    s0 = spec(numbers_are_not_negative.thm, s)
    claim = lambda x, X, y, Y, S, a, b, M, h: implies(
        below(0, X),
        below(0, y),
        real(1) <= S,
        S.eq(a + b),
        h + 1 <= M,
        ((S - a) * X).eq(S * x),
        ((M - h) * Y).eq(M * y),
        over(x * Y, X * y).eq(over(b * M, (a + b) * (M - h))),
    )
    th = lemma(
        "x X y Y S a b M h",
        claim,
        choose(s, u),
        choose(SUCC(s), u),
        choose(m, t),
        choose(SUCC(m), t),
        num(s) + 1,
        num(u),
        num(v),
        num(m) + 1,
        num(t),
    )
    th = use(th, x0, y0, ar(real(1) <= num(s) + 1, s0), sum_, ar(num(t) + 1 <= num(m) + 1, tm), one, two)
    goal = ratio_in_terms_of_sampled_and_other_records.conclusion
    top, low = num(v) * (num(m) + 1), (num(u) + num(v)) * (num(m) + 1 - num(t))
    n, T = num(m) + num(u) + num(v), num(t) + num(u)
    first = ar(low.eq((num(u) + num(v)) * (n - T - num(v) + 1)))
    ratio = over(choose(s, u) * choose(SUCC(m), t), choose(SUCC(s), u) * choose(m, t))
    th = subst(first, th, lambda w: ratio.eq(over(top, w)))
    return ar(goal, th)


# ---- one record replaced: the event and its crossing ---------------------------------------------------------------
def pair_of(a, b, h, j):
    """P and P' at h and j draws: one of a + 1 records of a type becomes one of b + 1 of another."""
    return choose(SUCC(a), h) * choose(b, j), choose(a, h) * choose(SUCC(b), j)


def cross(a, b, h, j):
    """P' (a + 1) (b + 1 - j) = P (a + 1 - h) (b + 1)."""
    one, two = right(spec(binomials_of_neighbours(a), h)), right(spec(binomials_of_neighbours(b), j))
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    return ar((Q * (A_ * (B_ - num(j)))).eq(P * ((A_ - num(h)) * B_)), one, two,
              factors=[choose(SUCC(b), j) * (B_ - num(j)), choose(SUCC(a), h) * (A_ - num(h))])  # fmt: skip


@theorem(place="smoothed-dp, App. E.1, step 1", claims="ratio-at-least-one-minus-a-share")
def ratio_at_least_one_minus_a_share_of_the_sampled(others: Real, n: Nat, T: Nat, a: Nat, b: Nat, h: Nat, j: Nat):
    """One of a + 1 records of a type replaced, or removed from n + 1: the ratio is >= 1 - h/(a + 1) at h of them."""
    P, Q = pair_of(a, b, h, j)
    old, new = chance(others, SUCC(a), h, SUCC(n), T), chance(others, a, h, n, T)
    low = 1 - over(num(h), num(a) + 1)
    replaced_ = implies(below(0, P), num(j) <= num(b), low <= over(Q, P))
    removed = implies(
        below(0, others), below(0, choose(SUCC(a), h)), below(0, choose(n, T)), num(T) <= num(n),
        num(h) <= num(a) + 1, low <= over(new, old),
    )  # fmt: skip
    return replaced_ & removed


@ratio_at_least_one_minus_a_share_of_the_sampled.proof
def _(others, n, T, a, b, h, j):
    P, Q = pair_of(a, b, h, j)
    old, new = chance(others, SUCC(a), h, SUCC(n), T), chance(others, a, h, n, T)
    A_, B_ = num(a) + 1, num(b) + 1
    low = 1 - over(num(h), A_)
    nat = lambda v: spec(numbers_are_not_negative.thm, v)
    p0, jb = assume(below(0, P)), assume(num(j) <= num(b))
    up, ip = positive(P, p0)
    pp = use(ax("total", P, 0), p0)
    ua, ia = positive(A_, ar(real(1) <= A_, nat(a)))
    c = B_ - num(j)
    uc, ic = positive(c, ar(real(1) <= c, jb))
    # Q A c = P (A - h) B; where A < h both sides of the claim are at most Q/P
    q0 = ar(real(0) <= Q, at(binomials_are_not_negative.thm, a, h), at(binomials_are_not_negative.thm, SUCC(b), j))
    id_ = cross(a, b, h, j)
    some_, none = assume(num(h) <= A_), assume(not_(num(h) <= A_))
    big = use(ax("total", num(h), A_), none)
    pa = ar(real(0) <= P * (A_ - num(h)), pp, some_)
    one = ar(P * (A_ - num(h)) * c <= Q * A_ * c, id_, ar(real(0) <= P * (A_ - num(h)) * num(j), pa, nat(j)))
    one = ar(P * (A_ - num(h)) <= Q * A_, ar(P * (A_ - num(h)) * c * INV(c) <= Q * A_ * c * INV(c), one, ic), uc,
             factors=[P * (A_ - num(h)), Q * A_])  # fmt: skip
    one = ar(P * low <= Q, ar(P * (A_ - num(h)) * INV(A_) <= Q * A_ * INV(A_), one, ia), ua, factors=[P, Q])
    two = ar(
        P * low <= Q,
        q0,
        ar(
            P * low <= 0,
            ar(real(0) <= P * (num(h) - A_) * INV(A_), ar(real(0) <= P * (num(h) - A_), pp, big), ia),
            ua,
            factors=[P],
        ),
    )
    whole = cases(some_.concl, one, two)
    first = ar(low <= over(Q, P), ar(P * low * INV(P) <= Q * INV(P), whole, ip), up, factors=[low])
    first = discharge(p0.concl, discharge(jb.concl, first))
    known = [
        assume(t)
        for t in (
            below(0, others),
            below(0, choose(SUCC(a), h)),
            below(0, choose(n, T)),
            num(T) <= num(n),
            num(h) <= A_,
        )
    ]
    ratio = use(ratio_when_a_record_is_removed(others, n, T, a, h), *known[:4])
    size = num(n) + 1
    us, is_ = positive(size - num(T), ar(real(1) <= size - num(T), known[3]))
    share = ar(real(1) <= over(size, size - num(T)), us, ar(real(0) <= num(T) * INV(size - num(T)), nat(T), is_))
    l0 = ar(real(0) <= low, ar(real(0) <= (A_ - num(h)) * INV(A_), known[4], ia), ua)
    second = ar(low <= over(new, old), ratio, ar(low <= low * over(size, size - num(T)), share, l0))
    for one_ in reversed(known):
        second = discharge(one_.concl, second)
    return conj(first, second)


@theorem(place="Crossing", claims="crossing-in-closed-form")
def crossing_in_closed_form(E: Nonneg, a: Nat, b: Nat, h: Nat, j: Nat):
    """For P > 0: E P' < P exactly for h > a - a (n + 1 - T)/(a + E (b + 1)); a + 1 for a, T = h + j, n = a + b."""
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    n, T = A_ + num(b), num(h) + num(j)
    edge = A_ - over(A_ * (n + 1 - T), A_ + E * B_)
    crossing, above = below(E * Q, P), below(edge, num(h))
    return implies(below(0, P), num(j) <= num(b), implies(crossing, above) & implies(above, crossing))


@crossing_in_closed_form.proof
def _(E, a, b, h, j, e0, p0, jb):
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    a0, b0 = spec(numbers_are_not_negative.thm, a), spec(numbers_are_not_negative.thm, b)
    claim = lambda E, p, q, x, y, u, v: implies(
        real(0) <= E, below(0, p), real(1) <= x, real(1) <= y, v + 1 <= y, (q * (x * (y - v))).eq(p * ((x - u) * y)),
        implies(below(E * q, p), below(x - over(x * (x + y - u - v), x + E * y), u))
        & implies(below(x - over(x * (x + y - u - v), x + E * y), u), below(E * q, p)),
    )  # fmt: skip
    E_, p, q, x, y, u, v = (var(name, R) for name in ("E", "p", "q", "x", "y", "u", "v"))
    known = [assume(t) for t in (real(0) <= E_, below(0, p), real(1) <= x, real(1) <= y, v + 1 <= y,
                                 (q * (x * (y - v))).eq(p * ((x - u) * y)))]  # fmt: skip
    e_, p_, x_, y_, v_, id_ = known
    ey = ar(real(0) <= E_ * y, e_, y_)
    d = x + E_ * y
    ud, jd = positive(d, ar(real(1) <= d, x_, ey))
    g = x - over(x * (x + y - u - v), d) - u
    pp = use(ax("total", p, 0), p_)
    # (E q - p) x (y - v) = d p g
    equal = ar(((E_ * q - p) * (x * (y - v))).eq(d * (p * g)), id_, ud, factors=[E_, p * x * (x + y - u - v)])
    c = x * (y - v)
    c1 = ar(real(1) <= c, x_, v_)
    uc, ic = positive(c, c1)
    up, ip = positive(p, p_)
    less, over_ = assume(below(E_ * q, p)), assume(below(g + u, u))
    high = assume(u <= g + u)
    dp0 = ar(real(0) <= d * (p * g), ar(real(0) <= p * g, high, pp), ar(real(0) <= d, x_, ey))
    one = refuting(
        high.concl,
        contradiction(
            less,
            ar(
                p <= E_ * q,
                ar(real(0) <= c * (E_ * q - p) * INV(c), ar(real(0) <= c * (E_ * q - p), equal, dp0), ic),
                uc,
                factors=[E_ * q - p],
            ),
        ),
    )
    worse = assume(p <= E_ * q)
    cp = ar(real(0) <= d * (p * g), equal, ar(real(0) <= (E_ * q - p) * c, worse, c1))
    pg = ar(real(0) <= p * g, ar(real(0) <= INV(d) * (d * (p * g)), cp, jd), ud, factors=[p * g])
    two = refuting(
        worse.concl, contradiction(over_, ar(u <= g + u, ar(real(0) <= INV(p) * (p * g), pg, ip), up, factors=[g]))
    )
    edge = x - over(x * (x + y - u - v), d)
    first = discharge(
        less.concl,
        same(one, below(edge, u)) if normal(below(edge, u)) == normal(one.concl) else _moved(one, edge, u, g),
    )
    above = assume(below(edge, u))
    to_g = _moved(above, g + u, u, None)
    second = discharge(above.concl, same(mp(discharge(over_.concl, two), to_g), below(E_ * q, p)))
    th = conj(first, second)
    for fact_ in reversed(known):
        th = discharge(fact_.concl, th)
    for w in (v, u, y, x, q, p, E_):
        th = gen(w, th)
    del claim
    th = use(at(th, E, P, Q, A_, B_, num(h), num(j)), e0, p0, ar(real(1) <= A_, a0), ar(real(1) <= B_, b0),
             ar(num(j) + 1 <= B_, jb), cross(a, b, h, j))  # fmt: skip
    n, T = A_ + num(b), num(h) + num(j)
    new = A_ * (n + 1 - T)
    old = A_ * (A_ + B_ - num(h) - num(j))
    s = var("s", R)
    goal = crossing_in_closed_form.conclusion
    of = lambda s: (
        implies(below(E * Q, P), below(A_ - over(s, A_ + E * B_), num(h)))
        & implies(below(A_ - over(s, A_ + E * B_), num(h)), below(E * Q, P))
    )
    del s
    return same(subst(ar(old.eq(new)), same(th, of(old)), of), goal)


def _moved(th, s, t, _):
    """below(s, t) from an inequality that is the same by arithmetic."""
    low = assume(t <= s)
    p = spine(th.concl)[1][0]
    return same(refuting(low.concl, contradiction(th, ar(p, low))), below(s, t))


@theorem(place="Crossing")
def likelihood_ratio_of_neighbours_falls_in_the_count(a: Nat, b: Nat, h: Nat, j: Nat, T: Real, g: Real):
    """P'/P = (a-h)(b+1)/(a(b+1-T+h)) where P > 0 (a + 1 for a, T = h + j); it is smaller at each g above h, up to a."""
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    ratio = lambda h: over((A_ - h) * B_, A_ * (B_ - T + h))
    return implies(
        T.eq(num(h) + num(j)), below(0, P), num(j) <= num(b),
        over(Q, P).eq(ratio(num(h))) & implies(below(num(h), g), g <= A_, below(ratio(g), ratio(num(h)))),
    )  # fmt: skip


@likelihood_ratio_of_neighbours_falls_in_the_count.proof
def _(a, b, h, j, T, g, T_is, p0, jb):
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    a0, b0 = spec(numbers_are_not_negative.thm, a), spec(numbers_are_not_negative.thm, b)
    claim = lambda p, q, x, y, u, v, T: implies(
        below(0, p), real(1) <= x, v + 1 <= y, T.eq(u + v), (q * (x * (y - v))).eq(p * ((x - u) * y)),
        over(q, p).eq(over((x - u) * y, x * (y - T + u))),
    )  # fmt: skip
    th = lemma("p q x y u v T", claim, P, Q, A_, B_, num(h), num(j), T)
    first = use(th, p0, ar(real(1) <= A_, a0), ar(num(j) + 1 <= B_, jb), T_is, cross(a, b, h, j))
    more, top = assume(below(num(h), g)), assume(g <= A_)
    second = likelihood_ratio_falls_in_the_count(A_, num(b), T, num(h), g)
    a1 = same(algebra(below(0, A_), a0), below(0, A_))
    second = use(second, b0, a1, ar(T - num(b) <= num(h), T_is, jb), more, top)
    return conj(first, discharge(more.concl, discharge(top.concl, second)))


@theorem(place="Zero loss", claims="no-count-crosses-when-draws-are-few")
def no_count_crosses_when_draws_are_few(E: Odds, a: Nat, b: Nat, h: Nat, j: Nat):
    """If (1 - 1/E) a >= T (a + 1 stands for a, T = h + j): E P' >= P at every count, so each adds 0 to the loss."""
    P, Q = pair_of(a, b, h, j)
    few = num(h) + num(j) <= (1 - INV(E)) * (num(a) + 1)
    return implies(few, num(j) <= num(b), (P <= E * Q) & MAX(0, P - E * Q).eq(0))


@no_count_crosses_when_draws_are_few.proof
def _(E, a, b, h, j, e1, few, jb):
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    nat = lambda v: spec(numbers_are_not_negative.thm, v)
    p0 = ar(real(0) <= P, at(binomials_are_not_negative.thm, SUCC(a), h), at(binomials_are_not_negative.thm, b, j))
    ue, _ = positive(E, e1)
    more = ar(E * (A_ - num(h)) >= A_, ar(E * (num(h) + num(j)) <= E * ((1 - INV(E)) * A_), few, e1), ue,
              ar(real(0) <= E * num(j), e1, nat(j)), factors=[A_])  # fmt: skip
    c = A_ * (B_ - num(j))
    c1 = ar(real(1) <= c, nat(a), jb)
    uc, ic = positive(c, c1)
    big = ar(A_ * (B_ - num(j)) <= E * (A_ - num(h)) * B_, ar(E * (A_ - num(h)) * B_ >= A_ * B_, more, nat(b)),
             ar(real(0) <= A_ * num(j), nat(a), nat(j)))  # fmt: skip
    whole = ar(P * c <= E * Q * c, ar(P * c <= P * (E * (A_ - num(h)) * B_), big, p0), cross(a, b, h, j), factors=[E])
    first = ar(P <= E * Q, ar(P * c * INV(c) <= E * Q * c * INV(c), whole, ic), uc, factors=[P, E * Q])
    zero = use(ax("max_least", 0, P - E * Q, 0), ar(real(0) <= 0), ar(P - E * Q <= 0, first))
    return conj(first, use(ax("antisymmetry", MAX(0, P - E * Q), 0), zero, ax("max_left", 0, P - E * Q)))


@theorem(place="Zero loss", claims="the-largest-count-crosses-above-the-line")
def largest_count_crosses_above_the_line(E: Odds, a: Nat, b: Nat, T: Nat, j: Nat):
    """If (1 - 1/E) a < T (a + 1 for a): E P' < P at h = a, where P' is 0, and at h = T <= a, where P'/P is 1 - T/a."""
    A_ = num(a) + 1
    P, Q = pair_of(a, b, SUCC(a), j)
    p, q = pair_of(a, b, T, ZERO)
    all_ = implies(below(0, P), Q.eq(0) & below(E * Q, P))
    drawn_ = implies(below(0, p), q.eq((1 - over(num(T), A_)) * p) & below(E * q, p))
    return implies(below((1 - INV(E)) * A_, num(T)), all_ & drawn_)


@largest_count_crosses_above_the_line.proof
def _(E, a, b, T, j, e1, many):
    A_ = num(a) + 1
    P, Q = pair_of(a, b, SUCC(a), j)
    i = var("m", N)
    up = right(spec(binomials_of_neighbours(a), SUCC(a)))
    a0 = spec(numbers_are_not_negative.thm, a)
    ua, ia = positive(num(a) + 1, ar(real(1) <= num(a) + 1, a0))
    none = ar(choose(a, SUCC(a)).eq(0), up, ua, factors=[INV(num(a) + 1), choose(a, SUCC(a))])
    del i
    q0 = ar(Q.eq(0), none, factors=[choose(SUCC(b), j)])
    p0 = assume(below(0, P))
    worse = assume(P <= E * Q)
    low = ar(P <= 0, worse, q0, factors=[E])
    first = discharge(p0.concl, conj(q0, same(refuting(worse.concl, contradiction(p0, low)), below(E * Q, P))))
    p, q = pair_of(a, b, T, ZERO)
    down = right(spec(binomials_of_neighbours(a), T))
    m = var("m", N)
    zero = lambda n: choose(n, ZERO).eq(1)
    zeros = induct(m, ar(zero(ZERO)), discharge(zero(m), ar(zero(SUCC(m)), assume(zero(m)))))
    zb, zs = spec(zeros, b), spec(zeros, SUCC(b))
    x, y = choose(SUCC(a), T), choose(a, T)
    equal = ar(y.eq((1 - over(num(T), A_)) * x), down, ua, factors=[INV(A_), y, x])
    equal_ = ar(q.eq((1 - over(num(T), A_)) * p), equal, zb, zs, factors=[y, x, (1 - over(num(T), A_)) * x])
    pos = assume(below(0, p))
    worse = assume(p <= E * q)
    pp = use(ax("total", p, 0), pos)
    upos, ip = positive(p, pos)
    r = 1 - over(num(T), A_)
    one = ar(
        real(1) <= E * r,
        ar(p * INV(p) <= E * (r * p) * INV(p), ar(p <= E * (r * p), worse, equal_, factors=[E]), ip),
        upos,
        factors=[E * r],
    )
    ue, ie = positive(E, e1)
    ir = ar(INV(E) <= r, ar(INV(E) <= INV(E) * (E * r), one, ie), ue, factors=[r])
    end = ar(
        num(T) <= (1 - INV(E)) * A_,
        ar(num(T) * INV(A_) * A_ <= (1 - INV(E)) * A_, ar(num(T) * INV(A_) <= 1 - INV(E), ir), ar(real(0) <= A_, a0)),
        ua,
        factors=[num(T)],
    )
    del pp
    second = discharge(pos.concl, conj(equal_, same(refuting(worse.concl, contradiction(many, end)), below(E * q, p))))
    return conj(first, second)
