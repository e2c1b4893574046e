"""Sums over single records and outputs: counts, tilts, best guesses, levelled rows, mixtures of densities."""

from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.entropies import products_are_positive, strict
from sdp_proofs.logic.theories.lecture import product
from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.theories.noisy_programs import sums_with_one_other_number
from sdp_proofs.logic.theories.places import among
from sdp_proofs.logic.theories.sums import by_induction
from sdp_proofs.logic.vocabulary import *

a, i, j, k, n, r, x = var("a", A), *(var(name, N) for name in "ijkn"), var("r", N), var("x", X)


# ---- counts and draws ----------------------------------------------------------------------------------------------
def count_of(x, t, n):
    """The number of n records that are of a type."""
    return total(lam(j, truth(eq(x(j), t))), n)


@theorem(place="Region of Remark 8", claims="gain-of-a-single-draw")
def gain_of_one_drawn_record(x: Fun(N, X), y: Fun(N, X), t: X, n: Nat, i: Nat):
    """One draw is of a type with a records, of which one changes: P - E P' = (n - 2a)/(n (n - 2)) at E = n/(n - 2).

    The draw is uniform over n places, and y differs from x in place i only, where x has the type and y not.
    """
    chance = lambda x: over(count_of(x, t, n), num(n))
    a, m = count_of(x, t, n), num(n)
    return implies(
        below(2, m), among(n, i), eq(x(i), t), not_(eq(y(i), t)),
        each(N, lambda j: implies(not_(eq(j, i)), eq(x(j), y(j)))),
        chance(y).eq(over(a - 1, m)) & (chance(x) - over(m, m - 2) * chance(y)).eq(over(m - 2 * a, m * (m - 2))),
    )  # fmt: skip


@gain_of_one_drawn_record.proof
def _(x, y, t, n, i, m2, member_, has, lost, agree):
    f, g = (lam(j, truth(eq(z(j), t))) for z in (x, y))
    other = assume(not_(eq(j, i)))
    alike = gen(j, discharge(other.concl, to(
        subst(use(at(agree, j), other), refl(f(j)), lambda v: eq(f(j), truth(eq(v, t)))), eq(f(j), g(j)))))  # fmt: skip
    known = use(right(at(use(sums_with_one_other_number(f, g, i), alike), n)), member_)
    one, none = use(decided(eq(x(i), t))[0], has), use(decided(eq(y(i), t))[1], lost)
    m, a_, b_ = num(n), count_of(x, t, n), count_of(y, t, n)
    fewer = ar(b_.eq(a_ - 1), to(known, (a_ - b_).eq(truth(eq(x(i), t)) - truth(eq(y(i), t)))), one, none)
    (um, _), (u2, _) = positive(m, strict(m, m2)), positive(m - 2, strict(m - 2, m2))
    up, _ = positive(
        m * (m - 2), strict(m * (m - 2), use(products_are_positive(m, m - 2), strict(m, m2), strict(m - 2, m2)))
    )
    first = ar(over(b_, m).eq(over(a_ - 1, m)), fewer, factors=[INV(m)])
    z = var("z", R)
    second = algebra((over(z, m) - over(m, m - 2) * over(z - 1, m)).eq(over(m - 2 * z, m * (m - 2))), m2)
    del um, u2, up
    whole = spec(gen(z, second), a_)
    return conj(first, ar((over(a_, m) - over(m, m - 2) * over(b_, m)).eq(over(m - 2 * a_, m * (m - 2))), to(
        whole, (over(a_, m) - over(m, m - 2) * over(a_ - 1, m)).eq(over(m - 2 * a_, m * (m - 2)))), fewer,
        factors=[over(m, m - 2) * INV(m)]))  # fmt: skip


@theorem(place="smoothed-dp, Sec. 2, Justification 3, loss", claims="loss-of-the-bayesian-prediction")
def loss_of_the_likeliest_guess(f: Fun(N, Nonneg), m: Nat, i: Nat):
    """The likeliest guess i of m types has the mean squared 0/1 loss 1 - f(i), at least 0 and at most 1 - 1/m."""
    loss = total(lambda j: f(j) * ((1 - truth(eq(j, i))) * (1 - truth(eq(j, i)))), m)
    return implies(
        total(f, m).eq(1), among(m, i), each(N, lambda j: implies(among(m, j), f(j) <= f(i))),
        loss.eq(1 - f(i)) & (real(0) <= loss) & (loss <= 1 - INV(num(m))),
    )  # fmt: skip


