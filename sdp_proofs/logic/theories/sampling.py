"""Publications of drawn records: T/n without, 1 - (1 - 1/n)^T with replacement."""

from sdp_proofs.logic.theories.composition import *
from sdp_proofs.logic.theories.densities import *
from sdp_proofs.logic.theories.mixtures import *
from sdp_proofs.logic.theories.places import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)
i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v_ = var("x", fn(N, X)), var("y", fn(N, X)), var("v", X)
d_, f_ = var("d", fn(N, N)), var("f", fn(fn(N, N), R))


def replaced(i, like):
    """The relation of databases that agree off place i."""
    return const("off", fn(i.ty, like, like, o))(i)


def exactly_channel(G, x):
    """channel(exactly(G, x))."""
    return same(gen(z_of(G), certain(G(z_of(G))(x))), channel(exactly(G, x)))


def z_of(G):
    return var("z", G.ty[1])


@definition(r"{1} =_{{\neq {0}}} {2}")
def off(i: I, x: Fun(I, X), y: Fun(I, X)):
    """The databases x and y agree off place i."""
    return each(I, lambda j: implies(not_(eq(j, i)), eq(x(j), y(j))))


@definition(r"\mathrm{{sampled}}_{{{0}}}({1},\,{2})")
def sampled(W: Fun(Fun(Z, R), R), G: Fun(Z, Fun(I, X), A), x: Fun(I, X), f: Fun(A, R)):
    """A draw by W; then G of the draw and the database is published."""
    return W(lambda z: f(G(z)(x)))


@definition(r"\mathrm{{certain}}_{{{0}}}({2},\,{1})")
def exactly(G: Fun(Z, Fun(I, X), A), x: Fun(I, X), z: Z, f: Fun(A, R)):
    """The law that is certain of what is published after draw z."""
    return f(G(z)(x))


@definition(r"{1} \text{{ sees only what }} {0} \text{{ draws}}")
def only_drawn(hit: Fun(Z, I, o), G: Fun(Z, Fun(I, X), A)):
    """The output does not depend on records that were not drawn."""
    return each(
        Z,
        lambda z: each(
            I,
            lambda i: each(
                Fun(I, X),
                lambda x: each(Fun(I, X), lambda y: implies(off(i, x, y), not_(hit(z)(i)), eq(G(z)(x), G(z)(y)))),
            ),
        ),
    )


@theorem
def loss_at_most_chance_of_being_drawn(E: Odds, t: Real, W: Law[Z], hit: Fun(Z, I, o), G: Fun(Z, Fun(I, X), A)):
    """No loss exceeds the chance of being drawn, whatever is published of the drawn records."""
    return implies(
        only_drawn(hit, G),
        each(
            I,
            lambda i: implies(W(lambda z: truth(hit(z)(i))) <= t, private(replaced(i, fn(I, X)), sampled(W, G), E, t)),
        ),
    )


@loss_at_most_chance_of_being_drawn.proof
def _(E, t, W, hit, G, e1, lW, local):
    i, xs, ys, f, u = var("i", I), var("x", fn(I, X)), var("y", fn(I, X)), var("f", fn(A, R)), var("u", A)
    h = truth(hit(z)(i))
    small, H, no = assume(W(lam(z, h)) <= t), assume(off(i, xs, ys)), assume(not_(hit(z)(i)))
    yes_, no_, low, high = decided(hit(z)(i))
    goal = lambda u: ((1 - h) * f(G(z)(xs))).eq((1 - h) * f(u))
    hidden = replace(use(at(local, z, i, xs, ys), H, no), ar(goal(G(z)(xs))), lam(u, goal(u)))
    seen = ar(goal(G(z)(ys)), use(yes_, assume(hit(z)(i))), factors=[f(G(z)(xs)), f(G(z)(ys))])
    alike = gen(z, gen(f, cases(hit(z)(i), seen, same(hidden, goal(G(z)(ys))))))
    C = [exactly_channel(G, v) for v in (xs, ys)]
    P, Q = exactly(G, xs), exactly(G, ys)
    th = use(
        drawn_records_only(E, W, lam(z, h), P, Q),
        e1,
        lW,
        truth_is_bounded(z, hit(z)(i)),
        *C,
        gen(z, conj(low, high)),
        alike,
    )
    th = use(
        weaker(E, E, W(lam(z, h)), t, bind(W, P), bind(W, Q)),
        *(use(law_of_bind(W, K, A=Z, B=A), lW, c) for K, c in zip((P, Q), C, strict=True)),
        th,
        ar(E <= E),
        small,
    )
    return gen(i, discharge(small.concl, gen(xs, gen(ys, discharge(H.concl, th)))))


