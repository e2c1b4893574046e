"""Randomised functions as mixtures of deterministic ones: the images of all outputs are drawn beforehand."""

from sdp_proofs.logic.theories.lecture import *
from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.vocabulary import *

b_, j, k, n, m, v = var("y", B), var("j", N), var("k", N), var("n", N), var("m", N), var("v", B)


@theorem
def product_with_one_factor(f: Fun(N, R), k: Nat):
    """The product of 1 + [j = k] (f(j) - 1) over j < n is f(k) for k among n."""
    one = lambda n: product(lambda j: 1 + truth(eq(j, k)) * (f(j) - 1), n)
    return each(N, lambda n: implies(among(n, k), one(n).eq(f(k))))


@product_with_one_factor.proof
def _(f, k):
    one = lambda n: product(lam(j, 1 + truth(eq(j, k)) * (f(j) - 1)), n)
    count = lambda n: total(lam(j, truth(eq(j, k))), n)
    claim = lambda n: one(n).eq(1 + count(n) * (f(k) - 1))
    hyp, yes, no = assume(claim(m)), assume(eq(m, k)), assume(not_(eq(m, k)))
    places = fact("one_place_in_n", k)
    outside = subst(yes, fact("last_is_not_among", m), lambda v: not_(among(m, v)))
    none = mp(left(spec(places, m)), outside)
    here = subst(yes, refl(f(m)), lambda v: f(m).eq(f(v)))
    (t1, t0, _, _), goal = decided(eq(m, k)), claim(SUCC(m))
    first = ar(goal, hyp, none, use(t1, yes), here, factors=[one(m), one(m) * (f(m) - 1), f(k), one(m) * f(m), f(m)])
    second = ar(goal, hyp, use(t0, no), factors=[one(m) * (f(m) - 1), f(k) - 1])
    all_ = induct(m, ar(claim(ZERO)), discharge(hyp.concl, cases(eq(m, k), first, second)))
    H = assume(among(n, k))
    place = mp(right(spec(places, n)), H)
    return gen(n, discharge(H.concl, ar(one(n).eq(f(k)), spec(all_, n), place, factors=[f(k) - 1])))


r_ = var("r", fn(N, B))


def listed(w, n):
    """The law that is k with probability w(k), for k < n."""
    f = var("f", fn(N, R))
    return lam(f, total(lam(k, w(k) * f(k)), n))


@theorem(
    place="dp-lecture, Post-processing, proof, randomised f",
    claims="randomised-functions-are-mixtures-of-deterministic-ones",
)
def randomised_functions_are_mixtures_of_deterministic_ones(
    y0: B, K: Channel[N, B], n: Nat, w: Fun(N, Nonneg), g: Bounded[B]
):
    """Draw the images r(0), ..., r(n - 1) of n outputs independently, r(k) from the law K(k) of a randomised function.

    Each output is mapped as by K, and so is a random output that is k with probability w(k): its image under K has the
    law of its image under r, averaged over the deterministic functions r.
    """
    W, P = call("databases", y0, n, K), listed(w, n)
    one = each(N, lambda k: implies(among(n, k), K(k)(g).eq(W(lam(r_, g(r_(k)))))))
    return law(W) & (one & bind(P, K)(g).eq(W(lam(r_, P(lam(k, g(r_(k))))))))


@randomised_functions_are_mixtures_of_deterministic_ones.proof
def _(y0, K, n, w, g, chan, w0, bg):
    W, P = call("databases", y0, n, K), listed(w, n)
    LB = fn(fn(B, R), R)
    Q = var("Q", LB)
    laws_ = lam(Q, law(Q))
    all_laws = gen(Q, discharge(law(Q), assume(law(Q))))
    every = gen(j, law_at(chan, j))
    own = fact("databases_have_laws", y0, laws_, X=B)
    own = use(own, same(all_laws, spine(own.concl)[1][0]))
    own = at(own, n, K)
    own = same(use(own, same(every, spine(own.concl)[1][0])), law(W))
    # one place alone
    factor = lam(j, lam(v, 1 + truth(eq(j, k)) * (g(v) - 1)))
    good = gen(j, conj(law_at(chan, j), same(observable(v, factor(j)(v), [bg]), bounded(lam(v, factor(j)(v))))))
    whole = at(fact("means_of_products_over_records", y0, X=B), n, K, factor)
    whole = right(use(whole, same(good, spine(whole.concl)[1][0])))
    inside = assume(among(n, k))
    images = lam(j, g(r_(j)))
    shown_ = use(spec(product_with_one_factor(images, k), n), inside)
    left_ = under(same(shown_, product(lam(j, 1 + truth(eq(j, k)) * (g(r_(j)) - 1)), n).eq(g(r_(k)))), r_, W)
    mean = Mean(law_at(chan, j), bg).linear(v, 1 + truth(eq(j, k)) * (g(v) - 1))
    values = lam(j, K(j)(g))
    inner = ext(j, ar(K(j)(lam(v, 1 + truth(eq(j, k)) * (g(v) - 1))).eq(1 + truth(eq(j, k)) * (K(j)(g) - 1)), mean))
    F = var("F", fn(N, R))
    rights = subst(
        inner,
        refl(product(lam(j, K(j)(lam(v, factor(j)(v)))), n)),
        lambda F: product(lam(j, K(j)(lam(v, factor(j)(v)))), n).eq(product(F, n)),
    )
    chosen = use(spec(product_with_one_factor(values, k), n), inside)
    th = ar(K(k)(g).eq(W(lam(r_, g(r_(k))))), whole, left_, rights, chosen)
    one = gen(k, discharge(inside.concl, th))
    # and a mixture of places
    ob = lambda k: same(use(fact("bounded_inside", g, lam(r_, r_(k)), A=fn(N, B), B=B), bg), bounded(lam(r_, g(r_(k)))))
    sums = lambda n: lam(r_, total(lam(k, w(k) * g(r_(k))), n))
    claim = lambda m: bounded(sums(m)) & W(sums(m)).eq(total(lam(k, w(k) * W(lam(r_, g(r_(k))))), m))
    hyp = assume(claim(m))
    V = Mean(own, left(hyp), ob(m))
    row = total(lam(k, w(k) * g(r_(k))), m) + w(m) * g(r_(m))
    step_ = conj(
        same(observable(r_, row, [left(hyp), ob(m)]), bounded(sums(SUCC(m)))),
        ar(W(sums(SUCC(m))).eq(total(lam(k, w(k) * W(lam(r_, g(r_(k))))), SUCC(m))), V.linear(r_, row), right(hyp)),
    )
    base = conj(
        same(observable(r_, real(0)), bounded(sums(ZERO))),
        ar(W(sums(ZERO)).eq(total(lam(k, w(k) * W(lam(r_, g(r_(k))))), ZERO)), Mean(own).linear(r_, real(0))),
    )
    spread = right(spec(induct(m, base, discharge(hyp.concl, step_)), n))
    terms = fact("sums_of_equal_terms", lam(k, w(k) * K(k)(g)), lam(k, w(k) * W(lam(r_, g(r_(k))))))
    terms = spec(terms, n)
    each_ = gen(k, discharge(inside.concl, ar((w(k) * K(k)(g)).eq(w(k) * W(lam(r_, g(r_(k))))), th, factors=[w(k)])))
    terms = mp(terms, same(each_, spine(terms.concl)[1][0]))
    mixed = ar(bind(P, K)(g).eq(W(lam(r_, P(lam(k, g(r_(k))))))), terms, spread)
    return conj(own, conj(one, mixed))
