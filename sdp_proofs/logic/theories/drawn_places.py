"""Drawn places: to hold a place is to add it, increasing functions, exchange of two places.

All is said of functions of the indicator of the drawn set, a function from places to numbers: two sets with the same
members have the same indicator, so that places may be added in any order.
"""

from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.vocabulary import *

IND = fn(N, R)
i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
S_, u, F_ = var("S", PLACES), var("u", IND), var("F", fn(IND, R))


@definition(r"\mathbf{{1}}_{{{0}}}")
def indicator(S: PLACES, j: N):
    """The function that is 1 at the places of a set, and 0 elsewhere."""
    return truth(S(j))


@definition(r"({1} \vee \mathbf{{1}}_{{{0}}})")
def raised(k: N, u: IND, j: N):
    """The indicator of a set with one place more."""
    return u(j) + (1 - u(j)) * truth(eq(j, k))


@definition(r"\mathrm{{draws}}_{{{0},\,{1}}}")
def draws(n: N, T: N, F: fn(IND, R)):
    """The sum of a function of the indicator over all sets of T of the places 0, ..., n - 1."""
    return subsets(n, T, lambda S: F(call("indicator", S)))


def ind(S):
    return call("indicator", S)


def up(k, u):
    return call("raised", k, u)


def put_in(F, k):
    """The function F of the indicator with place k added."""
    return lam(u, F(up(k, u)))


class Draws(Mean):
    """Sums over sets of places as a linear functional: every function is summable."""

    def __init__(self, n, T):
        every = lam(var("f", fn(PLACES, R)), real(0) <= 1)
        known = use(spec(draws_are_an_integral.thm, n, T))
        super().__init__(same(known, integral(every, spine(known.concl)[1][1])))

    def good(self, v, t):
        """Every function is summable."""
        return same(ar(real(0) <= 1), app(self.ig, lam(v, t)))

    def _anchor(self, v, m):
        return None

    def _some(self, v):
        return real(1)


@theorem
def draws_are_an_integral(n: Nat, T: Nat):
    """Sums over sets of places are linear and monotone on all functions."""
    every = lam(var("f", fn(PLACES, R)), real(0) <= 1)
    return integral(every, lam(var("f", fn(PLACES, R)), subsets(n, T, var("f", fn(PLACES, R)))))


@draws_are_an_integral.proof
def _(n, T):
    f, g, h, c = var("f", fn(PLACES, R)), var("g", fn(PLACES, R)), var("h", fn(PLACES, R)), var("c", R)
    th = at(subsets_are_an_integral.thm, n, T, f, g)
    yes = ar(real(0) <= 1)
    bh = assume(bounded(h))
    rules = conjunction(
        yes, left(left(th)), right(left(th)), gen(h, discharge(bh.concl, yes)), right(th),
    )  # fmt: skip
    return hyps_then(rules, [yes.concl, yes.concl], [f, g])


@theorem
def draws_by_the_last_place(n: Nat, T: Nat, F: fn(IND, R)):
    """Sets of T + 1 of n + 1 places: those without the last place, and those of T with it."""
    return draws(SUCC(n), SUCC(T), F).eq(draws(n, SUCC(T), F) + draws(n, T, put_in(F, n)))


@draws_by_the_last_place.proof
def _(n, T, F):
    new = call("with_place", S_, n)
    equal = indicator_of_a_larger_set(S_, n)
    moved = subst(equal, refl(F(ind(new))), lambda v: eq(F(ind(new)), F(v)))
    e = under(moved, S_, lam(Phi, subsets(n, T, Phi)))
    return ar(draws_by_the_last_place.conclusion, e)


@theorem
def indicator_of_a_larger_set(S: PLACES, k: Nat):
    """Adding a place to a set raises its indicator there."""
    return eq(ind(call("with_place", S, k)), up(k, ind(S)))


