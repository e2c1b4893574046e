"""Theorem 4: a mean of drawn numbers of [0, 1] loses the sampling rate at every database.

A fresh value is no sum of records with coefficients 0, 1 and -1, so that no sample without it has the mean of a sample
with it. Nested intervals give one: in each interval there is another that such sums of n records avoid.
"""

from sdp_proofs.logic.theories.sampled_tails import *
from sdp_proofs.logic.theories.sums import sums_are_linear
from sdp_proofs.logic.theories.worst_cases import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v, w, S, Q_ = var("x", DB), var("y", DB), var("v", R), var("w", fn(N, R)), var("S", PLACES), var("Q", PLACES)
a_, b_, p_, q_, c_, r_ = var("a", R), var("b", R), var("p", R), var("q", R), var("c", fn(N, R)), var("r", X)


@definition(r"\mathrm{{mean}}_{{{0},\,{1},\,{2}}}", place="smoothed-dp, Sec. 5.2, continuous sampling-average")
def sample_mean(T: N, n: N, val: Fun(X, R), S: PLACES, x: Fun(N, X)):
    """The sum of the values of the drawn ones of n records, divided by T."""
    return total(lambda j: truth(S(j)) * val(x(j)), n) * INV(num(T))


@definition(r"{0} \text{{ has values }} {{-1}},\ 0,\ 1")
def signs(c: Fun(N, R)):
    """A sequence of numbers each of which is 0, 1 or -1."""
    return each(N, lambda j: or_(c(j).eq(0), or_(c(j).eq(1), c(j).eq(-1))))


def mean_of_drawn(n, T, val):
    """The mechanism that publishes the mean of T + 1 of n + 1 records."""
    G = const("sample_mean", fn(N, N, fn(X, R), PLACES, DB, R))(SUCC(T), SUCC(n), val)
    return sampled(uniform_subset(SUCC(n), SUCC(T)), G)


def conj_of(first, *more):
    for p in more:
        first = first & p
    return first


# ---- a fresh value -------------------------------------------------------------------------------------------------
def missed(w, n, v):
    """The number v is no sum of the first n members of w with coefficients 0, 1 and -1."""
    return forall(c_, implies(signs(c_), not_(total(lam(j, c_(j) * w(j)), n).eq(v))))


class Inner:
    """Intervals [p, q] in [a, b] whose numbers have a property: the proposition that there is one, its use."""

    def __init__(self, a, b, holds):
        all_ = lambda p, q: forall(v, implies(p <= v, v <= q, holds(v)))
        self.body = lambda p, q: (a <= p) & below(p, q) & (q <= b) & all_(p, q)
        self.rest = lambda p: lam(q_, self.body(p, q_))
        self.term = exists(lam(p_, exists(self.rest(p_))))

    def shown(self, p, q, th):
        """The proposition, from the facts on two ends."""
        return same(witness(p, witness(q, th, self.rest(p)), lam(p_, exists(self.rest(p_)))), self.term)

    def use(self, th, prove):
        """The goal, from the proposition: `prove` gets the ends and the theorems a <= p, p < q, q <= b, all hold."""
        p, q = fresh("p", R), fresh("q", R)

        def go(th):
            whole = same(th, self.body(p, q))
            edges = left(whole)
            return prove(p, q, left(left(edges)), right(left(edges)), right(edges), right(whole))

        return given(same(th, self.term), p, lambda th: given(same(th, exists(self.rest(p))), q, go))


@theorem
def signed_sums_leave_an_interval(w: Fun(N, R)):
    """In every interval there is one that holds no sum of n numbers with coefficients 0, 1 and -1."""
    some_ = lambda a, b, n: Inner(a, b, lambda v: missed(w, n, v)).term
    return each(N, lambda n: each(R, lambda a: each(R, lambda b: implies(below(a, b), some_(a, b, n)))))


