"""Trees of sums: the dyadic blocks of steps, and how many of them hold one step."""

from sdp_proofs.logic.theories.places import numbers_are_not_negative
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

d, e, i, j, k, m, n = (var(name, N) for name in "deijkmn")
x = var("x", R)


@definition(r"{2} \text{{ is in block }} {1} \text{{ of length }} {0} \text{{ among }} {3}")
def in_block(x: R, j: N, i: N, n: N):
    """Step i is in the block [j x, (j + 1) x), all of whose steps are among the first n."""
    return (num(j) * x <= num(i)) & below(num(i), (num(j) + 1) * x) & ((num(j) + 1) * x <= num(n))


def blocks(x, i, n, m):
    """The number of blocks of length x that hold step i, among the first m."""
    return total(lam(j, truth(in_block(x, j, i, n))), m)


def lengths(i, n, m, d):
    """The number of blocks of the lengths 1, 2, 4, ..., d of them, that hold step i."""
    return total(lam(k, blocks(power(2, k), i, n, m)), d)


@theorem
def powers_of_two_are_at_least_one(n: Nat):
    """1 <= 2^n."""
    return real(1) <= power(2, n)


@powers_of_two_are_at_least_one.proof
def _(n):
    claim = lambda n: real(1) <= power(2, n)
    m = var("m", N)
    return spec(induct(m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m))))), n)


@theorem
def step_is_in_one_block_of_a_length(x: Real, i: Nat, n: Nat):
    """At most one block of a length x > 0 holds a step, and none where x is above n."""
    return implies(below(0, x), each(N, lambda m: blocks(x, i, n, m) <= truth(x <= num(n))))


@step_is_in_one_block_of_a_length.proof
def _(x, i, n, some_):
    x0, m0 = use(ax("total", x, 0), some_), spec(numbers_are_not_negative.thm, m)
    before = lambda m: below(num(i), num(m) * x) & (x <= num(n))
    claim = lambda m: blocks(x, i, n, m) <= truth(before(m))
    had, goal = assume(claim(m)), claim(SUCC(m))
    inside, here = in_block(x, m, i, n), assume(before(m))
    # block m holds the step, so that none before it did
    first, second, third = parts(assume(inside))
    none = use(decided(before(m))[1], refuting(before(m), contradiction(left(here), first)))
    fits = ar(x <= num(n), third, ar(real(0) <= num(m) * x, m0, x0))
    one = use(decided(before(SUCC(m)))[0], to(conj(second, fits), before(SUCC(m))))
    yes = ar(goal, had, none, one, use(decided(inside)[0], assume(inside)))
    # it does not: a step before m is before m + 1
    later = assume((num(m) + 1) * x <= num(i))
    still = refuting(later.concl, contradiction(left(here), ar(num(m) * x <= num(i), later, x0)))
    stays = use(decided(before(SUCC(m)))[0], to(conj(still, right(here)), before(SUCC(m))))
    less = truth(before(m)) <= truth(before(SUCC(m)))
    kept = cases(
        before(m), ar(less, stays, decided(before(m))[3]),
        ar(less, use(decided(before(m))[1], assume(not_(before(m)))), decided(before(SUCC(m)))[2]),
    )  # fmt: skip
    no = ar(goal, had, kept, use(decided(inside)[1], assume(not_(inside))))
    base = ar(claim(ZERO), decided(before(ZERO))[2])
    every = spec(induct(m, base, discharge(had.concl, cases(inside, yes, no))), m)
    last = truth(before(m)) <= truth(x <= num(n))
    end = cases(
        before(m), ar(last, use(decided(x <= num(n))[0], right(here)), decided(before(m))[3]),
        ar(last, use(decided(before(m))[1], assume(not_(before(m)))), decided(x <= num(n))[2]),
    )  # fmt: skip
    return gen(m, ar(blocks(x, i, n, m) <= truth(x <= num(n)), every, end))