@indicator_of_a_larger_set.proof
def _(S, k):
    stays, is_one = left(other_places_stay(S, j, k)), right(other_places_stay(S, j, k))
    t = truth(call("with_place", S, k, j))
    goal = t.eq(truth(S(j)) + (1 - truth(S(j))) * truth(eq(j, k)))
    yes, no = assume(eq(j, k)), assume(not_(eq(j, k)))
    here = subst(symmetric(yes), is_one, lambda v: truth(call("with_place", S, k, v)).eq(1))
    one_ = ar(goal, here, use(decided(eq(j, k))[0], yes), factors=[1 - truth(S(j))])
    zero = ar(goal, use(stays, no), use(decided(eq(j, k))[1], no), factors=[1 - truth(S(j))])
    th = ext(j, cases(yes.concl, one_, zero))
    return same(th, indicator_of_a_larger_set.conclusion)


@theorem
def places_are_added_in_any_order(i: Nat, k: Nat, u: IND):
    """Two places may be added in either order."""
    return eq(up(i, up(k, u)), up(k, up(i, u)))


@places_are_added_in_any_order.proof
def _(i, k, u):
    return same(ext(j, ar(up(i, up(k, u))(j).eq(up(k, up(i, u))(j)))), places_are_added_in_any_order.conclusion)


def same_place(k):
    """The number [k = k] is 1."""
    return use(decided(eq(k, k))[0], refl(k))


def holding(F, i):
    return lam(u, u(i) * F(u))


def lacking(F, i):
    return lam(u, (1 - u(i)) * F(u))


@theorem
def outer_places_are_not_drawn(i: Nat):
    """Over sets of places among n, what is multiplied by the indicator of another place sums to 0."""
    return each(N, lambda n: implies(
        not_(among(n, i)),
        each(fn(IND, R), lambda F: each(N, lambda T: draws(n, T, lambda u: u(i) * F(u)).eq(0)))))  # fmt: skip


@outer_places_are_not_drawn.proof
def _(i):
    goal = lambda n, T, F: draws(n, T, holding(F, i)).eq(0)
    claim = lambda n: implies(not_(among(n, i)), forall(F_, forall(T, goal(n, T, F_))))
    H, hyp, out = assume(not_(among(ZERO, i))), assume(claim(n)), assume(not_(among(SUCC(n), i)))
    none = lam(j, truth(FALSE))
    base = induct(
        T, ar(goal(ZERO, ZERO, F_), false_is_0(), factors=[F_(none)]),
        discharge(goal(ZERO, T, F_), ar(goal(ZERO, SUCC(T), F_))),
    )  # fmt: skip
    i_out, i_other = (
        refuting(p, contradiction(out, same(either(among(n, i), eq(i, n), assume(p)), among(SUCC(n), i))))
        for p in (among(n, i), eq(i, n))
    )
    before = mp(hyp, i_out)
    Fn = put_in(F_, n)
    apart = use(decided(eq(i, n))[1], i_other)
    point = ar((ind(S_)(i) + (1 - ind(S_)(i)) * truth(eq(i, n))).eq(ind(S_)(i)), apart, factors=[1 - ind(S_)(i)])
    w = Fn(ind(S_))
    moved = under(ar((up(n, ind(S_))(i) * w).eq(ind(S_)(i) * w), point, factors=[w]), S_, lam(Phi, subsets(n, T, Phi)))
    step = induct(
        T, ar(goal(SUCC(n), ZERO, F_), at(before, F_, ZERO)),
        discharge(goal(SUCC(n), T, F_), ar(goal(SUCC(n), SUCC(T), F_), draws_by_the_last_place(n, T, holding(F_, i)),
                                           at(before, F_, SUCC(T)), at(before, Fn, T), moved)),
    )  # fmt: skip
    return induct(n, discharge(H.concl, gen(F_, base)), discharge(hyp.concl, discharge(out.concl, gen(F_, step))))


