"""Sampling with replacement: each of T places is any of n."""

from sdp_proofs.logic.theories.sampling import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
DB, LX, D_N = fn(N, X), fn(fn(X, R), R), fn(N, N)
xs, ys, v, v_ = var("x", DB), var("y", DB), var("v", X), var("v", X)
d_, f_ = var("d", fn(N, N)), var("f", fn(fn(N, N), R))


@definition()
def records(v0: X, source: Fun(N, mean_of(X)), n: N):
    """The law of n independent records: that of source(n - 1) in front, then the earlier ones, and v0 after them."""
    f, k, S, xs, v = var("f", fn(DB, R)), var("k", N), var("S", fn(fn(DB, R), R)), var("xs", DB), var("v", X)
    nexts = lams(k, S, f, S(lam(xs, source(k)(lam(v, f(cons(v, xs)))))))
    return rec(lam(f, f(lam(k, v0))), nexts, n)


@definition()
def longer(P: LX, xs: Fun(N, X), f: Fun(DB, R)):
    """A record from P in front of the database xs."""
    return P(lambda v: f(cons(v, xs)))


@theorem
def law_of_image(P: Law[A], g: Fun(A, B)):
    """The image of a law under a function is a law."""
    return law(function(fn(B, R), lambda f: P(lambda a: f(g(a)))))


@law_of_image.proof
def _(P, g, lP):
    a, f = var("a", A), var("f", fn(B, R))
    sure = lam(a, lam(f, f(g(a))))
    th = use(law_of_bind(P, sure), lP, same(gen(a, certain(g(a))), channel(sure)))
    return same(th, law(lam(f, P(lam(a, f(g(a)))))))


@theorem
def longer_databases_have_laws(P: Law[X]):
    """A record from a law in front of a database: a channel."""
    return channel(call("longer", P))


@longer_databases_have_laws.proof
def _(P, lP):
    th = use(law_of_image(P, lam(v, call("cons", v, xs)), A=X, B=DB), lP)
    return same(gen(xs, th), channel(call("longer", P)))


@theorem
def records_have_laws(v0: X, source: Fun(N, Law[X])):
    """Independent records have a joint law."""
    return each(N, lambda n: law(records(v0, source, n)))


@records_have_laws.proof
def _(v0, source, laws_):
    claim = lambda n: law(records(v0, source, n))
    base = same(certain(lam(k, v0)), claim(ZERO))
    step = use(
        law_of_bind(records(v0, source, n), call("longer", source(n)), A=DB, B=DB),
        assume(claim(n)),
        use(longer_databases_have_laws(source(n)), spec(laws_, n)),
    )
    return induct(n, base, discharge(claim(n), same(step, claim(SUCC(n)))))


@definition(r"U_{{{0}}}")
def any_place(n: N):
    """The uniform law on n places."""
    return const("weighted", fn(fn(fn(N, R), R), fn(N, R), fn(N, R), R))(summed(n), lam(k, INV(num(n))))


@definition(r"{2} \text{{ is one of the first }} {0} \text{{ of }} {1}")
def drawn(T: N, d: Fun(N, N), i: N):
    """The place i is drawn in the first T draws."""
    return rec(FALSE, lams(j, var("p", o), or_(var("p", o), eq(d(j), i))), T)


@definition(r"\mathrm{{missed}}_{{{0}}}({1}, {2})")
def missed(T: N, d: Fun(N, N), i: N):
    """The number 1 where place i is not drawn."""
    return rec(real(1), lams(j, var("s", R), var("s", R) * (1 - truth(eq(d(j), i)))), T)


@definition(r"\mathrm{{count}}_{{{0}}}")
def counts(T: N, d: Fun(N, N), x: Fun(N, X), v: X):
    """Number of T drawn records that are v."""
    return total(lambda j: truth(eq(x(d(j)), v)), T)


def draws(n, T):
    return call("records", ZERO, lam(j, any_place(n)), T)


