"""Read trees of `dp_accounting.DpEvent`, as JAX-Privacy, TF-Privacy and PipelineDP write; write a release as one.

World: exact. Events are known by the names of their classes and fields, so that the package is not needed; their tuples
(`to_named_tuple`) do as well. Doubles are read as the decimals that they print as.

What an event is a release of:

* A tree of partial sums in one epoch shows a record in at most ceil(log2(n + 1)) nodes of the deepest tree: so many
  releases of normal noise [Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021, App. D].
* Randomised response with noise p over k buckets tells the truth with probability 1 - p + p/k.
* Discrete Laplace noise of parameter a is geometric noise of scale 1/a.
* Normal noise is on a sum of values of norm at most C, the noise multiplier times C. Where a record is replaced, the
  sum moves by up to 2 C. The Renyi accountant of dp_accounting 0.6.0 counts C for batches without replacement, so
  that its number is about that of half the distance, below the truth.

An event without a certified answer is refused by its name, with what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.accounting.continuous_noise import Gaussian, Laplace
from sdp_proofs.accounting.derived_releases import WithoutReplacement
from sdp_proofs.accounting.exponential import Exponential
from sdp_proofs.accounting.grammar import mechanisms
from sdp_proofs.accounting.integer_noise import DiscreteGaussian, Geometric
from sdp_proofs.accounting.plain_releases import Approximate, Pure, RandomisedResponse
from sdp_proofs.accounting.release import MOST_TERMS, Mechanism, Poisson, Release, Repeated, Together
from sdp_proofs.accounting.release_fields import positive_integer
from sdp_proofs.accounting.selection_releases import PermuteAndFlip, Repeat
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.extras import require_packages
from sdp_proofs.numbers.reals import ExactReal, rational, read_rational, shown, sign
from sdp_proofs.runs.history import exact
from sdp_proofs.runs.recorded import Recorded

_DEEPEST = 40
_ENDING = "DpEvent"
_MISSING = {
    "Unsupported": "it says itself that no description of it is known",
    "SampledWithReplacement": "no pair is known that dominates batches drawn with replacement",
}
"""The events of dp_accounting 0.6.0 that have no certified answer, and what is missing."""


def is_event(value: Any) -> bool:
    """True for a DpEvent, or a tuple that one was turned into."""
    return _name(value) is not None


def _name(value: Any) -> str | None:
    """The event's name without its ending; None for anything else."""
    name = getattr(value, "class_name", None) or type(value).__name__
    name = name.decode() if isinstance(name, bytes) else name
    return name.removesuffix(_ENDING) if isinstance(name, str) and name.endswith(_ENDING) else None


def of_event(event: Any) -> Recorded:
    """Read a tree of events as a run.

    Raises:
        DomainError: an event that is unknown, or has no certified answer.
        SizeError: too many different events, or nested too deeply.
    """
    return Recorded.of(release_of(event), f"a {_name(event)}{_ENDING} of dp_accounting")


def release_of(event: Any) -> Release:
    """Compose the mechanisms of a tree of events, equal ones merged.

    Raises:
        DomainError: an event that is unknown, or has no certified answer.
        SizeError: too many different events, or nested too deeply.
    """
    counts: dict[Mechanism, int] = {}
    _Reader().add(event, 1, counts, 0)
    if len(counts) > MOST_TERMS:
        raise SizeError(f"a tree of events must have at most {MOST_TERMS} different ones, got {len(counts)}")
    parts: list[Release] = [term if times == 1 else term * times for term, times in counts.items()]
    if not parts:
        return Pure(0)
    return parts[0] if len(parts) == 1 else Together(tuple(parts))


