"""Facts of the lecture and of its corrections: counts and norms, groups, coins that are known, densities, chords."""

from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.displays_of_the_lecture import *
from sdp_proofs.logic.theories.entropies import exp_is_positive, inverse_is_positive, quotient, strict, tangent
from sdp_proofs.logic.theories.failures import *
from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.vocabulary import *

a, x, y = var("a", A), var("x", X), var("y", X)
i, j, k, n = (var(name, N) for name in ("i", "j", "k", "n"))
r_ = var("r", R)


def summed_up(claim, step, d):
    """claim(d) by induction: the step at place n from a fact for every place k."""
    return spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(gen(k, step), n)))), d
    )


# ---- counts and norms ----------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Setting, size", claims="the-size-of-a-dataset-is-its-norm")
def size_of_a_dataset_is_its_norm(D: Fun(N, N), m: Nat):
    """The sum of the counts of m values is the l1 norm of the histogram, as counts are not negative."""
    return total(lambda k: num(D(k)), m).eq(total(lambda k: dist(num(D(k)), 0), m))


@size_of_a_dataset_is_its_norm.proof
def _(D, m):
    c = num(D(k))
    step = algebra(c.eq(dist(c, 0)), spec(numbers_are_not_negative.thm, D(k)))
    return summed_up(lambda n: total(lam(k, c), n).eq(total(lam(k, dist(c, 0)), n)), step, m)


@theorem
def different_numbers_are_one_apart(j: Nat):
    """Natural numbers that differ are at least 1 apart."""
    return each(N, lambda k: implies(not_(eq(j, k)), real(1) <= dist(num(j), num(k))))


@different_numbers_are_one_apart.proof
def _(j):
    j_, j = j, var("m", N)
    goal = lambda j, k: implies(not_(eq(j, k)), real(1) <= dist(num(j), num(k)))
    claim = lambda j: forall(k, goal(j, k))
    nat = lambda v: spec(numbers_are_not_negative.thm, v)
    gap = lambda s, t, *facts: ar(real(1) <= dist(num(s), num(t)), ax("max_left", num(s) - num(t), num(t) - num(s)),
                                  ax("max_right", num(s) - num(t), num(t) - num(s)), *facts)  # fmt: skip
    zero = assume(not_(eq(ZERO, ZERO)))
    z0 = discharge(zero.concl, absurd(contradiction(zero, refl(ZERO)), real(1) <= dist(num(ZERO), num(ZERO))))
    up = assume(not_(eq(ZERO, SUCC(k))))
    zs = discharge(up.concl, gap(ZERO, SUCC(k), nat(k)))
    base = induct(k, z0, discharge(goal(ZERO, k), zs))
    hyp = assume(claim(j))
    down = assume(not_(eq(SUCC(j), ZERO)))
    s0 = discharge(down.concl, gap(SUCC(j), ZERO, nat(j)))
    other = assume(not_(eq(SUCC(j), SUCC(k))))
    equal = assume(eq(j, k))
    apart = refuting(equal.concl, contradiction(other, subst(equal, refl(SUCC(j)), lambda v: eq(SUCC(j), SUCC(v)))))
    old = use(spec(hyp, k), apart)
    same_ = ar(
        dist(num(SUCC(j)), num(SUCC(k))) >= dist(num(j), num(k)),
        use(
            ax("max_least", num(j) - num(k), num(k) - num(j), dist(num(SUCC(j)), num(SUCC(k)))),
            ar(
                num(j) - num(k) <= dist(num(SUCC(j)), num(SUCC(k))),
                ax("max_left", num(SUCC(j)) - num(SUCC(k)), num(SUCC(k)) - num(SUCC(j))),
            ),
            ar(
                num(k) - num(j) <= dist(num(SUCC(j)), num(SUCC(k))),
                ax("max_right", num(SUCC(j)) - num(SUCC(k)), num(SUCC(k)) - num(SUCC(j))),
            ),
        ),
    )
    ss = discharge(other.concl, ar(real(1) <= dist(num(SUCC(j)), num(SUCC(k))), old, same_))
    step = induct(k, s0, discharge(goal(SUCC(j), k), ss))
    return spec(induct(j, base, discharge(hyp.concl, step)), j_)


@theorem(place="dp-lecture, Setting, neighbours", claims="neighbours-differ-in-one-record")
def neighbours_differ_in_one_record(D: Fun(N, N), F: Fun(N, N), m: Nat):
    """At most d counts differ at the l1 distance d; for neighbours, d <= 1, one of them at most, and by one record."""
    distance = total(lambda k: dist(num(D(k)), num(F(k))), m)
    differ = total(lambda k: truth(not_(eq(D(k), F(k)))), m)
    by_one = each(N, lambda k: implies(among(m, k), not_(eq(D(k), F(k))), dist(num(D(k)), num(F(k))).eq(1)))
    return (differ <= distance) & implies(distance <= 1, (differ <= 1) & by_one)