@theorem
def truth_of_or(p: Prop, q: Prop):
    """The number of a disjunction."""
    return truth(or_(p, q)).eq(1 - (1 - truth(p)) * (1 - truth(q)))


@truth_of_or.proof
def _(p, q):
    both, goal = or_(p, q), truth(or_(p, q)).eq(1 - (1 - truth(p)) * (1 - truth(q)))
    up, uq, u = decided(p), decided(q), decided(both)

    def yes(r, side):
        return ar(
            goal, use(u[0], either(p, q, assume(r))), use(side[0], assume(r)), factors=[1 - truth(p), 1 - truth(q)]
        )

    H, np, nq = assume(both), assume(not_(p)), assume(not_(q))
    none = discharge(both, split(H, contradiction(np, assume(p)), contradiction(nq, assume(q))))
    no = ar(
        goal, use(u[1], same(none, not_(both))), use(up[1], np), use(uq[1], nq), factors=[1 - truth(p), 1 - truth(q)]
    )
    return cases(p, yes(p, up), cases(q, yes(q, uq), no))


@theorem
def drawn_or_missed(d: Fun(N, N), i: Nat):
    """A place is drawn or missed."""
    return each(N, lambda T: truth(drawn(T, d, i)).eq(1 - missed(T, d, i)))


@drawn_or_missed.proof
def _(d, i):
    claim = lambda T: truth(drawn(T, d, i)).eq(1 - missed(T, d, i))
    step = ar(
        claim(SUCC(T)), truth_of_or(drawn(T, d, i), eq(d(T), i)), assume(claim(T)), factors=[1 - truth(eq(d(T), i))]
    )
    return induct(T, ar(claim(ZERO), false_is_0()), discharge(claim(T), step))


@theorem
def one_place_in_n(i: Nat):
    """Among n places a place occurs once or not at all."""
    return each(
        N,
        lambda n: (
            implies(not_(among(n, i)), total(lambda k: truth(eq(k, i)), n).eq(0))
            & implies(among(n, i), total(lambda k: truth(eq(k, i)), n).eq(1))
        ),
    )


@one_place_in_n.proof
def _(i):
    s = lambda n: total(lam(k, truth(eq(k, i))), n)
    claim = lambda n: implies(not_(among(n, i)), s(n).eq(0)) & implies(among(n, i), s(n).eq(1))
    hyp, out, in_ = assume(claim(n)), assume(not_(among(SUCC(n), i))), assume(among(SUCC(n), i))
    before, last = not_(among(n, i)), eq(n, i)
    shut = lambda p, q: same(
        discharge(p, contradiction(out, same(either(among(n, i), eq(i, n), q), among(SUCC(n), i)))), not_(p)
    )
    zero = ar(
        s(SUCC(n)).eq(0),
        mp(left(hyp), shut(among(n, i), assume(among(n, i)))),
        use(decided(last)[1], shut(last, symmetric(assume(last)))),
    )
    is_n, a = assume(eq(i, n)), assume(among(n, i))
    first = mp(left(hyp), subst(symmetric(is_n), last_is_not_among(n), lambda v: not_(among(n, v))))
    now = ar(s(SUCC(n)).eq(1), first, use(decided(last)[0], symmetric(is_n)))
    other = discharge(
        last, contradiction(last_is_not_among(n), subst(symmetric(assume(last)), a, lambda v: among(n, v)))
    )
    then = ar(s(SUCC(n)).eq(1), mp(right(hyp), a), use(decided(last)[1], same(other, not_(last))))
    step = conj(
        discharge(out.concl, zero), discharge(in_.concl, split(same(in_, or_(among(n, i), eq(i, n))), then, now))
    )
    none = assume(among(ZERO, i))
    base = conj(discharge(not_(among(ZERO, i)), ar(s(ZERO).eq(0))), discharge(none.concl, absurd(none, s(ZERO).eq(1))))
    return induct(n, base, discharge(hyp.concl, step))


@theorem
def any_place_is_a_law(n: Nat):
    """The uniform law on places is a law."""
    return implies(real(1) <= num(n), law(any_place(n)))


