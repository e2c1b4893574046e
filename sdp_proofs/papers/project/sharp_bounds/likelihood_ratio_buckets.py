"""Buckets of the likelihood ratio bound the smoothed delta: they cover what gains, each is a product of bases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.project.sharp_bounds.bounds_instances import random_buckets, two_or_three_buckets
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Buckets of the likelihood ratio", {
    "x": "u/a", "y": "(w+1)/(b+1)", "cut": "c", "odds": "E", "w": "e^{-v}", "low": "Y", "high": "X", "left": "N",
    "all_left": "\\sum u", "r": "\\rho", "B": "L_0", "one": "L_i", "two": "L_j", "rest": "L_0", "p": "\\pi(i)",
    "g": "\\pi(j)", "power": "E[\\cdot]_{n-1}", "first": "B C", "own": "L_i^{H_i}", "other": "L_j^{H_j}",
}, {
    "x": "any number >= 0", "y": "any number", "all_left": "any number", "p": "any probability", "g": "any probability",
    **dict.fromkeys(("w", "own", "other"), "any number > 0"), "loss": "privacy.smoothed.delta.smoothed_delta",
})  # fmt: skip


def shares(_: Claim) -> Iterator[Instance]:
    """Small fractions, B the mean of the weights."""
    weights = map(Fraction, ("1/2", "1", "3", "1000"))
    for x, q, w in product(map(Fraction, ("1/5", "1/2", "3/4")), map(Fraction, ("1/100", "1/4", "1/2")), weights):
        yield f"X = {x}, q = {q}, w = {w}", {"X": x, "q": q, "w": w, "B": 1 - q + q * w}


SECTION.claim(
    "what-gains-lies-in-a-cell", "if E x < y and x is not below c/E then y > c",
    "An output gains only if $E x < y$. Take the first cut c' with $x < c'/E$, or none; x is at least c/E for the "
    "cut c before it, and so y > c: the output is in the bucket of c and c'. Beyond the last cut only y counts; if "
    "that cut is 1 nothing is there, as y <= 1.",
    "Implies(And(odds*x < y, x >= cut/odds), y > cut)",
    by_solver("all reals", "And(odds >= 1, x >= 0, cut > 0)"),
    mutants={"twice the cut": ("y > cut)", "y > 2*cut)"), "a cut at c/E^2": ("x >= cut/odds", "x >= cut/odds**2")},
)  # fmt: skip

SECTION.claim(
    "an-exponential-is-at-least-one-on-a-cell",
    "on a bucket $s(Xa - u) + t(w + 1 - Y(b + 1)) - v(\\text{all left out} - N) \\ge 0$",
    "For $s, t \\ge 0$ and every real v the exponent is not negative where $u/a < X$, $(w+1)/(b+1) > Y$ and N "
    "records are left out; its exponential is a product over the records, times $e^{t(1-Y)}$.",
    "Implies(And(u/a < high, (w + 1)/(b + 1) > low, all_left == left), s*(high*a - u) + t*(w + 1 - low*(b + 1)) - "
    "v*(all_left - left) >= 0)",
    and_collected(by_solver("all reals", "And(a > 0, b >= 0, s >= 0, t >= 0)"), summed(
        "chance <= moment",
        {"chance": "p*hit", "moment": "p*exp(s*(high*a - u) + t*(w + 1 - low*(b + 1)) - v*(all_left - left))"},
        each="p a b u w all_left hit", where=(
            "p >= 0",
            "Or(hit == 0, And(hit == 1, u/a < high, (w + 1)/(b + 1) > low, all_left == left))",
        ),
    )),
    symbols={"w": "w"}, means={"w": "any number >= 0"}, mutants={"strictly": (">= 0)", "> 0)")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "base-of-a-cell-at-the-best-place", "L = exp(-KL(X || q) - v X) where the chance of being left out is moved to X",
    "A record contributes $(\\rho + q e^{-s-v}) e^{sX}$. At $e^{-s-v} = X\\rho/(q(1-X))$ the first factor is "
    "$\\rho/(1-X)$, and the logarithm of the product $-KL(X\\|q) - vX$. For the type that gains s is -t.",
    "Eq(log(r/t) - X*v - X*log(X*r/(q*t)), -(X*log(X/q) + (1 - X)*log(t/r)) - v*X)",
    by_identity("logarithms taken apart", "positive X t q r v w step"),
    symbols={"t": "(1-X)"}, means={"t": "any number > 0"}, given="0 < X < 1; t = 1 - X and rho = 1 - q",
    mutants={"the tilt the other way": ("- v*X", "+ v*X"), "rho for q": ("X*log(X/q)", "X*log(X/r)")},
)  # fmt: skip

SECTION.claim(
    "first-factor-of-a-cell-at-the-best-place", "rho + q (X rho/(q (1-X))) = rho/(1-X)",
    "$\\rho + q\\,\\frac{X\\rho}{q(1-X)} = \\frac{\\rho}{1-X}$.",
    "Eq(r + q*(X*r/(q*(1 - X))), r/(1 - X))",
    by_identity("fractions", "positive X q r"),
    mutants={"the reciprocal": ("r/(1 - X))", "(1 - X)/r)"), "q for rho": ("r/(1 - X))", "q/(1 - X))")},
)  # fmt: skip

SECTION.claim(
    "the-best-place-is-allowed-on-its-side", "s >= 0 exactly if X <= z, the chance of being left out under the tilt",
    "$X \\le z = q e^{-v}/(\\rho + q e^{-v})$ if and only if $e^{-s-v} = X\\rho/(q(1-X)) \\le e^{-v}$, that is $s "
    "\\ge 0$; in the same way $t \\ge 0$ if and only if $Y \\ge z$.",
    "And(Implies(X <= q*w/(r + q*w), X*r/(q*(1 - X)) <= w), Implies(X*r/(q*(1 - X)) <= w, X <= q*w/(r + q*w)))",
    by_solver("all reals", "And(0 <= X, X < 1, q > 0, r > 0, w > 0)"),
    given="0 <= X < 1, 0 < q < 1",
    mutants={"without the tilt": ("And(Implies(X <= q*w/(r + q*w)", "And(Implies(X <= q/(r + q)")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "no-base-of-a-cell-exceeds-that-of-the-rest", "exp(-KL(X || q) - v X) <= rho + q exp(-v)",
    "With $B = \\rho + q e^{-v}$, the logarithm of $e^{-KL(X\\|q) - vX}/B$ is $X\\ln\\frac{q e^{-v}}{XB} + "
    "(1-X)\\ln\\frac{\\rho}{(1-X)B}$, which is at most 0: Gibbs' inequality.",
    "X*log(q*w/(X*B)) + (1 - X)*log((1 - q)/((1 - X)*B)) <= 0",
    by_solver("tangents", "And(0 < X, X < 1, 0 < q, q < 1, w > 0, B == 1 - q + q*w)"),
    on_instances(CERTIFIED, GRID, "small fractions", "X, q and w at 36 places", shares),
    mutants={"q for 1 - q": ("(1 - q)/((1 - X)*B)", "1/((1 - X)*B)")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "averages-of-products-of-powers-factorise", "one more record multiplies E prod_k L_k^H_k by sum_k pi(k) L_k",
    "For independent records, of whatever sources, $E \\prod_k L_k^{H_k} = \\prod_r \\sum_k \\pi_r(k) L_k$; here "
    "with the types i, j and all others.",
    "Eq(p*(one*power) + g*(two*power) + (1 - p - g)*(rest*power), (p*one + g*two + (1 - p - g)*rest)*power)",
    and_so(
        by_identity("one record", ""),
        about(Formula("later == factor*power", ["later", "factor", "power"]), by_sums(
            "one record, any number of types", {"later": "Sum(k, p*(x*power))", "factor": "Sum(k, p*x)"}, [],
            "over k:", each={"k": "p x"},
        )),
        about(Formula("mean == product", ["mean", "product"]), by_induction(
            "one record after the other", {"mean": "1", "product": "1"},
            {"mean": "factor*mean", "product": "product*factor"}, [], inputs=["factor"],
        )),
    ),
    mutants={
        "all others with probability one": ("(1 - p - g)*rest)*power", "rest)*power"),
        "one type alone": ("g*(two*power)", "g*power"),
    }, trust=("induction", "independent-records"),
)  # fmt: skip

SECTION.claim(
    "rarer-types-have-a-larger-base",
    "the base of a record is largest where both types are rarest, if there are others",
    "As $L_i, L_j \\le L_0$, a source with $\\pi(i), \\pi(j) \\ge f$ has a base of at most $f L_i + f L_j + (1-2f) "
    "L_0$.",
    "p*one + g*two + (1 - p - g)*rest <= f*one + f*two + (1 - 2*f)*rest",
    by_solver("all reals", [
        "And(p >= f, g >= f)",
        lifted("exponentials", "And(one <= rest, two <= rest)", cite("no-base-of-a-cell-exceeds-that-of-the-rest")),
    ]),
    given="pi(i) and pi(j) are at least f; L_i and L_j are at most L_0", mutants={"strictly": ("<= f*one", "< f*one")},
)  # fmt: skip

SECTION.claim(
    "two-types-have-the-largest-base-at-an-end",
    "with two types the base of a record is largest at an end of the sources",
    "$p L_i + (1-p) L_j$ is linear in p, so for $f \\le p \\le 1-f$ it is at most its value at an end; in the same "
    "way the largest value over the hull of any sources is attained by one of them.",
    "p*one + (1 - p)*two <= Max(f*one + (1 - f)*two, (1 - f)*one + f*two)",
    by_solver("all reals", "And(f <= p, p <= 1 - f)"),
    mutants={"the other end alone": ("Max(f*one + (1 - f)*two, (1 - f)*one + f*two)", "f*one + (1 - f)*two")},
)  # fmt: skip

SECTION.claim(
    "both-neighbours-below-one-bound-of-a-cell",
    "the bound of D(H_i + 1, H_j - 1) is that of D(H_i, H_j) times L_i/L_j",
    "With $\\max(1, L_i/L_j)$ the bound of a bucket holds for both divergences of the ordered pair.",
    "Max(first*own*other, first*(own*one)*(other/two)) <= first*Max(1, one/two)*own*other",
    by_solver("all reals", "And(first > 0, own > 0, other > 0, one > 0, two > 0)"),
    mutants={"without the maximum": ("first*Max(1, one/two)", "first")},
)  # fmt: skip

SECTION.claim(
    "cells-bound-the-smoothed-loss", "buckets of the two likelihood factors bound delta_SDP at every epsilon > 0",
    "The event on which the divergence gains is covered by buckets of the two factors of the likelihood ratio; each "
    "bucket is one product of averages, with a tilt or without (`privacy.bounds.buckets`).",
    "loss <= high",
    by_solver(
        # Sums over ordered pairs of types, both directions and all buckets. `tilted` are the average chances of buckets
        # given that N records are not sampled, which costs the factor B; an exponential bounds the event for both
        # neighbours, and its average over the database is at most the largest base to the power n. `tails` are those of
        # the buckets with one condition and no tilt, which need no B.
        "bucket by bucket",
        [
            lifted(
                "sum-over-outputs", "loss <= tilted + tails", cite("what-gains-lies-in-a-cell"),
                cite("ratio-when-a-record-is-replaced"),
            ), lifted("averaging", "tilted <= conditioned", cite("a-chance-given-an-event-is-at-most-a-quotient")),
            lifted(
                "exponential-markov", "conditioned <= averages", cite("an-exponential-is-at-least-one-on-a-cell"),
                cite("both-neighbours-below-one-bound-of-a-cell"),
            ), lifted("hoeffding", "tails <= others", cite("an-exponential-is-at-least-one-on-a-cell")),
            lifted(
                "independent-records", "averages + others <= powers", cite("rarer-types-have-a-larger-base"),
                cite("averages-of-products-of-powers-factorise"), cite("two-types-have-the-largest-base-at-an-end"),
            ), lifted(
                "programs", "powers <= high", cite("base-of-a-cell-at-the-best-place"),
                cite("first-factor-of-a-cell-at-the-best-place"), cite("the-best-place-is-allowed-on-its-side"),
            ),
        ],
    ),
    on_instances(
        CERTIFIED, SAMPLE, "random sources", "10 instances, two or three buckets, n <= 24, seed 20261121",
        two_or_three_buckets,
    ),
    on_many_instances(
        CERTIFIED, "many random sources", "two or three buckets, n <= 24", two_or_three_buckets, seed=20_261_122,
        count=5000,  # about a minute and a quarter
    ),
    on_many_instances(
        CERTIFIED, "cuts and tilts at random", "one to five buckets, n <= 24", random_buckets, seed=20_261_123,
    ),
    at="Closed bounds", symbols={"loss": "\\delta_{\\mathrm{SDP}}", "high": "U"},
    given=("T < n and epsilon > 0", "every source gives every type at least f > 0"),
    mutants={"a hundredth of it": ("<= high", "<= high/100")},
    note="delta(H) is a maximum over ordered pairs of types and both directions, so it is at most the sum over the "
    "pairs. A bucket with one condition and without a tilt is one tail, by Hoeffding's theorem, and needs no B.",
)  # fmt: skip