@definition(r"U_{{{0},\,{1}}}")
def uniform_subset(n: N, T: N, f: fn(PLACES, R)):
    """The mean over all sets of T of n places."""
    return subsets(n, T, f) * INV(subsets(n, T, lambda S: 1))


@definition(r"{1} \sim_{{{0}}} {2}")
def neighbours(n: N, x: Fun(N, X), y: Fun(N, X)):
    """One of n records is replaced."""
    return exists(lam(i, among(n, i) & off(i, x, y)))


@theorem
def uniform_subset_is_a_law(n: Nat, T: Nat):
    """The mean over all sets of T of n places is a law."""
    return implies(num(T) <= num(n), law(uniform_subset(n, T)))


@uniform_subset_is_a_law.proof
def _(n, T, le):
    unit, i0 = positive(subsets(n, T, one), mp(parts(at(number_of_sets.thm, n, T))[2], le))
    P, fs = uniform_subset(n, T), [INV(subsets(n, T, one))]

    def rules(f, g, of, og, less, c):
        th = at(subsets_are_an_integral.thm, n, T, f, g)
        mono = ar(P(f) <= P(g), mp(right(left(th)), less), i0)
        return (
            ar(P(lam(S_, f(S_) + g(S_))).eq(P(f) + P(g)), left(left(th)), factors=fs),
            mono,
            ar(P(lam(S_, c * f(S_))).eq(c * P(f)), at(right(th), c), factors=fs),
        )

    return make_law(P, rules, ar(P(one).eq(1), unit))


def some_place(th, n, E, t, W, G, H):
    """From neighbours at place i, for all neighbours."""
    near, goal, p = (
        assume(call("neighbours", n, xs, ys)),
        close(E, t, sampled(W, G, xs), sampled(W, G, ys)),
        among(n, i) & off(i, xs, ys),
    )
    both = assume(p)
    step = same(mp(discharge(H.concl, use(th, right(both))), left(both)), goal)
    own = normal(p)
    step = discharge(own, mp(discharge(p, step), same(assume(own), p)))
    th = use(spec(body_of(same(near, exists(lam(i, p)))), goal), gen(i, step))
    return gen(xs, gen(ys, discharge(near.concl, th)))


@theorem
def sampling_without_replacement(E: Odds, n: Nat, T: Nat, G: Fun(PLACES, Fun(N, X), A)):
    """T + 1 of n + 1 records are drawn: no loss exceeds (T + 1)/(n + 1), whatever is published of them."""
    return implies(
        num(T) <= num(n),
        only_drawn(lam(S_, S_), G),
        private(
            const("neighbours", fn(N, DB, DB, o))(SUCC(n)),
            sampled(uniform_subset(SUCC(n), SUCC(T)), G),
            E,
            num(SUCC(T)) * INV(num(SUCC(n))),
        ),
    )


