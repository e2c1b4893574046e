"""False statements whose instance is a table of two or three outputs, or a comparison with digits of an exponential."""

from sdp_proofs.logic.theories.coins import choose
from sdp_proofs.logic.theories.lecture_facts import *
from sdp_proofs.logic.theories.pairs import within
from sdp_proofs.logic.theories.refuted import at_all_places, law_of_table, numeral, table
from sdp_proofs.logic.theories.refuted_displays import rates
from sdp_proofs.logic.theories.replaced_draws import draws
from sdp_proofs.logic.theories.replacement import draws as replaced
from sdp_proofs.logic.theories.sizes_of_exponentials import exp_bound
from sdp_proofs.logic.theories.smoothing_modes import cosines, eigenvalue, power_mean
from sdp_proofs.logic.vocabulary import *

f, j, k, n = var("f", fn(N, R)), var("j", N), var("k", N), var("n", N)
TWO, THREE = numeral(2), numeral(3)
THIRD = Fraction(1, 3)


def on_table(values):
    """The functional of two outputs with these masses."""
    return weighted(summed(numeral(len(values))), table(*values))


def close_tables(E, d, p, q):
    """close(E, d) of two laws on a few outputs: each output's excess is bounded by its positive part."""
    g = var("f", fn(N, R))
    H, known, low, high = a_test(g)
    P, Q = on_table(p), on_table(q)
    facts = []
    for i, (s, t) in enumerate(zip(p, q, strict=True)):
        place = numeral(i)
        gain = Fraction(s) - Fraction(E) * Fraction(t)
        facts.append(ar(g(place) * gain <= max(gain, Fraction(0)), low(place), high(place)))
    return for_tests(ar(P(g) <= real(E) * Q(g) + d, *facts), g, close(E, d, P, Q))


# ---- windows and losses --------------------------------------------------------------------------------------------
def for_densities(conclusion):
    """A statement on two densities over the natural numbers, whose laws are close both ways."""
    E, d, m = var("E", R), var("d", R), var("m", N)
    p, q = var("p", fn(N, R)), var("q", fn(N, R))
    P, Q = weighted(summed(m), p), weighted(summed(m), q)
    premises = [real(1) <= E, law(P), law(Q), close(E, d, P, Q), close(E, d, Q, P)]
    return alls(E, d, m, p, q, implies(*premises, conclusion(E, d, P, p, q)))


@claimed
def privacy_keeps_ratios_within_twice_the_odds():
    """Under (log E, d) the ratio would be within 2E with probability 1 - 2 d at least."""
    return for_densities(lambda E, d, P, p, q: 1 - 2 * d <= within(P, 2 * E, p, q))


def coin_instance(th, E, d, p, q):
    """The conclusion of a statement on densities at two laws of two outputs."""
    th = at(th, E, d, numeral(len(p)), table(*p), table(*q))
    return use(
        th, ar(real(1) <= real(E)), law_of_table(p), law_of_table(q), close_tables(E, d, p, q), close_tables(E, d, q, p)
    )


def event_values(S, places, facts):
    """The equations [S(i)] = 0 or 1 at places, each from a proof of S(i) or of its negation."""
    found = []
    for i, th in zip(places, facts, strict=True):
        p = normal(S(numeral(i)))
        one, zero, *_ = decided(p)
        head, _ = spine(th.concl)
        holds = not (head.head == "const" and head.parts[0] in ("not", "implies"))
        found.append(use(one, same(th, p)) if holds else use(zero, same(th, not_(p))))
    return found


@refutation(privacy_keeps_ratios_within_twice_the_odds, "dp-keeps-ratios-within-twice-the-odds")
def _window(th):
    E, d = Fraction(4, 3), Fraction(5, 12)
    p, q = (Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))
    wrong = coin_instance(th, E, d, p, q)
    a_ = var("a", N)
    s, t = table(*p), table(*q)
    S = lam(a_, (s(a_) <= 2 * real(E) * t(a_)) & (t(a_) <= 2 * real(E) * s(a_)))
    facts = []
    for i in (0, 1):
        both = assume(normal(S(numeral(i))))
        low = parts(both)
        facts.append(refuting(both.concl, impossible(ar(real(1) <= 0, *low))))
    zeros = event_values(S, (0, 1), facts)
    P = on_table(p)
    none = ar(prob(P, S) <= 0, *zeros, factors=[real(one) for one in p])
    return impossible(ar(real(1) <= 0, same(wrong, 1 - 2 * real(d) <= prob(P, S)), none))