@signed_sums_leave_an_interval.proof
def _(w):
    inner = lambda a, b, n: Inner(a, b, lambda v: missed(w, n, v))
    claim = lambda n: alls(a_, b_, implies(below(a_, b_), inner(a_, b_, n).term))
    wide, ok, hyp = assume(below(a_, b_)), assume(signs(c_)), assume(claim(n))
    row = lambda n: total(lam(j, c_(j) * w(j)), n)

    def shown(p, q, a, b, n, inside, strict, *facts):
        """The goal by the interval from p to q, from its length, its place and a proof for its numbers."""
        low, high = assume(p <= v), assume(v <= q)
        all_ = hyps_then(inside(low, high), [low.concl, high.concl], [v])
        edges = conj(conj(ar(a <= p, *facts), algebra(below(p, q), strict)), ar(q <= b, *facts))
        return inner(a, b, n).shown(p, q, conj(edges, all_))

    def nothing(*facts):
        """The number v is not the empty sum 0."""
        empty = assume(row(ZERO).eq(v))
        return hyps_then(refuting(empty.concl, algebra(FALSE, empty, *facts)), [ok.concl], [c_])

    half, le = a_ + b_ <= 0, use(ax("total", b_, a_), wide)
    ends = [Fraction(3, 4) * a_ + Fraction(1, 4) * b_, Fraction(1, 4) * a_ + Fraction(3, 4) * b_]
    left_ = shown(a_, ends[0], a_, b_, ZERO, lambda low, high: nothing(low, high, wide, assume(half)), wide, le)
    right_ = shown(ends[1], b_, a_, b_, ZERO, lambda low, high: nothing(low, high, wide, assume(not_(half))), wide, le)
    base = cases(half, left_, right_)

    def apart(low, high, around, held):
        """The number v is no sum of n + 1 numbers, by what is known of v - e w(n) for the last coefficient e."""
        there = assume(row(SUCC(n)).eq(v))

        def last(e, inside):
            is_e = assume(c_(n).eq(e))
            u = v - e * w(n)
            th = use(at(inside, u), *(ar(one, low, high, *around, degree=1) for one in ends_of(inside, u)))
            return contradiction(use(at(th, c_), ok), ar(row(n).eq(u), there, is_e, factors=[w(n)]))

        wrong = [last(e, inside) for e, inside in held]
        either_ = body_of(at(ok, n))
        three = split(spec_or(c_(n)), wrong[0], split(spec_or(c_(n), 1), wrong[1], wrong[2]))
        return hyps_then(refuting(there.concl, three), [ok.concl], [c_])

    def ends_of(inside, u):
        first, rest = binary(at(inside, u).concl, "implies")
        return first, binary(rest, "implies")[0]

    def spec_or(t, at_=0):
        whole = same(at(ok, n), or_(t.eq(0), or_(t.eq(1), t.eq(-1))))
        return whole if not at_ else assume(or_(t.eq(1), t.eq(-1)))

    def narrowed(p, q, signs_, strict, around, held):
        """The goal, by one more inner interval for each coefficient that is left."""
        if not signs_:
            return shown(p, q, a_, b_, SUCC(n), lambda low, high: apart(low, high, around, held), strict, *around)
        e, *rest = signs_
        move = e * w(n)
        there = use(at(hyp, p - move, q - move), algebra(below(p - move, q - move), strict))
        return inner(p - move, q - move, n).use(there, lambda p, q, low, mid, high, inside: narrowed(
            p + move, q + move, rest, mid, [*around, low, high], [*held, (e, inside)]))  # fmt: skip

    step = narrowed(a_, b_, [0, 1, -1], wide, [], [])
    whole = lambda th: hyps_then(th, [wide.concl], [a_, b_])
    return induct(n, whole(base), discharge(hyp.concl, whole(step)))


@theorem(place="smoothed-dp, App. E.2")
def a_fresh_value_of_the_unit_interval(w: Fun(N, R)):
    """Some number of [0, 1] is no sum of the first n of a sequence with coefficients 0, 1 and -1, for every n."""
    other = lambda n, v: each(fn(N, R), lambda c: implies(signs(c), not_(total(lambda j: c(j) * w(j), n).eq(v))))
    return each(N, lambda n: some(R, lambda v: (real(0) <= v) & (v <= 1) & other(n, v)))


@a_fresh_value_of_the_unit_interval.proof
def _(w):
    inner = Inner(real(0), real(1), lambda v: missed(w, n, v))
    there = use(at(signed_sums_leave_an_interval(w), n, 0, 1), algebra(below(0, 1)))
    holds = lam(v, (real(0) <= v) & (v <= 1) & missed(w, n, v))

    def shown(p, q, low, strict, high, inside):
        le = use(ax("total", q, p), strict)
        one = use(at(inside, p), ar(p <= p), le)
        return witness(p, conj(conj(low, ar(p <= 1, le, high)), one), holds)

    return gen(n, inner.use(there, shown))


