"""Draws that hold a record, means of drawn levels, and the mean of a drawn count."""

from sdp_proofs.logic.theories.continuous_averages import (
    chance_of_a_place,
    mean_laws,
    mean_of_drawn,
    own_mean,
    sample_means_see_only_the_drawn,
)
from sdp_proofs.logic.theories.rare_types import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v = var("x", DB), var("y", DB), var("v", X)


# ---- draws with a record -------------------------------------------------------------------------------------------
def holding_and_lacking(n, T, x, i, g):
    """The sums of a function of the histogram over sets with record i, and without it."""
    F = lambda u: g(lam(v, drawn_of(n, u, x, v)))
    return draws(n, T, lam(u, u(i) * F(u))), draws(n, T, lam(u, (1 - u(i)) * F(u)))


@theorem(place="Sampled means", claims="draws-with-a-record-exchanged-for-a-copy")
def draws_with_a_record_or_with_a_copy(
    n: Nat, T: Nat, x: Fun(N, X), i: Nat, j: Nat, g: fn(fn(X, R), R), c: Nat, h: Nat
):
    """Draws with j of the k records of the type of record i: those with it to those without are as j to k - j.

    The rest of the histogram may be anything, g; counts are C(k - 1, j - 1) (k - j) = C(k - 1, j) j, with c + 1 for k
    and h + 1 for j.
    """
    k_, a = call("count_in", n, x, x(i)), x(i)
    own = function(fn(X, R), lambda h: truth(h(a).eq(num(j))) * g(h))
    A_, B_ = holding_and_lacking(n, T, x, i, own)
    counts_ = (choose(c, h) * (num(SUCC(c)) - num(SUCC(h)))).eq(choose(c, SUCC(h)) * num(SUCC(h)))
    return implies(among(n, i), ((k_ - num(j)) * A_).eq(num(j) * B_)) & counts_


@draws_with_a_record_or_with_a_copy.proof
def _(n, T, x, i, j, g, c, h):
    hi = assume(among(n, i))
    a, U, hv = x(i), ind(S_), var("h", fn(X, R))
    H = call("count_in", n, x, a)
    own = lam(hv, truth(hv(a).eq(num(j))) * g(hv))
    F = lambda u: own(lam(v, drawn_of(n, u, x, v)))
    alike = use(each_record_of_a_type_is_left_out_alike(n, T, x, i, own), hi)
    d = drawn_of(n, U, x, a)
    is_j = assume(d.eq(num(j)))
    goal = ((H - d) * F(U)).eq((H - num(j)) * F(U))
    no = assume(not_(is_j.concl))
    point = cases(
        is_j.concl,
        ar(goal, is_j, factors=[F(U)]),
        ar(
            goal,
            use(decided(is_j.concl)[1], no),
            factors=[d * g(lam(v, drawn_of(n, U, x, v))), num(j) * g(lam(v, drawn_of(n, U, x, v)))],
        ),
    )
    L = Draws(n, T)
    equal = L.eq(S_, point)
    lines = [L.linear(S_, t) for t in ((H - d) * F(U), (1 - U(i)) * F(U))]
    A_, B_ = holding_and_lacking(n, T, x, i, own)
    th = ar(((H - num(j)) * A_).eq(num(j) * B_), alike, equal, *lines, factors=[H, num(j)])
    last = fact("draws_with_a_record_exchanged_for_a_copy", c, h)
    return conj(discharge(hi.concl, th), ar(binary(draws_with_a_record_or_with_a_copy.conclusion, "and")[1], last))


@theorem(place="Sampled means", claims="draws-with-a-record-are-few-among-copies")
def draws_with_a_record_are_few_among_copies(n: Nat, T: Nat, x: Fun(N, X), i: Nat, m: Real, g: Fun(fn(X, R), Nonneg)):
    """If record i is one of m > T of its type at least: with it are T/(m - T) times as many draws as without, at most.

    Draws are counted by any function of their histogram, such as that they have a certain sum.
    """
    A_, B_ = holding_and_lacking(n, T, x, i, g)
    return implies(
        among(n, i), m <= call("count_in", n, x, x(i)), below(num(T), m),
        (A_ * (m - num(T)) <= num(T) * B_) & (over(num(T), m - num(T)) * B_ >= A_),
    )  # fmt: skip


