"""Places of a database: sets of T of n places by Pascal's recursion, and how many hold a place."""

from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

PLACES, DB = fn(N, o), fn(N, X)
S_, i, j, k, m, n, T = var("S", PLACES), var("i", N), var("j", N), var("k", N), var("m", N), var("n", N), var("T", N)
Phi = var("f", fn(PLACES, R))
one = lam(S_, real(1))


def member(i):
    return lam(S_, truth(S_(i)))


@definition(r"{1} < {0}")
def among(n: N, i: N):
    """The place i is one of 0, ..., n - 1."""
    return rec(FALSE, lams(var("k", N), var("p", o), or_(var("p", o), eq(i, var("k", N)))), n)


@definition(r"({0} \cup \{{{1}\}})")
def with_place(S: PLACES, k: N, i: N):
    """A set of places with one place more."""
    return or_(S(i), eq(i, k))


@definition(r"\mathrm{{sets}}_{{{0},\,{1}}}")
def subsets(n: N, T: N, f: fn(PLACES, R)):
    """The sum of f over all sets of T of the places 0, ..., n - 1: those without the last place, and with it."""
    L = fn(fn(PLACES, R), R)
    F, k, j, s, S = var("F", fn(N, L)), var("k", N), var("j", N), var("s", L), var("S", PLACES)
    empty = lam(Phi, Phi(lam(var("i", N), FALSE)))
    start = lam(T, rec(empty, lams(j, s, lam(Phi, real(0))), T))
    step = lams(
        k,
        F,
        lam(T, rec(F(ZERO), lams(j, s, lam(Phi, F(SUCC(j))(Phi) + F(j)(lam(S, Phi(call("with_place", S, k)))))), T)),
    )
    return rec(start, step, n)(T)(f)


@theorem
def numbers_are_not_negative():
    """Natural numbers are not negative."""
    return each(N, lambda n: real(0) <= num(n))


@numbers_are_not_negative.proof
def _():
    claim = lambda n: real(0) <= num(n)
    return induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)))))


@theorem
def among_is_below(i: Nat):
    """A place among n is below n as a number."""
    return each(N, lambda n: implies(among(n, i), num(i) + 1 <= num(n)))


@among_is_below.proof
def _(i):
    def claim(n):
        return implies(among(n, i), num(i) + 1 <= num(n))

    H, hyp = assume(among(ZERO, i)), assume(claim(n))
    more_ = assume(among(SUCC(n), i))
    last = subst(assume(eq(i, n)), ar(num(i) + 1 <= num(i) + 1), lambda v: num(i) + 1 <= num(v) + 1)
    goal = num(i) + 1 <= num(SUCC(n))
    step = split(same(more_, or_(among(n, i), eq(i, n))), ar(goal, mp(hyp, assume(among(n, i)))), same(last, goal))
    return induct(
        n, discharge(H.concl, absurd(H, num(i) + 1 <= num(ZERO))), discharge(hyp.concl, discharge(more_.concl, step))
    )


@theorem
def last_is_not_among(n: Nat):
    """The place n is not among n."""
    return not_(among(n, n))


@last_is_not_among.proof
def _(n):
    H = assume(among(n, n))
    return discharge(H.concl, impossible(ar(real(1) <= 0, mp(spec(among_is_below(n), n), H))))


@theorem
def other_places_stay(S: PLACES, i: Nat, k: Nat):
    """Adding a place changes no other."""
    return implies(not_(eq(i, k)), truth(call("with_place", S, k, i)).eq(truth(S(i)))) & truth(
        call("with_place", S, k, k)
    ).eq(1)


