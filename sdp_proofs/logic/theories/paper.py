"""Results of the first paper on losses: Definition 2, errors, post-processing, sampling, displays of its proofs."""

from sdp_proofs.logic.theories.displays import *
from sdp_proofs.logic.theories.lecture import *
from sdp_proofs.logic.theories.replacement import *
from sdp_proofs.logic.theories.sampling import *
from sdp_proofs.logic.theories.smoothed_privacy import *
from sdp_proofs.logic.theories.utility import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y, z = var("a", A), var("b", B), var("x", X), var("y", X), var("z", Z)
i, j, k, n, T = (var(name, N) for name in ("i", "j", "k", "n", "T"))
f = var("f", fn(A, R))


# ---- Definition 2 --------------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Definition 2", claims="best-event-takes-the-positive-terms")
def divergence_is_the_sum_of_positive_parts(
    E: Nonneg, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """The divergence of laws with densities is the mean of the positive part of p - E q, which one event attains."""
    excess = function(A, lambda a: MAX(0, p(a) - E * q(a)))
    P, Q, best = weighted(M, p), weighted(M, q), function(A, lambda a: step(p(a) - E * q(a)))
    return implies(
        integral(ig, M), ig(p), ig(q), ig(excess), M(p).eq(1), M(q).eq(1),
        (divergence(E, P, Q).eq(M(excess)) & (real(0) <= M(excess))) & (P(best) - E * Q(best)).eq(M(excess)),
    )  # fmt: skip


@divergence_is_the_sum_of_positive_parts.proof
def _(E, ig, M, p, q, e0, p0, q0, iM, ip, iq, ie, mp_, mq):
    P, Q, excess = weighted(M, p), weighted(M, q), lam(a, MAX(0, p(a) - E * q(a)))
    lP, lQ = (
        use(law_of_density(ig, M, d), iM, good, pos, one) for d, good, pos, one in ((p, ip, p0, mp_), (q, iq, q0, mq))
    )
    D, top = divergence(E, P, Q), M(excess)
    near = use(divergence_decides_tests(E, top, ig, M, p, q), e0, iM, ip, iq, ie, ar(top <= top))
    least = use(divergence_is_least_slack(E, top, P, Q), e0, lP, lQ)
    events = use(tests_decide_events(E, D, P, Q), lP, lQ, left(least))
    back = use(events_decide_divergence(E, D, ig, M, p, q), iM, ip, iq, events)
    equal = use(ax("antisymmetry", D, top), mp(right(least), near), same(back, top <= D))
    w, u = step(p(a) - E * q(a)), p(a) - E * q(a)
    W = Mean(iM, step_is_bounded(a, u), inside=[ip, iq])
    whole = W.eq_by(a, ar(eq(MAX(0, u), w * p(a) - E * (w * q(a))), left(fact("step_splits", u))))
    low = use(slack_is_not_negative(E, P, Q), lP, lQ)
    low = use(spec(low, top), near)
    best = lam(a, w)
    return conj(conj(equal, low), ar((P(best) - E * Q(best)).eq(top), whole))


@theorem(place="smoothed-dp, Sec. 2, Justification 1")
def privacy_bounds_both_errors(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, delta: Real, x: X, y: X, f: Fun(A, R)
):
    """E times one error of a tester plus the other is at least 1 - delta, both ways; f says: the data are y."""
    first, second = M(x)(f), 1 - M(y)(f)
    return implies(
        near(x, y), near(y, x), private(near, M, E, delta), test(f),
        (1 - delta <= E * first + second) & (1 - delta <= first + E * second),
    )  # fmt: skip


@privacy_bounds_both_errors.proof
def _(near, M, E, delta, x, y, f, lM, e0, xy, yx, p, H_):
    th = errors_and_the_loss_of_the_pair(E, delta, delta, M(x), M(y), f)
    return use(th, e0, spec(lM, x), spec(lM, y), H_, use(at(p, x, y), xy), use(at(p, y, x), yx))


@theorem(place="smoothed-dp, Sec. 3.2, Justification 1", claims="errors-and-the-loss-of-the-pair")
def errors_and_the_loss_of_a_database(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, x: X, y: X, f: Fun(A, R)):
    """The two errors of a tester at x and a neighbour y: bounds by the divergences, and by the greatest loss of x."""
    one, two = E * M(x)(f) + (1 - M(y)(f)), M(x)(f) + E * (1 - M(y)(f))
    there, back, most = divergence(E, M(x), M(y)), divergence(E, M(y), M(x)), greatest_loss(near, M, E, x)
    return implies(
        near(x, y), test(f), ((1 - back <= one) & (1 - there <= two)) & ((1 - most <= one) & (1 - most <= two))
    )


@errors_and_the_loss_of_a_database.proof
def _(near, M, E, x, y, f, lM, e0, xy, H_):
    lx, ly, most = spec(lM, x), spec(lM, y), greatest_loss(near, M, E, x)
    there, back = divergence(E, M(x), M(y)), divergence(E, M(y), M(x))
    one = left(use(divergence_is_least_slack(E, 0, M(x), M(y)), e0, lx, ly))
    two = left(use(divergence_is_least_slack(E, 0, M(y), M(x)), e0, ly, lx))
    both = use(at(left(use(greatest_loss_is_least(near, M, E, x), lM, e0)), y), xy)
    errors = lambda d, k, p, q: use(errors_and_the_loss_of_the_pair(E, d, k, M(x), M(y), f), e0, lx, ly, H_, p, q)
    return conj(errors(there, back, one, two), errors(most, most, left(both), right(both)))


@theorem(place="smoothed-dp, Proposition 4")
def post_processing_raises_no_loss(near: Fun(X, X, o), M: Mechanism[X, A], K: Channel[A, B], E: Nonneg, x: X):
    """No function of the output, deterministic or randomised, raises the greatest loss of any database."""
    return greatest_loss(near, lambda x: bind(M(x), K), E, x) <= greatest_loss(near, M, E, x)


@post_processing_raises_no_loss.proof
def _(near, M, K, E, x, lM, cK, e0):
    D, own = greatest_loss(near, M, E, x), lam(y, bind(M(y), K))
    facts = use(greatest_loss_is_least(near, M, E, x), lM, e0)
    laws_ = gen(y, same(use(law_of_bind(M(y), K), spec(lM, y), cK), law(own(y))))
    H_, lx, ly = assume(near(x, y)), spec(lM, x), spec(lM, y)
    one, two = (side(use(at(left(facts), y), H_)) for side in (left, right))
    th = conj(
        use(post_processing(E, D, M(x), M(y), K), lx, ly, cK, one),
        use(post_processing(E, D, M(y), M(x), K), ly, lx, cK, two),
    )
    least = right(use(greatest_loss_is_least(near, own, E, x, A=B), laws_, e0))
    return use(at(least, D), greatest_loss_is_not_negative(near, M, E, x, lM, e0), gen(y, discharge(H_.concl, th)))


@theorem
def greatest_losses_are_tests(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg):
    """The greatest loss is between 0 and 1."""
    return test(function(X, lambda x: greatest_loss(near, M, E, x)))


@greatest_losses_are_tests.proof
def _(near, M, E, lM, e0):
    f, g, H_ = var("f", fn(A, R)), greatest_loss(near, M, E, x), assume(near(x, y))
    H, ob, low, high = a_test(f)

    def close_at_one(u, w):
        top = Mean(spec(lM, u), ob)
        top = ar(M(u)(f) <= 1, top.le(a, high(a)), top.linear(a, real(1)))
        low_ = Mean(spec(lM, w), ob)
        low_ = ar(real(0) <= M(w)(f), low_.le(a, low(a)), low_.linear(a, real(0)))
        return for_tests(ar(M(u)(f) <= E * M(w)(f) + 1, top, low_, e0), f, close(E, 1, M(u), M(w)))

    least = right(use(greatest_loss_is_least(near, M, E, x), lM, e0))
    both = gen(y, discharge(H_.concl, conj(close_at_one(x, y), close_at_one(y, x))))
    return make_test(
        x, g, greatest_loss_is_not_negative(near, M, E, x, lM, e0), use(at(least, 1), ar(real(0) <= 1), both)
    )


@theorem(place="smoothed-dp, Proposition 4", claims="post-processing-merges-positive-parts")
def post_processing_raises_no_mean_loss(near: Fun(X, X, o), M: Mechanism[X, A], K: Channel[A, B], E: Nonneg, W: Law[X]):
    """Functions of the output raise no divergence, no greatest loss, and no mean of it, whatever the databases' law."""
    own = function(X, lambda x: bind(M(x), K))
    worst = lambda one: function(X, lambda x: greatest_loss(near, one, E, x))
    after, before = worst(own), worst(M)
    pairs = each(X, lambda x: each(X, lambda y: divergence(E, own(x), own(y)) <= divergence(E, M(x), M(y))))
    return (pairs & each(X, lambda x: after(x) <= before(x))) & (W(after) <= W(before))


@post_processing_raises_no_mean_loss.proof
def _(near, M, K, E, W, lM, cK, e0, lW):
    own = lam(x, bind(M(x), K))
    laws_ = gen(y, same(use(law_of_bind(M(y), K), spec(lM, y), cK), law(own(y))))
    lx, ly, D = spec(lM, x), spec(lM, y), divergence(E, M(x), M(y))
    first = left(use(divergence_is_least_slack(E, 0, M(x), M(y)), e0, lx, ly))
    then = use(post_processing(E, D, M(x), M(y), K), lx, ly, cK, first)
    least = use(divergence_is_least_slack(E, D, own(x), own(y), A=B), e0, spec(laws_, x), spec(laws_, y))
    le = use(post_processing_raises_no_loss(near, M, K, E, x), lM, cK, e0)
    after, before = (lam(x, greatest_loss(near, one, E, x)) for one in (own, M))
    tests_ = (
        use(tests_are_bounded(after, A=X), use(greatest_losses_are_tests(near, own, E, A=B), laws_, e0)),
        use(tests_are_bounded(before, A=X), use(greatest_losses_are_tests(near, M, E), lM, e0)),
    )
    end = Mean(lW, *tests_).le(x, le)
    return conj(conj(gen(x, gen(y, use(right(least), then))), gen(x, le)), to(end, W(after) <= W(before)))


def greatest_loss_is_not_negative(near, M, E, x, lM, e0):
    return use(greatest_losses_are_not_negative(near, M, E, x, A=M.ty[2][1][1]), lM, e0)


@theorem
def greatest_losses_are_not_negative(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, x: X):
    """The greatest loss is not negative."""
    return real(0) <= greatest_loss(near, M, E, x)


@greatest_losses_are_not_negative.proof
def _(near, M, E, x, lM, e0):
    # 0 is among the numbers whose least upper bound is the greatest loss; 1 bounds them.
    D, r = greatest_loss(near, M, E, x), var("r", R)
    G = normal(D).parts[1]
    div = lambda P, Q: divergence(E, P, Q)
    pair_ = lambda y: (div(M(x), M(y)), div(M(y), M(x)))
    body = lambda r, y: near(x, y) & or_(r.eq(pair_(y)[0]), r.eq(pair_(y)[1]))
    some_ = lambda r: exists(lam(y, body(r, y)))
    member = same(either(real(0).eq(0), some_(real(0)), ar(real(0).eq(0))), G(real(0)))

    def at_most_1(u, w):
        H_, known, low, high = a_test(f)
        lu, lw = spec(lM, u), spec(lM, w)
        point_ = ar(M(u)(f) <= E * M(w)(f) + 1, Mean(lu, known).le(a, high(a)), Mean(lw, known).le(a, low(a)), e0)
        near_ = for_tests(point_, f, close(E, 1, M(u), M(w)))
        return mp(right(use(divergence_is_least_slack(E, 1, M(u), M(w)), e0, lu, lw)), near_)

    zero_ = assume(or_(r.eq(0), some_(r)))
    inner = lambda th: split(
        right(same(th, body(r, y))),
        *(ar(r <= 1, assume(r.eq(d)), le) for d, le in zip(pair_(y), (at_most_1(x, y), at_most_1(y, x)), strict=True)),
    )
    most = split(zero_, ar(r <= 1, assume(r.eq(0))), given(assume(some_(r)), y, inner))
    own = normal(zero_.concl)
    upper = gen(r, discharge(own, mp(discharge(zero_.concl, most), same(assume(own), zero_.concl))))
    return same(use(ax("lub_above", G, 0, 1), member, upper), real(0) <= D)


@theorem(place="smoothed-dp, Proposition 5", claims="composed-loss-at-most-the-sum")
def independent_releases_add_their_losses(
    near: Fun(X, X, o), M: Mechanism[X, A], S: Mechanism[X, B], E: Nonneg, F: Nonneg, x: X
):
    """The greatest loss of two independent releases is at most the sum of theirs, at the product of the odds."""
    both = function(X, lambda x: joint(M(x), lambda a: S(x)))
    return greatest_loss(near, both, E * F, x) <= greatest_loss(near, M, E, x) + greatest_loss(near, S, F, x)


@independent_releases_add_their_losses.proof
def _(near, M, S, E, F, x, lM, lS, e0, f0):
    D1, D2 = greatest_loss(near, M, E, x), greatest_loss(near, S, F, x)
    one, two = (
        use(greatest_loss_is_least(near, M, E, x), lM, e0),
        use(greatest_loss_is_least(near, S, F, x, A=B), lS, f0),
    )
    d1, d2 = greatest_loss_is_not_negative(near, M, E, x, lM, e0), greatest_loss_is_not_negative(near, S, F, x, lS, f0)
    both = lam(x, joint(M(x), always(S, x)))
    chan = lambda s: same(gen(a, spec(lS, s)), channel(always(S, s)))
    H_ = assume(near(x, y))
    n1, n2 = use(at(left(one), y), H_), use(at(left(two), y), H_)

    def composed(u, w, side):
        th = adaptive_composition(E, F, D1, D2, M(u), M(w), always(S, u), always(S, w))
        return use(th, e0, f0, d1, d2, spec(lM, u), spec(lM, w), chan(u), chan(w), side(n1), gen(a, side(n2)))

    laws_ = gen(y, same(use(law_of_joint(M(y), always(S, y)), spec(lM, y), chan(y)), law(both(y))))
    least = right(use(greatest_loss_is_least(near, both, E * F, x, A=("*", A, B)), laws_, ar(real(0) <= E * F, e0, f0)))
    each_ = gen(y, discharge(H_.concl, conj(composed(x, y, left), composed(y, x, right))))
    return use(at(least, D1 + D2), ar(real(0) <= D1 + D2, d1, d2), each_)


@theorem(place="smoothed-dp, Proposition 5", claims="independent-releases-add-their-losses")
def losses_of_many_releases_add_up(
    near: Fun(X, X, o), M: Fun(N, X, Law[Z]), E: Fun(N, Nonneg), z0: Z, W: Law[X], n: Nat
):
    """Any number of independent releases: greatest losses add up at the product of the odds, and so do their means."""
    outputs = function(X, lambda x: call("databases", z0, n, function(N, lambda k: M(k)(x))))
    together = function(X, lambda x: greatest_loss(near, outputs, product(E, n), x))
    alone = lambda k, x: greatest_loss(near, M(k), E(k), x)
    sums = each(X, lambda x: together(x) <= total(lambda k: alone(k, x), n))
    return sums & (W(together) <= total(lambda k: W(lambda x: alone(k, x)), n))


@losses_of_many_releases_add_up.proof
def _(near, M, E, z0, W, n, lM, E0, lW):
    OUT = fn(N, Z)
    alone, s = (lambda k, x: greatest_loss(near, M(k), E(k), x)), (lambda v: lam(k, M(k)(v)))
    outputs, F, losses = lam(x, call("databases", z0, n, s(x))), product(E, n), lam(k, alone(k, x))
    lO = gen(x, any_laws(z0, s(x), gen(j, at(lM, j, x)), n))
    lO = gen(x, same(spec(lO, x), law(outputs(x))))
    e0, l0 = spec(E0, k), gen(k, greatest_loss_is_not_negative(near, M(k), E(k), x, spec(lM, k), spec(E0, k)))
    H_, least = assume(near(x, y)), use(greatest_loss_is_least(near, M(k), E(k), x, A=Z), spec(lM, k), e0)
    pair = use(at(left(least), y), H_)

    def close_(u, w, side):
        facts = gen(k, conjunction(at(lM, k, u), at(lM, k, w), e0, spec(l0, k), side(pair)))
        th = use(at(products_of_close_laws(z0, X=Z), n, s(u), s(w), E, losses), facts)
        return to(th, close(F, total(losses, n), outputs(u), outputs(w)))

    both = gen(y, discharge(H_.concl, conj(close_(x, y, left), close_(y, x, right))))
    f0 = left(spec(use(products_are_not_negative(E), E0), n))
    t0 = right(spec(use(products_are_not_negative(losses), l0), n))
    whole = right(use(greatest_loss_is_least(near, outputs, F, x, A=OUT), lO, f0))
    le = use(at(whole, total(losses, n)), t0, both)

    # the mean of the sum is the sum of the means, place by place
    known = use(
        tests_are_bounded(lam(x, alone(k, x)), A=X),
        use(greatest_losses_are_tests(near, M(k), E(k), A=Z), spec(lM, k), e0),
    )
    means, sums = lam(k, W(lam(x, alone(k, x)))), lambda m: lam(x, total(losses, m))
    claim = lambda m: bounded(sums(m)) & W(sums(m)).eq(total(means, m))
    hyp = assume(claim(k))
    b_k = left(hyp)
    more = same(observable(x, total(losses, k) + alone(k, x), [b_k, known]), bounded(sums(SUCC(k))))
    add = ar(
        W(sums(SUCC(k))).eq(total(means, SUCC(k))),
        Mean(lW, b_k, known).linear(x, total(losses, k) + alone(k, x)),
        right(hyp),
    )
    start = conj(
        same(observable(x, real(0)), bounded(sums(ZERO))),
        ar(W(sums(ZERO)).eq(total(means, ZERO)), Mean(lW).linear(x, real(0))),
    )
    summed = spec(induct(k, start, discharge(hyp.concl, conj(more, add))), n)
    together = lam(x, greatest_loss(near, outputs, F, x))
    is_test = use(tests_are_bounded(together, A=X), use(greatest_losses_are_tests(near, outputs, F, A=OUT), lO, f0))
    mean = Mean(lW, is_test, left(summed)).le(x, le)
    end = ar(W(together) <= total(means, n), mean, right(summed))
    return conj(gen(x, le), end)


# ---- sampling ------------------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Sec. 1")
def lone_record_is_seen_when_sampled(E: Real, delta: Real, n: Nat, T: Nat, i: Nat, x: Fun(N, X), y: Fun(N, X)):
    """If the value of record i of x occurs nowhere in y, the histogram of T of n drawn records loses T/n at least."""
    Hn = const("histogram", fn(N, fn(N, o), fn(N, X), X, R))(SUCC(n))
    M = lambda x: sampled(uniform_subset(SUCC(n), SUCC(T)), Hn, x)
    return implies(
        num(T) <= num(n), among(SUCC(n), i),
        each(N, lambda j: not_(eq(y(j), x(i)))),
        close(E, delta, M(x), M(y)), num(SUCC(T)) * INV(num(SUCC(n))) <= delta,
    )  # fmt: skip


@lone_record_is_seen_when_sampled.proof
def _(E, delta, n, T, i, x, y, le, H_, alone, near):
    h, m = var("h", fn(X, R)), var("m", N)
    PL = fn(N, o)
    S = var("S", PL)
    hist = lambda m, S, x, v: call("histogram", m, S, x, v)
    seen = lambda h: truth(not_(h(x(i)) <= 0))
    W, v = uniform_subset(SUCC(n), SUCC(T)), x(i)
    th = use(at(near, lam(h, seen(h))), event_test(h, not_(h(v) <= 0)))
    # y: no record has the value, all counts are 0
    other = decided(eq(y(m), v))[1]
    nothing = use(other, same(spec(alone, m), not_(eq(y(m), v))))
    count = lambda m: hist(m, S, y, v).eq(0)
    none = induct(
        m, ar(count(ZERO)), discharge(count(m), ar(count(SUCC(m)), assume(count(m)), nothing, factors=[truth(S(m))]))
    )
    zero_count = spec(none, SUCC(n))
    some_ = not_(hist(SUCC(n), S, y, v) <= 0)
    wrong = contradiction(assume(some_), ar(hist(SUCC(n), S, y, v) <= 0, zero_count))
    unseen = use(decided(some_)[1], refuting(some_, wrong))
    lW = use(uniform_subset_is_a_law(SUCC(n), SUCC(T)), ar(num(SUCC(T)) <= num(SUCC(n)), le))
    never = Mean(lW).eq_by(S, ar(seen(lam(b_(X), hist(SUCC(n), S, y, b_(X)))).eq(0), unseen))
    # x: record i alone makes the count positive where it is drawn
    term_ = lambda m: truth(S(m)) * truth(eq(x(m), v))
    t0 = lambda m: ar(real(0) <= term_(m), decided(S(m))[2], decided(eq(x(m), v))[2])
    pos = lambda m: (real(0) <= hist(m, S, x, v)) & implies(among(m, i), truth(S(i)) <= hist(m, S, x, v))
    hyp = assume(pos(m))
    now = assume(among(SUCC(m), i))
    before = ar(truth(S(i)) <= hist(SUCC(m), S, x, v), mp(right(hyp), assume(among(m, i))), t0(m))
    is_m = assume(eq(i, m))
    own = use(decided(eq(x(i), v))[0], refl(v))
    here = subst(is_m, ar(truth(S(i)) <= term_(i), own, factors=[truth(S(i))]), lambda k: truth(S(i)) <= term_(k))
    last = ar(truth(S(i)) <= hist(SUCC(m), S, x, v), here, left(hyp))
    step_ = split(same(now, or_(among(m, i), eq(i, m))), before, last)
    nexts = conj(ar(real(0) <= hist(SUCC(m), S, x, v), left(hyp), t0(m)), discharge(now.concl, step_))
    out = assume(among(ZERO, i))
    base = conj(
        ar(real(0) <= hist(ZERO, S, x, v)), discharge(out.concl, absurd(out, truth(S(i)) <= hist(ZERO, S, x, v)))
    )
    counted = mp(right(spec(induct(m, base, discharge(hyp.concl, nexts)), SUCC(n))), H_)
    drawn_, not_drawn = assume(S(i)), assume(not_(S(i)))
    q = not_(hist(SUCC(n), S, x, v) <= 0)
    few = assume(hist(SUCC(n), S, x, v) <= 0)
    yes = use(
        decided(q)[0], refuting(few.concl, impossible(ar(real(1) <= 0, few, counted, use(decided(S(i))[0], drawn_))))
    )
    goal = truth(S(i)) <= truth(q)
    point_ = cases(S(i), ar(goal, yes, decided(S(i))[3]), ar(goal, use(decided(S(i))[1], not_drawn), decided(q)[2]))
    rate = Mean(lW, truth_is_bounded(S, S(i)), truth_is_bounded(S, q)).le(S, point_)
    # the chance that place i is drawn
    c, iC, iN = subsets(n, T, one), INV(subsets(SUCC(n), SUCC(T), one)), INV(num(SUCC(n)))
    facts = lambda n, T: parts(at(number_of_sets.thm, n, T))
    unit_, _ = positive(
        subsets(SUCC(n), SUCC(T), one), mp(facts(SUCC(n), SUCC(T))[2], ar(num(SUCC(T)) <= num(SUCC(n)), le))
    )
    nu, _ = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), facts(n, n)[3]))
    held = at(mp(at(sets_with_a_place(i), n), H_), T)
    chance = ar(
        W(member(i)).eq(num(SUCC(T)) * iN),
        held,
        facts(n, T)[0],
        unit_,
        nu,
        factors=[iC, iC * iN, c * iC, num(SUCC(T)) * iN],
    )
    return ar(num(SUCC(T)) * iN <= delta, th, never, rate, chance, factors=[E])


