"""The replay of counterexamples with the standard library alone."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.certificate import SCHEMA, CertificateError, confirm, examined
from sdp_proofs.certificate.__main__ import main
from sdp_proofs.certificate.intervals import REAL, ends_of

ROOT = Path(__file__).parents[1]
REMARK: dict[str, Any] = {
    "schema": SCHEMA,
    "claim": "remark-8",
    "locator": "Remark 8",
    "let": [
        ["n", "200"], ["T", "1"], ["E", "101/100"], ["f", "1/2"],
        ["P", "lambda h, H: comb(H, h) * comb(n - H, T - h) / comb(n, T)"],
        ["d", "lambda H, K: sum(max(0, P(h, H) - E * P(h, K)) for h in range(T + 1))"],
        ["delta", "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)"],
        ["smoothed", "sum(comb(n, H) / 2**n * delta(H) for H in range(n + 1))"],
        ["bound", "exp(-(n / T * (1 - 1/E) - 1)**2 * f * n / 6) + 2 * exp(-f * n / 8)"],
    ],
    "given": ["E > n / (n - T)"],
    "fails": "smoothed <= bound",
}  # fmt: skip
rationals = st.fractions(min_value=-40, max_value=40, max_denominator=1000)


@given(rationals, st.sampled_from([64, 128, 500]))
def test_functions_enclose_tightly(x: Fraction, bits: int) -> None:
    with mpmath.workprec(3 * bits + 200):
        exact = mpmath.mpf(x.numerator) / x.denominator
        for name, function in (("exp", mpmath.exp), ("log", mpmath.log), ("sqrt", mpmath.sqrt)):
            if name == "exp" or x > 0:
                low, high = ends_of(REAL[name](x, bits))
                true = function(exact)
                error = mpmath.mpf(2) ** -(2 * bits + 100)  # of mpmath
                assert mpmath.mpf(low.numerator) / low.denominator <= true + error
                assert mpmath.mpf(high.numerator) / high.denominator >= true - error
                assert high - low <= Fraction(1, 2 ** (bits - 3)) * (1 + abs(high))


def test_a_counterexample_is_confirmed_and_a_true_relation_is_not() -> None:
    assert confirm(REMARK)
    assert not confirm({**REMARK, "fails": "smoothed <= 1/200"})
    assert not confirm({**REMARK, "given": ["E > 2"]})
    assert examined(REMARK)[1]["bound"].startswith("between 7.564")


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        ("log(2) < 6931471805599453/10**16", False),
        ("log(2) > 6931471805599453/10**16", True),
        ("(1/2)**(1/2) == sqrt(1/2)", None),
        ("sqrt(4) <= 2", True),
        ("2**-3 == 1/8 and 7 // 2 == 3 and 7 % 2 == 1", True),
        ("(1, 2) + (3,) == (1, 2, 3)", True),
        ("max(exp(1), 2) < min(3, exp(2))", True),
        ("not any(k * k == 2 for k in range(3))", True),
        ("running(1, (k / 2 for k in range(1, 4)))[3] == 3/4", True),
        ("len([x for x in range(4) for y in range(x)]) == 6", True),
        ("(1 if 2 > 1 else 0) == 1 and floor(-1/2) == -1 and ceil(1/3) == 1 and factorial(4) == 24", True),
        ("exp(-1000) > 0", True),
        ("comb(5, 7) == 0 and comb(5, -1) == 0", True),
    ],
)
def test_the_language(relation: str, holds: bool | None) -> None:
    certificate = {"let": [], "given": [], "fails": relation}
    if holds is None:
        with pytest.raises(CertificateError, match="2048 bits"):
            confirm(certificate)
    else:
        assert confirm(certificate) is not holds


@pytest.mark.parametrize(
    "text",
    ["0.1 < 1", "x < 1",
     "open(1) < 1", "(1).real < 2", "1 / 0 < 1", "log(0) < 1", "1", "1 <", "'a' == 'a'", "(1,) < (2,)",
     "factorial(1/2) < 1", "__import__('os') == 1", "1 in (1,)", "1 << 2 == 4", "0**-1 < 1"],
)  # fmt: skip
def test_what_is_not_of_the_language_is_refused(text: str) -> None:
    with pytest.raises(CertificateError):
        confirm({"let": [], "given": [], "fails": text})


def test_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "remark.json"
    file.write_text(json.dumps(REMARK), encoding="utf-8")
    assert main([str(file)]) == 0
    assert "refuted: the claimed relation is false here" in capsys.readouterr().out
    file.write_text(json.dumps({**REMARK, "fails": "smoothed <= 1"}), encoding="utf-8")
    assert main([str(file)]) == 1
    assert "NOT CONFIRMED" in capsys.readouterr().out
    for bad in ("{", "[]", json.dumps({**REMARK, "let": [["n"]]}), json.dumps({**REMARK, "schema": "else"})):
        file.write_text(bad, encoding="utf-8")
        assert main([str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main([str(tmp_path / "none.json")]) == 2
    assert main([]) == 2


def test_nothing_but_the_standard_library_is_imported(tmp_path: Path) -> None:
    file = tmp_path / "remark.json"
    file.write_text(json.dumps(REMARK), encoding="utf-8")
    # -S leaves out site-packages, so that an import from there would fail
    command = [sys.executable, "-S", "-m", "sdp_proofs.certificate", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
