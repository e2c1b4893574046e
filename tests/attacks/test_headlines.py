"""The first number that an answer prints is a bound: attacked at every number of digits, by every road.

What is printed is read back exactly and judged by the engine's own enclosure, by `--check`, or by exact rationals.
"""

from __future__ import annotations

import json
import re
import shlex
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.declarations import Option
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.histogram.database import Change
from sdp_proofs.privacy.mean import GridDatabase, average_delta
from sdp_proofs.tables.table import Axis, Row, Table, enclosure, guarantee, line
from sdp_proofs.verdict import Verdict
from tests.full import trials

HOLDS, FAILS, UNKNOWN = Verdict.HOLDS, Verdict.FAILS, Verdict.UNKNOWN
DIGITS = st.integers(1, 30)
MNIST = "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063"


class Found(Valued):
    """A result with nothing but a value."""

    def __init__(self, value: Enclosure | None) -> None:
        self.value = value


@st.composite
def values(draw: st.DrawFn) -> Enclosure:
    """Exact rationals, and narrow or wide intervals, most of them beside a decimal with few digits."""
    digits, power = draw(st.integers(1, 12)), draw(st.sampled_from((0, 0, -1, 1, -5, 16, 40, -330, -4040, 5000)))
    mantissa = draw(st.one_of(st.integers(1, 10**digits), st.sampled_from((10**digits, 10**digits - 1))))
    if draw(st.booleans()):
        number = Fraction(mantissa) * Fraction(10) ** draw(st.integers(-40, 5))
        return Enclosure.of(number / draw(st.sampled_from((1, 1, 2, 3, 7, 10**9 + 7))))
    beyond = draw(st.integers(1, 25))
    units = mantissa * 10**beyond + draw(st.integers(-3, 3))
    width = draw(st.sampled_from((0, 1, 2, 10 ** (beyond // 2), 10**beyond)))
    ends = (f"{max(0, units - width)}e{power - beyond}", f"{max(0, units + width)}e{power - beyond}")
    return Enclosure.between(*ends)


def beyond(text: str) -> Decimal:
    """A decimal, whatever its exponent."""
    return Context(prec=10_000, Emin=MIN_EMIN, Emax=MAX_EMAX).create_decimal(text)


def above(text: str, value: Enclosure) -> bool:
    """Tell whether a printed number is above all numbers of an enclosure, decided without the code under attack."""
    if value.exact is not None:
        return Fraction(text) >= value.exact
    return beyond(text) >= beyond(value.bounds()[1])


@settings(max_examples=trials(300, full=20_000))
@given(values(), DIGITS)
@example(Enclosure.between("1.2e-4040", "1.2e-4040"), 1)
@example(Enclosure.between("9.995e-1", "9.996e-1"), 3)
@example(Enclosure.of("1/3"), 1)
@example(Enclosure.of(0), 30)
@example(Enclosure.between("0", "2e-10000000"), 3)
def test_texts_and_formats_are_rounded_up(value: Enclosure, digits: int) -> None:
    found = Found(value)
    texts = [value.at_most(digits), f"{found:.{digits}e}", f"{found:.{digits}g}", found.to_dict()["value"]]
    texts += [found.to_quote(digits).removeprefix("value <= "), str(found).split()[2]]
    if beyond(value.bounds()[1]).adjusted() > -400:
        texts.append(f"{found:.{digits}f}")
    for text in texts:
        assert above(text, value), text
    assert found.check(value.at_most(digits)).upper is HOLDS
    assert found.check(value.at_least(digits)).lower is not FAILS


@settings(max_examples=trials(200, full=10_000))
@given(values())
def test_doubles_are_rounded_up(value: Enclosure) -> None:
    number = float(Found(value))
    assert number == float("inf") or above(str(Decimal(number)), value)
    below = float(Found(value).value.lower)  # type: ignore[union-attr]
    assert not number < below


@settings(max_examples=trials(300, full=20_000))
@given(st.fractions(Fraction(1, 10**40), 10**6), DIGITS)
def test_a_headline_is_the_least_decimal_that_holds(number: Fraction, digits: int) -> None:
    shown = Fraction(Enclosure.of(number).at_most(digits))
    below = Fraction(Enclosure.of(number).at_least(digits))
    assert below <= number <= shown
    # One unit of the last digit less is no bound any more.
    unit = Fraction(10) ** (_exponent(shown) - digits + 1)
    assert shown - unit < number and below + unit > number
    assert (shown == number) is (below == number)


def _exponent(number: Fraction) -> int:
    return Decimal(exact_decimal(number, 40, upward=True)).adjusted()


@pytest.mark.parametrize(
    ("number", "digits", "shown"),
    [
        ("1/2", 30, "0.5"), ("0", 5, "0"), ("1", 7, "1"), ("1/3", 3, "0.334"), ("999999/1000000", 3, "1.00"),
        ("0.29999", 3, "0.300"), ("1.2e-32", 3, "1.2e-32"), ("1.19721e-32", 3, "1.20e-32"), ("1000", 2, "1000"),
        ("999.5", 3, "1000"), ("12000.0001", 6, "12000.1"), ("1e-4040", 1, "1e-4040"),
    ],
)  # fmt: skip
def test_exact_numbers_are_printed_exactly_and_others_keep_their_zeros(number: str, digits: int, shown: str) -> None:
    assert Enclosure.of(number).at_most(digits) == shown


def test_zero_is_zero_in_every_format() -> None:
    nothing = Found(Enclosure.of(0))
    assert [f"{nothing:{form}}" for form in (".2f", ".0f", "", ">3.1f")][:2] == ["0.00", "0"]
    assert float(nothing) == 0 and float(f"{nothing:.3e}") == 0 and "value <= 0 " in str(nothing)


def test_wide_brackets_show_no_digits_that_are_not_proven() -> None:
    assert Enclosure.between("14.7", "18.5").at_most(30) == "18.5"
    found = Found(Enclosure.between("14.7", "18.5"))
    assert float(found) == 18.5
    verdicts = {number: found.check(number) for number in ("14.6", "14.7", "16", "18.5", "18.6", "1e-9999999999")}
    assert verdicts["14.6"] == verdicts["1e-9999999999"] == (FAILS, HOLDS)
    assert verdicts["14.7"] == (UNKNOWN, HOLDS) and verdicts["16"] == (UNKNOWN, UNKNOWN)
    assert verdicts["18.5"] == (HOLDS, UNKNOWN) and verdicts["18.6"] == (HOLDS, FAILS)


def test_infinite_answers_are_no_numbers() -> None:
    found = sdp.account("gaussian(sigma=1)", delta=0, adjacency="add-remove")
    assert str(found).splitlines()[0] == "epsilon is infinite" and found.check(10**12) == (FAILS, HOLDS)
    for convert in (float, lambda each: f"{each:.2f}", lambda each: each.to_quote(), lambda each: each.to_dict()):
        with pytest.raises(sdp.DomainError, match="infinite"):
            convert(found)


# --- the questions, in Python -----------------------------------------------------------------------------------------


def truth(found: Any) -> Enclosure:
    value: Enclosure = found.value
    return value


@cache
def answers() -> dict[str, tuple[Any, str]]:
    """Answers of every kind, and what is quoted of them."""
    return {
        "account": (sdp.account(MNIST, delta="1e-5"), "({}, 1e-5)-DP, add or remove one record"),
        "account for delta": (
            sdp.account("gaussian(sigma=2)", epsilon="1/2", adjacency="replace-one"),
            "(1/2, {})-DP, replace one record",
        ),
        "a bracket": (
            sdp.account("laplace(scale=4) * 20", epsilon=2, adjacency="add-remove"),
            "(2, {})-DP, add or remove one record",
        ),
        "a pure loss": (
            sdp.account("laplace(scale=10) * 3", delta=0, adjacency="replace-one"),
            "({}, 0)-DP, replace one record",
        ),
        "stated for neighbours": (
            sdp.account("pure(epsilon=log(2)) * 3", epsilon="log(2)"),
            "(log(2), {})-DP, for the neighbours that the release is stated for",
        ),
        "delta": (
            sdp.delta([700, 300], rate="0.9", epsilon=1),
            "delta(x) <= {} at epsilon = 1, for this database alone, replace one record",
        ),
        "tiny": (
            sdp.delta("81283501,74223975", rate="0.998", epsilon="0.5"),
            "delta(x) <= {} at epsilon = 0.5, for this database alone, replace one record",
        ),
        "epsilon": (
            sdp.epsilon([700, 300], rate="0.9", delta="1e-6"),
            "delta(x) <= 1e-6 at epsilon = {}, for this database alone, replace one record",
        ),
        "epsilon read off a profile": (
            sdp.epsilon([3, 3], rate="1/3", delta="1/30"),
            "delta(x) <= 1/30 at epsilon = {}, for this database alone, replace one record",
        ),
        "utility": (
            sdp.utility([700, 300], rate="0.9", threshold="0.6"),
            "adversary's utility <= {} at t = 0.6, for this database alone, replace one record",
        ),
        "smoothed": (
            sdp.smoothed(["0.9,0.1", "9/40,31/40"], records=60, rate="0.9", epsilon=3),
            "(3, {}, Pi)-smoothed DP, replace one record; Pi: 2 sources, n = 60, T = 54",
        ),
        "between": (
            sdp.between([20, 32], [21, 32], "laplace(scale=1)", epsilon="1/2"),
            "(1/2, {})-indistinguishable, these two databases alone, add or remove one record",
        ),
        "average": (
            average_delta(GridDatabase.read(values="0,0,1,2,3", levels="0:3", draws=3), sdp.Budget.read(epsilon="0.3")),
            "delta(x) <= {} at epsilon = 0.3, for this database alone, replace one record",
        ),
    }


@pytest.mark.parametrize("digits", (1, 2, 3, 4, 10, 30, *range(5, 10), *range(11, 30))[: trials(6)])
def test_what_a_question_answers_holds_as_it_is_printed(digits: int) -> None:
    for name, (found, words) in answers().items():
        value = truth(found)
        number = value.at_most(digits)
        assert found.to_quote(digits) == words.format(number), name
        assert above(number, value) and found.check(number).upper is HOLDS, name
        for text in (f"{found:.{digits}e}", str(Decimal(float(found)))):
            assert above(text, value) and found.check(text).upper is HOLDS, (name, text)
        for said in (str(found), repr(found), f"{found}"):
            first = re.search(r"<= (\S+)", said)
            assert first is not None and above(first[1], value), (name, said)
        row = found.to_dict()
        assert all(above(row[key], value) for key in (found._asked, f"{found._asked}_upper")), name


def test_databases_that_were_chosen_are_named_as_such() -> None:
    from sdp_proofs.privacy.histogram.database import change_divergence

    database, budget = sdp.Database.read(counts="3,3", draws=2), sdp.Budget.read(odds="3/2")
    found = change_divergence(database, budget, removed=0, added=1)
    assert found.change == Change(0, 1, "d(x,x')")
    assert found.to_quote() == "d(x,x') <= 0.1 at epsilon = log(3/2), for these two databases alone, replace one record"


# --- the commands -----------------------------------------------------------------------------------------------------

COMMANDS: dict[str, tuple[str, str]] = {
    "account": (f"account '{MNIST}' --delta 1e-5", "epsilon"),
    "account of a pure loss": ("account 'laplace(scale=10)' --delta 0 --adjacency replace-one", "epsilon"),
    "account for delta": ("account 'gaussian(sigma=100) * 10000' --epsilon 7 --adjacency add-remove", "delta"),
    "delta": ("delta --counts 81283501,74223975 --rate 0.998 --odds 51/49", "delta(x)"),
    "delta of few": ("delta --counts 3,3 --rate 1/3 --odds 3/2", "delta(x)"),
    "delta of nothing": ("delta --counts 3,3 --rate 1/3 --odds 30", "delta(x)"),
    "delta of two": ("delta 'laplace(scale=1)' --counts 20,32 --neighbour 21,32 --epsilon 1/2", "d(x,x')"),
    "delta of a mean": (
        "delta --mechanism sampling-average --values 0,0,1,1,2,3 --levels 0:3 --draws 3 --epsilon 0.3", "delta(x)",
    ),
    "delta of two releases": ("delta --counts 4,6 --draws 5 --odds 4 --releases 2", "delta of all"),
    "epsilon": ("epsilon --counts 700,300 --rate 0.9 --delta 1e-6", "epsilon"),
    "utility": ("utility --counts 12,18 --draws 20 --epsilon 0.2", "utility"),
    "smoothed": ("smoothed --source 0.9,0.1 --source 9/40,31/40 --records 60 --rate 0.9 --epsilon 3", "delta_SDP"),
    "account of batches": (
        "account 'without-replacement(batch=5, records=100, gaussian(sigma=4)) * 2' --delta 1e-3", "epsilon",
    ),
}  # fmt: skip
NAMES = tuple(COMMANDS)[: trials(len(COMMANDS) - 1)]


def run(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str]:
    code = main(shlex.split(command))
    return code, capsys.readouterr().out


def headline(printed: str, label: str) -> str:
    """The first number of this name, as a reader copies it."""
    return next(text[len(label) :].split()[0] for text in printed.splitlines() if text.startswith(f"{label} "))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("digits", (1, 3, 30, *range(4, 30), 2)[: trials(3)])
def test_what_a_command_prints_passes_its_own_check(
    name: str, digits: int, capsys: pytest.CaptureFixture[str]
) -> None:
    command, label = COMMANDS[name]
    code, printed = run(capsys, f"{command} --digits {digits}")
    assert code == 0
    shown = headline(printed, label)
    # At the digits of the check's own, whatever digits it was printed with.
    code, document = run(capsys, f"{command} --check {shown} --strict --json")
    assert (code, json.loads(document)["valid_upper_bound"]) == (0, "HOLDS")
    quoted = re.search(r"^to quote .*$", printed, re.MULTILINE)
    assert quoted is not None
    words = quoted[0].split(maxsplit=2)[2]
    few = next(text for text in re.findall(r"[0-9.]+(?:e-?[0-9]+)?", words) if _same(text, shown, digits))
    assert run(capsys, f"{command} --check {few} --strict")[0] == 0


def _same(text: str, shown: str, digits: int) -> bool:
    """Tell whether the number in the words to be quoted is the headline with fewer digits."""
    few, many = Fraction(text), Fraction(shown)
    return few == many or (many > 0 and many <= few <= many * (1 + Fraction(10) ** (1 - min(digits, 3))))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "delta of nothing"])
def test_a_number_that_is_too_small_fails_with_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, label = COMMANDS[name]
    _, printed = run(capsys, f"{command} --digits 6")
    lower = next((text.split()[-1] for text in printed.splitlines() if text.startswith("  at least")), None)
    lower = lower or headline(printed, label)
    small = exact_decimal(Fraction(lower) * Fraction(99, 100), 12, upward=False)
    code, document = run(capsys, f"{command} --check {small} --json")
    found = json.loads(document)
    assert (code, found["valid_upper_bound"], found["valid_lower_bound"]) == (1, "FAILS", "HOLDS")
    code, printed = run(capsys, f"{command} --check {small}")
    assert code == 1 and "  upper bound     FAILS" in printed and f"claimed           {small}\n" in printed


def test_what_cannot_be_decided_is_neither_and_has_a_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    wide = "account 'laplace(scale=4) * 20' --epsilon 2 --adjacency add-remove"
    found = json.loads(run(capsys, f"{wide} --json")[1])["delta"]
    inside = exact_decimal((Fraction(found["lower"]) + Fraction(found["upper"])) / 2, 12, upward=False)
    for extra, expected in (("", 0), (" --strict", 3)):
        code, document = run(capsys, f"{wide} --check {inside} --json{extra}")
        assert (code, json.loads(document)["valid_upper_bound"]) == (expected, "UNKNOWN")


def test_an_exact_number_is_its_own_bound_from_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    for command, number in (
        ("account 'laplace(scale=10)' --delta 0 --adjacency add-remove", "1/10"),
        ("account 'pure(epsilon=0.1) * 3 + laplace(scale=4)' --delta 0 --adjacency replace-one", "0.8"),
        ("delta --counts 3,3 --rate 1/3 --odds 3/2", "0.1"),
    ):
        found = json.loads(run(capsys, f"{command} --check {number} --strict --json")[1])
        assert (found["valid_upper_bound"], found["valid_lower_bound"]) == ("HOLDS", "HOLDS"), command


@pytest.mark.parametrize(
    "command",
    [
        "account 'gaussian(sigma=1)' --delta 1e-5 --adjacency add-remove --strict",
        "account 'gaussian(sigma=?)' --delta 1e-5 --epsilon 1 --adjacency add-remove --check 3",
        "delta --counts 3,3 --rate 1/3 --odds 3 --check about",
        "delta --counts 3,3 --rate 1/3 --odds 3 --check nan",
        "delta --counts 3,3 --rate 1/3 --odds 3 --check 1 --coq file.v",
        "epsilon --counts 3,3 --rate 1/3 --delta 0.3 --check inf",
        "utility 'laplace(scale=2)' --check 1",
        "smoothed --source 1/2,1/2 --records 9 --rate 1/2 --odds 2 --strict",
    ],
)
def test_a_check_that_makes_no_sense_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1


# Small instances, judged by enumeration: the printed delta, utility or epsilon against all of it in fractions.


@settings(max_examples=trials(25, full=1000))
@given(
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.integers(1, 6),
    st.fractions(1, 4, max_denominator=9),
    st.integers(1, 30),
)
def test_printed_deltas_of_small_databases_hold(
    counts: tuple[int, int], draws: int, odds: Fraction, digits: int
) -> None:
    draws = min(draws, sum(counts))
    found = sdp.delta(counts, draws=draws, odds=odds, digits=digits)
    exact = sdp.profile_of(sdp.Database(counts, draws)).at(odds)
    for text in (f"{found:.{digits}f}", found.to_quote(digits).split()[2], str(found).split()[2]):
        assert Fraction(text) >= exact
    target = exact if exact > 0 else Fraction(1, 1000)
    least = sdp.epsilon(counts, draws=draws, delta=target) if target < 1 else None
    if least is not None:
        shown = f"{least:.{digits}f}"
        again = sdp.delta(counts, draws=draws, epsilon=shown, digits=40)
        assert again.check(target).upper is not FAILS


@settings(max_examples=trials(12, full=400))
@given(
    st.sampled_from(("gaussian(sigma={})", "laplace(scale={})", "geometric(scale={})", "pure(epsilon={})")),
    st.fractions(Fraction(1, 3), 5, max_denominator=20),
    st.integers(1, 4),
    st.integers(2, 9),
    st.integers(1, 12),
)
def test_printed_budgets_of_releases_hold(form: str, number: Fraction, times: int, power: int, digits: int) -> None:
    release, delta = f"{form.format(number)} * {times}", f"1e-{power}"
    adjacency = None if "pure" in form else "add-remove"
    try:
        found = sdp.account(release, delta=delta, adjacency=adjacency, digits=digits)
    except sdp.PrecisionError:
        return  # nothing is printed then
    shown = f"{found:.{digits}g}"
    judge = sdp.account(release, epsilon=shown, adjacency=adjacency, digits=12)
    assert judge.check(delta).upper is not FAILS
    assert found.to_quote(digits).startswith(f"({truth(found).at_most(digits)}, {delta})-DP")


# --- tables, runs, audits ---------------------------------------------------------------------------------------------


def test_cells_of_tables_that_are_promises_are_rounded_up() -> None:
    value = Enclosure.between("2.38168", "2.38169")
    columns = guarantee("g", ""), enclosure("e", "")
    table = Table("t", "p", "", (Axis("k", (), Option("K.")),), columns, lambda point, digits: _row)
    _row = Row(("1",), (value, value))
    assert line(table, _row, 3, ends=False) == ["1", "2.39", "2.38"]
    assert line(table, _row, 3, ends=True) == ["1", "2.38", "2.39", "2.38", "2.39"]


def test_the_tables_of_budgets_have_such_columns(capsys: pytest.CaptureFixture[str]) -> None:
    point = "--year 2020 --rate 0.998 --threshold 0.51"
    code, printed = run(capsys, f"table elections {point} --digits 3 --format markdown")
    assert code == 0 and "1.20e-32" in printed and "rounded up" in printed
    code, printed = run(capsys, "table accounting --digits 3 --format markdown")
    epsilons = [row.split("|")[3].strip() for row in printed.splitlines() if row.startswith("| poisson(rate=256")]
    assert code == 0 and epsilons[0] == "2.39"


def test_an_audit_prints_what_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "votes.csv"
    file.write_text("vote\n" + "yes\n" * 211 + "no\n" * 96, encoding="utf-8")
    code, printed = run(capsys, f"audit {file} --column vote --draws 240 --epsilon 0.7 --epsilon 1 --delta 0.00123457")
    assert code == 0
    rows = printed.splitlines()
    known = "--counts 211,96 --draws 240"
    for row in rows[rows.index("") + 2 : rows.index("") + 4]:
        epsilon, delta, _, gain = row.split()[:4]
        for command, number in (("delta", delta), ("utility", gain)):
            assert run(capsys, f"{command} {known} --epsilon {epsilon} --check {number} --strict")[0] == 0, row
    start = next(place for place, row in enumerate(rows) if row.endswith("smallest epsilon")) + 1
    for row, exact in zip(rows[start : start + 2], (Fraction(1, 307), Fraction("0.00123457")), strict=True):
        delta, epsilon = row.split()
        assert Fraction(delta) >= exact
        assert run(capsys, f"epsilon {known} --delta {exact} --check {epsilon} --strict")[0] == 0
        assert run(capsys, f"delta {known} --epsilon {epsilon} --check {delta} --strict")[0] == 0
    quoted = re.search(r"To quote: delta\(x\) <= (\S+) at epsilon = (\S+), for this database alone", printed)
    assert quoted is not None
    assert run(capsys, f"delta {known} --epsilon {quoted[2]} --check {quoted[1]} --strict")[0] == 0


@pytest.mark.parametrize("digits", (3, 1, 2, 4, 9)[: trials(1)])
def test_a_run_prints_what_passes(digits: int, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn")
    code, printed = run(capsys, f"train --steps 20 --seed 1 --digits {digits}")
    assert code == 0
    release = next(row for row in printed.splitlines() if row.startswith("release")).split(maxsplit=1)[1]
    quoted = re.search(r"to quote +\((\S+), 1e-5\)-DP, add or remove one record, towards those", printed)
    assert quoted is not None
    for number in (headline(printed, "epsilon"), quoted[1]):
        assert run(capsys, f"account '{release}' --delta 1e-5 --check {number} --strict")[0] == 0


def test_calibrated_noise_is_rounded_up_and_steps_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "--delta 1e-5 --epsilon 1"
    _, printed = run(capsys, f"account 'gaussian(sigma=?) * 10' {asked} --adjacency add-remove")
    quoted = re.search(r"\(1, 1e-5\)-DP with sigma = (\S+), add or remove one record", printed)
    assert quoted is not None
    for sigma in (headline(printed, "sigma"), quoted[1]):
        release = f"gaussian(sigma={sigma}) * 10"
        assert run(capsys, f"account '{release}' --delta 1e-5 --adjacency add-remove --check 1 --strict")[0] == 0
    _, printed = run(capsys, f"account 'poisson(rate=?, gaussian(sigma=2)) * 100' {asked}")
    rate = re.search(r"with rate = (\S+), add or remove one record", printed)
    assert rate is not None
    release = f"poisson(rate={rate[1]}, gaussian(sigma=2)) * 100"
    assert run(capsys, f"account '{release}' --delta 1e-5 --check 1 --strict")[0] == 0
