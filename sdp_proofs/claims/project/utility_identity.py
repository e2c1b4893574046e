"""Two types: the utilities under the two values of the missing record add up to the two divergences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.instances.one_record import laws_of, rows_at, space
from sdp_proofs.claims.proofs.proving import after_substitution
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Rationals
from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.divergence import hockey_stick

POINT = ("p", "q", "odds")
AT_ONE_OUTPUT = {
    "first": "p*Max(0, (1 + odds)*Max(p, q)/(p + q) - odds)",
    "second": "q*Max(0, (1 + odds)*Max(p, q)/(p + q) - odds)",
    "there": "Max(0, p - odds*q)",
    "back": "Max(0, q - odds*p)",
}
"""What an output with the probabilities p and q adds."""
ADDED_UP = Formula(
    "first + second == there + back",
    {"first": "u_x", "second": "u_{x'}", "there": "d(x,x')", "back": "d(x',x)"},
)


def small_pairs(claim: Claim) -> Iterator[Instance]:
    """Sampling histograms of two types, enumerated."""
    for n in range(1, 8):
        for a in range(1, n + 1):
            for draws in range(n + 1):
                law = SamplingHistogram(draws=draws).law
                own, other = law((a, n - a)), law((a - 1, n - a + 1))
                for odds in (Fraction(1), Fraction(51, 49), Fraction(3)):
                    yield f"n = {n}, a = {a}, T = {draws}, odds {odds}", _sums(own, other, odds)


def _sums(own: FiniteLaw[Any], other: FiniteLaw[Any], odds: Fraction) -> dict[str, Fraction]:
    t, gains = odds / (1 + odds), [Fraction(0), Fraction(0)]
    for output in own.keys() | other.keys():
        p, q = own.get(output, Fraction(0)), other.get(output, Fraction(0))
        excess = max(Fraction(0), max(p, q) / (p + q) - t) / (1 - t)
        gains = [gains[0] + p * excess, gains[1] + q * excess]
    return {
        "first": gains[0], "second": gains[1],
        "there": hockey_stick(own, other, odds), "back": hockey_stick(other, own, odds),
    }  # fmt: skip


def _of_one_record(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    own, other = laws_of(rows_at(at))
    return _sums(own, other, at["odds"])


CLAIMS = (
    Claim(
        id="utilities-add-up-to-divergences",
        paper="project",
        locator="Utility",
        title="u_x + u_x' = d(x,x') + d(x',x) for two types, at every output",
        kind=Kind.PROJECT,
        statement="For two types and t = E/(E+1) each output adds the same to $u_x + u_{x'}$ as to $d(x,x') + "
        "d(x',x)$, where $u_x$ is the expected gain when the record is that of x. The utility, the larger of the two, "
        "lies between half the sum of the divergences and the whole.",
        hypotheses=(
            Hypothesis("two types"),
            Hypothesis("some database gives the output positive probability", silent=True),
        ),
        formula=ADDED_UP,
        checks=(
            after_substitution(
                by_solver(
                    "one output, all probabilities and odds",
                    [Formula("And(p >= 0, q >= 0, p + q > 0, odds >= 1)", POINT)],
                ),
                AT_ONE_OUTPUT,
                POINT,
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "sampling histograms, summed", "all n <= 7, all T, 3 odds", small_pairs
            ),
        ),
        near_misses=(
            NearMiss("only one direction", ADDED_UP.mutate(" + back", "")),
            NearMiss("difference of the divergences", ADDED_UP.mutate("there + back", "there - back")),
            NearMiss("one of them twice", ADDED_UP.mutate("first +", "2*first +")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(space(2, 3, odds=Rationals(1, 1000)), _of_one_record, climbs=False),
        trust=("z3", "sum-over-outputs"),
    ),
)
