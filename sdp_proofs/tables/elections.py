"""Privacy of elections by year: counts, loss, utility, 1/n and the worst case [Liu, Wang, Xia 2023, Fig. 1 and 3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import read_rational
from sdp_proofs.papers.smoothed_dp.elections import (
    Election,
    Setting,
    authors_elections,
    election_rows,
    read_elections,
    us_presidential_elections,
)
from sdp_proofs.tables.reach import BELOW
from sdp_proofs.tables.shared_options import RATE
from sdp_proofs.tables.table import GUARD_DIGITS, Axis, Row, Table, exact, guarantee, text

COLUMNS = (
    text("epsilon", "log(t/(1-t)) of the threshold t"),
    exact("first_votes", "votes of the first candidate"),
    exact("second_votes", "votes of the second candidate"),
    exact("records", "votes for the two, n"),
    exact("draws", "votes that are counted, T = ceil(rate n)"),
    guarantee("delta", "delta(x) of this election"),
    guarantee("utility", "the adversary's adjusted utility"),
    exact("one_over_n", "1/n"),
    exact("dp_delta", "T/n, the exact delta of differential privacy at every epsilon"),
    text("delta_standing", "whether delta(x) < 1/n"),
    text("utility_standing", "whether the utility is < 1/n"),
)


def elections(given: Sequence[Election]) -> Table:
    """Return the table of some elections.

    Raises:
        DomainError: two elections of one year.

    Example:
        >>> point = {"rate": "0.998", "threshold": "0.51", "year": "2020"}
        >>> elections(us_presidential_elections()).compute(point, 6).cells[5].rounded(6)
        '1.1972e-32'
    """
    by_year = {str(election.year): election for election in given}
    if len(by_year) < len(given):
        raise DomainError("every year must appear once in the elections of a table, got one twice")
    axes = (
        Axis("rate", ("0.998",), RATE),
        Axis("threshold", ("0.51",), Option("Thresholds in [1/2, 1); epsilon is ln(t/(1-t)).", metavar="T,T,...")),
        Axis("year", tuple(by_year), Option("Years.", metavar="Y,Y,...")),
    )

    def row(point: Mapping[str, str], digits: int) -> Row:
        election = by_year.get(point["year"])
        if election is None:
            raise DomainError(f"year must be one of {', '.join(by_year)}, got {point['year']!r}")
        lost = 1 - read_rational(point["rate"], "rate")
        setting = Setting(read_rational(point["threshold"], "threshold"), lost)
        (found,) = election_rows([election], setting, digits=digits + GUARD_DIGITS)
        cells = (
            str(setting.budget), *found.counts, found.records, found.draws, found.delta, found.utility,
            found.one_over_n, found.dp_delta,
            BELOW[found.delta_below_one_over_n], BELOW[found.utility_below_one_over_n],
        )  # fmt: skip
        return Row(tuple(point[axis.name] for axis in axes), cells)

    return Table(
        "elections",
        "smoothed_dp",
        "Privacy of elections when votes are lost",
        axes,
        COLUMNS,
        row,
        brief=("rate", "threshold", "year", "records", "delta", "utility"),
        over=lambda path: elections(authors_elections() if path is None else read_elections(path)),
    )


TABLES = (elections(us_presidential_elections()),)
