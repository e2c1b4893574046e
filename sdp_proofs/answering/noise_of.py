"""The law of the noise that a release adds to each coordinate of its answer."""

from __future__ import annotations

from collections.abc import Callable

from sdp_proofs.accounting.binomial_noise import Binomial
from sdp_proofs.accounting.plain_releases import DiscreteGaussian, Gaussian, Geometric, Laplace
from sdp_proofs.accounting.post_processed import Rounded, Truncated
from sdp_proofs.accounting.release import Release
from sdp_proofs.distributions.noise.binomial import BinomialNoise
from sdp_proofs.distributions.noise.discrete_gaussian import DiscreteGaussianNoise
from sdp_proofs.distributions.noise.gaussian import GaussianNoise
from sdp_proofs.distributions.noise.geometric import GeometricNoise
from sdp_proofs.distributions.noise.laplace import LaplaceNoise
from sdp_proofs.distributions.noise.law import NoiseLaw
from sdp_proofs.distributions.noise.rounded_gaussian import RoundedGaussianNoise
from sdp_proofs.distributions.noise.rounded_laplace import RoundedLaplaceNoise
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import ExactReal, multiply, shown


def noise_of(release: Release) -> NoiseLaw:
    """The noise of one release of one mechanism.

    Raises:
        DomainError: the release is composed, sampled, or adds no noise.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> noise_of(read_release("laplace(scale=2)")).mean_size().str(3, radius=False)
        '2.00'
    """
    match release:
        case Laplace():
            return LaplaceNoise(release.scale)
        case Gaussian():
            return GaussianNoise(release.sigma)
        case Binomial():
            return BinomialNoise(release.coins)
        case Geometric():
            return GeometricNoise(release.scale)
        case DiscreteGaussian():
            return DiscreteGaussianNoise(_square(release.sigma))
        case Rounded(Gaussian() as inner):
            return RoundedGaussianNoise(inner.sigma)
        case Rounded(Laplace() as inner):
            return RoundedLaplaceNoise(inner.scale)
        case Truncated():
            raise DomainError(
                "the error of truncated noise must be asked of one answer, as it depends on that; "
                f"{release.mechanism} has no smaller one"
            )
    raise DomainError(f"utility must be asked of one mechanism that adds noise, got {shown(str(release))}")


def _square(sigma: ExactReal) -> Callable[[int], arb]:
    return multiply(sigma, sigma).ball