def b_(ty):
    return var("b", ty)


@theorem(place="smoothed-dp, App. F, proof of the DP half")
def chance_of_being_drawn_between_its_bounds(n: Nat):
    """T/(n + T - 1) <= 1 - (1 - 1/n)^T <= T/n, with n + 1 for n and without division by n + T - 1."""
    c = lambda T: 1 - power(1 - INV(num(SUCC(n))), T)
    return each(N, lambda T: (num(T) <= (num(n) + num(T)) * c(T)) & (c(T) * num(SUCC(n)) <= num(T)))


@chance_of_being_drawn_between_its_bounds.proof
def _(n):
    m, w = num(SUCC(n)), 1 - INV(num(SUCC(n)))
    n0, t0 = spec(numbers_are_not_negative.thm, n), spec(numbers_are_not_negative.thm, T)
    unit_, i0 = positive(m, ar(real(1) <= m, n0))
    w0 = ar(real(0) <= w, unit_, i0, n0)
    c = lambda T: 1 - power(w, T)
    # (n + T) w^T <= n, and w^T >= 1 - T/(n + 1)
    claim = lambda T: (
        ((num(n) + num(T)) * power(w, T) <= num(n)) & (real(0) <= power(w, T)) & (m * (1 - power(w, T)) <= num(T))
    )
    hyp = assume(claim(T))
    up, p0, down = left(left(hyp)), right(left(hyp)), right(hyp)
    pn = ar(real(0) <= power(w, SUCC(T)), p0, w0)
    wn = ar((m * w).eq(num(n)), unit_)
    # (n + T + 1) w^(T+1) = (n + T) w^T w + w^T w and w (n + 1) = n
    grow = ar(
        (num(n) + num(SUCC(T))) * power(w, SUCC(T)) <= num(n),
        ar(
            m * ((num(n) + num(SUCC(T))) * power(w, SUCC(T))) <= m * num(n),
            wn,
            up,
            p0,
            n0,
            t0,
            factors=[power(w, T), num(n) + num(T) + 1, num(T) * power(w, T), num(n)],
            hints=[(1, 3)],
        ),
        unit_,
        i0,
        factors=[num(n), (num(n) + num(SUCC(T))) * power(w, SUCC(T))],
    )
    fall = ar(
        m * (1 - power(w, SUCC(T))) <= num(SUCC(T)),
        down,
        wn,
        ar(power(w, T) <= 1, down_below_one(T, w, w0, n)),
        factors=[power(w, T)],
    )
    base = conjunction(
        ar((num(n) + num(ZERO)) * power(w, ZERO) <= num(n)),
        ar(real(0) <= power(w, ZERO)),
        ar(m * (1 - power(w, ZERO)) <= num(ZERO)),
    )
    whole = induct(T, base, discharge(hyp.concl, conjunction(grow, pn, fall)))
    had = spec(whole, T)
    return gen(T, conj(ar(num(T) <= (num(n) + num(T)) * c(T), left(left(had))), ar(c(T) * m <= num(T), right(had))))


