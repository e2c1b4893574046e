"""A file of records is a stranger's: its cells are shown, never acted upon, and what looks like a slip is told of."""

from __future__ import annotations

import ast
import csv
import io
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.audit import legible, read_column, slips
from tests.full import trials

HOSTILE = (
    "\x1b]0;owned\x07", "\x1b[2J", "\x9b2J", "\x00", "\x08", "\r", "\n", "\x0b", "\x85", "\u2028", "\u202e", "\u2066",
    "\u200b", "\ufeff", "\u00ad", "\U000e0041", "\ud7ff", "\ue000", "\u0378", "e\u0301", "é", "a", "b", "'", '"', "\\",
    ", ", " 5", "х",
)  # fmt: skip
CELLS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=3)), min_size=1, max_size=4).map("".join)


def audited(file: Path, *rows: str, options: tuple[str, ...] = ()) -> int:
    file.write_bytes("\n".join(rows).encode("utf-8", "surrogatepass") + b"\n")
    return main(["audit", str(file), "--column", "vote", "--rate", "1/2", "--epsilon", "1", *options])


@settings(
    max_examples=trials(60, full=2_000), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cells=st.lists(CELLS, min_size=2, max_size=5, unique=True))
@example(cells=["\x1b]0;owned\x07\x1b[2J\x1b[31mred", "x\ny", "\ufeffa", "a"])
def test_no_cell_reaches_the_terminal_as_it_is(
    cells: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([["vote"], *([cell] for cell in cells)])
    code = audited(tmp_path / "votes.csv", *text.getvalue().split("\n"))
    printed = capsys.readouterr()
    assert code in (0, 2)
    for shown in (printed.out, printed.err):
        assert all(sign.isprintable() or sign == "\n" for sign in shown)
    if code == 0:
        assert printed.out.splitlines()[2].startswith("published:")  # no cell has made a line of its own


@settings(max_examples=trials(300, full=20_000), deadline=None)
@given(CELLS)
def test_what_is_quoted_is_the_cell_and_what_is_not_cannot_be_taken_for_another(cell: str) -> None:
    shown = legible(cell)
    assert shown.isprintable()
    if shown == cell:
        assert not {",", "'", '"'} & set(cell) and unicodedata.normalize("NFC", cell) == cell == cell.strip()
    else:
        assert ast.literal_eval(shown) == cell


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["yes", "no"], ()),
        (["yes", "no", "Yes"], ("yes, Yes",)),
        (["a", "\ufeffa"], (r"a, '\ufeffa'", r"not shown: '\ufeffa'")),
        (["caf\u00e9", "cafe\u0301"], (r"'cafe\u0301'",)),
        (["a b", "a\u00a0b"], (r"a b, 'a\xa0b'", "not shown")),
        (["1", "\uff11"], ("1, \uff11",)),
        (["a", 'a"'], ("a, 'a\"'", "quotation marks within")),
        (["no", "n\u00ado"], (r"no, 'n\xado'", "not shown")),
        ([f"v{'.' * number}{number}" for number in range(9)], ()),
    ],
)
def test_values_that_may_be_one_are_told_of(values: list[str], told: tuple[str, ...]) -> None:
    sentences = list(slips(values))
    assert len(sentences) == len(told)
    for sentence, part in zip(sentences, told, strict=True):
        assert part in sentence


def test_a_warning_is_on_standard_error_and_in_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ("id,vote", "1,a", "2,b", "3,a,x", "4,b", "5,\ufeffa", "6,b,,,")
    assert audited(tmp_path / "votes.csv", *rows, options=("--json",)) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    lines = printed.err.splitlines()
    assert [line.removeprefix("warning: ") for line in lines] == document["slips"]
    assert "2 lines have not as many fields as the header, the first of them line 4" in lines[0]
    assert document["values"] == {"a": "2", "b": "3", "\ufeffa": "1"}  # counted as they stand
    assert audited(tmp_path / "votes.csv", *rows[:3]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("sign", "typed"), [(";", "';'"), ("\t", "tab"), ("|", "'|'")])
def test_another_delimiter_is_told_and_taken(
    sign: str, typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [line.replace(",", sign) for line in ("id,vote", "1,a", "2,b", "3,a")]
    assert audited(tmp_path / "votes.csv", *rows) == 2
    assert capsys.readouterr().err.endswith(f"--delimiter {typed}\n")
    assert audited(tmp_path / "votes.csv", *rows, options=("--delimiter", typed.strip("'"))) == 0
    assert capsys.readouterr().out.startswith("vote: 2 different values in n = 3 records")


def test_no_delimiter_is_guessed_where_there_are_several_columns(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text("id,a;b\n1,2\n", encoding="utf-8")
    with pytest.raises(DomainError, match=r"got 'vote'$"):
        read_column(str(tmp_path / "votes.csv"), "vote")


@pytest.mark.parametrize(
    ("yes", "no", "epsilon", "said"),
    [
        (1400, 600, "1", "publish at most 1,950 of 2,000, for delta <= 1/n"),
        (3, 1, "5", "publish at most 1 of 4, for delta <= 1/n"),
    ],
)
def test_the_advice_is_the_limit_of_the_table(
    yes: int, no: int, epsilon: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "votes.csv"
    file.write_text("vote\n" + "yes\n" * yes + "no\n" * no, encoding="utf-8")
    call = ["audit", str(file), "--column", "vote", "--rate", "1/2", "--epsilon", epsilon]
    assert main(call) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"Advice: at epsilon {epsilon} {said}."
    assert main([*call, "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)["rows"]
    assert f"{int(row['most_draws']):,}" in said


def test_no_error_reaches_the_terminal_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("no\x1b[2Jne.csv", "no\u202ene.csv"):
        assert main(["audit", str(tmp_path / name), "--column", "vote", "--rate", "1/2"]) == 2
        assert main(["delta", "--counts", name, "--rate", "1/2", "--epsilon", "1"]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 2
        for line in lines:
            assert line.isprintable() and line.startswith("sdp-proofs: error: ")