@neighbours_differ_in_one_record.proof
def _(D, F, m):
    w = not_(eq(D(k), F(k)))
    d = dist(num(D(k)), num(F(k)))
    d0 = ar(real(0) <= d, ax("max_left", num(D(k)) - num(F(k)), num(F(k)) - num(D(k))),
            ax("max_right", num(D(k)) - num(F(k)), num(F(k)) - num(D(k))))  # fmt: skip
    yes, no = assume(w), assume(not_(w))
    apart = use(spec(different_numbers_are_one_apart(D(k)), F(k)), yes)
    step = cases(w, ar(truth(w) <= d, apart, decided(w)[3]), ar(truth(w) <= d, use(decided(w)[1], no), d0))
    sums = lambda n: total(lam(k, d), n)
    first = summed_up(lambda n: total(lam(k, truth(w)), n) <= sums(n), step, m)
    near = assume(sums(m) <= 1)
    # a member of a sum of distances is at most the sum
    member = lambda n: forall(k, implies(among(n, k), d <= sums(n)))
    low = lambda n: (real(0) <= sums(n)) & member(n)
    hyp = assume(low(n))
    nobody = assume(among(ZERO, k))
    base = conj(ar(real(0) <= sums(ZERO)), gen(k, discharge(nobody.concl, absurd(nobody, d <= sums(ZERO)))))
    dn = spec(gen(k, d0), n)
    in_ = assume(among(SUCC(n), k))
    old, last = assume(among(n, k)), assume(eq(k, n))
    one = ar(d <= sums(SUCC(n)), use(spec(right(hyp), k), old), dn)
    two = subst(
        symmetric(last),
        ar(spec(gen(k, d0), n).concl.parts[1] <= sums(SUCC(n)), left(hyp)),
        lambda v: dist(num(D(v)), num(F(v))) <= sums(SUCC(n)),
    )
    step_ = gen(k, discharge(in_.concl, split(same(in_, or_(among(n, k), eq(k, n))), one, two)))
    all_ = spec(induct(n, base, discharge(hyp.concl, conj(ar(real(0) <= sums(SUCC(n)), left(hyp), dn), step_))), m)
    inside_ = assume(among(m, k))
    top = use(spec(right(all_), k), inside_)
    exact = use(ax("antisymmetry", d, 1), ar(d <= 1, top, near), apart)
    by_one = gen(k, discharge(inside_.concl, discharge(yes.concl, exact)))
    goal = total(lam(k, truth(w)), m) <= 1
    return conj(first, discharge(near.concl, conj(ar(goal, first, near), by_one)))


@theorem(place="dp-lecture, Sensitivity, quiz", claims="sensitivity-of-counts-of-one-person-each")
def sensitivity_of_counts_of_one_person_each(K: Nat, i: Nat):
    """A person in one of K counts changes their vector by 1 in the l1 norm, and by a square of 1 in the l2 norm."""
    change = lambda k: truth(eq(k, i))
    one, two = total(lambda k: dist(change(k), 0), K), total(lambda k: change(k) * change(k), K)
    return implies(among(K, i), one.eq(1) & two.eq(1))


@sensitivity_of_counts_of_one_person_each.proof
def _(K, i, in_):
    t = truth(eq(k, i))
    s1, s0, low, high = decided(eq(k, i))
    yes, no = assume(eq(k, i)), assume(not_(eq(k, i)))
    goal = (t * t).eq(t)
    square = cases(yes.concl, ar(goal, use(s1, yes), factors=[t, real(1)]), ar(goal, use(s0, no), factors=[t, real(1)]))
    size = algebra(dist(t, 0).eq(t), low)
    whole = to(use(right(spec(one_place_in_n(i), K)), in_), total(lam(k, t), K).eq(1))
    one = summed_up(lambda n: total(lam(k, dist(t, 0)), n).eq(total(lam(k, t), n)), size, K)
    two = summed_up(lambda n: total(lam(k, t * t), n).eq(total(lam(k, t), n)), square, K)
    return conj(ar(total(lam(k, dist(t, 0)), K).eq(1), one, whole), ar(total(lam(k, t * t), K).eq(1), two, whole))


@theorem(place="dp-lecture, Gaussian mechanism, sensitivity", claims="sensitivities-in-both-norms")
def sensitivities_in_both_norms(v: Fun(N, R), c: Real):
    """The squared l2 norm is at most the squared l1 norm, that at most K times it, with equality for equal entries."""
    one, two = lambda n: total(lambda k: dist(v(k), 0), n), lambda n: total(lambda k: v(k) * v(k), n)
    equal = each(N, lambda k: dist(v(k), 0).eq(c))
    return each(N, lambda n: ((two(n) <= one(n) * one(n)) & (one(n) * one(n) <= num(n) * two(n))) & implies(
        equal, (one(n) * one(n)).eq(num(n) * two(n))))  # fmt: skip


