"""Certificates that are wrong, misleading, endless or not certificates: refused in one line, whatever the bytes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.certificate import CertificateError, LimitError, confirm
from sdp_proofs.certificate.__main__ import main
from sdp_proofs.certificate.intervals import Interval
from sdp_proofs.certificate.language import Evaluator
from sdp_proofs.certificate.limits import MAX_BITS, MAX_DEPTH, MAX_NESTING, Budget
from sdp_proofs.certificate.printing import written
from tests.test_certificate import REMARK, ROOT, certificate, of_condition


@pytest.mark.parametrize(
    "condition",
    ["0.1 < 1", "x < 1", "open(1) < 1", "(1).real < 2", "1 / 0 < 1", "log(0) < 1", "1 <", "'a' == 'a'", "(1,) < (2,)",
     "factorial(1/2) < 1", "__import__('os') == 1", "1 in (1,)", "1 << 2 == 4", "0**-1 < 1", "sqrt(-1) < 1",
     "1 # 2 < 1", "(a := 1) == 1", "[*range(2)] == [0, 1]", "{1} == {1}", "(lambda x: x)(1) == 1", "1 is 1", "+1 == 1",
     "(lambda *x: 1) == 1", "(lambda x=1: 1) == 1", "1_0j == 1", "... == 1", "None == 1", "range(1)[0:1] == ()",
     "max() == 1", "max(()) == 1", "comb(1) == 1", "exp(1, 2) == 1", "range() == ()", "range(1, 2, 0) == ()",
     "(1, 2)[2] == 1", "(1, 2)[1/2] == 1", "1if 2 < 3 else 1 == 1", "0xfor 1 == 1",
     "max == 1", "comb(-1, 0) == 1", "factorial(-1) == 1", "sum(x=1) == 1",
     "log(min(exp(1), -1)) < 0", "sqrt(min(exp(1), -1)) < 0", "exp(1) // 2 == 1", "[1 for x, y in ()] == []"],
)  # fmt: skip
def test_what_is_not_of_the_language_is_refused(condition: str) -> None:
    with pytest.raises(CertificateError):
        confirm(of_condition(condition))


def test_refusals_say_what_must_hold() -> None:
    for condition, said in (
        ("1/0 < 1", "a divisor must not be zero"),
        ("log(-1) < 1", "the argument of log must be positive"),
        ("sqrt(-1) < 1", "the argument of sqrt must not be negative"),
        ("all([1])", "a condition must be true or false, got a number"),
        ("(1,) < (2,)", "got a tuple < a tuple"),
        ("exp(True) > 1", "a number must stand here, got a truth value"),
        ("2**2**45 > 1", "a number must have at most"),
    ):
        with pytest.raises(CertificateError, match=re.escape(said)):
            confirm(of_condition(condition))


@pytest.mark.parametrize(
    "condition",
    [
        "1", "exp(1)", "()", "(1 < 2,)", "len",
        "all([exp(0) - 1])", "any([1/2])", "all([1])", "any([0])", "all([(1,)])", "not 1", "not exp(1)", "1 and 1 < 2",
        "1 < 2 and 1", "0 or 1 < 2", "(1 if 1 else 2) == 1", "[1 for x in (1,) if x] == [1]", "all(1 < 2)", "any(1)",
        "True == True", "True < 2", "True + 1 == 2", "-True == -1", "(1 < 2) == (2 < 3)", "max(True, 0) == 1",
        "sum([True]) == 1", "exp(True) > 1", "(True,) == (True,)", "comb(True, 1) == 1", "range(True) == (0,)",
        "len(5) == 1", "len(exp(1)) == 1", "sum(5) == 5", "(1,) * 2 == (1, 1)", "(1,) + 1 == 1", "1 + (1,) == 1",
        "(1,)[True] == 1", "5[0] == 5", "max((1,), (2,)) == 1", "max((1,), 2) == 1", "running((1,), ()) == (1,)",
        "running(1, 2) == (1,)", "running(1, [True]) == (1, 1)", "(1, 2) == 1", "1 == (1,)", "(1, (2,)) == (1, 2)",
        "(lambda x: x) == (lambda x: x)", "(lambda x: x) < 1", "all([lambda x: x])", "[1 for x in 5] == [1]",
        "[1 for x in (lambda y: 1)] == [1]", "exp((1,)) == 1", "floor((1,)) == 1", "range((1,)) == ()",
    ],
)  # fmt: skip
def test_every_operation_takes_values_of_its_kind(condition: str) -> None:
    with pytest.raises(CertificateError):
        confirm(of_condition(condition))


def test_no_reproduction_of_a_false_confirmation_is_confirmed() -> None:
    # sqrt(4) is 2, exp(0) - 1 is 0 and 1/2 is not a truth value: each of these was once 'refuted'
    for condition in ("(sqrt(4),) != (2,)", "(exp(0), 1) != (1, 1)", "(sqrt(2) * sqrt(2),) != (2,)"):
        assert not confirmed(of_condition(condition))
    assert not confirmed({**certificate("x > 1", x="1"), "given": ["any([1/2])"]})
    assert not confirmed(certificate("exp(x) >= 1", {"exp": "lambda x: 0"}, x="1"))
    assert not confirmed(certificate("y >= 1", {"exp": "lambda x: 0"}, y="exp(1)"))
    assert not confirmed({**certificate("x > 0", x="1"), "fails": "False"})


def confirmed(document: dict[str, Any]) -> bool:
    try:
        return confirm(document)
    except CertificateError:
        return False


@pytest.mark.parametrize(
    "let",
    [
        [["exp", "1"]], [["running", "1"]], [["f", "lambda exp: 1"]], [["f", "[1 for max in (1,)]"]],
        [["n", "1"], ["n", "2"]], [["n", "1"], ["f", "lambda n: n"]], [["n", "1"], ["f", "[n for n in (1,)]"]],
        [["f", "lambda x: lambda x: x"]], [["f", "lambda x, x: x"]], [["f", "lambda x: [x for x in (1,)]"]],
        [["f", "[x for x in (1,) for x in (2,)]"]], [["f", "lambda x: f(x)"]], [["f", "lambda x: y"], ["y", "1"]],
        [["f", "lambda *x: 1"]], [["f", "lambda x=1: x"]], [["f", "lambda x, /: x"]], [["f", "lambda *, x: x"]],
        [["f", "lambda **x: 1"]], [["f", "[x async for x in (1,)]"]], [["f", "[x for (x, y) in ()]"]],
        [["f", "[x for x in x]"]], [["f", "[x for x in y for y in (1,)]"]], [["f", "f"]],
        [["lambda", "1"]], [["True", "1"]], [["", "1"]], [["1x", "1"]], [["_x", "1"]], [["x y", "1"]],
        [["\u0430", "1"]],
        [["\uff45", "1"]], [["x\u202e", "1"]], [["n"]], [["n", "1", "2"]], [["n", 1]], [[1, "1"]], ["n"], [None],
        {"n": "1"}, "n", None, 5, [("n", "1")],
    ],
)  # fmt: skip
def test_names_have_one_meaning_and_definitions_are_pairs(let: Any) -> None:
    with pytest.raises(CertificateError):
        confirm({**certificate("x > 1", x="1"), "let": let})


@pytest.mark.parametrize(
    "change",
    [
        {"given": 5}, {"given": [5]}, {"given": None}, {"given": "1 < 2"}, {"given": [["1 < 2"]]}, {"formula": None},
        {"formula": 5}, {"formula": ["x > 1"]}, {"formula": "x"}, {"formula": "x + 1"}, {"formula": "y > 1"},
        {"formula": "And(x, y)"}, {"formula": "x > 1e400"}, {"formula": "x > 1e1000000000"}, {"formula": "f(x) > 1"},
        {"formula": "x > 1 # y"}, {"formula": "x > lambda: 1"}, {"formula": "Eq(x)"}, {"formula": "Max() > x"},
        {"formula": "Sum(x, x) > 1"}, {"formula": "Sum(x, (x, 1, 2)) > 1"}, {"formula": "Sum(x, (exp, 1, 2)) > 1"},
        {"formula": "Sum(Sum(x, (k, 1, 2)), (k, 1, 2)) > 1"}, {"formula": "x > 1 and x"}, {"formula": "x in (1,)"},
        {"formula": "x > pi"}, {"formula": "x > '1'"}, {"formula": "x // 1 > 1"}, {"formula": "1/(x - 1) > 1"},
        {"formula": "x > 1 + (y if 1 else 2)"}, {"formula": "Or(x < 0, log(-x) > 1)"}, {"formula": "Max > x"},
        {"at": []}, {"at": None}, {"at": [["x", "1"]]}, {"at": [["x", "=", "1"]]}, {"at": [["x", "==", "1"]] * 2},
        {"at": [["x", "==", "1"], ["y", "==", "1"]]}, {"at": {"x": "1"}}, {"at": [["x", "==", 1]]},
        {"at": [["x", "==", "True"]]}, {"at": [["x", "==", "(1,)"]]}, {"at": [["x", "==", "lambda y: y"]]},
        {"at": [["x", "==", "x"]]}, {"says": 5}, {"says": None}, {"says": "a\nb"}, {"says": "\x1b[31m"},
        {"says": "\u202e"}, {"says": "\u2028"}, {"says": "\ud800"}, {"says": "a\u200bb"}, {"claim": "a\rb"},
        {"locator": "\x07"}, {"locator": ["a"]}, {"fails": "False"}, {"Says": "s"}, {"given": ["1 <\n2"]},
    ],
)  # fmt: skip
def test_documents_have_the_fields_that_they_should(change: dict[str, Any]) -> None:
    good = certificate("x > 1", x="1")
    assert confirm(good)
    with pytest.raises(CertificateError):
        confirm({**good, **change})


@pytest.fixture
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the budget, so that what would use all of it is refused sooner."""
    monkeypatch.setattr("sdp_proofs.certificate.Budget", lambda work: Budget(work // 20))


@pytest.mark.usefixtures("_little_work")
@pytest.mark.parametrize(
    "expression",
    [
        "10**10**9", "2**2**45", "2**(10**10)", "1/7**10**7", "(1/3)**10**9", "factorial(10**7)", "factorial(10**8)",
        "comb(10**9, 5*10**8)", "comb(10**30, 10**20)",
        "comb(2**2000, 10**6)", "len(range(10**9))", "len(range(10**12))",
        "len(range(-10**30, 10**30, 2))", "exp(10**10)", "exp(-10**12)", "exp(exp(exp(10)))", "sqrt(2)**10**9",
        "exp(1)**10**9", "sum(sum(range(1000)) for i in range(10**5))", "sum(sqrt(k) for k in range(10**5))",
        "len([x for x in range(1000) for y in range(1000)])", "2**10**6 * 2**10**6 * 2**10**6",
        "len([2**(10**6 - k) for k in range(10**5)])", "sum(1 / (2**10**5 + k) for k in range(10**4))",
        "len([3 * 2**10**6 for k in range(10**5)])", "2**" * 70 + "1", "(-" * 70 + "1" + ")" * 70, "1" + " + 1" * 3000,
        "1" * 5000, "-" * 3000 + "1", "[" * 3000 + "1" + "]" * 3000, "max(range(10**5 + 1))",
        "sum([3**(10**5)] * 1 + [3**10**5 for k in range(99999)])", "floor(7**700000 / 3**400000) % 7**699999",
    ],
)  # fmt: skip
def test_what_would_not_end_is_refused_before_it_begins(expression: str) -> None:
    with pytest.raises(CertificateError):
        confirm(certificate("x > 1", x=expression))


@pytest.mark.usefixtures("_little_work")
@pytest.mark.parametrize(
    ("let", "x"),
    [
        ({"f": "lambda g: g(g)"}, "f(f)"),
        ({"twice": "lambda x: x + x", "four": "lambda x: twice(twice(x))", "many": "lambda x: four(four(four(x)))"},
         "len(many(many(many((1,)))))"),
        ({f"a{k}": f"[a{k - 1}, a{k - 1}]" if k else "(1, 2)" for k in range(60)}, "1 if a59 == a59 else 2"),
        ({f"a{k}": f"a{k - 1} * a{k - 1}" if k else "10" for k in range(40)}, "a39"),
        ({f"a{k}": f"lambda x: a{k - 1}(a{k - 1}(x))" if k else "lambda x: x + 1" for k in range(50)}, "a49(1)"),
        ({f"a{k}": f"lambda x: a{k - 1}(a{k - 1}(x))" if k else "lambda x: x" for k in range(50)}, "a49(1)"),
        ({f"a{k}": "1" for k in range(1000)}, "1"),
    ],
)  # fmt: skip
def test_definitions_that_grow_are_refused(let: dict[str, str], x: str) -> None:
    with pytest.raises(LimitError):
        confirm(certificate("x > 1", let, x=x))


def test_depth_does_not_depend_on_the_interpreter() -> None:
    with pytest.raises(LimitError, match=f"nested at most {MAX_DEPTH} deep"):
        confirm(certificate("x > 1", {"f": "lambda g: g(g)"}, x="f(f)"))
    deep = "(" * 60 + "1" + ",)" * 60
    with pytest.raises(LimitError, match=f"nested at most {MAX_NESTING} deep"):
        confirm(of_condition(f"{deep} == {deep}"))


@pytest.mark.parametrize("error", [RecursionError, MemoryError, OverflowError])
def test_the_interpreters_own_limits_are_limits(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(*_: object) -> None:
        raise error

    monkeypatch.setattr(Evaluator, "_value", beyond)
    with pytest.raises(LimitError, match="little memory"):
        confirm(certificate("x > 1", x="1"))


def test_formulas_have_the_same_limits() -> None:
    for term in ("Sum(k, (k, 1, n))", "x**n", "factorial(n)", "exp(n)", "binomial(2*n, n)"):
        formula = f"{term} < x"
        limit = "100000 terms" if term.startswith("Sum") else f"{MAX_BITS} bits"
        with pytest.raises(LimitError, match=f"at most {limit}"):
            confirm(certificate(formula, n="10**11", x="2"))


def test_work_is_paid_for_by_the_size_of_numbers() -> None:
    def cost(bits: int) -> int:
        budget = Budget()
        budget.charge_product(bits, bits)
        return Budget().left - budget.left

    assert cost(10) == 1
    assert cost(2 * 10**6) > 3 * cost(10**6) > 9 * cost(3 * 10**5)
    with pytest.raises(LimitError, match=str(MAX_BITS)):
        cost(MAX_BITS + 1)


def test_long_numbers_are_printed_in_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "long.json"
    document = {**REMARK, "let": [["x", "7**6000"], ["y", "-1/x"]], "given": [], "formula": "z < 1"}
    file.write_text(json.dumps({**document, "at": [["z", "==", "x + y"]]}), encoding="utf-8")
    assert main([str(file)]) == 0
    shown = capsys.readouterr().out
    assert "x = 7**6000 = about 3.87472e+5070" in shown
    assert "y = -1/x = about -2.58083e-5071" in shown
    assert len(shown) < 1500


def test_short_numbers_are_printed_as_they_are() -> None:
    assert [written(number) for number in (Fraction(1, 8), Fraction(0), Fraction(-12), Fraction(2**200))] == [
        "1/8", "0", "-12", "about 1.60694e+60",
    ]  # fmt: skip
    assert written(Interval(Fraction(1, 3), Fraction(2, 3))) == "between 0.333333 and 0.666667"
    assert written(Interval(Fraction(2, 3), Fraction(4, 3))) == "between 0.666666 and 1.33334"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (json.dumps(REMARK), 0),
        (json.dumps({**REMARK, "formula": "loss + gap + records + types > 0"}), 1),
        (json.dumps({**REMARK, "given": ["E > 43"]}), 1),
        ("", 2), ("{", 2), ("[]", 2), ("null", 2), ("5", 2), ('"a"', 2), ("NaN", 2),
        (json.dumps({**REMARK, "schema": "else"}), 2),
        (json.dumps({**REMARK, "schema": "sdp-proofs/counterexample/1"}), 2),
        (json.dumps({key: value for key, value in REMARK.items() if key != "says"}), 2),
        (json.dumps({**REMARK, "let": [["n"]]}), 2),
        (json.dumps({**REMARK, "given": [5]}), 2),
        (json.dumps({**REMARK, "says": "\ud800"}), 2),
        (json.dumps({**REMARK, "says": "\x1b[2J"}), 2),
        (json.dumps(REMARK)[:-1] + ', "given": []}', 2),
        (json.dumps(REMARK)[:-1] + ', "formula": "1 > 2"}', 2),
        (json.dumps({**REMARK, "formula": "-" * 100000 + "1 < loss"}), 2),
        ("[" * 100000, 2), ('{"a":' * 100000, 2), ("9" * 5000, 2), ('{"schema": ' + "9" * 5000 + "}", 2),
        (b"\xff\xfe", 2), (b"\xef\xbb\xbf" + json.dumps(REMARK).encode(), 2), (b"\x00" * 100, 2),
        (json.dumps(REMARK) + " " * 2**20, 2),
        (b'{"says": "' + b"a" * 2**20 + b'"}', 2), (b"\xed\xa0\x80", 2),
    ],
)  # fmt: skip
def test_the_program_has_three_exit_codes(
    content: str | bytes, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "certificate.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    assert main([str(file)]) == code
    shown = capsys.readouterr()
    assert shown.out.count("refuted: the formula is false here") == (code == 0)
    assert shown.out.count("NOT CONFIRMED") == (code == 1)
    assert shown.err.count("\n") == (code == 2)


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "none.json", tmp_path, Path("/dev/null"), Path("a\0b")):
        assert main([str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    if Path("/dev/zero").exists():
        assert main(["/dev/zero"]) == 2
    assert main([]) == 2
    assert main(["--help"]) == 2


def test_one_bad_file_among_good_ones_is_not_passed_over(tmp_path: Path) -> None:
    good, bad, false = (tmp_path / name for name in ("good.json", "bad.json", "false.json"))
    good.write_text(json.dumps(REMARK), encoding="utf-8")
    false.write_text(json.dumps({**REMARK, "given": ["E > 43"]}), encoding="utf-8")
    bad.write_text("{", encoding="utf-8")
    assert main([str(good), str(good)]) == 0
    assert main([str(good), str(false), str(good)]) == 1
    assert main([str(bad), str(false), str(good)]) == 2


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">/dev/full", ">&- 2>&-", "2>/dev/full"])
def test_no_traceback_where_nothing_can_be_printed(redirection: str, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(REMARK) if "2" not in redirection else "{", encoding="utf-8")
    command = f"{sys.executable} -S -m sdp_proofs.certificate {file} {redirection}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    # silence confirms nothing; a stream that was never open is no fault of the certificate
    assert done.returncode == (0 if redirection == ">&-" else 2)


def test_processor_time_is_the_last_resort(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    file = tmp_path / "certificate.json"
    long = {**REMARK, "let": [["x", "sum(sum(range(1000)) for i in range(10**5))"]], "formula": "y < 1", "given": []}
    file.write_text(json.dumps({**long, "at": [["y", "==", "x"]]}), encoding="utf-8")
    limited = "import sys, sdp_proofs.certificate.__main__ as door; door.SECONDS = 1; sys.exit(door.program())"
    done = subprocess.run([sys.executable, "-S", "-c", limited, str(file)], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"within 1 seconds of processor time" in done.stderr
