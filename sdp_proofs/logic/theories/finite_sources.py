"""Records and sources of finitely many values: averages in either order, features, and mixtures of assignments.

A law that lists values x(0), ..., x(m - 1) with weights w(k) gives f the sum of w(k) f(x(k)).
"""

from sdp_proofs.logic.theories.features import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n = (var(name, N) for name in ("i", "j", "k", "m", "n"))
a, b = var("a", A), var("b", B)


def listed(m, w, x):
    """The law of m listed values with weights."""
    f = var("f", fn(x.ty[2], R))
    return lam(f, total(lam(k, w(k) * f(x(k))), m))


def weights_(m, w):
    """The premises that m weights are not negative and add up to 1."""
    return each(N, lambda k: real(0) <= w(k)) & total(w, m).eq(1)


@theorem
def listed_laws_average_in_either_order(m: Nat, w: Fun(N, R), x: Fun(N, A), Q: Law[B]):
    """A law of finitely many values is a law, and averages with any law in either order."""
    P = listed(m, w, x)
    return implies(weights_(m, w), law(P) & call("average_in_either_order", P, Q))


@listed_laws_average_in_either_order.proof
def _(m, w, x, Q, lQ, good):
    pos, one = parts_of_(good)
    P = listed(m, w, x)
    sums_ = at(finite_sums_are_integrals.thm, m)
    W = use(
        law_of_density(every_function, summed(m), w, A=N), sums_, ar(real(0) <= 0), pos, same(one, summed(m)(w).eq(1))
    )
    own = same(use(law_of_image(call("weighted", summed(m), w), x, A=N, B=A), W), law(P))
    f = var("f", fn(("*", A, B), R))
    bf = assume(bounded(f))
    at_k = lam(b, f(pair(x(k), b)))
    inside = use(fact("bounded_inside", f, lam(b, pair(x(k), b)), A=B, B=("*", A, B)), bf)
    sums = lambda n: lam(b, total(lam(k, w(k) * f(pair(x(k), b))), n))
    goal = lambda n: bounded(sums(n)) & total(lam(k, w(k) * Q(at_k)), n).eq(Q(sums(n)))
    hyp = assume(goal(n))
    at_n = lam(b, f(pair(x(n), b)))
    bn = same(use(fact("bounded_inside", f, lam(b, pair(x(n), b)), A=B, B=("*", A, B)), bf), bounded(at_n))
    known = same(left(hyp), bounded(sums(n)))
    L = Mean(lQ, bn, known)
    more = same(observable(b, sums(n)(b) + w(n) * at_n(b), [bn, known]), bounded(sums(SUCC(n))))
    spread = L.linear(b, sums(n)(b) + w(n) * at_n(b))
    step_ = conj(more, ar(total(lam(k, w(k) * Q(at_k)), SUCC(n)).eq(Q(sums(SUCC(n)))), right(hyp), spread))
    zero = observable(b, real(0))
    base = conj(same(zero, bounded(sums(ZERO))), ar(total(lam(k, w(k) * Q(at_k)), ZERO).eq(Q(sums(ZERO))),
                                                      Mean(lQ).linear(b, real(0))))  # fmt: skip
    th = right(spec(induct(n, base, discharge(hyp.concl, step_)), m))
    flat = P(lam(a, Q(lam(b, f(pair(a, b)))))).eq(Q(lam(b, P(lam(a, f(pair(a, b)))))))
    return conj(own, same(gen(f, discharge(bf.concl, same(th, flat))), call("average_in_either_order", P, Q)))


def parts_of_(th):
    return left(th), right(th)


@theorem(
    place="smoothed-dp, App. D.3",
    claims="features-of-independent-records-are-independent features-of-records-follow-products-of-their-laws",
)
def features_of_finitely_many_values_are_independent(
    v0: X, w0: Z, n: Nat, m: Nat, w: Fun(N, N, R), x: Fun(N, N, X), K: Channel[X, Z], g: Fun(X, Z)
):
    """Features K, and g, of n independent records of m values are independent, each of the law of its own."""
    source = lambda j: listed(m, w(j), x(j))
    records_ = databases(v0, n, function(N, source))
    drawn_ = lambda F: records_(lambda x: databases(w0, n, lambda j: K(x(j)))(F))
    random_ = lambda F: drawn_(F).eq(databases(w0, n, lambda j: bind(source(j), K))(F))
    image = lambda j: function(fn(Z, R), lambda f: source(j)(lambda v: f(g(v))))
    plain = lambda F: records_(lambda x: databases(w0, n, lambda j: call("point", g(x(j))))(F)).eq(
        databases(w0, n, function(N, image))(F))  # fmt: skip
    return implies(
        each(N, lambda j: weights_(m, w(j))),
        each(Fun(fn(N, Z), R), lambda F: implies(bounded(F), random_(F) & plain(F))),
    )


