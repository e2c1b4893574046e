"""False statements of the papers: each negation is proved from an instance, which the kernel computes."""

from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.coins import choose
from sdp_proofs.logic.theories.displays_of_the_paper import mixtures_of_an_open_interval_stay_inside
from sdp_proofs.logic.theories.refuted import numeral, table
from sdp_proofs.logic.theories.utility import utility
from sdp_proofs.logic.theories.worst_cases import neighbours_there
from sdp_proofs.logic.vocabulary import *

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def refuted_at(false, denies, *values):
    """Register the negation of a statement that fails at some numbers."""
    return refutation(false, denies)(lambda th: false_at(th, *values))


# ---- displays of the first paper -----------------------------------------------------------------------------------
@claimed
def utility_is_one_minus_the_loss_where_it_counts(t: Real, best: Real):
    """The normalised gain would be best itself if best is at least t."""
    return implies(below(t, 1), t <= best, over(MAX(0, best - t), 1 - t).eq(best))


@claimed
def gain_of_an_output_as_normalised_in_print(E: Odds, p: Nonneg, q: Nonneg):
    """The gain would be |p - q|/(p + q) - (E - 1)/(E + 1), without the factor (E + 1)/2."""
    gain = (over(p, p + q) - over(E, E + 1)) * (E + 1)
    return implies(below(E * q, p), gain.eq(over(dist(p, q), p + q) - over(E - 1, E + 1)))


@claimed
def second_sum_of_the_utility_as_printed(E: Odds, p: Nonneg, q: Nonneg):
    """An output with q > E p would add p ((q - q)/(p + q) - (E - 1)/(E + 1))."""
    edge = over(E - 1, E + 1)
    return implies(below(E * p, q), (p * MAX(0, over(dist(p, q), p + q) - edge)).eq(p * (over(q - q, p + q) - edge)))


@claimed
def losses_below_the_two_sums(E: Odds, p: Nonneg, q: Nonneg):
    """A share 2/(E + 1) of the loss would be below the first sum at p > E q."""
    first = p * (over(p - q, p + q) - over(E - 1, E + 1))
    return implies(below(E * q, p), below(over(2, E + 1) * (p - E * q), first))


@claimed
def losses_above_the_two_sums(E: Odds, p: Nonneg, q: Nonneg):
    """A share 2/(E + 3) of the loss would be at least the first sum at p > E q."""
    first = p * (over(p - q, p + q) - over(E - 1, E + 1))
    return implies(below(E * q, p), first <= over(2, E + 3) * (p - E * q))


@claimed
def product_of_quotients_below_the_quotient_of_products(E: Odds, F: Odds, p: Rate, q: Rate, r: Rate, s: Rate):
    """The product of two quotients (p - d)/q would be at most the quotient of the products less both losses."""
    d, e = p - E * q, r - F * s
    return implies(below(0, q), below(0, s), over(p - d, q) * over(r - e, s) <= over(p * r - (d + e), q * s))


@claimed
def losses_of_two_events_below_that_of_their_product(E: Odds, F: Odds, p: Rate, q: Rate, r: Rate, s: Rate):
    """The losses p - E q and r - F s of two events would add up to at most p r - E F q s."""
    return implies(below(0, q), below(0, s), (p - E * q) + (r - F * s) <= p * r - E * F * (q * s))


@claimed
def one_and_one_minus_p_is_a_law(p: Real):
    """The shares 1 and 1 - p would add up to one for p between 1/5 and 4/5."""
    return implies(below(Fraction(1, 5), p), below(p, Fraction(4, 5)), (1 + (1 - p)).eq(1))


@claimed
def printed_probability_of_a_database(a: Rate, u: Rate, v: Rate, b: Rate, s: Rate, t: Rate):
    """A product of two mixtures of probabilities of records would be that of probabilities of the whole database."""
    records = (a * u + (1 - a) * v) * (b * s + (1 - b) * t)
    return records.eq((a * (u * s) + (1 - a) * (v * t)) * (b * (u * s) + (1 - b) * (v * t)))


@claimed
def gap_at_the_printed_rate_is_no_larger(eta: Real, rho: Real, theta: Real):
    """The gap (theta/eta - 1)^2 would be at most (theta/rho - 1)^2 for eta < rho < theta."""
    gap = lambda rate: (over(theta, rate) - 1) * (over(theta, rate) - 1)
    return implies(below(0, eta), below(eta, rho), below(rho, theta), gap(eta) <= gap(rho))


@claimed
def outputs_with_a_large_share_lose_nothing(E: Odds, p: Rate, q: Rate, share: Rate):
    """If q >= p (1 - share) and the share is at least 1 - 1/E, p - E q would be at most 0."""
    return implies(p * (1 - share) <= q, 1 - INV(E) <= share, p - E * q <= 0)


@claimed
def ratio_at_least_one_minus_a_share_in_every_case(n: Odds, T: Nonneg, b: Odds, k: Nonneg):
    """With a record more the ratio (1 - T/(n + 1)) (1 + k/(b + 1 - k)) would be at least 1 - k/b."""
    return implies(n >= T, k <= b, 1 - over(k, b) <= (1 - over(T, n + 1)) * (1 + over(k, b + 1 - k)))