def down_below_one(T, w, w0, n):
    """w^T <= 1, from 0 <= w and w = 1 - inv(n + 1)."""
    i0 = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), spec(numbers_are_not_negative.thm, n)))[1]
    claim = lambda T: (real(0) <= power(w, T)) & (power(w, T) <= 1)
    hyp = assume(claim(T))
    w1 = ar(w <= 1, i0)
    step_ = conj(
        ar(real(0) <= power(w, SUCC(T)), left(hyp), w0), ar(power(w, SUCC(T)) <= 1, left(hyp), right(hyp), w0, w1)
    )
    return right(
        spec(induct(T, conj(ar(real(0) <= power(w, ZERO)), ar(power(w, ZERO) <= 1)), discharge(hyp.concl, step_)), T)
    )


# ---- displays ------------------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. B, chain, step 2", claims="mean-of-maxima-is-at-least-the-maximum-of-means")
def mean_of_maxima_is_at_least_the_maximum_of_means(P: Law[A], f: Bounded[A], g: Bounded[A]):
    """The mean of a maximum is at least the maximum of the means, with 0 among them or not."""
    with_zero = MAX(0, MAX(P(f), P(g))) <= P(lambda a: MAX(0, MAX(f(a), g(a))))
    return (MAX(P(f), P(g)) <= P(lambda a: MAX(f(a), g(a)))) & with_zero


