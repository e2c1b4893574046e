"""The law of the noise that a release adds to each coordinate of its answer."""

from __future__ import annotations

from sdp_proofs.accounting.release import Release
from sdp_proofs.distributions.noise import NoiseLaw
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import shown


def noise_of(release: Release) -> NoiseLaw:
    """The noise of one release of one mechanism, which says it itself.

    Raises:
        DomainError: the release is composed, sampled, or adds no noise.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> noise_of(read_release("laplace(scale=2)")).mean_size().str(3, radius=False)
        '2.00'
    """
    if getattr(release, "silent", False):
        raise DomainError(f"utility must be asked of a mechanism that adds noise, got {shown(str(release))}")
    return release.law()
