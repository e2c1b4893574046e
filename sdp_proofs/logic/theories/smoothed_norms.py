"""Norms under smoothing: Lemmas 15 and 16, white noise, differences of gradients, the sum of squares on a circle."""

from sdp_proofs.logic.theories.noisy_descent import *
from sdp_proofs.logic.theories.places import last_is_not_among
from sdp_proofs.logic.vocabulary import *

a, i, j, k, m_ = var("a", A), var("i", N), var("j", N), var("k", N), var("m", N)


def white(ig, M, x, v):
    """Random numbers x(0), x(1), ... of mean square v, of which different ones have products of mean 0."""
    return (
        each(N, lambda j: each(N, lambda k: ig(lambda a: x(j)(a) * x(k)(a))))
        & each(N, lambda j: M(lambda a: x(j)(a) * x(j)(a)).eq(v))
        & each(N, lambda j: each(N, lambda k: implies(not_(eq(j, k)), M(lambda a: x(j)(a) * x(k)(a)).eq(0))))
    )  # fmt: skip


def in_basis(e, x, d):
    """The coordinates of x in the basis e(0), e(1), ..."""
    return lambda i: lambda a: total(lambda j: e(i)(j) * x(j)(a), d)


@theorem
def square_of_a_coordinate_of_white_noise(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), x: Fun(N, A, R), v: Real, w: Fun(N, R)
):
    """A combination of uncorrelated numbers of mean square v has the mean square v times that of its coefficients."""
    y = lambda n: lambda a: total(lambda j: w(j) * x(j)(a), n)
    square_ = lambda n: function(A, lambda a: y(n)(a) * y(n)(a))
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), white(ig, M, x, v),
        each(N, lambda n: ig(square_(n)) & M(square_(n)).eq(v * total(lambda j: w(j) * w(j), n))),
    ))  # fmt: skip


@square_of_a_coordinate_of_white_noise.proof
def _(ig, M, x, v, w, iM, one_, known):
    good, squares_, others = parts(known)
    n, y = var("n", N), lambda n: total(lam(j, w(j) * x(j)(a)), n)
    pair_ = lambda j, k: to(at(good, j, k), ig(lam(a, x(j)(a) * x(k)(a))))
    # products of the sum of the first places with a later number
    claim = lambda n: app(ig, lam(a, y(n) * x(k)(a))) & implies(places_below(n, k), M(lam(a, y(n) * x(k)(a))).eq(0))
    hyp, less = assume(claim(i)), assume(places_below(SUCC(i), k))
    V = Mean(iM, inside=[to(left(hyp), ig(lam(a, y(i) * x(k)(a)))), pair_(i, k), one_])
    t = y(SUCC(i)) * x(k)(a)
    first, last = narrower(less, i, k)
    no = use(last_is_not_among(k))
    same_ = assume(eq(i, k))
    differs = refuting(same_.concl, contradiction(no, subst(same_, last, lambda u: among(k, u))))
    zero = ar(M(lam(a, t)).eq(0), V.linear(a, t), mp(right(hyp), first), use(at(others, i, k), differs), factors=[w(i)])
    step = conj(to(V.good(a, t), ig(lam(a, t))), discharge(less.concl, zero))
    none = Mean(iM, inside=[one_])
    base = conj(to(none.good(a, y(ZERO) * x(k)(a)), ig(lam(a, y(ZERO) * x(k)(a)))), discharge(places_below(ZERO, k), ar(
        M(lam(a, y(ZERO) * x(k)(a))).eq(0), none.linear(a, y(ZERO) * x(k)(a)))))  # fmt: skip
    cross = induct(i, to(base, claim(ZERO)), discharge(hyp.concl, to(step, claim(SUCC(i)))))
    cross = gen(k, cross)
    at_i = body_of(at(cross, i, i))
    mixed, vanishes = left(at_i), use(right(at_i), all_places(i))
    claim = lambda n: app(ig, lam(a, y(n) * y(n))) & M(lam(a, y(n) * y(n))).eq(v * total(lam(j, w(j) * w(j)), n))
    hyp = assume(claim(i))
    V = Mean(
        iM, inside=[to(left(hyp), ig(lam(a, y(i) * y(i)))), to(mixed, ig(lam(a, y(i) * x(i)(a)))), pair_(i, i), one_]
    )
    t = y(SUCC(i)) * y(SUCC(i))
    value = ar(binary(claim(SUCC(i)), "and")[1], V.linear(a, t), right(hyp), vanishes, spec(squares_, i),
               factors=[w(i), w(i) * w(i)])  # fmt: skip
    base = conj(to(none.good(a, y(ZERO) * y(ZERO)), ig(lam(a, y(ZERO) * y(ZERO)))), ar(
        binary(claim(ZERO), "and")[1], none.linear(a, y(ZERO) * y(ZERO)), factors=[v]))  # fmt: skip
    return induct(i, to(base, claim(ZERO)), discharge(hyp.concl, conj(to(V.good(a, t), ig(lam(a, t))), value)))