@sensitivities_in_both_norms.proof
def _(v, c):
    d = dist(v(k), 0)
    d0 = ar(real(0) <= d, ax("max_left", v(k) - 0, 0 - v(k)), ax("max_right", v(k) - 0, 0 - v(k)))
    square = algebra((d * d).eq(v(k) * v(k)))
    one, two = (lambda n: total(lam(k, d), n)), (lambda n: total(lam(k, v(k) * v(k)), n))
    # (sum d)^2 <= n sum d^2, by 0 <= sum (d - t)^2 for the mean t: here n t^2 - 2 t sum d + sum d^2 >= 0 for all t
    t = var("t", R)
    line = lambda n: real(0) <= num(n) * (t * t) - 2 * t * one(n) + two(n)
    gap = ar(real(0) <= (d - t) * (d - t), squares=[d - t])
    gap = ar(real(0) <= t * t - 2 * t * d + v(k) * v(k), gap, square)
    every = induct(n, ar(line(ZERO)), discharge(line(n), ar(line(SUCC(n)), assume(line(n)), spec(gen(k, gap), n))))
    claim = lambda n: (real(0) <= one(n)) & (two(n) <= one(n) * one(n))
    hyp = assume(claim(n))
    dn, sn = spec(gen(k, d0), n), spec(gen(k, square), n)
    nexts = conj(ar(real(0) <= one(SUCC(n)), left(hyp), dn),
                 ar(two(SUCC(n)) <= one(SUCC(n)) * one(SUCC(n)), right(hyp), sn, ar(
                     real(0) <= one(n) * dist(v(n), 0), left(hyp), dn)))  # fmt: skip
    low = spec(
        induct(n, conj(ar(real(0) <= one(ZERO)), ar(two(ZERO) <= one(ZERO) * one(ZERO))), discharge(hyp.concl, nexts)),
        n,
    )
    n0 = spec(numbers_are_not_negative.thm, n)
    # for n >= 1 at t = sum d/n; for n = 0 both sides are 0
    high = lambda n: one(n) * one(n) <= num(n) * two(n)
    m = SUCC(n)
    um, im = positive(num(m), ar(real(1) <= num(m), n0))
    at_ = spec(gen(t, spec(every, m)), one(m) * INV(num(m)))
    mean = ar(
        high(m),
        ar(
            real(0)
            <= num(m)
            * (num(m) * (one(m) * INV(num(m)) * (one(m) * INV(num(m)))) - 2 * (one(m) * INV(num(m))) * one(m) + two(m)),
            at_,
            ar(real(0) <= num(m), n0),
        ),
        um,
        factors=[one(m) * one(m), one(m) * one(m) * num(m) * INV(num(m))],
    )
    top = spec(induct(n, ar(high(ZERO)), discharge(high(n), mean)), n)
    equal = assume(forall(k, d.eq(c)))
    ones, twos = (lambda n: one(n).eq(num(n) * c)), (lambda n: two(n).eq(num(n) * (c * c)))
    e1 = spec(induct(n, ar(ones(ZERO)), discharge(ones(n), ar(ones(SUCC(n)), assume(ones(n)), spec(equal, n)))), n)
    en = ar((v(n) * v(n)).eq(c * c), sn, spec(equal, n), factors=[dist(v(n), 0), c])
    e2 = spec(induct(n, ar(twos(ZERO)), discharge(twos(n), ar(twos(SUCC(n)), assume(twos(n)), en))), n)
    last = ar((one(n) * one(n)).eq(num(n) * two(n)), e1, e2, factors=[one(n), num(n), num(n) * c])
    return gen(n, conj(conj(right(low), top), discharge(equal.concl, last)))


@theorem(place="Finite sums", claims="a-maximum-is-what-bounds-every-member")
def maximum_is_what_bounds_every_member(x: Fun(N, R), p: Fun(N, Nonneg), c: Real, n: Nat):
    """The largest of x(0), ..., x(n) is at most c exactly if the excesses add up to 0, or no member exceeds c."""
    most, excess = largest(x, n), total(lambda k: MAX(0, x(k) - c), SUCC(n))
    members = each(N, lambda k: implies(among(SUCC(n), k), x(k) <= c))
    mean = total(lambda k: p(k) * x(k), SUCC(n))
    return (
        (implies(most <= c, members) & implies(members, most <= c))
        & (implies(most <= c, excess.eq(0)) & implies(excess.eq(0), most <= c))
    ) & implies(total(p, SUCC(n)).eq(1), mean <= most)


@maximum_is_what_bounds_every_member.proof
def _(x, p, c, n, p0):
    most, m = largest(x, n), SUCC(n)
    top = spec(use(largest_is_least_bound(x, real(1), c), ar(real(0) <= 1)), n)
    least_, above = left(top), right(top)
    over_c = lambda k: MAX(0, x(k) - c)
    members = forall(k, implies(among(m, k), x(k) <= c))
    small, all_ = assume(most <= c), assume(members)
    in_ = assume(among(m, k))
    one = discharge(small.concl, gen(k, discharge(in_.concl, ar(x(k) <= c, use(spec(above, k), in_), small))))
    scaled = gen(k, discharge(in_.concl, ar(real(1) * x(k) <= c, use(spec(all_, k), in_))))
    two = discharge(all_.concl, ar(most <= c, use(least_, scaled)))
    excess = lambda j: total(lam(k, over_c(k)), j)
    # no excess where no member exceeds
    inside_ = lambda j: forall(k, implies(among(j, k), x(k) <= c))
    none = lambda j: implies(inside_(j), excess(j).eq(0))
    j = var("j", N)
    H0, hyp, H = assume(inside_(ZERO)), assume(none(j)), assume(inside_(SUCC(j)))
    old = assume(among(j, k))
    among_ = lambda k, th: same(either(among(j, k), eq(k, j), th), among(SUCC(j), k))
    before = mp(hyp, gen(k, discharge(old.concl, use(spec(H, k), among_(k, old)))))
    here = use(spec(H, j), among_(j, refl(j)))
    zero = use(ax("max_least", 0, x(j) - c, 0), ar(real(0) <= 0), ar(x(j) - c <= 0, here))
    flat = use(ax("antisymmetry", over_c(j), 0), zero, ax("max_left", 0, x(j) - c))
    step = discharge(hyp.concl, discharge(H.concl, ar(excess(SUCC(j)).eq(0), before, flat)))
    nothing = spec(induct(j, discharge(H0.concl, ar(excess(ZERO).eq(0))), step), m)
    three = discharge(small.concl, mp(nothing, mp(one, small)))
    # a member exceeds c by at most the sum of the excesses
    low = lambda j: (real(0) <= excess(j)) & forall(k, implies(among(j, k), x(k) - c <= excess(j)))
    hyp = assume(low(j))
    nobody = assume(among(ZERO, k))
    base = conj(ar(real(0) <= excess(ZERO)), gen(k, discharge(nobody.concl, absurd(nobody, x(k) - c <= excess(ZERO)))))
    e0, e1 = ax("max_left", 0, x(j) - c), ax("max_right", 0, x(j) - c)
    more, last = assume(among(SUCC(j), k)), assume(eq(k, j))
    first = ar(x(k) - c <= excess(SUCC(j)), use(spec(right(hyp), k), old), e0)
    final = subst(
        symmetric(last), ar(x(j) - c <= excess(SUCC(j)), left(hyp), e1), lambda v: x(v) - c <= excess(SUCC(j))
    )
    nexts = conj(
        ar(real(0) <= excess(SUCC(j)), left(hyp), e0),
        gen(k, discharge(more.concl, split(same(more, or_(among(j, k), eq(k, j))), first, final))),
    )
    every = right(spec(induct(j, base, discharge(hyp.concl, nexts)), m))
    gone = assume(excess(m).eq(0))
    four = discharge(gone.concl, mp(two, gen(k, discharge(in_.concl, ar(x(k) <= c, use(spec(every, k), in_), gone)))))
    # means
    mean, weight = (lambda j: total(lam(k, p(k) * x(k)), j)), (lambda j: total(p, j))
    claim = lambda j: implies(forall(k, implies(among(j, k), x(k) <= most)), mean(j) <= weight(j) * most)
    G0, hyp = assume(forall(k, implies(among(ZERO, k), x(k) <= most))), assume(claim(j))
    G = assume(forall(k, implies(among(SUCC(j), k), x(k) <= most)))
    before = mp(hyp, gen(k, discharge(old.concl, use(spec(G, k), among_(k, old)))))
    here = use(spec(G, j), among_(j, refl(j)))
    add = ar(mean(SUCC(j)) <= weight(SUCC(j)) * most, before, ar(p(j) * x(j) <= p(j) * most, here, spec(p0, j)))
    sums = spec(
        induct(
            j, discharge(G0.concl, ar(mean(ZERO) <= weight(ZERO) * most)), discharge(hyp.concl, discharge(G.concl, add))
        ),
        m,
    )
    sums = mp(sums, gen(k, discharge(in_.concl, ar(x(k) <= most, use(spec(above, k), in_)))))
    unit_ = assume(weight(m).eq(1))
    five_ = discharge(unit_.concl, ar(mean(m) <= most, sums, unit_, factors=[most]))
    return conj(conj(conj(one, two), conj(three, four)), five_)


# ---- groups --------------------------------------------------------------------------------------------------------
def lost(E, d, n):
    """The loss d (1 + E + ... + E^(n - 1)) of n steps."""
    return d * total(power(E), n)


@theorem(place="dp-lecture, Group privacy, theorem", claims="the-best-delta-of-a-group")
def best_delta_of_a_group(E: Odds, d: Nonneg, K: Nat, F: Real, k: Real):
    """Answers 1 with chance p = d (E^K - 1)/(E - 1) at K records: private from K to K + 1 up to p = (1 - d)/(1 + E)."""
    answer = lambda n: coin(1 - lost(E, d, n))
    p = lost(E, d, K)
    small = p * (1 + E) <= 1 - d
    steps_ = close(E, d, answer(K), answer(SUCC(K))) & close(E, d, answer(SUCC(K)), answer(K))
    whole = implies(close(F, k, answer(K), answer(ZERO)), p <= k)
    first = (p * (E - 1)).eq((power(E, K) - 1) * d) & lost(E, d, SUCC(K)).eq(E * p + d)
    return (first & (lost(E, d, ZERO).eq(0) & (real(0) <= p))) & (implies(small, steps_) & whole)