class _Reader:
    """One walk through a tree; leaves of equal parameters are read once."""

    def __init__(self) -> None:
        self.known: dict[Any, Release] = {}

    def add(self, event: Any, times: int, counts: dict[Mechanism, int], depth: int) -> None:
        """Add the mechanisms of an event, so many times."""
        if depth > _DEEPEST:
            raise SizeError(f"a tree of events must be nested at most {_DEEPEST} deep, got more")
        name = _name(event)
        if name is None:
            raise DomainError(f"an event must be a DpEvent, got {type(event).__name__}")
        if name == "NoOp" or times == 0:
            return
        if name == "Composed":
            events = _field(event, "events")
            if isinstance(events, str | bytes | Mapping) or not isinstance(events, Sequence):
                raise DomainError(f"the events of ComposedDpEvent must be a list, got {type(events).__name__}")
            for inner in events:
                self.add(inner, times, counts, depth + 1)
            return
        if name == "SelfComposed":
            count = read_rational(exact(_field(event, "count"), "count"), "count")
            if count.denominator != 1 or count < 0:
                raise DomainError(f"count of SelfComposedDpEvent must be an integer >= 0, got {count}")
            self.add(_field(event, "event"), times * count.numerator, counts, depth + 1)
            return
        for term, own in self.leaf(event, name, depth).terms():
            counts[term] = counts.get(term, 0) + own * times

    def leaf(self, event: Any, name: str, depth: int) -> Release:
        """Read an event that composes nothing."""
        key: Any = None
        try:
            key = event if isinstance(event, tuple) else (name, hash(event), event)
            if key in self.known:
                return self.known[key]
        except TypeError:  # a list inside
            key = None
        found = self._sampled(event, name, depth) if name in _SAMPLED else _leaf(event, name)
        if key is not None:
            self.known[key] = found
        return found

    def _sampled(self, event: Any, name: str, depth: int) -> Release:
        inner: dict[Mechanism, int] = {}
        self.add(_field(event, "event"), 1, inner, depth + 1)
        if not inner:
            return Pure(0)
        parts = tuple(term if times == 1 else term * times for term, times in inner.items())
        return _SAMPLED[name](event, parts[0] if len(parts) == 1 else Together(parts))


def _poisson(event: Any, inner: Release) -> Release:
    rate = exact(_field(event, "sampling_probability"), "sampling probability")
    if isinstance(inner, Poisson):  # a sample of a sample
        return Poisson(read_rational(rate, "sampling probability") * inner.rate, inner.mechanism)
    return Poisson(rate, inner)


def _without_replacement(event: Any, inner: Release) -> Release:
    size, records = (exact(_field(event, name), name) for name in ("sample_size", "source_dataset_size"))
    return WithoutReplacement(size, records, inner)


def _repeated(event: Any, inner: Release) -> Release:
    shape = _field(event, "shape")
    laws = {0: "logarithmic", 1: "geometric", float("inf"): "poisson"}
    if shape not in laws:
        raise DomainError(f"shape of RepeatAndSelectDpEvent must be 0, 1 or infinite, got {shape}")
    return Repeat(exact(_field(event, "mean"), "mean"), inner, laws[shape])


_SAMPLED: Mapping[str, Callable[[Any, Release], Release]] = {
    "RepeatAndSelect": _repeated,
    "PoissonSampled": _poisson,
    "SampledWithoutReplacement": _without_replacement,
}


def _leaf(event: Any, name: str) -> Release:
    """The release of an event that holds no other."""
    if name in _MISSING:
        raise DomainError(f"{name}{_ENDING} must have a certified answer, and has none: {_MISSING[name]}")
    if name == "SingleEpochTreeAggregation":
        return _tree(lambda field: exact(_field(event, field), field), _field(event, "step_counts"))
    if name in _LEAVES:
        return _LEAVES[name](lambda field: exact(_field(event, field), field.replace("_", " ")))
    if name in _REGISTERED:
        mechanism, fields = _REGISTERED[name]
        kind = mechanisms().get(mechanism)
        if kind is None:
            raise DomainError(f"{name}{_ENDING} must have a certified answer, and has none: no mechanism {mechanism}")
        given = {own: _value(_field(event, field), field) for own, field in fields.items()}
        if kind.inner and "sigma" in given:
            given[kind.inner] = Gaussian(given.pop("sigma"))
        return kind(**given)
    raise DomainError(f"an event must be of a known class, got {shown(name + _ENDING)}")