@claimed
def losses_are_bounded_with_probability_one_minus_delta():
    """Under (log E, d) a loss beyond log E in size would have a probability of at most d."""
    return for_densities(lambda E, d, P, p, q: 1 - within(P, E, p, q) <= d)


@refutation(losses_are_bounded_with_probability_one_minus_delta, "losses-are-bounded-with-probability-one-minus-delta")
def _beyond(th):
    E, d = 2, Fraction(1, 4)
    p, q = (Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))
    wrong = coin_instance(th, E, d, p, q)
    a_ = var("a", N)
    s, t = table(*p), table(*q)
    S = lam(a_, (s(a_) <= real(E) * t(a_)) & (t(a_) <= real(E) * s(a_)))
    facts = []
    for i in (0, 1):
        both = assume(normal(S(numeral(i))))
        facts.append(refuting(both.concl, impossible(ar(real(1) <= 0, *parts(both)))))
    zeros = event_values(S, (0, 1), facts)
    P = on_table(p)
    none = ar(prob(P, S) <= 0, *zeros, factors=[real(one) for one in p])
    return impossible(ar(real(1) <= 0, same(wrong, 1 - prob(P, S) <= real(d)), none))


@claimed
def ratio_is_within_a_power_of_two(E: Odds, r: Odds, d: Nonneg):
    """A coin of ratio r that is (log E, d)-private would have r <= exp(log 2 log E), or 2 d >= 1."""
    P, Q = coin(over(r, 1 + r)), coin(1 - over(r, 1 + r))
    return implies(close(E, d, P, Q), close(E, d, Q, P), or_(r <= EXP(LOG(2) * LOG(E)), real(1) <= 2 * d))


@refutation(ratio_is_within_a_power_of_two, "dp-implies-probabilistic-dp-of-log-two-epsilon")
def _log_two(th):
    d = Fraction(1, 100)
    keep = over(2, 1 + real(2))
    third = algebra(INV(1 + real(2)).eq(THIRD))
    members = lambda p, q: conjunction(ar(p <= 2 * q + d, third), ar(1 - p <= 2 * (1 - q) + d, third),
                                       ar(real(0) <= real(d)), ar(real(1) <= real(2) + d))  # fmt: skip
    one = use(left(closeness_of_coins(2, d, keep, 1 - keep)), members(keep, 1 - keep))
    two = use(left(closeness_of_coins(2, d, 1 - keep, keep)), members(1 - keep, keep))
    wrong = use(at(th, 2, 2, d), ar(real(1) <= 2), ar(real(1) <= 2), ar(real(0) <= real(d)), one, two)
    small = too_small()
    window = assume(real(2) <= EXP(LOG(2) * LOG(2)))
    first = contradiction(small, window)
    half = assume(real(1) <= 2 * real(d))
    return split(same(wrong, or_(window.concl, half.concl)), first, impossible(ar(real(1) <= 0, half)))


def too_small():
    """Not 2 <= exp(log 2 log 2): log 2 is below 7/10 and above 1/2."""
    from sdp_proofs.logic.theories.sizes_of_exponentials import log_bound

    low, high = log_bound(2, Fraction(1, 2)), log_bound(2, Fraction(7, 10), True)
    L = LOG(2)
    window = assume(real(2) <= EXP(L * L))
    up = use(fact("logs_are_monotone", real(2), EXP(L * L)), algebra(below(0, real(2))), window)
    back = fact("logs_undo_exponentials", L * L)
    return refuting(
        window.concl,
        impossible(
            ar(real(1) <= 0, ar(L * Fraction(7, 10) >= L, up, back, ar(L * Fraction(7, 10) >= L * L, high, low)), low)
        ),
    )