@theorem
def empty_sets_hold_nothing(i: Nat, F: fn(IND, R)):
    """Over sets of no place, what is multiplied by an indicator sums to 0."""
    return each(N, lambda n: draws(n, ZERO, lambda u: u(i) * F(u)).eq(0))


@empty_sets_hold_nothing.proof
def _(i, F):
    claim = lambda n: draws(n, ZERO, holding(F, i)).eq(0)
    base = ar(claim(ZERO), false_is_0(), factors=[F(lam(j, truth(FALSE)))])
    return induct(n, base, discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)))))


def lacking_is_rest(n, T, F, i):
    """The sum over sets without place i is the whole less that over sets with it."""
    U = ind(S_)
    return Draws(n, T).linear(S_, (1 - U(i)) * F(U))


@theorem
def to_hold_a_place_is_to_add_it(i: Nat):
    """The sets of T + 1 that hold a place are those of T that do not, with it."""
    return each(N, lambda n: implies(
        among(n, i),
        each(fn(IND, R), lambda F: each(N, lambda T: draws(n, SUCC(T), lambda u: u(i) * F(u)).eq(
            draws(n, T, lambda u: (1 - u(i)) * F(up(i, u))))))))  # fmt: skip


@to_hold_a_place_is_to_add_it.proof
def _(i):
    goal = lambda n, T, F: draws(n, SUCC(T), holding(F, i)).eq(draws(n, T, lacking(put_in(F, i), i)))
    claim = lambda n: implies(among(n, i), forall(F_, forall(T, goal(n, T, F_))))
    H0, hyp, H = assume(among(ZERO, i)), assume(claim(n)), assume(among(SUCC(n), i))
    base = discharge(H0.concl, absurd(same(H0, FALSE), forall(F_, forall(T, goal(ZERO, T, F_)))))
    U, Fn, Fi = ind(S_), put_in(F_, n), put_in(F_, i)
    functional = lambda n, T: lam(Phi, subsets(n, T, Phi))
    # the place is the last one
    is_n = assume(eq(i, n))
    out = subst(symmetric(is_n), last_is_not_among(n), lambda v: not_(among(n, v)))
    never = use(at(outer_places_are_not_drawn(i), n), out)
    here = subst(is_n, same_place(i), lambda v: truth(eq(i, v)).eq(1))
    full = ar((U(i) + (1 - U(i)) * truth(eq(i, n))).eq(1), here, factors=[1 - U(i)])
    add = lambda n, T, w: under(ar((up(n, U)(i) * w).eq(w), full, factors=[w]), S_, functional(n, T))
    gone = lambda n, T, w: under(ar(((1 - up(n, U)(i)) * w).eq(0), full, factors=[w]), S_, functional(n, T))
    to_n = subst(
        is_n, refl(draws(n, T, put_in(F_, i))), lambda v: eq(draws(n, T, put_in(F_, i)), draws(n, T, put_in(F_, v)))
    )
    step_of = draws_by_the_last_place(n, T, holding(F_, i))
    first = ar(draws(SUCC(n), SUCC(T), holding(F_, i)).eq(draws(n, T, Fi)), step_of, at(never, F_, SUCC(T)),
               add(n, T, F_(up(n, U))), to_n)  # fmt: skip
    rest = lambda T: (lacking_is_rest(n, T, Fi, i), at(never, Fi, T))
    zero_ = ar(goal(SUCC(n), ZERO, F_), spec(gen(T, first), ZERO), *rest(ZERO))
    w = F_(up(i, up(n, U)))
    none = Draws(n, T).eq_by(S_, ar(((1 - up(n, U)(i)) * w).eq(0), full, factors=[w]))
    more_ = ar(goal(SUCC(n), SUCC(T), F_), spec(gen(T, first), SUCC(T)), *rest(SUCC(T)),
               draws_by_the_last_place(n, T, lacking(Fi, i)), none)  # fmt: skip
    last = induct(T, zero_, discharge(goal(SUCC(n), T, F_), more_))
    last = spec(last, T)
    # another one is
    inside, not_n = assume(among(n, i)), assume(not_(eq(i, n)))
    before = mp(hyp, inside)
    apart = use(decided(eq(i, n))[1], not_n)
    point = ar((U(i) + (1 - U(i)) * truth(eq(i, n))).eq(U(i)), apart, factors=[1 - U(i)])
    keep = lambda T, w, of: under(ar((of(up(n, U)(i)) * w).eq(of(U(i)) * w), point, factors=[w]), S_, functional(n, T))
    same_, other = lambda x: x, lambda x: 1 - x
    lhs = ar(draws(SUCC(n), SUCC(T), holding(F_, i)).eq(draws(n, T, lacking(Fi, i)) + draws(n, T, holding(Fn, i))),
             step_of, at(before, F_, T), keep(T, F_(up(n, U)), same_))  # fmt: skip
    z = ar(goal(SUCC(n), ZERO, F_), spec(gen(T, lhs), ZERO), at(empty_sets_hold_nothing(i, Fn), n))
    swap_ = places_are_added_in_any_order(n, i, U)
    r = var("r", IND)
    swapped = under(
        same(
            subst(
                swap_,
                refl((1 - U(i)) * F_(up(n, up(i, U)))),
                lambda v: eq((1 - U(i)) * F_(up(n, up(i, U))), (1 - U(i)) * F_(v)),
            ),
            eq((1 - U(i)) * F_(up(n, up(i, U))), (1 - U(i)) * F_(up(i, up(n, U)))),
        ),
        S_,
        functional(n, T),
    )
    s = ar(goal(SUCC(n), SUCC(T), F_), spec(gen(T, lhs), SUCC(T)), draws_by_the_last_place(n, T, lacking(Fi, i)),
           at(before, Fn, T), keep(T, F_(up(i, up(n, U))), other), swapped)  # fmt: skip
    within = spec(induct(T, z, discharge(goal(SUCC(n), T, F_), s)), T)
    both = split(same(H, or_(among(n, i), eq(i, n))), cases(is_n.concl, last, within), last)
    return induct(n, base, discharge(hyp.concl, discharge(H.concl, gen(F_, gen(T, both)))))