def _value(value: Any, name: str) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [exact(entry, name) for entry in value]
    return exact(value, name)


Read = Callable[[str], Any]


def _response(read: Read) -> Release:
    noise, buckets = (
        read_rational(read("noise_parameter"), "noise parameter"),
        positive_integer(read("num_buckets"), "num buckets"),
    )
    return RandomisedResponse(1 - noise + noise / buckets, buckets)


def _discrete_laplace(read: Read) -> Release:
    parameter = read_rational(read("noise_parameter"), "noise parameter")
    if parameter <= 0:
        raise DomainError(f"noise parameter must be > 0, got {parameter}")
    return Geometric(1 / parameter, read("sensitivity"))


def _zcdp(read: Read) -> Release:
    if read_rational(read("xi"), "xi") != 0:
        raise DomainError("ZCDpEvent must have xi = 0 for a certified answer, got another")
    kind = mechanisms().get("zcdp")
    if kind is None:
        raise DomainError("ZCDpEvent must have a certified answer, and has none: no mechanism zcdp")
    return kind(rho=read("rho"))


def _discrete_gaussian(read: Read) -> Release:
    if read("dimension") != 1:
        raise DomainError("dimension of DiscreteGaussianDpEvent must be 1 to have a certified answer, got another")
    return DiscreteGaussian(read("sigma"), read("sensitivity"))


def _tree(read: Read, counts: Any) -> Release:
    listed = counts if isinstance(counts, Sequence) else [counts]
    if isinstance(counts, str | bytes) or not listed:
        raise DomainError("step counts must be one number or a list of numbers, got none")
    deepest = max(positive_integer(exact(count, "a step count"), "a step count") for count in listed)
    return Gaussian(read("noise_multiplier")) * deepest.bit_length()  # ceil(log2(n + 1))


_LEAVES: Mapping[str, Callable[[Read], Release]] = {
    "NonPrivate": lambda read: Approximate(0, 1),
    "Gaussian": lambda read: Gaussian(read("noise_multiplier")),
    "Laplace": lambda read: Laplace(read("noise_multiplier")),
    "DiscreteLaplace": _discrete_laplace,
    "RandomizedResponse": _response,
    "ZC": _zcdp,
    "EpsilonDelta": lambda read: Approximate(read("epsilon"), read("delta")),
    "DiscreteGaussian": _discrete_gaussian,
    "ExponentialMechanism": lambda read: Exponential(read("epsilon")),
    "PermuteAndFlip": lambda read: PermuteAndFlip(read("epsilon")),
}


def _field(event: Any, name: str) -> Any:
    try:
        return getattr(event, name)
    except AttributeError:
        raise DomainError(f"{_name(event)}{_ENDING} must have the field {name}, got none") from None


_REGISTERED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "MixtureOfGaussians": (
        "mixture",
        {"sigma": "standard_deviation", "shifts": "sensitivities", "chances": "sampling_probs"},
    ),
    "TruncatedSubsampledGaussian": (
        "truncated-poisson",
        {
            "rate": "sampling_probability",
            "batch": "truncated_batch_size",
            "records": "dataset_size",
            "sigma": "noise_multiplier",
        },
    ),
}
"""Events whose mechanism is asked for in the registry: its name, and its parameters by the event's fields."""


def to_event(release: Release) -> Any:
    """Write a release as a `dp_accounting.DpEvent`, its numbers rounded to the nearest doubles.

    Raises:
        DomainError: a mechanism that dp_accounting has no event for.
        MissingExtraError: dp_accounting is not installed.
    """
    require_packages(["dp_accounting"], "runs")
    from dp_accounting import dp_event  # type: ignore[import-not-found,unused-ignore]

    return _written(dp_event, release)


def _written(events: Any, release: Any) -> Any:
    if isinstance(release, Repeated):
        return events.SelfComposedDpEvent(_written(events, release.release), release.steps)
    if isinstance(release, Together):
        return events.ComposedDpEvent([_written(events, part) for part in release.parts])
    writer = _WRITERS.get(release.name)
    found = None if writer is None else writer(events, release)
    if found is not None:
        return found
    terms = list(release.terms())
    if terms == [(release, 1)] or not all(term.name for term, _ in terms):
        raise DomainError(f"a release must have an event of dp_accounting to be written as one, got {release.name}")
    return _written(events, Together(tuple(term * count for term, count in terms)))


