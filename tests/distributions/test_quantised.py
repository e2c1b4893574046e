from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from sdp_proofs.distributions.quantised import quantised_gaussian, quantised_laplace
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, PrecisionError, SizeError

LAWS = {
    "gaussian": (quantised_gaussian, {"deviation": "0.12"}),
    "laplace by deviation": (quantised_laplace, {"deviation": "0.12"}),
    "laplace by scale": (quantised_laplace, {"scale": "0.12"}),
}


def integrated(name, mean, index, bits=8):
    """A cell's share by numerical integration of the density: another formula and another library."""
    sigma, centre = mpmath.mpf("0.12"), mpmath.mpf(mean)
    density = {
        "gaussian": lambda x: mpmath.exp(-(((x - centre) / sigma) ** 2) / 2),
        "laplace by deviation": lambda x: mpmath.exp(-mpmath.sqrt(2) * abs(x - centre) / sigma),
        "laplace by scale": lambda x: mpmath.exp(-abs(x - centre) / sigma),
    }[name]
    step = mpmath.mpf(2) ** -bits
    cuts = [mpmath.mpf(-1) / 2, centre, mpmath.mpf(1) / 2]
    whole = mpmath.quad(density, mpmath.linspace(-0.5, centre, 9) + mpmath.linspace(centre, cuts[2], 9)[1:])
    start = index * step - mpmath.mpf(1) / 2
    inner = [centre] if start < centre < start + step else []
    return mpmath.quad(density, [start, *inner, start + step]) / whole


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("mean", ["0", "0.2"])
def test_probabilities_agree_with_integration(name, mean):
    function, arguments = LAWS[name]
    law = function(mean=mean, **arguments)
    with mpmath.workdps(30):
        for index in (0, 60, 127, 128, 179, 180, 255):
            expected = integrated(name, mean, index)
            assert abs(law.probabilities[index].to_mpf() / expected - 1) < mpmath.mpf("1e-20")


@pytest.mark.parametrize("name", LAWS)
def test_levels_sums_and_stated_errors(name):
    function, arguments = LAWS[name]
    law = function(mean="0.2", digits=20, **arguments)
    assert law.levels == tuple(Fraction(i - 128, 256) for i in range(256))
    assert sum(law.probabilities[1:], law.probabilities[0]).contains(1)
    assert all(probability.proven_digits >= 20 for probability in law.probabilities)
    assert sum(law.rational) == 1
    assert min(law.rational) > 0
    sharp = function(mean="0.2", digits=60, **arguments)
    differences = [abs(a - b) for a, b in zip(law.rational, sharp.rational, strict=True)]
    slack = Fraction(1, 10**50)
    assert sum(differences) / 2 <= law.total_variation_upper + slack <= Fraction(1, 10**20)
    worst = max(difference / b for difference, b in zip(differences, sharp.rational, strict=True))
    assert worst <= law.relative_error_upper + slack <= Fraction(1, 10**19)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("bits", [1, 3, 8])
def test_a_symmetric_law_loses_half_a_step_exactly(name, bits):
    function, arguments = LAWS[name]
    law = function(mean=0, bits=bits, **arguments)
    assert law.mean.contains(Fraction(-1, 2 ** (bits + 1)))
    for left, right in zip(law.probabilities, reversed(law.probabilities), strict=True):
        assert left.overlaps(right)
    assert f"{bits} bits" in law.name


def test_merging_neighbouring_cells_gives_the_coarser_law():
    for function, arguments in LAWS.values():
        fine, coarse = (function(mean="1/7", bits=bits, **arguments) for bits in (4, 3))
        for index, probability in enumerate(coarse.probabilities):
            merged = fine.probabilities[2 * index] + fine.probabilities[2 * index + 1]
            assert merged.overlaps(probability)
            assert fine.levels[2 * index] == coarse.levels[index]
        assert fine.window.overlaps(coarse.window)


def test_the_two_readings_of_the_laplace_parameter_differ_and_name_themselves():
    by_deviation = quantised_laplace(mean=0, deviation="0.12", bits=3)
    by_scale = quantised_laplace(mean=0, scale="0.12", bits=3)
    assert "deviation 3/25" in by_deviation.name
    assert "scale 3/25" in by_scale.name
    assert not by_deviation.probabilities[4].overlaps(by_scale.probabilities[4])
    # A deviation is sqrt(2) scales; where both are rational to 12 digits the laws agree to about as many.
    near = quantised_laplace(mean=0, scale="0.084852813742385702928", bits=3)
    assert abs(near.rational[4] - by_deviation.rational[4]) < Fraction(1, 10**18)


def test_the_window_takes_in_what_it_should():
    with mpmath.workdps(30):
        expected = mpmath.erf(mpmath.mpf(1) / 2 / mpmath.mpf("0.12") / mpmath.sqrt(2))
        assert abs(quantised_gaussian(mean=0, deviation="0.12").window.to_mpf() - expected) < mpmath.mpf("1e-25")


def test_tiny_probabilities_keep_their_digits_and_the_support_stays_full():
    law = quantised_gaussian(mean=0, deviation="1/500", bits=6, digits=12)
    assert law.probabilities[0].proven_digits >= 12
    assert -13_700 < law.probabilities[0].log10_estimate < -12_000
    assert min(law.rational) > 0
    assert sum(law.rational) == 1
    assert law.relative_error_upper < Fraction(1, 10**12)


def test_what_is_out_of_reach_is_refused_and_not_made_zero():
    far = quantised_gaussian(mean=5, deviation="1/1000", bits=2, digits=5)
    assert -1_600_000 < far.probabilities[0].log10_estimate < -1_500_000
    assert far.probabilities[3].log10_estimate > -1e-9
    with pytest.raises(SizeError, match=r"^a probability must .*, got 10\^-15"):
        far.rational  # noqa: B018
    with pytest.raises(PrecisionError, match="digits could not be proven with"):
        quantised_gaussian(mean=0, deviation="1e10000", bits=1, digits=5)


def test_the_published_sources_span_a_segment_of_256_types():
    laws = [quantised_gaussian(mean=mean, deviation="0.12").rational for mean in ("0", "0.2")]
    middle = tuple((a + b) / 2 for a, b in zip(*laws, strict=True))
    sources = SourceSet.from_laws([laws[0], middle, laws[1]])
    assert sources.types == 256
    assert sources.vertex_indices == (0, 2)
    assert sources.redundant[1] == {0: Fraction(1, 2), 2: Fraction(1, 2)}
    assert sources.full_support


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: quantised_gaussian(mean=0, deviation=0), "deviation must be > 0, got 0"),
        (lambda: quantised_gaussian(mean=0.1, deviation=1), "mean must be exact: write it as a string"),
        (lambda: quantised_gaussian(mean=0, deviation=1, bits=13), "bits must be between 1 and 12, got 13"),
        (lambda: quantised_gaussian(mean=0, deviation=1, bits=0), "bits must be between 1 and 12, got 0"),
        (lambda: quantised_laplace(mean=0, scale=1, bits=-1), "bits must be between 1 and 12, got -1"),
        (lambda: quantised_gaussian(mean=0, deviation=1, digits=0), "digits must be between 1 and"),
        (lambda: quantised_laplace(mean=0), "exactly one of deviation and scale must be given"),
        (lambda: quantised_laplace(mean=0, scale=1, deviation=1), "exactly one of deviation and scale"),
        (lambda: quantised_laplace(mean=0, scale="-1"), "scale must be > 0, got -1"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(DomainError) as caught:
        call()
    assert str(caught.value).startswith(message)
