"""Sums of products of binomial coefficients: all counts, a tail of them, the binomial theorem, a full count."""

from sdp_proofs.logic.theories.coins import binomials_are_not_negative, choose
from sdp_proofs.logic.theories.counts_and_tails import binomials_of_neighbours
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.lecture_facts import different_numbers_are_one_apart
from sdp_proofs.logic.theories.places import numbers_are_not_negative
from sdp_proofs.logic.theories.sampled_losses import term_of_a_sum
from sdp_proofs.logic.vocabulary import *

a, b, h, j, k, m, n = (var(name, N) for name in ("a", "b", "h", "j", "k", "m", "n"))


@definition(r"\sum_{{i \le {3}}} {0}({2} + i)\,{1}({3} - i)")
def sum_of_products(f: Fun(N, R), g: Fun(N, R), k: N, J: N):
    """The sum f(k) g(J) + f(k + 1) g(J - 1) + ... + f(k + J) g(0)."""
    F, i, r = var("F", fn(N, R)), var("i", N), var("r", N)
    return rec(lam(i, f(i) * g(ZERO)), lams(r, F, i, f(i) * g(SUCC(r)) + F(SUCC(i))), J)(k)


def binomials(n):
    return function(N, lambda h: choose(n, h))


def no_more_than_all():
    """The theorem C(n, n + 1) = 0 for all n."""
    claim = lambda n: choose(n, SUCC(n)).eq(0)
    up_ = left(spec(binomials_of_neighbours(n), SUCC(n)))
    unit_, _ = positive(num(SUCC(SUCC(n))), ar(real(1) <= num(SUCC(SUCC(n))), spec(numbers_are_not_negative.thm, n)))
    c = choose(SUCC(n), SUCC(SUCC(n)))
    step = ar(
        c.eq(0),
        up_,
        unit_,
        assume(claim(n)),
        factors=[INV(num(SUCC(SUCC(n)))), num(SUCC(n)) * INV(num(SUCC(SUCC(n)))), c],
    )
    return induct(n, ar(claim(ZERO)), discharge(claim(n), step))


def tail_difference(a, b):
    """The theorem, for all J and k, on the tails of neighbours, multiplied by a + 1."""
    f, g, p, q = binomials(SUCC(a)), binomials(b), binomials(a), binomials(SUCC(b))
    tail = lambda f, g, J, k: sum_of_products(f, g, k, J)
    row = lambda J, k: (num(SUCC(a)) * (tail(f, g, J, k) - tail(p, q, J, k))).eq(
        choose(SUCC(a), k) * choose(b, J) * num(k)
    )
    claim = lambda J: forall(k, row(J, k))
    down = right(spec(binomials_of_neighbours(a), k))
    up_ = left(spec(binomials_of_neighbours(a), k))
    one_ = lambda n: choose(n, ZERO).eq(1)
    unit_ = induct(m, ar(one_(ZERO)), discharge(one_(m), ar(one_(SUCC(m)), assume(one_(m)))))
    base = gen(
        k,
        ar(
            row(ZERO, k),
            down,
            spec(unit_, b),
            factors=[
                choose(SUCC(a), k),
                real(1),
                num(SUCC(a)) * choose(a, k),
                num(SUCC(a)) * choose(SUCC(a), k),
                choose(SUCC(a), k) * num(k),
            ],
        ),
    )
    hyp = assume(claim(j))
    old = spec(hyp, SUCC(k))
    step = gen(k, ar(row(SUCC(j), k), old, up_, down, factors=[choose(b, j), choose(b, SUCC(j))]))
    return induct(j, base, discharge(hyp.concl, step)), up_, down


@theorem(place="One tail", claims="tails-of-neighbours-differ-by-one-term")
def tails_of_neighbours_differ_by_one_term(a: Nat, b: Nat, k: Nat, J: Nat, c: Real):
    """With a + 1 of the records, P(h) = c C(a + 1, h) C(b, T - h) and P' for a: P(>= k) - P'(>= k) = P(k) k/(a + 1).

    Each difference of two terms is that of P(h) h/(a + 1) at h and at h + 1; T is k + J, and c is 1/C(n, T).
    """
    n1 = num(SUCC(a))
    P = lambda h, j: c * (choose(SUCC(a), h) * choose(b, j))
    Q = lambda h, j: c * (choose(a, h) * choose(SUCC(b), j))
    tail = c * sum_of_products(binomials(SUCC(a)), binomials(b), k, J)
    other = c * sum_of_products(binomials(a), binomials(SUCC(b)), k, J)
    term_ = each(N, lambda h: each(N, lambda j: (P(h, SUCC(j)) - Q(h, SUCC(j))).eq(
        over(P(h, SUCC(j)) * num(h), n1) - over(P(SUCC(h), j) * num(SUCC(h)), n1))))  # fmt: skip
    return term_ & (tail - other).eq(over(P(k, J) * num(k), n1))