@claimed
def a_power_of_two_is_the_window_of_the_equation(E: Odds, r: Odds, d: Nonneg):
    """For coins of ratio r the windows exp(log 2 log E) and 2E would be equivalent, at the probability 1 - 2 d."""
    first, second = or_(r <= 2 * E, real(1) <= 2 * d), or_(r <= EXP(LOG(2) * LOG(E)), real(1) <= 2 * d)
    return implies(first, second) & implies(second, first)


@refutation(a_power_of_two_is_the_window_of_the_equation, "log-two-epsilon-is-the-window-of-the-equation")
def _equivalent(th):
    d = Fraction(1, 100)
    both = use(at(th, 2, 2, d), ar(real(1) <= 2), ar(real(1) <= 2), ar(real(0) <= real(d)))
    yes = either(real(2) <= 2 * real(2), real(1) <= 2 * real(d), ar(real(2) <= 2 * real(2)))
    wrong = use(left(both), yes)
    window = assume(real(2) <= EXP(LOG(2) * LOG(2)))
    half = assume(real(1) <= 2 * real(d))
    first = contradiction(too_small(), window)
    return split(same(wrong, or_(window.concl, half.concl)), first, impossible(ar(real(1) <= 0, half)))


@claimed
def delta_is_the_chance_of_exceeding_epsilon(E: Odds, n: Nat, p: Fun(N, Nonneg), q: Fun(N, Nonneg)):
    """The divergence would be the probability of an output more than E times likelier."""
    P, Q = weighted(summed(n), p), weighted(summed(n), q)
    exceeds = prob(P, function(N, lambda a: below(E * q(a), p(a))))
    return implies(law(P), law(Q), divergence(E, P, Q).eq(exceeds))


@refutation(delta_is_the_chance_of_exceeding_epsilon, "delta-is-the-chance-of-exceeding-epsilon")
def _exceeds(th):
    E, p, q = Fraction(3, 2), (1, 0), (Fraction(1, 2), Fraction(1, 2))
    signs = lambda v: at_all_places(lambda t: real(0) <= t, table(*v), 1)
    th = use(
        at(th, E, TWO, table(*p), table(*q)),
        ar(real(1) <= real(E)),
        signs(p),
        signs(q),
        law_of_table(p),
        law_of_table(q),
    )
    P, Q = on_table(p), on_table(q)
    a_ = var("a", N)
    s, t = table(*p), table(*q)
    S = lam(a_, below(real(E) * t(a_), s(a_)))
    low = assume(s(ZERO) <= real(E) * t(ZERO))
    yes = same(refuting(low.concl, impossible(ar(real(1) <= 0, low))), normal(S(ZERO)))
    values = use(decided(normal(S(ZERO)))[0], yes)
    top = ar(prob(P, S) >= 1, values, factors=[real(1)])
    small = least_at(E, Fraction(1, 4), p, q)
    D = divergence(E, P, Q)
    return impossible(ar(real(1) <= 0, same(th, D.eq(prob(P, S))), top, small))


def least_at(E, d, p, q):
    """The divergence of two tables is at most d."""
    th = use(divergence_at_any_odds(real(E), on_table(p), on_table(q), A=N), law_of_table(p), law_of_table(q))
    return use(at(right(th), d), close_tables(E, d, p, q))


@claimed
def printed_pairs_are_pairs_of_the_definition(eta: Real):
    """The pair (0, eta) of Table 1 would have epsilon > 0 and delta > 0, as Definition 1 asks."""
    return implies(below(0, eta), below(eta, 1), below(0, 0) & below(0, eta))


@claimed
def preimage_of_all_results(P: Law[N], g: Fun(N, N), S: Fun(N, o)):
    """With T the outputs whose result is a result, P[g in S] would be P[T] for every set S of results."""
    return prob(bind(P, function_to_laws(lambda b: point(g(b)))), S).eq(prob(P, function(N, lambda b: eq(g(b), g(b)))))