for one_, id_, at_ in (
    (utility_is_one_minus_the_loss_where_it_counts, "utility-is-one-minus-the-loss-where-it-counts", (HALF, HALF)),
    (gain_of_an_output_as_normalised_in_print, "gain-of-an-output-as-normalised-in-print", (2, 1, 0)),
    (second_sum_of_the_utility_as_printed, "second-sum-of-the-utility-as-printed", (2, THIRD, 1)),
    (losses_below_the_two_sums, "losses-below-the-two-sums", (2, Fraction(4, 5), Fraction(1, 5))),
    (losses_above_the_two_sums, "losses-above-the-two-sums", (2, 1, 0)),
    (
        product_of_quotients_below_the_quotient_of_products, "product-of-quotients-below-the-quotient-of-products",
        (1, 1, 1, HALF, 1, HALF),
    ),
    (
        losses_of_two_events_below_that_of_their_product, "losses-of-two-events-below-that-of-their-product",
        (1, 1, 1, HALF, 1, HALF),
    ),
    (one_and_one_minus_p_is_a_law, "one-and-one-minus-p-is-a-law", (HALF,)),
    (printed_probability_of_a_database, "printed-probability-of-a-database", (1, HALF, HALF, 1, HALF, HALF)),
    (gap_at_the_printed_rate_is_no_larger, "gap-at-the-printed-rate-is-no-larger", (Fraction(1, 4), THIRD, HALF)),
    (outputs_with_a_large_share_lose_nothing, "outputs-with-a-large-share-lose-nothing", (2, HALF, 0, 1)),
    (
        ratio_at_least_one_minus_a_share_in_every_case, "ratio-at-least-one-minus-a-share-in-every-case", (2, 1, 1, 0),
    ),
):  # fmt: skip
    refuted_at(one_, id_, *at_)


@claimed
def chance_of_being_drawn_above_the_printed_one(n: Nat, T: Nat):
    """For T < n the chance 1 - (1 - 1/n)^T of being drawn would be at least T/(n + 1)."""
    return implies(num(T) + 1 <= num(n), over(num(T), num(n) + 1) <= 1 - power(1 - INV(num(n)), T))


refuted_at(
    chance_of_being_drawn_above_the_printed_one, "chance-of-being-drawn-above-the-printed-one", numeral(4), numeral(3)
)


def printed_ratio(n, T, b, k):
    """The quotient of C(b + 1, k) C(n, T) and C(b, k) C(n + 1, T)."""
    return over(choose(SUCC(b), k) * choose(n, T), choose(b, k) * choose(SUCC(n), T))


@claimed
def ratio_when_a_record_is_added_as_printed(n: Nat, T: Nat, b: Nat, k: Nat):
    """With a record of the type more the ratio of the probabilities of k of T would be 1 + k/(b + 1 - k)."""
    possible = below(0, choose(b, k) * choose(SUCC(n), T))
    return implies(possible, printed_ratio(n, T, b, k).eq(1 + over(num(k), num(b) + 1 - num(k))))


@claimed
def ratio_when_a_record_is_removed_as_printed(n: Nat, T: Nat, a: Nat, h: Nat):
    """With one of a + 1 records of the type less the ratio of the probabilities of h of T would be 1 - h/(a + 1)."""
    ratio = over(choose(a, h) * choose(SUCC(n), T), choose(SUCC(a), h) * choose(n, T))
    possible = below(0, choose(SUCC(a), h) * choose(n, T))
    return implies(possible, ratio.eq(1 - over(num(h), num(a) + 1)))


refuted_at(
    ratio_when_a_record_is_added_as_printed, "ratio-when-a-record-is-added-as-printed",
    numeral(1), numeral(1), numeral(1), numeral(1),
)  # fmt: skip
refuted_at(
    ratio_when_a_record_is_removed_as_printed, "ratio-when-a-record-is-removed-as-printed",
    numeral(1), numeral(1), numeral(0), numeral(0),
)  # fmt: skip


@claimed
def hull_of_an_open_interval_has_its_ends():
    """A mixture of two shares strictly between 1/5 and 4/5 would be 1/5."""
    w, p, q = var("w", R), var("p", R), var("q", R)
    inside = lambda s: below(Fraction(1, 5), s) & below(s, Fraction(4, 5))
    is_end = (w * p + (1 - w) * q).eq(Fraction(1, 5))
    holds = (real(0) <= w) & (w <= 1) & inside(p) & inside(q) & is_end
    return exists(lam(w, exists(lam(p, exists(lam(q, holds))))))


