"""Programs that answer by coins: filters of two hash functions, shuffles, the best of three responses."""

from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.densities import every_function, summed
from sdp_proofs.logic.theories.entropies import exp_of_log
from sdp_proofs.logic.theories.many_types import sums_at_one_place
from sdp_proofs.logic.theories.overlapping_parts import *
from sdp_proofs.logic.theories.refuted import numeral
from sdp_proofs.logic.theories.relative_entropies import log_of_odds
from sdp_proofs.logic.vocabulary import *

i, j, k, n, p_, q_ = (var(name, N) for name in ("i", "j", "k", "n", "p", "q"))
r, f = var("r", fn(N, N)), var("f", fn(N, R))
ONE_, THREE_, FOUR_ = numeral(1), numeral(3), numeral(4)
QUARTER = Fraction(1, 4)


def told(s, x, n):
    """The answers to n numbers, s(b) being the law of the answer to b."""
    return call("databases", ZERO, n, function(N, lambda k: s(x(k))))


def by_bit(zero, one_):
    """The function of a natural number that is one of two things: at 0, and elsewhere."""
    return lam(j, rec(zero, lams(k, var("s", zero.ty), one_), j))


@theorem
def answers_to_two_filters(u: Odds, w: Odds, n: Nat, x: Fun(N, N), y: Fun(N, N), s: Fun(N, Law[N])):
    """Answers to bits, of which x and y set two each: u for a bit of x alone and w for one of y give (u w)^2."""
    return implies(
        close(u, 0, s(ONE_), s(ZERO)), close(w, 0, s(ZERO), s(ONE_)), each(N, lambda b: eq(s(SUCC(b)), s(ONE_))),
        total(lambda k: num(x(k)), n) <= 2, total(lambda k: num(y(k)), n) <= 2,
        close(u * w * (u * w), 0, told(s, x, n), told(s, y, n)),
    )  # fmt: skip


