"""App. F, Step 2: the two tails of the number of records of a type, and the average over databases."""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.papers.smoothed_dp.appendix_f.averages_instances import shares_at_random, small_averages, tails
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Step 2", {
    "smoothed": "\\delta_{SDP}", "low": "\\Pr[M \\le cn/2]", "misprinted": "\\Pr[M \\ge 1 - cn/2]",
    "high": "\\Pr[M \\ge n - cn/2]", "outside": "\\Pr[M \\le cn/2 \\vee M \\ge n - cn/2]",
    "inside": "\\Pr[cn/2 < M < n - cn/2]", "lone": "\\delta_1", "middle": "\\delta_{\\lceil cn/2 \\rceil}",
    "written_out": "\\Pr[M \\in (0, cn/2) \\cup (1 - cn/2, 1)]", "written_in": "\\Pr[M \\in (cn/2, 1 - cn/2)]",
}, dict.fromkeys(("low", "misprinted", "high"), "papers.smoothed_dp.appendix_f.averages_instances.tails"))  # fmt: skip

FULL_SUPPORT = "every source gives every type at least c > 0, not only the types of its own support"
_AVERAGES = on_instances(CERTIFIED, GRID, "small averages", "n <= 12, T <= 3, c in {1/4, 1/3, 1/2}", small_averages)
_AT_RANDOM = on_instances(CERTIFIED, SAMPLE, "shares at random", "n <= 9, seed 20230723", shares_at_random)

AVERAGE = SECTION.derivation(
    "published-average-with-replacement", "The average over databases, as published",
    line(
        "smoothed", "<=", "written_out*lone + written_in*middle", Rule.EXPECTATION, _AVERAGES, holds=False,
        mutants={"half of the right side": "(written_out*lone + written_in*middle)/2"},
        note="With 1 for n and open ends, M = 0 and most other M are left out.",
    ),
    line(
        "smoothed", "<=", "outside*lone + inside*middle", Rule.EXPECTATION, _AVERAGES, part="With n for 1, and all M",
        silent="delta_M does not grow with M up to n/2",
        mutants={"half of the right side": "(outside*lone + inside*middle)/2"},
    ),
    line(
        "<=", "2*exp(-c*n/8)*lone + middle", Rule.THEOREM, _AVERAGES, reference="Chernoff bound",
        mutants={"a ninth of the first term alone": "2*exp(-c*n/8)*lone/9"},
        note="The middle term needs its own bound: O((T/n)^M) with one constant is false, (eT/n)^M/(1 - eT/n) is not.",
    ), source="App. F, step 2",
)  # fmt: skip

SECTION.claim(
    "tails-of-the-record-count-as-printed", "Pr[M <= cn/2] <= exp(-cn/8) and Pr[M >= 1 - cn/2] <= exp(-cn/8)",
    "If every record is of the type with a probability in [c, 1 - c], then $\\Pr[M \\le cn/2]$ and $\\Pr[M \\ge 1 - "
    "cn/2]$ are at most $e^{-cn/8}$.",
    "And(low <= exp(-c*n/8), misprinted <= exp(-c*n/8))",
    _AT_RANDOM,
    silent=FULL_SUPPORT,
    fails=instance(
        "n = 3, c = 1/2: M >= 1 - 3/4 unless no record is of the type, so the probability is 7/8, above exp(-3/16), "
        "about 0.83. For cn >= 2 the event is certain.",
        "n = 3; c = 1/2; low = sum(comb(n, k) / 2**n for k in range(n + 1) if k <= c * n / 2); tail = sum(comb(n, "
        "k) / 2**n for k in range(n + 1) if k >= 1 - c * n / 2)", given="0 < c <= 1/2", at={"misprinted": "tail"},
    ), wrong="1 - cn/2 stands where n - cn/2 belongs, here and three times in the next display.", cost="Nothing.",
    defect="typo", search=over(
        {"n": Integers(1, 12), "c": Rationals(0, Fraction(1, 2), open_low=True)},
        lambda _, at: tails([1 - at["c"]] * at["n"], at["c"]), climbs=False,
    ), derivation=AVERAGE,
)  # fmt: skip

SECTION.claim(
    "tails-of-the-record-count", "Pr[M <= cn/2] <= exp(-cn/8) and Pr[M >= n - cn/2] <= exp(-cn/8)",
    "For independent records, each of the type with a probability in [c, 1 - c], the number M of records of the "
    "type has both tails $M \\le cn/2$ and $M \\ge n - cn/2$ at most $e^{-cn/8}$: by Markov's inequality for "
    "$2^{-M}$ each is at most the n-th power of $2^{c/2}(1 - c/2)$.",
    "And(low <= exp(-c*n/8), high <= exp(-c*n/8))",
    in_steps(
        "Markov's inequality",
        about(Formula("log(1 - c/2) + c/2*log(2) <= -c/8", ["c"]), on_box("one record's factor", {"c": "(0, 1/2]"})),
        by_solver("all records", [
            "And(0 < c, c <= 1/2, n >= 0)",
            *(
                # P(M <= cn/2) is at most 2^(cn/2) E 2^-M; for the other tail count the records of the other types.
                lifted(
                    "exponential-markov", f"{tail} <= exp(n*c/2*log(2))*(1 - c/2)**n",
                    cite("an-average-of-powers-is-below-that-of-the-floor", {"f": "c", "base": "1/2"}),
                ) for tail in ("low", "high")
            ), lifted("exponentials", "exp(n*c/2*log(2))*(1 - c/2)**n <= exp(-c*n/8)", shown("one record's factor")),
        ]),
    ),
    _AT_RANDOM,
    on_many_instances(CERTIFIED, "many shares at random", "n <= 9", shares_at_random, seed=20_230_726),
    silent=FULL_SUPPORT, fidelity="typo-corrected", mutants={
        "five times the exponent above": ("high <= exp(-c*n/8)", "high <= exp(-5*c*n/8)"),
        "eight times the exponent below": ("low <= exp(-c*n/8)", "low <= exp(-c*n)"),
    }, counts="n", generated="deep", repairs="tails-of-the-record-count-as-printed",
    note="The exponent $c/8$ may be raised to $(1 - \\ln 2)\\, c/2$.",
)  # fmt: skip
