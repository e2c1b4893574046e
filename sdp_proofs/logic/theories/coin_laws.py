"""Laws of two outputs: their closeness and divergence in closed form, and algorithms that answer with a coin."""

from sdp_proofs.logic.theories.windows import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y, z = var("a", A), var("b", B), var("x", X), var("y", X), var("z", Z)
f, m, k = var("f", fn(N, R)), var("m", N), var("k", N)
HEAD, TAIL = ZERO, SUCC(ZERO)


@definition(r"\mathrm{{coin}}({0})")
def coin(p: R, f: Fun(N, R)):
    """The output 0 with chance p, and 1 otherwise."""
    return p * f(ZERO) + (1 - p) * f(SUCC(ZERO))


@theorem
def coins_are_laws(p: Rate):
    """A coin is a law."""
    return law(coin(p))


@coins_are_laws.proof
def _(p, p0, p1):
    P, v = coin(p), var("v", N)

    def rules(f, g, of, og, less, c):
        plus = ar(P(lam(v, f(v) + g(v))).eq(P(f) + P(g)))
        mono = ar(P(f) <= P(g), spec(less, HEAD), spec(less, TAIL), p0, p1)
        return plus, mono, ar(P(lam(v, c * f(v))).eq(c * P(f)))

    return make_law(P, rules, ar(P(lam(v, real(1))).eq(1)))


def face(first, second):
    """The function on outputs that is `first` at 0 and `second` afterwards."""
    return lam(m, rec(real(first), lams(k, var("s", R), real(second)), m))


def face_test(first, second):
    """The function `face` is a test, for numbers between 0 and 1."""
    g = face(first, second)
    at_ = lambda claim: spec(induct(m, ar(claim(g(HEAD))), discharge(claim(g(m)), ar(claim(g(SUCC(m)))))), m)
    return make_test(m, g(m), at_(lambda t: real(0) <= t), at_(lambda t: t <= 1))


@theorem(place="two outputs")
def divergence_of_coins(E: Real, p: Rate, q: Rate):
    """The divergence of two coins is the sum of the positive parts at 0 and at 1."""
    return divergence(E, coin(p), coin(q)).eq(MAX(0, p - E * q) + MAX(0, (1 - p) - E * (1 - q)))


@divergence_of_coins.proof
def _(E, p, q, p0, p1, q0, q1):
    P, Q, u, w = coin(p), coin(q), p - E * q, (1 - p) - E * (1 - q)
    lP, lQ = use(coins_are_laws(p), p0, p1), use(coins_are_laws(q), q0, q1)
    H, known, low, high = a_test(f)
    up, down = MAX(0, u), MAX(0, w)
    sides = [ax(side, 0, t) for t in (u, w) for side in ("max_left", "max_right")]
    part = lambda t, top, at_, lo, hi: ar(f(at_) * t <= top, lo, hi, low(at_), high(at_))
    th = ar(P(f) <= E * Q(f) + (up + down), part(u, up, HEAD, sides[0], sides[1]), part(w, down, TAIL, *sides[2:]))
    top = least(E, up + down, P, Q, lP, lQ, th, f)
    D = divergence(E, P, Q)

    # each of the four events gains what the maxima are in its case
    def gain(s, t):
        return ar(s * u + t * w <= D, nearest(E, P, Q, lP, lQ, face(s, t), face_test(s, t)))

    facts = [gain(s, t) for s in (0, 1) for t in (0, 1)]
    back = algebra(up + down <= D, *facts)
    return use(ax("antisymmetry", D, up + down), top, back)


@theorem(place="two outputs")
def closeness_of_coins(E: Real, d: Real, p: Real, q: Real):
    """Two coins are (log E, d)-close exactly if no event exceeds: both faces, none, and all."""
    whole = (p <= E * q + d) & (1 - p <= E * (1 - q) + d) & (real(0) <= d) & (real(1) <= E + d)
    return implies(whole, close(E, d, coin(p), coin(q))) & implies(close(E, d, coin(p), coin(q)), whole)


@closeness_of_coins.proof
def _(E, d, p, q):
    P, Q = coin(p), coin(q)
    whole = (p <= E * q + d) & (1 - p <= E * (1 - q) + d) & (real(0) <= d) & (real(1) <= E + d)
    H, known, low, high = a_test(f)
    good = assume(whole)
    s, t, u, w = f(HEAD), f(TAIL), p - E * q, (1 - p) - E * (1 - q)
    facts = parts(good)
    # s u + t w <= d for s, t in [0, 1]: by cases on the signs
    th = algebra(
        s * u + t * w <= d,
        ar(s * MAX(0, u) >= s * u, ax("max_right", 0, u), low(HEAD)),
        ar(t * MAX(0, w) >= t * w, ax("max_right", 0, w), low(TAIL)),
        ar(s * MAX(0, u) <= MAX(0, u), ax("max_left", 0, u), high(HEAD)),
        ar(t * MAX(0, w) <= MAX(0, w), ax("max_left", 0, w), high(TAIL)),
        *facts, degree=1,
    )  # fmt: skip
    yes = discharge(whole, for_tests(ar(P(f) <= E * Q(f) + d, th), f, close(E, d, P, Q)))
    near = assume(close(E, d, P, Q))
    at_ = lambda s, t: use(at(near, face(s, t)), face_test(s, t))
    no = conjunction(
        ar(p <= E * q + d, at_(1, 0)), ar(1 - p <= E * (1 - q) + d, at_(0, 1)), ar(real(0) <= d, at_(0, 0)),
        ar(real(1) <= E + d, at_(1, 1)),
    )  # fmt: skip
    return conj(yes, discharge(near.concl, no))