def _written_noise(events: Any, release: Any) -> Any:
    if release.name == Gaussian.name:
        return events.GaussianDpEvent(_ratio(release.sigma, release.sensitivity))
    return events.LaplaceDpEvent(_ratio(release.scale, release.sensitivity))


def _written_geometric(events: Any, release: Any) -> Any:
    return events.DiscreteLaplaceDpEvent(_ratio(rational(1), release.scale), int(release.sensitivity))


def _written_response(events: Any, release: Any) -> Any:
    noise = (1 - release.truth) * release.types / (release.types - 1)
    return events.RandomizedResponseDpEvent(float(noise), release.types)


def _written_poisson(events: Any, release: Any) -> Any:
    return events.PoissonSampledDpEvent(float(release.rate), _written(events, release.mechanism))


def _written_batches(events: Any, release: Any) -> Any:
    inner = _written(events, release.mechanism)
    return events.SampledWithoutReplacementDpEvent(release.records, release.batch, inner)


def _written_truncated(events: Any, release: Any) -> Any:
    noise = _ratio(release.mechanism.sigma, release.mechanism.sensitivity)
    return events.TruncatedSubsampledGaussianDpEvent(release.records, float(release.rate), release.batch, noise)


def _written_mixture(events: Any, release: Any) -> Any:
    shifts, chances = ([float(entry) for entry in row] for row in (release.shifts, release.chances))
    return events.MixtureOfGaussiansDpEvent(_ratio(release.sigma, rational(1)), shifts, chances)


def _written_group(events: Any, release: Any) -> Any:
    """Write the sum that a user's drawn records move, a binomial number of them."""
    inner, size = release.mechanism, release.size
    rate = inner.rate if isinstance(inner, Poisson) else Fraction(1)
    noise: Any = inner.mechanism if isinstance(inner, Poisson) else inner
    chances = [float(comb(size, k) * rate**k * (1 - rate) ** (size - k)) for k in range(size + 1)]
    shifts = [float(k) for k in range(size + 1)]
    return events.MixtureOfGaussiansDpEvent(_ratio(noise.sigma, noise.sensitivity), shifts, chances)


def _written_zcdp(events: Any, release: Any) -> Any:
    return events.ZCDpEvent(_ratio(release.rho, rational(1)))


def _written_repeat(events: Any, release: Any) -> Any:
    shapes = {"logarithmic": 0.0, "geometric": 1.0, "poisson": float("inf")}
    if release.runs not in shapes:
        return None
    return events.RepeatAndSelectDpEvent(_written(events, release.mechanism), float(release.mean), shapes[release.runs])


def _written_end(events: Any, release: Any) -> Any:
    """Write what costs nothing, or tells everything."""
    epsilon, delta = read_rational(release.epsilon, "epsilon"), getattr(release, "delta", 0)
    if epsilon == delta == 0:
        return events.NoOpDpEvent()
    return events.NonPrivateDpEvent() if delta == 1 else None


_WRITERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "gaussian": _written_noise,
    "laplace": _written_noise,
    "geometric": _written_geometric,
    "randomised-response": _written_response,
    "poisson": _written_poisson,
    "without-replacement": _written_batches,
    "truncated-poisson": _written_truncated,
    "mixture": _written_mixture,
    "group": _written_group,
    "zcdp": _written_zcdp,
    "repeat": _written_repeat,
    "pure": _written_end,
    "approximate": _written_end,
}
"""The event of a mechanism, by its name; None where dp_accounting has none for its parameters."""


def _ratio(first: ExactReal, second: ExactReal) -> float:
    if sign(second) != 1:
        raise DomainError(f"a sensitivity must be > 0 to be written as an event, got {second}")
    return float(first.ball(80) / second.ball(80))
