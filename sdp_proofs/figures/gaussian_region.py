"""Map of where sqrt(2 ln(1.25/delta))/epsilon is enough Gaussian noise, certified by subdivision.

World: verdicts. Every box is decided at its corners (`accounting.classical`) or divided into four; what is left after
the last division lies along the border. The border itself has proven digits at every delta.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING

from sdp_proofs.accounting.classical import (
    decide_classical_box,
    largest_classical_epsilon,
    largest_epsilon_everywhere,
    read_open_delta,
)
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import finish_panel, panels_figure
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    import matplotlib.figure

EPSILONS = (0, 14)
EXPONENTS = (-16, 0)
DEPTH = 4
BORDER_DELTAS = (
    "0.999", "0.99", "0.98", "0.96", "0.93", "0.9", "0.86", "0.8", "0.7", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1",
    *(f"{mantissa}e-{power}" for power in range(2, 17) for mantissa in (3, 1)),
)  # fmt: skip
BORDER_DIGITS = 6
COLUMNS = ("epsilon_low", "epsilon_high", "log10_delta_low", "log10_delta_high", "classical_sigma_is_enough")


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the map.

    Args:
        epsilons: its ends.
        exponents: log10 of delta at its ends.
        verdict: HOLDS where the formula is enough on all of it, FAILS where it is nowhere, UNKNOWN on the border.
    """

    epsilons: tuple[Fraction, Fraction]
    exponents: tuple[Fraction, Fraction]
    verdict: Verdict

    def values(self) -> dict[str, str]:
        """Return the box as text by column; its ends are dyadic, and the decimals exact.

        Example:
            >>> tuple(Box((Fraction(0), Fraction(1, 8)), (Fraction(-1), Fraction(0)), Verdict.HOLDS).values().values())
            ('0', '0.125', '-1', '0', 'HOLDS')
        """
        ends = (f"{float(end):g}" for end in (*self.epsilons, *self.exponents))
        return dict(zip(COLUMNS, (*ends, self.verdict.value), strict=True))


def boxes(
    epsilons: tuple[int, int] = EPSILONS, exponents: tuple[int, int] = EXPONENTS, *, depth: int = DEPTH
) -> Iterator[Box]:
    """The boxes of the map, the undivided ones with sides 2.

    Example:
        >>> found = list(boxes((0, 4), (-4, -2), depth=2))
        >>> [(box.verdict.value, str(box.epsilons[1])) for box in found]
        [('HOLDS', '2'), ('HOLDS', '4')]
    """
    for column in range(epsilons[0], epsilons[1], 2):
        for line in range(exponents[0], exponents[1], 2):
            yield from _divided((Fraction(column), Fraction(column + 2)), (Fraction(line), Fraction(line + 2)), depth)


def _divided(epsilons: tuple[Fraction, Fraction], exponents: tuple[Fraction, Fraction], depth: int) -> Iterator[Box]:
    verdict = decide_classical_box(epsilons, exponents)
    if verdict is not Verdict.UNKNOWN or depth == 0:
        yield Box(epsilons, exponents, verdict)
        return
    for side in _halves(epsilons):
        for level in _halves(exponents):
            yield from _divided(side, level, depth - 1)


def _halves(ends: tuple[Fraction, Fraction]) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    middle = (ends[0] + ends[1]) / 2
    return (ends[0], middle), (middle, ends[1])


def border(deltas: Iterable[str] = BORDER_DELTAS) -> Iterator[tuple[Fraction, Enclosure]]:
    """The largest epsilon at which the formula is enough, delta by delta.

    Example:
        >>> [(str(delta), epsilon.rounded(5)) for delta, epsilon in border(["1e-5"])]
        [('1/100000', '8.4198')]
    """
    for delta in deltas:
        yield read_open_delta(delta), largest_classical_epsilon(delta, digits=BORDER_DIGITS)


def _compute(run: Run, /) -> Drawn:
    """Compute the boxes and their border."""
    found = list(boxes(EPSILONS, EXPONENTS))
    line, missing = run.collect(border(BORDER_DELTAS), len(BORDER_DELTAS))
    everywhere = largest_epsilon_everywhere()
    marks = [(1.0, r"$\epsilon = 1$: proved in [DR 2014]"), (float(everywhere), r"left of it: at every $\delta$")]
    rows = [box.values() for box in found]
    document: dict[str, object] = {
        "boxes": rows,
        "border": [{"delta": str(delta), "epsilon": epsilon.to_json(BORDER_DIGITS)} for delta, epsilon in line],
        "enough_at_every_delta": everywhere.to_json(BORDER_DIGITS),
    }
    return Drawn(rows=rows, draw=lambda: draw(found, line, marks), document=document, missing=missing)


FIGURES = (
    Figure(
        "gaussian-region",
        "dp_lecture",
        r"Where $\sqrt{2\ln(1.25/\delta)}/\epsilon$ is enough Gaussian noise, certified by subdivision.",
        _compute,
        "2 s",
        title="Where a textbook formula is enough noise",
        page="generated/notebooks/12_calibrating_noise_with_proven_digits",
    ),
)
_FILLS = {
    Verdict.HOLDS: ("#BFE3F7", "enough noise"),
    Verdict.FAILS: ("#8C2D04", "not enough noise"),
    Verdict.UNKNOWN: ("white", "not decided at this resolution"),
}


def draw(
    found: Sequence[Box], line: Sequence[tuple[Fraction, Enclosure]], marks: Sequence[tuple[float, str]]
) -> matplotlib.figure.Figure:
    """Draw the map in (epsilon, log10 delta).

    Args:
        found: the boxes that cover it.
        line: the border by delta.
        marks: epsilons with a vertical line, and what the legend calls it.

    Raises:
        DomainError: no box.
    """
    from matplotlib.patches import Rectangle

    if not found:
        raise DomainError("a map must have at least one region")
    figure, (axes,) = panels_figure(1, 1, alone=(5.6, 4.2), each=(5.6, 4.2))
    named = set()
    for box in found:
        fill, label = _FILLS[box.verdict]
        (left, right), (low, high) = (map(float, ends) for ends in (box.epsilons, box.exponents))
        axes.add_patch(
            Rectangle(
                (left, low), right - left, high - low, facecolor=fill, edgecolor="0.75", linewidth=0.15,
                label=None if label in named else label,
            )
        )  # fmt: skip
        named.add(label)
    border_points = [(float(epsilon), log10(delta)) for delta, epsilon in line]
    axes.plot(*zip(*border_points, strict=True), color="black", linewidth=1.2, label="border")
    for dashes, (place, label) in zip(("--", ":", "-."), marks, strict=False):
        axes.axvline(place, color="black", linewidth=1.1, linestyle=dashes, label=label)
    finish_panel(axes, r"Is $\sigma = \sqrt{2\ln(1.25/\delta)}/\epsilon$ enough for $(\epsilon, \delta)$?")
    axes.set_xlim(float(min(box.epsilons[0] for box in found)), float(max(box.epsilons[1] for box in found)))
    axes.set_ylim(float(min(box.exponents[0] for box in found)), float(max(box.exponents[1] for box in found)))
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure
