"""Double sum: the sampled and the other records are independent; with it, three lower bounds of the smoothed delta."""

from __future__ import annotations

from sdp_proofs.papers.project.sharp_bounds.bounds_instances import few_records, lower_bounds, with_bounds
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Double sum", {
    "odds": "E", "rate": "\\rho", "none_drawn": "(1-p)^T", "none_left": "(1-p)^{n-T}",
    "loss": "\\delta_{\\mathrm{SDP}}", "one": "\\rho \\max \\pi(i)^n", "double": "D",
    "rare": "(1-f)^{n-T} - (1-\\rho)(1-f)^n",
}, {
    "none_drawn": "any number", "none_left": "any number", "loss": "privacy.smoothed.delta.smoothed_delta",
    "one": "privacy.bounds.lower.one_type_lower", "rare": "privacy.bounds.lower.rare_type_lower",
})  # fmt: skip

SECTION.claim(
    "sampled-and-other-records-are-independent",
    "Bin(n,p)(u+v) times the chance of u sampled ones is Bin(T,p)(u) Bin(n-T,p)(v)",
    "If each of n records is of a type with probability p, independently, and T of them are sampled, then the "
    "numbers u and v of records of that type among the sampled and among the other ones are independent binomial "
    "counts: $\\binom{n}{u+v}\\binom{u+v}{u}\\binom{n-u-v}{T-u}/\\binom nT = \\binom Tu\\binom{n-T}{v}$.",
    "Eq(binomial(n, u + v)*binomial(u + v, u)*binomial(n - u - v, T - u)/binomial(n, T), binomial(T, u)*binomial(n "
    "- T, v))",
    by_identity("binomial coefficients", "natural n T u v", "And(T <= n, u <= T, v <= n - T)"),
    mutants={
        "n for n - T": ("binomial(n - T, v)", "binomial(n, v)"),
        "without the choice of the sample": ("/binomial(n, T)", ""),
    }, counts="n T", generated="deep",
)  # fmt: skip

SECTION.claim(
    "sampled-and-other-records-of-two-types-are-independent",
    "the histograms of the sampled and of the other records are independent multinomials",
    "The same for two types of many: u and k sampled, v and w other records of them. The coefficients are those of "
    "two multinomials with T and n - T records.",
    "Eq(binomial(n, u + v)*binomial(n - u - v, k + w)*binomial(u + v, u)*binomial(k + w, k)*binomial(n - u - v - k "
    "- w, T - u - k)/binomial(n, T), binomial(T, u)*binomial(T - u, k)*binomial(n - T, v)*binomial(n - T - v, w))",
    by_identity("binomial coefficients", "natural n T u v k w", "And(T <= n, u + k <= T, v + w <= n - T)"),
    on_instances(EXACT, GRID, "few records", "n <= 5, possible outputs", few_records),
    mutants={
        "T for T - u": ("binomial(T - u, k)", "binomial(T, k)"), "one type alone": ("*binomial(n - T - v, w)", ""),
    }, counts="n T u v k w", generated="deep",
)  # fmt: skip

SECTION.claim(
    "ratio-in-terms-of-sampled-and-other-records",
    "r = v (n-u-v+1)/((u+v)(n-T-v+1)) for u sampled and v other records of the type",
    "If one of the $u + v$ records of the type is replaced by one of another type (all others counted as one), an "
    "output with u of them has the likelihood ratio $v(n-u-v+1)/((u+v)(n-T-v+1))$.",
    "Eq(binomial(u + v - 1, u)*binomial(n - u - v + 1, T - u)/(binomial(u + v, u)*binomial(n - u - v, T - u)), v*(n "
    "- u - v + 1)/((u + v)*(n - T - v + 1)))",
    by_identity("binomial coefficients", "natural n T u v", "And(T <= n, u <= T, 1 <= v, v <= n - T)"),
    mutants={
        "v + 1 for v": ("v*(n - u - v + 1)/(", "(v + 1)*(n - u - v + 1)/("),
        "T for n - T": ("(n - T - v + 1))", "(T - v + 1))"),
    }, counts="n T", generated="deep",
)  # fmt: skip