@refutation(preimage_of_all_results, "preimage-of-all-results")
def _preimage(th):
    b_ = var("b", N)
    P, g = lam(f, f(ZERO)), lam(b_, b_)
    S = lam(b_, eq(b_, SUCC(ZERO)))
    wrong = use(at(th, P, g, S), certain(ZERO))
    apart = assume(eq(ZERO, SUCC(ZERO)))
    zero = use(decided(apart.concl)[1], refuting(apart.concl, impossible(
        ar(real(1) <= 0, subst(apart, ar(num(ZERO) <= 0), lambda v: num(v) <= 0)))))  # fmt: skip
    one = use(decided(eq(ZERO, ZERO))[0], refl(ZERO))
    return impossible(ar(real(1) <= 0, wrong, zero, one))


@claimed
def features_follow_products_of_their_laws(
    P: Law[N], Q: Law[N], g: Fun(("*", N, N), ("*", N, N)), s: Fun(N, R), t: Fun(N, R)
):
    """Features g of two independent records would be independent, for every function g of the database."""
    both = joint(P, function_to_laws(lambda b: Q))
    first = both(function(("*", N, N), lambda c: s(fst(g(c)))))
    second = both(function(("*", N, N), lambda c: t(snd(g(c)))))
    together_ = both(function(("*", N, N), lambda c: s(fst(g(c))) * t(snd(g(c)))))
    return implies(test(s), test(t), together_.eq(first * second))


@refutation(features_follow_products_of_their_laws, "features-follow-products-of-their-laws")
def _features(th):
    c_ = var("c", ("*", N, N))
    copy_ = lam(c_, pair(fst(c_), fst(c_)))
    fair = use(coins_are_laws(HALF), *rates(HALF))
    s, t = face(1, 0), face(0, 1)
    wrong = use(at(th, coin(HALF), coin(HALF), copy_, s, t), fair, fair, face_test(1, 0), face_test(0, 1))
    return impossible(ar(real(1) <= 0, wrong))


# ---- sampling ------------------------------------------------------------------------------------------------------
def counted(n, T):
    """The histogram of T of n records drawn with replacement, and the neighbours of databases of n."""
    K = const("counts", fn(N, fn(N, N), fn(N, "N"), "N", R))(T)
    return const("neighbours", fn(N, fn(N, N), fn(N, N), o))(n), call("sampled", replaced(n, T), K)


@claimed
def with_replacement_no_delta_up_to_the_printed_one(E: Odds, n: Nat, T: Nat, d: Real):
    """Counting T of n records with replacement would be private for no d <= T/(n + 1)."""
    near, M = counted(n, T)
    return implies(below(num(T), num(n)), private(near, M, E, d), below(over(num(T), num(n) + 1), d))


@refutation(with_replacement_no_delta_up_to_the_printed_one, "with-replacement-no-delta-up-to-the-printed-one")
def _replaced(th):
    n, T = numeral(4), numeral(3)
    d = 1 - power(1 - INV(num(n)), T)
    some_ = ar(real(1) <= num(n))
    known = use(fact("sampled_histogram_with_replacement", 2, n, T, X=N), ar(real(1) <= 2), some_)
    near, M = counted(n, T)
    wrong = use(at(th, 2, n, T, d), ar(real(1) <= 2), algebra(below(num(T), num(n))), to(known, private(near, M, 2, d)))
    return algebra(FALSE, wrong)


def near_there(n, X):
    return const("neighbours", fn(N, fn(N, X), fn(N, X), o))(n)


def histogram_there(n, T, X):
    H = const("histogram", fn(N, fn(N, o), fn(N, X), X, R))
    return call("sampled", call("uniform_subset", SUCC(n), SUCC(T)), H(SUCC(n)))


@claimed
def loss_without_noise_is_the_rate(eta: Rate, n: Nat, T: Nat):
    """With T = ceil(eta n) of n records sampled the histogram would be (0, eta)-private; n and T are successors."""
    size, draws_ = num(SUCC(n)), num(SUCC(T))
    near, M = near_there(SUCC(n), N), histogram_there(n, T, N)
    return implies(num(T) <= num(n), eta * size <= draws_, below(draws_, eta * size + 1), private(near, M, 1, eta))