@draws_with_a_record_are_few_among_copies.proof
def _(n, T, x, i, m, g, g0, hi, many, above):
    a, U = x(i), ind(S_)
    H, t = call("count_in", n, x, a), num(T)
    hist_ = lambda u: lam(v, drawn_of(n, u, x, v))
    F = lambda u: g(hist_(u))
    alike = use(each_record_of_a_type_is_left_out_alike(n, T, x, i, g), hi)
    d = lambda u: drawn_of(n, u, x, a)
    size = assume(size_of(U, n).eq(t))
    few = ar(d(U) <= t, drawn_at_most_the_size(n, U, x, a), size)
    gap = t - d(U)
    flat = use(
        ax("antisymmetry", MAX(0, gap), gap),
        use(ax("max_least", 0, gap, gap), ar(real(0) <= gap, few), ar(gap <= gap)),
        ax("max_right", 0, gap),
    )
    first, second = lam(u, (t - d(u)) * F(u)), lam(u, MAX(0, t - d(u)) * F(u))
    equal = gen(S_, discharge(size.concl, ar(first(U).eq(second(U)), flat, factors=[F(U)])))
    same_ = use(only_sets_of_their_size_count(n, T, first, second), equal)
    L = Draws(n, T)
    low = L.le(S_, ar(real(0) <= second(U), ax("max_left", 0, gap), spec(g0, hist_(U)), hints=[(0, 1)]))
    zero = L.le(S_, ar(real(0) <= U(i) * F(U), decided(S_(i))[2], spec(g0, hist_(U)), hints=[(0, 1)]))
    lines = [L.linear(S_, s) for s in ((H - d(U)) * F(U), (1 - U(i)) * F(U), (t - d(U)) * F(U), U(i) * F(U), second(U))]
    A_, B_ = holding_and_lacking(n, T, x, i, g)
    a0 = ar(real(0) <= A_, zero, *lines)
    main = ar((H - t) * A_ <= t * B_, alike, same_, low, *lines, factors=[H, t])
    one_ = ar(A_ * (m - t) <= t * B_, main, ar(m * A_ <= H * A_, many, a0))
    um, im = positive(m - t, refuting(m - t <= 0, contradiction(above, ar(m <= t, assume(m - t <= 0)))))
    return conj(
        one_,
        ar(over(t, m - t) * B_ >= A_, ar(A_ * (m - t) * INV(m - t) <= t * B_ * INV(m - t), one_, im), um, factors=[A_]),
    )


# ---- the mean of drawn levels --------------------------------------------------------------------------------------
@theorem
def means_are_functions_of_the_histogram(
    n: Nat, T: Nat, val: Fun(X, R), kinds: Fun(N, X), types: Nat, x: Fun(N, X), S: Fun(N, o)
):
    """If each type is listed once, the mean of drawn records is the sum of each level times its number, over T."""
    once = each(X, lambda v: total(lambda j: truth(eq(v, kinds(j))), types).eq(1))
    by_level = total(lambda j: val(kinds(j)) * call("histogram", n, S, x, kinds(j)), types) * INV(num(T))
    return implies(once, call("sample_mean", T, n, val, S, x).eq(by_level))