@refutation(hull_of_an_open_interval_has_its_ends, "the-hull-of-an-open-interval-has-its-ends")
def _hull(th):
    w, p, q = var("w", R), var("p", R), var("q", R)
    inside = lambda s: below(Fraction(1, 5), s) & below(s, Fraction(4, 5))
    mixed = (w * p + (1 - w) * q).eq(Fraction(1, 5))
    holds = (real(0) <= w) & (w <= 1) & inside(p) & inside(q) & mixed

    def end(th):
        shares = to(th, holds)
        rate, equal = left(left(left(shares))), right(shares)
        stays = mixtures_of_an_open_interval_stay_inside(w, p, q)
        stays = use(stays, left(rate), right(rate), right(left(left(shares))), right(left(shares)))
        return contradiction(left(stays), ar(w * p + (1 - w) * q <= Fraction(1, 5), equal))

    some_q = exists(lam(q, holds))
    first = lambda th: given(to(th, exists(lam(p, some_q))), p, lambda th: given(to(th, some_q), q, end))
    return given(th, w, first)


# ---- laws ----------------------------------------------------------------------------------------------------------
def rates(*numbers):
    return [ar(real(bound) <= real(c)) if bound == 0 else ar(real(c) <= 1) for c in numbers for bound in (0, 1)]


def coin_law(p):
    """The theorem that the coin of a number is a law."""
    return use(coins_are_laws(p), *rates(p))


def coin_loss(E, p, q, value):
    """The divergence of two coins of numbers, computed."""
    th = use(divergence_of_coins(E, p, q), *rates(p, q))
    return algebra(divergence(E, coin(p), coin(q)).eq(value), th)


LAW = Law[N]


@claimed
def errors_and_the_loss_in_print(E: Odds, P: LAW, Q: LAW, f: Fun(N, R)):
    """E times the first error and the second would be at least 1 - D(P, Q), the direction of the print."""
    return implies(test(f), 1 - divergence(E, P, Q) <= E * P(f) + (1 - Q(f)))


@refutation(errors_and_the_loss_in_print, "errors-and-the-loss-in-print")
def _errors(th):
    th = use(at(th, 2, coin(1), coin(HALF), face(0, 1)), ar(real(1) <= 2), coin_law(1), coin_law(HALF), face_test(0, 1))
    return impossible(ar(real(1) <= 0, th, coin_loss(2, 1, HALF, 0)))


@claimed
def both_errors_are_near_one_half(E: Odds, d: Real, P: LAW, Q: LAW, f: Fun(N, R)):
    """If E <= 11/10 and d <= 1/100 both errors of every tester would be within 1/4 of 1/2."""
    near = lambda t: dist(t, HALF) <= Fraction(1, 4)
    return implies(
        Fraction(11, 10) >= E, d <= Fraction(1, 100), close(E, d, P, Q), close(E, d, Q, P), test(f),
        near(P(f)) & near(1 - Q(f)),
    )  # fmt: skip


@refutation(both_errors_are_near_one_half, "both-errors-are-near-one-half")
def _halves(th):
    one = use(reflexive(coin(1), A=N), coin_law(1))
    small = ar(real(1) <= 1), ar(real(1) <= Fraction(11, 10)), ar(real(0) <= Fraction(1, 100))
    th = use(at(th, 1, 0, coin(1), coin(1), face(0, 0)), small[0], coin_law(1), coin_law(1), *small[1:], one, one,
             face_test(0, 0))  # fmt: skip
    return algebra(FALSE, same(left(th), normal(left(th).concl)))


@claimed
def printed_bound_with_one_database_twice(E: Odds, P: LAW, Q: LAW):
    """The divergence of two laws would be at most that of the second law from itself."""
    return divergence(E, P, Q) <= divergence(E, Q, Q)


@refutation(printed_bound_with_one_database_twice, "printed-bound-with-one-database-twice")
def _twice(th):
    th = use(at(th, 2, coin(1), coin(0)), ar(real(1) <= 2), coin_law(1), coin_law(0))
    return impossible(ar(real(1) <= 0, th, coin_loss(2, 1, 0, 1), coin_loss(2, 0, 0, 0)))


@claimed
def events_have_positive_probability(E: Odds, P: LAW, Q: LAW, S: Fun(N, o)):
    """An event with P(S) - E Q(S) equal to the divergence would have a positive Q(S)."""
    return implies((prob(P, S) - E * prob(Q, S)).eq(divergence(E, P, Q)), below(0, prob(Q, S)))


@refutation(events_have_positive_probability, "events-have-positive-probability")
def _events(th):
    S = lam(m, eq(m, HEAD))
    chances = truth_at(S)
    th = at(th, 2, coin(1), coin(0), S)
    value = coin_loss(2, 1, 0, 1)
    gain = ar(
        (prob(coin(1), S) - 2 * prob(coin(0), S)).eq(divergence(real(2), coin(1), coin(0))), value, *chances,
        factors=[real(2)],
    )  # fmt: skip
    th = use(th, ar(real(1) <= 2), coin_law(1), coin_law(0), gain)
    return contradiction(th, ar(prob(coin(0), S) <= 0, *chances))