@features_of_finitely_many_values_are_independent.proof
def _(v0, w0, n, m, w, x, K, g, cK, good):
    F, s = var("F", fn(DZ, R)), lam(j, listed(m, w(j), x(j)))
    bF = assume(bounded(F))

    def for_channel(K, cK):
        both = use(listed_laws_average_in_either_order(m, w(j), x(j), K(v), A=X, B=Z), law_at(cK, v), spec(good, j))
        own = left(use(listed_laws_average_in_either_order(m, w(j), x(j), s(j), A=X, B=X), own_law, spec(good, j)))
        facts = gen(j, conj(same(own_law, law(s(j))), gen(v, right(both))))
        return use(at(use(features_of_independent_records_are_independent(v0, w0, K), cK), n, s, F), facts, bF)

    sure = certain(v)
    u0 = same(sure, law(lam(var("f", fn(X, R)), var("f", fn(X, R))(v))))
    own_law = left(use(listed_laws_average_in_either_order(m, w(j), x(j), binary_law(v), A=X, B=X), u0, spec(good, j)))
    first = for_channel(K, cK)
    G = lam(v, call("point", g(v)))
    second = for_channel(G, same(gen(v, same(certain(g(v)), law(G(v)))), channel(G)))
    return gen(F, discharge(bF.concl, conj(first, second)))


def binary_law(v):
    f = var("f", fn(v.ty, R))
    return lam(f, f(v))


@theorem(
    place="smoothed-dp, App. D.4",
    claims="product-of-mixtures-is-a-mixture-of-products weights-of-assignments-sum-to-one",
)
def mixed_sources_are_mixtures_of_assignments(
    v0: X, n: Nat, m: Nat, w: Fun(N, N, R), pi: Fun(N, Law[X]), F: Bounded[fn(N, X)], c: Real
):
    """Record i from the mixture of m sources with weights w(i): an average over independent assignments d."""
    chosen = databases(ZERO, n, function(N, lambda i: function(fn(N, R), lambda f: total(lambda k: w(i)(k) * f(k), m))))
    mixed = databases(
        v0, n, function(N, lambda i: function(fn(X, R), lambda f: total(lambda k: w(i)(k) * pi(k)(f), m)))
    )
    pure = lambda d: databases(v0, n, lambda j: pi(d(j)))(F)
    most = implies(each(Fun(N, N), lambda d: pure(d) <= c), mixed(F) <= c)
    return implies(each(N, lambda i: weights_(m, w(i))), law(chosen) & mixed(F).eq(chosen(pure)) & most)


@mixed_sources_are_mixtures_of_assignments.proof
def _(v0, n, m, w, pi, F, c, lp, bF, good):
    d, same_ = var("d", fn(N, N)), lam(i, lam(k, k))
    K = same(lp, channel(pi))
    th = use(
        features_of_finitely_many_values_are_independent(ZERO, v0, n, m, w, same_, pi, lam(k, v0), X=N, Z=X), K, good
    )
    th = left(use(spec(th, F), bF))
    s = lam(i, listed(m, w(i), same_(i)))
    own = left(use(listed_laws_average_in_either_order(m, w(i), same_(i), binary_law(k), A=N, B=N),
                   same(certain(k), law(binary_law(k))), spec(good, i)))  # fmt: skip
    chosen = any_laws(ZERO, s, gen(i, same(own, law(s(i)))), n)
    pure = lam(d, databases(v0, n, lam(j, pi(d(j))))(F))
    sources = lam(j, pi(d(j)))
    inner = any_laws(v0, sources, gen(j, same(spec(lp, d(j)), law(sources(j)))), n)
    chan = lam(d, databases(v0, n, sources))
    bp = same(after(chan, same(gen(d, inner), channel(chan)), bF), bounded(pure))
    all_ = assume(forall(d, pure(d) <= c))
    W = databases(ZERO, n, s)
    mean_ = Mean(chosen, bp).le(d, spec(all_, d))
    sums = lam(i, lam(var("h", fn(X, R)), total(lam(k, w(i)(k) * pi(k)(var("h", fn(X, R)))), m)))
    mixed = databases(v0, n, sums)(F)
    equal = ar(mixed.eq(W(pure)), same(th, W(pure).eq(mixed)))
    most = discharge(all_.concl, ar(mixed <= c, equal, same(mean_, W(pure) <= c)))
    return conj(conj(chosen, equal), most)