@means_are_functions_of_the_histogram.proof
def _(n, T, val, kinds, types, x, S, once):
    t = lambda k, j: truth(eq(x(k), kinds(j)))
    s = lambda k: truth(S(k))
    yes = assume(eq(x(k), kinds(m)))
    equal = subst(yes, refl(val(x(k))), lambda w: val(x(k)).eq(val(w)))
    goal = ((val(kinds(m)) - val(x(k))) * t(k, m)).eq(0)
    point = cases(
        yes.concl,
        ar(goal, equal, factors=[t(k, m)]),
        ar(goal, use(decided(yes.concl)[1], assume(not_(yes.concl))), factors=[val(kinds(m)) - val(x(k))]),
    )
    row = lambda m: (s(k) * val(x(k)) * total(lam(j, t(k, j)), m)).eq(
        total(lam(j, val(kinds(j)) * (s(k) * t(k, j))), m)
    )
    own = spec(
        induct(m, ar(row(ZERO)), discharge(row(m), ar(row(SUCC(m)), assume(row(m)), point, factors=[s(k)]))), types
    )
    one_ = ar((s(k) * val(x(k))).eq(total(lam(j, val(kinds(j)) * (s(k) * t(k, j))), types)), own, at(once, x(k)),
              factors=[s(k) * val(x(k))])  # fmt: skip
    f = lambda k, j: val(kinds(j)) * (s(k) * t(k, j))
    rows = lambda n: total(lam(k, s(k) * val(x(k))), n)
    hist_ = lambda n, j: total(lam(k, s(k) * t(k, j)), n)
    claim = lambda n: rows(n).eq(total(lam(j, val(kinds(j)) * hist_(n, j)), types))
    add = lambda e: total(lam(j, val(kinds(j)) * (hist_(m, j) + s(m) * t(m, j))), e).eq(
        total(lam(j, val(kinds(j)) * hist_(m, j)), e) + total(lam(j, f(m, j)), e))  # fmt: skip
    e = var("e", N)
    add_ = spec(induct(e, ar(add(ZERO)), discharge(add(e), ar(add(SUCC(e)), assume(add(e))))), types)
    nil = lambda e: total(lam(j, val(kinds(j)) * hist_(ZERO, j)), e).eq(0)
    nil_ = spec(induct(e, ar(nil(ZERO)), discharge(nil(e), ar(nil(SUCC(e)), assume(nil(e))))), types)
    one_m = spec(gen(k, one_), m)
    step = ar(claim(SUCC(m)), assume(claim(m)), add_, one_m)
    th = spec(induct(m, ar(claim(ZERO), nil_), discharge(claim(m), step)), n)
    return ar(means_are_functions_of_the_histogram.conclusion, th, factors=[INV(num(T))])


@theorem(place="Sampled means", claims="copies-of-every-level-hide-a-record")
def copies_of_every_level_hide_a_record(
    E: Odds, n: Nat, T: Nat, val: Fun(X, R), kinds: Fun(N, X), types: Nat, x: Fun(N, X), m: Real
):
    """If every level occurs m times at least, E (m - T) >= m, the mean of T of n drawn records loses nothing at x.

    Each type is listed once among the kinds; n + 1 and T + 1 stand for n and T.
    """
    once = each(X, lambda v: total(lambda j: truth(eq(v, kinds(j))), types).eq(1))
    return implies(
        num(T) <= num(n), once, each(X, lambda v: m <= call("count_in", SUCC(n), x, v)), m <= E * (m - num(SUCC(T))),
        greatest_loss(near_of(SUCC(n)), mean_of_drawn(n, T, val), E, x).eq(0),
    )  # fmt: skip