@mean_of_maxima_is_at_least_the_maximum_of_means.proof
def _(P, f, g, lP, bf, bg):
    both = observable(a, MAX(f(a), g(a)), [bf, bg])
    L, top = Mean(lP, bf, bg, both), P(lam(a, MAX(f(a), g(a))))
    ends = (L.le(a, ax(side, f(a), g(a))) for side in ("max_left", "max_right"))
    th, most = use(ax("max_least", P(f), P(g), top), *ends), MAX(f(a), g(a))
    whole = observable(a, MAX(0, most), [bf, bg])
    L, top = Mean(lP, both, whole), P(lam(a, MAX(0, most)))
    zero = ar(real(0) <= top, L.le(a, ax("max_left", 0, most)), L.linear(a, real(0)))
    up = ar(MAX(P(f), P(g)) <= top, th, L.le(a, ax("max_right", 0, most)))
    return conj(th, use(ax("max_least", 0, MAX(P(f), P(g)), top), zero, up))


@theorem(place="smoothed-dp, App. E.1, step 2", claims="an-average-is-below-its-conditional-part-and-a-probability")
def average_is_below_its_conditional_part_and_a_probability(P: Law[A], f: Fun(A, R), S: Fun(A, o)):
    """The mean of a loss is at most its conditional mean given an event plus the chance of the other event."""
    inside = P(lambda a: f(a) * truth(S(a)))
    return implies(test(f), below(0, prob(P, S)), P(f) <= inside * INV(prob(P, S)) + prob(P, lambda a: not_(S(a))))


