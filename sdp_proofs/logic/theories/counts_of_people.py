"""Counts of people: their sensitivities, their estimates, and moments of normal laws."""

from sdp_proofs.logic.theories.lecture_facts import *
from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.theories.moments_of_losses import *
from sdp_proofs.logic.vocabulary import *

a, j, k, n, m, x_ = var("a", A), var("j", N), var("k", N), var("n", N), var("m", N), var("x", X)
FOUR = SUCC(SUCC(SUCC(SUCC(ZERO))))
HALF = Fraction(1, 2)


# ---- moments of normal laws ----------------------------------------------------------------------------------------
@theorem(place="Notions of privacy", claims="gaussian-privacy-has-the-moments-of-its-pair")
def gaussian_privacy_has_the_moments_of_its_pair(
    c: Real, mu: Real, alpha: Real, rho: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """Normal laws mu apart have the Renyi divergence alpha mu^2/2 at every order alpha > 1, either way round.

    So the divergences are at most rho alpha exactly from rho = mu^2/2 on, which is attained. The variance is 1, and
    the divergence of order alpha is log E exp((alpha - 1) loss)/(alpha - 1), under the first law.
    """
    p = lambda m: lambda x: c * EXP(0 - HALF * ((x - m) * (x - m)))
    loss = lambda m, k, x: LOG(over(p(m)(x), p(k)(x)))
    order = lambda m, k: over(LOG(M(function(R, lambda x: p(m)(x) * EXP((alpha - 1) * loss(m, k, x))))), alpha - 1)
    zero, value = real(0), HALF * (alpha * (mu * mu))
    least_ = implies(order(mu, zero) <= rho * alpha, HALF * (mu * mu) <= rho)
    enough = implies(HALF * (mu * mu) <= rho, order(mu, zero) <= rho * alpha)
    return implies(
        below(0, c),
        integral(ig, M),
        all_normal(real(HALF), c, ig, M),
        below(1, alpha),
        (order(mu, zero).eq(value) & order(zero, mu).eq(value)) & (least_ & enough),
    )


@gaussian_privacy_has_the_moments_of_its_pair.proof
def _(c, mu, alpha, rho, ig, M, c0, iM, good, more):
    x, z, zero = var("x", R), alpha - 1, real(0)
    u, i0 = positive(z, same(algebra(below(0, z), more), below(0, z)))
    p = lambda m: c * EXP(0 - HALF * ((x - m) * (x - m)))
    loss = lambda m, k: LOG(over(p(m), p(k)))
    value = HALF * (alpha * (mu * mu))

    def one(m, k):
        """The divergence of one order, of the laws about m and k."""
        e = lambda m: 0 - HALF * ((x - m) * (x - m))
        pos = lambda m: same(use(products_are_positive(c, EXP(e(m))), c0, exp_is_positive(e(m))), below(0, p(m)))
        logs = lambda m: use(logs_of_products(c, EXP(e(m))), c0, exp_is_positive(e(m)))
        split_ = use(logs_of_quotients(p(m), p(k)), pos(m), pos(k)), logs(m), logs(k)
        undo = fact("logs_undo_exponentials", e(m)), fact("logs_undo_exponentials", e(k))
        is_ = ar(loss(m, k).eq(e(m) - e(k)), *split_, *undo)
        th = use(moments_of_the_normal_law(real(HALF), c, z, m, k, ig, M), ar(real(0) <= HALF), iM, good)
        whole = e(m) + z * (e(m) - e(k))
        apart = ax("exp_plus", e(m), z * (e(m) - e(k)))
        shape = subst(symmetric(is_), refl(EXP(z * (e(m) - e(k)))), lambda t: EXP(z * (e(m) - e(k))).eq(EXP(z * t)))
        point = ar((p(m) * EXP(z * loss(m, k))).eq(c * EXP(whole)), apart, shape, factors=[p(m), c])
        equal = under(point, x, M)
        inner = HALF * z * (z + 1) * (m - k) * (m - k)
        mean = M(lam(x, p(m) * EXP(z * loss(m, k))))
        top = subst(ar(inner.eq(z * value)), refl(EXP(inner)), lambda t: EXP(inner).eq(EXP(t)))
        first = ar(mean.eq(EXP(z * value)), th, equal, top)
        logs_ = subst(symmetric(first), fact("logs_undo_exponentials", z * value), lambda t: LOG(t).eq(z * value))
        return ar(over(LOG(mean), z).eq(value), logs_, u, factors=[INV(z), value])

    there, back = one(mu, zero), one(zero, mu)
    d = spine(there.concl)[1][0]
    small, large = assume(d <= rho * alpha), assume(HALF * (mu * mu) <= rho)
    ua, ia = positive(alpha, same(algebra(below(0, alpha), more), below(0, alpha)))
    down = ar(
        HALF * (mu * mu) <= rho,
        ar(value * INV(alpha) <= rho * alpha * INV(alpha), ar(value <= rho * alpha, small, there), ia),
        ua,
        factors=[rho, mu * mu],
    )
    a0 = ar(real(0) <= alpha, use(ax("total", alpha, 1), more))
    up = ar(d <= rho * alpha, there, ar(HALF * (mu * mu) * alpha <= rho * alpha, large, a0))
    return conj(conj(there, back), conj(discharge(small.concl, down), discharge(large.concl, up)))


# ---- counts and their estimates ------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Algorithms, counting", claims="counts-and-truncated-estimates-are-natural-numbers")
def counts_and_truncated_estimates_are_natural_numbers(S: Fun(N, o), n: Nat, e: Real):
    """The count of n records with a property is a natural number, and so is an estimate e of it, cut at 0 and rounded.

    The cut estimate max(0, e) is not negative and no farther from the count; a natural number is within 1/2 of it.
    """
    count, cut = total(lambda k: truth(S(k)), n), MAX(0, e)
    natural = some(N, lambda m: num(m).eq(count))
    rounded = some(N, lambda m: (num(m) - HALF <= cut) & below(cut, num(m) + HALF))
    return natural & ((real(0) <= cut) & (dist(cut, count) <= dist(e, count)) & rounded)


@counts_and_truncated_estimates_are_natural_numbers.proof
def _(S, n, e):
    count, cut = total(lam(k, truth(S(k))), n), MAX(0, e)
    known = spec(fact("counts_lie_between_zero_and_the_size", S), n)
    low, natural = left(left(known)), right(known)
    first = algebra(real(0) <= cut)
    second = algebra(dist(cut, count) <= dist(e, count), low)
    # the first natural number more than 1/2 below which the estimate is not
    p = lam(m, (num(m) - HALF <= cut) & below(cut, num(m) + HALF))
    none = assume(not_(exists(p)))
    claim = lambda v: num(v) - HALF <= cut
    hyp = assume(claim(m))
    wrong = assume(not_(claim(SUCC(m))))
    near_ = algebra(below(cut, num(m) + HALF), use(ax("total", num(SUCC(m)) - HALF, cut), wrong), wrong)
    found = witness(m, conj(hyp, near_), p)
    step_ = cases(claim(SUCC(m)), assume(claim(SUCC(m))), absurd(contradiction(none, found), claim(SUCC(m))))
    all_ = induct(m, ar(claim(ZERO), first), discharge(hyp.concl, step_))
    top = gen(m, ar(num(m) <= cut + HALF, spec(all_, m)))
    end = contradiction(fact("archimedes", cut + HALF), top)
    third = cases(exists(p), assume(exists(p)), absurd(end, exists(p)))
    return conj(natural, conj(conj(first, second), third))


# ---- the quiz ------------------------------------------------------------------------------------------------------
def people(has, x, n):
    """The number of the first n people of x that have a property."""
    return total(lambda k: truth(has(x(k))), n)


def answers_of_the_quiz(x, n, male, blond, hair):
    """Blond people; males and blond people; the four hair colours: the vectors of counts, and their lengths."""
    i, s = var("i", N), var("s", R)
    first, second = people(male, x, n), people(blond, x, n)
    pair_ = lam(j, rec(first, lams(i, s, second), j))
    return (
        (function(N, lambda c: second), SUCC(ZERO)),
        (pair_, SUCC(SUCC(ZERO))),
        (function(N, lambda c: people(lambda v: eq(hair(v), c), x, n)), FOUR),
    )


@theorem(place="dp-lecture, Sensitivity, quiz", claims="sensitivities-of-the-counts-of-the-quiz")
def sensitivities_of_the_counts_of_the_quiz(x: Fun(N, X), n: Nat, male: Fun(X, o), blond: Fun(X, o), hair: Fun(X, N)):
    """A person more changes the blond people by 1 at most, males and blond people by 2, four hair colours by 1.

    The change is that of the vector of counts in the l1 norm, from n people to n + 1; the square of its l2 norm is the
    same number. Everybody has one of the four colours, and a blond male attains all three.
    """
    quiz = [answers_of_the_quiz(x, v, male, blond, hair) for v in (n, SUCC(n))]
    change = lambda i, d: total(lambda j: d(quiz[1][i][0](j), quiz[0][i][0](j)), quiz[0][i][1])
    l1, l2 = (lambda i: change(i, dist)), (lambda i: change(i, lambda s, t: (s - t) * (s - t)))
    most = lambda i, d: (l1(i) <= d) & l2(i).eq(l1(i))
    attained = (l1(0).eq(1) & l1(1).eq(2)) & l1(2).eq(1)
    return implies(
        among(FOUR, hair(x(n))),
        (most(0, 1) & most(1, 2) & most(2, 1)) & implies(male(x(n)), blond(x(n)), attained),
    )


@sensitivities_of_the_counts_of_the_quiz.proof
def _(x, n, male, blond, hair, colour):
    quiz = [answers_of_the_quiz(x, v, male, blond, hair) for v in (n, SUCC(n))]
    change = lambda i, d: total(lam(j, d(quiz[1][i][0](j), quiz[0][i][0](j))), quiz[0][i][1])
    l1, l2 = (lambda i: change(i, dist)), (lambda i: change(i, lambda s, t: (s - t) * (s - t)))
    b, h = truth(blond(x(n))), truth(male(x(n)))
    both = [(decided(p)[2], decided(p)[3]) for p in (male(x(n)), blond(x(n)))]

    def moved(c, p):
        """The change of a count c is the number of p, and so is its square."""
        s, t = c + truth(p), c
        low, high = decided(p)[2:]
        size = algebra(dist(s, t).eq(truth(p)), low)
        yes, no = assume(p), assume(not_(p))
        square = ((s - t) * (s - t)).eq(truth(p))
        return size, cases(
            p,
            ar(square, use(decided(p)[0], yes), factors=[truth(p)]),
            ar(square, use(decided(p)[1], no), factors=[truth(p)]),
        )

    cb, cm = people(blond, x, n), people(male, x, n)
    (sb, qb), (sm, qm) = moved(cb, blond(x(n))), moved(cm, male(x(n)))
    (_, m1), (_, b1) = both
    ones = ar(l1(0).eq(b), sb), ar(l2(0).eq(b), qb)
    twos = ar(l1(1).eq(h + b), sm, sb), ar(l2(1).eq(h + b), qm, qb)
    own = lambda v: eq(hair(x(n)), v)
    rows = [
        moved(people(lambda v, c=c: eq(hair(v), c), x, n), own(c))
        for c in (ZERO, SUCC(ZERO), SUCC(SUCC(ZERO)), SUCC(SUCC(SUCC(ZERO))))
    ]
    four = sum((truth(own(c)) for c in (SUCC(ZERO), SUCC(SUCC(ZERO)), SUCC(SUCC(SUCC(ZERO))))), truth(own(ZERO)))
    fours = ar(l1(2).eq(four), *(v for v, _ in rows)), ar(l2(2).eq(four), *(v for _, v in rows))
    # exactly one of the four
    one = mp(right(spec(fact("one_place_in_n", hair(x(n))), FOUR)), colour)
    turn = [symmetric_truth(c, hair(x(n))) for c in (ZERO, SUCC(ZERO), SUCC(SUCC(ZERO)), SUCC(SUCC(SUCC(ZERO))))]
    whole = ar(four.eq(1), one, *turn)
    male_, blond_ = assume(male(x(n))), assume(blond(x(n)))
    h1, bb = use(decided(male(x(n)))[0], male_), use(decided(blond(x(n)))[0], blond_)
    attained = conj(
        conj(ar(l1(0).eq(1), ones[0], bb), ar(l1(1).eq(2), twos[0], h1, bb)), ar(l1(2).eq(1), fours[0], whole)
    )
    pairs_ = [
        conj(ar(l1(i) <= d, th[0], *facts), ar(l2(i).eq(l1(i)), *th))
        for i, d, th, facts in ((0, 1, ones, [b1]), (1, 2, twos, [m1, b1]), (2, 1, fours, [whole]))
    ]
    return conj(conjunction(*pairs_), discharge(male_.concl, discharge(blond_.concl, attained)))


def symmetric_truth(s, t):
    """The numbers of s = t and of t = s are equal."""
    p, q = eq(s, t), eq(t, s)
    yes, no = assume(p), assume(not_(p))
    goal = truth(p).eq(truth(q))
    (p1, p0, _, _), (q1, q0, _, _) = decided(p), decided(q)
    return cases(
        p,
        ar(goal, use(p1, yes), use(q1, symmetric(yes))),
        ar(goal, use(p0, no), use(q0, refuting(q, contradiction(no, symmetric(assume(q)))))),
    )