@copies_of_every_level_hide_a_record.proof
def _(E, n, T, val, kinds, types, x, m, e1, le, once, many, enough):
    n1, T1 = SUCC(n), SUCC(T)
    near, M, K, e0 = near_of(n1), hist_of(n, T), mean_of_drawn(n, T, val), ar(real(0) <= E, e1)
    ue, ie = positive(E, e1)
    H = lambda v: call("count_in", n1, x, v)
    theta = 1 - INV(E)
    t0 = ar(real(0) <= theta, ue, ie, e1, hints=[(1, 2)])
    share = ar(
        num(T1) <= theta * m, ar(INV(E) * m <= INV(E) * (E * (m - num(T1))), enough, ie), ue, factors=[m, num(T1)]
    )
    big = ar(num(T1) <= theta * H(v), share, ar(theta * m <= theta * H(v), spec(many, v), t0))
    rare = assume(few_of(E, n, T, x, v))
    none = gen(v, discharge(rare.concl, absurd(contradiction(rare, big), rate_of(n, T) <= 0)))
    zero = ar(real(0) <= 0)
    H_ = assume(near(x, ys))
    pair = use(losses_without_a_rare_type(E, n, T, x, ys, 0), e1, zero, le, H_, none)
    hv, fr = var("h", fn(X, R)), var("f", fn(R, R))
    phi = lam(hv, total(lam(j, val(kinds(j)) * hv(kinds(j))), types) * INV(num(T1)))
    chan = lam(hv, point(phi(hv)))
    sure = same(gen(hv, same(certain(phi(hv)), law(point(phi(hv))))), channel(chan))
    U = uniform_subset(n1, T1)

    def as_mean(z):
        """The law of the mean is that of the level sums of the histogram."""
        own = use(means_are_functions_of_the_histogram(n1, T1, val, kinds, types, z, S_), once)
        s, t = binary(own.concl, "eq")
        row = subst(own, refl(fr(s)), lambda w: fr(s).eq(fr(w)))
        th = under(row, S_, U)
        th = same(th, K(z)(fr).eq(bind(M(z), chan)(fr)))
        return same(ext(fr, th), eq(K(z), bind(M(z), chan)))

    lM = hist_laws(n, T, le)

    def moved(z, w, th):
        th = use(post_processing(E, 0, M(z), M(w), chan, A=fn(X, R), B="R"), spec(lM, z), spec(lM, w), sure, th)
        th = subst(symmetric(as_mean(z)), same(th, close(E, 0, bind(M(z), chan), bind(M(w), chan))),
                   lambda P: close(E, 0, P, bind(M(w), chan)))  # fmt: skip
        return subst(symmetric(as_mean(w)), th, lambda P: close(E, 0, K(z), P))

    both = conj(moved(x, ys, left(pair)), moved(ys, x, right(pair)))
    _, lK = mean_laws(n, T, val, le)
    least = right(use(greatest_loss_is_least(near, K, E, x, X=DB, A="R"), lK, e0))
    top = use(at(least, 0), zero, gen(ys, discharge(H_.concl, both)))
    low = use(fact("greatest_losses_are_not_negative", near, K, E, x, X=DB, A="R"), lK, e0)
    loss = greatest_loss(near, K, E, x)
    return use(ax("antisymmetry", loss, 0), top, same(low, real(0) <= loss))


@theorem(place="smoothed-dp, Figure 2", claims="the-dashed-line-of-the-figure-is-the-sampling-rate")
def largest_loss_of_sampled_means_is_the_rate(E: Odds, n: Nat, T: Nat, val: Fun(X, R), a: X, b: X):
    """With two levels the largest greatest loss of the mean of T of n records is T/n, as that of the histogram.

    Where record 0 alone is above the lowest level, that of b, the mean is above it exactly if record 0 is sampled.
    """
    near, M, rate = near_of(SUCC(n)), mean_of_drawn(n, T, val), rate_of(n, T)
    loss = lambda x: greatest_loss(near, M, E, x)
    shown = lambda x: greatest_loss(near, hist_of(n, T), E, x)
    lone = call("cons", a, function(N, lambda k: b))
    above = lambda S: below(val(b), call("sample_mean", SUCC(T), SUCC(n), val, S, lone))
    size = lambda S: total(lambda k: truth(S(k)), SUCC(n))
    seen = each(Fun(N, o), lambda S: implies(
        size(S).eq(num(SUCC(T))), implies(above(S), S(ZERO)) & implies(S(ZERO), above(S))))  # fmt: skip
    return implies(
        num(T) <= num(n), below(val(b), val(a)),
        seen & each(DB, lambda x: loss(x) <= rate) & loss(lone).eq(rate) & (
            each(DB, lambda x: shown(x) <= rate) & some(DB, lambda x: shown(x).eq(rate))),
    )  # fmt: skip