@other_places_stay.proof
def _(S, i, k):
    new, other = call("with_place", S, k, i), assume(not_(eq(i, k)))
    goal = truth(new).eq(truth(S(i)))
    a1, a0, *_ = decided(new)
    b1, b0, *_ = decided(S(i))
    yes, no, H = assume(S(i)), assume(not_(S(i))), assume(or_(S(i), eq(i, k)))
    in_ = ar(goal, use(a1, same(either(S(i), eq(i, k), yes), new)), use(b1, yes))
    neither = split(H, contradiction(no, assume(S(i))), contradiction(other, assume(eq(i, k))))
    out = ar(goal, use(a0, same(discharge(H.concl, neither), not_(new))), use(b0, no))
    itself = use(
        decided(call("with_place", S, k, k))[0], same(either(S(k), eq(k, k), refl(k)), call("with_place", S, k, k))
    )
    return conj(discharge(other.concl, cases(S(i), in_, out)), itself)


@theorem
def outsiders_are_never_drawn(i: Nat):
    """No set of places among n holds another place."""
    return each(N, lambda n: implies(not_(among(n, i)), each(N, lambda T: subsets(n, T, member(i)).eq(0))))


@outsiders_are_never_drawn.proof
def _(i):
    def claim(n):
        return implies(not_(among(n, i)), forall(T, subsets(n, T, member(i)).eq(0)))

    H, hyp, out = assume(not_(among(ZERO, i))), assume(claim(n)), assume(not_(among(SUCC(n), i)))
    base = induct(
        T,
        ar(subsets(ZERO, ZERO, member(i)).eq(0), false_is_0()),
        discharge(subsets(ZERO, T, member(i)).eq(0), ar(subsets(ZERO, SUCC(T), member(i)).eq(0))),
    )
    i_out, i_other = (
        same(
            discharge(p, contradiction(out, same(either(among(n, i), eq(i, n), assume(p)), among(SUCC(n), i)))), not_(p)
        )
        for p in (among(n, i), eq(i, n))
    )
    before = mp(hyp, i_out)
    stay = under(use(left(other_places_stay(S_, i, n)), i_other), S_, lam(Phi, subsets(n, T, Phi)))
    step = induct(
        T,
        ar(subsets(SUCC(n), ZERO, member(i)).eq(0), spec(before, ZERO)),
        discharge(
            subsets(SUCC(n), T, member(i)).eq(0),
            ar(subsets(SUCC(n), SUCC(T), member(i)).eq(0), stay, spec(before, SUCC(T)), spec(before, T)),
        ),
    )
    return induct(n, discharge(H.concl, base), discharge(hyp.concl, discharge(out.concl, step)))


@theorem
def sets_with_a_place(i: Nat):
    """As many sets of T + 1 of n + 1 places hold a place as there are sets of T of n."""
    return each(
        N,
        lambda n: implies(
            among(SUCC(n), i), each(N, lambda T: subsets(SUCC(n), SUCC(T), member(i)).eq(subsets(n, T, one)))
        ),
    )