@best_delta_of_a_group.proof
def _(E, d, K, F, k, e1, d0):
    p = lost(E, d, K)
    m = var("m", N)
    sums = at(sum_of_powers(E), K)
    first = ar((p * (E - 1)).eq((power(E, K) - 1) * d), sums, factors=[d])
    grow = lambda n: (total(power(E), SUCC(n))).eq(E * total(power(E), n) + 1)
    step = spec(induct(m, ar(grow(ZERO)), discharge(grow(m), ar(grow(SUCC(m)), assume(grow(m))))), K)
    second = ar(lost(E, d, SUCC(K)).eq(E * p + d), step, factors=[d])
    signs = lambda n: (real(0) <= power(E, n)) & (real(0) <= total(power(E), n))
    hyp = assume(signs(m))
    e0 = ar(real(0) <= E, e1)
    nexts = conj(
        ar(real(0) <= power(E, SUCC(m)), left(hyp), e0), ar(real(0) <= total(power(E), SUCC(m)), left(hyp), right(hyp))
    )
    t0 = right(
        spec(
            induct(
                m,
                conj(ar(real(0) <= power(E, ZERO)), ar(real(0) <= total(power(E), ZERO))),
                discharge(hyp.concl, nexts),
            ),
            K,
        )
    )
    p0 = ar(real(0) <= p, t0, d0)
    small = assume(p * (1 + E) <= 1 - d)
    q = lost(E, d, SUCC(K))
    ep = ar(real(0) <= (E - 1) * p, e1, p0)
    rest = ar(real(0) <= (E - 1) * (1 - p - p * E - d), e1, small)
    pe = ar(real(0) <= (E - 1) * (p * E), e1, ar(real(0) <= p * E, p0, e0))
    ed = ar(real(0) <= (E - 1) * d, e1, d0)
    members_of = lambda s, t: conjunction(
        ar(1 - s <= E * (1 - t) + d, second, small, ep, e1, d0, rest, pe, ed, factors=[E, real(1)]),
        ar(1 - (1 - s) <= E * (1 - (1 - t)) + d, second, small, ep, e1, d0, rest, pe, ed, ar(real(0) <= E * p, p0, e0),
           ar(real(0) <= E * (E * p), ar(real(0) <= E * p, p0, e0), e0), factors=[E, real(1)]),
        d0, ar(real(1) <= E + d, e1, d0))  # fmt: skip
    one = use(left(closeness_of_coins(E, d, 1 - p, 1 - q)), members_of(p, q))
    two = use(left(closeness_of_coins(E, d, 1 - q, 1 - p)), members_of(q, p))
    near = assume(close(F, k, coin(1 - p), coin(1 - lost(E, d, ZERO))))
    shown = parts(use(right(closeness_of_coins(F, k, 1 - p, 1 - lost(E, d, ZERO))), near))
    whole = discharge(near.concl, ar(p <= k, shown[1], factors=[F]))
    third = conj(ar(lost(E, d, ZERO).eq(0)), p0)
    return conj(conj(conj(first, second), third), conj(discharge(small.concl, conj(one, two)), whole))


@theorem(place="dp-lecture, Group privacy, not composition")
def group_privacy_differs_from_composition(E: Real, d: Real, F: Real, k: Real):
    """Two records cost (1 + E) d, which some algorithm attains, more than the 2 d of two algorithms on one record."""
    answer = lambda n: coin(1 - lost(E, d, n))
    one, two = SUCC(ZERO), SUCC(SUCC(ZERO))
    step_ = lambda m, n: close(E, d, answer(m), answer(n)) & close(E, d, answer(n), answer(m))
    private_ = implies(d * (1 + E) <= 1 - d, step_(ZERO, one) & step_(one, two))
    needed = implies(close(F, k, answer(two), answer(ZERO)), (1 + E) * d <= k)
    return implies(below(1, E), below(0, d), (private_ & needed) & below(2 * d, (1 + E) * d))


@group_privacy_differs_from_composition.proof
def _(E, d, F, k, e1, d1):
    ee, d0 = (
        ar(real(1) <= E, use(ax("total", E, 1), same(e1, not_(E <= 1)))),
        use(ax("total", d, 0), same(d1, not_(d <= 0))),
    )
    one, two = SUCC(ZERO), SUCC(SUCC(ZERO))
    small = assume(d * (1 + E) <= 1 - d)
    at_ = lambda K: use(best_delta_of_a_group(E, d, K, F, k), ee, d0)
    zero_small = ar(lost(E, d, ZERO) * (1 + E) <= 1 - d, small, ar(real(0) <= d * (1 + E), d0, ee))
    one_small = ar(lost(E, d, one) * (1 + E) <= 1 - d, small)
    first = use(left(right(at_(ZERO))), zero_small)
    second = use(left(right(at_(one))), one_small)
    near = assume(close(F, k, coin(1 - lost(E, d, two)), coin(1 - lost(E, d, ZERO))))
    needed = ar((1 + E) * d <= k, use(right(right(at_(two))), near))
    low = assume((1 + E) * d <= 2 * d)
    u, i0 = positive(d, d1)
    end = refuting(
        low.concl,
        contradiction(e1, ar(E <= 1, ar((1 + E) * d * INV(d) <= 2 * d * INV(d), low, i0), u, factors=[1 + E, real(2)])),
    )
    private_ = discharge(small.concl, conj(first, second))
    return conj(conj(private_, discharge(near.concl, needed)), same(end, below(2 * d, (1 + E) * d)))


# ---- coins that are known ------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Rules of thumb, public algorithm", claims="whoever-knows-the-noise-knows-the-answer")
def whoever_knows_the_noise_knows_the_answer(f: Real, y: Real, near: Fun(X, X, o), g: Fun(Z, X, A), E: Real, d: Real):
    """(f + y) - y is f; and given its coins an algorithm is a function, which is private only if it is constant."""
    known = each(Z, lambda z: implies(
        private(near, function(X, lambda x: point(g(z)(x))), E, d),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), eq(g(z)(x), g(z)(y)))))))  # fmt: skip
    return (f + y - y).eq(f) & implies(below(d, 1), known)


@whoever_knows_the_noise_knows_the_answer.proof
def _(f, y, near, g, E, d):
    z = var("z", Z)
    small = assume(below(d, 1))
    th = use(private_algorithms_without_coins_are_constant(near, g(z), E, d), small)
    goal = implies(private(near, lam(x, point(g(z)(x))), E, d), spine(th.concl)[1][1])
    return conj(ar((f + y - y).eq(f)), discharge(small.concl, gen(z, same(th, goal))))


def xor(m, n):
    """The sum of two bits: n where m is 0, the other face of n where it is not."""
    s, t = var("s", N), var("t", N)
    other = rec(SUCC(ZERO), lams(s, t, ZERO), n)
    return rec(n, lams(s, t, other), m)


