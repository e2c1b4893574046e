"""Events and tests: what holds for all events holds for all randomised tests, of any law."""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.bounded import *
from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

a, j, k, n = var("a", A), var("j", N), var("k", N), var("n", N)


@definition(r"\Pr_{{{0}}}[{1}]")
def prob(P: mean_of(A), S: Fun(A, o)):
    """The probability of an event."""
    return P(lambda a: truth(S(a)))


def event_test(v, p):
    """test(v -> truth(p))."""
    _, _, low, high = decided(p)
    return make_test(v, truth(p), low, high)


@theorem
def closeness_of_events(E: Real, delta: Real, P: Law[A], Q: Law[A], S: Fun(A, o)):
    """Close laws have close probabilities of each event."""
    return implies(close(E, delta, P, Q), prob(P, S) <= E * prob(Q, S) + delta)


@closeness_of_events.proof
def _(E, delta, P, Q, S, lP, lQ, near):
    return use(at(near, lam(a, truth(S(a)))), event_test(a, S(a)))


@theorem
def small_if_all_multiples_are(e: Real, c: Real):
    """A number whose positive multiples are all at most c is not positive."""
    return implies(each(N, lambda n: num(SUCC(n)) * e <= c), e <= 0)


@small_if_all_multiples_are.proof
def _(e, c, multiples):
    low, above = assume(e <= 0), assume(not_(e <= 0))
    unit, i0 = positive(e, above)
    e0 = use(ax("total", e, 0), above)
    every = gen(n, ar(num(n) <= c * INV(e), ar(num(n) * e <= c, spec(multiples, n), e0), unit, i0, factors=[num(n)]))
    return cases(low.concl, low, absurd(contradiction(archimedes(c * INV(e)), every), e <= 0))


def level(f, m, k):
    """The number 1 where m f exceeds k."""
    return truth(not_(num(m) * f(a) <= num(k)))


@theorem(place="smoothed-dp, Sec. 2, footnote 2", claims="randomised-tests-gain-nothing")
def events_suffice(E: Nonneg, delta: Real, P: Law[A], Q: Law[A]):
    """A bound for all events holds for all randomised tests."""
    S = var("S", fn(A, o))
    return implies(forall(S, prob(P, S) <= E * prob(Q, S) + delta), close(E, delta, P, Q))