@average_is_below_its_conditional_part_and_a_probability.proof
def _(P, f, S, lP, H_, some_):
    known = use(tests_are_bounded(f), H_)
    low, high = parts(at(H_, a))
    s, t = truth(S(a)), truth(not_(S(a)))
    (s1, s0, sl, sh), (t1, t0, tl, _) = decided(S(a)), decided(not_(S(a)))
    yes, no = assume(S(a)), assume(not_(S(a)))
    goal = f(a) <= f(a) * s + t
    point_ = cases(
        S(a), ar(goal, use(s1, yes), tl, factors=[f(a)]), ar(goal, use(s0, no), use(t1, no), high, factors=[f(a)])
    )
    bs, bt = truth_is_bounded(a, S(a)), truth_is_bounded(a, not_(S(a)))
    L = Mean(lP, known, bs, bt)
    whole = L.le(a, point_)
    prod = observable(a, f(a) * s, [known, bs])
    inside, chance = P(lam(a, f(a) * s)), prob(P, S)
    i0 = Mean(lP, known, bs, prod).le(a, ar(real(0) <= f(a) * s, low, sl))
    most = L.le(a, ar(s <= 1, sh))
    unit_, v0 = positive(chance, some_)
    grown = ar(inside <= inside * INV(chance), i0, most, unit_, v0, hints=[(0, 1, 3)], factors=[inside])
    return ar(P(f) <= inside * INV(chance) + prob(P, lam(a, not_(S(a)))), whole, grown)