@sets_with_a_place.proof
def _(i):
    def goal(n, T):
        return subsets(SUCC(n), SUCC(T), member(i)).eq(subsets(n, T, one))

    def claim(n):
        return implies(among(SUCC(n), i), forall(T, goal(n, T)))

    def last(n):  # i = n
        is_n = assume(eq(i, n))
        out = use(
            at(outsiders_are_never_drawn(i), n),
            subst(symmetric(is_n), last_is_not_among(n), lambda v: not_(among(n, v))),
        )
        new = subst(
            symmetric(is_n), right(other_places_stay(S_, i, n)), lambda v: truth(call("with_place", S_, n, v)).eq(1)
        )
        return ar(goal(n, T), spec(out, SUCC(T)), under(new, S_, lam(Phi, subsets(n, T, Phi))))

    H0, hyp, H = assume(among(SUCC(ZERO), i)), assume(claim(n)), assume(among(SUCC(SUCC(n)), i))
    none = assume(among(ZERO, i))
    base = split(same(H0, or_(among(ZERO, i), eq(i, ZERO))), absurd(none, goal(ZERO, T)), last(ZERO))
    inside = assume(among(SUCC(n), i))
    before, is_last = mp(hyp, inside), assume(eq(i, SUCC(n)))
    other = discharge(
        is_last.concl, contradiction(last_is_not_among(SUCC(n)), subst(is_last, inside, lambda v: among(SUCC(n), v)))
    )
    stay = under(
        use(left(other_places_stay(S_, i, SUCC(n))), same(other, not_(is_last.concl))),
        S_,
        lam(Phi, subsets(SUCC(n), T, Phi)),
    )
    never = induct(
        m,
        ar(subsets(ZERO, ZERO, member(i)).eq(0), false_is_0()),
        discharge(
            subsets(m, ZERO, member(i)).eq(0),
            ar(subsets(SUCC(m), ZERO, member(i)).eq(0), assume(subsets(m, ZERO, member(i)).eq(0))),
        ),
    )
    unit = induct(
        m,
        ar(subsets(ZERO, ZERO, one).eq(1)),
        discharge(
            subsets(m, ZERO, one).eq(1), ar(subsets(SUCC(m), ZERO, one).eq(1), assume(subsets(m, ZERO, one).eq(1)))
        ),
    )
    stay0 = spec(gen(T, stay), ZERO)
    z = ar(goal(SUCC(n), ZERO), spec(before, ZERO), stay0, spec(never, SUCC(n)), spec(unit, SUCC(n)), spec(unit, n))
    s = ar(goal(SUCC(n), SUCC(T)), spec(before, SUCC(T)), spec(before, T), spec(gen(T, stay), SUCC(T)))
    within = spec(induct(T, z, discharge(goal(SUCC(n), T), s)), T)
    step = split(same(H, or_(among(SUCC(n), i), eq(i, SUCC(n)))), within, last(SUCC(n)))
    return induct(n, discharge(H0.concl, gen(T, base)), discharge(hyp.concl, discharge(H.concl, gen(T, step))))


@theorem
def subsets_are_an_integral():
    """Sums over sets of places are linear and monotone."""
    return each(
        N,
        lambda n: each(
            N,
            lambda T: each(
                fn(PLACES, R),
                lambda f: each(
                    fn(PLACES, R),
                    lambda g: (
                        subsets(n, T, lambda S: f(S) + g(S)).eq(subsets(n, T, f) + subsets(n, T, g))
                        & implies(each(PLACES, lambda S: f(S) <= g(S)), subsets(n, T, f) <= subsets(n, T, g))
                        & each(R, lambda c: subsets(n, T, lambda S: c * f(S)).eq(c * subsets(n, T, f)))
                    ),
                ),
            ),
        ),
    )


@subsets_are_an_integral.proof
def _():
    f, g, c = var("f", fn(PLACES, R)), var("g", fn(PLACES, R)), var("c", R)
    less = assume(forall(S_, f(S_) <= g(S_)))
    goals = lambda n, T: [
        subsets(n, T, lam(S_, f(S_) + g(S_))).eq(subsets(n, T, f) + subsets(n, T, g)),
        subsets(n, T, f) <= subsets(n, T, g),
        subsets(n, T, lam(S_, c * f(S_))).eq(c * subsets(n, T, f)),
    ]
    claim = lambda n, T: alls(f, g, goals(n, T)[0] & implies(less.concl, goals(n, T)[1]) & forall(c, goals(n, T)[2]))
    whole = lambda a, b, d: gen(f, gen(g, conj(conj(a, discharge(less.concl, b)), gen(c, d))))
    empty, new = lam(i, FALSE), call("with_place", S_, n)
    z = whole(ar(goals(ZERO, ZERO)[0]), ar(goals(ZERO, ZERO)[1], spec(less, empty)), ar(goals(ZERO, ZERO)[2]))
    base = induct(T, z, discharge(claim(ZERO, T), whole(*(ar(t) for t in goals(ZERO, SUCC(T))))))
    hyp = assume(forall(T, claim(n, T)))
    first = same(spec(hyp, ZERO), claim(SUCC(n), ZERO))
    f2, g2 = lam(S_, f(new)), lam(S_, g(new))
    old, add = at(spec(hyp, SUCC(T)), f, g), at(spec(hyp, T), f2, g2)
    (p1, m1, s1), (p2, m2, s2) = ([left(left(th)), right(left(th)), right(th)] for th in (old, add))
    less2 = gen(S_, spec(less, new))
    nxt = whole(
        ar(goals(SUCC(n), SUCC(T))[0], p1, p2),
        ar(goals(SUCC(n), SUCC(T))[1], mp(m1, less), use(m2, less2)),
        ar(goals(SUCC(n), SUCC(T))[2], at(s1, c), at(s2, c)),
    )
    step = induct(T, first, discharge(claim(SUCC(n), T), nxt))
    return induct(n, base, discharge(hyp.concl, step))