@answers_to_two_filters.proof
def _(u, w, n, x, y, s, u1, w1, ls, up, down, same_, nx, ny):
    a, b = LOG(u), LOG(w)
    ea, eb = (exp_of_log(v, to(strict_one(v, v1), below(0, v))) for v, v1 in ((u, u1), (w, w1)))
    a0, b0 = (log_of_odds(v, v1) for v, v1 in ((u, u1), (w, w1)))
    F = lambda p, q: EXP(a * num(p) + b * num(q))
    claim = lambda p, q: close(F(p, q), 0, s(p), s(q))
    pn, qn = (spec(numbers_are_not_negative.thm, v) for v in (p_, q_))
    zero = ar(real(0) <= 0)

    def wide(p, q, c, th, low):
        """claim(p, q), from closeness at odds c = exp(t) and t <= the exponent."""
        return use(weaker(c, F(p, q), 0, 0, s(p), s(q), A=N), spec(ls, p), spec(ls, q), th, low, zero)

    def alike(p, q, th, low):
        """claim(p, q), where s(p) = s(q)."""
        near = use(fact("reflexive", s(p), A=N), spec(ls, p))
        near = subst(th, near, lambda v: close(1, 0, s(p), v))
        return wide(p, q, real(1), near, ar(real(1) <= F(p, q), ax("exp_above", a * num(p) + b * num(q)), low))

    moved = lambda q, th, g: subst(symmetric(spec(same_, q)), th, g)
    P, Q = SUCC(p_), SUCC(q_)
    low = lambda p, q, *fs: ar(real(0) <= a * num(p) + b * num(q), a0, b0, *fs, hints=[(0, 2), (1, 3), (1, 2)])
    c00 = alike(ZERO, ZERO, refl(s(ZERO)), ar(real(0) <= a * num(ZERO) + b * num(ZERO)))
    c01 = wide(
        ZERO,
        Q,
        w,
        moved(q_, down, lambda v: close(w, 0, s(ZERO), v)),
        ar(
            w <= F(ZERO, Q),
            use(
                exp_monotone(b, a * num(ZERO) + b * num(Q)), ar(b <= a * num(ZERO) + b * num(Q), b0, qn, hints=[(0, 1)])
            ),
            eb,
        ),
    )
    c10 = wide(
        P,
        ZERO,
        u,
        moved(p_, up, lambda v: close(u, 0, v, s(ZERO))),
        ar(
            u <= F(P, ZERO),
            use(
                exp_monotone(a, a * num(P) + b * num(ZERO)), ar(a <= a * num(P) + b * num(ZERO), a0, pn, hints=[(0, 1)])
            ),
            ea,
        ),
    )
    equal = subst(symmetric(spec(same_, q_)), spec(same_, p_), lambda v: eq(s(P), v))
    c11 = alike(P, Q, equal, low(P, Q, pn, qn))
    left_ = gen(q_, to(spec(induct(q_, c00, discharge(claim(ZERO, q_), c01)), q_), claim(ZERO, q_)))
    right_ = gen(q_, to(spec(induct(q_, c10, discharge(claim(P, q_), c11)), q_), claim(P, q_)))
    goal = lambda p: forall(q_, claim(p, q_))
    every = induct(p_, same(left_, goal(ZERO)), discharge(goal(p_), same(right_, goal(P))))
    rows = [lam(k, s(v(k))) for v in (x, y)]
    e = lam(k, a * num(x(k)) + b * num(y(k)))
    odds, none = lam(k, EXP(e(k))), lam(k, real(0))
    facts = gen(
        k,
        conjunction(
            same(spec(ls, x(k)), law(rows[0](k))),
            same(spec(ls, y(k)), law(rows[1](k))),
            exp_positive(e(k)),
            zero,
            same(at(every, x(k), y(k)), close(odds(k), 0, rows[0](k), rows[1](k))),
        ),
    )
    whole = use(at(products_of_close_laws(ZERO, X=N), n, *rows, odds, none), facts)
    T = total(e, n)
    whole = subst(
        same(spec(exponentials_of_sums(e), n), product(odds, n).eq(EXP(T))),
        same(whole, close(product(odds, n), total(none, n), told(s, x, n), told(s, y, n))),
        lambda G: close(G, total(none, n), told(s, x, n), told(s, y, n)),
    )
    sx, sy = (lambda m: total(lam(k, num(x(k))), m)), (lambda m: total(lam(k, num(y(k))), m))
    split_ = lambda m: total(e, m).eq(a * sx(m) + b * sy(m))
    add = spec(induct(j, ar(split_(ZERO)), discharge(split_(j), ar(split_(SUCC(j)), assume(split_(j))))), n)
    nil = lambda m: total(none, m).eq(0)
    empty = spec(induct(j, ar(nil(ZERO)), discharge(nil(j), ar(nil(SUCC(j)), assume(nil(j))))), n)
    most = ar(a + b + (a + b) >= T, add, ar(a * sx(n) <= 2 * a, nx, a0), ar(b * sy(n) <= 2 * b, ny, b0))
    top = use(exp_monotone(T, a + b + (a + b)), most)
    square = ar(
        EXP(a + b + (a + b)).eq(u * w * (u * w)),
        ax("exp_plus", a + b, a + b),
        ax("exp_plus", a, b),
        ea,
        eb,
        factors=[
            EXP(a + b),
            EXP(a) * EXP(b),
            u * EXP(b),
            u * EXP(a) * EXP(b),
            u * u * EXP(b),
            u * u * w,
            EXP(a) * EXP(b) * EXP(b),
            u * EXP(b) * EXP(b),
            u * w * EXP(b),
        ],
    )
    return use(
        weaker(EXP(T), u * w * (u * w), total(none, n), 0, told(s, x, n), told(s, y, n), A=fn(N, N)),
        *[
            any_laws(ZERO, row, gen(k, same(spec(ls, v(k)), law(row(k)))), n)
            for row, v in zip(rows, (x, y), strict=True)
        ],
        whole,
        ar(EXP(T) <= u * w * (u * w), top, square),
        ar(total(none, n) <= 0, empty),
    )