# ---- increasing functions ------------------------------------------------------------------------------------------
@definition(r"{0} \text{{ rises with the drawn set}}")
def rising(F: fn(IND, R)):
    """Adding a place to the drawn set does not lower the function."""
    return each(
        PLACES, lambda S: each(N, lambda j: F(call("indicator", S)) <= F(call("raised", j, call("indicator", S))))
    )


def rising_with(rise, F, n):
    """The function F of the set with place n added rises, from `rising(F)`."""
    new = call("with_place", S_, n)
    th = at(rise, new, j)
    th = subst(
        indicator_of_a_larger_set(S_, n), same(th, F(ind(new)) <= F(up(j, ind(new)))), lambda v: F(v) <= F(up(j, v))
    )
    th = subst(places_are_added_in_any_order(j, n, ind(S_)), th, lambda v: F(up(n, ind(S_))) <= F(v))
    return same(gen(S_, gen(j, th)), call("rising", put_in(F, n)))


def at_most(n, T, point):
    """The inequality of sums over sets, from that at each set S."""
    return Draws(n, T).le(S_, point)


@theorem
def larger_sets_have_larger_means():
    """The mean of a rising function over sets of T + 1 places is no smaller than over sets of T, without quotients."""
    return each(fn(IND, R), lambda F: each(N, lambda n: implies(call("rising", F), each(N, lambda T: (
        (num(n) - num(T)) * draws(n, T, F) <= num(SUCC(T)) * draws(n, SUCC(T), F))))))  # fmt: skip