@largest_loss_of_sampled_means_is_the_rate.proof
def _(E, n, T, val, a, b, e1, le, apart):
    n1, T1 = SUCC(n), SUCC(T)
    near, M, rate, e0 = near_of(n1), mean_of_drawn(n, T, val), rate_of(n, T), ar(real(0) <= E, e1)
    y = lam(k, b)
    x = call("cons", a, y)
    lW, lM = mean_laws(n, T, val, le)
    n0, t0 = (spec(numbers_are_not_negative.thm, w) for w in (n, T))
    _, i0 = positive(num(n1), ar(real(1) <= num(n1), n0))
    ut, it = positive(num(T1), ar(real(1) <= num(T1), t0))
    r0 = ar(real(0) <= rate, t0, i0, hints=[(0, 1)])
    private_ = use(
        sampling_without_replacement(E, n, T, own_mean(n, T, val), A="R"),
        e1,
        le,
        sample_means_see_only_the_drawn(n, T, val),
    )
    turn = gen(xs, gen(ys, spec(neighbours_are_symmetric.thm, n1, xs, ys)))
    all_ = mp(left(use(privacy_is_bounded_greatest_loss(near, M, E, rate, X=DB, A="R"), lM, e0, r0, turn)), private_)
    # the mean of x is val(b) + S(0) (val(a) - val(b))/T on sets of T places, that of y is val(b)
    U, A_, B_ = ind(S_), val(a), val(b)
    s = lambda z, u: total(lam(k, u(k) * val(z(k))), n1)
    front = lambda f: right(spec(products_from_the_front(f), n))
    mean = lambda z, u: s(z, u) * INV(num(T1))
    size = assume(size_of(U, n1).eq(num(T1)))
    rest = lambda m: total(lam(k, U(SUCC(k)) * B_), m).eq(B_ * total(lam(k, U(SUCC(k))), m))
    rest_ = spec(sums(rest), n)
    low = lambda m: total(lam(k, U(k) * B_), m).eq(B_ * size_of(U, m))
    low_ = spec(sums(low), n1)
    fx = same(front(lam(k, U(k) * val(x(k)))), s(x, U).eq(total(lam(k, U(SUCC(k)) * B_), n) + U(ZERO) * A_))
    fs = same(front(lam(k, U(k))), size_of(U, n1).eq(total(lam(k, U(SUCC(k))), n) + U(ZERO)))
    of_x = ar(mean(x, U).eq(B_ + U(ZERO) * (A_ - B_) * INV(num(T1))), fx, fs, rest_, size, ut,
              factors=[INV(num(T1)), B_ * INV(num(T1)), B_])  # fmt: skip
    of_y = ar(mean(y, U).eq(B_), low_, size, ut, factors=[INV(num(T1)), B_ * INV(num(T1)), B_])
    up_ = lambda z, u: below(B_, mean(z, u))
    weak = use(ax("total", A_, B_), apart)
    drawn_, out = assume(S_(ZERO)), assume(not_(S_(ZERO)))
    no = assume(mean(x, U) <= B_)
    gap = ar(
        (A_ - B_) * INV(num(T1)) <= 0, no, of_x, use(decided(S_(ZERO))[0], drawn_), factors=[(A_ - B_) * INV(num(T1))]
    )
    bad = ar(A_ <= B_, ar(num(T1) * ((A_ - B_) * INV(num(T1))) <= 0, gap, t0), ut, factors=[A_ - B_])
    yes_x = same(refuting(no.concl, contradiction(apart, bad)), up_(x, U))
    had = assume(up_(x, U))
    stay = ar(mean(x, U) <= B_, of_x, use(decided(S_(ZERO))[1], out), factors=[(A_ - B_) * INV(num(T1))])
    only = cases(S_(ZERO), drawn_, absurd(contradiction(had, stay), S_(ZERO)))
    seen_ = gen(S_, discharge(size.concl, conj(discharge(had.concl, only), discharge(drawn_.concl, yes_x))))
    # the event that the mean is above the lowest level
    F, G, zero = (lam(u, truth(up_(x, u))), lam(u, u(ZERO)), lam(u, real(0)))
    here = cases(
        S_(ZERO),
        ar(F(U).eq(G(U)), use(decided(up_(x, U))[0], yes_x), use(decided(S_(ZERO))[0], drawn_)),
        ar(
            F(U).eq(G(U)),
            use(decided(up_(x, U))[1], refuting(had.concl, contradiction(had, stay))),
            use(decided(S_(ZERO))[1], out),
        ),
    )
    first = use(only_sets_of_their_size_count(n1, T1, F, G), gen(S_, discharge(size.concl, here)))
    Fy = lam(u, truth(up_(y, u)))
    had_y = assume(up_(y, U))
    none = use(decided(up_(y, U))[1], refuting(had_y.concl, contradiction(had_y, ar(mean(y, U) <= B_, of_y))))
    second = use(
        only_sets_of_their_size_count(n1, T1, Fy, zero), gen(S_, discharge(size.concl, same(none, Fy(U).eq(zero(U)))))
    )
    nil = Draws(n1, T1).linear(S_, real(0))
    loss = lambda x: greatest_loss(near, M, E, x)
    pair = left(use(greatest_loss_is_least(near, M, E, x, X=DB, A="R"), lM, e0))
    there = left(use(at(pair, y), neighbours_there(n, a, y, y)))
    v_ = var("r", "R")
    event = lam(v_, below(B_, v_))
    th = use(
        closeness_of_events(E, loss(x), M(x), M(y), event, A="R"),
        spec(lM, x),
        spec(lM, y),
        same(there, close(E, loss(x), M(x), M(y))),
    )
    C = subsets(n1, T1, one)
    at_least = ar(rate <= loss(x), th, first, second, nil, chance_of_a_place(n, T, le), factors=[INV(C), E * INV(C)])
    equal = use(ax("antisymmetry", loss(x), rate), spec(all_, x), at_least)
    equal_types = assume(eq(b, a))
    level = subst(equal_types, refl(B_), lambda w: B_.eq(val(w)))
    two = refuting(equal_types.concl, contradiction(apart, ar(A_ <= B_, level)))
    also = use(worst_case_loss_is_the_sampling_rate(E, n, T, a, b), e1, le, two)
    end = binary(largest_loss_of_sampled_means_is_the_rate.conclusion, "and")
    head_ = binary(binary(end[0], "and")[0], "and")[0]
    return conj(conj(conj(same(seen_, head_), all_), equal), same(also, end[1]))


