"""The trap of means: linear on all functions, no law of the naturals has a mass everywhere."""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.densities import *
from sdp_proofs.logic.vocabulary import *

n = var("n", N)
FN = fn(N, R)
naive = every_function


def shift_up(v, f):
    return lam(var("k", N), rec(v, lams(var("j", N), var("s", R), f(var("j", N))), var("k", N)))


@definition(r"[{1} = {0}]")
def only(n: N, k: N):
    """The number 1 if k is n, else 0."""
    f, i, j, s, k_ = var("f", FN), var("i", N), var("j", N), var("s", R), var("k_1", N)
    first = lam(k_, rec(real(1), lams(j, s, real(0)), k_))
    return rec(first, lams(i, f, lam(k_, rec(real(0), lams(j, s, f(j)), k_))), n)(k)


@definition(r"\mathrm{{shifted}}({0})")
def shifted(P: Fun(Fun(N, R), R), f: Fun(N, R)):
    """The mass beyond 0, moved down by one."""
    k, j, s = var("k", N), var("j", N), var("s", R)
    return P(lam(k, rec(real(0), lams(j, s, f(j)), k)))


def by_places(goal, at_zero, at_next):
    """Forall k. goal(k), from goal(0) and goal(k + 1)."""
    k = fresh("k", N)
    return induct(k, at_zero, discharge(goal(k), at_next(k)))


@theorem
def shifted_is_an_integral(P: Fun(Fun(N, R), R)):
    """The mass beyond 0 is an integral."""
    return implies(integral(naive, P), integral(naive, shifted(P)))


@shifted_is_an_integral.proof
def _(P, iP):
    f, g, h, c, k = var("f", FN), var("g", FN), var("h", FN), var("c", R), var("k", N)
    true, T = ar(real(0) <= 0), shifted(P)
    low = lambda t: shift_up(real(0), t)
    rules = parts(use(at(body_of(iP), low(f), low(g)), true, true))

    def moved(s, t, th):  # P s = .. , where s and t agree at 0 and at k + 1
        same_ = by_places(
            lambda k: s(k).eq(t(k)), ar(normal(s(ZERO).eq(t(ZERO)))), lambda k: ar(normal(s(SUCC(k)).eq(t(SUCC(k)))))
        )
        v = fresh("v", N)
        equal, u = ext(v, spec(same_, v)), fresh("u", FN)
        return equal

    s, t = lam(k, low(f)(k) + low(g)(k)), low(lam(k, f(k) + g(k)))
    e, u = moved(s, t, None), fresh("u", FN)
    plus = same(
        replace(e, same(rules[1], P(s).eq(P(low(f)) + P(low(g)))), lam(u, P(u).eq(P(low(f)) + P(low(g))))),
        T(lam(k, f(k) + g(k))).eq(T(f) + T(g)),
    )
    less = assume(forall(k, f(k) <= g(k)))
    mono = by_places(
        lambda k: low(f)(k) <= low(g)(k),
        ar(real(0) <= 0),
        lambda k: same(spec(less, k), low(f)(SUCC(k)) <= low(g)(SUCC(k))),
    )
    mono = discharge(less.concl, same(use(rules[2], mono), T(f) <= T(g)))
    s2, t2 = lam(k, c * low(f)(k)), low(lam(k, c * f(k)))
    e2, u2 = moved(s2, t2, None), fresh("u", FN)
    scale = same(
        replace(e2, same(at(rules[4], c), P(s2).eq(c * P(low(f)))), lam(u2, P(u2).eq(c * P(low(f))))),
        T(lam(k, c * f(k))).eq(c * T(f)),
    )
    all_ = conj(conj(conj(conj(true, plus), mono), gen(h, discharge(bounded(h), true))), gen(c, scale))
    return same(gen(f, gen(g, discharge(true.concl, discharge(true.concl, all_)))), integral(naive, T))


def huge(P):
    return lam(var("k", N), INV(P(lam(var("j", N), call("only", var("k", N), var("j", N))))))


@theorem
def masses_grow():
    """The function 1/mass has mean n at least, for every n."""
    return each(
        N,
        lambda n: each(
            Fun(FN, R),
            lambda P: implies(
                integral(naive, P), each(N, lambda k: below(0, P(lambda j: only(k, j)))), num(n) <= P(huge(P))
            ),
        ),
    )