def truth_at(S):
    """The numbers of the propositions 0 = 0 and 1 = 0."""
    other = assume(eq(TAIL, HEAD))
    k_, s_ = var("k", N), var("s", R)
    is_zero = lambda v: rec(real(1), lams(k_, s_, real(0)), v).eq(1)
    wrong = subst(symmetric(other), ar(is_zero(HEAD)), is_zero)
    no = refuting(other.concl, impossible(ar(real(1) <= 0, wrong)))
    return use(decided(eq(HEAD, HEAD))[0], refl(HEAD)), use(decided(eq(TAIL, HEAD))[1], no)


@claimed
def randomised_functions_have_preimages(P: LAW, K: Channel[N, N], f: Fun(N, R)):
    """For a randomised function, too, an event would have the probability of a set of outputs of the mechanism."""
    event = each(N, lambda k: (f(k) * f(k)).eq(f(k)))
    return implies(event, some(Fun(N, o), lambda T: bind(P, K, f).eq(prob(P, T))))


@refutation(randomised_functions_have_preimages, "randomised-functions-have-preimages")
def _preimages(th):
    K, f, T = lam(k, coin(HALF)), face(1, 0), var("T", fn(N, o))
    chan = same(gen(k, coin_law(HALF)), channel(K))
    at_ = lambda claim: spec(induct(m, ar(claim(f(HEAD))), discharge(claim(f(m)), ar(claim(f(SUCC(m)))))), m)
    bits = gen(m, same(at_(lambda t: (t * t).eq(t)), (f(m) * f(m)).eq(f(m))))
    th = use(at(th, coin(1), K, f), coin_law(1), chan, bits)

    def end(equal):
        yes, no = assume(T(HEAD)), assume(not_(T(HEAD)))
        one, zero, *_ = decided(T(HEAD))
        half = ar(truth(T(HEAD)).eq(HALF), equal)
        first = impossible(ar(real(1) <= 0, half, use(one, yes)))
        return cases(yes.concl, first, impossible(ar(real(1) <= 0, half, use(zero, no))))

    return given(th, T, end)


@claimed
def composed_loss_at_least_the_sum(E: Odds, F: Odds, P: LAW, Q: LAW, U: LAW, V: LAW):
    """The divergence of two independent releases would be at least the sum of their divergences."""
    both = lambda P, U: joint(P, lam(k, U))
    return divergence(E, P, Q) + divergence(F, U, V) <= divergence(E * F, both(P, U), both(Q, V))


@refutation(composed_loss_at_least_the_sum, "composed-loss-at-least-the-sum")
def _composed(th):
    P, Q, two = coin(1), coin(0), ("*", N, N)
    J, L = (joint(S, lam(k, S)) for S in (P, Q))
    th = use(at(th, 1, 1, P, Q, P, Q), *[ar(real(1) <= 1)] * 2, *[coin_law(c) for c in (1, 0, 1, 0)])
    laws_ = [
        use(law_of_joint(S, lam(k, S), A=N, B=N), coin_law(c), same(gen(k, coin_law(c)), channel(lam(k, S))))
        for S, c in ((P, 1), (Q, 0))
    ]
    f = var("f", fn(two, R))
    H, known, low, high = a_test(f)
    v = var("v", two)
    one, zero = Mean(laws_[0], known).le(v, high(v)), Mean(laws_[1], known).le(v, low(v))
    top = least(real(1) * 1, real(1), J, L, *laws_, ar(J(f) <= real(1) * 1 * L(f) + 1, one, zero), f)
    return impossible(ar(real(1) <= 0, th, top, coin_loss(1, 1, 0, 1)))


PAIRS = ("*", N, N)


@claimed
def losses_add_up_whatever_the_randomness(E: Odds, F: Odds, P: Law[PAIRS], Q: Law[PAIRS]):
    """The divergence of two releases would be at most the sum of those of each alone, whatever their joint law is."""
    first = lambda P: function(fn(N, R), lambda f: P(lambda c: f(fst(c))))
    second = lambda P: function(fn(N, R), lambda f: P(lambda c: f(snd(c))))
    return divergence(E * F, P, Q) <= divergence(E, first(P), first(Q)) + divergence(F, second(P), second(Q))


