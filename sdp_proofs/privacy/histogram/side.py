"""What the adversary's utility needs of one pair of laws."""

from __future__ import annotations

from dataclasses import dataclass, field

from sdp_proofs.numbers.balls import arb

MAX_POSTERIOR_TERMS = 50_000
"""Beyond this many terms posterior sums go through quadrature."""


@dataclass(frozen=True, slots=True)
class Side:
    """Sums over the event P > E P' that the adversary's utility is made of, as balls.

    `own` = sum of P, `other` = sum of P', `posterior` = sum of P * P/(P + P'). Where balls cannot tell on which
    side of the event one output lies, it is counted in, and `slack` bounds its |P - E P'|.
    """

    own: arb
    other: arb
    posterior: arb
    slack: arb = field(default_factory=lambda: arb(0))
