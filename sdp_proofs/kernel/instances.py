"""Theorems on printed numbers: responses, mixtures of sources, elections.

Delta of many responses is a divergence, a sum over all lists of answers; `library/Responses.v` proves that it is one
sum over their counts, and the kernel computes that sum in integers.

A smoothed delta, by Definition 3, is the supremum over all assignments of two sources to the records.
`library/Smoothed.v` proves that it is the larger of the averages over both homogeneous assignments, if the histograms
of which the loss exceeds these lie outside an interval; that they do, and both averages, the kernel computes in
integers.

Delta of each of the 26 elections of Figure 1 is a theorem from the definition, and so is what it refutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, comb, lcm

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.formulas import Writer, named
from sdp_proofs.kernel.numbers import LONG, around, decimal, delta_theorem, enclosed
from sdp_proofs.kernel.theorem import Theorem
from sdp_proofs.ledger import Claim
from sdp_proofs.papers.smoothed_dp.elections import FIGURE_1, Election, us_presidential_elections

DELTA_OF_ALL_ANSWERS = "delta_of_all_answers_is_between"
DIGITS = 15
OF_RESPONSES = "losses-of-responses-follow-pascals-rule"
"""The claim that the number belongs to."""


def whole(truth: int, lie: int, odds: Fraction, answers: int) -> int:
    """Divergence of answers, times the denominators of odds and chances.

    Example:
        >>> whole(3, 1, Fraction(2), 1), whole(3, 1, Fraction(3), 1)
        (1, 0)
    """
    return sum(
        comb(answers, h)
        * max(
            0,
            odds.denominator * truth**h * lie ** (answers - h) - odds.numerator * lie**h * truth ** (answers - h),
        )
        for h in range(answers + 1)
    )


def responses_theorem(truth: int, lie: int, odds: Fraction, answers: int, name: str) -> Theorem:
    """State delta of many randomised responses.

    It is at a budget, and each answer is true with a chance.

    Args:
        truth: parts of the chance that an answer is true.
        lie: parts of the chance that it is not.
        odds: exp(epsilon) for all of them together.
        answers: how many.
        name: of the theorem's subject, in words joined by hyphens.

    Raises:
        DomainError: nothing is lost, or a part is none.
    """
    if truth < 1 or lie < 1 or answers < 1:
        raise DomainError(f"parts and answers must be positive; got {truth}, {lie}, {answers}")
    value = whole(truth, lie, odds, answers)
    if not value:
        raise DomainError(f"a delta of zero has no digits; got odds {odds}")
    delta = Fraction(value, odds.denominator * (truth + lie) ** answers)
    low, high = map(decimal, around(delta, DIGITS))
    laws = f"(answers {answers} {truth} {lie}) (answers {answers} {lie} {truth})"
    term = f"hs (words [false; true] {answers}) (IZR {odds.numerator} / IZR {odds.denominator}) {laws}"
    statement = f"(* {name} *)\nTheorem {DELTA_OF_ALL_ANSWERS} :\n  {low} < {term} < {high}."
    computed = f"whole {truth} {lie} {odds.numerator} {odds.denominator} {answers}"
    proof = f"""Proof.
  rewrite responses by lia. replace ({computed}) with ({value})%Z by (vm_compute; reflexivity).
  change ({truth} + {lie})%Z with {truth + lie}%Z. split; interval with (i_prec 100).