# ---- ratios and utility: what cannot be improved -------------------------------------------------------------------
@theorem(place="Ratios", claims="window-of-ratios-cannot-be-smaller")
def window_of_ratios_cannot_be_smaller(E: Odds, r: Real):
    """A coin kept with r/(1 + r) has ratios r and 1/r, and twice its loss is below 1 for E <= r < 2E + 1."""
    keep, loss = over(r, 1 + r), over(r - E, 1 + r)
    P, Q = coin(keep), coin(1 - keep)
    ratios = keep.eq(r * (1 - keep))
    both = divergence(E, P, Q).eq(loss) & divergence(E, Q, P).eq(loss)
    return implies(r >= E, below(r, 2 * E + 1), (ratios & both) & ((real(0) <= loss) & below(2 * loss, 1)))


@window_of_ratios_cannot_be_smaller.proof
def _(E, r, e1, er, small):
    keep, loss = over(r, 1 + r), over(r - E, 1 + r)
    facts = (e1, er, small)
    unit, i0 = positive(1 + r, ar(real(1) <= 1 + r, e1, er))
    k0 = ar(real(0) <= keep, e1, er, i0, hints=[(0, 2), (1, 2)])
    rest = ar((1 - keep).eq(INV(1 + r)), unit)
    k1, w0, w1 = ar(keep <= 1, rest, i0), ar(real(0) <= 1 - keep, rest, i0), ar(1 - keep <= 1, k0)
    ratios = ar(keep.eq(r * (1 - keep)), rest, factors=[r])
    there = use(divergence_of_coins(E, keep, 1 - keep), k0, k1, w0, w1)
    back = use(divergence_of_coins(E, 1 - keep, keep), w0, w1, k0, k1)
    l0 = ar(real(0) <= loss, er, i0)
    u = lambda p, q: p - E * q
    up = ar(u(keep, 1 - keep).eq(loss), rest, factors=[E])
    down = ar(u(1 - keep, keep) <= 0, rest, ar(INV(1 + r) <= E * keep, ar(real(1) <= E * r, e1, er), i0),
              factors=[real(1)])  # fmt: skip
    other = ar((1 - keep) - E * (1 - (1 - keep)) <= 0, down)
    P, Q = coin(keep), coin(1 - keep)
    one = algebra_max(divergence(E, P, Q), there, loss, l0, up, other)
    two = algebra_max(divergence(E, Q, P), back, loss, l0, up, down)
    half = algebra(below(2 * loss, 1), *facts)
    return conj(conj(ratios, conj(one, two)), conj(l0, half))


def algebra_max(D, whole, loss, l0, up, down):
    """D = loss, where D is max(0, s) + max(0, t), one of which is the loss and the other one not positive."""
    s, t = (spine(one)[1][1] for one in spine(binary(whole.concl, "eq")[1])[1])
    a_, b_ = MAX(0, s), MAX(0, t)
    sides = [ax(side, 0, v) for v in (s, t) for side in ("max_left", "max_right")]
    top = lambda v: use(ax("max_least", 0, v, loss), l0, ar(v <= loss, up, down))
    zero = lambda v: use(ax("max_least", 0, v, 0), ar(real(0) <= 0), ar(v <= 0, down))
    try:
        ends = top(s), zero(t)
    except Stuck:
        ends = zero(s), top(t)
    return use(ax("antisymmetry", D, loss), ar(loss >= D, whole, *ends), ar(loss <= D, whole, *sides, up))


@theorem(place="dp-lecture, Rules of thumb, epsilon", claims="the-best-guess-is-right-with-the-odds-of-epsilon")
def best_guess_and_randomised_response(E: Odds, P: Law[A], Q: Law[A], f: Fun(A, R)):
    """A guess at even odds is right with chance at most E/(1 + E), which randomised response attains."""
    keep = over(E, 1 + E)
    right_ = lambda P, Q, f: (P(f) + 1 - Q(f)) * Fraction(1, 2)
    guess = face(1, 0)
    attained = close(E, 0, coin(keep), coin(1 - keep)) & close(E, 0, coin(1 - keep), coin(keep))
    return implies(close(E, 0, P, Q), close(E, 0, Q, P), test(f), right_(P, Q, f) <= keep) & (
        attained & right_(coin(keep), coin(1 - keep), guess).eq(keep)
    )


