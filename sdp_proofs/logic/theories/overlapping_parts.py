"""Parallel composition over parts of the data that overlap: the budgets of the parts with the record add up."""

from sdp_proofs.logic.theories.lecture import *
from sdp_proofs.logic.vocabulary import *

k, n = var("k", N), var("n", N)
x, y = var("x", X), var("y", X)


@theorem
def exponentials_of_sums(f: Fun(N, R)):
    """The exponential of a sum is the product of the exponentials."""
    return each(N, lambda n: product(lambda k: EXP(f(k)), n).eq(EXP(total(f, n))))


@exponentials_of_sums.proof
def _(f):
    claim = lambda n: product(lam(k, EXP(f(k))), n).eq(EXP(total(f, n)))
    step_ = ar(claim(SUCC(n)), assume(claim(n)), ax("exp_plus", total(f, n), f(n)), factors=[EXP(f(n))])
    return induct(n, ar(claim(ZERO), exp_zero()), discharge(claim(n), step_))


@theorem(place="dp-lecture, Parallel composition, statement", claims="every-part-with-the-record-pays")
def every_part_with_the_record_pays(
    near: Fun(X, X, o), nearer: Fun(Z, Z, o), part: Fun(N, X, Z), held: Fun(X, X, N, o), M: Fun(N, Z, Law[A]),
    e: Fun(N, Nonneg), d: Fun(N, Nonneg), v0: A, n: Nat, B: Real, delta: Real,
):  # fmt: skip
    """Budgets add up over the parts that hold the record in which neighbours differ; the largest such sum is enough."""
    release = lambda x: call("databases", v0, n, function(N, lambda k: M(k)(part(k)(x))))
    same_ = lambda x, y, k: implies(not_(held(x, y, k)), eq(part(k)(x), part(k)(y)))
    differ_ = lambda x, y, k: implies(held(x, y, k), nearer(part(k)(x), part(k)(y)))
    pairs_ = lambda p: each(X, lambda x: each(X, lambda y: implies(near(x, y), p(x, y))))
    paid = lambda x, y, u: total(lambda k: truth(held(x, y, k)) * u(k), n)
    return implies(
        each(N, lambda k: private(nearer, M(k), EXP(e(k)), d(k))),
        pairs_(lambda x, y: each(N, lambda k: differ_(x, y, k) & same_(x, y, k))),
        pairs_(lambda x, y: close(EXP(paid(x, y, e)), paid(x, y, d), release(x), release(y)))
        & implies(
            pairs_(lambda x, y: (paid(x, y, e) <= B) & (paid(x, y, d) <= delta)),
            private(near, release, EXP(B), delta),
        ),
    )


@every_part_with_the_record_pays.proof
def _(near, nearer, part, held, M, e, d, v0, n, B, delta, lM, e0, d0, p, parts_differ):
    H = assume(near(x, y))
    both = spec(use(at(parts_differ, x, y), H), k)
    h, bits = held(x, y, k), decided(held(x, y, k))
    yes, no = assume(h), assume(not_(h))
    s, r = (lam(k, M(k)(part(k)(v))) for v in (x, y))
    u, w = truth(h) * e(k), truth(h) * d(k)
    e1, d1 = spec(e0, k), spec(d0, k)
    u0, w0 = ar(real(0) <= u, bits[2], e1), ar(real(0) <= w, bits[2], d1)
    goal = close(EXP(u), w, s(k), r(k))
    ls, lr = at(lM, k, part(k)(x)), at(lM, k, part(k)(y))
    one = use(at(spec(p, k), part(k)(x), part(k)(y)), use(left(both), yes))
    up = use(exp_monotone(e(k), u), ar(e(k) <= u, use(bits[0], yes), factors=[e(k)]))
    first = use(weaker(EXP(e(k)), EXP(u), d(k), w, s(k), r(k), A=A), ls, lr, one, up,
                ar(d(k) <= w, use(bits[0], yes), factors=[d(k)]))  # fmt: skip
    equal = use(right(both), no)
    alike = use(fact("reflexive", s(k), A=A), ls)
    alike = subst(equal, alike, lambda v: close(1, 0, M(k)(part(k)(x)), M(k)(v)))
    low = ar(real(1) <= EXP(u), ax("exp_above", u), u0)
    second = use(weaker(1, EXP(u), 0, w, s(k), r(k), A=A), ls, lr, same(alike, close(1, 0, s(k), r(k))), low, w0)
    near_ = cases(h, same(first, goal), same(second, goal))
    odds, slacks = lam(k, EXP(u)), lam(k, w)
    facts = gen(k, conjunction(same(ls, law(s(k))), same(lr, law(r(k))), exp_positive(u), w0, near_))
    whole = use(at(products_of_close_laws(v0, X=A), n, s, r, odds, slacks), facts)
    budget, slack = total(lam(k, u), n), total(lam(k, w), n)
    outputs = [call("databases", v0, n, one_) for one_ in (s, r)]
    moved = spec(exponentials_of_sums(lam(k, u)), n)
    whole = subst(same(moved, product(odds, n).eq(EXP(budget))), same(whole, close(product(odds, n), slack, *outputs)),
                  lambda F: close(F, slack, *outputs))  # fmt: skip
    each_pair = gen(x, gen(y, discharge(H.concl, whole)))
    conclusion = every_part_with_the_record_pays.conclusion
    most = assume(binary(binary(conclusion, "and")[1], "implies")[0])
    less = use(at(most, x, y), H)
    laws_ = [any_laws(v0, one_, good, n) for one_, good in ((s, gen(k, ls)), (r, gen(k, lr)))]
    large = use(exp_monotone(budget, B), ar(budget <= B, left(less)))
    end = use(weaker(EXP(budget), EXP(B), slack, delta, *outputs, A=fn(N, A)), *laws_, whole, large,
              ar(slack <= delta, right(less)))  # fmt: skip
    return conj(each_pair, discharge(most.concl, gen(x, gen(y, discharge(H.concl, end)))))