@any_place_is_a_law.proof
def _(n, some):
    c, true = INV(num(n)), ar(real(0) <= 0)
    unit, c0 = positive(num(n), some)
    claim = lambda m: total(lam(k, c), m).eq(num(m) * c)
    const_ = induct(m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m)))))
    return use(
        law_of_density(every_function, summed(n), lam(k, c), A=N),
        at(finite_sums_are_integrals.thm, n),
        true,
        gen(k, c0),
        ar(total(lam(k, c), n).eq(1), spec(const_, n), unit),
    )


@theorem
def chance_of_being_missed(n: Nat, i: Nat):
    """A place is missed by T draws with chance (1 - 1/n)^T."""
    return implies(among(n, i), each(N, lambda T: draws(n, T)(lambda d: missed(T, d, i)).eq(power(1 - INV(num(n)), T))))


@chance_of_being_missed.proof
def _(n, i, H):
    c, q, b = INV(num(n)), 1 - INV(num(n)), var("b", R)
    miss = lambda T: lam(d_, missed(T, d_, i))
    g = var("g", fn(N, R))
    scale1 = induct(
        m,
        ar(total(lam(k, c * (b * g(k))), ZERO).eq(b * total(lam(k, c * g(k)), ZERO))),
        discharge(
            (s := lambda m: total(lam(k, c * (b * g(k))), m).eq(b * total(lam(k, c * g(k)), m)))(m),
            ar(s(SUCC(m)), assume(s(m))),
        ),
    )
    scaled = lambda T: forall(f_, draws(n, T)(lam(d_, q * f_(d_))).eq(q * draws(n, T)(f_)))
    put_ = lambda d, v: call("cons", v, d)
    v = var("v", N)
    inner = lambda f: lam(d_, any_place(n)(lam(v, f(put_(d_, v)))))
    move = under(at(gen(b, gen(g, scale1)), q, lam(v, f_(put_(d_, v))), n), d_, lam(f_, draws(n, T)(f_)))
    hyp = assume(scaled(T))
    step = ar(draws(n, SUCC(T))(lam(d_, q * f_(d_))).eq(q * draws(n, SUCC(T))(f_)), move, at(hyp, inner(f_)))
    scale = induct(
        T,
        gen(f_, ar(draws(n, ZERO)(lam(d_, q * f_(d_))).eq(q * draws(n, ZERO)(f_)))),
        discharge(hyp.concl, gen(f_, step)),
    )
    front = lambda m: missed(SUCC(m), put_(d_, v), i).eq((1 - truth(eq(v, i))) * missed(m, d_, i))
    fronts = induct(
        m, ar(front(ZERO)), discharge(front(m), ar(front(SUCC(m)), assume(front(m)), factors=[1 - truth(eq(d_(m), i))]))
    )
    M_ = missed(T, d_, i)
    sums = lambda m: total(lam(v, c * missed(SUCC(T), put_(d_, v), i)), m).eq(
        c * M_ * (num(m) - total(lam(k, truth(eq(k, i))), m))
    )
    row = induct(
        m,
        ar(sums(ZERO)),
        discharge(sums(m), ar(sums(SUCC(m)), assume(sums(m)), spec(gen(v, spec(fronts, T)), m), factors=[c])),
    )
    here = mp(right(at(one_place_in_n(i), n)), H)
    lower = mp(at(among_is_below(i), n), H)
    n1 = ar(real(1) <= num(n), lower, parts(at(number_of_sets.thm, i, i))[3])
    unit, _ = positive(num(n), n1)
    point = ar(
        any_place(n)(lam(v, missed(SUCC(T), put_(d_, v), i))).eq(q * M_), spec(row, n), here, unit, factors=[M_, c * M_]
    )
    goal = lambda T: draws(n, T)(miss(T)).eq(power(q, T))
    mean = under(point, d_, lam(f_, draws(n, T)(f_)))
    step = ar(goal(SUCC(T)), mean, at(spec(scale, T), miss(T)), assume(goal(T)), factors=[q])
    return induct(T, ar(goal(ZERO)), discharge(goal(T), step))