@refutation(loss_without_noise_is_the_rate, "loss-without-noise-is-the-rate")
def _rate(th):
    eta = Fraction(1, 2)
    size = num(SUCC(ZERO))
    said = use(at(th, eta, ZERO, ZERO), ar(real(0) <= real(eta)), ar(real(eta) <= 1), ar(num(ZERO) <= num(ZERO)),
               ar(real(eta) * size <= size), algebra(below(size, real(eta) * size + 1)))  # fmt: skip
    apart = assume(eq(SUCC(ZERO), ZERO))
    other = refuting(
        apart.concl, impossible(ar(real(1) <= 0, subst(apart, ar(num(SUCC(ZERO)) >= 1), lambda v: num(v) >= 1)))
    )
    known = use(fact("no_dp_parameter_below_the_sampling_rate", 1, eta, ZERO, ZERO, ZERO, SUCC(ZERO), X=N),
                ar(num(ZERO) <= num(ZERO)), other, said)  # fmt: skip
    return algebra(FALSE, known)


# ---- digits --------------------------------------------------------------------------------------------------------
@claimed
def ratio_of_one_record_more_as_printed(n: Nat, M: Nat, T: Nat, k: Nat, j: Nat):
    """With a record more the chance would be at least exp(k/M - (T-k)/(n-M)) times what it was."""
    P = lambda own: draws(choose(T, k), k, j, own, num(n) - own, num(n))
    e = over(num(k), num(M)) - over(num(T) - num(k), num(n) - num(M))
    return implies(
        real(1) <= num(M), num(M) <= num(n) - 2, num(T).eq(num(k) + num(j)), EXP(e) * P(num(M)) <= P(num(M) + 1),
    )  # fmt: skip


@refutation(ratio_of_one_record_more_as_printed, "ratio-of-one-record-more-as-printed")
def _more(th):
    one = SUCC(ZERO)
    wrong = use(
        at(th, THREE, one, one, ZERO, one),
        ar(real(1) <= num(one)),
        ar(num(one) <= num(THREE) - 2),
        ar(num(one).eq(num(ZERO) + num(one))),
    )
    e = over(num(ZERO), num(one)) - over(num(one) - num(ZERO), num(THREE) - num(one))
    i3 = algebra(INV(num(THREE)).eq(THIRD))
    half = algebra(e.eq(-Fraction(1, 2)))
    low = exp_bound(-Fraction(1, 2))
    low = subst(symmetric(half), low, lambda v: binary(low.concl, "le")[0] <= EXP(v))
    return impossible(ar(real(1) <= 0, wrong, low, i3, factors=[EXP(e), real(1)]))


@claimed
def chance_of_more_draws_than_records_as_printed(n: Odds, M: Real, T: Nat, k: Nat):
    """For M < k and 2 M < n: C(T, k) (M/n)^k would be below (e k/(k T))^k (M/n)^k."""
    share = power(over(M, n), k)
    return implies(
        below(0, M), below(M, num(k)), below(2 * M, n), num(k) <= num(T),
        below(choose(T, k) * share, power(over(EXP(1) * num(k), num(k) * num(T)), k) * share),
    )  # fmt: skip


@refutation(chance_of_more_draws_than_records_as_printed, "chance-of-more-draws-than-records-as-printed")
def _draws(th):
    wrong = use(at(th, 100, 1, THREE, TWO), ar(real(1) <= 100), algebra(below(0, real(1))), algebra(below(1, num(TWO))),
                algebra(below(2 * real(1), 100)), ar(num(TWO) <= num(THREE)))  # fmt: skip
    i = algebra(INV(num(TWO) * num(THREE)).eq(Fraction(1, 6)))
    h = algebra(INV(real(100)).eq(Fraction(1, 100)))
    up = exp_bound(1, True)
    E = EXP(1)
    small = ar(E <= 3, up)
    e0 = ar(real(0) <= E, exp_positive(real(1)))
    square = ar(E * E <= 9, ar(E * E <= 3 * E, small, e0), small)
    s, t = binary(binary(body_of(wrong).concl, "implies")[0], "le")
    return contradiction(
        wrong,
        ar(
            s <= t,
            i,
            h,
            square,
            factors=[E * E, E, real(1), INV(real(100)), E * E * INV(real(100)), E * INV(num(TWO) * num(THREE))],
        ),
    )