# ---- means of samples with it --------------------------------------------------------------------------------------
def own_mean(n, T, val):
    return const("sample_mean", fn(N, N, fn(X, R), PLACES, DB, R))(SUCC(T), SUCC(n), val)


def fresh_for(n, val, v, x):
    """The number v is no sum of values of x with coefficients 0, 1 and -1."""
    return missed(lam(j, val(x(j))), SUCC(n), v)


def with_first(r, x):
    """The database x with r in place 0."""
    return call("cons", r, lam(k, x(SUCC(k))))


def a_sign(t):
    return or_(t.eq(0), or_(t.eq(1), t.eq(-1)))


def sign_of_a_difference(p, q):
    """The theorem that [p] - [q] is 0, 1 or -1."""
    t = truth(p) - truth(q)

    def value(number, *facts):
        if number == 0:
            return either(t.eq(0), or_(t.eq(1), t.eq(-1)), ar(t.eq(0), *facts))
        inner = either(t.eq(1), t.eq(-1), ar(t.eq(number), *facts))
        return either(t.eq(0), inner.concl, inner)

    one_, zero = (lambda p: use(decided(p)[0], assume(p))), (lambda p: use(decided(p)[1], assume(not_(p))))
    yes = cases(q, value(0, one_(p), one_(q)), value(1, one_(p), zero(q)))
    return cases(p, yes, cases(q, value(-1, zero(p), one_(q)), value(0, zero(p), zero(q))))


@theorem(place="smoothed-dp, App. E.2")
def a_fresh_value_separates_the_means(n: Nat, T: Nat, val: Fun(X, R), r: X, x: Fun(N, X)):
    """With a fresh value in place 0, a sample that holds it has the mean of no sample of the other database."""
    free = each(fn(N, R), lambda c: implies(
        signs(c), not_(total(lambda j: c(j) * val(x(j)), SUCC(n)).eq(val(r)))))  # fmt: skip
    apart = not_(own_mean(n, T, val)(S, with_first(r, x)).eq(own_mean(n, T, val)(Q_, x)))
    return implies(free, alls(S, implies(S(ZERO), forall(Q_, apart))))


@a_fresh_value_separates_the_means.proof
def _(n, T, val, r, x, free):
    first = assume(S(ZERO))
    y, w = with_first(r, x), lam(k, val(x(k)))
    f, g = lam(j, truth(S(j)) * val(y(j))), lam(j, truth(Q_(j)) * w(j))
    alike = assume(own_mean(n, T, val)(S, y).eq(own_mean(n, T, val)(Q_, x)))
    unit, _ = positive(num(SUCC(T)), ar(real(1) <= num(SUCC(T)), spec(numbers_are_not_negative.thm, T)))
    sums_ = ar(total(f, SUCC(n)).eq(total(g, SUCC(n))), same(alike, normal(alike.concl)), unit,
               factors=[num(SUCC(T)), total(f, SUCC(n)), total(g, SUCC(n))])  # fmt: skip
    old = lam(j, truth(S(SUCC(j))))
    c = lam(j, truth(Q_(j)) - rec(real(0), lams(k, a_, old(k)), j))
    front = lambda h: right(spec(products_from_the_front(h), n))
    later = lambda h: lam(j, h(SUCC(j)))
    cw = lam(j, c(j) * w(j))
    minus_ = spec(sums_are_linear(-1, later(f), later(g)), n)
    yes = use(decided(S(ZERO))[0], first)
    equal = ar(total(cw, SUCC(n)).eq(val(r)), front(cw), front(f), front(g), minus_, sums_, yes, factors=[val(r)])

    start = subst(false_is_0(), sign_of_a_difference(Q_(ZERO), FALSE), lambda v: a_sign(truth(Q_(ZERO)) - v))
    nexts = sign_of_a_difference(Q_(SUCC(j)), S(SUCC(j)))
    every = induct(j, same(start, a_sign(c(ZERO))), discharge(a_sign(c(j)), same(nexts, a_sign(c(SUCC(j))))))
    signed = same(every, signs(c))
    wrong = contradiction(use(at(free, c), signed), equal)
    th = gen(Q_, refuting(alike.concl, wrong))
    return gen(S, discharge(first.concl, th))