@best_guess_and_randomised_response.proof
def _(E, P, Q, f, e1, lP, lQ):
    keep, a_ = over(E, 1 + E), var("a", A)
    there, back, H = assume(close(E, 0, P, Q)), assume(close(E, 0, Q, P)), assume(test(f))
    known, sides = use(tests_are_bounded(f), H), at(H, a_)
    other = make_test(a_, 1 - f(a_), ar(real(0) <= 1 - f(a_), right(sides)), ar(1 - f(a_) <= 1, left(sides)))
    one, two = use(at(there, f), H), use(at(back, lam(a_, 1 - f(a_))), other)
    lines = [Mean(l, known).linear(a_, 1 - f(a_)) for l in (lP, lQ)]
    first = algebra(
        (P(f) + 1 - Q(f)) * Fraction(1, 2) <= keep, e1, ar(P(f) <= E * Q(f), one),
        ar(1 - Q(f) <= E * (1 - P(f)), two, *lines, factors=[E]),
    )  # fmt: skip
    for p in (H, back, there):
        first = discharge(p.concl, first)
    unit, i0 = positive(1 + E, ar(real(1) <= 1 + E, e1))
    rest = ar((1 - keep).eq(INV(1 + E)), unit)
    k0, k1 = ar(real(0) <= keep, e1, i0, hints=[(0, 1)]), ar(keep <= 1, rest, i0)
    w0, w1 = ar(real(0) <= 1 - keep, rest, i0), ar(1 - keep <= 1, k0)
    eq_ = ar(keep.eq(E * (1 - keep)), rest, factors=[E])
    le = ar(1 - keep <= E * keep, ar(1 - keep <= keep, eq_, e1, w0), e1, k0)

    def near_(p, q, one, two):
        th = left(closeness_of_coins(E, 0, p, q))
        return mp(th, conjunction(one, two, ar(real(0) <= 0), ar(real(1) <= E + 0, e1)))

    forth = near_(keep, 1 - keep, ar(keep <= E * (1 - keep) + 0, eq_),
                  ar(1 - keep <= E * (1 - (1 - keep)) + 0, le))  # fmt: skip
    back_ = near_(1 - keep, keep, ar(1 - keep <= E * keep + 0, le),
                  ar(1 - (1 - keep) <= E * (1 - keep) + 0, eq_))  # fmt: skip
    half = Fraction(1, 2)
    last = ar(((coin(keep, face(1, 0)) + 1 - coin(1 - keep, face(1, 0))) * half).eq(keep))
    return conj(first, conj(conj(forth, back_), last))


@theorem(place="dp-lecture, Group privacy, theorem", claims="that-algorithm-is-private")
def algorithm_that_attains_the_best_constant_is_private(E: Odds, d: Nonneg, p: Nonneg):
    """Answering 1 with chance p, and E p + d with a record more, is (log E, d)-close both ways."""
    q = E * p + d
    at_ = lambda p: coin(1 - p)
    return implies(p * (1 + E) <= 1 - d, close(E, d, at_(p), at_(q)) & close(E, d, at_(q), at_(p)))


@algorithm_that_attains_the_best_constant_is_private.proof
def _(E, d, p, e1, d0, p0, le):
    q = E * p + d
    ep = ar(p <= E * p, e1, p0)
    q0, q1 = ar(real(0) <= 1 - q, le, p0), ar(1 - q <= 1, ep, p0, d0)
    r0, r1 = ar(real(0) <= 1 - p, le, ep, p0, d0), ar(1 - p <= 1, p0)
    goal = lambda s, t: left(closeness_of_coins(E, d, s, t))
    zero, one = ar(real(0) <= d, d0), ar(real(1) <= E + d, e1, d0)
    more = ar(real(0) <= E * (q - p), e1, ar(p <= q, ep, d0), hints=[(0, 1)])
    first = conjunction(
        ar(1 - p <= E * (1 - q) + d, ar((E - 1) * (p * (1 + E)) <= (E - 1) * (1 - d), le, e1)),
        ar(1 - (1 - p) <= E * (1 - (1 - q)) + d, ep, more, d0),
        zero, one,
    )  # fmt: skip
    second = conjunction(
        ar(1 - q <= E * (1 - p) + d, ar(1 - q <= 1 - p, ep, d0), ar(1 - p <= E * (1 - p), e1, r0), d0),
        ar(1 - (1 - q) <= E * (1 - (1 - p)) + d), zero, one,
    )  # fmt: skip
    return conj(mp(goal(1 - p, 1 - q), first), mp(goal(1 - q, 1 - p), second))