def strict_one(v, v1):
    """0 < v, from 1 <= v."""
    zero = assume(v <= 0)
    return refuting(zero.concl, impossible(ar(real(1) <= 0, v1, zero)))


# ---- answers by coins ----------------------------------------------------------------------------------------------
def answers_by(s, p0, p1):
    """The proposition that the answer to 0 is 0 with chance p0, and that to any other number with chance p1."""
    return eq(s(ZERO), coin(p0)) & each(N, lambda b: eq(s(SUCC(b)), coin(p1)))


def coins_of(s, p0, p1, by):
    """The theorem that s(b) is a law for each b."""
    known = lambda p: use(coins_are_laws(p), ar(real(0) <= real(p)), ar(real(p) <= 1))
    moved = lambda th, p: subst(symmetric(th), known(p), law)
    return induct(j, moved(left(by), p0), discharge(law(s(j)), moved(spec(right(by), j), p1)))


def near_bits(u, s, b, c, eb, ec, pb, pc):
    """close(u, 0, s(b), s(c)), from the shares of both."""
    H, _, low, high = a_test(f)
    P, Q = coin(pb), coin(pc)
    th = for_tests(ar(P(f) <= u * Q(f) + 0, low(ZERO), low(ONE_), high(ZERO), high(ONE_)), f, close(u, 0, P, Q))
    th = subst(symmetric(eb), th, lambda v: close(u, 0, v, Q))
    return subst(symmetric(ec), th, lambda v: close(u, 0, s(b), v))


def set_bits(x, *bits):
    """The proposition that the first places of a filter are these."""
    whole = None
    for place, b in enumerate(bits):
        one_ = eq(x(numeral(place)), numeral(b))
        whole = one_ if whole is None else whole & one_
    return whole


def two_bits(x, n):
    return total(lambda k: num(x(k)), n) <= 2


def shows(bits):
    """The test that the answers are these bits, and the theorem that it is one."""
    bit = by_bit(real(0), real(1))
    claim = lambda b: (real(0) <= bit(b)) & (bit(b) <= 1)
    zero, one_ = conj(ar(real(0) <= 0), ar(real(0) <= 1)), conj(ar(real(0) <= 1), ar(real(1) <= 1))
    every = induct(j, same(zero, claim(ZERO)), discharge(claim(j), same(one_, claim(SUCC(j)))))
    t, low, high = real(1), ar(real(0) <= 1), ar(real(1) <= 1)
    for place, b in enumerate(bits):
        known, v = spec(every, r(numeral(place))), bit(r(numeral(place)))
        v = v if b else 1 - v
        v0, v1 = ar(real(0) <= v, left(known), right(known)), ar(v <= 1, left(known), right(known))
        low, high = ar(real(0) <= t * v, low, v0, hints=[(0, 1)]), ar(t * v <= 1, low, high, v0, v1)
        t = t * v
    return lam(r, t), make_test(r, t, low, high)


def with_equations(th, equations):
    """A theorem with the other side of equations in place of one side, wherever it occurs."""
    for one_ in equations:
        old = normal(binary(one_.concl, "eq")[0])
        flat = body_of(th)
        v = fresh("r", old.ty)
        th = replace(same(one_, eq(old, binary(one_.concl, "eq")[1])), flat, lam(v, swap(flat.concl, old, v)))
    return th


def no_less(least, s, x, y, n):
    """The proposition that no odds below `least` are enough for two filters."""
    return each(R, lambda E: implies(close(E, 0, told(s, x, n), told(s, y, n)), real(least) <= E))


def attained(least, s, by, x, y, bx, by_, bits):
    """No odds below `least` are enough: the output of these bits."""
    E, n = var("E", R), numeral(len(bits))
    near = assume(close(E, 0, told(s, x, n), told(s, y, n)))
    t, H = shows(bits)
    th = with_equations(use(at(near, t), H), [*parts(bx), *parts(by_), left(by), spec(right(by), ZERO)])
    return gen(E, discharge(near.concl, ar(real(least) <= E, th)))