@loss_of_the_likeliest_guess.proof
def _(f, m, i, f0, whole, member_, best):
    miss = lambda j: (1 - truth(eq(j, i))) * (1 - truth(eq(j, i)))
    g = lam(j, f(j) * miss(j))
    other = assume(not_(eq(j, i)))
    out = use(decided(eq(j, i))[1], other)
    alike = gen(
        j,
        discharge(
            other.concl, to(ar(f(j).eq(f(j) * miss(j)), out, factors=[f(j), f(j) * truth(eq(j, i))]), eq(f(j), g(j)))
        ),
    )
    known = use(right(at(use(sums_with_one_other_number(f, g, i), alike), m)), member_)
    hit = use(decided(eq(i, i))[0], refl(i))
    s = total(g, m)
    first = ar(
        s.eq(1 - f(i)),
        to(known, (total(f, m) - s).eq(f(i) - f(i) * miss(i))),
        whole,
        hit,
        factors=[f(i), f(i) * truth(eq(i, i))],
    )
    # the sum is at most m f(i), and f(i) is at most the sum
    upto = lambda n: implies(each(N, lambda j: implies(among(n, j), f(j) <= f(i))), total(f, n) <= num(n) * f(i))
    had = assume(upto(n))
    all_ = assume(each(N, lambda j: implies(among(SUCC(n), j), f(j) <= f(i))))
    fewer = assume(among(n, j))
    in_ = lambda p, q, th: same(either(p, q, th), among(SUCC(n), j))
    shorter = gen(j, discharge(fewer.concl, use(at(all_, j), in_(among(n, j), eq(j, n), fewer))))
    last = use(at(all_, n), same(either(among(n, n), eq(n, n), refl(n)), among(SUCC(n), n)))
    step_ = ar(total(f, SUCC(n)) <= num(SUCC(n)) * f(i), use(had, shorter), last)
    start = ar(total(f, ZERO) <= num(ZERO) * f(i))
    every_ = induct(
        n, hyps_then(start, [binary(upto(ZERO), "implies")[0]], []), discharge(had.concl, discharge(all_.concl, step_))
    )
    low = use(at(every_, m), best)
    nonneg = at(fact("numbers_are_not_negative"), m)
    zero = assume(num(m) <= 0)
    m0 = refuting(zero.concl, impossible(ar(real(1) <= 0, whole, low, zero, spec(f0, i), hints=[(2, 3)])))
    unit, i0 = positive(num(m), same(m0, below(0, num(m))))
    share = ar(
        INV(num(m)) <= f(i),
        ar(INV(num(m)) * 1 <= INV(num(m)) * (num(m) * f(i)), ar(real(1) <= num(m) * f(i), low, whole), i0),
        unit,
        factors=[f(i)],
    )
    terms = gen(
        j,
        ar(
            real(0) <= f(j) * miss(j),
            spec(f0, j),
            ar(real(0) <= miss(j), squares=[1 - truth(eq(j, i))]),
            hints=[(0, 1)],
        ),
    )
    sums_ = lambda n: real(0) <= total(g, n)
    positive_ = at(
        induct(n, ar(sums_(ZERO)), discharge(sums_(n), ar(sums_(SUCC(n)), assume(sums_(n)), spec(terms, n)))), m
    )
    del nonneg
    return conj(conj(first, positive_), ar(s <= 1 - INV(num(m)), first, share))


# ---- tilts ---------------------------------------------------------------------------------------------------------
@theorem
def exponentials_of_sums_are_products(f: Fun(N, R)):
    """The exponential of a sum is the product of the exponentials."""
    return each(N, lambda n: EXP(total(f, n)).eq(product(lambda j: EXP(f(j)), n)))


@exponentials_of_sums_are_products.proof
def _(f):
    claim = lambda n: EXP(total(f, n)).eq(product(lam(j, EXP(f(j))), n))
    had = assume(claim(n))
    nexts = ar(claim(SUCC(n)), had, ax("exp_plus", total(f, n), f(n)), factors=[EXP(f(n))])
    return induct(n, ar(claim(ZERO), exp_zero.thm), discharge(had.concl, nexts))


def tilt(x, U, i, j, s, t, v, X_, Y):
    """The share of a record in the exponent: s (X [i] - [i, left out]) + t ([j, left out] - Y [j]) - v [left out]."""
    own, other = lambda r: truth(eq(x(r), i)), lambda r: truth(eq(x(r), j))
    return lam(r, s * (X_ * own(r) - own(r) * U(r)) + t * (other(r) * U(r) - Y * other(r)) - v * U(r))