@events_suffice.proof
def _(E, delta, P, Q, e0, lP, lQ, events):
    f = var("f", fn(A, R))
    H, known, low, high = a_test(f)
    m = SUCC(n)
    x, M = num(m) * f(a), num(m)
    m0 = spec(numbers_are_not_negative.thm, m)
    x0, x1 = ar(real(0) <= x, m0, low(a)), ar(x <= M, m0, high(a))
    T = lambda j: total(lam(k, level(f, m, k)), j)
    up, down = assume(not_(x <= num(j))), assume(x <= num(j))
    one, zero, *_ = decided(up.concl)
    yes, no = use(one, up), use(zero, refuting(up.concl, contradiction(assume(up.concl), down)))

    # x <= T_j + max(0, x - j), and T_j <= x + 1, T_j <= j
    above = lambda j: x <= T(j) + MAX(0, x - num(j))
    before, rest = assume(above(j)), MAX(0, x - num(SUCC(j)))
    r0, r1 = ax("max_left", 0, x - num(SUCC(j))), ax("max_right", 0, x - num(SUCC(j)))
    flat = use(ax("max_least", 0, x - num(j), 0), ar(real(0) <= 0), ar(x - num(j) <= 0, down))
    steep = use(
        ax("max_least", 0, x - num(j), x - num(j)),
        ar(real(0) <= x - num(j), use(ax("total", x, num(j)), up)),
        ar(x - num(j) <= x - num(j)),
    )
    nexts = cases(down.concl, ar(above(SUCC(j)), before, flat, no, r0), ar(above(SUCC(j)), before, steep, yes, r1))
    least = spec(induct(j, ar(above(ZERO), ax("max_right", 0, x - num(ZERO))), discharge(above(j), nexts)), m)
    under_ = lambda j: (T(j) <= x + 1) & (T(j) <= num(j))
    had = assume(under_(j))
    x_j = use(ax("total", x, num(j)), up)
    small = conj(ar(T(SUCC(j)) <= x + 1, left(had), no), ar(T(SUCC(j)) <= num(SUCC(j)), right(had), no))
    large = conj(ar(T(SUCC(j)) <= x + 1, right(had), yes, x_j), ar(T(SUCC(j)) <= num(SUCC(j)), right(had), yes))
    start = conj(ar(T(ZERO) <= x + 1, x0), ar(T(ZERO) <= num(ZERO)))
    most = left(spec(induct(j, start, discharge(had.concl, cases(down.concl, small, large))), m))
    none = use(ax("max_least", 0, x - M, 0), ar(real(0) <= 0), ar(x - M <= 0, x1))
    lower = ar(x <= T(m), least, none)

    # the means of T_j compare, place by place
    step_ = level(f, m, j)
    claim = lambda j: bounded(lam(a, T(j))) & (P(lam(a, T(j))) <= E * Q(lam(a, T(j))) + num(j) * delta)
    hyp = assume(claim(j))
    b_j, b_s = left(hyp), truth_is_bounded(a, not_(x <= num(j)))
    both = observable(a, T(j) + step_, [b_j, b_s])
    LP, LQ = Mean(lP, b_j, b_s), Mean(lQ, b_j, b_s)
    event = same(spec(events, lam(a, not_(x <= num(j)))), P(lam(a, step_)) <= E * Q(lam(a, step_)) + delta)
    mean = ar(
        P(lam(a, T(SUCC(j)))) <= E * Q(lam(a, T(SUCC(j)))) + num(SUCC(j)) * delta,
        LP.linear(a, T(j) + step_),
        LQ.linear(a, T(j) + step_),
        right(hyp),
        event,
        factors=[E],
    )
    nexts = conj(same(both, bounded(lam(a, T(SUCC(j))))), mean)
    zero_ = conj(
        same(observable(a, real(0)), bounded(lam(a, T(ZERO)))),
        ar(
            P(lam(a, T(ZERO))) <= E * Q(lam(a, T(ZERO))) + num(ZERO) * delta,
            Mean(lP).linear(a, real(0)),
            Mean(lQ).linear(a, real(0)),
            factors=[E],
        ),
    )
    each_j = induct(j, zero_, discharge(claim(j), nexts))
    whole, b_n = spec(each_j, m), same(left(spec(each_j, n)), bounded(lam(a, T(n))))
    b_s = truth_is_bounded(a, not_(x <= num(n)))
    first = Mean(lP, known, b_n, b_s).le(a, lower)
    last = Mean(lQ, known, b_n, b_s).le(a, most)
    gap = P(f) - E * Q(f) - delta
    sums = (Mean(law_, b_n, b_s).linear(a, T(n) + level(f, m, n)) for law_ in (lP, lQ))
    multiples = gen(n, ar(M * gap <= E, first, last, right(whole), e0, *sums, factors=[E]))
    th = use(small_if_all_multiples_are(gap, E), multiples)
    return for_tests(ar(P(f) <= E * Q(f) + delta, th), f, close(E, delta, P, Q))


@theorem(place="dp-lecture, Definition, randomisation")
def private_algorithms_without_coins_are_constant(near: Fun(X, X, o), g: Fun(X, A), E: Real, delta: Real):
    """An algorithm without randomness is private only if neighbours have the same output."""
    return implies(
        below(delta, 1),
        private(near, lambda x: point(g(x)), E, delta),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), eq(g(x), g(y))))),
    )