@theorem(place="smoothed-dp, App. E.2", claims="fresh-value-separates-the-averages")
def a_fresh_value_exists_and_separates_the_averages(n: Nat, T: Nat, val: Fun(X, R), x: Fun(N, X)):
    """A value that is no difference of sums of T and of T - 1 records gives new averages; [0, 1] has such a value."""
    size = lambda S: total(lambda j: truth(S(j)), SUCC(n))
    sum_ = lambda S: total(lambda j: truth(S(j)) * val(x(j)), SUCC(n))
    fits = lambda S, Q: size(S).eq(num(SUCC(T))) & size(Q).eq(num(T)) & not_(Q(ZERO))
    free = lambda v: each(PLACES, lambda S: each(PLACES, lambda Q: implies(
        fits(S, Q), not_(v.eq(sum_(S) - sum_(Q))))))  # fmt: skip
    G = own_mean(n, T, val)
    sizes = lambda S, Q: size(S).eq(num(SUCC(T))) & size(Q).eq(num(SUCC(T)))
    apart = lambda r: each(PLACES, lambda S: each(PLACES, lambda Q: implies(
        sizes(S, Q), S(ZERO), not_(G(S, with_first(r, x)).eq(G(Q, x))))))  # fmt: skip
    return (
        each(X, lambda r: implies(free(val(r)), apart(r)))
        & some(R, lambda v: (real(0) <= v) & (v <= 1) & free(v))
    )  # fmt: skip


@a_fresh_value_exists_and_separates_the_averages.proof
def _(n, T, val, x):
    size = lambda S: total(lam(j, truth(S(j))), SUCC(n))
    w = lam(j, val(x(j)))
    sum_ = lambda S: total(lam(j, truth(S(j)) * w(j)), SUCC(n))
    fits = lambda S, Q: size(S).eq(num(SUCC(T))) & size(Q).eq(num(T)) & not_(Q(ZERO))
    free = lambda v: alls(S, Q_, implies(fits(S, Q_), not_(v.eq(sum_(S) - sum_(Q_)))))
    front = lambda h: right(spec(products_from_the_front(h), n))
    # the sum of the other records of the sample, of which there are T
    new, first = assume(free(val(r_))), assume(S(ZERO))
    sizes = assume(size(S).eq(num(SUCC(T))) & size(Q_).eq(num(SUCC(T))))
    rest = lam(j, S(j) & not_(eq(j, ZERO)))
    at_0 = assume(rest(ZERO))
    out = refuting(at_0.concl, contradiction(right(same(at_0, S(ZERO) & not_(eq(ZERO, ZERO)))), refl(ZERO)))
    none = use(decided(rest(ZERO))[1], out)
    is_0 = assume(eq(SUCC(j), ZERO))
    above = ar(real(1) <= num(SUCC(j)), spec(numbers_are_not_negative.thm, j))
    later = refuting(is_0.concl, impossible(subst(is_0, above, lambda k: real(1) <= num(k))))
    held, none_ = assume(S(SUCC(j))), assume(not_(S(SUCC(j))))
    p = S(SUCC(j)) & not_(eq(SUCC(j), ZERO))
    in_, gone, goal = assume(p), decided(p), truth(p).eq(truth(S(SUCC(j))))
    yes = ar(goal, use(gone[0], conj(held, later)), use(decided(S(SUCC(j)))[0], held))
    no = ar(goal, use(gone[1], refuting(p, contradiction(none_, left(in_)))), use(decided(S(SUCC(j)))[1], none_))
    alike = cases(held.concl, yes, no)
    functional = lam(c_, total(c_, n))
    counts_ = under(alike, j, functional)
    times_ = under(
        ar((truth(p) * w(SUCC(j))).eq(truth(S(SUCC(j))) * w(SUCC(j))), alike, factors=[w(SUCC(j))]), j, functional
    )
    bits, own = (lambda S: lam(j, truth(S(j)))), (lambda S: lam(j, truth(S(j)) * w(j)))
    one_ = use(decided(S(ZERO))[0], first)
    fewer = ar(size(rest).eq(num(T)), front(bits(rest)), front(bits(S)), counts_, none, one_, left(sizes))
    y = with_first(r_, x)
    f = lam(j, truth(S(j)) * val(y(j)))
    all_ = ar(total(f, SUCC(n)).eq(sum_(rest) + val(r_)), front(f), front(own(rest)), times_, none, one_,
              factors=[val(r_), w(ZERO)])  # fmt: skip
    G = own_mean(n, T, val)
    equal = assume(G(S, y).eq(G(Q_, x)))
    unit, _ = positive(num(SUCC(T)), ar(real(1) <= num(SUCC(T)), spec(numbers_are_not_negative.thm, T)))
    same_sum = ar(total(f, SUCC(n)).eq(sum_(Q_)), same(equal, normal(equal.concl)), unit,
                  factors=[num(SUCC(T)), total(f, SUCC(n)), sum_(Q_)])  # fmt: skip
    wrong = contradiction(use(at(new, Q_, rest), conj(conj(right(sizes), fewer), out)),
                          ar(val(r_).eq(sum_(Q_) - sum_(rest)), same_sum, all_))  # fmt: skip
    apart = hyps_then(refuting(equal.concl, wrong), [sizes.concl, first.concl], [S, Q_])

    # a value that is no sum with signs is no such difference
    def found(th):
        known = same(th, conj_of(real(0) <= v, v <= 1, missed(w, SUCC(n), v)))
        H, is_v = assume(fits(S, Q_)), assume(v.eq(sum_(S) - sum_(Q_)))
        c = lam(j, truth(S(j)) - truth(Q_(j)))
        row = spec(sums_are_linear(-1, own(Q_), own(S)), SUCC(n))
        cw = under(
            ar((c(j) * w(j)).eq(-1 * (truth(Q_(j)) * w(j)) + truth(S(j)) * w(j))), j, lam(c_, total(c_, SUCC(n)))
        )
        there = ar(total(lam(j, c(j) * w(j)), SUCC(n)).eq(v), cw, row, is_v)
        signed = same(gen(j, sign_of_a_difference(S(j), Q_(j))), signs(c))
        bad = contradiction(use(at(right(known), c), signed), there)
        th = hyps_then(refuting(is_v.concl, bad), [H.concl], [S, Q_])
        return witness(v, conj(left(known), th), lam(v, conj_of(real(0) <= v, v <= 1) & free(v)))

    value = given(spec(a_fresh_value_of_the_unit_interval(w), SUCC(n)), v, found)
    return conj(gen(r_, discharge(new.concl, apart)), value)