@theorem
def number_of_sets():
    """The recursion (T + 1) C(n + 1, T + 1) = (n + 1) C(n, T), and C(n, T) >= 1 where T <= n."""
    return each(
        N,
        lambda n: each(
            N,
            lambda T: (
                (num(SUCC(T)) * subsets(SUCC(n), SUCC(T), one)).eq(num(SUCC(n)) * subsets(n, T, one))
                & (real(0) <= subsets(n, T, one))
                & implies(num(T) <= num(n), real(1) <= subsets(n, T, one))
                & (real(0) <= num(T))
            ),
        ),
    )


@number_of_sets.proof
def _():
    C = lambda n, T: subsets(n, T, one)
    eq_ = lambda n, T: (num(SUCC(T)) * C(SUCC(n), SUCC(T))).eq(num(SUCC(n)) * C(n, T))
    nonneg = induct(
        T,
        ar(real(0) <= num(ZERO)),
        discharge(real(0) <= num(T), ar(real(0) <= num(SUCC(T)), assume(real(0) <= num(T)))),
    )
    goal = lambda n, T: (
        eq_(n, T) & (real(0) <= C(n, T)) & implies(num(T) <= num(n), real(1) <= C(n, T)) & (real(0) <= num(T))
    )

    def made(n, T, a, b, c):
        return conj(conj(conj(a, b), discharge(num(T) <= num(n), c)), spec(nonneg, T))

    z = made(ZERO, ZERO, ar(eq_(ZERO, ZERO)), ar(real(0) <= C(ZERO, ZERO)), ar(real(1) <= C(ZERO, ZERO)))
    absurd_ = ar(real(1) <= C(ZERO, SUCC(T)), assume(num(SUCC(T)) <= num(ZERO)), spec(nonneg, T))
    base = induct(
        T,
        z,
        discharge(goal(ZERO, T), made(ZERO, SUCC(T), ar(eq_(ZERO, SUCC(T))), ar(real(0) <= C(ZERO, SUCC(T))), absurd_)),
    )
    hyp = assume(forall(T, goal(n, T)))
    h = lambda T: parts(spec(hyp, T))
    unit = induct(
        m, ar(C(ZERO, ZERO).eq(1)), discharge(C(m, ZERO).eq(1), ar(C(SUCC(m), ZERO).eq(1), assume(C(m, ZERO).eq(1))))
    )
    e0, u, u1 = h(ZERO)[0], spec(unit, n), spec(unit, SUCC(n))
    first = made(
        SUCC(n),
        ZERO,
        ar(eq_(SUCC(n), ZERO), e0, u, u1),
        ar(real(0) <= C(SUCC(n), ZERO), u1),
        ar(real(1) <= C(SUCC(n), ZERO), u1),
    )
    (eT, pT, oT, _), (eS, pS, oS, _) = h(T), h(SUCC(T))
    more_ = ar(num(T) <= num(n), assume(num(SUCC(T)) <= num(SUCC(n))))
    nxt = made(
        SUCC(n),
        SUCC(T),
        ar(eq_(SUCC(n), SUCC(T)), eT, eS),
        ar(real(0) <= C(SUCC(n), SUCC(T)), pT, pS),
        ar(real(1) <= C(SUCC(n), SUCC(T)), mp(oT, more_), pS),
    )
    return induct(n, base, discharge(hyp.concl, induct(T, first, discharge(goal(SUCC(n), T), nxt))))