@claimed
def one_record_more_gains_nothing_as_the_proof_sets_epsilon(n: Nat, M: Nat, T: Nat, k: Nat, j: Nat):
    """At epsilon = 2 T/n and M <= n/2 no output would be more than exp(epsilon) times likelier than with one more."""
    P = lambda own: draws(choose(T, k), k, j, own, num(n) - own, num(n))
    return implies(
        real(3) <= num(n), num(T) <= num(n), real(1) <= num(M), 2 * num(M) <= num(n), num(T).eq(num(k) + num(j)),
        P(num(M)) <= EXP(over(2 * num(T), num(n))) * P(num(M) + 1),
    )  # fmt: skip


@refutation(
    one_record_more_gains_nothing_as_the_proof_sets_epsilon, "one-record-more-gains-nothing-as-the-proof-sets-epsilon"
)
def _one_more(th):
    one = SUCC(ZERO)
    wrong = use(
        at(th, THREE, one, one, ZERO, one),
        ar(real(3) <= num(THREE)),
        ar(num(one) <= num(THREE)),
        ar(real(1) <= num(one)),
        ar(2 * num(one) <= num(THREE)),
        ar(num(one).eq(num(ZERO) + num(one))),
    )
    e = over(2 * num(one), num(THREE))
    i3 = algebra(INV(num(THREE)).eq(THIRD))
    up = exp_bound(Fraction(2, 3), True)
    up = subst(symmetric(algebra(e.eq(Fraction(2, 3)))), up, lambda v: EXP(v) <= binary(up.concl, "le")[1])
    return impossible(ar(real(1) <= 0, wrong, up, i3, factors=[EXP(e), real(1)]))


@claimed
def one_record_fewer_gains_nothing_as_the_proof_sets_epsilon(n: Nat, M: Nat, T: Nat, k: Nat, j: Nat):
    """At epsilon = 2 T/n and k <= M - 1 no output would be more than exp(epsilon) times likelier than with one less."""
    P = lambda own: draws(choose(T, k), k, j, own, num(n) - own, num(n))
    return implies(
        real(3) <= num(n), num(T) <= num(n), real(2) <= num(M), 2 * num(M) <= num(n), num(T).eq(num(k) + num(j)),
        num(k) <= num(M) - 1, P(num(M)) <= EXP(over(2 * num(T), num(n))) * P(num(M) - 1),
    )  # fmt: skip


@refutation(
    one_record_fewer_gains_nothing_as_the_proof_sets_epsilon, "one-record-fewer-gains-nothing-as-the-proof-sets-epsilon"
)
def _one_less(th):
    one = SUCC(ZERO)
    four = numeral(4)
    wrong = use(at(th, four, TWO, one, one, ZERO), ar(real(3) <= num(four)), ar(num(one) <= num(four)),
                ar(real(2) <= num(TWO)), ar(2 * num(TWO) <= num(four)), ar(num(one).eq(num(one) + num(ZERO))),
                ar(num(one) <= num(TWO) - 1))  # fmt: skip
    e = over(2 * num(one), num(four))
    i4 = algebra(INV(num(four)).eq(Fraction(1, 4)))
    up = exp_bound(Fraction(1, 2), True)
    up = subst(symmetric(algebra(e.eq(Fraction(1, 2)))), up, lambda v: EXP(v) <= binary(up.concl, "le")[1])
    return impossible(ar(real(1) <= 0, wrong, up, i4, factors=[EXP(e), real(1)]))


# ---- smoothing -----------------------------------------------------------------------------------------------------
@claimed
def gamma_and_beta_are_below_one(s: Nonneg, c: Fun(N, R), d: Nat):
    """The means gamma and beta of the inverse eigenvalues of d + 1 waves, and of their squares, would be below 1."""
    return implies(cosines(c), below(power_mean(s, c, SUCC(d), 1), 1) & below(power_mean(s, c, SUCC(d), 2), 1))


def sum_is_the_mean(degree):
    def total_of(s, c, d):
        one = lambda k: INV(eigenvalue(s, c(k)))
        return total(lambda k: one(k) if degree == 1 else one(k) * one(k), d)

    return total_of


