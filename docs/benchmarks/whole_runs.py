"""The elections of the figures, and whole processes: start, command, memory."""

from __future__ import annotations

from docs.benchmarks.losses import DIGITS, ELECTION_2020, RATE
from docs.benchmarks.timing import duration, peak_mebibytes, process_seconds, table, timed
from sdp_proofs.papers.smoothed_dp.elections import FIGURE_1, FIGURE_3, election_rows, us_presidential_elections

COUNTS_2020 = ",".join(map(str, ELECTION_2020))
COMMAND = ["delta", "--counts", COUNTS_2020, "--rate", RATE, "--odds", "51/49"]
SIZES = (("10³", 10**3), ("1.6·10⁸", sum(ELECTION_2020)), ("10¹⁸", 10**18))


def elections() -> str:
    """Both figures: delta and utility of every election in every setting."""
    years = us_presidential_elections()
    settings = tuple(FIGURE_3.values())
    # Figure 1 is one of the six settings of Figure 3, so that the six are all there is to compute.
    assert any((FIGURE_1.threshold, FIGURE_1.lost) == (each.threshold, each.lost) for each in settings)
    lines = []
    for digits in (12, DIGITS):
        found = timed(lambda d=digits: [row for each in settings for row in election_rows(years, each, digits=d)])
        assert len(found.answer) == len(years) * len(settings)
        for row in found.answer:
            assert min(row.delta.proven_digits, row.utility.proven_digits) >= digits
        per_row = duration(found.seconds / len(found.answer))
        lines.append([str(digits), f"{len(found.answer)} × (delta, utility)", f"**{found.seconds:.2f} s**", per_row])
    return table(["proven digits", "values", "all", "per election and setting"], lines)


def processes() -> str:
    """Wall times of new processes, and what they add to that of the interpreter alone."""
    bare = process_seconds(["-c", "pass"])
    programs = (
        ("`import sdp_proofs`", ["-c", "import sdp_proofs"]),
        ("`import sdp_proofs.privacy.histogram.database`", ["-c", "import sdp_proofs.privacy.histogram.database"]),
        (f"`sdp-proofs {' '.join(COMMAND)}`", ["-m", "sdp_proofs", *COMMAND]),
    )
    lines = [["`python -c pass`", duration(bare), ""]]
    for name, arguments in programs:
        seconds = process_seconds(arguments)
        lines.append([name, duration(seconds), duration(seconds - bare)])
    return table(["process", "median of 5", "beyond the bare interpreter"], lines)


def memory() -> str:
    """Peak resident memory of a process that computes one delta."""
    lines = [["the import alone", f"{peak_mebibytes('import sdp_proofs.privacy.histogram.database'):.1f} MiB"]]
    lines += [[f"n = {name}", f"{peak_mebibytes(one_delta(n)):.1f} MiB"] for name, n in SIZES]
    return table(["process", "peak memory"], lines)


def one_delta(records: int) -> str:
    """A program that computes delta at this size."""
    return (
        "from sdp_proofs.privacy.budget import Budget\n"
        "from sdp_proofs.privacy.histogram.database import Database, delta\n"
        f"x = Database.read(counts='{records - records // 3},{records // 3}', rate='{RATE}')\n"
        f"assert delta(x, Budget.read(odds='51/49'), digits={DIGITS}).value.proven_digits >= {DIGITS}\n"
    )
