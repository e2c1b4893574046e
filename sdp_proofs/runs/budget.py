"""Spend a budget step by step, each step chosen after the outputs so far: filters for Gaussian and zCDP budgets.

World: exact running sums, compared with the budget before each step; an enclosure is taken once, at the end.

* *Gaussian*: a step that is mu_n-GDP whatever the past was, with sum mu_n^2 <= mu^2 always, makes the whole mu-GDP
  [Smith, Thakurta 2022]. Given the past, such a step is a random function of a Brownian motion with or without drift
  over a time of mu_n^2; the total time is at most mu^2.
* *zCDP*: with steps of rho_n-zCDP given the past and sum rho_n <= rho the whole is rho-zCDP [Feldman, Zrnic 2021;
  Whitehouse, Ramdas, Rogers, Wu 2023]. Normal noise of mu is (mu^2/2)-zCDP, pure epsilon is (epsilon^2/2)-zCDP.

The claims `a-gaussian-budget-may-be-spent-adaptively` and `a-budget-of-concentrated-privacy-may-be-spent-adaptively`
prove both. A filter over several Renyi orders at once is false as it is often printed
(`budgets-of-several-orders-may-be-spent-adaptively`). No filter is known here that composes sampled steps, whose
profiles are not ordered. What a step costs it says itself: `Mechanism.squared_distance`, `Mechanism.concentration`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sdp_proofs.accounting.analysis import adjacency_of, changed_records
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.release import Mechanism, Release
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import ExactReal, Readable, read_rational, shown

HYPOTHESES = (
    "each step's noise and sensitivity depend on the outputs of earlier steps, and on nothing else in the data",
    "a step is asked for before it is run, and one that is not allowed is not run",
    "what a record can change is at most the sensitivity, whatever the past was",
)
"""Reason for which the guarantee of a budget holds; printed with every one."""


_UNITS = 10**12
"""A budget of epsilon and delta is rounded down to a multiple of one over this."""


class Budget(ABC):
    """A budget that is spent step by step.

    Args:
        total: of the quantity that adds up, as a fraction.
        adjacency: which databases are neighbours: "add-remove", or "replace-one" where answers move twice as far.

    Raises:
        DomainError: it is negative, or the adjacency unknown.
    """

    quantity: ClassVar[str] = ""
    claim: ClassVar[str] = ""

    def __init__(self, total: Readable, adjacency: str = ADD_REMOVE) -> None:
        number = read_rational(total, self.quantity)
        if number < 0:
            raise DomainError(f"a budget must be >= 0, got {shown(total)}")
        if adjacency not in (ADD_REMOVE, REPLACE_ONE):
            raise DomainError(f"adjacency must be {ADD_REMOVE} or {REPLACE_ONE}, got {shown(adjacency)}")
        self.total, self.spent, self.adjacency = number, Fraction(0), adjacency
        self.changed = 0  # in how many records neighbours differ, once a step is spent

    @abstractmethod
    def cost(self, step: Mechanism) -> Fraction:
        """The cost of one step.

        Raises:
            DomainError: a step that has none, or one that is no fraction.
        """

    def _exact(self, cost: ExactReal | None, step: Mechanism, needed: str) -> Fraction:
        if cost is None:
            raise DomainError(f"a step of a budget of {self.quantity} must be {needed}, got {step}")
        known = cost.as_fraction()
        if known is None:
            raise DomainError(f"a step must have a rational {self.quantity} to be added up exactly, got {step}")
        return Fraction(known)

    @property
    def left(self) -> Fraction:
        """The rest of the budget."""
        return self.total - self.spent

    def allows(self, step: Release | str) -> bool:
        """Decide, exactly, that a step is within the budget; nothing is spent.

        Raises:
            DomainError: a step whose cost is not known.
        """
        return self._cost_of(step) <= self.left

    def spend(self, step: Release | str) -> None:
        """Spend a step that is about to be run.

        Raises:
            DomainError: it is not within the budget, or its cost is not known.
        """
        cost = self._cost_of(step)
        if cost > self.left:
            left = _shown(self.left, upward=False)
            raise DomainError(
                f"a step must be within the budget: {left} is left, the step costs {_shown(cost, upward=True)}"
            )
        self.spent += cost
        self.changed = changed_records(read_release(step))

    def _cost_of(self, step: Release | str) -> Fraction:
        release = read_release(step)
        adjacency_of(release, self.adjacency)
        if self.changed not in (0, changed_records(release)):
            raise DomainError(f"a step must be about groups of at most {self.changed}, as those before, got {release}")
        return sum((self.cost(term) * count for term, count in release.terms()), Fraction(0))

    def __str__(self) -> str:
        spent, left = _shown(self.spent, upward=True), _shown(self.left, upward=False)
        lines = [f"{self.quantity} spent {spent} of {self.total}, left {left}", *self._guarantee()]
        return "\n".join([*lines, f"proved by {self.claim}, if", *(f"  {line}" for line in HYPOTHESES)])

    @abstractmethod
    def _guarantee(self) -> Iterator[str]:
        """Say what the budget guarantees."""


def _shown(number: Fraction, *, upward: bool) -> str:
    """A fraction that is short, else a decimal."""
    return str(number) if number.denominator < 10**6 else exact_decimal(number, 10, upward=upward)


class GaussianBudget(Budget):
    """A budget of mu^2: what is run within it is mu-GDP, however the steps were chosen from earlier outputs.

    Example:
        >>> budget = GaussianBudget("1")
        >>> budget.allows("gaussian(2)"), budget.allows("gaussian(1/2)")
        (True, False)
        >>> budget.spend("gaussian(2) * 3")
        >>> budget.left, budget.allows("gaussian(2)"), budget.allows("gaussian(1.99)")
        (Fraction(1, 4), True, False)
    """

    quantity: ClassVar[str] = "mu^2"
    claim: ClassVar[str] = "a-gaussian-budget-may-be-spent-adaptively"

    @classmethod
    def of(cls, *, epsilon: Readable, delta: Readable, adjacency: str = ADD_REMOVE) -> GaussianBudget:
        """Return the largest budget found whose guarantee is (epsilon, delta)-DP, by a proven calibration.

        Example:
            >>> budget = GaussianBudget.of(epsilon=1, delta="1e-5")
            >>> 0.0718 < budget.total < 0.0719
            True
        """
        found = calibrate("gaussian(sigma=?)", epsilon=epsilon, delta=delta, adjacency=ADD_REMOVE, digits=6)
        return cls(Fraction(_UNITS * found.meets.denominator**2 // found.meets.numerator**2, _UNITS), adjacency)

    def cost(self, step: Mechanism) -> Fraction:
        """See `Budget`: the squared distance of the answers in deviations."""
        return self._exact(step.squared_distance(self.adjacency), step, "normal noise, neither sampled nor other")

    def _guarantee(self) -> Iterator[str]:
        sigma = "1" if self.total == 1 else f"1/sqrt({self.total})"
        yield f"all steps together are mu-GDP with mu^2 = {self.total}: as gaussian(sigma={sigma})"


class ZcdpBudget(Budget):
    """A budget of rho: what is run within it is rho-zCDP, however the steps were chosen from earlier outputs.

    Example:
        >>> budget = ZcdpBudget("1/2")
        >>> budget.spend("gaussian(2) + pure(1/2)")
        >>> budget.left
        Fraction(1, 4)
    """

    quantity: ClassVar[str] = "rho"
    claim: ClassVar[str] = "a-budget-of-concentrated-privacy-may-be-spent-adaptively"

    def cost(self, step: Mechanism) -> Fraction:
        """See `Budget`: mu^2/2 of normal noise, epsilon^2/2 of a pure step, rho of one that says it."""
        return self._exact(step.concentration(self.adjacency), step, "one whose rho is known, as normal noise or pure")

    def _guarantee(self) -> Iterator[str]:
        yield f"all steps together are {self.total}-zCDP"