# ---- the loss ------------------------------------------------------------------------------------------------------
@theorem
def sample_means_see_only_the_drawn(n: Nat, T: Nat, val: Fun(X, R)):
    """A mean of drawn records depends on these only."""
    return only_drawn(lam(S, S), own_mean(n, T, val))


@sample_means_see_only_the_drawn.proof
def _(n, T, val):
    agree, out = assume(off(i, xs, ys)), assume(not_(lam(S, S)(S)(i)))
    is_i, other = assume(eq(j, i)), assume(not_(eq(j, i)))
    term_ = lambda x: truth(S(j)) * val(x(j))
    here = subst(symmetric(is_i), use(decided(S(i))[1], same(out, not_(S(i)))), lambda k: truth(S(k)).eq(0))
    here = ar(term_(xs).eq(term_(ys)), here, factors=[val(xs(j)), val(ys(j))])
    there = subst(use(at(agree, j), other), ar(term_(xs).eq(term_(xs))), lambda u: term_(xs).eq(truth(S(j)) * val(u)))
    equal = cases(is_i.concl, here, there)
    whole = lam(w, total(w, SUCC(n)) * INV(num(SUCC(T))))
    th = under(equal, j, whole)
    G = own_mean(n, T, val)
    return hyps_then(same(th, eq(G(S)(xs), G(S)(ys))), [agree.concl, out.concl], [S, i, xs, ys])


def mean_laws(n, T, val, le):
    """The theorem that the mean has a law at each database."""
    W, G = uniform_subset(SUCC(n), SUCC(T)), own_mean(n, T, val)
    lW = use(uniform_subset_is_a_law(SUCC(n), SUCC(T)), ar(num(SUCC(T)) <= num(SUCC(n)), le))
    th = use(fact("law_of_image", W, lam(S, G(S)(xs)), A=PLACES, B=R), lW)
    return lW, gen(xs, same(th, law(mean_of_drawn(n, T, val)(xs))))