def function_to_laws(f):
    b = var("b", N)
    return lam(b, f(b))


@theorem(place="dp-lecture, Post-processing, theorem", claims="a-function-of-the-coins-takes-the-noise-off")
def function_of_the_coins_takes_the_noise_off(E: Real, d: Real):
    """A bit xor a uniform key is uniform, whatever the bit; xor the key again it is the bit, private with no budget."""
    key, one = coin(HALF), SUCC(ZERO)
    shown = lambda x: bind(key, function_to_laws(lambda b: point(xor(x, b))))
    undone = lambda x: bind(key, function_to_laws(lambda b: point(xor(xor(x, b), b))))
    uniform = lambda x: each(Fun(N, R), lambda f: shown(x)(f).eq(coin(HALF)(f)))
    is_bit = lambda x: each(Fun(N, R), lambda f: undone(x)(f).eq(f(x)))
    hidden = close(1, 0, shown(ZERO), shown(one)) & close(1, 0, shown(one), shown(ZERO))
    return ((uniform(ZERO) & uniform(one)) & hidden) & (
        (is_bit(ZERO) & is_bit(one)) & implies(close(E, d, undone(ZERO), undone(one)), real(1) <= d)
    )


@function_of_the_coins_takes_the_noise_off.proof
def _(E, d):
    key, one = coin(HALF), SUCC(ZERO)
    f = var("f", fn(N, R))
    shown = lambda x: bind(key, function_to_laws(lambda b: point(xor(x, b))))
    undone = lambda x: bind(key, function_to_laws(lambda b: point(xor(xor(x, b), b))))
    uniform = [gen(f, ar(shown(x)(f).eq(coin(HALF)(f)))) for x in (ZERO, one)]
    bits = [gen(f, ar(undone(x)(f).eq(f(x)))) for x in (ZERO, one)]
    near = [
        for_tests(ar(shown(x)(f) <= real(1) * shown(y)(f) + 0), f, close(1, 0, shown(x), shown(y)))
        for x, y in ((ZERO, one), (one, ZERO))
    ]
    told = assume(close(E, d, undone(ZERO), undone(one)))
    g = face(1, 0)
    th = use(at(told, g), face_test(1, 0))
    last = ar(real(1) <= d, th, factors=[E])
    return conj(conj(conj(*uniform), conj(*near)), conj(conj(*bits), discharge(told.concl, last)))


@theorem(place="dp-lecture, Rules of thumb, delta", claims="with-a-small-delta-a-few-records-are-never-released")
def with_a_small_delta_a_few_records_are_never_released(d: Rate, none: X, x: Fun(N, X), n: Nat, e: Real):
    """Each of n records published with chance d: none with chance (1 - d)^n >= 1 - n d, at least 1 - e for n d <= e."""
    law_ = call("databases", none, n, function(N, lambda k: mix(d, point(x(k)), point(none))))
    quiet = function(fn(N, X), lambda r: product(function(N, lambda k: truth(eq(r(k), none))), n))
    records_ = each(N, lambda k: not_(eq(x(k), none)))
    return implies(
        records_, law_(quiet).eq(power(1 - d, n)) & ((1 - num(n) * d <= power(1 - d, n)) & implies(
            num(n) * d <= e, 1 - e <= power(1 - d, n))))  # fmt: skip


@with_a_small_delta_a_few_records_are_never_released.proof
def _(d, none, x, n, e, d0, d1, records_):
    r, v, m = var("r", fn(N, X)), var("v", X), var("m", N)
    s = lam(k, mix(d, point(x(k)), point(none)))
    sure = lambda v: same(certain(v), law(point(v)))
    laws_ = to(use(mixtures_are_laws(d, point(x(k)), point(none), A=X), d0, d1, sure(x(k)), sure(none)), law(s(k)))
    g = lam(k, lam(v, truth(eq(v, none))))
    ob = to(truth_is_bounded(v, eq(v, none)), bounded(g(k)))
    whole = use(at(means_of_products_over_records(none), n, s, g), gen(k, conj(laws_, ob)))
    is_none = use(decided(eq(none, none))[0], refl(none))
    other = use(decided(eq(x(k), none))[1], spec(records_, k))
    value = ar(s(k)(g(k)).eq(1 - d), is_none, other, factors=[d, 1 - d])
    p = var("p", fn(N, R))
    factor = under(value, k, lam(p, product(p, n)))
    powers = lambda n: product(lam(k, 1 - d), n).eq(power(1 - d, n))
    flat = spec(induct(m, ar(powers(ZERO)), discharge(powers(m), ar(powers(SUCC(m)), assume(powers(m))))), n)
    law_ = call("databases", none, n, s)
    quiet = lam(r, product(lam(k, truth(eq(r(k), none))), n))
    equal = to(right(whole), law_(quiet).eq(product(lam(k, s(k)(g(k))), n)))
    first = ar(law_(quiet).eq(power(1 - d, n)), equal, factor, flat)
    claim = lambda n: ((real(0) <= power(1 - d, n)) & (power(1 - d, n) <= 1)) & (1 - num(n) * d <= power(1 - d, n))
    hyp = assume(claim(m))
    lo, hi, line = left(left(hyp)), right(left(hyp)), right(hyp)
    nexts = conj(
        conj(ar(real(0) <= power(1 - d, SUCC(m)), lo, d1), ar(power(1 - d, SUCC(m)) <= 1, lo, hi, d0)),
        ar(1 - num(SUCC(m)) * d <= power(1 - d, SUCC(m)), line, ar(power(1 - d, m) * d <= d, hi, d0)),
    )
    base = conj(
        conj(ar(real(0) <= power(1 - d, ZERO)), ar(power(1 - d, ZERO) <= 1)),
        ar(1 - num(ZERO) * d <= power(1 - d, ZERO)),
    )
    low = right(spec(induct(m, base, discharge(hyp.concl, nexts)), n))
    few = assume(num(n) * d <= e)
    return conj(first, conj(low, discharge(few.concl, ar(1 - e <= power(1 - d, n), low, few))))


