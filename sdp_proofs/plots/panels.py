"""From the rows of an experiment to what a figure draws: enclosures become places on an axis (estimates)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.experiments import bound_comparison, remark_8_map
from sdp_proofs.experiments.database_curves import ProfilePoint, TradeOffCurve
from sdp_proofs.extras import require
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.elections import ElectionRow
from sdp_proofs.papers.smoothed_dp.electorates import Row as SmoothedRow
from sdp_proofs.papers.smoothed_dp.electorates import exponential_fit
from sdp_proofs.privacy.bounds.published import dp_delta, dp_delta_with_replacement
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.report import bounds_figure, database_figures, election_figure, map_figure, smoothed_figure

require("plots")  # a figure that nothing can draw is not computed

_ELECTORATES = {"districts": "Districts of 2020", "history": "Elections 1920\u20132020"}
_TYPES_NAMED, _LINE = 4, 45
_KNOWN = {
    remark_8_map.Standing.PROVED: map_figure.Known.PROVED,
    remark_8_map.Standing.PROVED_HERE: map_figure.Known.PROVED_HERE,
    remark_8_map.Standing.HOLDS: map_figure.Known.HOLDS,
    remark_8_map.Standing.REFUTED: map_figure.Known.REFUTED,
    remark_8_map.Standing.NOTHING: map_figure.Known.NOTHING,
    remark_8_map.Standing.OUTSIDE_HOLDS: map_figure.Known.OUTSIDE_HOLDS,
    remark_8_map.Standing.OUTSIDE_FAILS: map_figure.Known.OUTSIDE_FAILS,
    remark_8_map.Standing.OUTSIDE_NOTHING: map_figure.Known.OUTSIDE_NOTHING,
    remark_8_map.Standing.UNDECIDED: map_figure.Known.UNDECIDED,
}
_FAILED = (remark_8_map.Standing.REFUTED, remark_8_map.Standing.OUTSIDE_FAILS)


def election_panel(rows: Sequence[ElectionRow]) -> election_figure.Panel:
    """One setting of Figures 1 and 3.

    Raises:
        DomainError: no row.
    """
    if not rows:
        raise DomainError("there must be an election at least, got none")
    setting = rows[0].setting
    name = f"({setting.panel})  " if setting.panel else ""
    return election_figure.Panel(
        f"{name}$t$ = {float(setting.threshold):g}, {float(100 * setting.lost):g} % of the votes lost",
        tuple(
            election_figure.Point(
                year=row.year,
                delta=row.delta.log10_estimate,
                utility=row.utility.log10_estimate,
                one_over_n=_log10(row.one_over_n),
                dp_delta=_log10(row.dp_delta),
            )
            for row in rows
        ),
    )


def smoothed_panel(rows: Sequence[SmoothedRow]) -> smoothed_figure.Panel:
    """One electorate of Figures 2 (left) and 4, with exponential fits.

    Raises:
        DomainError: no row, or fewer than two sizes.
    """
    if not rows:
        raise DomainError("there must be a size at least, got none")
    electorate = rows[0].electorate
    curves = tuple(
        smoothed_figure.Curve(
            fit.epsilon,
            tuple(
                smoothed_figure.Point(
                    records=row.records,
                    delta=row.delta.log10_estimate,
                    fitted=fit.log10_at(row.records),
                    one_over_n=_log10(row.one_over_n),
                    dp_delta=_log10(row.dp_delta),
                )
                for row in rows
                if row.epsilon == fit.epsilon
            ),
        )
        for fit in exponential_fit(rows)
    )
    name = _ELECTORATES.get(electorate.name, electorate.name)
    return smoothed_figure.Panel(f"{name}, {float(100 * electorate.lost):g} % of the votes lost", curves)


def map_panels(rows: Iterable[remark_8_map.Row]) -> list[map_figure.Panel]:
    """One map for every sheet, with the whole powers of ten by which the printed bound fails."""
    sheets: dict[remark_8_map.Sheet, list[map_figure.Cell]] = {}
    for row in rows:
        power = None
        if row.standing in _FAILED and row.excess is not None:
            power = max(0, row.excess.lower.adjusted())
        cell = map_figure.Cell(row.rate, row.epsilon, _KNOWN[row.standing], power)
        sheets.setdefault(row.sheet, []).append(cell)
    return [
        map_figure.Panel(rf"$m$ = {sheet.types}, $f$ = {_short(sheet.floor)}, $n$ = {sheet.records:,}", tuple(cells))
        for sheet, cells in sheets.items()
    ]


def bound_panels(rows: Iterable[bound_comparison.Row]) -> list[bounds_figure.Panel]:
    """One panel for every floor and rate of the exponents, then one for every series of values."""
    exponents: dict[tuple[Fraction, str], list[bound_comparison.Row]] = {}
    losses: dict[tuple[Fraction, str, str], list[bound_comparison.Row]] = {}
    for row in rows:
        if row.part is bound_comparison.Part.EXPONENT:
            exponents.setdefault((row.floor, row.rate), []).append(row)
        else:
            losses.setdefault((row.floor, row.rate, row.epsilon), []).append(row)
    return [
        *(_share_panel(floor, rate, part) for (floor, rate), part in exponents.items()),
        *(_loss_panel(floor, rate, epsilon, part) for (floor, rate, epsilon), part in losses.items()),
    ]


def _share_panel(floor: Fraction, rate: str, rows: Sequence[bound_comparison.Row]) -> bounds_figure.Panel:
    epsilons = list(dict.fromkeys(row.epsilon for row in rows))
    curves = [
        bounds_figure.Curve(
            name,
            tuple(
                (float(epsilons.index(row.epsilon)), float(row.share))
                for row in rows
                if row.name == name and row.share is not None
            ),
        )
        for name in bound_comparison.EXPONENT_NAMES
    ]
    title = rf"rate {rate}, $f$ = {_short(floor)}"
    return bounds_figure.Panel(title, tuple(curves), shares=True, names=tuple(epsilons))


def _loss_panel(floor: Fraction, rate: str, epsilon: str, rows: Sequence[bound_comparison.Row]) -> bounds_figure.Panel:
    curves = [
        bounds_figure.Curve(
            name,
            tuple(
                (float(row.records), row.value.log10_estimate)
                for row in rows
                if row.name == name and row.value is not None
            ),
        )
        for name in bound_comparison.LOSS_NAMES
    ]
    title = rf"rate {rate}, $f$ = {_short(floor)}, $\epsilon$ = {epsilon}"
    return bounds_figure.Panel(title, tuple(curves), shares=False)


def profile_panel(database: Database, points: Sequence[ProfilePoint]) -> database_figures.Profile:
    """The privacy profile of a database."""
    places = [(point.epsilon_estimate, point.delta.log10_estimate, point.corner) for point in points]
    return database_figures.Profile(
        database_title(database),
        tuple((epsilon, value) for epsilon, value, _ in places),
        tuple((epsilon, value) for epsilon, value, corner in places if corner and math.isfinite(value)),
        _log10(Fraction(1, database.records)),
        _worst(database).log10_estimate,
    )


def trade_off_panel(database: Database, curve: TradeOffCurve) -> database_figures.TradeOff:
    """The trade-off of a database."""
    corners = tuple((float(alpha), float(beta)) for alpha, beta in curve.corners)
    return database_figures.TradeOff(database_title(database), corners, curve.exact, float(_worst(database)))


def database_title(database: Database) -> str:
    """A database in a few words.

    Example:
        >>> database_title(Database((300, 700), 950))
        'x = (300, 700), 950 of 1,000 records sampled'
    """
    counts = [f"{count:,}" for count in database.counts]
    shown = ", ".join(counts) if len(counts) <= _TYPES_NAMED else f"{', '.join(counts[:2])}, \u2026, {counts[-1]}"
    way = "drawn from" if database.replacement else "of"
    sample = f"{database.draws:,} {way} {database.records:,} records sampled"
    return f"x = ({shown}){', ' if len(shown + sample) < _LINE else chr(10)}{sample}"


def _worst(database: Database) -> Enclosure:
    """The delta of differential privacy."""
    if database.replacement:
        return dp_delta_with_replacement(database.records, database.draws)
    return Enclosure.of(dp_delta(database.records, database.draws))


def _log10(value: Fraction) -> float:
    return Enclosure.of(value).log10_estimate


def _short(floor: Fraction) -> str:
    return str(floor) if floor.denominator < 100 else f"{float(floor):g}"