# ---- the mean of a count -------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. E.1, step 1", claims="mean-of-a-hypergeometric-count")
def mean_of_a_hypergeometric_count(n: Nat, T: Nat, x: Fun(N, X), v: X, a: Nat, h: Nat, b: Nat, k: Nat):
    """The number of drawn records of a type has the mean H T/n, H of n being of the type (n + 1 and T + 1 for n, T).

    Each count times its probability is H T/n times that of a count, a record and a draw fewer (a + 1, h + 1 for H, h).
    """
    H, mean = call("count_in", SUCC(n), x, v), uniform_subset(SUCC(n), SUCC(T))
    drawn_ = function(fn(N, o), lambda S: call("histogram", SUCC(n), S, x, v))
    fewer = over(choose(a, h) * choose(b, k), choose(n, T))
    term_ = (num(SUCC(h)) * over(choose(SUCC(a), SUCC(h)) * choose(b, k), choose(SUCC(n), SUCC(T)))).eq(
        num(SUCC(a)) * rate_of(n, T) * fewer)  # fmt: skip
    return implies(num(T) <= num(n), mean(drawn_).eq(H * rate_of(n, T))) & implies(below(0, choose(n, T)), term_)


@mean_of_a_hypergeometric_count.proof
def _(n, T, x, v, a, h, b, k):
    whole, last = binary(mean_of_a_hypergeometric_count.conclusion, "and")
    le, some_ = assume(num(T) <= num(n)), assume(below(0, choose(n, T)))
    first = discharge(le.concl, mean_of_drawn_count(n, T, x, v, le, binary(whole, "implies")[1]))
    nu, _ = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), spec(numbers_are_not_negative.thm, n)))
    tu, _ = positive(num(SUCC(T)), ar(real(1) <= num(SUCC(T)), spec(numbers_are_not_negative.thm, T)))
    uc, _ = positive(choose(n, T), some_)
    one_, two = (left(spec(binomials_of_neighbours(p), q)) for p, q in ((a, h), (n, T)))
    C1 = choose(SUCC(n), SUCC(T))
    none = assume(C1.eq(0))
    zero = ar(choose(n, T) <= 0, none, at(binomials_are_not_negative.thm, n, SUCC(T)))
    u1 = inverse(C1, refuting(none.concl, contradiction(some_, zero)))
    i1 = ar(
        INV(C1).eq(num(SUCC(T)) * INV(num(SUCC(n))) * INV(choose(n, T))),
        two,
        nu,
        uc,
        u1,
        factors=[
            INV(C1) * INV(num(SUCC(n))) * INV(choose(n, T)),
            INV(C1) * choose(n, T) * INV(choose(n, T)),
            INV(C1),
            num(SUCC(T)) * INV(num(SUCC(n))) * INV(choose(n, T)),
        ],
    )
    R_ = choose(b, k) * INV(C1)
    return conj(
        first,
        discharge(
            some_.concl,
            ar(binary(last, "implies")[1], one_, i1, factors=[R_, num(SUCC(a)) * choose(a, h) * choose(b, k)]),
        ),
    )