def chance_of_a_place(n, T, le):
    """The theorem that place 0 is drawn with probability T/n, with n + 1 and T + 1."""
    W = uniform_subset(SUCC(n), SUCC(T))
    c, iC, iN = subsets(n, T, one), INV(subsets(SUCC(n), SUCC(T), one)), INV(num(SUCC(n)))
    facts = lambda n, T: parts(at(number_of_sets.thm, n, T))
    some_ = mp(facts(SUCC(n), SUCC(T))[2], ar(num(SUCC(T)) <= num(SUCC(n)), le))
    unit_, _ = positive(subsets(SUCC(n), SUCC(T), one), some_)
    nu, _ = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), facts(n, n)[3]))
    held = at(mp(at(sets_with_a_place(ZERO), n), first_place(n)), T)
    return ar(W(member(ZERO)).eq(num(SUCC(T)) * iN), held, facts(n, T)[0], unit_, nu,
              factors=[iC, iC * iN, c * iC, num(SUCC(T)) * iN])  # fmt: skip


def new_means(n, T, val, x):
    """The event that a number is the mean of no sample of x."""
    return lam(v, forall(Q_, not_(v.eq(own_mean(n, T, val)(Q_, x)))))


@theorem
def a_fresh_record_is_seen_when_sampled(n: Nat, T: Nat, val: Fun(X, R), r: X, x: Fun(N, X)):
    """Means that no sample of x has: of probability T/n with a fresh value in place 0, and 0 under x."""
    free = each(fn(N, R), lambda c: implies(
        signs(c), not_(total(lambda j: c(j) * val(x(j)), SUCC(n)).eq(val(r)))))  # fmt: skip
    M, new = mean_of_drawn(n, T, val), new_means(n, T, val, x)
    return implies(num(T) <= num(n), free, prob(M(with_first(r, x)), new).eq(rate_of(n, T)) & prob(M(x), new).eq(0))


@a_fresh_record_is_seen_when_sampled.proof
def _(n, T, val, r, x, le, free):
    y, G, new = with_first(r, x), own_mean(n, T, val), new_means(n, T, val, x)
    lW, _ = mean_laws(n, T, val, le)
    L = Mean(lW, truth_is_bounded(S, S(ZERO)))
    event = lambda z: new(G(S, z))

    def none(z, equal):
        """The event does not happen, as the mean is that of sample S of x."""
        H = assume(event(z))
        return use(decided(event(z))[1], refuting(H.concl, contradiction(spec(same(H, normal(H.concl)), S), equal)))

    own = L.eq_by(S, none(x, refl(G(S, x))))
    yes, no = assume(S(ZERO)), assume(not_(S(ZERO)))
    apart = use(at(use(a_fresh_value_separates_the_means(n, T, val, r, x), free), S), yes)
    seen = use(decided(event(y))[0], same(gen(Q_, spec(apart, Q_)), event(y)))
    one_ = ar(truth(event(y)).eq(truth(S(ZERO))), seen, use(decided(S(ZERO))[0], yes))
    agree = use(at(sample_means_see_only_the_drawn(n, T, val), S, ZERO, y, x), changed_first(r, lam(k, x(SUCC(k))), x),
                no)  # fmt: skip
    zero = ar(truth(event(y)).eq(truth(S(ZERO))), none(y, agree), use(decided(S(ZERO))[1], no))
    there = L.eq_by(S, cases(yes.concl, one_, zero))
    return conj(ar(prob(mean_of_drawn(n, T, val)(y), new).eq(rate_of(n, T)), there, chance_of_a_place(n, T, le)),
                ar(prob(mean_of_drawn(n, T, val)(x), new).eq(0), own))  # fmt: skip


def near_twice(n, r, x):
    """The theorems that x and x with r in place 0 are neighbours, both ways."""
    there = neighbours_there(n, r, lam(k, x(SUCC(k))), x)
    y = with_first(r, x)
    return there, use(spec(neighbours_are_symmetric.thm, SUCC(n), y, x), there)


def every_value(val):
    """Each number of [0, 1] is the value of a record."""
    return each(R, lambda v: implies(real(0) <= v, v <= 1, some(X, lambda r: val(r).eq(v))))


def with_fresh_record(n, T, val, x, all_values, prove):
    """The goal at database x: `prove` gets a record r and the theorem that its value is fresh."""
    w = lam(j, val(x(j)))
    free = lambda v: missed(w, SUCC(n), v)

    def go(th):
        known = same(th, conj_of(real(0) <= v, v <= 1, free(v)))
        found = use(at(all_values, v), left(left(known)), right(left(known)))
        return given(found, r_, lambda equal: prove(r_, subst(symmetric(equal), right(known), free)))

    return given(spec(a_fresh_value_of_the_unit_interval(w), SUCC(n)), v, go)