def basis(e, d):
    """The vectors e(0), e(1), ... of an orthonormal basis have length 1."""
    return each(N, lambda i: square(e(i), d).eq(1))


def norms(M, l, y, d):
    """The expected squares of y in the norm of A^-1, and of A^-1 y in the l2 norm, over d modes."""
    return (
        M(lambda a: total(lambda i: over(y(i)(a) * y(i)(a), l(i)), d)),
        M(lambda a: total(lambda i: over(y(i)(a), l(i)) * over(y(i)(a), l(i)), d)),
    )


@theorem(
    place="dp-lssgd, Lemma 15; Lemma 16",
    claims="expected-norm-is-the-sum-of-eigenvalues expected-norm-is-d-times-gamma "
    "expected-norm-is-the-sum-of-squares-of-the-eigenvalues expected-norm-is-d-times-beta",
)
def expected_norms_of_a_normal_vector(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), x: Fun(N, A, R), e: Fun(N, N, R), s: Nonneg, c: Fun(N, R), d: Nat
):
    """For x of variance 1: E|x|^2 in A^-1 is the sum of the eigenvalues, E|A^-1 x|^2 that of their squares."""
    l = modes(s, c)
    first, second = norms(M, l, in_basis(e, x, d), d)
    one, two = total(lambda i: INV(l(i)), d), total(lambda i: INV(l(i)) * INV(l(i)), d)
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), white(ig, M, x, 1), basis(e, d), cosines(c), real(1) <= num(d),
        (first.eq(one) & one.eq(num(d) * power_mean(s, c, d, 1)))
        & (second.eq(two) & two.eq(num(d) * power_mean(s, c, d, 2))),
    ))  # fmt: skip


def sums_of_squares(ig, M, iM, one_, l, d, y, v, known):
    """The expected norms of coordinates y(i) of mean square v, of which known(i) tells ig(y^2) and the mean."""
    V, t = Mean(iM, inside=[to(left(known), ig(lam(a, y * y)))]), y * INV(l(i))

    def summed_(t, value, factors):
        f = lam(i, lam(a, t))
        th = at(use(means_of_sums(ig, M, f), iM, one_, gen(i, to(V.good(a, t), ig(lam(a, t))))), d)
        part = ar(M(lam(a, t)).eq(v * value), V.linear(a, t), right(known), factors=factors)
        claim = lambda n: total(lam(i, M(lam(a, t))), n).eq(v * total(lam(i, value), n))
        return ar(
            M(lam(a, total(lam(i, t), d))).eq(v * total(lam(i, value), d)),
            right(th),
            by_places(claim, d, part, factors=[v]),
        )

    return summed_(y * y * INV(l(i)), INV(l(i)), [INV(l(i))]), summed_(
        t * t, INV(l(i)) * INV(l(i)), [INV(l(i)) * INV(l(i))]
    )