def of_filters(s, by, p0, p1, u, w, n, x, y, bx, by_):
    """The theorem on filters of two bits, for answers of shares p0 and p1, and that it is attained."""
    nx, ny = assume(two_bits(x, n)), assume(two_bits(y, n))
    e0, e1 = left(by), spec(right(by), ZERO)
    alike = gen(j, subst(symmetric(e1), spec(right(by), j), lambda v: eq(s(SUCC(j)), v)))
    ups = near_bits(u, s, ONE_, ZERO, e1, e0, p1, p0), near_bits(w, s, ZERO, ONE_, e0, e1, p0, p1)
    th = use(answers_to_two_filters(u, w, n, x, y, s), ar(real(1) <= u), ar(real(1) <= w), coins_of(s, p0, p1, by),
             *ups, alike, nx, ny)  # fmt: skip
    P, Q = told(s, x, n), told(s, y, n)
    c, g = u * w * u * w, var("f", fn(fn(N, N), R))
    H, *_ = a_test(g)
    th = for_tests(ar(P(g) <= real(c) * Q(g) + 0, use(at(th, g), H)), g, close(c, 0, P, Q))
    first = discharge(nx.concl, discharge(ny.concl, th))
    last = hyps_then(attained(c, s, by, x, y, bx, by_, (1, 1, 0, 0)), [bx.concl, by_.concl], [])
    return conj(first, last)


def filters_cost(c, s, n, x, y):
    """Odds c for filters of two bits each, which two filters of four bits attain."""
    return implies(two_bits(x, n), two_bits(y, n), close(c, 0, told(s, x, n), told(s, y, n))) & implies(
        set_bits(x, 1, 1, 0, 0), set_bits(y, 0, 0, 1, 1), no_less(c, s, x, y, FOUR_)
    )


@theorem(place="DP-Sniper: rappor_once", claims="one-time-rappor-has-odds-of-all-its-bits")
def one_time_rappor(n: Nat, x: Fun(N, N), y: Fun(N, N), s: Fun(N, mean_of(N))):
    """Bits are flipped with chance 1/4: two bits are set for each value, so four may differ, with odds 81, attained."""
    return implies(answers_by(s, 1 - QUARTER, QUARTER), filters_cost(81, s, n, x, y))


@one_time_rappor.proof
def _(n, x, y, s, by):
    bx, by_ = assume(set_bits(x, 1, 1, 0, 0)), assume(set_bits(y, 0, 0, 1, 1))
    return of_filters(s, by, 1 - QUARTER, QUARTER, Fraction(3), Fraction(3), n, x, y, bx, by_)


@theorem(place="DP-Sniper: rappor", claims="rappor-has-the-odds-of-both-steps")
def rappor_in_both_steps(
    n: Nat, x: Fun(N, N), y: Fun(N, N), s: Fun(N, mean_of(N)), t: Fun(N, mean_of(N)),
    w: Fun(N, mean_of(N)),
):  # fmt: skip
    """Bits are flipped for good with chance 1/4, then told as 1 with chance 3/4 or 1/2: odds 5929/2025, attained."""
    return implies(
        answers_by(t, 1 - QUARTER, QUARTER),
        answers_by(w, one_half, QUARTER),
        each(N, lambda b: eq(s(b), bind(t(b), w))),
        filters_cost(Fraction(5929, 2025), s, n, x, y),
    )


@rappor_in_both_steps.proof
def _(n, x, y, s, t, w, by_t, by_w, steps_):
    bx, by_ = assume(set_bits(x, 1, 1, 0, 0)), assume(set_bits(y, 0, 0, 1, 1))
    p0, p1 = Fraction(7, 16), Fraction(5, 16)

    def one_of(b, et, p):
        """s(b) = coin(p)."""
        th = subst(et, spec(steps_, b), lambda v: eq(s(b), bind(v, w)))
        th = subst(th, refl(s(b)(f)), lambda v: eq(s(b)(f), v(f)))
        flat = with_equations(th, [left(by_w), spec(right(by_w), ZERO)])
        return ext(f, ar(s(b)(f).eq(coin(p)(f)), flat))

    by = conj(to(one_of(ZERO, left(by_t), p0), eq(s(ZERO), coin(p0))),
              gen(j, to(one_of(SUCC(j), spec(right(by_t), j), p1), eq(s(SUCC(j)), coin(p1)))))  # fmt: skip
    return of_filters(s, by, p0, p1, Fraction(11, 9), Fraction(7, 5), n, x, y, bx, by_)