@larger_sets_have_larger_means.proof
def _():
    goal = lambda n, T, F: (num(n) - num(T)) * draws(n, T, F) <= num(SUCC(T)) * draws(n, SUCC(T), F)
    claim = lambda n: forall(F_, implies(call("rising", F_), forall(T, goal(n, T, F_))))
    rise, hyp = assume(call("rising", F_)), assume(claim(n))
    base = induct(T, ar(goal(ZERO, ZERO, F_)), discharge(goal(ZERO, T, F_), ar(goal(ZERO, SUCC(T), F_))))
    Fn = put_in(F_, n)
    one_, two = use(at(hyp, F_), rise), use(at(hyp, Fn), rising_with(rise, F_, n))
    up_ = at(rise, S_, n)
    t0 = spec(numbers_are_not_negative.thm, T)
    z = ar(goal(SUCC(n), ZERO, F_), draws_by_the_last_place(n, ZERO, F_), at(one_, ZERO), at_most(n, ZERO, up_))
    s = ar(
        goal(SUCC(n), SUCC(T), F_), draws_by_the_last_place(n, SUCC(T), F_), draws_by_the_last_place(n, T, F_),
        at(one_, SUCC(T)), at(two, T), at_most(n, SUCC(T), up_), t0,
    )  # fmt: skip
    step = gen(F_, discharge(rise.concl, induct(T, z, discharge(goal(SUCC(n), T, F_), s))))
    whole = induct(n, gen(F_, discharge(rise.concl, base)), discharge(hyp.concl, step))
    return gen(F_, gen(n, at(whole, n, F_)))


@theorem
def held_places_and_rising_functions(i: Nat):
    """A rising function that does not depend on place i is at most uncorrelated with drawing it: n E 1_i F <= T E F."""
    free = lambda F: each(PLACES, lambda S: F(up(i, ind(S))).eq(F(ind(S))))
    return each(N, lambda n: implies(among(SUCC(n), i), each(fn(IND, R), lambda F: implies(
        call("rising", F), free(F), each(N, lambda T: (
            num(SUCC(n)) * draws(SUCC(n), SUCC(T), lambda u: u(i) * F(u)) <= num(SUCC(T)) * draws(SUCC(n), SUCC(T), F)
        ))))))  # fmt: skip