Qed."""
    return Theorem(name, "holds", DELTA_OF_ALL_ANSWERS, statement, proof, "Responses")


def three_hundred_responses() -> dict[str, Theorem]:
    """State delta of three hundred answers at epsilon = log 20.

    Each is true with the chance 11/21.

    Example:
        >>> list(three_hundred_responses())
        ['three-hundred-randomised-responses']
    """
    name = "three-hundred-randomised-responses"
    return {name: responses_theorem(11, 10, Fraction(20), 300, name)}


SMOOTHED_DELTA = "smoothed_delta_is_between"
OF_SMOOTHED = "pure-mixtures-are-worst"
"""The claim that the number belongs to."""


def losses(records: int, draws: int, odds: Fraction) -> list[int]:
    """Delta of all two-type histograms, times a denominator.

    That is the denominator of the odds and the number of samples.

    World: exact.

    Example:
        >>> losses(2, 1, Fraction(1))
        [1, 1, 1]
    """

    def gain(one: int, other: int) -> int:
        return sum(
            max(0, odds.denominator * ways(one, h) - odds.numerator * ways(other, h))
            for h in range(draws + 1)
        )  # fmt: skip

    def ways(ones: int, h: int) -> int:
        return comb(ones, h) * comb(records - ones, draws - h)

    either = [max(gain(ones, ones + 1), gain(ones + 1, ones)) for ones in range(records)]
    return [max([0, *either[max(0, ones - 1) : ones + 1]]) for ones in range(records + 1)]


def outside_an_interval(high: Sequence[bool]) -> bool:
    """Tell whether the true places lie outside an interval.

    Example:
        >>> outside_an_interval([True, False, False, True]), outside_an_interval([False, True, False])
        (True, False)
    """
    return sum(after != before for before, after in pairwise([True, *high, True])) <= 2


def end_value(values: list[int], parts: int, whole: int) -> int:
    """Average the losses of independent records of one chance.

    Every record is a one with the chance `parts / whole`; the average is times a power of `whole`.

    Example:
        >>> end_value([0, 1, 2], 1, 2)
        4
    """
    last = len(values) - 1
    return sum(
        comb(last, ones) * parts**ones * (whole - parts) ** (last - ones) * value for ones, value in enumerate(values)
    )


def smoothed_theorem(
    records: int, draws: int, odds: Fraction, chances: tuple[Fraction, Fraction], name: str
) -> Theorem:
    """State the smoothed delta of the sampling histogram of two types.

    Samples are without replacement.

    Args:
        records: how many.
        draws: size of the sample.
        odds: exp(epsilon), at least 1.
        chances: that a record is a one, by its source: the higher, the lower.
        name: of the theorem's subject, in words joined by hyphens.

    Raises:
        DomainError: there is no such sample or source, nothing is lost, or the losses above the answer lie otherwise.
    """
    high, low = chances
    if not 0 < draws <= records or odds < 1 or not 0 <= low <= high <= 1:
        raise DomainError(
            "some records must be drawn, the odds be at least 1 and the chances fall from 1 to 0; "
            f"got {draws} of {records} records, odds {odds}, chances {high} and {low}"
        )
    values = losses(records, draws, odds)
    whole = lcm(high.denominator, low.denominator)
    own, other = int(high * whole), int(low * whole)
    value = max(end_value(values, own, whole), end_value(values, other, whole))
    if not value or not outside_an_interval([loss * whole**records > value for loss in values]):
        raise DomainError(
            "something must be lost, and the losses above the answer be those outside an interval of histograms; "
            f"got others at {records} records and {draws} draws"
        )
    delta = Fraction(value, odds.denominator * comb(records, draws) * whole**records)
    ends = [decimal(end) for end in around(delta, DIGITS)]
    sources = f"(one_of_two {records} (IZR {own} / IZR {whole}) (IZR {other} / IZR {whole}))"
    place = f"{records} {draws} {odds.numerator} {odds.denominator}"
    statement = (
        f"(* {name} *)\nTheorem {SMOOTHED_DELTA} s :\n"
        f"  smoothed [false; true] (seq 0 (S {draws})) {sources} (histogram {draws})"
        f" (IZR {odds.numerator} / IZR {odds.denominator}) s ->\n  {ends[0]} < s < {ends[1]}."
    )
    proof = f"""Proof.
  intro H. apply (smoothed_in_integers {place} ltac:(lia) eq_refl {own} {other} {whole} {value} s) in H;
    [| lra | lia | lia | lia | lia | vm_compute; reflexivity | vm_compute; reflexivity].
  rewrite samples_are in H by lia.
  replace (nth _ _ _) with ({comb(records, draws)})%Z in H by (vm_compute; reflexivity).
  rewrite H. split; interval with (i_prec 100).