@masses_grow.proof
def _():
    P, k = var("P", fn(FN, R)), var("k", N)

    def claim(n):
        return forall(
            P,
            implies(
                integral(naive, P), forall(k, below(0, P(lam(var("j", N), only(k, var("j", N)))))), num(n) <= P(huge(P))
            ),
        )

    true = ar(real(0) <= 0)
    iP, pos = assume(integral(naive, P)), assume(forall(k, below(0, P(lam(var("j", N), only(k, var("j", N)))))))

    def positive_inverse(Z, no):
        unit_ = use(
            ax("inverse", Z), same(discharge(Z.eq(0), contradiction(no, ar(Z <= 0, assume(Z.eq(0))))), not_(Z.eq(0)))
        )
        z0 = use(ax("total", Z, 0), no)
        return unit_, ar(real(0) <= INV(Z), unit_, z0, squares=[INV(Z)], hints=[(1, 2)], factors=[INV(Z)])

    first = lam(var("j", N), only(ZERO, var("j", N)))
    unit0, inv0 = positive_inverse(P(first), spec(pos, ZERO))
    _, invk = positive_inverse(P(lam(var("j", N), only(k, var("j", N)))), spec(pos, k))
    zero = lam(k, real(0))
    rules = parts(use(at(body_of(iP), zero, huge(P)), true, true))
    scaled0 = body_of(at(rules[4], 0))  # P (0 * 0) = 0 * P 0
    base = ar(
        num(ZERO) <= P(huge(P)), use(rules[2], gen(k, ar(real(0) <= normal(huge(P)(k)), invk))), scaled0, tidied=False
    )
    base = gen(P, discharge(iP.concl, discharge(pos.concl, base)))
    # step: huge P = (1/m0) only 0 + shift (huge (shifted P))
    Q = shifted(P)
    head, tail = lam(k, INV(P(first)) * first(k)), shift_up(real(0), huge(Q))
    r2 = parts(use(at(body_of(iP), head, tail), true, true))
    r1 = parts(use(at(body_of(iP), first, first), true, true))
    split = by_places(
        lambda k: (head(k) + tail(k)).eq(huge(P)(k)),
        ar(normal((head(ZERO) + tail(ZERO)).eq(huge(P)(ZERO)))),
        lambda k: ar(normal((head(SUCC(k)) + tail(SUCC(k))).eq(huge(P)(SUCC(k))))),
    )
    v, u = fresh("v", N), fresh("u", FN)
    e = ext(v, spec(split, v))
    whole = same(
        replace(e, same(r2[1], P(lam(v, head(v) + tail(v))).eq(P(head) + P(tail))), lam(u, P(u).eq(P(head) + P(tail)))),
        P(huge(P)).eq(P(head) + P(tail)),
    )
    mass0 = body_of(at(r1[4], INV(P(first))))  # P head = (1/m0) * m0
    hyp = assume(claim(n))
    shifted_pos = gen(k, same(spec(pos, SUCC(k)), below(0, Q(lam(var("j", N), only(k, var("j", N)))))))
    more_ = use(at(hyp, Q), use(shifted_is_an_integral(P), iP), shifted_pos)
    step = ar(num(SUCC(n)) <= P(huge(P)), whole, mass0, unit0, more_)
    step = gen(P, discharge(iP.concl, discharge(pos.concl, step)))
    return induct(n, same(base, claim(ZERO)), discharge(claim(n), same(step, claim(SUCC(n)))))


@theorem
def no_law_on_all_functions(P: Fun(Fun(N, R), R)):
    """Were laws linear on all functions, no law of N could have a mass everywhere."""
    return implies(integral(naive, P), not_(each(N, lambda k: below(0, P(lambda j: only(k, j))))))


@no_law_on_all_functions.proof
def _(P, iP):
    k = var("k", N)
    pos = assume(forall(k, below(0, P(lam(var("j", N), only(k, var("j", N)))))))
    th = gen(n, use(at(masses_grow.thm, n, P), iP, pos))
    return discharge(pos.concl, contradiction(archimedes(P(huge(P))), th))