@tails_of_neighbours_differ_by_one_term.proof
def _(a, b, k, J, c):
    k_, J_, k = k, J, var("k", N)
    whole, _, _ = tail_difference(a, b)
    up_, down = parts(spec(binomials_of_neighbours(a), h))
    n1, i1 = num(SUCC(a)), INV(num(SUCC(a)))
    unit_, _ = positive(n1, ar(real(1) <= n1, spec(numbers_are_not_negative.thm, a)))
    first, second = binary(tails_of_neighbours_differ_by_one_term.conclusion, "and")
    P = lambda h, j: c * (choose(SUCC(a), h) * choose(b, j))
    Q = lambda h, j: c * (choose(a, h) * choose(SUCC(b), j))
    goal = (P(h, SUCC(j)) - Q(h, SUCC(j))).eq(over(P(h, SUCC(j)) * num(h), n1) - over(P(SUCC(h), j) * num(SUCC(h)), n1))
    x, y = c * choose(b, j), c * choose(b, SUCC(j))
    term_ = ar(
        goal, up_, down, unit_, factors=[x * i1, y * i1, x * choose(a, h), y * choose(a, h), y * choose(SUCC(a), h)]
    )
    f = sum_of_products(binomials(SUCC(a)), binomials(b), k_, J_)
    g = sum_of_products(binomials(a), binomials(SUCC(b)), k_, J_)
    last = ar(second, at(whole, J_, k_), unit_, factors=[c * i1, c * f, c * g])
    return conj(same(gen(h, gen(j, term_)), first), last)


@theorem(place="Counting", claims="hypergeometric-probabilities-add-up-to-one")
def hypergeometric_probabilities_add_up(a: Nat, b: Nat, n: Nat, T: Nat):
    """The sum of C(a, h) C(b, T - h) over h from 0 to T is C(n, T), n = a + b: over C(n, T) they add up to 1."""
    whole = sum_of_products(binomials(a), binomials(b), ZERO, T)
    return implies(
        num(n).eq(num(a) + num(b)),
        whole.eq(choose(n, T)) & implies(below(0, choose(n, T)), over(whole, choose(n, T)).eq(1)),
    )


@hypergeometric_probabilities_add_up.proof
def _(a, b, n, T, size):
    a_, b_, n_ = a, b, n
    a, b, n = var("q", N), var("r", N), var("s", N)
    conv = lambda a, b, k, J: sum_of_products(binomials(a), binomials(b), k, J)
    # C(0, h) is 1 at h = 0 alone
    nothing = lambda J: forall(k, conv(ZERO, b, SUCC(k), J).eq(0))
    had = assume(nothing(j))
    none = induct(
        j,
        gen(k, ar(conv(ZERO, b, SUCC(k), ZERO).eq(0))),
        discharge(had.concl, gen(k, ar(conv(ZERO, b, SUCC(k), SUCC(j)).eq(0), spec(had, SUCC(k))))),
    )
    row = lambda J: conv(ZERO, b, ZERO, J).eq(choose(b, J))
    alone = spec(induct(j, ar(row(ZERO)), discharge(row(j), ar(row(SUCC(j)), at(none, j, ZERO)))), T)
    goal = lambda a, b, n: conv(a, b, ZERO, T).eq(choose(n, T))
    claim = lambda a: forall(b, forall(n, implies(num(n).eq(num(a) + num(b)), goal(a, b, n))))
    start = assume(num(n).eq(num(ZERO) + num(b)))
    apart = assume(not_(eq(n, b)))
    gap = use(spec(different_numbers_are_one_apart(n), b), apart)
    s, t = num(n) - num(b), num(b) - num(n)
    bad = impossible(ar(real(1) <= 0, gap, use(ax("max_least", s, t, 0), ar(s <= 0, start), ar(t <= 0, start))))
    same_ = cases(eq(n, b), assume(eq(n, b)), absurd(bad, eq(n, b)))
    base = subst(symmetric(same_), alone, lambda c: goal(ZERO, b, c))
    hyp, sizes = assume(claim(a)), assume(num(n).eq(num(SUCC(a)) + num(b)))
    moved = use(at(hyp, SUCC(b), n), ar(num(n).eq(num(a) + num(SUCC(b))), sizes))
    equal = at(tail_difference(a, b)[0], T, ZERO)
    unit_, _ = positive(num(SUCC(a)), ar(real(1) <= num(SUCC(a)), spec(numbers_are_not_negative.thm, a)))
    f, g = conv(SUCC(a), b, ZERO, T), conv(a, SUCC(b), ZERO, T)
    step = ar(goal(SUCC(a), b, n), moved, equal, unit_, factors=[INV(num(SUCC(a))), f, g])
    close_ = lambda th, prem: gen(b, gen(n, discharge(prem.concl, th)))
    th = induct(a, close_(base, start), discharge(hyp.concl, close_(step, sizes)))
    whole = use(at(th, a_, b_, n_), size)
    C, some_ = choose(n_, T), assume(below(0, choose(n_, T)))
    unit_, _ = positive(C, some_)
    last = ar(over(conv(a_, b_, ZERO, T), C).eq(1), whole, unit_, factors=[INV(C)])
    return conj(whole, discharge(some_.concl, last))


