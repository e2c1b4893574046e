"""Delta of the 26 elections of Figure 1, and what it refutes, as theorems from the definition."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.formulas import Writer
from sdp_proofs.kernel.names import named
from sdp_proofs.kernel.numbers import LONG, delta_theorem, enclosed
from sdp_proofs.kernel.theorem import Theorem
from sdp_proofs.ledger import Claim
from sdp_proofs.papers.smoothed_dp.introduction.election_data import Election, us_presidential_elections
from sdp_proofs.papers.smoothed_dp.introduction.elections import FIGURE_1

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
    """A theorem for each election: delta to seven digits, and below 1/n; more digits of 2020; one theorem on all.

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
    """The theorem that delta is below 1/n in every election, from those on the elections."""
    says = [one.statement.rsplit("/\\ ", 1)[1].rstrip(".") for one in each]
    body = " /\\\n  ".join(says)
    statement = f"(* {ALL_BELOW} *)\nTheorem {ALL_BELOW_THEOREM} :\n  {body}."
    proof = "\n".join(f"  | exact (proj2 {one.module}.{one.name})" for one in each)
    script = f"Proof.\n  repeat apply conj; [\n{proof.replace('  | ', '    ', 1)}].\nQed."
    return Theorem(ALL_BELOW, "holds", ALL_BELOW_THEOREM, statement, script, "Delta", each)


def refutation_by_election(claim: Claim) -> Theorem | None:
    """The theorem that a published relation fails at the losses of an election; None if no election refutes the claim.

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