@expected_norms_of_a_normal_vector.proof
def _(ig, M, x, e, s, c, d, s0, iM, one_, known, unit, cos, d1):
    l, y = modes(s, c), total(lam(j, e(i)(j) * x(j)(a)), d)
    own = spec(use(square_of_a_coordinate_of_white_noise(ig, M, x, real(1), e(i)), iM, one_, known), d)
    length = spec(unit, i)
    value = ar(M(lam(a, y * y)).eq(1), right(own), length)
    first, second = sums_of_squares(ig, M, iM, one_, l, d, y, real(1), conj(left(own), value))
    ud, _ = positive(num(d), d1)
    one, two = total(lam(i, INV(l(i))), d), total(lam(i, INV(l(i)) * INV(l(i))), d)
    mean = lambda degree, t: ar(t.eq(num(d) * power_mean(s, c, d, degree)), ud, factors=[t])
    del cos
    goal = [binary(part, "and") for part in binary(expected_norms_of_a_normal_vector.conclusion, "and")]
    return conj(conj(ar(goal[0][0], first), mean(1, one)), conj(ar(goal[1][0], second), mean(2, two)))


@theorem(
    place="dp-lssgd, Sec. 2.2, noise removal; Remark 14, ratio",
    claims="a-share-of-white-noise-is-left smoothing-lengthens-no-difference",
)
def share_of_white_noise_that_is_left(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), y: Fun(N, A, R), v: Real, s: Nonneg, c: Fun(N, R), d: Nat
):
    """Smoothing shortens every vector, and one with mean squares v by beta in mean square, 0 < beta <= 1."""
    l, beta = modes(s, c), power_mean(s, c, d, 2)
    smooth_ = lambda g: total(lambda i: over(g(i), l(i)) * over(g(i), l(i)), d)
    before = M(lambda a: total(lambda i: y(i)(a) * y(i)(a), d))
    _, after = norms(M, l, y, d)
    return applied(implies(
        integral(ig, M), ig(lambda a: 1),
        each(N, lambda i: ig(lambda a: y(i)(a) * y(i)(a)) & M(lambda a: y(i)(a) * y(i)(a)).eq(v)),
        cosines(c), real(1) <= num(d),
        (each(VEC, lambda g: smooth_(g) <= square(g, d)) & (below(0, beta) & (beta <= 1)))
        & ((before.eq(num(d) * v) & after.eq(v * total(lambda i: INV(l(i)) * INV(l(i)), d))) & after.eq(beta * before)),
    ))  # fmt: skip