@held_places_and_rising_functions.proof
def _(i):
    free = lambda F: forall(S_, F(up(i, ind(S_))).eq(F(ind(S_))))
    goal = lambda n, T, F: (
        num(SUCC(n)) * draws(SUCC(n), SUCC(T), holding(F, i)) <= num(SUCC(T)) * draws(SUCC(n), SUCC(T), F)
    )
    inner = lambda n: forall(F_, implies(call("rising", F_), free(F_), forall(T, goal(n, T, F_))))
    claim = lambda n: implies(among(SUCC(n), i), inner(n))
    rise, indep = assume(call("rising", F_)), assume(free(F_))
    U = ind(S_)
    whole = lambda th: gen(F_, discharge(rise.concl, discharge(indep.concl, gen(T, th))))

    def last(n):
        """The goal where i is place n, the last one."""
        is_n = assume(eq(i, n))
        inside = same(either(among(n, i), eq(i, n), is_n), among(SUCC(n), i))
        add = at(mp(spec(to_hold_a_place_is_to_add_it(i), SUCC(n)), inside), F_, T)
        alone = under(same(at(indep, S_), F_(up(i, U)).eq(F_(U))), S_, lam(Phi, subsets(n, T, Phi)))
        alone = subst(is_n, alone, lambda v: draws(n, T, put_in(F_, v)).eq(draws(n, T, F_)))
        by_n = draws_by_the_last_place(n, T, F_)
        out = subst(symmetric(is_n), last_is_not_among(n), lambda v: not_(among(n, v)))
        never = use(at(outer_places_are_not_drawn(i), n), out)
        here = subst(is_n, same_place(i), lambda v: truth(eq(i, v)).eq(1))
        full = ar((U(i) + (1 - U(i)) * truth(eq(i, n))).eq(1), here, factors=[1 - U(i)])
        w = F_(up(n, U))
        add = under(ar((up(n, U)(i) * w).eq(w), full, factors=[w]), S_, lam(Phi, subsets(n, T, Phi)))
        held = ar(draws(SUCC(n), SUCC(T), holding(F_, i)).eq(draws(n, T, F_)),
                  draws_by_the_last_place(n, T, holding(F_, i)), at(never, F_, SUCC(T)), add, alone)  # fmt: skip
        more = at(mp(at(larger_sets_have_larger_means.thm, F_, n), rise), T)
        return ar(goal(n, T, F_), held, by_n, alone, more, factors=[num(SUCC(T)), num(n)])

    H0, hyp, H = assume(among(SUCC(ZERO), i)), assume(claim(n)), assume(among(SUCC(SUCC(n)), i))
    none = assume(among(ZERO, i))
    base = split(same(H0, or_(among(ZERO, i), eq(i, ZERO))), absurd(same(none, FALSE), goal(ZERO, T, F_)), last(ZERO))
    m_ = SUCC(n)
    inside, not_n = assume(among(m_, i)), assume(not_(eq(i, m_)))
    before = mp(hyp, inside)
    Fn = put_in(F_, m_)
    apart = use(decided(eq(i, m_))[1], not_n)
    point = ar((U(i) + (1 - U(i)) * truth(eq(i, m_))).eq(U(i)), apart, factors=[1 - U(i)])
    w = F_(up(m_, U))
    keep = lambda T: under(ar((up(m_, U)(i) * w).eq(U(i) * w), point, factors=[w]), S_, lam(Phi, subsets(m_, T, Phi)))
    new = call("with_place", S_, m_)
    free_n = subst(indicator_of_a_larger_set(S_, m_), same(at(indep, new), F_(up(i, ind(new))).eq(F_(ind(new)))),
                   lambda v: F_(up(i, v)).eq(F_(v)))  # fmt: skip
    free_n = subst(places_are_added_in_any_order(i, m_, U), free_n, lambda v: F_(v).eq(F_(up(m_, U))))
    free_n = same(gen(S_, free_n), forall(S_, Fn(up(i, U)).eq(Fn(U))))
    one_ = use(at(before, F_), rise, indep)
    two = use(at(before, Fn), rising_with(rise, F_, m_), free_n)
    add = at(mp(spec(to_hold_a_place_is_to_add_it(i), m_), inside), F_, T)
    f0 = at(indep, S_)
    drop = under(ar(((1 - U(i)) * F_(up(i, U))).eq((1 - U(i)) * F_(U)), f0, factors=[1 - U(i)]), S_,
                 lam(Phi, subsets(m_, T, Phi)))  # fmt: skip
    _, _, low, high = decided(S_(i))
    up_ = ar((1 - U(i)) * F_(U) <= (1 - U(i)) * w, at(rise, S_, m_), high)
    room = at_most(m_, T, up_)
    rest = Draws(m_, T).linear(S_, (1 - U(i)) * F_(U))
    n0, t0 = (spec(numbers_are_not_negative.thm, x) for x in (n, T))
    facts = lambda T: [draws_by_the_last_place(m_, T, holding(F_, i)), draws_by_the_last_place(m_, T, F_), keep(T)]
    small = ar(
        draws(m_, SUCC(T), holding(F_, i)) + draws(m_, T, holding(Fn, i)) <= draws(m_, T, Fn), add, drop, room, rest
    )
    z0 = at(empty_sets_hold_nothing(i, Fn), m_)
    z = ar(goal(m_, ZERO, F_), *facts(ZERO), spec(gen(T, small), ZERO), at(one_, ZERO), z0, n0)
    s = ar(goal(m_, SUCC(T), F_), *facts(SUCC(T)), spec(gen(T, small), SUCC(T)), at(one_, SUCC(T)), at(two, T), n0)
    within = spec(induct(T, z, discharge(goal(m_, T, F_), s)), T)
    is_n = eq(i, m_)
    both = split(same(H, or_(among(m_, i), is_n)), cases(is_n, last(m_), within), last(m_))
    return induct(n, discharge(H0.concl, whole(base)), discharge(hyp.concl, discharge(H.concl, whole(both))))


