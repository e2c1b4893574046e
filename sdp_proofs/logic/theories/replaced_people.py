"""Counts of people where one of them is replaced by another."""

from sdp_proofs.logic.theories.counts_of_people import *
from sdp_proofs.logic.vocabulary import *

j, k, n, m = var("j", N), var("k", N), var("n", N), var("m", N)
COLOURS = (ZERO, SUCC(ZERO), SUCC(SUCC(ZERO)), SUCC(SUCC(SUCC(ZERO))))


def changes_of_the_quiz(x, y, n, male, blond, hair, d):
    """The sums over the counts of each query of d(the count of y, that of x), for n people."""
    one, two = (answers_of_the_quiz(people_, n, male, blond, hair) for people_ in (x, y))
    return [total(lam(j, d(two[i][0](j), one[i][0](j))), one[i][1]) for i in range(3)]


@theorem(place="dp-lecture, Sensitivity, quiz", claims="sensitivities-of-the-quiz-if-a-record-is-replaced")
def sensitivities_of_the_quiz_if_a_record_is_replaced(
    x: Fun(N, X), y: Fun(N, X), n: Nat, male: Fun(X, o), blond: Fun(X, o), hair: Fun(X, N)
):
    """One person replaced changes the blond people by 1 at most, males and blond people by 2, four hair colours by 2.

    x and y are n + 1 people each, of whom all but the last are the same. The change is that of the vector of counts in
    the l1 norm, and the square of its l2 norm is the same number; everybody has one of the four colours. People who
    are both blond and male, or neither, and whose colours differ, attain all three.
    """
    square = lambda s, t: (s - t) * (s - t)
    l1, l2 = (changes_of_the_quiz(x, y, SUCC(n), male, blond, hair, d) for d in (dist, square))
    most = lambda i, d: (l1[i] <= d) & l2[i].eq(l1[i])
    end = lambda s: s(n)
    attained = (l1[0].eq(1) & l1[1].eq(2)) & l1[2].eq(2)
    return implies(
        each(N, lambda k: implies(among(n, k), eq(x(k), y(k)))),
        among(FOUR, hair(end(x))),
        among(FOUR, hair(end(y))),
        (most(0, 1) & most(1, 2) & most(2, 2))
        & implies(
            not_(blond(end(x))),
            blond(end(y)),
            not_(male(end(x))),
            male(end(y)),
            not_(eq(hair(end(x)), hair(end(y)))),
            attained,
        ),
    )


@sensitivities_of_the_quiz_if_a_record_is_replaced.proof
def _(x, y, n, male, blond, hair, alike, colour_x, colour_y):
    square = lambda s, t: (s - t) * (s - t)
    l1, l2 = (changes_of_the_quiz(x, y, SUCC(n), male, blond, hair, d) for d in (dist, square))
    a, b = x(n), y(n)

    def moved(has):
        """The change of a count: |[b has it] - [a has it]|, its square, and bounds of both numbers."""
        p, q = has(a), has(b)
        terms = lambda s: lam(k, truth(has(s(k))))
        inside = assume(among(n, k))
        same_ = use(spec(alike, k), inside)
        equal = subst(same_, refl(truth(has(x(k)))), lambda v: truth(has(x(k))).eq(truth(has(v))))
        before_ = spec(fact("sums_of_equal_terms", terms(x), terms(y)), n)
        before_ = mp(before_, same(gen(k, discharge(inside.concl, equal)), spine(before_.concl)[1][0]))
        u, w = total(terms(x), n) + truth(p), total(terms(y), n) + truth(q)
        d = dist(truth(q), truth(p))
        size = algebra(dist(w, u).eq(d), before_)
        (p1, p0, _, _), (q1, q0, _, _) = decided(p), decided(q)
        ps, qs, np, nq = assume(p), assume(q), assume(not_(p)), assume(not_(q))
        goal = (square(w, u).eq(d) & (d <= 1)) & (d <= truth(p) + truth(q))
        by = lambda s, t: algebra(goal, before_, s, t)
        whole = cases(
            p,
            cases(q, by(use(p1, ps), use(q1, qs)), by(use(p1, ps), use(q0, nq))),
            cases(q, by(use(p0, np), use(q1, qs)), by(use(p0, np), use(q0, nq))),
        )
        return d, size, left(left(whole)), right(left(whole)), right(whole)

    (db, sb, qb, b1, _), (dm, sm, qm, m1, _) = moved(blond), moved(male)
    ones = ar(l1[0].eq(db), sb), ar(l2[0].eq(db), qb)
    twos = ar(l1[1].eq(dm + db), sm, sb), ar(l2[1].eq(dm + db), qm, qb)
    rows = [moved(lambda v, c=c: eq(hair(v), c)) for c in COLOURS]
    four = sum((d for d, *_ in rows[1:]), rows[0][0])
    fours = ar(l1[2].eq(four), *(row[1] for row in rows)), ar(l2[2].eq(four), *(row[2] for row in rows))

    def exactly_one(v, colour):
        """The numbers of the four colours of a person add up to 1."""
        one = mp(right(spec(fact("one_place_in_n", hair(v)), FOUR)), colour)
        return ar(
            sum((truth(eq(hair(v), c)) for c in COLOURS[1:]), truth(eq(hair(v), ZERO))).eq(1),
            one,
            *(symmetric_truth(c, hair(v)) for c in COLOURS),
        )

    wx, wy = exactly_one(a, colour_x), exactly_one(b, colour_y)
    most = ar(four <= 2, wx, wy, *(row[4] for row in rows))
    pairs_ = [
        conj(ar(l1[i] <= d, th[0], *facts), ar(l2[i].eq(l1[i]), *th))
        for i, d, th, facts in ((0, 1, ones, [b1]), (1, 2, twos, [m1, b1]), (2, 2, fours, [most]))
    ]
    hyps = nb, yb, nm, ym, apart = [
        assume(p) for p in (not_(blond(a)), blond(b), not_(male(a)), male(b), not_(eq(hair(a), hair(b))))
    ]
    at_ = lambda has, no, yes: (use(decided(has(a))[1], no), use(decided(has(b))[0], yes))
    e1 = algebra(l1[0].eq(1), ones[0], *at_(blond, nb, yb))
    e2 = algebra(l1[1].eq(2), twos[0], *at_(blond, nb, yb), *at_(male, nm, ym))

    def full(c, row):
        """Different colours do not meet in one count."""
        p, q = eq(hair(a), c), eq(hair(b), c)
        goal = truth(p) + truth(q) <= row[0]
        ps, qs, np, nq = assume(p), assume(q), assume(not_(p)), assume(not_(q))
        (p1, p0, _, _), (q1, q0, _, _) = decided(p), decided(q)
        meet = contradiction(apart, subst(symmetric(qs), ps, lambda v: eq(hair(a), v)))
        return cases(
            p,
            cases(q, absurd(meet, goal), algebra(goal, use(p1, ps), use(q0, nq))),
            cases(q, algebra(goal, use(p0, np), use(q1, qs)), algebra(goal, use(p0, np), use(q0, nq))),
        )

    low = ar(four >= 2, wx, wy, *(full(c, row) for c, row in zip(COLOURS, rows, strict=True)))
    e3 = use(ax("antisymmetry", l1[2], 2), ar(l1[2] <= 2, fours[0], most), ar(l1[2] >= 2, fours[0], low))
    attained = hyps_then(conj(conj(e1, e2), e3), [one.concl for one in hyps], [])
    return conj(conjunction(*pairs_), attained)
