"""Spend a budget step by step, each step chosen after the outputs so far: filters for Gaussian and zCDP budgets.

World: exact running sums, compared with the budget before each step; an enclosure is taken once, at the end.

* *Gaussian*: a step that is mu_n-GDP whatever the past was, with sum mu_n^2 <= mu^2 always, makes the whole mu-GDP
  [Smith, Thakurta 2022]. Given the past, such a step is a random function of a Brownian motion with or without drift
  over a time of mu_n^2; the total time is at most mu^2.
* *zCDP*: with steps of rho_n-zCDP given the past and sum rho_n <= rho the whole is rho-zCDP [Feldman, Zrnic 2021;
  Whitehouse, Ramdas, Rogers, Wu 2023]. Normal noise of mu is (mu^2/2)-zCDP, pure epsilon is (epsilon^2/2)-zCDP.

No filter is known here that composes sampled steps, whose profiles are not ordered: a step must be normal noise, or one
that has a rho. Nor is one for several Renyi orders at once, which is false as it is usually printed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.dominating_pairs import quotient
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.plain_releases import Pure
from sdp_proofs.accounting.release import Mechanism, Release
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, multiply, rational, read_rational, shown

HYPOTHESES = (
    "each step's noise and sensitivity depend on the outputs of earlier steps, and on nothing else in the data",
    "a step is asked for before it is run, and one that is not allowed is not run",
    "what a record can change is at most the sensitivity, whatever the past was",
)
"""What makes the guarantee of a budget hold; printed with every one."""


class Budget(ABC):
    """A budget that is spent step by step.

    Args:
        total: of the quantity that adds up, as a fraction.
        adjacency: which databases are neighbours: "add-remove", or "replace-one" where answers move twice as far.

    Raises:
        DomainError: it is negative, or the adjacency unknown.
    """

    quantity: ClassVar[str] = ""

    def __init__(self, total: Readable, adjacency: str = ADD_REMOVE) -> None:
        number = read_rational(total, self.quantity)
        if number < 0:
            raise DomainError(f"a budget must be >= 0, got {shown(total)}")
        if adjacency not in (ADD_REMOVE, REPLACE_ONE):
            raise DomainError(f"adjacency must be {ADD_REMOVE} or {REPLACE_ONE}, got {shown(adjacency)}")
        self.total, self.spent, self.adjacency = number, Fraction(0), adjacency

    @abstractmethod
    def cost(self, step: Mechanism) -> Fraction:
        """The cost of one step.

        Raises:
            DomainError: a step that has none.
        """

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
            raise DomainError(f"a step must be within the budget: {self.left} is left of it, and the step costs {cost}")
        self.spent += cost

    def _cost_of(self, step: Release | str) -> Fraction:
        return sum((self.cost(term) * count for term, count in read_release(step).terms()), Fraction(0))

    def _apart(self, noise: Gaussian) -> Fraction:
        """The squared distance of neighbouring answers, in deviations."""
        if noise.noiseless:
            raise DomainError(f"a step must add noise, got {noise}")
        ratio = quotient(noise.apart(self.adjacency), noise.sigma)
        square = multiply(ratio, ratio).as_fraction()
        if square is None:
            raise DomainError(f"a step must have a rational mu^2 to be added up exactly, got {noise}")
        return square

    def __str__(self) -> str:
        lines = [f"{self.quantity} spent {self.spent} of {self.total}, left {self.left}", *self._guarantee()]
        return "\n".join([*lines, "it holds if", *(f"  {line}" for line in HYPOTHESES)])

    @abstractmethod
    def _guarantee(self) -> Iterator[str]:
        """Say what the budget guarantees."""


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

    @classmethod
    def of(cls, *, epsilon: Readable, delta: Readable, adjacency: str = ADD_REMOVE) -> GaussianBudget:
        """Return the largest budget found whose guarantee is (epsilon, delta)-DP, by a proven calibration.

        Example:
            >>> budget = GaussianBudget.of(epsilon=1, delta="1e-5")
            >>> 0.0718 < budget.total < 0.0719
            True
        """
        found = calibrate("gaussian(sigma=?)", epsilon=epsilon, delta=delta, adjacency=ADD_REMOVE, digits=6)
        return cls(1 / found.meets**2, adjacency)

    def cost(self, step: Mechanism) -> Fraction:
        """See `Budget`: the squared distance of the answers in deviations."""
        if not isinstance(step, Gaussian):
            raise DomainError(
                f"a step of a Gaussian budget must be normal noise, neither sampled nor other, got {step.name}"
            )
        return self._apart(step)

    def _guarantee(self) -> Iterator[str]:
        yield f"all steps together are mu-GDP with mu^2 = {self.total}: as gaussian(sigma=sqrt(1/({self.total})))"


class ZcdpBudget(Budget):
    """A budget of rho: what is run within it is rho-zCDP, however the steps were chosen from earlier outputs.

    Example:
        >>> budget = ZcdpBudget("1/2")
        >>> budget.spend("gaussian(2) + pure(1/2)")
        >>> budget.left
        Fraction(1, 4)
    """

    quantity: ClassVar[str] = "rho"

    def cost(self, step: Mechanism) -> Fraction:
        """See `Budget`: mu^2/2 of normal noise, epsilon^2/2 of a pure step, rho of one that says it."""
        if isinstance(step, Gaussian):
            return self._apart(step) / 2
        if isinstance(step, Pure):
            half = multiply(multiply(step.epsilon, step.epsilon), rational(Fraction(1, 2))).as_fraction()
            if half is not None:
                return half
        rho = getattr(step, "rho", None)
        known = None if rho is None else rho.as_fraction()
        if known is None:
            raise DomainError(f"a step of a zCDP budget must have a rational rho: normal noise or pure, got {step}")
        return Fraction(known)

    def _guarantee(self) -> Iterator[str]:
        yield f"all steps together are {self.total}-zCDP"