# ---- exchange of two places ----------------------------------------------------------------------------------------
@theorem
def places_of_one_kind_are_drawn_alike(n: Nat, T: Nat, i: Nat, j: Nat, F: fn(IND, R)):
    """Sets without i and sets without j have the same sum, if adding i or j gives the same."""
    alike = each(PLACES, lambda S: ((1 - ind(S)(i)) * (1 - ind(S)(j)) * F(up(i, ind(S)))).eq(
        (1 - ind(S)(i)) * (1 - ind(S)(j)) * F(up(j, ind(S)))))  # fmt: skip
    without = lambda i: draws(n, T, lambda u: (1 - u(i)) * F(u))
    return implies(among(n, i), among(n, j), alike, without(i).eq(without(j)))


@places_of_one_kind_are_drawn_alike.proof
def _(n, T, i, j, F, hi, hj, alike):
    n_ = n
    U = ind(S_)
    apart = assume(not_(eq(i, j)))
    functional = lambda T: lam(Phi, subsets(n_, T, Phi))
    both = lambda F: lam(u, (1 - u(i)) * (1 - u(j)) * F(u))

    def side(i, j, T):
        """The sum over sets of T + 1 without i: those without both, and those of T without both, with j."""
        h = hj if j is ij[1] else hi
        other = apart if i is ij[0] else refuting(eq(i, j), contradiction(apart, symmetric(assume(eq(i, j)))))
        held = at(mp(spec(to_hold_a_place_is_to_add_it(j), n_), h), lacking(F, i), T)
        zero = use(decided(eq(i, j))[1], other)
        w = F(up(j, U))
        point = ar((U(i) + (1 - U(i)) * truth(eq(i, j))).eq(U(i)), zero, factors=[1 - U(i)])
        moved = under(ar(((1 - U(j)) * ((1 - up(j, U)(i)) * w)).eq((1 - U(j)) * (1 - U(i)) * w), point,
                         factors=[(1 - U(j)) * w]), S_, functional(T))  # fmt: skip
        L = Draws(n_, SUCC(T))
        return [held, moved, L.linear(S_, (1 - U(j)) * ((1 - U(i)) * F(U))), L.linear(S_, (1 - U(i)) * F(U)),
                L.linear(S_, U(j) * ((1 - U(i)) * F(U)))]  # fmt: skip

    ij = (i, j)
    goal = lambda T: draws(n_, T, lacking(F, i)).eq(draws(n_, T, lacking(F, j)))
    turn = Draws(n_, T).eq(S_, same(spec(alike, S_), ((1 - U(i)) * (1 - U(j)) * F(up(i, U))).eq(
        (1 - U(i)) * (1 - U(j)) * F(up(j, U)))))  # fmt: skip
    T1, L = SUCC(T), None
    lin = lambda T, t: Draws(n_, T).linear(S_, t)
    s = ar(goal(SUCC(T)), *side(i, j, T), *side(j, i, T), turn,
           lin(T, (1 - U(i)) * (1 - U(j)) * F(up(i, U))), lin(T, (1 - U(i)) * (1 - U(j)) * F(up(j, U))))  # fmt: skip
    z = ar(
        goal(ZERO), *(lin(ZERO, (1 - U(k)) * F(U)) for k in ij), *(at(empty_sets_hold_nothing(k, F), n_) for k in ij)
    )
    Tn = var("T_0", N)
    th = induct(T, z, discharge(goal(T), s))
    yes = assume(eq(i, j))
    equal = subst(
        yes, refl(draws(n_, T, lacking(F, i))), lambda v: eq(draws(n_, T, lacking(F, i)), draws(n_, T, lacking(F, v)))
    )
    return cases(yes.concl, equal, spec(th, T))