@refutation(
    losses_add_up_whatever_the_randomness,
    "losses-add-up-whatever-the-randomness composition-holds-for-correlated-outputs",
)
def _shared_coins(th):
    # a fair key, and the key plus the record: 0 for P, 1 for Q
    two = lambda a, b: mix(HALF, point(a), point(b))
    P, Q = two(pair(HEAD, HEAD), pair(TAIL, TAIL)), two(pair(HEAD, TAIL), pair(TAIL, HEAD))
    half = ar(real(0) <= HALF), ar(real(HALF) <= 1)
    law_ = lambda a, b: use(mixtures_are_laws(HALF, point(a), point(b), A=a.ty), *half, certain_(a), certain_(b))
    lP, lQ = law_(pair(HEAD, HEAD), pair(TAIL, TAIL)), law_(pair(HEAD, TAIL), pair(TAIL, HEAD))
    th = use(at(th, 1, 1, P, Q), *[ar(real(1) <= 1)] * 2, lP, lQ)
    v, f = var("v", PAIRS), var("f", fn(N, R))
    H, *_ = a_test(f)
    none = []
    for part in (fst, snd):
        U, W = (lam(f, L(lam(v, f(part(v))))) for L in (P, Q))
        sides = [use(law_of_image(L, lam(v, part(v)), A=PAIRS, B=N), l) for L, l in ((P, lP), (Q, lQ))]
        sides = [same(one, law(S)) for one, S in zip(sides, (U, W), strict=True)]
        none.append(least(real(1), real(0), U, W, *sides, ar(U(f) <= real(1) * W(f) + 0), f))
    # the event that both outputs are equal, as a table
    is_ = lambda t, s: rec(real(s), lams(var("k", N), var("s", R), real(1 - s)), t)
    same_ = lam(v, is_(fst(v), 1) * is_(snd(v), 1) + is_(fst(v), 0) * is_(snd(v), 0))
    bit = lambda t, s, claim: spec(
        induct(m, ar(claim(is_(HEAD, s))), discharge(claim(is_(m, s)), ar(claim(is_(SUCC(m), s))))), t
    )
    x, y = fst(v), snd(v)
    facts = [bit(t, s, claim) for t in (x, y) for s in (0, 1) for claim in (lambda u: real(0) <= u, lambda u: u <= 1)]
    whole = [ar((is_(t, 0)).eq(1 - is_(t, 1)), bit_sum(t, is_)) for t in (x, y)]
    a_, b_ = is_(x, 1), is_(y, 1)
    value = same_(v)
    equal = ar(value.eq(a_ * b_ + (1 - a_) * (1 - b_)), *whole, factors=[is_(y, 0), 1 - a_, 1 - is_(x, 1)])
    low = ar(real(0) <= value, equal, *facts)
    high = ar(value <= 1, equal, *facts)
    gain = nearest(real(1) * 1, P, Q, lP, lQ, same_, make_test(v, value, low, high))
    return impossible(ar(real(1) <= 0, th, *none, gain))


def bit_sum(t, is_):
    claim = lambda u: (is_(u, 0) + is_(u, 1)).eq(1)
    return spec(induct(m, ar(claim(HEAD)), discharge(claim(m), ar(claim(SUCC(m))))), t)


def certain_(t):
    return same(certain(t), law(point(t)))


@claimed
def joint_probability_is_a_product(P: Law[PAIRS], f: Fun(N, R), g: Fun(N, R)):
    """The probability of a product of events of two outputs would be the product of the probabilities."""
    whole, first, second = P(lambda c: f(fst(c)) * g(snd(c))), P(lambda c: f(fst(c))), P(lambda c: g(snd(c)))
    return implies(test(f), test(g), whole.eq(first * second))


@refutation(joint_probability_is_a_product, "joint-probability-is-a-product")
def _same_bit(th):
    P = mix(HALF, point(pair(HEAD, HEAD)), point(pair(TAIL, TAIL)))
    half = ar(real(0) <= HALF), ar(real(HALF) <= 1)
    lP = use(mixtures_are_laws(HALF, point(pair(HEAD, HEAD)), point(pair(TAIL, TAIL)), A=as_type(PAIRS)), *half,
             certain_(pair(HEAD, HEAD)), certain_(pair(TAIL, TAIL)))  # fmt: skip
    th = use(at(th, P, face(1, 0), face(1, 0)), lP, face_test(1, 0), face_test(1, 0))
    return impossible(ar(real(1) <= 0, th))


@claimed
def features_of_neighbours_are_neighbours(n: Nat, f: Fun(Fun(N, N), Fun(N, N)), x: Fun(N, N), y: Fun(N, N)):
    """A function of the database would map neighbours to neighbours."""
    return implies(call("neighbours", n, x, y), call("neighbours", n, f(x), f(y)))


@refutation(features_of_neighbours_are_neighbours, "features-of-neighbours-are-neighbours")
def _copies(th):
    zeros, xs_ = lam(k, HEAD), var("xs", fn(N, N))
    f, x = lam(xs_, lam(k, xs_(HEAD))), call("cons", TAIL, zeros)
    th = use(at(th, numeral(2), f, x, zeros), neighbours_there(TAIL, TAIL, zeros, zeros))
    i = var("i", N)

    def end(th):
        # off place i the copies agree: place 0 or place 1 shows 1 = 0
        agree = right(th)
        is_0, not_0 = assume(eq(i, HEAD)), assume(not_(eq(i, HEAD)))
        one, zero = assume(eq(TAIL, i)), assume(eq(HEAD, i))
        outs = (
            refuting(one.concl, unequal(subst(is_0, one, lambda v: eq(TAIL, v)))),
            refuting(zero.concl, contradiction(not_0, symmetric(zero))),
        )
        ends = [
            unequal(same(use(at(agree, place), out), eq(TAIL, HEAD)))
            for place, out in zip((TAIL, HEAD), outs, strict=True)
        ]
        return cases(is_0.concl, *ends)

    return given(to(th, exists(lam(i, among(numeral(2), i) & off(i, f(x), f(zeros))))), i, end)


