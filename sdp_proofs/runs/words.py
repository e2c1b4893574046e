"""Read a training run from the words that Opacus, dp_accounting and JAX-Privacy use for it.

World: exact. A noise multiplier is the standard deviation of the noise on a sum of gradients divided by their clipping
norm, so the release has sensitivity 1. An epoch is as many records as there are: N/B steps of B records on average, and
E epochs are E N/B steps, rounded up. Opacus itself rounds the rate: it samples at 1/ceil(N/B), so that an epoch is a
whole number of steps.

**Shuffled epochs.** A loader that shuffles the records and cuts the list into batches does not sample: every record is
in exactly one batch of each epoch. How much the secret order helps is not known, so what is proven is the cost without
any sampling, one use of every record an epoch. The cost of Poisson batches at the same rate is smaller, and it is no
bound of a shuffled run [Chua, Ghazi, Kamath, Kumar, Manurangsi, Sinha, Zhang 2024, "How private are DP-SGD
implementations?"].
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.release_fields import positive, positive_integer
from sdp_proofs.errors import DomainError, OptionsError
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import Readable, read_rational, shown
from sdp_proofs.runs.recorded import Recorded
from sdp_proofs.spelling import suggestion

SAMPLINGS = ("poisson", "fixed", "shuffled")
"""Ways of making batches: Poisson samples, fresh samples of fixed size, or parts of a shuffled list."""
UNKNOWN = "?"


@dataclass(frozen=True)
class Training:
    """DP-SGD in the field's words; one of the words may be `?`.

    Args:
        noise_multiplier: standard deviation of the noise over the clipping norm.
        batch_size: B, the records of a batch, on average where batches are Poisson samples.
        records: N, the records of the data set.
        epochs: how often as many records as there are go by;
        steps: or how many batches.
        sampling: one of `SAMPLINGS`.

    Raises:
        DomainError: a word is out of its domain.
        OptionsError: a word is missing, both epochs and steps are given, or more than one is `?`.

    Example:
        >>> run = Training.of(noise_multiplier="1.1", batch_size=256, records=60000, epochs=60)
        >>> run.expression
        'poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063'
        >>> run.steps_in_words
        '14063: 60 epochs of 60000/256 = 234.375 steps, rounded up'
    """

    noise_multiplier: str
    batch_size: str
    records: str
    epochs: str | None
    steps: str | None
    sampling: str = "poisson"

    @classmethod
    def of(
        cls, *, noise_multiplier: Readable | None = None, batch_size: Readable | None = None,
        records: Readable | None = None, epochs: Readable | None = None, steps: Readable | None = None,
        sampling: str = "poisson",
    ) -> Training:  # fmt: skip
        """Check the words."""
        if sampling not in SAMPLINGS:
            hint = suggestion(sampling, SAMPLINGS)
            raise DomainError(f"sampling must be one of {', '.join(SAMPLINGS)}, got {shown(sampling)}{hint}")
        for name, value in (
            ("noise multiplier", noise_multiplier), ("batch size", batch_size), ("number of records", records)
        ):  # fmt: skip
            if value is None:
                raise OptionsError(f"a training run must have a {name}, got none")
        if (epochs is None) == (steps is None):
            raise OptionsError("a training run must have exactly one of epochs and steps")
        words = {
            "noise_multiplier": noise_multiplier, "batch_size": batch_size, "records": records,
            "epochs": epochs, "steps": steps,
        }  # fmt: skip
        texts = {
            name: value if value is None or str(value).strip() == UNKNOWN else _text(name, value)
            for name, value in words.items()
        }
        found = cls(**texts, sampling=sampling)  # type: ignore[arg-type]
        if len(found.unknown) > 1:
            raise OptionsError(f"one parameter of a run must be ?, got {' and '.join(found.unknown)}")
        found._check_together()
        return found

    def _check_together(self) -> None:
        known = UNKNOWN not in (self.batch_size, self.records)
        if known and int(self.batch_size) > int(self.records):
            raise DomainError(
                f"the batch size must be at most the number of records, got {self.batch_size} of {self.records}"
            )
        if not known and self.epochs is not None:
            raise OptionsError("with ? for the batch size or the records the steps must be given, not the epochs")
        if self.sampling == "shuffled" and not set(self.unknown) <= {"noise_multiplier", "epochs"}:
            word = self.unknown[0].replace("_", " ")
            raise OptionsError(f"{word} must be a number where batches are parts of a shuffled list")
        if self.sampling == "shuffled" and self.steps is not None:
            raise OptionsError("shuffled batches must be given by epochs, as each record is in one batch of each")

    @property
    def unknown(self) -> tuple[str, ...]:
        """The words that are `?`."""
        words = ("noise_multiplier", "batch_size", "records", "epochs", "steps")
        return tuple(name for name in words if getattr(self, name) == UNKNOWN)

    @property
    def rate(self) -> str:
        """B/N, or `?`."""
        return UNKNOWN if UNKNOWN in (self.batch_size, self.records) else f"{self.batch_size}/{self.records}"

    @property
    def exact_steps(self) -> Fraction:
        """E N/B, before it is rounded up."""
        return Fraction(self.epochs or 0) * int(self.records) / int(self.batch_size)

    @property
    def number_of_steps(self) -> str:
        """The steps as given, or those of the epochs, rounded up; `?` where either is asked for."""
        if UNKNOWN in (self.steps, self.epochs):
            return UNKNOWN
        return self.steps if self.steps is not None else str(math.ceil(self.exact_steps))

    @property
    def steps_in_words(self) -> str:
        """The number of steps, and what epochs mean by it."""
        if self.epochs is None or self.epochs == UNKNOWN:
            return self.number_of_steps
        one = Fraction(int(self.records), int(self.batch_size))
        inexact = "" if self.exact_steps.denominator == 1 else ", rounded up"
        epochs = "1 epoch" if self.epochs == "1" else f"{_decimal(Fraction(self.epochs))} epochs"
        return f"{self.number_of_steps}: {epochs} of {self.records}/{self.batch_size} = {_decimal(one)} steps{inexact}"

    @property
    def expression(self) -> str:
        """The release, with the `?` where there is one."""
        noise = f"gaussian(sigma={self.noise_multiplier})"
        if self.sampling == "shuffled":
            epochs = UNKNOWN if self.epochs == UNKNOWN else str(math.ceil(Fraction(self.epochs or 0)))
            return f"{noise} * {epochs}"
        if self.sampling == "fixed":
            batch = f"without-replacement(batch={self.batch_size}, records={self.records}, {noise})"
            return f"{batch} * {self.number_of_steps}"
        return f"poisson(rate={self.rate}, {noise}) * {self.number_of_steps}"

    @property
    def as_poisson(self) -> Training:
        """The same run with Poisson batches."""
        return Training(self.noise_multiplier, self.batch_size, self.records, self.epochs, self.steps)

    @property
    def recorded(self) -> Recorded:
        """The run, with what its words do not show.

        Raises:
            OptionsError: a word is `?`.
        """
        if self.unknown:
            raise OptionsError(f"{self.unknown[0].replace('_', ' ')} must be a number, got ?")
        run = Recorded.of(read_release(self.expression), "the words that were given", facts=self.facts)
        if self.sampling != "shuffled":
            return run
        order = "every record was in exactly one batch of each epoch, and without a record its place stays empty"
        return Recorded(run.release, run.source, run.adjacency, run.facts, (order, *run.unseen))

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Facts that the words come to."""
        if self.sampling == "shuffled":
            return (("batches", f"shuffled: {self.expression} counts every record once an epoch, without sampling"),)
        return (("rate", self.rate), ("steps", self.steps_in_words))

    def of_parameter(self, meets: Fraction) -> str:
        """The word that was asked for, from the parameter of the release that meets a budget.

        A batch size and epochs are rounded down, a number of records is rounded up: each to where the budget is met.
        """
        [word] = self.unknown
        if self.sampling == "fixed" and word in ("batch_size", "records"):
            return str(meets)
        if word == "batch_size":
            return str(math.floor(meets * int(self.records)))
        if word == "records":
            return str(math.ceil(int(self.batch_size) / meets))
        if word == "epochs" and self.sampling != "shuffled":
            return _decimal(meets * int(self.batch_size) / int(self.records))
        return str(meets)


WHY_THEY_DIFFER = (
    "Poisson batches leave a record out of most steps, by chances that are secret; a shuffled list puts it into "
    "exactly one batch of each epoch; how much the secret order hides is not known, so each epoch costs one release"
)


def _text(name: str, value: Readable) -> str:
    """A word as the expression has it: a noise multiplier as typed, the others as numbers."""
    if name == "noise_multiplier":
        positive(value, "noise multiplier")
        return str(value).strip()
    if name != "epochs":
        return str(positive_integer(value, name.replace("_", " ")))
    number = read_rational(value, "epochs")
    if number <= 0:
        raise DomainError(f"epochs must be > 0, got {shown(value)}")
    return str(number)


def _decimal(value: Fraction) -> str:
    """Ten digits, rounded down."""
    return exact_decimal(value, 10, upward=False) if value.denominator > 1 else str(value)