@theorem(place="smoothed-dp, Theorem 4", claims="continuous-average-loses-its-sampling-rate")
def continuous_average_loses_its_sampling_rate(E: Odds, n: Nat, T: Nat, val: Fun(X, R)):
    """From each database the mean of T of n numbers of [0, 1] loses exactly T/n to a neighbour (both as successors)."""
    M, rate = mean_of_drawn(n, T, val), rate_of(n, T)
    apart = lambda x, y: some(fn(R, o), lambda S: prob(M(y), S).eq(rate) & prob(M(x), S).eq(0))
    lost = lambda x, y: apart(x, y) & divergence(E, M(y), M(x)).eq(rate)
    loss = lambda x: greatest_loss(near_of(SUCC(n)), M, E, x)
    return implies(
        num(T) <= num(n), every_value(val),
        each(DB, lambda x: some(DB, lambda y: near_of(SUCC(n))(x, y) & lost(x, y)) & loss(x).eq(rate))
        & each(Law[DB], lambda P: P(loss).eq(rate)),
    )  # fmt: skip


@continuous_average_loses_its_sampling_rate.proof
def _(E, n, T, val, e1, le, all_values):
    M, rate, near, e0 = mean_of_drawn(n, T, val), rate_of(n, T), near_of(SUCC(n)), ar(real(0) <= E, e1)
    x = xs
    _, lM = mean_laws(n, T, val, le)
    new = new_means(n, T, val, x)
    loss = lambda x: greatest_loss(near, M, E, x)
    turn = gen(xs, gen(ys, spec(neighbours_are_symmetric.thm, SUCC(n), xs, ys)))
    n0, t0 = (spec(numbers_are_not_negative.thm, one_) for one_ in (n, T))
    _, i0 = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    r0 = ar(real(0) <= rate, t0, i0, hints=[(0, 1)])
    private_ = use(sampling_without_replacement(E, n, T, own_mean(n, T, val), A=R), e1, le,
                   sample_means_see_only_the_drawn(n, T, val))  # fmt: skip
    th = use(privacy_is_bounded_greatest_loss(near, M, E, rate, X=DB, A=R), lM, e0, r0, turn)
    all_ = mp(left(th), private_)
    event = lambda y: lam(S_event, prob(M(y), S_event).eq(rate) & prob(M(x), S_event).eq(0))
    S_event = var("B", fn(R, o))
    goal = lambda y: near(x, y) & (exists(event(y)) & divergence(E, M(y), M(x)).eq(rate))
    least = left(use(greatest_loss_is_least(near, M, E, x, X=DB, A=R), lM, e0))

    def go(r, free):
        y = with_first(r, x)
        seen = use(a_fresh_record_is_seen_when_sampled(n, T, val, r, x), le, free)
        back, there = near_twice(n, r, x)
        d = divergence(E, M(y), M(x))
        slack = use(divergence_is_least_slack(E, rate, M(y), M(x), A=R), e0, spec(lM, y), spec(lM, x))
        high = mp(right(slack), use(at(private_, y, x), back))

        def at_least(near_, t):
            """T/n is at most t, where the laws are close up to t."""
            th = use(closeness_of_events(E, t, M(y), M(x), new, A=R), spec(lM, y), spec(lM, x), near_)
            return ar(rate <= t, th, left(seen), right(seen), factors=[E])

        equal = use(ax("antisymmetry", d, rate), high, at_least(left(slack), d))
        neighbour = witness(y, conj(there, conj(witness(new, seen, event(y)), equal)), lam(ys, goal(ys)))
        low = at_least(right(use(at(least, y), there)), loss(x))
        return conj(neighbour, use(ax("antisymmetry", loss(x), rate), spec(all_, x), low))

    every = gen(x, with_fresh_record(n, T, val, x, all_values, go))
    P = var("P", fn(fn(DB, R), R))
    lP = assume(law(P))
    mean = Mean(lP).eq_by(x, right(spec(every, x)))
    return conj(every, gen(P, discharge(lP.concl, ar(P(lam(x, loss(x))).eq(rate), mean))))


