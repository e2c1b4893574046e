"""Read histories of (noise multiplier, sample rate, steps), as Opacus keeps them, and keep one for it.

World: exact. A history holds doubles; each is read as the decimal that it prints as, the number that was typed where
the run was set up. Entries of equal parameters are one, as a sum does not depend on the order of its terms.

`Accountant` is an accountant for Opacus itself: its methods are those of `opacus.accountants.IAccountant`, and it
answers `get_epsilon` with a proven upper bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.release import MOST_TERMS, Poisson, Release, Together
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.conversion import decimal
from sdp_proofs.numbers.reals import shown
from sdp_proofs.runs.recorded import Recorded

MOST_ENTRIES = 10_000_000
"""Entries of a history, before equal ones are merged."""


def exact(value: Any, name: str) -> Any:
    """Read a number of another program: a double is the decimal that it prints as.

    Raises:
        DomainError: it is not a finite number.

    Example:
        >>> exact(0.1, "rate"), exact(3, "rate"), exact("256/60000", "rate")
        (Decimal('0.1'), 3, '256/60000')
    """
    if isinstance(value, bool) or value is None:
        raise DomainError(f"{name} must be a number, got {shown(value)}")
    if isinstance(value, int | str | Decimal | Fraction):
        return value
    if hasattr(value, "item"):  # an array of numpy, torch or jax; one number
        try:
            value = value.item()
        except (RuntimeError, TypeError, ValueError):
            raise DomainError(f"{name} must be one number, got {type(value).__name__} of several") from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DomainError(f"{name} must be a number, got {type(value).__name__}")
    return decimal(value) if isinstance(value, float) else value


def release_of(entries: Iterable[Any]) -> Release:
    """Compose Poisson-sampled normal noise from (noise multiplier, sample rate, steps).

    Raises:
        DomainError: an entry is no such triple, or none is there.
        SizeError: too many entries, or too many different ones.

    Example:
        >>> print(release_of([(1.1, 0.01, 3), (2.0, 0.01, 1), (1.1, 0.01, 4)]))
        poisson(rate=1/100, gaussian(sigma=11/10, sensitivity=1)) * 7 + poisson(rate=1/100, gaussian(sigma=2, \
sensitivity=1)) * 1
    """
    counts: dict[tuple[Any, Any], int] = {}
    for number, entry in enumerate(entries, 1):
        if number > MOST_ENTRIES:
            raise SizeError(f"a history must have at most {MOST_ENTRIES} entries, got more")
        if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 3:
            raise DomainError(
                f"an entry of a history must be (noise multiplier, sample rate, steps), got {shown(entry)} "
                f"at position {number}"
            )
        noise, rate, steps = entry
        _check_finite(noise, rate, number)
        taken = _whole(steps, number)
        counts[noise, rate] = counts.get((noise, rate), 0) + taken
    if not counts:
        raise DomainError("a history must have at least one entry, got none")
    if len(counts) > MOST_TERMS:
        raise SizeError(f"a history must have at most {MOST_TERMS} different entries, got {len(counts)}")
    parts = [
        Poisson(exact(rate, "sample rate"), Gaussian(exact(noise, "noise multiplier"))) * steps
        for (noise, rate), steps in counts.items()
    ]
    return parts[0] if len(parts) == 1 else Together(tuple(parts))


def _check_finite(noise: Any, rate: Any, number: int) -> None:
    for name, value in (("noise multiplier", noise), ("sample rate", rate)):
        if isinstance(value, float) and not -1e300 < value < 1e300:
            raise DomainError(f"the {name} of entry {number} must be finite, got {value}")
        try:
            hash(value)
        except TypeError:
            raise DomainError(f"the {name} of entry {number} must be a number, got {shown(value)}") from None


def _whole(steps: Any, number: int) -> int:
    value = exact(steps, f"steps of entry {number}")
    try:
        whole = int(value)
    except (ValueError, OverflowError):
        raise DomainError(f"steps of entry {number} must be an integer, got {shown(steps)}") from None
    if whole != (Fraction(value) if isinstance(value, str) else value) or whole < 0:
        raise DomainError(f"steps of entry {number} must be an integer >= 0, got {shown(steps)}")
    return whole


def of_history(entries: Iterable[Any], source: str = "a history") -> Recorded:
    """Read a history as a run.

    Raises:
        DomainError: see `release_of`.
    """
    listed = list(entries)
    plural = "entry" if len(listed) == 1 else "entries"
    return Recorded.of(release_of(listed), f"{source} of {len(listed)} {plural}")


def of_state(state: Mapping[str, Any], source: str = "the state of an Opacus accountant") -> Recorded:
    """Read what `state_dict` of an Opacus accountant returns; a checkpoint holds it one level down.

    Raises:
        DomainError: there is no history.

    Example:
        >>> print(of_state({"history": [(1.1, 0.01, 3)], "mechanism": "prv"}).source)
        the state of an Opacus accountant of 1 entry
    """
    if "history" not in state:
        inner = state.get("privacy_accountant_state_dict")
        if not isinstance(inner, Mapping) or "history" not in inner:
            raise DomainError(f"a state must have a history, got {', '.join(map(shown, list(state)[:5])) or 'nothing'}")
        state = inner
    history = state["history"]
    if isinstance(history, str) or not isinstance(history, Iterable):
        raise DomainError(f"a history must be a list of entries, got {shown(history)}")
    return of_history(history, source)


class Accountant:
    """An accountant that Opacus takes for its own: it keeps the history and proves what it costs.

    Before a run is made private, `privacy_engine.accountant = Accountant()` is all that a script adds; or
    `opacus.accountants.register_accountant("proven", Accountant)` and `PrivacyEngine(accountant="proven")`.

    Attributes:
        history: (noise multiplier, sample rate, steps), merged while neither changes.

    Example:
        >>> accountant = Accountant()
        >>> for _ in range(100):
        ...     accountant.step(noise_multiplier=1.1, sample_rate=0.01)
        >>> accountant.history, round(accountant.get_epsilon(1e-5), 6)
        ([(1.1, 0.01, 100)], 0.549764)
    """

    def __init__(self) -> None:
        self.history: list[tuple[float, float, int]] = []

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """Count one step."""
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def get_epsilon(self, delta: float, *, digits: int = 10, **_: Any) -> float:
        """Return the smallest double found that is a proven epsilon of all steps; infinity where there is none.

        Raises:
            DomainError: delta is not between 0 and 1.
        """
        from sdp_proofs.accounting.analysis import Question
        from sdp_proofs.accounting.answers import epsilon_at, read_delta

        target = exact(delta, "delta")
        if not self.history:  # nothing was released
            read_delta(target)
            return 0.0
        answer = epsilon_at(Question.of(release_of(self.history)), target, digits=digits)
        return float("inf") if answer.value is None else float(answer)

    def __len__(self) -> int:
        """Count the entries of the history, as Opacus does."""
        return len(self.history)

    @classmethod
    def mechanism(cls) -> str:
        """Return the name under which Opacus saves the state."""
        return "proven"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Any:
        """Return the hook that counts the optimizer's steps."""

        def hook(optimizer: Any) -> None:
            rate = sample_rate * optimizer.accumulated_iterations
            self.step(noise_multiplier=optimizer.noise_multiplier, sample_rate=rate)

        return hook

    def state_dict(self, destination: Any = None) -> Any:
        """Return the history and the name of the mechanism, as Opacus saves them."""
        found = {} if destination is None else destination
        found["history"] = list(self.history)
        found["mechanism"] = self.mechanism()
        return found

    def load_state_dict(self, state_dict: Any) -> None:
        """Take over a history, also that of another accountant, as all keep the same entries.

        Raises:
            DomainError: there is none, or it has an entry that cannot be.
        """
        if not isinstance(state_dict, Mapping) or "history" not in state_dict:
            raise DomainError("a state must have a history, got none")
        entries = [tuple(entry) for entry in state_dict["history"]]
        if entries:
            release_of(entries)
        self.history = entries