SECTION.claim(
    "a-full-sample-has-the-largest-gain", "where all records of the type are sampled the gain is one",
    "At v = 0 the ratio is 0, and the positive part of 1 - E r is 1: the neighbour with one record fewer cannot "
    "give that sample.",
    "Implies(v == 0, Max(0, 1 - odds*v*(n - u - v + 1)/((u + v)*(n - T - v + 1))) == 1)",
    by_solver("all reals", "And(u >= 1, v >= 0, T <= n, v <= n - T, odds >= 1)"),
    mutants={"v = 1": ("v == 0", "v == 1"), "twice the gain": ("== 1)", "== 2)")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "a-lone-record-is-sampled-at-the-rate", "a record is in the sample with probability T/n",
    "$\\binom{n-1}{T-1}/\\binom nT = T/n$: if all records are of one type, the neighbour's odd record is seen with "
    "this probability and never otherwise, so that delta is T/n at every epsilon.",
    "Eq(binomial(n - 1, T - 1)/binomial(n, T), T/n)",
    by_identity("binomial coefficients", "natural n T", "And(1 <= T, T <= n)"),
    mutants={
        "T/(n + 1)": ("T/n)", "T/(n + 1))"),
        "the record is not there": ("binomial(n - 1, T - 1)", "binomial(n - 1, T)"),
    }, counts="n T",
)  # fmt: skip

SECTION.claim(
    "the-two-events-of-a-rare-type-in-closed-form",
    "rho (1-p)^n + (1 - (1-p)^T) (1-p)^(n-T) = (1-p)^(n-T) - (1-rho) (1-p)^n",
    "No record of the type at all, or some and all of them sampled: $\\rho(1-p)^n + (1 - (1-p)^T)(1-p)^{n-T}$, with "
    "$(1-p)^n = (1-p)^T (1-p)^{n-T}$.",
    "Eq(rate*none_drawn*none_left + (1 - none_drawn)*none_left, none_left - (1 - rate)*none_drawn*none_left)",
    by_identity("powers as symbols", ""),
    given="the records are independent", mutants={
        "rho for 1 - rho": ("(1 - rate)*none_drawn", "rate*none_drawn"),
        "the absent type twice": ("(1 - none_drawn)*none_left,", "none_left,"),
    }, trust="binomial-theorem",
)  # fmt: skip

AT_RANDOM = with_bounds(lower_bounds, 80)

SECTION.claim(
    "three-lower-bounds-of-the-smoothed-loss",
    "rho max pi^n, (1-f)^(n-T) - (1-rho)(1-f)^n and the double sum are at most delta_SDP",
    "One type only, a rare type with no record left out, and the double sum over the sampled and the other records "
    "of the rarest type: three lower bounds of delta_SDP (`privacy.bounds.lower`).",
    "And(one <= loss, rare <= loss, double <= loss)",
    by_solver(
        # `alone` is rho times the chance that all records are of one type; `pooled` is the average with all other types
        # counted as one, and `sums` the double sum over the sampled and the other records of the rarest type.
        "two averages",
        [
            lifted("averaging", "loss >= alone", cite("a-lone-record-is-sampled-at-the-rate")),
            trusted("programs", "one <= alone"), cite("smoothed-delta-falls-no-faster-than-a-power"),
            trusted("programs", "rare <= lost_others - (1 - rate)*all_others"),
            lifted("data-processing", "loss >= pooled", cite("ratio-in-terms-of-sampled-and-other-records")),
            lifted(
                "averaging", "pooled >= sums", cite("sampled-and-other-records-are-independent"),
                cite("a-lone-record-is-sampled-at-the-rate"), cite("a-full-sample-has-the-largest-gain"),
            ), trusted("programs", "double <= sums"),
        ],
    ),
    on_instances(CERTIFIED, SAMPLE, "random sources", "80 instances, n <= 24, seed 20261121", AT_RANDOM),
    on_many_instances(CERTIFIED, "many random sources", "n <= 24", AT_RANDOM, seed=20_261_122),
    at="Closed bounds", given="f is attained by a source", mutants={
        "a tenth above the double sum": ("double <= loss", "11*double/10 <= loss"),
        "ten times the first": ("one <= loss", "10*one <= loss"),
    }, note="All records follow one source that attains f, or the largest probability; delta_SDP is at least the "
    "average. Databases without the type have delta T/n. In all others one record of the type is replaced, and all "
    "other types are counted as one; as the counts are independent, the average over databases and outputs is D.",
)  # fmt: skip