def unequal(th):
    """False, from 1 = 0 as natural numbers."""
    k_, s_ = var("k", N), var("s", R)
    is_zero = lambda v: rec(real(1), lams(k_, s_, real(0)), v).eq(1)
    return impossible(ar(real(1) <= 0, subst(symmetric(th), ar(is_zero(HEAD)), is_zero)))


# ---- the lecture ---------------------------------------------------------------------------------------------------
@claimed
def single_outputs_are_enough(E: Odds, d: Nonneg, p: Fun(N, Nonneg), q: Fun(N, Nonneg)):
    """Closeness at each of three outputs, both ways, would be closeness of the first two together."""
    near = lambda p, q: each(N, lambda k: p(k) <= E * q(k) + d)
    both = lambda p: p(numeral(0)) + p(numeral(1))
    return implies(
        total(p, numeral(3)).eq(1), total(q, numeral(3)).eq(1), near(p, q), near(q, p), both(p) <= E * both(q) + d
    )


@refutation(single_outputs_are_enough, "single-outputs-are-enough")
def _three_outputs(th):
    P, Q = (Fraction(1, 4), Fraction(1, 4), HALF), (0, 0, 1)
    p, q = table(*P), table(*Q)

    def every_place(claim):
        here = lambda t: claim(p(t), q(t))
        third = induct(m, ar(here(numeral(2))), discharge(here(SUCC(SUCC(m))), ar(here(SUCC(SUCC(SUCC(m)))))))
        second = induct(m, ar(here(numeral(1))), discharge(here(SUCC(m)), same(spec(third, m), here(SUCC(SUCC(m))))))
        return spec(induct(m, ar(here(numeral(0))), discharge(here(m), same(spec(second, m), here(SUCC(m))))), m)

    every = lambda claim: gen(m, every_place(claim))
    quarter = Fraction(1, 4)
    facts = every(lambda s, t: real(0) <= s), every(lambda s, t: real(0) <= t)
    near = every(lambda s, t: s <= 2 * t + quarter), every(lambda s, t: t <= 2 * s + quarter)
    th = use(at(th, 2, quarter, p, q), ar(real(1) <= 2), ar(real(0) <= quarter), *facts, ar(total(p, numeral(3)).eq(1)),
             ar(total(q, numeral(3)).eq(1)), *near)  # fmt: skip
    return impossible(ar(real(1) <= 0, th))


@claimed
def approximate_privacy_bounds_the_change_of_odds_too(E: Odds, d: Real, p: Rate, q: Rate):
    """With (log E, d), both ways, the probability of an output would be at most E times that at a neighbour."""
    return implies(below(1, E), close(E, d, coin(p), coin(q)), close(E, d, coin(q), coin(p)), p <= E * q)


@refutation(approximate_privacy_bounds_the_change_of_odds_too, "approximate-privacy-bounds-the-change-of-odds-too")
def _published(th):
    tenth = Fraction(1, 10)
    near = lambda p, q: use(left(closeness_of_coins(2, tenth, p, q)), algebra(
        binary(left(closeness_of_coins(2, tenth, p, q)).concl, "implies")[0]))  # fmt: skip
    th = use(at(th, 2, tenth, tenth, 0), ar(real(1) <= 2), *rates(tenth, 0), algebra(below(1, 2)), near(tenth, 0),
             near(0, tenth))  # fmt: skip
    return impossible(ar(real(1) <= 0, th))


@claimed
def parallel_composition_on_different_parts(E: Odds, F: Odds, p: Rate, q: Rate, r: Rate, s: Rate):
    """On parts that have a record in common the ratio of both outputs would be at most the larger of the odds."""
    return implies(p <= E * q, r <= F * s, p * r <= MAX(E, F) * (q * s))


refuted_at(
    parallel_composition_on_different_parts, "parallel-composition-on-different-parts", 2, 2, Fraction(2, 3), THIRD,
    Fraction(2, 3), THIRD,
)  # fmt: skip


@claimed
def loss_is_largest_at_the_sensitivity(y: Real, v: Real, D: Real):
    """For |v| <= D the size of 2 y v + v^2 would be at most that of 2 y D + D^2, at every noise y."""
    size = lambda v: dist(2 * y * v + v * v, 0)
    return implies(v >= 0 - D, v <= D, size(v) <= size(D))


refuted_at(loss_is_largest_at_the_sensitivity, "the-loss-is-largest-at-the-sensitivity", -HALF, HALF, 1)


@claimed
def loss_is_bounded_below_a_threshold(y: Real, e: Real, D: Real, s: Real):
    """For y < s e/D - D/2 the size of (2 y D + D^2)/(2 s) would be at most e."""
    return implies(
        below(0, D), below(0, s), below(0, e), below(y, over(s * e, D) - D * HALF),
        over(dist(2 * y * D + D * D, 0), 2 * s) <= e,
    )  # fmt: skip