@private_algorithms_without_coins_are_constant.proof
def _(near, g, E, delta, small, p):
    x, y = var("x", X), var("y", X)
    H, other = assume(near(x, y)), assume(not_(eq(g(x), g(y))))
    S = lam(a, truth(eq(a, g(x))))
    th = use(at(use(at(p, x, y), H), S), event_test(a, eq(a, g(x))))
    one = use(decided(eq(g(x), g(x)))[0], refl(g(x)))
    back = assume(eq(g(y), g(x)))
    zero = use(decided(eq(g(y), g(x)))[1], refuting(back.concl, contradiction(other, symmetric(back))))
    wrong = contradiction(small, ar(real(1) <= delta, th, one, zero, factors=[E]))
    end = cases(eq(g(x), g(y)), assume(eq(g(x), g(y))), absurd(wrong, eq(g(x), g(y))))
    return gen(x, gen(y, discharge(H.concl, end)))


@theorem(place="dp-lecture, Privacy loss, pure privacy", claims="pure-privacy-bounds-the-ratio-at-every-output")
def pure_privacy_bounds_the_ratio_at_every_output(near: Fun(X, X, o), M: Mechanism[X, A], E: Real):
    """With slack 0 each output is almost as likely at each neighbour."""
    chance = lambda x, a: prob(M(x), function(A, lambda b: eq(b, a)))
    return implies(
        private(near, M, E, 0),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), each(A, lambda a: chance(x, a) <= E * chance(y, a))))),
    )


@pure_privacy_bounds_the_ratio_at_every_output.proof
def _(near, M, E, lM, p):
    x, y, b = var("x", X), var("y", X), var("b", A)
    H = assume(near(x, y))
    th = use(closeness_of_events(E, 0, M(x), M(y), lam(b, eq(b, a))), spec(lM, x), spec(lM, y), use(at(p, x, y), H))
    P, Q = (prob(M(v), lam(b, eq(b, a))) for v in (x, y))
    return gen(x, gen(y, discharge(H.concl, gen(a, ar(P <= E * Q, th)))))


@theorem(
    place="dp-lecture, Post-processing, proof, preimage",
    claims="results-in-a-set-are-outputs-in-its-preimage preimage-of-the-results-asked-for",
)
def results_in_a_set_are_outputs_in_its_preimage(P: Law[A], f: Fun(A, B), S: Fun(B, o)):
    """The result of a function lies in a set iff the output lies in its preimage."""
    image = bind(P, function(A, lambda a: point(f(a))))
    return prob(image, S).eq(prob(P, lambda a: S(f(a))))


@results_in_a_set_are_outputs_in_its_preimage.proof
def _(P, f, S, lP):
    return refl(prob(P, lam(a, S(f(a)))))


@theorem(place="dp-lecture, Post-processing, proof, display", claims="the-preimage-meets-the-definition")
def preimage_meets_the_definition(E: Real, delta: Real, P: Law[A], Q: Law[A], f: Fun(A, B), S: Fun(B, o)):
    """A bound for the preimage of a set of results is one for the results of a function."""
    outputs, results = function(A, lambda a: S(f(a))), lambda P: bind(P, function(A, lambda a: point(f(a))))
    return implies(
        prob(P, outputs) <= E * prob(Q, outputs) + delta,
        prob(results(P), S) <= E * prob(results(Q), S) + delta,
    )


@preimage_meets_the_definition.proof
def _(E, delta, P, Q, f, S, lP, lQ, pulled):
    image = lambda P: bind(P, lam(a, point(f(a))))
    return same(pulled, prob(image(P), S) <= E * prob(image(Q), S) + delta)


@theorem(place="smoothed-dp, App. D.1, preimage", claims="probability-of-a-preimage")
def probability_of_a_preimage(P: Law[A], K: Channel[A, B], S: Fun(B, o), f: Fun(A, B)):
    """A result's probability is the mean of those at each output; without coins they are 0 or 1, a preimage's."""
    image = bind(P, function(A, lambda a: point(f(a))))
    return (
        prob(bind(P, K), S).eq(P(lambda a: prob(K(a), S)))
        & each(A, lambda a: prob(point(f(a)), S).eq(truth(S(f(a)))))
        & prob(image, S).eq(prob(P, lambda a: S(f(a))))
    )