@share_of_white_noise_that_is_left.proof
def _(ig, M, y, v, s, c, d, s0, iM, one_, known, cos, d1):
    l, g, Y = modes(s, c), var("g", VEC), y(i)(a)
    l1 = spec(same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= l(i))), i)
    ul, il = positive(l(i), l1)
    w = INV(l(i))
    less = ar(w <= 1, ar(real(0) <= (l(i) - 1) * w, l1, il), ul)
    w2 = ar(w * w <= 1, ar(w * w <= w, less, il), less)
    place_ = ar(g(i) * w * (g(i) * w) <= g(i) * g(i), w2, squares=[g(i)], hints=[(0, 1)])
    smooth_ = lambda n: total(lam(i, g(i) * w * (g(i) * w)), n)
    shorter = gen(g, by_places(lambda n: smooth_(n) <= square(g, n), d, place_))
    # 0 < beta <= 1: each square is at most 1 and at least that of 1/(1 + 4 s)
    low = left(spec(right(cos), i))
    l4 = ar(l(i) <= 1 + 4 * s, ar(real(0) <= s * (1 + c(i)), s0, low))
    u4, i4 = positive(1 + 4 * s, ar(real(1) <= 1 + 4 * s, s0))
    r = INV(1 + 4 * s)
    above_ = ar(
        r <= w, ar(l(i) * (w * r) <= (1 + 4 * s) * (w * r), l4, ar(real(0) <= w * r, il, i4)), ul, u4, factors=[r, w]
    )
    above_ = ar(r * r <= w * w, ar(r * r <= r * w, above_, i4), ar(r * w <= w * w, above_, il))
    S = lambda n: total(lam(i, w * w), n)
    bottom = by_places(lambda n: num(n) * (r * r) <= S(n), d, above_)
    top = by_places(lambda n: S(n) <= num(n), d, w2)
    ud, id_ = positive(num(d), d1)
    beta = S(d) * INV(num(d))
    beta1 = ar(beta <= 1, top, ud, id_, hints=[(0, 2)])
    few = assume(beta <= 0)
    small = ar(r * r <= 0, few, ar(num(d) * (r * r) * INV(num(d)) <= beta, bottom, id_), ud, factors=[r * r])
    bad = ar(
        real(1) <= 0,
        ar((1 + 4 * s) * (1 + 4 * s) * (r * r) <= 0, small, squares=[1 + 4 * s]),
        u4,
        factors=[(1 + 4 * s) * r, real(1)],
    )
    beta0 = same(refuting(few.concl, impossible(bad)), below(0, beta))
    # means
    own = spec(known, i)
    _, after = sums_of_squares(ig, M, iM, one_, l, d, Y, v, own)
    V = Mean(iM, inside=[to(left(own), ig(lam(a, Y * Y)))])
    sums = at(
        use(means_of_sums(ig, M, lam(i, lam(a, Y * Y))), iM, one_, gen(i, to(V.good(a, Y * Y), ig(lam(a, Y * Y))))), d
    )
    flat = by_places(lambda n: total(lam(i, M(lam(a, Y * Y))), n).eq(num(n) * v), d, right(own))
    before = ar(M(lam(a, total(lam(i, Y * Y), d))).eq(num(d) * v), right(sums), flat)
    share = binary(binary(share_of_white_noise_that_is_left.conclusion, "and")[1], "and")[1]
    share = ar(share, after, before, ud, factors=[v * S(d), beta])
    return conj(conj(shorter, conj(beta0, beta1)), conj(conj(before, after), share))


@theorem(place="dp-lssgd, Remark 14, sensitivity", claims="sensitivity-of-a-smoothed-batch-mean")
def sensitivity_of_a_smoothed_batch_mean(s: Nonneg, c: VEC, x: VEC, g: VEC, h: VEC, b: Odds, G: Real, d: Nat):
    """Smoothed or not, a mean of b gradients of norms of at most G changes by at most 2 G/b with one record."""
    l = modes(s, c)
    change = lambda i: over(x(i) + g(i), b) - over(x(i) + h(i), b)
    smoothed_ = lambda i: over(over(x(i) + g(i), b), l(i)) - over(over(x(i) + h(i), b), l(i))
    bound = over(2 * G, b) * over(2 * G, b)
    return applied(implies(
        cosines(c), square(g, d) <= G * G, square(h, d) <= G * G,
        (square(change, d) <= bound) & ((square(smoothed_, d) <= square(change, d)) & (square(smoothed_, d) <= bound)),
    ))  # fmt: skip