# ---- Laplace noise -------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Laplace distribution, mean", claims="the-laplace-law-has-mean-zero")
def laplace_law_has_mean_zero(b: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """The values y and -y have the same Laplace density, so by a reflection of the integral the mean is 0."""
    p = function(R, lambda r: over(EXP(0 - over(dist(r, 0), b)), 2 * b))
    first = function(R, lambda r: r * p(r))
    mirrored = lambda f: function(R, lambda r: f(0 - r))
    return implies(
        integral(ig, M), ig(first), M(mirrored(first)).eq(M(first)),
        each(R, lambda y: p(y).eq(p(0 - y))) & M(first).eq(0),
    )  # fmt: skip


@laplace_law_has_mean_zero.proof
def _(b, ig, M, iM, i1, mirror):
    r = r_
    p = lambda t: over(EXP(0 - over(dist(t, 0), b)), 2 * b)
    size = algebra(dist(r, 0).eq(dist(0 - r, 0)))
    even = subst(size, refl(p(r)), lambda v: p(r).eq(over(EXP(0 - over(v, b)), 2 * b)))
    even = same(even, p(r).eq(p(0 - r)))
    first = lam(r, r * p(r))
    odd = ar(((0 - r) * p(0 - r)).eq(0 - r * p(r)), even, factors=[r])
    back = Mean(iM, inside=[i1]).eq_by(r, odd)
    mirrored = M(lam(r, (0 - r) * p(0 - r)))
    mirror = same(mirror, mirrored.eq(M(first)))
    return conj(gen(r, even), ar(M(first).eq(0), mirror, back))


@theorem(
    place="dp-lecture, Laplace distribution, symmetric exponential", claims="laplace-is-a-two-sided-exponential-law"
)
def laplace_is_a_two_sided_exponential_law(b: Real, y: Nonneg):
    """The density of |Y| at y >= 0, that of Y at y and at -y together, is exp(-y/b)/b."""
    p = lambda t: over(EXP(0 - over(dist(t, 0), b)), 2 * b)
    return implies(below(0, b), (p(y) + p(0 - y)).eq(over(EXP(0 - over(y, b)), b)))


@laplace_is_a_two_sided_exponential_law.proof
def _(b, y, y0, b0):
    p = lambda t: over(EXP(0 - over(dist(t, 0), b)), 2 * b)
    one, two = algebra(dist(y, 0).eq(y), y0), algebra(dist(0 - y, 0).eq(y), y0)
    e = EXP(0 - over(y, b))
    one = subst(one, refl(p(y)), lambda v: p(y).eq(over(EXP(0 - over(v, b)), 2 * b)))
    two = subst(two, refl(p(0 - y)), lambda v: p(0 - y).eq(over(EXP(0 - over(v, b)), 2 * b)))
    (u, _), (w, _) = positive(b, b0), positive(2 * b, strict(2 * b, b0))
    half = ar((2 * INV(2 * b)).eq(INV(b)), u, w, factors=[INV(b), 2 * INV(2 * b)])
    return ar((p(y) + p(0 - y)).eq(e * INV(b)), one, two, half, factors=[e])


# ---- chords --------------------------------------------------------------------------------------------------------
@theorem(place="Counting", claims="bernoullis-inequality")
def bernoullis_inequality(r: Odds, v: Real):
    """For r >= 1, v > -1: log(1 + r v) <= r log(1 + v) where it is defined, and 1 + r v <= (1 + v)^r everywhere."""
    e = r * LOG(1 + v)
    return implies(below(-1, v), implies(below(0, 1 + r * v), LOG(1 + r * v) <= e) & (1 + r * v <= EXP(e)))


@bernoullis_inequality.proof
def _(r, v, r1, v1):
    t = 1 + v
    t0 = same(algebra(below(0, t), v1), below(0, t))
    ut, it = positive(t, t0)
    e = r * LOG(t)
    s = assume(below(0, 1 + r * v))
    # log(1 + r v) <= log(1 + v) + (1 + r v)/(1 + v) - 1, and v/(1 + v) <= log(1 + v)
    q = over(1 + r * v, t)
    one = tangent(q, use(fact("products_are_positive", 1 + r * v, INV(t)), s, inverse_is_positive(t, t0)))
    split_ = quotient(1 + r * v, t, s, t0)
    two = tangent(
        over(1, t),
        use(fact("products_are_positive", real(1), INV(t)), algebra(below(0, real(1))), inverse_is_positive(t, t0)),
    )
    flip = quotient(real(1), t, algebra(below(0, real(1))), t0)
    low = ar(v * INV(t) <= LOG(t), two, flip, log_one.thm, ut)
    th = ar(
        LOG(1 + r * v) <= e, one, split_, ut, ar((r - 1) * (v * INV(t)) <= (r - 1) * LOG(t), low, r1), factors=[real(1)]
    )
    no = assume(not_(below(0, 1 + r * v)))
    few = assume(1 + r * v <= 0)
    small = cases(few.concl, few, absurd(contradiction(no, assume(not_(1 + r * v <= 0))), few.concl))
    up = use(exp_monotone(LOG(1 + r * v), e), th)
    some_ = ar(1 + r * v <= EXP(e), up, use(ax("exp_log", 1 + r * v), same(s, not_(1 + r * v <= 0))))
    none = ar(1 + r * v <= EXP(e), small, exp_positive(e))
    return conj(discharge(s.concl, th), cases(s.concl, some_, none))


@theorem(place="Accounting for choices", claims="the-summit-of-a-parabola-above-a-chord")
def summit_of_a_parabola_above_a_chord(first: Real, last: Real, b: Real, x: Real):
    """For b > 0: first (1 - x) + last x + b x (1 - x) <= (first + last)/2 + b/4 + (last - first)^2/(4 b)."""
    value = first * (1 - x) + last * x + b * x * (1 - x)
    top = (first + last) * HALF + b * Fraction(1, 4) + over((last - first) * (last - first), 4 * b)
    gap = x - HALF - over(last - first, 2 * b)
    return implies(below(0, b), (top - value).eq(b * (gap * gap)) & (value <= top))


@summit_of_a_parabola_above_a_chord.proof
def _(first, last, b, x, b0):
    value = first * (1 - x) + last * x + b * x * (1 - x)
    top = (first + last) * HALF + b * Fraction(1, 4) + over((last - first) * (last - first), 4 * b)
    gap = x - HALF - over(last - first, 2 * b)
    equal = algebra((top - value).eq(b * (gap * gap)), b0)
    bp = use(ax("total", b, 0), same(b0, not_(b <= 0)))
    return conj(
        equal, ar(value <= top, equal, ar(real(0) <= b * (gap * gap), bp, ar(real(0) <= gap * gap, squares=[gap])))
    )


@theorem(place="Accounting for choices")
def choice_between_two_losses_is_below_a_parabola(
    x: Rate, q: Real, u: Real, w: Real, l: Real, m: Real, v: Nonneg, z: Nonneg
):
    """A and B linear with A - B = v, z >= 0 at the ends, q at most its chord: q A + (1 - q) B is below the parabola."""
    low, gap = (1 - x) * l + x * m, (1 - x) * v + x * z
    parabola = (1 - x) * (l + u * v) + x * (m + w * z) + x * (1 - x) * (u - w) * (z - v)
    return implies(q <= (1 - x) * u + x * w, q * (low + gap) + (1 - q) * low <= parabola)


@choice_between_two_losses_is_below_a_parabola.proof
def _(x, q, u, w, l, m, v, z, x0, x1, v0, z0, chord):
    gap = (1 - x) * v + x * z
    g0 = ar(real(0) <= gap, ar(real(0) <= (1 - x) * v, x1, v0), ar(real(0) <= x * z, x0, z0))
    th = ar(q * gap <= ((1 - x) * u + x * w) * gap, chord, g0)
    return ar(choice_between_two_losses_is_below_a_parabola.conclusion, th)


@theorem(place="dp-lecture, Laplace mechanism, theorem", claims="no-smaller-epsilon-holds-for-the-laplace-mechanism")
def laplace_loss_is_epsilon_at_the_sensitivity(e: Real, D: Real, c: Real, f: Real, g: Real, r: Real, E: Real):
    """The loss log(p/q) is e at each output beyond f, seen from g, if |f - g| = D; no less bounds it."""
    density = lambda m: c * EXP(0 - over(e, D) * dist(r, m))
    loss = LOG(over(density(f), density(g)))
    best = implies(density(f) <= E * density(g), EXP(e) <= E)
    above, under_ = implies((f - g).eq(D), f <= r, loss.eq(e) & best), implies((g - f).eq(D), r <= f, loss.eq(e) & best)
    return implies(below(0, D), below(0, c), above & under_)


@laplace_loss_is_epsilon_at_the_sensitivity.proof
def _(e, D, c, f, g, r, E, d0, c0):
    unit, _ = positive(D, d0)
    s = over(e, D)
    x, y = 0 - s * dist(r, f), 0 - s * dist(r, g)
    p, q = c * EXP(x), c * EXP(y)
    qy = exp_is_positive(y)
    q0 = use(fact("products_are_positive", c, EXP(y)), c0, qy)
    uq, iq = positive(q, q0)

    def end(first, second):
        one, two = assume(first), assume(second)
        gap = algebra((dist(r, g) - dist(r, f)).eq(D), d0, one, two)
        differ = ar((x - y).eq(e), gap, unit, factors=[s, e])
        move = subst(ar((e + y).eq(x), differ), ax("exp_plus", e, y), lambda v: EXP(v).eq(EXP(e) * EXP(y)))
        ratio = ar(over(p, q).eq(EXP(e)), move, uq, factors=[c * INV(q), EXP(e)])
        loss = subst(symmetric(ratio), fact("logs_undo_exponentials", e), lambda v: LOG(v).eq(e))
        small = assume(p <= E * q)
        best = ar(EXP(e) <= E, ar(p * INV(q) <= E * q * INV(q), small, iq), ratio, uq, factors=[E])
        th = conj(loss, discharge(small.concl, best))
        return discharge(one.concl, discharge(two.concl, th))

    return conj(end((f - g).eq(D), f <= r), end((g - f).eq(D), r <= f))