def left_out(x, U, i, n):
    """The number of records of a type that are left out; U is 1 for these records, and else 0."""
    return total(lam(r, truth(eq(x(r), i)) * U(r)), n)


def tilted(x, U, i, j, s, t, v, X_, Y, n):
    """The sum of the tilts, by the counts."""
    a_, u, b, w = count_of(x, i, n), left_out(x, U, i, n), count_of(x, j, n), left_out(x, U, j, n)
    return s * (X_ * a_ - u) + t * (w - Y * b) - v * total(U, n)


@theorem
def tilts_add_up(x: Fun(N, X), U: Fun(N, R), i: X, j: X, s: Real, t: Real, v: Real, z: Real, y: Real):
    """Tilts of single records add up to that of the counts."""
    own, other = lambda r: truth(eq(x(r), i)), lambda r: truth(eq(x(r), j))
    one = lambda r: s * (z * own(r) - own(r) * U(r)) + t * (other(r) * U(r) - y * other(r)) - v * U(r)
    return each(N, lambda n: total(one, n).eq(tilted(x, U, i, j, s, t, v, z, y, n)))


@tilts_add_up.proof
def _(x, U, i, j, s, t, v, z, y):
    f = tilt(x, U, i, j, s, t, v, z, y)
    return by_induction(lambda n: total(f, n).eq(tilted(x, U, i, j, s, t, v, z, y, n)))


@theorem(place="Method of types", claims="every-tilt-bounds-a-ray-of-the-event")
def every_tilt_bounds_a_ray(
    E: Real, x: Fun(N, X), U: Fun(N, R), i: X, j: X, s: Real, t: Nonneg, v: Real, z: Real, n: Nat
):
    """On E u_i H_j < u_j H_i, u_i = x H_i: exp(s (x H_i - u_i) + t (u_j - E x H_j) - v (sum u - N)) is at least 1.

    N records are left out; for all s, v and t >= 0. The exponential is a product over the records, times exp(v N).
    """
    a_, u, b, w = count_of(x, i, n), left_out(x, U, i, n), count_of(x, j, n), left_out(x, U, j, n)
    exponent = lambda m: s * (z * a_ - u) + t * (w - E * z * b) - v * (total(U, n) - m)
    factors_ = product(lam(r, EXP(tilt(x, U, i, j, s, t, v, z, E * z)(r))), n)
    return implies(
        real(1) <= a_, below(E * u * b, w * a_), u.eq(z * a_),
        each(R, lambda m: implies(total(U, n).eq(m), (real(0) <= exponent(m)) & (real(1) <= EXP(exponent(m))))
             & EXP(exponent(m)).eq(factors_ * EXP(v * m))),
    )  # fmt: skip


@every_tilt_bounds_a_ray.proof
def _(E, x, U, i, j, s, t, v, z, n, t0, a1, gains, share):
    a_, u, b, w = count_of(x, i, n), left_out(x, U, i, n), count_of(x, j, n), left_out(x, U, j, n)
    m = var("m", R)
    all_, L = assume(total(U, n).eq(m)), total(U, n)
    exponent = s * (z * a_ - u) + t * (w - E * z * b) - v * (L - m)
    wrong = assume(w - E * z * b <= 0)
    d = refuting(
        wrong.concl,
        contradiction(
            gains,
            ar(w * a_ <= E * u * b, share, ar(w * a_ <= E * z * b * a_, wrong, ar(real(0) <= a_, a1)), factors=[E * b]),
        ),
    )
    above = use(ax("total", w - E * z * b, 0), d)
    low = ar(real(0) <= exponent, share, all_, ar(real(0) <= t * (w - E * z * b), above, t0), factors=[s, v])
    inside = discharge(all_.concl, conj(low, ar(real(1) <= EXP(exponent), ax("exp_above", exponent), low)))
    return gen(m, conj(inside, as_product(x, U, i, j, s, t, v, z, E * z, n, m, exponent)))