@theorem(place="smoothed-dp, Theorem 4", claims="continuous-average-loses-its-sampling-rate")
def no_smoothed_parameter_below_the_sampling_rate(
    E: Real, d: Real, n: Nat, T: Nat, val: Fun(X, R), laws: Fun(mean_of(Fun(N, X)), o), P: Law[Fun(N, X)]
):
    """Theorem 4: the continuous average is (epsilon, d)-smoothed private under no class of laws for d < T/n."""
    return implies(
        num(T) <= num(n), every_value(val), laws(P),
        smoothed(near_of(SUCC(n)), mean_of_drawn(n, T, val), E, d, laws), rate_of(n, T) <= d,
    )  # fmt: skip


@no_smoothed_parameter_below_the_sampling_rate.proof
def _(E, d, n, T, val, laws, P, lP, le, all_values, inside, p):
    M, rate, near, x = mean_of_drawn(n, T, val), rate_of(n, T), near_of(SUCC(n)), xs
    _, lM = mean_laws(n, T, val, le)
    new, D = new_means(n, T, val, x), var("D", fn(DB, R))

    def go(ob, pairs, means):
        def at_x(r, free):
            y = with_first(r, x)
            seen = use(a_fresh_record_is_seen_when_sampled(n, T, val, r, x), le, free)
            near_ = right(use(at(pairs, x, y), near_twice(n, r, x)[1]))
            th = use(closeness_of_events(E, D(x), M(y), M(x), new, A=R), spec(lM, y), spec(lM, x), near_)
            return ar(rate <= D(x), th, left(seen), right(seen), factors=[E])

        low = Mean(lP, ob).le(x, with_fresh_record(n, T, val, x, all_values, at_x))
        return ar(rate <= d, low, use(at(means, P), inside))

    return opened(p, D, go)


@theorem(place="smoothed-dp, Sec. 5.2", claims="smoothed-and-worst-case-loss-of-the-continuous-average-agree")
def smoothed_and_worst_case_loss_of_the_continuous_average_agree(
    E: Odds, d: Real, n: Nat, T: Nat, val: Fun(X, R), laws: Fun(mean_of(Fun(N, X)), o), P: Law[Fun(N, X)]
):
    """At each database the loss is T/n; the average is private, and smoothed private, exactly for d >= T/n."""
    near, M, rate = near_of(SUCC(n)), mean_of_drawn(n, T, val), rate_of(n, T)
    iff = lambda p: implies(p, rate <= d) & implies(rate <= d, p)
    return implies(
        num(T) <= num(n), every_value(val), each(mean_of(DB), lambda W: implies(laws(W), law(W))), laws(P),
        each(DB, lambda x: greatest_loss(near, M, E, x).eq(rate))
        & iff(smoothed(near, M, E, d, laws)) & iff(private(near, M, E, d)),
    )  # fmt: skip


@smoothed_and_worst_case_loss_of_the_continuous_average_agree.proof
def _(E, d, n, T, val, laws, P, e1, lP, le, all_values, are, inside):
    near, M, rate = near_of(SUCC(n)), mean_of_drawn(n, T, val), rate_of(n, T)
    _, lM = mean_laws(n, T, val, le)
    known = use(continuous_average_loses_its_sampling_rate(E, n, T, val), e1, le, all_values)
    turn = gen(xs, gen(ys, spec(neighbours_are_symmetric.thm, SUCC(n), xs, ys)))
    worst = smoothed_at_most_worst(near, M, E, d, laws, X=DB, A=R)
    p, s, more_ = assume(private(near, M, E, d)), assume(smoothed(near, M, E, d, laws)), assume(rate <= d)
    low = use(no_smoothed_parameter_below_the_sampling_rate(E, d, n, T, val, laws, P), lP, le, all_values, inside, s)
    least = discharge(s.concl, low)
    own = use(sampling_without_replacement(E, n, T, own_mean(n, T, val), A=R), e1, le,
              sample_means_see_only_the_drawn(n, T, val))  # fmt: skip
    H = assume(near(xs, ys))
    wide = use(weaker(E, E, rate, d, M(xs), M(ys), A=R), spec(lM, xs), spec(lM, ys), use(at(own, xs, ys), H),
               ar(E <= E), more_)  # fmt: skip
    private_ = same(gen(xs, gen(ys, discharge(H.concl, wide))), p.concl)
    smooth_ = use(worst, turn, are, private_)
    there = discharge(p.concl, mp(least, use(worst, turn, are, p)))
    one_ = conj(least, discharge(more_.concl, smooth_))
    return conj(conj(gen(xs, right(at(left(known), xs))), one_), conj(there, discharge(more_.concl, private_)))