@theorem(place="Counting", claims="binomial-probabilities-add-up-to-one")
def binomial_probabilities_add_up(n: Nat, x: Real, y: Real):
    """The sum of C(n, h) x^h y^(n - h) over h from 0 to n is (x + y)^n, so 1 where x + y = 1."""
    whole = sum_of_products(lambda h: choose(n, h) * power(x, h), power(y), ZERO, n)
    return whole.eq(power(x + y, n)) & implies((x + y).eq(1), whole.eq(1))


@binomial_probabilities_add_up.proof
def _(n, x, y):
    n_, n = n, var("q", N)
    terms = lambda n: lam(h, choose(n, h) * power(x, h))
    total_ = lambda n, k, J: sum_of_products(terms(n), power(y), k, J)
    # the term after the last one, C(n, k + J + 1) x^(k + J + 1)
    F, i, r = var("F", fn(N, R)), var("i", N), var("r", N)
    beyond_ = lambda n, J: rec(lam(i, terms(n)(SUCC(i))), lams(r, F, i, F(SUCC(i))), J)
    first = lambda J: forall(k, total_(n, k, SUCC(J)).eq(y * total_(n, k, J) + beyond_(n, J)(k)))
    had = assume(first(j))
    more = gen(
        k, ar(total_(n, k, SUCC(SUCC(j))).eq(y * total_(n, k, SUCC(j)) + beyond_(n, SUCC(j))(k)), spec(had, SUCC(k)))
    )
    base = gen(k, ar(total_(n, k, SUCC(ZERO)).eq(y * total_(n, k, ZERO) + beyond_(n, ZERO)(k))))
    longer = induct(j, base, discharge(had.concl, more))
    # C(n + 1, h + 1) = C(n, h) + C(n, h + 1)
    second = lambda J: forall(k, total_(SUCC(n), SUCC(k), J).eq(total_(n, SUCC(k), J) + x * total_(n, k, J)))
    had = assume(second(j))
    more = gen(
        k,
        ar(
            total_(SUCC(n), SUCC(k), SUCC(j)).eq(total_(n, SUCC(k), SUCC(j)) + x * total_(n, k, SUCC(j))),
            spec(had, SUCC(k)),
        ),
    )
    base = gen(k, ar(total_(SUCC(n), SUCC(k), ZERO).eq(total_(n, SUCC(k), ZERO) + x * total_(n, k, ZERO))))
    pascal = induct(j, base, discharge(had.concl, more))
    # beyond the last term there is nothing: C(n, n + 1) = 0
    few = lambda n, k: num(n) <= num(k)
    zero = lambda n: forall(k, implies(few(n, k), choose(n, SUCC(k)).eq(0)))
    start = assume(few(ZERO, k))
    had, wrong, prem = assume(zero(n)), assume(few(SUCC(n), ZERO)), assume(few(SUCC(n), SUCC(k)))
    n0 = spec(numbers_are_not_negative.thm, n)
    at_0 = discharge(wrong.concl, absurd(impossible(ar(real(1) <= 0, wrong, n0)), choose(SUCC(n), SUCC(ZERO)).eq(0)))
    below_ = use(spec(had, k), ar(few(n, k), prem)), use(spec(had, SUCC(k)), ar(few(n, SUCC(k)), prem))
    later_ = discharge(prem.concl, ar(choose(SUCC(n), SUCC(SUCC(k))).eq(0), *below_))
    inner = lambda k: implies(few(SUCC(n), k), choose(SUCC(n), SUCC(k)).eq(0))
    nexts = induct(k, same(at_0, inner(ZERO)), discharge(inner(k), same(later_, inner(SUCC(k)))))
    empty = gen(k, discharge(start.concl, ar(choose(ZERO, SUCC(k)).eq(0))))
    zeros = spec(induct(n, same(empty, zero(ZERO)), discharge(had.concl, same(nexts, zero(SUCC(n))))), n)
    rest = lambda J: forall(k, implies(num(n) <= num(k) + num(J), beyond_(n, J)(k).eq(0)))
    had, prem = assume(rest(j)), assume(num(n) <= num(k) + num(SUCC(j)))
    less = use(spec(had, SUCC(k)), ar(num(n) <= num(SUCC(k)) + num(j), prem))
    step = gen(k, discharge(prem.concl, ar(beyond_(n, SUCC(j))(k).eq(0), less)))
    prem0 = assume(num(n) <= num(k) + num(ZERO))
    base = ar(beyond_(n, ZERO)(k).eq(0), use(spec(zeros, k), ar(few(n, k), prem0)), factors=[power(x, SUCC(k))])
    none = induct(j, gen(k, discharge(prem0.concl, base)), discharge(had.concl, step))
    none = use(at(none, n, ZERO), ar(num(n) <= num(ZERO) + num(n)))
    unit_ = lambda n: choose(n, ZERO).eq(1)
    ones = spec(induct(n, ar(unit_(ZERO)), discharge(unit_(n), ar(unit_(SUCC(n)), assume(unit_(n))))), n)
    claim = lambda n: total_(n, ZERO, n).eq(power(x + y, n))
    hyp = assume(claim(n))
    up_, down = at(longer, n, ZERO), at(pascal, n, ZERO)
    step = ar(claim(SUCC(n)), hyp, up_, down, none, ones, factors=[x, y, x + y, power(y, n) * y, power(y, SUCC(n))])
    whole = spec(induct(n, ar(claim(ZERO)), discharge(hyp.concl, step)), n_)
    one_ = assume((x + y).eq(1))
    flat = lambda n: power(x + y, n).eq(1)
    of_one = spec(
        induct(n, ar(flat(ZERO)), discharge(flat(n), ar(flat(SUCC(n)), assume(flat(n)), one_, factors=[x + y]))), n_
    )
    last = discharge(one_.concl, ar(total_(n_, ZERO, n_).eq(1), whole, of_one))
    return conj(
        to(whole, binary(binomial_probabilities_add_up.conclusion, "and")[0]),
        to(last, binary(binomial_probabilities_add_up.conclusion, "and")[1]),
    )