@theorem(place="smoothed-dp, App. D.2, Eq. (5)", claims="loss-of-a-product-below-the-sum")
def loss_of_a_product_below_the_sum(E: Nonneg, F: Nonneg, p: Rate, q: Rate, r: Rate, s: Rate):
    """P r - E F q s is at most the positive parts of p - E q and r - F s together."""
    return p * r - E * F * (q * s) <= MAX(0, p - E * q) + MAX(0, r - F * s)


@loss_of_a_product_below_the_sum.proof
def _(E, F, p, q, r, s, e0, f0, p0, p1, q0, q1, r0, r1, s0, s1):
    u, v = MAX(0, p - E * q), MAX(0, r - F * s)
    u0, u1, v0, v1 = (ax(side, 0, t) for t in (p - E * q, r - F * s) for side in ("max_left", "max_right"))
    fs = ar(real(0) <= F * s, f0, s0)
    goal = p * r - E * F * (q * s) <= u + v
    # p r - E q F s = (p - E q) F s + p (r - F s); where F s exceeds 1 the first form is used.
    few, many = assume(F * s <= 1), assume(not_(F * s <= 1))
    above = use(ax("total", F * s, 1), many)
    one = ar(
        goal,
        ar((p - E * q) * (F * s) <= u, ar((p - E * q) * (F * s) <= u * (F * s), u1, fs), u0, few),
        ar(p * (r - F * s) <= v, ar(p * (r - F * s) <= p * v, v1, p0), p1, v0),
    )
    two = ar(
        goal,
        ar(
            p * r - E * q * (F * s) <= p - E * q,
            above,
            e0,
            q0,
            ar(real(0) <= E * q, e0, q0),
            p0,
            r1,
            hints=[(0, 3), (4, 5)],
        ),
        u1,
        v0,
    )
    return cases(few.concl, one, two)


