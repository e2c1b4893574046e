"""Other questions about releases than epsilon and delta: divergences, and what an adversary errs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.api.numbers import Adjacency, Digits, chosen, run_of
from sdp_proofs.declarations import Option
from sdp_proofs.errors import OptionsError

if TYPE_CHECKING:
    from sdp_proofs.accounting.measures import Measure
    from sdp_proofs.api.numbers import Chosen
    from sdp_proofs.numbers.reals import Readable

Order = Annotated["Chosen | None", Option("Ask for the Renyi divergence of this order > 1.", metavar="A")]
Rate = Annotated[
    "Chosen | None",
    Option("Ask how many records any test with this false positive rate misses.", flag="--fpr", metavar="P"),
]
Prior = Annotated[
    "Chosen | None", Option("Ask how often an adversary errs who believes with this chance that a record is there.",
                            metavar="P")
]  # fmt: skip
Advantage = Annotated[bool, Option("Ask for the largest true less false positive rate of any test.")]
Rho = Annotated[bool, Option("Ask for the least rho of zero-concentrated privacy.")]


def measure(
    release: Any,
    *,
    order: Order = None,
    false_positive_rate: Rate = None,
    prior: Prior = None,
    advantage: Advantage = False,
    rho: Rho = False,
    adjacency: Adjacency = None,
    digits: Digits = 10,
) -> Measure:
    """Compute another measure of the privacy of a sequence of releases than epsilon and delta.

    World: an enclosure. What an adversary's error is at least is rounded down, everything else up: the number that is
    printed is a valid guarantee.

    Args:
        release: whatever `account` reads.
        order: ask for the Renyi divergence of this order;
        false_positive_rate: or for the least false negative rate of all tests with this false positive rate;
        prior: or for the least error of an adversary who believes with this chance that the record is there;
        advantage: or for the largest difference of true and false positive rate of any test;
        rho: or for the least rho of zero-concentrated privacy.
        adjacency: as in `account`.
        digits: significant digits to prove.

    Raises:
        OptionsError: not exactly one of the questions.
        DomainError: a number outside its domain, or a release of which that is not known.

    Example:
        >>> print(measure("gaussian(sigma=2)", order=8).to_quote())
        (8, 1)-RDP, add or remove one record
        >>> measure("poisson(rate=0.01, gaussian(sigma=1)) * 1000", advantage=True, digits=6).headline(4)
        '0.1611'
        >>> measure("laplace(scale=1)", prior="1/2").to_quote()
        'with the prior 1/2 an adversary errs with probability at least 0.3032, add or remove one record'
    """
    from sdp_proofs.accounting import measures
    from sdp_proofs.accounting.analysis import Question

    name, given = asked_of(order, false_positive_rate, prior, advantage=advantage, rho=rho)
    run = run_of(release)
    question = Question.of(run.release, adjacency or run.adjacency)
    found = measures.measure(question, name, None if given is None else chosen(given), digits=digits)
    return replace(found, by_convention=question.by_convention)


def asked_of(
    order: Chosen | None, rate: Chosen | None, prior: Chosen | None, *, advantage: bool, rho: bool
) -> tuple[str, Readable | float | None]:
    """Return the one measure that is asked for, and its number.

    Raises:
        OptionsError: not exactly one.
    """
    from sdp_proofs.accounting import measures

    asked = [
        (name, given)
        for name, given, there in (
            (measures.RENYI, order, order is not None),
            (measures.MISSES, rate, rate is not None),
            (measures.ERROR, prior, prior is not None),
            (measures.ADVANTAGE, None, advantage),
            (measures.CONCENTRATED, None, rho),
        )
        if there
    ]
    if len(asked) != 1:
        raise OptionsError("exactly one of order, false_positive_rate, prior, advantage and rho must be given")
    return asked[0]