Qed."""
    return Theorem(name, "holds", SMOOTHED_DELTA, statement, proof, "Smoothed")


def two_hundred_records() -> dict[str, Theorem]:
    """State the smoothed delta of two hundred votes, ten lost.

    Each is for the first with a chance of 3/4 or of 1/2, at odds 51/49.

    Example:
        >>> list(two_hundred_records())
        ['smoothed-delta-of-two-hundred-records']
    """
    name = "smoothed-delta-of-two-hundred-records"
    return {name: smoothed_theorem(200, 190, Fraction(51, 49), (Fraction(3, 4), Fraction(1, 2)), name)}


ODDS = Fraction(51, 49)
OF_ALL_ELECTIONS = "loss-below-one-over-n"
"""The claim of which the elections' theorems prove what is said of delta."""
SHARPLY = "sixteen-digits-of-2020"
ALL_BELOW = "every-election-below-one-over-n"
ALL_BELOW_THEOREM = "every_delta_is_below_one_over_n"
REFUTED = {
    "losses-between-the-printed-powers-of-ten": {"delta": (1924, FIGURE_1.rate)},
    "losses-fall-at-every-election": {"earlier": (1920, FIGURE_1.rate), "later": (1924, FIGURE_1.rate)},
    "private-with-one-vote-in-ten-thousand-lost": {"delta": (1924, Fraction(9999, 10000))},
}
"""The claims that an election refutes: the symbols that are its delta, with the year and the share that is counted."""


def elections() -> dict[str, Theorem]:
    """State delta of each election, to seven digits and below 1/n.

    More digits of 2020; one theorem on all.

    Example:
        >>> sorted(elections())[-3], len(elections())
        ('election-of-2020', 28)
    """
    found = {}
    for election in us_presidential_elections():
        name = f"election-of-{election.year}"
        one_over_n = Fraction(1, sum(election.counts))
        found[name] = delta_theorem(*election.counts, _draws(election, FIGURE_1.rate), ODDS, name, one_over_n)
    last = us_presidential_elections()[-1]
    sharp = delta_theorem(*last.counts, _draws(last, FIGURE_1.rate), ODDS, SHARPLY, series=LONG)
    return {**found, SHARPLY: sharp, ALL_BELOW: _all_below(tuple(found.values()))}


def _all_below(each: tuple[Theorem, ...]) -> Theorem:
    """Join the theorems that delta is below 1/n."""
    says = [one.statement.rsplit("/\\ ", 1)[1].rstrip(".") for one in each]
    body = " /\\\n  ".join(says)
    statement = f"(* {ALL_BELOW} *)\nTheorem {ALL_BELOW_THEOREM} :\n  {body}."
    proof = "\n".join(f"  | exact (proj2 {one.module}.{one.name})" for one in each)
    script = f"Proof.\n  repeat apply conj; [\n{proof.replace('  | ', '    ', 1)}].\nQed."
    return Theorem(ALL_BELOW, "holds", ALL_BELOW_THEOREM, statement, script, "Delta", each)


def refutation_by_election(claim: Claim) -> Theorem | None:
    """Refute a published relation by the losses of an election.

    None if no election refutes the claim.

    `records` are those of the election; symbols that are not losses of an election stand for any number.

    Raises:
        DomainError: a symbol of the formula is neither.
    """
    losses = REFUTED.get(claim.id)
    if losses is None:
        return None
    by_year = {election.year: election for election in us_presidential_elections()}
    found = {
        symbol: enclosed(*by_year[year].counts, _draws(by_year[year], rate), ODDS, f"_{symbol}")
        for symbol, (year, rate) in losses.items()
    }
    arguments, free = [], []
    for symbol in claim.formula.free:
        if symbol in found:
            arguments.append(f"({found[symbol].term})")
        elif symbol == "records":
            ((year, _),) = losses.values()
            arguments.append(str(sum(by_year[year].counts)))
        elif symbol == "utility":
            free.append(named(symbol))
            arguments.append(named(symbol))
        else:
            raise DomainError(f"a symbol must be a loss, its records or the utility; got {symbol}")
    head = " ".join(map(named, claim.formula.free))
    fails = f"~ published {' '.join(arguments)}"
    lines = [
        f"(* {claim.paper}, {claim.locator}: {claim.id} *)",
        *(one.text for one in found.values()),
        f"Definition published ({head} : R) : Prop :=\n  {Writer(real=True).proposition(claim.formula.tree)}.",
        f"Theorem published_is_false :\n  {f'forall {chr(32).join(free)} : R, ' if free else ''}{fails}.",
    ]
    facts = " ".join(f"pose proof between_{symbol}." for symbol in found)
    proof = f"Proof.\n  {facts} unfold published. intros. lra.\nQed."
    return Theorem(claim.id, "is refuted", "published_is_false", "\n\n".join(lines), proof, "Delta")


def _draws(election: Election, rate: Fraction) -> int:
    return ceil(rate * sum(election.counts))