@theorem(place="smoothed-dp, App. D.2, quotient", claims="loss-of-an-event-without-division")
def loss_of_an_event_without_division(E: Real, d: Real, p: Real, q: Real):
    """D = p - E q exactly if p - d = E q."""
    return implies(d.eq(p - E * q), (p - d).eq(E * q)) & implies((p - d).eq(E * q), d.eq(p - E * q))


@loss_of_an_event_without_division.proof
def _(E, d, p, q):
    one, two = assume(d.eq(p - E * q)), assume((p - d).eq(E * q))
    return conj(discharge(one.concl, ar((p - d).eq(E * q), one)), discharge(two.concl, ar(d.eq(p - E * q), two)))


@theorem(place="smoothed-dp, Sec. 2, Justification 3, posterior", claims="posterior-under-a-uniform-prior")
def posterior_of_a_type_under_a_uniform_prior(m: Nat, p: Fun(N, R), k: Nat):
    """Under the uniform prior of m + 1 types the posterior of type k is p(k) over the sum."""
    prior = INV(num(SUCC(m)))
    joint_ = total(lambda j: prior * p(j), SUCC(m))
    return implies(not_(total(p, SUCC(m)).eq(0)), (prior * p(k) * INV(joint_)).eq(p(k) * INV(total(p, SUCC(m)))))


@posterior_of_a_type_under_a_uniform_prior.proof
def _(m, p, k, some_):
    c, s = INV(num(SUCC(m))), total(p, SUCC(m))
    unit_, _ = positive(num(SUCC(m)), ar(real(1) <= num(SUCC(m)), spec(numbers_are_not_negative.thm, m)))
    zero_ = assume(c.eq(0))
    c0 = refuting(zero_.concl, impossible(ar(real(1) <= 0, unit_, zero_, factors=[num(SUCC(m))])))
    claim = lambda n: total(lam(j, c * p(j)), n).eq(c * total(p, n))
    scale = spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), factors=[c]))), SUCC(m)
    )
    th = use(posterior_under_a_uniform_prior(c, p(k), s), c0, some_)
    return subst(symmetric(scale), th, lambda v: (c * p(k) * INV(v)).eq(p(k) * INV(s)))


@theorem(place="smoothed-dp, App. A.1", claims="threshold-is-odds-over-odds-plus-one")
def threshold_is_odds_over_odds_plus_one(epsilon: Real, t: Real):
    """The threshold t = E/(E + 1) has epsilon = log(t/(1 - t)), with E = exp(epsilon), and conversely for t < 1."""
    E = EXP(epsilon)
    threshold, budget = t.eq(E * INV(E + 1)), epsilon.eq(LOG(t * INV(1 - t)))
    return implies(threshold, budget) & implies(below(0, t), below(t, 1), budget, threshold)