# ---- functions of all answers --------------------------------------------------------------------------------------
def shown_of_answers(s, x, n, g):
    """The law of a function of the answers."""
    return bind(told(s, x, n), lam(r, point(g(r))))


def sure_of(g):
    known = gen(r, same(certain(g(r)), law(point(g(r)))))
    return same(known, channel(lam(r, point(g(r)))))


@theorem
def one_answer_of_many(u: Odds, n: Nat, x: Fun(N, N), y: Fun(N, N), i: Nat, s: Fun(N, mean_of(N)), g: Fun(fn(N, N), A)):
    """A function of the answers to numbers of which one differs has the odds of that answer."""
    off_i = each(N, lambda k: implies(not_(eq(k, i)), eq(x(k), y(k))))
    return implies(
        each(N, lambda k: law(s(x(k)))), each(N, lambda k: law(s(y(k)))), off_i, close(u, 0, s(x(i)), s(y(i))),
        close(u, 0, shown_of_answers(s, x, n, g), shown_of_answers(s, y, n, g)),
    )  # fmt: skip


@one_answer_of_many.proof
def _(u, n, x, y, i, s, g, u1, lx, ly, off_, near):
    rows = [lam(k, s(v(k))) for v in (x, y)]
    laws_ = [gen(k, same(spec(known, k), law(row(k)))) for row, known in zip(rows, (lx, ly), strict=True)]
    H = assume(not_(eq(k, i)))
    moved = subst(use(spec(off_, k), H), refl(s(x(k))), lambda v: eq(s(x(k)), s(v)))
    agree = gen(k, discharge(H.concl, to(moved, eq(rows[0](k), rows[1](k)))))
    th = use(products_of_laws_that_agree_off_a_place(u, 0, ZERO, *rows, X=N), u1, ar(real(0) <= 0), *laws_)
    th = spec(use(at(th, i), agree, near), n)
    K = lam(r, point(g(r)))
    data_ = [told(s, v, n) for v in (x, y)]
    laws_of = [any_laws(ZERO, row, known, n) for row, known in zip(rows, laws_, strict=True)]
    return use(post_processing(u, 0, *data_, K, A=fn(N, N), B=A), *laws_of, sure_of(g), same(th, close(u, 0, *data_)))


# ---- functions of three or two answers -----------------------------------------------------------------------------
def ones(m):
    """The function that counts the ones among the first answers."""
    return lambda r: total(lambda k: num(r(k)), m)


def at_zero():
    """The test that a number is at most 0, and the theorem that it is one."""
    c = var("c", R)
    return lam(c, truth(c <= 0)), event_test(c, c <= 0)


def truth_at(c):
    """The truth of c <= 0 for a number c that is computed to be 0 or at least 1."""
    p = c <= 0
    try:
        return use(decided(p)[0], ar(p))
    except Stuck:
        yes = assume(p)
        return use(decided(p)[1], refuting(p, impossible(ar(real(1) <= 0, yes))))


@theorem(
    place="Cheu, Smith, Ullman, Zeber, Zhilyaev: shuffled_response", claims="a-shuffle-leaves-the-odds-of-a-response"
)
def three_shuffled_responses(x: Fun(N, N), y: Fun(N, N), i: Nat, s: Fun(N, mean_of(N))):
    """Three bits, one of which differs, are flipped with chance 1/4: the number of ones has the odds 3, and no less."""
    P, Q = (shown_of_answers(s, v, THREE_, ones(THREE_)) for v in (x, y))
    off_i = each(N, lambda k: implies(not_(eq(k, i)), eq(x(k), y(k))))
    return implies(
        answers_by(s, 1 - QUARTER, QUARTER),
        implies(off_i, close(3, 0, P, Q))
        & implies(
            set_bits(x, 0, 0, 0), set_bits(y, 1, 0, 0), each(R, lambda E: implies(close(E, 0, P, Q), real(3) <= E))
        ),
    )


