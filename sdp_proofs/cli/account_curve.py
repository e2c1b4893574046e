"""The option --curve of `sdp-proofs account`: the profile, or the odometer, as a picture or as a CSV file."""

from __future__ import annotations

import csv
from functools import partial
from typing import TYPE_CHECKING

from sdp_proofs.cli.answers import print_lines
from sdp_proofs.cli.output import print_json, progress_bar
from sdp_proofs.cli.writing import leave, write_files

if TYPE_CHECKING:
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.curves import ProfilePoint
    from sdp_proofs.runs.explained import Explained

_DIGITS = 6
_ALPHAS = ("0.001", "0.01", "0.05", "0.1", "0.5")


def check(path: str) -> None:
    """Refuse a file name before anything is computed.

    Raises:
        DomainError: another suffix.
    """
    from sdp_proofs.figures.drawing import FORMATS, check_suffix

    check_suffix(path, (*FORMATS, ".csv"))


def write(question: Question, path: str) -> list[tuple[str, str]]:
    """Compute the profile, write it, and say what follows for the two errors of any test.

    Raises:
        DomainError: the profile does not fall to 1e-12.
    """
    from sdp_proofs.accounting.curves import type_two_lower

    points = _points(question)
    draw = partial(_write_csv, points) if path.lower().endswith(".csv") else partial(_draw, question, points)
    leave(write_files([(path, draw)]))
    lines = [("wrote", path)]
    for alpha in _ALPHAS:
        lines.append((f"type I {alpha}", f"type II is at least {type_two_lower(points, alpha)}"))
    return lines


def write_odometer(explained: Explained, release: str, path: str) -> None:
    """Write epsilon after each phase, as a picture or as rows.

    Raises:
        DomainError: no epsilon is finite.
    """
    draw = _write_rows if path.lower().endswith(".csv") else partial(_draw_odometer, _short(release))
    leave(write_files([(path, partial(draw, explained))]))


def _write_rows(explained: Explained, path: str) -> None:
    with open(path, "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["steps", "epsilon_lower", "epsilon_upper"])
        for (steps, _), value in zip(explained.points, explained.spent, strict=True):
            writer.writerow([steps, *(("", "") if value is None else value.bounds(_DIGITS))])


def _draw_odometer(title: str, explained: Explained, path: str) -> None:
    from sdp_proofs.figures.curve import odometer
    from sdp_proofs.figures.drawing import save

    save(lambda: odometer(explained, title), path)


def _short(title: str) -> str:
    return title if len(title) < 60 else f"{title[:57]}..."


def show(question: Question, lines: list[tuple[str, str]], as_json: bool) -> None:
    """Print the release, the file and the errors."""
    head = [("release", str(question.release)), ("adjacency", question.adjacency)]
    if as_json:
        print_json({**dict(head), "file": lines[0][1], "errors": dict(lines[1:])}, "sdp-proofs/account-curve/1")
    else:
        print_lines([*head, *lines])


def _points(question: Question) -> list[ProfilePoint]:
    from sdp_proofs.accounting.curves import places_of, profile_points

    places = places_of(question)
    found = []
    with progress_bar("account", len(places)) as advance:
        for point in profile_points(question, places, digits=_DIGITS):
            found.append(point)
            advance()
    return found


def _write_csv(points: list[ProfilePoint], path: str) -> None:
    with open(path, "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["epsilon", "delta_lower", "delta_upper", "direction", "method"])
        for point in points:
            value = point.answer.value
            ends = ("", "") if value is None else value.bounds(_DIGITS)
            writer.writerow([str(point.epsilon), *ends, point.answer.direction, point.answer.method])


def _draw(question: Question, points: list[ProfilePoint], path: str) -> None:
    from sdp_proofs.figures.curve import draw_curve
    from sdp_proofs.figures.drawing import save

    names = sorted({side.direction for point in points for side in point.answer.sides})
    curves = []
    for name in names:
        places = []
        for point in points:
            values = [side.value for side in point.answer.sides if side.direction == name and side.value is not None]
            if values:
                places.append((float(point.epsilon), max(value.log10_estimate for value in values)))
        curves.append((name, places))
    save(lambda: draw_curve(_short(str(question.release)), curves), path)