@theorem(place="Lower bound", claims="a-full-count-is-impossible-next-door")
def full_count_is_impossible_next_door(E: Real, a: Nat, b: Nat, rest: Fun(N, N), m: Nat, c: Nonneg):
    """One of a + 1 records is replaced: the count a + 1 has no probability then, so it adds all of its probability.

    P(h) = c C(a + 1, h) C(b, T - h), with rest(h) for T - h and c for 1/C(n, T): the divergence is at least P(a + 1),
    c C(b, T - a - 1), the chance that no record left out is of the type, at every E.
    """
    P = lambda h: c * (choose(SUCC(a), h) * choose(b, rest(h)))
    Q = lambda h: c * (choose(a, h) * choose(SUCC(b), rest(h)))
    full, value = SUCC(a), c * choose(b, rest(SUCC(a)))
    return implies(
        call("among", m, full),
        Q(full).eq(0) & (P(full) - E * Q(full)).eq(value) & MAX(0, P(full) - E * Q(full)).eq(value)
        & (value <= total(lambda h: MAX(0, P(h) - E * Q(h)), m)),
    )  # fmt: skip


@full_count_is_impossible_next_door.proof
def _(E, a, b, rest, m, c, c0, inside):
    P = lambda h: c * (choose(SUCC(a), h) * choose(b, rest(h)))
    Q = lambda h: c * (choose(a, h) * choose(SUCC(b), rest(h)))
    full, value = SUCC(a), c * choose(b, rest(SUCC(a)))
    none = spec(no_more_than_all(), a)
    one_ = lambda n: choose(n, n).eq(1)
    hyp = assume(one_(n))
    all_ = spec(
        induct(n, ar(one_(ZERO)), discharge(hyp.concl, ar(one_(SUCC(n)), hyp, spec(no_more_than_all(), n)))), SUCC(a)
    )
    r = rest(full)
    zero = ar(Q(full).eq(0), none, factors=[c * choose(SUCC(b), r)])
    gain = ar((P(full) - E * Q(full)).eq(value), zero, all_, factors=[E, c * choose(b, r)])
    v0 = ar(real(0) <= value, c0, at(binomials_are_not_negative.thm, b, r), hints=[(0, 1)])
    top = P(full) - E * Q(full)
    flat = use(ax("antisymmetry", MAX(0, top), value), use(ax("max_least", 0, top, value), v0, ar(top <= value, gain)),
               ar(value <= MAX(0, top), ax("max_right", 0, top), gain))  # fmt: skip
    g = lam(h, MAX(0, P(h) - E * Q(h)))
    k_ = var("m", N)
    low = same(ax("max_left", 0, P(k_) - E * Q(k_)), real(0) <= g(k_))
    last = term_of_a_sum(g, low, m, full, inside)
    return conjunction(zero, gain, flat, ar(value <= total(g, m), last, flat))