@theorem(place="Selection", claims="a-step-is-in-one-dyadic-block-of-each-length-there-is")
def dyadic_blocks_of_a_step(i: Nat, n: Nat):
    """A step of n is in at most one block of a length, in none above n, and in at most d of d lengths.

    If n is below 2^d, all of the lengths 2^d 2^e are above n; if 2^d is at most n, the first step is in a block of each
    of the d + 1 lengths 1, 2, ..., 2^d. So the largest number of blocks is the number of binary digits of n.
    """
    of_a_length = each(R, lambda x: implies(
        below(0, x), each(N, lambda m: blocks(x, i, n, m) <= truth(x <= num(n)))))  # fmt: skip
    of_all = each(N, lambda d: each(N, lambda m: lengths(i, n, m, d) <= num(d)))
    longer = each(N, lambda d: implies(
        below(num(n), power(2, d)), each(N, lambda e: not_(power(2, d) * power(2, e) <= num(n)))))  # fmt: skip
    attained = each(N, lambda d: implies(
        power(2, d) <= num(n), lengths(ZERO, n, SUCC(ZERO), SUCC(d)).eq(num(SUCC(d)))))  # fmt: skip
    return of_a_length & of_all & longer & attained


@dyadic_blocks_of_a_step.proof
def _(i, n):
    at_least = powers_of_two_are_at_least_one
    above_0 = lambda d: refuting(power(2, d) <= 0, impossible(ar(real(1) <= 0, at_least(d), assume(power(2, d) <= 0))))
    some_ = assume(below(0, x))
    of_a_length = gen(x, discharge(some_.concl, use(step_is_in_one_block_of_a_length(x, i, n), some_)))
    claim = lambda d: lengths(i, n, m, d) <= num(d)
    one = at(use(step_is_in_one_block_of_a_length(power(2, d), i, n), above_0(d)), m)
    more = ar(claim(SUCC(d)), assume(claim(d)), one, decided(power(2, d) <= num(n))[3])
    counted = spec(induct(d, ar(claim(ZERO)), discharge(claim(d), more)), d)
    few, long_ = assume(below(num(n), power(2, d))), assume(power(2, d) * power(2, e) <= num(n))
    shorter = ar(power(2, d) <= power(2, d) * power(2, e), at_least(e), at_least(d))
    longer = refuting(long_.concl, contradiction(few, ar(power(2, d) <= num(n), shorter, long_)))
    # the first step is in block 0 of every length there is
    start = lambda d: in_block(power(2, d), ZERO, ZERO, n)
    fits = assume(power(2, d) <= num(n))

    def first(d, fits):
        x = power(2, d)
        low, high = ar(num(ZERO) * x <= num(ZERO)), ar((num(ZERO) + 1) * x <= num(n), fits)
        past = assume((num(ZERO) + 1) * x <= num(ZERO))
        inside = refuting(past.concl, impossible(ar(real(1) <= 0, past, at_least(d))))
        return use(decided(start(d))[0], to(conj(conj(low, inside), high), start(d)))

    whole = lambda d: implies(power(2, d) <= num(n), lengths(ZERO, n, SUCC(ZERO), SUCC(d)).eq(num(SUCC(d))))
    goal = lambda d: lengths(ZERO, n, SUCC(ZERO), SUCC(d)).eq(num(SUCC(d)))
    zero = assume(power(2, ZERO) <= num(n))
    base = discharge(zero.concl, ar(goal(ZERO), first(ZERO, zero)))
    had, next_ = assume(whole(d)), assume(power(2, SUCC(d)) <= num(n))
    fits = ar(power(2, d) <= num(n), next_, at_least(d))
    step = discharge(next_.concl, ar(goal(SUCC(d)), mp(had, fits), first(SUCC(d), next_)))
    every = spec(induct(d, base, discharge(had.concl, step)), d)
    return conjunction(
        of_a_length, gen(d, gen(m, counted)), gen(d, discharge(few.concl, gen(e, longer))), gen(d, every)
    )