@claimed
def expected_norm_is_gamma(s: Nonneg, c: Fun(N, R), d: Nat):
    """The sum of the inverse eigenvalues would be their mean gamma."""
    return implies(cosines(c), sum_is_the_mean(1)(s, c, SUCC(d)).eq(power_mean(s, c, SUCC(d), 1)))


@claimed
def expected_norm_is_beta(s: Nonneg, c: Fun(N, R), d: Nat):
    """The sum of the squares of the inverse eigenvalues would be their mean beta."""
    return implies(cosines(c), sum_is_the_mean(2)(s, c, SUCC(d)).eq(power_mean(s, c, SUCC(d), 2)))


def waves(*values):
    """The premise on cosines, of a table."""
    t = table(*values)
    low = at_all_places(lambda x: real(-1) <= x, t, len(values) - 1)
    high = at_all_places(lambda x: x <= 1, t, len(values) - 1)
    v = fresh("k", N)
    return same(conj(ar(t(ZERO).eq(1)), gen(v, conj(spec(low, v), spec(high, v)))), cosines(t))


@refutation(gamma_and_beta_are_below_one, "gamma-and-beta-below-one")
def _below_one(th):
    wrong = use(at(th, 5, table(1), ZERO), ar(real(0) <= 5), waves(1))
    return algebra(FALSE, left(wrong))


@refutation(expected_norm_is_gamma, "expected-norm-is-gamma")
def _gamma(th):
    wrong = use(at(th, 1, table(1, -1), SUCC(ZERO)), ar(real(0) <= 1), waves(1, -1))
    return algebra(FALSE, wrong)


@refutation(expected_norm_is_beta, "expected-norm-is-beta")
def _beta(th):
    wrong = use(at(th, 1, table(1, -1), SUCC(ZERO)), ar(real(0) <= 1), waves(1, -1))
    return algebra(FALSE, wrong)


@claimed
def a_bound_of_the_square_bounds_the_norm(r: Nonneg, q: Real):
    """A norm whose square is at most q would be at most q."""
    return implies(r * r <= q, r <= q)


@claimed
def all_steps_are_equal(s: Real, j: Nat, k: Nat):
    """Steps s/t that fall like 1/t would be equal."""
    return over(s, num(SUCC(j))).eq(over(s, num(SUCC(k))))


@refutation(printed_pairs_are_pairs_of_the_definition, "printed-pairs-are-pairs-of-the-definition")
def _pairs(th):
    return false_at(th, HALF)


@refutation(a_bound_of_the_square_bounds_the_norm, "table-one-bounds-the-norm")
def _norm(th):
    return false_at(th, HALF, Fraction(1, 4))


@refutation(all_steps_are_equal, "theorems-four-and-seven-cover-the-steps-of-the-experiments")
def _steps(th):
    return false_at(th, 1, ZERO, SUCC(ZERO))


# ---- programs ------------------------------------------------------------------------------------------------------
def response(x):
    """The truth with chance 1/2, each of the two other types with chance 1/4."""
    return tuple(Fraction(1, 2) if i == x else Fraction(1, 4) for i in range(3))


@claimed
def response_among_three_types_has_the_odds_of_two():
    """A response among three types would be private at the odds p/(1 - p) = 1, p = 1/2."""
    return close(1, 0, on_table(response(0)), on_table(response(1)))


@refutation(response_among_three_types_has_the_odds_of_two, "a-response-among-three-types-has-the-odds-of-two-types")
def _response(th):
    from sdp_proofs.logic.theories.conversions import table_test

    t, H = table_test(1, 0, 0)
    return impossible(ar(real(1) <= 0, use(at(th, t), H)))


@theorem(place="p (k - 1) / (1 - p): randomized_response", claims="a-response-among-three-types-has-odds-two")
def response_among_three_types_has_odds_two():
    """Truth with chance 1/2, each other type with 1/4: laws, any two of them close at odds 2, and no less."""
    laws_ = [on_table(response(x)) for x in range(3)]
    whole = law(laws_[0]) & law(laws_[1]) & law(laws_[2])
    for x in range(3):
        for y in range(3):
            if x != y:
                whole = whole & close(2, 0, laws_[x], laws_[y])
    return whole & each(R, lambda E: implies(close(E, 0, laws_[0], laws_[1]), real(2) <= E))