@sampling_without_replacement.proof
def _(E, n, T, G, e1, le, local):
    t, W = num(SUCC(T)) * INV(num(SUCC(n))), uniform_subset(SUCC(n), SUCC(T))
    lW = use(uniform_subset_is_a_law(SUCC(n), SUCC(T)), ar(num(SUCC(T)) <= num(SUCC(n)), le))
    facts = lambda n, T: parts(at(number_of_sets.thm, n, T))
    unit, _ = positive(
        subsets(SUCC(n), SUCC(T), one), mp(facts(SUCC(n), SUCC(T))[2], ar(num(SUCC(T)) <= num(SUCC(n)), le))
    )
    nu, _ = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), facts(n, n)[3]))
    H = assume(among(SUCC(n), i))
    held = at(mp(at(sets_with_a_place(i), n), H), T)
    c, C, iC, iN = (
        subsets(n, T, one),
        subsets(SUCC(n), SUCC(T), one),
        INV(subsets(SUCC(n), SUCC(T), one)),
        INV(num(SUCC(n))),
    )
    rate = ar(W(member(i)).eq(t), held, facts(n, T)[0], unit, nu, factors=[iC, iC * iN, c * iC, num(SUCC(T)) * iN])
    th = at(use(loss_at_most_chance_of_being_drawn(E, t, W, lam(S_, S_), G, Z=PLACES, I=N), e1, lW, local), i)
    return some_place(at(use(th, ar(W(member(i)) <= t, rate)), xs, ys), SUCC(n), E, t, W, G, H)


@definition(r"\mathrm{{hist}}_{{{0}}}")
def histogram(n: N, S: PLACES, x: Fun(N, X), v: X):
    """The number of drawn records that are v."""
    return total(lambda i: truth(S(i)) * truth(eq(x(i), v)), n)


@theorem
def histograms_see_only_the_drawn(n: Nat):
    """A histogram of drawn records depends on these only."""
    return only_drawn(lam(S_, S_), const("histogram", fn(N, PLACES, DB, X, R))(n))


@histograms_see_only_the_drawn.proof
def _(n):
    agree, out = assume(off(i, xs, ys)), assume(not_(lam(S_, S_)(S_)(i)))
    is_i, other = assume(eq(j, i)), assume(not_(eq(j, i)))
    term_ = lambda x: truth(S_(j)) * truth(eq(x(j), v_))
    here = subst(symmetric(is_i), use(decided(S_(i))[1], same(out, not_(S_(i)))), lambda k: truth(S_(k)).eq(0))
    here = ar(term_(xs).eq(term_(ys)), here, factors=[truth(eq(xs(j), v_)), truth(eq(ys(j), v_))])
    there = subst(
        use(at(agree, j), other), ar(term_(xs).eq(term_(xs))), lambda u: term_(xs).eq(truth(S_(j)) * truth(eq(u, v_)))
    )
    equal = cases(is_i.concl, here, there)
    th = under(equal, j, lam(var("g", fn(N, R)), total(var("g", fn(N, R)), n)))
    H = const("histogram", fn(N, PLACES, DB, X, R))(n)
    th = same(ext(v_, same(th, eq(H(S_, xs, v_), H(S_, ys, v_)))), eq(H(S_)(xs), H(S_)(ys)))
    return hyps_then(th, [agree.concl, out.concl], [S_, i, xs, ys])


@theorem(place="smoothed-dp, Sec. 1", claims="no-loss-exceeds-the-sampling-rate")
def sampled_histogram(E: Odds, n: Nat, T: Nat):
    """The histogram of T of n records drawn without replacement loses at most T/n at any odds (both as successors)."""
    H = const("histogram", fn(N, PLACES, DB, X, R))
    return implies(
        num(T) <= num(n),
        private(
            const("neighbours", fn(N, DB, DB, o))(SUCC(n)),
            sampled(uniform_subset(SUCC(n), SUCC(T)), H(SUCC(n))),
            E,
            num(SUCC(T)) * INV(num(SUCC(n))),
        ),
    )


@sampled_histogram.proof
def _(E, n, T, e1, le):
    H = const("histogram", fn(N, PLACES, DB, X, R))(SUCC(n))
    return use(
        sampling_without_replacement(E, n, T, H, A=fn(X, R)), e1, le, spec(histograms_see_only_the_drawn.thm, SUCC(n))
    )
