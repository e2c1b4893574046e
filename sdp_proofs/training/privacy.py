"""What a run released, read from the run itself, and handed to the accountant.

A step releases the sum of clipped per-example gradients plus Gaussian noise of deviation sigma times the clip norm C.
Adding or removing a record moves the sum by at most C, replacing one by at most 2 C; in units of C the mechanism is
`gaussian(sigma=...)`, whose distance the accountant doubles where a record is replaced. Everything after the noise,
division by a public number, smoothing, momentum, weight decay, is a function of what was released: the privacy of the
run is that of its releases. Smoothing neither costs nor gains privacy: A^-1 is invertible, so the smoothed noisy sum
tells exactly what the noisy sum tells.

What is accounted for is the mechanism over real numbers with independent normal noise. That floats round, and that a
pseudorandom generator with a secret seed stands for randomness, is not part of the proof.

World: exact (sigma and rates are as typed).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError
from sdp_proofs.training.sampling import Sampler

if TYPE_CHECKING:
    from sdp_proofs.accounting.answers import Answer


@dataclass(frozen=True, slots=True)
class Release:
    """Steps that released alike.

    Args:
        sampler: how batches were drawn.
        clip: the clip norm C, in the unit of a gradient; per example.
        sigma: noise multiplier, without unit: the deviation of the noise on the sum, divided by C. 0 for no noise.
    """

    sampler: Sampler
    clip: Fraction
    sigma: Fraction


@dataclass(slots=True)
class PrivacyRecord:
    """Counts what each step of a run released; the steps write into it as they are taken.

    Example:
        >>> from sdp_proofs.training.sampling import Scheme
        >>> record = PrivacyRecord()
        >>> for _ in range(500):
        ...     record.add(Release(Sampler(Scheme.POISSON, 1500, 60), Fraction(1), Fraction(2)), largest_norm=0.9)
        >>> record.expression(), record.adjacency
        ('poisson(rate=1/25, gaussian(sigma=2)) * 500', 'add-remove')
    """

    counted: dict[Release, int] = field(default_factory=dict)

    def add(self, release: Release, *, largest_norm: float, times: int = 1) -> None:
        """One step, or several.

        Args:
            release: what was released.
            largest_norm: the largest norm of a clipped gradient in the batch, as measured.
            times: how many steps.

        Raises:
            DomainError: a gradient was longer than the clip norm, so that the accounting would not hold; or the steps
                of one run were sampled in two ways, for which no adjacency holds.
        """
        if not largest_norm <= release.clip:
            raise DomainError(f"clipped gradients must have norm <= {release.clip}, got {largest_norm}")
        if any(known.sampler.adjacency != release.sampler.adjacency for known in self.counted):
            raise DomainError("all steps of a run must be sampled in the same way, got two ways")
        self.counted[release] = self.counted.get(release, 0) + times

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return sum(self.counted.values())

    @property
    def adjacency(self) -> str:
        """Which databases are neighbours.

        Raises:
            DomainError: no step was taken.
        """
        if not self.counted:
            raise DomainError("a run must have a step to have a privacy, got none")
        return next(iter(self.counted)).sampler.adjacency

    def expression(self) -> str | None:
        """The run in the language of the accountant; None where a step had no noise.

        Raises:
            DomainError: no step was taken.
        """
        if not self.counted:
            raise DomainError("a run must have a step to have a privacy, got none")
        if any(release.sigma == 0 for release in self.counted):
            return None
        return " + ".join(
            f"{release.sampler.expression(f'gaussian(sigma={release.sigma})')} * {count}"
            for release, count in self.counted.items()
        )


def certified_epsilon(expression: str, *, delta: str, adjacency: str, digits: int) -> Answer:
    """Hand a run over to the accountant: its epsilon at this delta, a guarantee.

    Args:
        expression: of `PrivacyRecord.expression`.
        delta: as typed, in (0, 1).
        adjacency: add-remove or replace-one.
        digits: to prove.

    Raises:
        DomainError: no finite epsilon is enough, or what the accountant raises.
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import epsilon_at
    from sdp_proofs.accounting.grammar import read_release

    found = epsilon_at(Question.of(read_release(expression), adjacency), delta, digits=digits)
    if found.value is None:
        raise DomainError(f"a finite epsilon must be enough at delta = {delta}, got a release for which none is")
    return found