@three_shuffled_responses.proof
def _(x, y, i, s, by):
    P, Q = (shown_of_answers(s, v, THREE_, ones(THREE_)) for v in (x, y))
    p, q = 1 - QUARTER, QUARTER
    off_ = assume(forall(k, implies(not_(eq(k, i)), eq(x(k), y(k)))))
    every = any_two_bits(s, by)
    g = lam(r, ones(THREE_)(r))
    th = use(one_answer_of_many(3, THREE_, x, y, i, s, g, A=R), ar(real(1) <= 3),
             *(gen(k, spec(coins_of(s, p, q, by), v(k))) for v in (x, y)), off_, at(every, x(i), y(i)))  # fmt: skip
    first = discharge(off_.concl, to(th, close(3, 0, P, Q)))
    bx, by_ = assume(set_bits(x, 0, 0, 0)), assume(set_bits(y, 1, 0, 0))
    E = var("E", R)
    near = assume(close(E, 0, P, Q))
    t, H = at_zero()
    th = with_equations(use(at(near, t), H), [*parts(bx), *parts(by_), left(by), spec(right(by), ZERO)])
    numbers = [truth_at(c) for c in sums_of_three()]
    th = gen(E, discharge(near.concl, ar(real(3) <= E, th, *numbers, factors=[E])))
    return conj(first, hyps_then(th, [bx.concl, by_.concl], []))


def sums_of_three():
    """The numbers of ones among three bits, as they are computed."""
    t = lambda a, b, c: total(lam(k, num(call("cons", a, call("cons", b, call("cons", c, lam(j, ZERO))))(k))), THREE_)
    bits = (ZERO, ONE_)
    return [normal(t(a, b, c)) for a in bits for b in bits for c in bits]


def largest_of_three(r):
    return MAX(num(r(ZERO)), MAX(num(r(ONE_)), num(r(numeral(2)))))


@theorem(place="Liu, Talwar: best_of_three", claims="the-best-of-three-answers-costs-the-odds-of-all")
def best_of_three_answers(b: Nat, c: Nat, s: Fun(N, mean_of(N))):
    """The largest of three answers to one bit, flipped with chance 1/4, has the odds 3 * 3 * 3, and no less."""
    shown_ = lambda b: shown_of_answers(s, lam(k, b), THREE_, largest_of_three)
    return implies(
        answers_by(s, 1 - QUARTER, QUARTER),
        close(27, 0, shown_(b), shown_(c))
        & each(R, lambda E: implies(close(E, 0, shown_(ZERO), shown_(ONE_)), real(27) <= E)),
    )