def mean_of_drawn_count(n, T, x, v, le, goal):
    """The mean of the number of drawn records of a type."""
    k_ = k
    n1, T1, U = SUCC(n), SUCC(T), ind(S_)
    L, t = Draws(n1, T1), lambda k: truth(eq(x(k), v))
    C, unit_, i0, _ = sample_laws(n1, T1, ar(num(T1) <= num(n1), le))
    nu, _ = positive(num(n1), ar(real(1) <= num(n1), spec(numbers_are_not_negative.thm, n)))
    inside = assume(among(n1, j))
    facts = lambda n, T: parts(at(number_of_sets.thm, n, T))
    held = at(mp(at(sets_with_a_place(j), n), inside), T)
    D = lambda j: draws(n1, T1, lam(u, u(j)))
    each_ = ar((num(n1) * D(j)).eq(num(T1) * C), held, facts(n, T)[0], factors=[num(n1)])
    row = lambda m: draws(n1, T1, lam(u, drawn_of(m, u, x, v))).eq(total(lam(k_, t(k_) * D(k_)), m))
    lines = [L.linear(S_, drawn_of(SUCC(m), U, x, v)), L.linear(S_, drawn_of(m, U, x, v) + U(m) * t(m))]
    step = ar(row(SUCC(m)), assume(row(m)), *lines)
    whole = spec(induct(m, ar(row(ZERO), L.linear(S_, drawn_of(ZERO, U, x, v))), discharge(row(m), step)), n1)
    q = num(T1) * C * INV(num(n1))
    one_ = ar((t(j) * D(j)).eq(t(j) * q), each_, nu, factors=[t(j) * INV(num(n1)), t(j) * D(j)])
    alike = use(
        at(sums_of_equal_terms(lam(k_, t(k_) * D(k_)), lam(k_, t(k_) * q)), n1), gen(j, discharge(inside.concl, one_))
    )
    scale = spec(sums(lambda m: total(lam(k_, t(k_) * q), m).eq(total(lam(k_, t(k_)), m) * q)), n1)
    return ar(goal, whole, alike, scale, unit_,
              factors=[INV(C), total(lam(k_, t(k_)), n1) * num(T1) * INV(num(n1))])  # fmt: skip