@probability_of_a_preimage.proof
def _(P, K, S, f, lP, cK):
    ways = conj(refl(prob(bind(P, K), S)), gen(a, refl(truth(S(f(a))))))
    return conj(ways, refl(prob(P, lam(a, S(f(a))))))


@theorem(
    place="dp-lecture, Rules of thumb, auxiliary knowledge",
    claims="power-of-any-test-is-bounded-by-its-size",
)
def power_of_any_test_is_bounded_by_its_size(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, delta: Real):
    """Privacy for all events: the power of a test with coins is at most E times its size, plus delta."""
    return implies(
        each(X, lambda x: each(X, lambda y: implies(near(x, y), each(
            Fun(A, o), lambda S: prob(M(x), S) <= E * prob(M(y), S) + delta)))),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), each(
            Fun(A, R), lambda f: implies(test(f), M(x)(f) <= E * M(y)(f) + delta))))),
    )  # fmt: skip


@power_of_any_test_is_bounded_by_its_size.proof
def _(near, M, E, delta, lM, e0, events):
    x, y = var("x", X), var("y", X)
    H = assume(near(x, y))
    th = use(events_suffice(E, delta, M(x), M(y)), e0, spec(lM, x), spec(lM, y), use(at(events, x, y), H))
    return gen(x, gen(y, discharge(H.concl, body_of(th))))


@theorem(place="dp-lecture, Rules of thumb, epsilon")
def best_guess_is_right_with_the_odds_of_epsilon(E: Nonneg, P: Law[A], Q: Law[A], f: Fun(A, R)):
    """A guess between two neighbours at even odds is right with chance at most E/(1 + E)."""
    right_ = Fraction(1, 2) * P(f) + Fraction(1, 2) * Q(lambda a: 1 - f(a))
    return implies(close(E, 0, P, Q), close(E, 0, Q, P), test(f), (1 + E) * right_ <= E)


@best_guess_is_right_with_the_odds_of_epsilon.proof
def _(E, P, Q, f, e0, lP, lQ, there, back, H):
    known = use(tests_are_bounded(f), H)
    low, high = parts(at(H, a))
    other = make_test(a, 1 - f(a), ar(real(0) <= 1 - f(a), high), ar(1 - f(a) <= 1, low))
    one, two = use(at(there, f), H), use(at(back, lam(a, 1 - f(a))), other)
    LP, LQ = Mean(lP, known).linear(a, 1 - f(a)), Mean(lQ, known).linear(a, 1 - f(a))
    guess = Fraction(1, 2) * P(f) + Fraction(1, 2) * Q(lam(a, 1 - f(a)))
    return ar((1 + E) * guess <= E, one, two, LP, LQ, e0, factors=[E, 1 + E])


@theorem(
    place="dp-lecture, Rules of thumb, auxiliary knowledge",
    claims="odds-of-any-adversary-move-by-at-most-the-budget",
)
def odds_of_any_adversary_move_by_at_most_the_budget(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Real, u: Nonneg, w: Nonneg, x: X, y: X, S: Fun(A, o)
):
    """Prior weights u and w of two neighbours: an output multiplies their odds by 1/E to E (without division)."""
    first, second = u * prob(M(x), S), w * prob(M(y), S)
    both = (first * w <= E * (u * second)) & (u * second <= E * (first * w))
    return implies(near(x, y), near(y, x), private(near, M, E, 0), both)


@odds_of_any_adversary_move_by_at_most_the_budget.proof
def _(near, M, E, u, w, x, y, S, lM, u0, w0, there, back, p):
    one, two = (
        use(closeness_of_events(E, 0, M(s), M(t), S), spec(lM, s), spec(lM, t), use(at(p, s, t), H))
        for s, t, H in ((x, y, there), (y, x, back))
    )
    P, Q, uw = prob(M(x), S), prob(M(y), S), ar(real(0) <= u * w, u0, w0)
    return conj(
        ar(u * P * w <= E * (u * (w * Q)), one, uw, factors=[u * w]),
        ar(u * (w * Q) <= E * (u * P * w), two, uw, factors=[u * w]),
    )