@best_of_three_answers.proof
def _(b, c, s, by):
    p, q, u = 1 - QUARTER, QUARTER, Fraction(3)
    shown_ = lambda b: shown_of_answers(s, lam(k, b), THREE_, largest_of_three)
    ls, near_ = coins_of(s, p, q, by), at(any_two_bits(s, by), b, c)
    S, Q = lam(k, s(b)), lam(k, s(c))
    odds, none = lam(k, real(3)), lam(k, real(0))
    lS, lQ = (gen(k, same(spec(ls, v), law(row(k)))) for v, row in ((b, S), (c, Q)))
    facts = gen(k, conjunction(spec(lS, k), spec(lQ, k), ar(real(0) <= odds(k)), ar(real(0) <= none(k)),
                               same(near_, close(odds(k), none(k), S(k), Q(k)))))  # fmt: skip
    th = use(at(products_of_close_laws(ZERO, X=N), THREE_, S, Q, odds, none), facts)
    data_ = [told(s, lam(k, v), THREE_) for v in (b, c)]
    laws_of = [any_laws(ZERO, row, known, THREE_) for row, known in ((S, lS), (Q, lQ))]
    F, d = product(odds, THREE_), total(none, THREE_)
    th = use(weaker(F, 27, d, 0, *data_, A=fn(N, N)), *laws_of, same(th, close(F, d, *data_)), ar(F <= 27), ar(d <= 0))
    g = lam(r, largest_of_three(r))
    th = use(post_processing(27, 0, *data_, lam(r, point(g(r))), A=fn(N, N), B=R), *laws_of, sure_of(g), th)
    E = var("E", R)
    near = assume(close(E, 0, shown_(ZERO), shown_(ONE_)))
    t, H = at_zero()
    last = with_equations(use(at(near, t), H), [left(by), spec(right(by), ZERO)])
    bits = (ZERO, ONE_)
    numbers = [truth_of_largest(*map(num, (x, y, z))) for x in bits for y in bits for z in bits]
    last = gen(E, discharge(near.concl, ar(real(27) <= E, last, *numbers, factors=[E])))
    return conj(to(th, close(27, 0, shown_(b), shown_(c))), last)


def any_two_bits(s, by):
    """The theorem that the answers to any two bits have the odds 3."""
    e0, e1, p, q, u = left(by), right(by), 1 - QUARTER, QUARTER, Fraction(3)
    near_ = lambda b, c: close(3, 0, s(b), s(c))

    def row(b, eb, pb):
        th0 = near_bits(u, s, b, ZERO, eb, e0, pb, p)
        th1 = near_bits(u, s, b, SUCC(q_), eb, spec(e1, q_), pb, q)
        return gen(q_, spec(induct(q_, th0, discharge(near_(b, q_), th1)), q_))

    all_ = lambda b: forall(q_, near_(b, q_))
    return induct(p_, row(ZERO, e0, p), discharge(all_(p_), row(SUCC(p_), spec(e1, p_), q)))


def truth_of_largest(x, y, z):
    """The truth of max(x, max(y, z)) <= 0 for numbers that are computed."""
    top = MAX(x, MAX(y, z))
    p = top <= 0
    try:
        inner = use(ax("max_least", y, z, 0), ar(y <= 0), ar(z <= 0))
        return use(decided(p)[0], use(ax("max_least", x, MAX(y, z), 0), ar(x <= 0), inner))
    except Stuck:
        bounds = [
            ax("max_left", x, MAX(y, z)),
            ax("max_right", x, MAX(y, z)),
            ax("max_left", y, z),
            ax("max_right", y, z),
        ]
        return use(decided(p)[1], refuting(p, impossible(ar(real(1) <= 0, assume(p), *bounds))))


# ---- responses among three types -----------------------------------------------------------------------------------
def among_three(s):
    """The proposition that s(b) tells b with chance 1/2 and each of the other two of three types with chance 1/4."""
    share = lambda b: function(N, lambda a: real(QUARTER) + QUARTER * truth(eq(a, b)))
    return each(N, lambda b: eq(s(b), weighted(summed(THREE_), share(b))))


@theorem(
    place="Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011: local_responses_shuffled",
    claims="local-responses-keep-their-odds-in-a-shuffle",
)
def local_responses_of_two_records(x: Fun(N, N), y: Fun(N, N), i: Nat, s: Fun(N, mean_of(N))):
    """Two records, one of which differs, tell their type with chance 1/2: the counts have the odds 2, and no less."""
    two = numeral(2)
    counts_ = lambda r: lam(j, call("count_in", two, r, j))
    P, Q = (shown_of_answers(s, v, two, counts_) for v in (x, y))
    off_i = each(N, lambda k: implies(not_(eq(k, i)), eq(x(k), y(k))))
    types_ = each(N, lambda k: among(THREE_, x(k)) & among(THREE_, y(k)))
    return implies(
        among_three(s), types_, off_i,
        close(2, 0, P, Q)
        & implies(set_bits(x, 0, 0), set_bits(y, 1, 0), each(R, lambda E: implies(close(E, 0, P, Q), real(2) <= E))),
    )  # fmt: skip