@sensitivity_of_a_smoothed_batch_mean.proof
def _(s, c, x, g, h, b, G, d, s0, b1, cos, small, other):
    l, y = modes(s, c), INV(b)
    change = lam(i, (x(i) + g(i)) * y - (x(i) + h(i)) * y)
    sum_ = lam(i, g(i) + h(i))
    both = lambda n: square(change, n).eq(y * y * (2 * square(g, n) + 2 * square(h, n) - square(sum_, n)))
    parallel = by_places(both, d, factors=[y * y])
    low = ar(real(0) <= y * y * square(sum_, d), squares_are_not_negative(sum_, d), squares=[y])
    top = ar(2 * square(g, d) + 2 * square(h, d) <= 4 * (G * G), small, other)
    top = ar(y * y * (2 * square(g, d) + 2 * square(h, d)) <= y * y * (4 * (G * G)), top, squares=[y])
    first = ar(square(change, d) <= over(2 * G, b) * over(2 * G, b), parallel, low, top)
    l1 = spec(same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= l(i))), i)
    ul, il = positive(l(i), l1)
    w = INV(l(i))
    less = ar(w <= 1, ar(real(0) <= (l(i) - 1) * w, l1, il), ul)
    w2 = ar(w * w <= 1, ar(w * w <= w, less, il), less)
    r = var("r", R)
    shorter = at(gen(r, ar(r * w * (r * w) <= r * r, w2, squares=[r], hints=[(0, 1)])), change(i))
    smoothed_ = lam(i, (x(i) + g(i)) * y * w - (x(i) + h(i)) * y * w)
    place_ = ar(smoothed_(i) * smoothed_(i) <= change(i) * change(i), shorter)
    second = by_places(lambda n: square(smoothed_, n) <= square(change, n), d, place_)
    del b1
    return conj(first, conj(second, ar(square(smoothed_, d) <= over(2 * G, b) * over(2 * G, b), first, second)))


@theorem(place="dp-lssgd, Remark 14, identity", claims="squared-norms-add-up")
def squared_norms_on_a_circle_add_up(
    s: Real, after: Fun("C", "C"), before: Fun("C", "C"), W: Law["C"], u: Bounded["C"]
):
    """On a circle, W the mean over its places: |A u|^2 = |u|^2 + 2 s |D u|^2 + s^2 |L u|^2."""
    A_ = lambda i: call("operator", s, after, before, u, i)
    D, L = lambda i: u(after(i)) - u(i), lambda i: u(after(i)) - 2 * u(i) + u(before(i))
    norm = lambda f: W(function("C", lambda i: f(i) * f(i)))
    moved = lambda f: function("C", lambda i: f(after(i)))
    return applied(implies(
        each("C", lambda i: eq(after(before(i)), i) & eq(before(after(i)), i)),
        each(Fun("C", R), lambda f: implies(bounded(f), bounded(moved(f)) & W(moved(f)).eq(W(f)))),
        bounded(function("C", lambda i: u(before(i)))),
        norm(A_).eq(norm(u) + 2 * s * norm(D) + s * s * norm(L)),
    ))  # fmt: skip


@squared_norms_on_a_circle_add_up.proof
def _(s, after, before, W, u, lW, ou, inv_, inv_mean, ob):
    i = var("i", "C")
    p, q, r, f = u(i), u(after(i)), u(before(i)), var("f", fn("C", R))
    oa = left(use(spec(inv_mean, u), ou))
    V = Mean(lW, ou, same(oa, bounded(lam(i, q))), same(ob, bounded(lam(i, r))))
    back = right(spec(inv_, i))
    move = lambda t: right(use(spec(inv_mean, lam(i, t)), observable(i, t, [ou, ob, oa])))
    once = move(p * p)
    turned = subst(back, refl(u(before(after(i)))), lambda v: u(before(after(i))).eq(u(v)))
    product_ = under(ar((q * u(before(after(i)))).eq(p * q), turned, factors=[q]), i, lam(f, W(f)))
    once = ar(W(lam(i, q * q)).eq(W(lam(i, p * p))), once)
    twice = ar(W(lam(i, p * q)).eq(W(lam(i, p * r))), move(p * r), product_)
    a_, d_, l_ = p + s * (2 * p - q - r), q - p, q - 2 * p + r
    norm = lambda t: W(lam(i, t * t))
    goal = norm(a_).eq(norm(p) + 2 * s * norm(d_) + s * s * norm(l_))
    return ar(goal, *(V.linear(i, t * t) for t in (a_, d_, l_)), once, twice, factors=[s, s * s])