@threshold_is_odds_over_odds_plus_one.proof
def _(epsilon, t):
    E = EXP(epsilon)
    is_ = assume(t.eq(E * INV(E + 1)))
    e0 = exp_positive(epsilon)
    unit_, i0 = positive(E + 1, ar(real(1) <= E + 1, e0))
    rest = ar((1 - t).eq(INV(E + 1)), is_, unit_)
    zero_ = assume((1 - t).eq(0))
    nz = refuting(zero_.concl, impossible(ar(real(1) <= 0, unit_, rest, zero_, factors=[E + 1])))
    inv_ = inverse(1 - t, nz)
    ratio = ar(
        (t * INV(1 - t)).eq(E),
        ar(INV(1 - t).eq(E + 1), inv_, rest, unit_, factors=[INV(1 - t), E + 1, (E + 1) * INV(1 - t)]),
        is_,
        unit_,
        factors=[t, E],
    )
    th = subst(symmetric(ratio), log_of_exp(epsilon), lambda v: LOG(v).eq(epsilon))

    t0, t1, budget = assume(below(0, t)), assume(below(t, 1)), assume(epsilon.eq(LOG(t * INV(1 - t))))
    zero_, y = assume((1 - t).eq(0)), t * INV(1 - t)
    nz = refuting(zero_.concl, contradiction(t1, ar(real(1) <= t, zero_)))
    inv_, low = inverse(1 - t, nz), assume(y <= 0)
    rest = ar(real(0) <= 1 - t, use(ax("total", 1, t), t1))
    bad = ar(t <= 0, low, inv_, rest, factors=[t, 1 - t])
    odds = use(ax("exp_log", y), refuting(low.concl, contradiction(t0, bad)))
    E_is = subst(symmetric(budget), odds, lambda v: EXP(v).eq(y))
    back = ar(
        t.eq(E * INV(E + 1)), E_is, inv_, unit_, factors=[1 - t, INV(E + 1), t, INV(E + 1) * t, (1 - t) * INV(E + 1)]
    )
    back = discharge(t0.concl, discharge(t1.concl, discharge(budget.concl, back)))
    return conj(discharge(is_.concl, symmetric(th)), back)


@theorem
def logs_undo_exponentials(x: Real):
    """The logarithm of exp(x) is x."""
    return LOG(EXP(x)).eq(x)


@logs_undo_exponentials.proof
def _(x):
    L, E = LOG(EXP(x)), EXP(x)
    back = rewrite(ax("exp_plus", x, 0 - x), x + (0 - x), real(0))
    e0, f0, one_ = exp_positive(x), exp_positive(0 - x), exp_zero.thm
    bad = assume(E <= 0)
    positive_ = refuting(bad.concl, impossible(ar(real(1) <= 0, back, one_, bad, f0)))
    own = use(ax("exp_log", E), positive_)
    # exp(L - x) = exp(x - L) = 1, and 1 + r <= exp(r)
    up = rewrite(ax("exp_plus", L - x, x), (L - x) + x, L)
    down = rewrite(ax("exp_plus", x - L, L), (x - L) + L, x)
    unit_, _ = positive(E, same(positive_, below(0, E)))
    u1 = ar(EXP(L - x).eq(1), up, own, unit_, factors=[INV(E), EXP(L - x)])
    d1 = ar(EXP(x - L).eq(1), down, own, unit_, factors=[INV(E), EXP(x - L), EXP(x - L) * INV(E)])
    return use(ax("antisymmetry", L, x), ar(x >= L, ax("exp_above", L - x), u1), ar(x <= L, ax("exp_above", x - L), d1))


def log_of_exp(x):
    return logs_undo_exponentials(x)


@theorem(place="smoothed-dp, Sec. 4, example to Proposition 7", claims="p-and-one-minus-p-is-a-law")
def shares_of_two_types_are_a_law(p: Rate, a: A, b: A):
    """The law with shares p and 1 - p of two types."""
    return law(mix(p, point(a), point(b)))


@shares_of_two_types_are_a_law.proof
def _(p, a, b, p0, p1):
    T_, v = mix(p, point(a), point(b)), var("v", A)

    def rules(f, g, of, og, less, c):
        ends = spec(less, a), spec(less, b)
        plus = ar(T_(lam(v, f(v) + g(v))).eq(T_(f) + T_(g)))
        return plus, ar(T_(f) <= T_(g), *ends, p0, p1), ar(T_(lam(v, c * f(v))).eq(c * T_(f)))

    return make_law(T_, rules, ar(T_(lam(v, real(1))).eq(1)))


@theorem(place="smoothed-dp, Sec. 2, footnote 3, corrected")
def twice_the_odds_are_epsilon_plus_log_two(epsilon: Real):
    """2 exp(epsilon) = exp(epsilon + log 2)."""
    return (2 * EXP(epsilon)).eq(EXP(epsilon + LOG(2)))


@twice_the_odds_are_epsilon_plus_log_two.proof
def _(epsilon):
    two = assume(real(2) <= 0)
    own = use(ax("exp_log", 2), refuting(two.concl, impossible(ar(real(1) <= 0, two))))
    return ar(
        (2 * EXP(epsilon)).eq(EXP(epsilon + LOG(2))), ax("exp_plus", epsilon, LOG(2)), own, factors=[EXP(epsilon)]
    )