@local_responses_of_two_records.proof
def _(x, y, i, s, tells, types_, off_):
    two = numeral(2)
    counts_ = lambda r: lam(j, call("count_in", two, r, j))
    g = lam(r, counts_(r))
    P, Q = (shown_of_answers(s, v, two, counts_) for v in (x, y))
    a = var("a", N)
    share = lambda b: lam(a, real(QUARTER) + QUARTER * truth(eq(a, b)))
    iM, true = at(finite_sums_are_integrals.thm, THREE_), ar(real(0) <= 0)
    bit = lambda b: decided(eq(a, b))

    def law_(b, inside):
        c = lambda m: total(share(b), m).eq(num(m) * QUARTER + QUARTER * total(lam(a, truth(eq(a, b)) * real(1)), m))
        whole = spec(induct(j, ar(c(ZERO)), discharge(c(j), ar(c(SUCC(j)), assume(c(j))))), THREE_)
        mass = ar(total(share(b), THREE_).eq(1), whole, mp(spec(sums_at_one_place(real(1), b), THREE_), inside))
        low = gen(a, ar(real(0) <= share(b)(a), bit(b)[2]))
        known = use(law_of_density(every_function, summed(THREE_), share(b), A=N), iM, true, low, mass)
        return subst(symmetric(spec(tells, b)), known, law)

    lx, ly = (gen(k, law_(v(k), side(spec(types_, k)))) for v, side in ((x, left), (y, right)))
    point_ = ar(share(x(i))(a) <= 2 * share(y(i))(a), bit(x(i))[3], bit(y(i))[2])
    near = use(
        bounded_ratio_is_private(2, every_function, summed(THREE_), share(x(i)), share(y(i)), A=N),
        iM,
        true,
        true,
        gen(a, point_),
    )
    near = subst(symmetric(spec(tells, x(i))), near, lambda v: close(2, 0, v, weighted(summed(THREE_), share(y(i)))))
    near = subst(symmetric(spec(tells, y(i))), near, lambda v: close(2, 0, s(x(i)), v))
    th = use(one_answer_of_many(2, two, x, y, i, s, g, A=fn(N, R)), ar(real(1) <= 2), lx, ly, off_, near)
    bx, by_ = assume(set_bits(x, 0, 0)), assume(set_bits(y, 1, 0))
    E, h = var("E", R), var("h", fn(N, R))
    near = assume(close(E, 0, P, Q))
    many = real(2) <= h(ZERO)
    last = use(at(near, lam(h, truth(many))), event_test(h, many))
    places_ = [spec(tells, b) for b in (ZERO, ONE_)]
    last = with_equations(last, [*parts(bx), *parts(by_), *places_])
    last = with_equations(last, [truth_of_equal(b, c) for b in range(3) for c in range(2)])
    sums_ = [normal(real(0) + b + c) for b in (0, 1) for c in (0, 1)]
    numbers = []
    for t in sums_:
        p = real(2) <= t
        try:
            numbers.append(use(decided(p)[0], ar(p)))
        except Stuck:
            numbers.append(use(decided(p)[1], refuting(p, impossible(ar(real(1) <= 0, assume(p))))))
    last = gen(E, discharge(near.concl, ar(real(2) <= E, last, *numbers, factors=[E])))
    return conj(to(th, close(2, 0, P, Q)), hyps_then(last, [bx.concl, by_.concl], []))


def truth_of_equal(b, c):
    """The truth of b = c for two numbers."""
    p, q = numeral(b), numeral(c)
    if b == c:
        return use(decided(eq(p, q))[0], refl(p))
    yes = assume(eq(p, q))
    equal = subst(yes, refl(num(p)), lambda v: num(p).eq(num(v)))
    return use(decided(eq(p, q))[1], refuting(yes.concl, impossible(ar(real(1) <= 0, equal, factors=[real(1)]))))
