"""Statements that are false: the negation, proved from an instance."""

from sdp_proofs.logic.theories.densities import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


def table(*values):
    """The function of 0, 1, 2, ... with these values; the last one for ever."""
    j, k, s = var("j", N), var("k", N), var("s", R)
    f = lam(j, real(values[-1]))
    for v in reversed(values[:-1]):
        f = lam(j, rec(real(v), lams(k, s, f(k)), j))
    return f


def numeral(k):
    return ZERO if k == 0 else SUCC(numeral(k - 1))


def at_all_places(claim, f, k):
    """Forall j. claim(f j), for a table of k + 1 values: each place is computed."""
    j = fresh("j", N)
    if k == 0:
        return gen(j, same(ar(claim(normal(f(j)))), claim(f(j))))
    rest = normal(lam(j, f(SUCC(j))))
    step = spec(at_all_places(claim, rest, k - 1), j)
    return induct(j, ar(claim(f(ZERO))), discharge(claim(f(j)), same(step, claim(f(SUCC(j))))))


def law_of_table(values):
    n_, p = numeral(len(values)), table(*values)
    true = ar(real(0) <= 0)
    nonneg = at_all_places(lambda t: real(0) <= t, p, len(values) - 1)
    return use(
        law_of_density(every_function, summed(n_), p, A=N),
        at(finite_sums_are_integrals.thm, n_),
        true,
        nonneg,
        ar(total(p, n_).eq(1)),
    )


@claimed
def outputs_one_by_one_suffice(E: Nonneg, d: Real, p: Fun(N, R), q: Fun(N, R)):
    """Closeness at each single output would be closeness."""
    return each(
        N,
        lambda n: implies(
            law(weighted(summed(n), p)),
            law(weighted(summed(n), q)),
            each(N, lambda j: p(j) <= E * q(j) + d),
            close(E, d, weighted(summed(n), p), weighted(summed(n), q)),
        ),
    )


@refutation(outputs_one_by_one_suffice)
def _three(claimed):
    third = Fraction(1, 3)
    E, d, P, Q, event = 1, third, (third, third, third), (0, 0, 1), table(1, 1, 0)
    p, q = table(*P), table(*Q)
    singles = at_all_places(lambda t: real(third) <= real(E) * t + real(d), q, 2)
    j = fresh("j", N)
    # p is 1/3 at every place: computed the same way
    constant = at_all_places(lambda t: t.eq(third), p, 2)
    singles = gen(j, ar(p(j) <= real(E) * q(j) + real(d), spec(singles, j), spec(constant, j)))
    near = use(
        at(use(at(claimed, E, d, p, q), ar(real(0) <= E)), numeral(3)), law_of_table(P), law_of_table(Q), singles
    )
    low, high = at_all_places(lambda t: real(0) <= t, event, 2), at_all_places(lambda t: t <= 1, event, 2)
    t = make_test(j, event(j), spec(low, j), spec(high, j))
    wrong = use(at(near, event), t)  # 2/3 <= 1 * 0 + 1/3, as the kernel computes it
    return impossible(ar(real(1) <= 0, wrong))
