"""What a law of noise offers: how large it is, in probability and on average. All are symmetric and log-concave."""

from __future__ import annotations

from typing import Protocol

from sdp_proofs.numbers.balls import arb


class NoiseLaw(Protocol):
    """A symmetric law of one noise variable Y; balls at the working precision.

    `whole` says whether Y is an integer; then `beyond` is asked at integers only.
    """

    @property
    def whole(self) -> bool:
        """Whether all values are integers."""

    def beyond(self, place: arb) -> arb:
        """P(|Y| > place), place >= 0."""

    def mean_size(self) -> arb:
        """E|Y|."""

    def mean_square(self) -> arb:
        """E Y^2."""

    def mean_fourth(self) -> arb:
        """E Y^4."""
