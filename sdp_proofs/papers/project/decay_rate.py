"""Bounds with the exact exponent: the method of types and buckets of the likelihood ratio.

Method of types: the smoothed delta decays at the exact rate, by one record more, product laws and minimax.

Buckets of the likelihood ratio bound the smoothed delta: they cover what gains, each is a product of bases.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.project.bound_instances import above_and_below, random_buckets, two_or_three_buckets, with_bounds
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Method of types", {
    "a": "H_i", "b": "H_j", "u": "u_i", "w": "u_j", "odds": "E", "p": "\\Pr[h|H]", "given": "\\Pr[G|U]",
    "event": "\\Pr[G]", "unsampled": "\\Pr[U]", "first": "x_i", "second": "x_j", "left": "(1-\\rho')",
    "all_left": "\\sum u", "A": "A_i", "B": "A_j", "c": "c_1", "d": "c_2",
    "low": "L", "loss": "\\delta_{\\mathrm{SDP}}", "high": "U",
}, {
    **dict.fromkeys(("p", "given", "event", "unsampled"), "any probability"), "all_left": "any number",
    "loss": "privacy.smoothed.delta.smoothed_delta",
})  # fmt: skip

ONE_OUTPUT = by_solver("one output", "And(a > 0, b >= 0, u >= 0, w >= 0, odds >= 1, p >= 0)")
AT_RANDOM = with_bounds(above_and_below, 20)

SECTION.claim(
    "with-one-record-more-the-event-is-symmetric",
    "D(H_i, H_j) is at most the probability of E u_i H_j < u_j H_i in a database with one more record of type j, "
    "given that this record is not sampled",
    "An output gains only if $E u_i (H_j + 1) < (u_j + 1) H_i$. With one more record, of type j and not sampled, "
    "there are $H_j + 1$ and $u_j + 1$ of type j, and this is $E u_i H_j < u_j H_i$. It is not sampled with "
    "probability $\\binom nT / \\binom{n+1}T = (n+1-T)/(n+1)$.",
    "Implies(odds*u*(b + 1) >= (w + 1)*a, p*(1 - odds*(u/a)/((w + 1)/(b + 1))) <= 0)",
    in_steps("the extra record, then one output", about(
        Formula("Eq(binomial(n, T)/binomial(n + 1, T), (n + 1 - T)/(n + 1))", ["n", "T"]),
        by_identity("the extra record is not sampled", "natural n T", "T <= n"),
    ), ONE_OUTPUT), ONE_OUTPUT,
    mutants={"w for w + 1": (">= (w + 1)*a", ">= w*a")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "a-chance-given-an-event-is-at-most-a-quotient", "P(G | U) <= P(G)/P(U)",
    "Given an event U of positive probability an event G is at most as probable as the quotient of their "
    "probabilities.",
    "given <= event/unsampled",
    by_solver("the joint event is part of G", "And(0 < unsampled, given*unsampled <= event, 0 <= event, event <= 1)"),
    at="Closed bounds", given="Pr[U] > 0", mutants={"the product": ("event/unsampled", "event*unsampled")},
)  # fmt: skip

SECTION.claim(
    "both-neighbours-together-below-one-event", "E D(H_i, H_j) + E D(H_i + 1, H_j - 1) <= P(G_ij)/(f (1 - rho'))",
    "The extra record follows any source. It is of type j, or i, with probability f at least, and these are "
    "disjoint events: $\\Pr[G|j] \\le \\Pr[G, j]/f$, and both together are at most $\\Pr[G]/f$.",
    "first + second <= event/(f*left)",
    in_steps(
        "two disjoint events",
        about(SECTION.formula(
            "Implies(And(own >= given_own*f, other >= given_other*f, own + other <= event), "
            "given_own + given_other <= event/f)"
        ), by_solver("given the extra record's type", "f > 0")),
        by_solver("both neighbours", [
            "And(0 < left, 0 < f)",
            *(lifted(
                "averaging", f"{loss} <= {given}/left",
                cite("with-one-record-more-the-event-is-symmetric"), cite("ratio-when-a-record-is-replaced"),
                cite("a-chance-given-an-event-is-at-most-a-quotient"),
            ) for loss, given in (("first", "given_own"), ("second", "given_other"))),
            lifted("averaging", "given_own + given_other <= event/f", shown("given the extra record's type")),
        ]),
    ),
    symbols={"first": "E\\,D(H_i, H_j)", "second": "E\\,D(H_i + 1, H_j - 1)", "event": "\\Pr[G_{ij}]"},
    means=dict.fromkeys(("first", "second"), "any average of one pair's divergence") | {"left": "any number > 0"},
    given="every source gives every type at least f > 0",
    mutants={"half of it": ("event/(f*left)", "event/(2*f*left)")},
    note="The second term is D(H_j + 1, H_i - 1) of the other ordered pair, renamed.",
)  # fmt: skip

SECTION.claim(
    "every-tilt-bounds-a-ray-of-the-event",
    "on E u_i H_j < u_j H_i with u_i = x H_i, exp(s (x H_i - u_i) + t (u_j - E x H_j) - v (sum_k u_k - N)) >= 1",
    "For all real s and v and every $t \\ge 0$ the exponent is at least 0 where $u_i = xH_i$, $E u_i H_j < u_j H_i$ "
    "and N records are not sampled. The exponential is a product over the records.",
    "Implies(And(odds*u*b < w*a, u == x*a, left == all_left), s*(x*a - u) + t*(w - odds*x*b) - v*(all_left - left) "
    ">= 0)",
    and_collected(
        by_solver("the exponent", "And(a > 0, b >= 0, t >= 0, odds >= 1, x >= 0, u >= 0, w >= 0)"),
        summed(
            "chance <= moment",
            {"chance": "p*hit", "moment": "p*exp(s*(x*a - u) + t*(w - odds*x*b) - v*(all_left - left))"},
            each="p a b u w all_left hit", where=(
                "p >= 0", "Or(hit == 0, And(hit == 1, odds*u*b < w*a, u == x*a, left == all_left))",
            ),
        ),
    ),
    symbols={"left": "N"}, given="H_i >= 1", mutants={"another ray": ("u == x*a", "u >= x*a")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "a-base-is-the-least-cost-of-all-shares",
    "sum_k A_k ln(c_k/A_k) <= ln(sum_k c_k), with equality where A is in proportion to c",
    "$A_1 \\ln(c_1/A_1) + A_2 \\ln(c_2/A_2) \\le (A_1 + A_2) \\ln\\frac{c_1 + c_2}{A_1 + A_2}$ for positive "
    "numbers, with equality where A is in proportion to c; so two parts may be taken as one, and by induction any "
    "number of them. With $c_k$ a probability times $e^{-\\text{cost}}$: minus the logarithm of a base is the least "
    "value of relative entropy plus cost (Gibbs).",
    "A*log(c*(A + B)/(A*(c + d))) + B*log(d*(A + B)/(B*(c + d))) <= 0",
    and_so(
        by_solver("tangents", "And(A > 0, B > 0, c > 0, d > 0)"),
        about(
            Formula("A*log(t*A*(A + B)/(A*(t*A + t*B))) + B*log(t*B*(A + B)/(B*(t*A + t*B))) == 0", ["A", "B", "t"]),
            by_identity("in proportion", "positive A B t"),
        ),
        # `gap` is the left side less the right one for the parts so far, which are taken as one, A and c.
        about(Formula("gap <= 0", ["gap"]), by_induction(
            "one part after the other", {"gap": "0", "A": "first", "c": "weight"}, {
                "gap": "gap + (A*log(c*(A + B)/(A*(c + d))) + B*log(d*(A + B)/(B*(c + d))))", "A": "A + B",
                "c": "c + d",
            }, ["And(first > 0, weight > 0)", "And(B > 0, d > 0)"], inputs=["B", "d"],
            keeps=["And(A > 0, c > 0)"], each=[shown("tangents")],
        )),
    ),
    on_instances(
        CERTIFIED, GRID, "small weights", "A, B, c, d in {1, 2, 5}",
        lambda _: ((f"A, B, c, d = {at}", dict(zip("ABcd", at, strict=True))) for at in product((1, 2, 5), repeat=4)),
    ),
    symbols={"A": "A_1", "B": "A_2"}, mutants={"strictly": ("<= 0", "< 0")}, counts="A B c d", generated="deep",
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "every-ray-is-feasible-for-the-decay-rate", "x_i = x and x_j >= E x imply E x_i A_i A_j <= x_j A_i A_j",
    "The shares on which a ray's best exponent is a minimum are among those of the decay rate; so no ray has a "
    "smaller exponent than the rate.",
    "Implies(And(first == x, second >= odds*x), odds*first*A*B <= second*A*B)",
    by_solver("all reals", "And(A >= 0, B >= 0, odds >= 1)"),
    mutants={"strictly": ("<= second*A*B)", "< second*A*B)")},
)  # fmt: skip

SECTION.claim(
    "the-decay-rate-is-attained-on-the-boundary",
    "at x_i = x_j = q the condition E x_i <= x_j fails, so it is an equality at the minimum",
    "Where the condition holds strictly, a minimum of relative entropy is a local and so the global one of a convex "
    "function under linear constraints, which is at A = pi and all x = q. There E q <= q fails. So $x_j = E x_i$ at "
    "the minimum, and one number is left to be searched for.",
    "Implies(And(first == q, second == q), odds*first*A*B > second*A*B)",
    by_solver("all reals", "And(A > 0, B > 0, odds > 1, q > 0)"),
    given="epsilon > 0; both types have positive shares, and 0 < q",
    mutants={"twice as much": ("> second*A*B)", "> 2*second*A*B)"), "direction turned": ("> second", "<= second")},
    trust="convex-minimum",
    note="The relative entropy of a joint law to a product with fixed shares q and 1 - q is convex in both laws.",
)  # fmt: skip

SECTION.claim(
    "exact-decay-brackets-the-smoothed-loss", "two bounds with the exact decay rate hold delta_SDP between them",
    "The method of types bounds delta_SDP by a power of n times $e^{-(n+1)R}$, and one lattice point near the "
    "minimiser bounds it from below with the same R: R is the decay rate (`privacy.bounds.decay_rate`).",
    "And(low <= loss, loss <= high)",
    by_solver(
        # From below one term of the average. From above, with the factor m(m-1)/(f (1 - rho')) throughout: the events
        # G_ij; (T+1)(N+2) times the likeliest value of the share that is not sampled; B' times its bound by a tilt,
        # averaged over independent records, B' being the price of N records that are not sampled; the power of the
        # largest base; and at the best tilt e^{-(n+1) R'}.
        "one term of a sum, and the sum of all events",
        [
            lifted(
                "averaging", "loss >= one_term", cite("sampled-and-other-records-of-two-types-are-independent"),
                cite("ratio-when-a-record-is-replaced"),
            ), trusted("programs", "low <= one_term"),
            lifted("adding-up", "loss <= events", cite("both-neighbours-together-below-one-event")),
            trusted("adding-up", "events <= rays"),
            lifted(
                "exponential-markov", "rays <= averages", cite("a-chance-given-an-event-is-at-most-a-quotient"),
                cite("every-tilt-bounds-a-ray-of-the-event"),
            ), lifted("independent-records", "averages <= powers", cite("averages-of-products-of-powers-factorise")),
            lifted(
                "minimax", "powers <= decay", cite("a-base-is-the-least-cost-of-all-shares"),
                cite("every-ray-is-feasible-for-the-decay-rate"), cite("the-decay-rate-is-attained-on-the-boundary"),
            ), trusted("programs", "decay <= high"),
        ],
    ),
    on_instances(CERTIFIED, SAMPLE, "random sources", "20 instances, n <= 24, seed 20261121", AT_RANDOM),
    on_many_instances(CERTIFIED, "many random sources", "n <= 24", AT_RANDOM, seed=20_261_122),
    at="Closed bounds", given=("T < n and epsilon > 0", "every source gives every type at least f > 0"), mutants={
        "lower end fifty times larger": ("low <= loss", "50*low <= loss"),
        "ends exchanged": ("low <= loss", "high <= loss"),
    }, note="Below: one term of the average over independent records of one source. Above: at most (T+1)(N+2) values "
    "of the share that is not sampled, each with every tilt; by the minimax theorem the best tilt has the least "
    "relative entropy of all shares, which is R at least. B' is the price of conditioning on the number of sampled "
    "records. R is computed with proven digits (`privacy.bounds.two_type_rate`).",
)  # fmt: skip


LIKELIHOOD_RATIO_BUCKETS = SECTION.beside(PROJECT, "Buckets of the likelihood ratio", {
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


LIKELIHOOD_RATIO_BUCKETS.claim(
    "what-gains-lies-in-a-cell", "if E x < y and x is not below c/E then y > c",
    "An output gains only if $E x < y$. Take the first cut c' with $x < c'/E$, or none; x is at least c/E for the "
    "cut c before it, and so y > c: the output is in the bucket of c and c'. Beyond the last cut only y counts; if "
    "that cut is 1 nothing is there, as y <= 1.",
    "Implies(And(odds*x < y, x >= cut/odds), y > cut)",
    by_solver("all reals", "And(odds >= 1, x >= 0, cut > 0)"),
    mutants={"twice the cut": ("y > cut)", "y > 2*cut)"), "a cut at c/E^2": ("x >= cut/odds", "x >= cut/odds**2")},
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
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

LIKELIHOOD_RATIO_BUCKETS.claim(
    "base-of-a-cell-at-the-best-place",
    "L = exp(-KL(X || q) - v X) where the probability of being left out is moved to X",
    "A record contributes $(\\rho + q e^{-s-v}) e^{sX}$. At $e^{-s-v} = X\\rho/(q(1-X))$ the first factor is "
    "$\\rho/(1-X)$, and the logarithm of the product $-KL(X\\|q) - vX$. For the type that gains s is -t.",
    "Eq(log(r/t) - X*v - X*log(X*r/(q*t)), -(X*log(X/q) + (1 - X)*log(t/r)) - v*X)",
    by_identity("logarithms taken apart", "positive X t q r v w step"),
    symbols={"t": "(1-X)"}, means={"t": "any number > 0"}, given="0 < X < 1; t = 1 - X and rho = 1 - q",
    mutants={"the tilt the other way": ("- v*X", "+ v*X"), "rho for q": ("X*log(X/q)", "X*log(X/r)")},
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
    "first-factor-of-a-cell-at-the-best-place", "rho + q (X rho/(q (1-X))) = rho/(1-X)",
    "$\\rho + q\\,\\frac{X\\rho}{q(1-X)} = \\frac{\\rho}{1-X}$.",
    "Eq(r + q*(X*r/(q*(1 - X))), r/(1 - X))",
    by_identity("fractions", "positive X q r"),
    mutants={"the reciprocal": ("r/(1 - X))", "(1 - X)/r)"), "q for rho": ("r/(1 - X))", "q/(1 - X))")},
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
    "the-best-place-is-allowed-on-its-side",
    "s >= 0 exactly if X <= z, the probability of being left out under the tilt",
    "$X \\le z = q e^{-v}/(\\rho + q e^{-v})$ if and only if $e^{-s-v} = X\\rho/(q(1-X)) \\le e^{-v}$, that is $s "
    "\\ge 0$; in the same way $t \\ge 0$ if and only if $Y \\ge z$.",
    "And(Implies(X <= q*w/(r + q*w), X*r/(q*(1 - X)) <= w), Implies(X*r/(q*(1 - X)) <= w, X <= q*w/(r + q*w)))",
    by_solver("all reals", "And(0 <= X, X < 1, q > 0, r > 0, w > 0)"),
    given="0 <= X < 1, 0 < q < 1",
    mutants={"without the tilt": ("And(Implies(X <= q*w/(r + q*w)", "And(Implies(X <= q/(r + q)")}, generated="deep",
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
    "no-base-of-a-cell-exceeds-that-of-the-rest", "exp(-KL(X || q) - v X) <= rho + q exp(-v)",
    "With $B = \\rho + q e^{-v}$, the logarithm of $e^{-KL(X\\|q) - vX}/B$ is $X\\ln\\frac{q e^{-v}}{XB} + "
    "(1-X)\\ln\\frac{\\rho}{(1-X)B}$, which is at most 0: Gibbs' inequality.",
    "X*log(q*w/(X*B)) + (1 - X)*log((1 - q)/((1 - X)*B)) <= 0",
    by_solver("tangents", "And(0 < X, X < 1, 0 < q, q < 1, w > 0, B == 1 - q + q*w)"),
    on_instances(CERTIFIED, GRID, "small fractions", "X, q and w at 36 places", shares),
    mutants={"q for 1 - q": ("(1 - q)/((1 - X)*B)", "1/((1 - X)*B)")}, generated="deep",
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
    "averages-of-products-of-powers-factorise",
    "adding a record of law pi multiplies E prod_k L_k^H_k by sum_k pi(k) L_k",
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

LIKELIHOOD_RATIO_BUCKETS.claim(
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

LIKELIHOOD_RATIO_BUCKETS.claim(
    "two-types-have-the-largest-base-at-an-end",
    "with two types the base of a record is largest at an end of the sources",
    "$p L_i + (1-p) L_j$ is linear in p, so for $f \\le p \\le 1-f$ it is at most its value at an end; in the same "
    "way the largest value over the hull of any sources is attained by one of them.",
    "p*one + (1 - p)*two <= Max(f*one + (1 - f)*two, (1 - f)*one + f*two)",
    by_solver("all reals", "And(f <= p, p <= 1 - f)"),
    mutants={"the other end alone": ("Max(f*one + (1 - f)*two, (1 - f)*one + f*two)", "f*one + (1 - f)*two")},
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
    "both-neighbours-below-one-bound-of-a-cell",
    "the bound of D(H_i + 1, H_j - 1) is that of D(H_i, H_j) times L_i/L_j",
    "With $\\max(1, L_i/L_j)$ the bound of a bucket holds for both divergences of the ordered pair.",
    "Max(first*own*other, first*(own*one)*(other/two)) <= first*Max(1, one/two)*own*other",
    by_solver("all reals", "And(first > 0, own > 0, other > 0, one > 0, two > 0)"),
    mutants={"without the maximum": ("first*Max(1, one/two)", "first")},
)  # fmt: skip

LIKELIHOOD_RATIO_BUCKETS.claim(
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
