"""The noise of Theorem 2: the Renyi divergence of one step without sampling."""

from sdp_proofs.logic.theories.displays_of_descent import renyi_divergence_of_shifted_gaussians
from sdp_proofs.logic.theories.failing_constants import inverse_of
from sdp_proofs.logic.theories.smoothing_modes import *
from sdp_proofs.logic.vocabulary import *


@theorem(place="dp-lssgd, App. A.1, proof of Theorem 2, one step")
def renyi_privacy_of_one_step_without_sampling(
    ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), c: R, l: Real, m: Real, k: Real, T: Real, G: Real, b: Real, n: Real,
    e: Real, mu: Real,
):  # fmt: skip
    """Means within 2 G/b, noise of Theorem 2: the divergence of order 1 + l is at most (n^2 e mu/b^2)/(10 T)."""
    al, far = 1 + l, over(2 * G, b)
    variance = over(20 * T * al * (G * G), mu * n * n * e)
    s, rho = INV(2 * variance), over(over(n * n * e * mu, b * b), 10 * T)
    u, w = (function(R, lambda r: 0 - s * ((r - m) * (r - m)))), (function(R, lambda r: 0 - s * ((r - k) * (r - k))))
    moment = M(lambda r: c * EXP(u(r) + l * (u(r) - w(r))))
    law_ = lambda m: call("normal_density", s, c, m)
    return implies(
        integral(ig, M), each(R, lambda m: ig(law_(m)) & M(law_(m)).eq(1)), below(0, l),
        below(0, T), below(0, G), below(0, b), below(0, n), below(0, e), below(0, mu),
        implies((m - k) * (m - k) <= far * far, over(LOG(moment), l) <= rho)
        & implies((m - k).eq(far), over(LOG(moment), l).eq(rho)),
    )  # fmt: skip


@renyi_privacy_of_one_step_without_sampling.proof
def _(ig, M, c, l, m, k, T, G, b, n, e, mu, iM, laws, l0, T0, G0, b0, n0, e0, m0):
    al, far, W = 1 + l, over(2 * G, b), mu * n * n * e
    times = lambda s, t, s0, t0: use(products_are_positive(s, t), s0, t0)
    w0 = times(mu * n * n, e, times(mu * n, n, times(mu, n, m0, n0), n0), e0)
    a0 = algebra(below(0, al), l0)
    (uT, iT), (uG, iG), (ub, ib), (uW, iW), (ua, ia) = (
        positive(x, x0) for x, x0 in ((T, T0), (G, G0), (b, b0), (W, w0), (al, a0))
    )
    variance = over(20 * T * al * (G * G), W)
    x, y, z, h = INV(T), INV(al), INV(G), INV(W)
    value = Fraction(1, 40) * W * x * y * z * z
    one = ar((T * x * (al * y)).eq(1), uT, ua, factors=[real(1), al * y, T * x])
    two = ar((G * G * (z * z)).eq(1), uG, factors=[real(1), G * z])
    three = ar((T * x * (al * y) * (G * G * (z * z))).eq(1), one, two, factors=[G * G * (z * z), real(1)])
    four = ar((2 * variance * value).eq(1), three, uW, factors=[T * x * (al * y) * (G * G * (z * z)), real(1)])
    s_ = inverse_of(2 * variance, value, four)
    low = ar(real(0) <= W * x * y, ar(real(0) <= W * x, use(ax("total", W, 0), w0), iT), ia)
    s0 = ar(real(0) <= INV(2 * variance), s_, low, squares=[z], hints=[(1, 2)])
    s, rho = INV(2 * variance), over(over(n * n * e * mu, b * b), 10 * T)
    bb = inverse_of(b * b, INV(b) * INV(b), ar((b * b * (INV(b) * INV(b))).eq(1), ub, factors=[real(1), b * INV(b)]))
    tt = inverse_of(10 * T, Fraction(1, 10) * x, ar((10 * T * (Fraction(1, 10) * x)).eq(1), uT))
    i2 = INV(b) * INV(b)
    right_ = ar(
        rho.eq(Fraction(1, 10) * W * i2 * x), bb, tt, factors=[n * n * e * mu * INV(10 * T), n * n * e * mu * i2]
    )
    left_ = ar((al * (s * (far * far))).eq(Fraction(1, 10) * W * i2 * x), s_, ua, two, factors=[
        al * 4 * G * G * i2, W * x * z * z * G * G * i2, W * x * i2])  # fmt: skip
    th = use(renyi_divergence_of_shifted_gaussians(s, c, l, m, k, ig, M), s0, iM, laws, l0)
    first, second = left(th), right(th)
    near, there = assume((m - k) * (m - k) <= far * far), assume((m - k).eq(far))
    goal = renyi_privacy_of_one_step_without_sampling.conclusion
    low, same_ = (
        binary(binary(part, "implies")[1], name) for part, name in zip(binary(goal, "and"), ("le", "eq"), strict=True)
    )
    bound = use(spec(second, far), near)
    one = discharge(near.concl, ar(low[0] <= rho, first, bound, left_, right_))
    two = ar(same_[0].eq(rho), first, there, left_, right_, factors=[al * s * (m - k), al * s * far])
    return conj(one, discharge(there.concl, two))