def as_product(x, U, i, j, s, t, v, z, y, n, m, exponent):
    """exp(exponent) is the product of the records' exponentials, times exp(v m)."""
    f = tilt(x, U, i, j, s, t, v, z, y)
    sums_ = at(tilts_add_up(x, U, i, j, s, t, v, z, y), n)
    split_ = ar(eq(exponent, total(f, n) + v * m), to(sums_, total(f, n).eq(tilted(x, U, i, j, s, t, v, z, y, n))))
    both = ax("exp_plus", total(f, n), v * m)
    product_ = to(at(exponentials_of_sums_are_products(f), n), EXP(total(f, n)).eq(product(lam(j_, EXP(f(j_))), n)))
    whole = subst(split_, refl(EXP(exponent)), lambda q: EXP(exponent).eq(EXP(q)))
    goal = EXP(exponent).eq(product(lam(j_, EXP(f(j_))), n) * EXP(v * m))
    return ar(goal, whole, both, product_, factors=[EXP(v * m)])


j_ = var("r", N)


@theorem(place="Buckets of the likelihood ratio", claims="an-exponential-is-at-least-one-on-a-cell")
def an_exponential_on_a_cell(
    x: Fun(N, X), U: Fun(N, R), i: X, j: X, s: Nonneg, t: Nonneg, v: Real, z: Real, y: Real, n: Nat
):
    """On u/a < X, (w + 1)/(b + 1) > Y, N left out: s (X a - u) + t (w + 1 - Y (b + 1)) - v (sum u - N) is at least 0.

    Its exponential is a product over the records, times exp(t (1 - Y) + v N).
    """
    a_, u, b, w = count_of(x, i, n), left_out(x, U, i, n), count_of(x, j, n), left_out(x, U, j, n)
    exponent = lambda m: s * (z * a_ - u) + t * (w + 1 - y * (b + 1)) - v * (total(U, n) - m)
    factors_ = product(lam(r, EXP(tilt(x, U, i, j, s, t, v, z, y)(r))), n)
    return implies(
        real(1) <= a_, real(0) <= b, below(over(u, a_), z), below(y, over(w + 1, b + 1)),
        each(R, lambda m: implies(total(U, n).eq(m), (real(0) <= exponent(m)) & (real(1) <= EXP(exponent(m))))
             & EXP(exponent(m)).eq(factors_ * EXP(t * (1 - y) + v * m))),
    )  # fmt: skip


@an_exponential_on_a_cell.proof
def _(x, U, i, j, s, t, v, z, y, n, s0, t0, a1, b0, first, second):
    a_, u, b, w = count_of(x, i, n), left_out(x, U, i, n), count_of(x, j, n), left_out(x, U, j, n)
    m = var("m", R)
    all_, L = assume(total(U, n).eq(m)), total(U, n)
    exponent = s * (z * a_ - u) + t * (w + 1 - y * (b + 1)) - v * (L - m)
    (ua, _), (ub, _) = positive(a_, a1), positive(b + 1, ar(real(1) <= b + 1, b0))
    one = ar(
        u <= z * a_,
        ar(over(u, a_) * a_ <= z * a_, use(ax("total", z, over(u, a_)), first), ar(real(0) <= a_, a1)),
        ua,
        factors=[u],
    )
    two = ar(
        y * (b + 1) <= w + 1,
        ar(
            y * (b + 1) <= over(w + 1, b + 1) * (b + 1),
            use(ax("total", over(w + 1, b + 1), y), second),
            ar(real(0) <= b + 1, b0),
        ),
        ub,
        factors=[w + 1],
    )
    low = ar(
        real(0) <= exponent,
        all_,
        ar(real(0) <= s * (z * a_ - u), one, s0),
        ar(real(0) <= t * (w + 1 - y * (b + 1)), two, t0),
        factors=[v],
    )
    inside = discharge(all_.concl, conj(low, ar(real(1) <= EXP(exponent), ax("exp_above", exponent), low)))
    f = tilt(x, U, i, j, s, t, v, z, y)
    rest = t * (1 - y) + v * m
    sums_ = at(tilts_add_up(x, U, i, j, s, t, v, z, y), n)
    split_ = ar(eq(exponent, total(f, n) + rest), to(sums_, total(f, n).eq(tilted(x, U, i, j, s, t, v, z, y, n))))
    product_ = to(at(exponentials_of_sums_are_products(f), n), EXP(total(f, n)).eq(product(lam(j_, EXP(f(j_))), n)))
    whole = subst(split_, refl(EXP(exponent)), lambda q: EXP(exponent).eq(EXP(q)))
    goal = EXP(exponent).eq(product(lam(j_, EXP(f(j_))), n) * EXP(rest))
    return gen(m, conj(inside, ar(goal, whole, ax("exp_plus", total(f, n), rest), product_, factors=[EXP(rest)])))