@theorem
def counts_see_only_the_drawn(T: Nat):
    """Counts of drawn records depend on these only."""
    return only_drawn(const("drawn", fn(N, fn(N, N), N, o))(T), const("counts", fn(N, fn(N, N), DB, X, R))(T))


@counts_see_only_the_drawn.proof
def _(T):
    agree = assume(off(i, xs, ys))
    claim = lambda m: implies(not_(drawn(m, d_, i)), counts(m, d_, xs, v_).eq(counts(m, d_, ys, v_)))
    out = assume(not_(drawn(SUCC(m), d_, i)))
    shut = lambda p: same(
        discharge(p, contradiction(out, same(either(drawn(m, d_, i), eq(d_(m), i), assume(p)), drawn(SUCC(m), d_, i)))),
        not_(p),
    )
    before, here = mp(assume(claim(m)), shut(drawn(m, d_, i))), use(at(agree, d_(m)), shut(eq(d_(m), i)))
    row = subst(here, refl(truth(eq(xs(d_(m)), v_))), lambda u: truth(eq(xs(d_(m)), v_)).eq(truth(eq(u, v_))))
    step = ar(counts(SUCC(m), d_, xs, v_).eq(counts(SUCC(m), d_, ys, v_)), before, row)
    th = induct(
        m,
        discharge(not_(drawn(ZERO, d_, i)), ar(counts(ZERO, d_, xs, v_).eq(counts(ZERO, d_, ys, v_)))),
        discharge(claim(m), discharge(out.concl, step)),
    )
    K = const("counts", fn(N, fn(N, N), DB, X, R))(T)
    no = assume(not_(drawn(T, d_, i)))
    th = same(ext(v_, same(mp(spec(th, T), no), eq(K(d_, xs, v_), K(d_, ys, v_)))), eq(K(d_)(xs), K(d_)(ys)))
    return hyps_then(th, [agree.concl, no.concl], [d_, i, xs, ys])


@theorem
def sampled_histogram_with_replacement(E: Odds, n: Nat, T: Nat):
    """T places are drawn, each time any of n: no loss exceeds 1 - (1 - 1/n)^T."""
    K = const("counts", fn(N, fn(N, N), DB, X, R))(T)
    near = const("neighbours", fn(N, DB, DB, o))(n)
    return implies(real(1) <= num(n), private(near, sampled(draws(n, T), K), E, 1 - power(1 - INV(num(n)), T)))


@sampled_histogram_with_replacement.proof
def _(E, n, T, e1, some_):
    K, hit = const("counts", fn(N, fn(N, N), DB, X, R))(T), const("drawn", fn(N, fn(N, N), N, o))(T)
    W, t = draws(n, T), 1 - power(1 - INV(num(n)), T)
    places = gen(k, use(any_place_is_a_law(n), some_))
    lW = spec(use(records_have_laws(ZERO, lam(j, any_place(n)), X=N), places), T)
    H = assume(among(n, i))
    D, miss = truth(drawn(T, d_, i)), missed(T, d_, i)
    known = truth_is_bounded(d_, drawn(T, d_, i))
    equal = ext(d_, ar((1 - D).eq(miss), at(drawn_or_missed(d_, i), T)))
    known_ = subst(equal, observable(d_, 1 - D, [known]), bounded)
    mean = Mean(lW, known_, known).eq(d_, at(drawn_or_missed(d_, i), T))
    rate = ar(W(lam(d_, D)) <= t, mean, at(mp(chance_of_being_missed(n, i), H), T))
    loss = loss_at_most_chance_of_being_drawn(E, t, W, hit, K, Z=fn(N, N), I=N, A=fn(X, R))
    th = at(use(loss, e1, lW, spec(counts_see_only_the_drawn.thm, T)), i)
    return some_place(at(use(th, rate), xs, ys), n, E, t, W, K, H)