@response_among_three_types_has_odds_two.proof
def _():
    from sdp_proofs.logic.theories.conversions import table_test

    laws_ = [law_of_table(response(x)) for x in range(3)]
    th = conj(conj(laws_[0], laws_[1]), laws_[2])
    for x in range(3):
        for y in range(3):
            if x != y:
                th = conj(th, close_tables(2, 0, response(x), response(y)))
    E = var("E", R)
    near = assume(close(E, 0, on_table(response(0)), on_table(response(1))))
    t, H = table_test(1, 0, 0)
    last = gen(E, discharge(near.concl, ar(real(2) <= E, use(at(near, t), H))))
    return conj(th, last)


@theorem(place="Cheu, Smith, Ullman, Zeber, Zhilyaev: shuffled_response")
def shuffle_leaves_the_odds_of_a_response(x: Fun(N, N), y: Fun(N, N), g: Fun(fn(N, N), N), i: Nat, n: Nat):
    """Bits that are flipped with chance 1/4, of which one differs: any number of them computed has the odds 3."""
    keep = lambda b: rec(real(Fraction(3, 4)), lams(var("j", N), var("s", R), real(Fraction(1, 4))), b)
    told_ = lambda x: call("databases", ZERO, n, function(N, lambda k: coin(keep(x(k)))))
    shown = lambda x: bind(told_(x), lam(var("r", fn(N, N)), point(g(var("r", fn(N, N))))))
    off_i = each(N, lambda k: implies(not_(eq(k, i)), eq(x(k), y(k))))
    return implies(off_i, close(3, 0, shown(x), shown(y)))


@shuffle_leaves_the_odds_of_a_response.proof
def _(x, y, g, i, n, off_):
    r = var("r", fn(N, N))
    keep = lambda b: rec(real(Fraction(3, 4)), lams(var("j", N), var("s", R), real(Fraction(1, 4))), b)
    s = lambda x: lam(k, coin(keep(x(k))))
    b = var("b", N)

    bits = lambda claim: induct(b, ar(claim(keep(ZERO))), discharge(claim(keep(b)), ar(claim(keep(SUCC(b))))))
    l0, l1 = bits(lambda t: real(Fraction(1, 4)) <= t), bits(lambda t: t <= Fraction(3, 4))

    def laws_(x):
        p = keep(x(k))
        th = use(coins_are_laws(p), ar(real(0) <= p, spec(l0, x(k))), ar(p <= 1, spec(l1, x(k))))
        return gen(k, to(th, law(s(x)(k))))

    H = assume(not_(eq(k, i)))
    moved = subst(use(spec(off_, k), H), refl(s(x)(k)), lambda v: eq(s(x)(k), coin(keep(v))))
    agree = gen(k, discharge(H.concl, to(moved, eq(s(x)(k), s(y)(k)))))
    p, q = keep(x(i)), keep(y(i))
    P = [spec(l0, x(i)), spec(l1, x(i)), spec(l0, y(i)), spec(l1, y(i))]
    members = conjunction(
        ar(p <= 3 * q + 0, *P), ar(1 - p <= 3 * (1 - q) + 0, *P), ar(real(0) <= 0), ar(real(1) <= real(3) + 0)
    )
    near = to(use(left(closeness_of_coins(3, 0, p, q)), members), close(3, 0, s(x)(i), s(y)(i)))
    th = use(
        products_of_laws_that_agree_off_a_place(3, 0, ZERO, s(x), s(y), X=N),
        ar(real(1) <= 3),
        ar(real(0) <= 0),
        laws_(x),
        laws_(y),
    )
    th = spec(use(at(th, i), agree, near), n)
    data_ = lambda x: call("databases", ZERO, n, s(x))
    K = lam(r, point(g(r)))
    sure = gen(r, same(certain(g(r)), law(point(g(r)))))
    laws_of = [any_laws(ZERO, s(v), laws_(v), n) for v in (x, y)]
    end = use(post_processing(3, 0, data_(x), data_(y), K, A=fn(N, N), B=N), *laws_of, same(sure, channel(K)), th)
    return to(end, shuffle_leaves_the_odds_of_a_response.conclusion)