refuted_at(loss_is_bounded_below_a_threshold, "the-loss-is-bounded-below-a-threshold", -2, 1, 1, 1)


@claimed
def truncation_to_the_size_is_post_processing(E: Odds, P: LAW, Q: LAW, g: Fun(N, N), h: Fun(N, N)):
    """Functions of the output that differ between the datasets would keep the privacy of one law."""
    cut = lambda P, g: bind(P, function(N, lambda k: point(g(k))))
    return implies(close(E, 0, P, Q), close(E, 0, cut(P, g), cut(Q, h)))


@refutation(truncation_to_the_size_is_post_processing, "truncation-to-the-size-of-the-dataset-is-post-processing")
def _truncated(th):
    # always 1, truncated to [0..1] and to [0..0]
    P, g, h = coin(0), lam(k, TAIL), lam(k, HEAD)
    same_ = use(weaker(1, 2, 0, 0, P, P, A=N), coin_law(0), coin_law(0), use(reflexive(P, A=N), coin_law(0)),
                ar(real(1) <= 2), ar(real(0) <= 0))  # fmt: skip
    th = use(at(th, 2, P, P, g, h), ar(real(1) <= 2), coin_law(0), coin_law(0), same_)
    wrong = use(at(th, face(0, 1)), face_test(0, 1))
    return impossible(ar(real(1) <= 0, wrong))


# ---- the second paper ----------------------------------------------------------------------------------------------
@claimed
def sensitivity_of_the_query_as_printed(n: Odds, b: Odds, x: Real, g: Real, h: Real):
    """The query (n/b) (sum of the gradients)/n would change by the difference of two gradients."""
    query = lambda whole: over(n, b) * over(whole, n)
    return implies(b <= n, (query(x + g) - query(x + h)).eq(g - h))


@claimed
def sensitivity_used_in_the_proof(G: Nonneg, b: Odds, n: Odds):
    """The sensitivity 2 G/b of the proof would be 2 G/n."""
    return implies(b <= n, over(2 * G, b).eq(over(2 * G, n)))


@claimed
def expansion_of_the_squared_step(g: Real, m: Real, q: Real):
    """The square of g + q would be (g - m)^2 + q^2 + 2 g q."""
    return ((g + q) * (g + q)).eq((g - m) * (g - m) + q * q + 2 * g * q)


@claimed
def steps_are_short(eta: Real, L: Nonneg):
    """For a positive step eta, whatever L is, 1 - eta L/2 would exceed 1/2."""
    return implies(below(0, eta), below(HALF, 1 - eta * L * HALF))


@claimed
def noise_without_the_one_in_the_order(n: Odds, G: Real, T: Odds, l: Real, e: Real, mu: Real):
    """The variance 20 T alpha G^2/(mu n^2 e) would be at most 20 T G^2 l/(n^2 e^2 mu (1 - mu)), alpha with its 1."""
    order = over(l, (1 - mu) * e) + 1
    return implies(
        below(0, e), below(0, mu), below(mu, 1), below(0, l),
        over(20 * T * order * G * G, mu * n * n * e) <= over(20 * T * G * G * l, n * n * e * e * mu * (1 - mu)),
    )  # fmt: skip


@claimed
def step_counts_are_those_of_the_proofs(c: Real, Q: Real, K: Real, gamma: Rate):
    """The number of steps c Q/K of the theorem would be that of its proof, c Q/(gamma K)."""
    return implies(below(0, K), below(0, gamma), over(c * Q, K).eq(over(c * Q, gamma * K)))


@claimed
def walls_have_the_matrix_of_the_circle(u: Fun(N, R)):
    """At the first of three places with a wall, (u_2 - u_1) + (u_1 - u_1), the row u_2 - 2 u_1 + u_3 would stand."""
    one, two, last = (u(numeral(k)) for k in range(3))
    return (two - 2 * one + last).eq(two - one)


@claimed
def strength_is_the_time_step(t: Real, h: Real):
    """With parts of length h the strength t/h^2 of the smoothing would be the time step t."""
    return implies(below(0, t), below(0, h), over(t, h * h).eq(t))


@claimed
def clipped_parts_have_a_clipped_norm(C: Real, p: Nonneg, q: Nonneg):
    """Two parts whose norms are clipped to C would have together a squared norm of at most C^2."""
    return implies(below(0, C), p <= C, q <= C, p * p + q * q <= C * C)


for one_, id_, at_ in (
    (walls_have_the_matrix_of_the_circle, "walls-have-the-matrix-of-the-circle", (table(0, 0, 1),)),
    (strength_is_the_time_step, "strength-is-the-time-step", (1, HALF)),
    (clipped_parts_have_a_clipped_norm, "the-published-code-clips-the-gradient-to-one", (1, 1, 1)),
    (sensitivity_of_the_query_as_printed, "sensitivity-of-the-query-as-printed", (2, 2, 1, 1, -1)),
    (sensitivity_used_in_the_proof, "sensitivity-used-in-the-proof-of-theorem-two", (1, 1, 2)),
    (expansion_of_the_squared_step, "expansion-of-the-squared-step", (1, 1, 0)),
    (steps_are_short, "steps-are-short", (1, 1)),
    (noise_without_the_one_in_the_order, "noise-without-the-one-in-the-order", (1, 1, 1, 1, 1, HALF)),
    (
        step_counts_are_those_of_the_proofs, "the-step-counts-of-the-theorems-are-those-of-their-proofs",
        (1, 1, 1, Fraction(3, 5)),
    ),
):  # fmt: skip
    refuted_at(one_, id_, *at_)


# ---- the strict inequalities of Lemmas 2 and 10 and of Corollary 3 -------------------------------------------------
def one_output(strict):
    """A statement on two densities: `strict` gets the utility, both divergences and the greatest loss."""

    def make(E: Odds, ig: Fun(Fun(N, R), o), M: Fun(Fun(N, R), R), p: Fun(N, N, R), near: Fun(N, N, o), x: Nat, y: Nat):
        law_ = lambda x: weighted(M, p(x))
        good = each(N, lambda x: ig(p(x)) & M(p(x)).eq(1))
        loss = greatest_loss(near, lambda x: weighted(M, p(x)), E, x)
        there, back = divergence(E, law_(x), law_(y)), divergence(E, law_(y), law_(x))
        return implies(
            integral(ig, M), good, each(N, lambda x: each(N, lambda a: real(0) <= p(x)(a))), near(x, y),
            strict(utility(E, M, p(x), p(y)), there, back, loss),
        )  # fmt: skip

    return make


def constant_output(th, wrong):
    """False, from a statement at a constant output: utility, divergences and greatest loss are 0."""
    E, M, every, y_, a_ = real(2), summed(numeral(1)), lam(m, lam(k, real(1))), var("y", N), var("a", N)
    near = lam(var("x", N), lam(y_, real(0) <= 0))
    true, true_ = ar(real(0) <= 0), at(finite_sums_are_integrals.thm, numeral(1))
    density, P = lam(k, real(1)), weighted(M, lam(k, real(1)))
    mass = ar(total(density, numeral(1)).eq(1))
    lP = use(law_of_density(every_function, M, density, A=N), true_, true, gen(a_, ar(real(0) <= 1)), mass)
    x = var("x", N)
    good = gen(x, conj(same(true, every_function(every(x))), same(mass, M(every(x)).eq(1))))
    pos = gen(x, gen(a_, ar(real(0) <= 1)))
    th = use(at(th, 2, every_function, M, every, near, HEAD, TAIL), ar(real(1) <= 2), true_, good, pos,
             same(true, near(HEAD)(TAIL)))  # fmt: skip
    same_law = use(weaker(1, 2, 0, 0, P, P, A=N), lP, lP, use(reflexive(P, A=N), lP), ar(real(1) <= 2), true)
    none = use(at(right(use(divergence_at_any_odds(2, P, P, A=N), lP, lP)), 0), same_law)
    mech = lam(x, weighted(M, every(x)))
    lM = gen(x, same(lP, law(mech(x))))
    least_ = right(use(greatest_loss_is_least(near, mech, 2, HEAD, X=N, A=N), lM, ar(real(0) <= 2)))
    pair_ = conj(same(same_law, close(2, 0, mech(HEAD), mech(y_))), same(same_law, close(2, 0, mech(y_), mech(HEAD))))
    both = gen(y_, discharge(near(HEAD)(y_), pair_))
    no_loss = use(at(least_, 0), true, both)
    u = utility(E, M, every(HEAD), every(TAIL))
    zero = algebra(real(0) <= u)
    return wrong(th, same(none, divergence(2, mech(HEAD), mech(TAIL)) <= 0), no_loss, zero)


def strict_fails(th):
    """False, from one of the statements."""

    def wrong(th, none, no_loss, zero):
        strict = left(th) if spine(th.concl)[0].parts[0] == "and" else th
        denied = normal(strict.concl)
        s, t = spine(spine(denied)[1][0])[1]
        return contradiction(strict, ar(s <= t, none, no_loss, zero))

    return constant_output(th, wrong)


for name_, id_, said_, strict_ in (
    (
        "utility_below_the_losses_of_any_pair", "utility-below-the-losses-of-any-pair",
        "The utility of two types would be below the sum of the two divergences.",
        lambda u, d, k, loss: below(u, d + k),
    ),
    (
        "utility_and_losses_of_two_types_in_print", "utility-and-losses-of-two-types-in-print",
        "The utility of two types would be below the sum of the divergences, which is at most three times it.",
        lambda u, d, k, loss: below(u, d + k) & (d + k <= 3 * u),
    ),
    (
        "utility_below_twice_delta", "utility-below-twice-delta",
        "The utility of two types would be below twice the greatest loss of the database.",
        lambda u, d, k, loss: below(u, 2 * loss),
    ),
):  # fmt: skip
    made_ = one_output(strict_)
    made_.__name__, made_.__doc__ = name_, said_

    refutation(claimed(made_), id_)(strict_fails)
