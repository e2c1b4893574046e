from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sdp_proofs.cli import main
from sdp_proofs.tables import find, names
from sdp_proofs.tables.table import Row, Table
from sdp_proofs.tables.table import header as bound_header

SMALL = {
    "remark-8": ["--records", "30", "--rate", "0.5", "--epsilon", "1"],
    "elections": ["--year", "2020"],
    "chernoff": ["--records", "20", "--marked", "1", "--draws", "1", "--theta", "1/2"],
    "table-1": ["--records", "1000", "--epsilon", "1", "--notion", "smoothed"],
    "gaussian-calibration": ["--epsilon", "1", "--delta", "1e-5"],
    "laplace-utility": ["--answers", "8", "--epsilon", "1"],
    "theorem-5": ["--records", "10", "--draws", "3", "--epsilon", "statement"],
    "theorem-2": ["--epsilon", "4"],
}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["table", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("name", SMALL)
def test_every_table_in_every_format(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, name, *SMALL[name], "--format", "csv"), newline="")))
    assert len(rows) == 1
    document = json.loads(printed(capsys, name, *SMALL[name], "--format", "json"))
    assert document["schema"] == "sdp-proofs/table/1"
    (record,) = document["rows"]
    for key in document["keys"]:
        assert record[key] == rows[0][key]
    for column in document["columns"]:
        cell = record[column["name"]]
        if column["direction"] == "enclosure" and cell is not None:
            assert rows[0][column["name"] + "_lower"] == cell["lower"]
        if column["direction"] == "upper" and cell is not None:
            assert rows[0][column["name"]] == cell["upper"]
        if column["direction"] == "lower" and cell is not None:
            assert rows[0][column["name"]] == cell["lower"]
    assert printed(capsys, name, *SMALL[name]).count("\n| ") == 2
    assert r"\toprule" in printed(capsys, name, *SMALL[name], "--format", "latex")


def test_the_axes_are_crossed(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(
        capsys, "remark-8", "--records", "20, 30", "--rate", "0.5", "--epsilon", "log(4),1", "--floor", "1/2",
        "--format", "csv",
    )  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["epsilon"], row["records"]) for row in rows] == [
        ("log(4)", "20"), ("log(4)", "30"), ("1", "20"), ("1", "30"),
    ]  # fmt: skip


def test_five_hundred_digits(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "theorem-5", *SMALL["theorem-5"], "--digits", "500", "--format", "json")
    (record,) = json.loads(text)["rows"]
    assert len(record["delta_sdp"]["upper"]) >= 499
    assert record["dp_delta"] == {"lower": "0.271", "upper": "0.271", "exact": "271/1000"}


@pytest.mark.parametrize("suffix", ["csv", "md", "tex", "json"])
def test_the_file_s_name_chooses_the_format(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"table.{suffix}"
    assert main(["table", "elections", "--year", "2020", "--output", str(file)]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"wrote {file}\n")
    start = {"csv": "rate,", "md": "Privacy", "tex": "\\documentclass", "json": "{"}[suffix]
    assert file.read_text(encoding="utf-8").startswith(start)


def test_other_elections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.csv"
    file.write_text("year,first_votes,second_votes\n2024,300,700\n", encoding="utf-8")
    text = printed(capsys, "elections", "--data", str(file), "--rate", "0.9", "--format", "csv")
    assert text.splitlines()[1].startswith("0.9,0.51,2024,log(51/49),300,700,1000,900,")
    ours, theirs = (printed(capsys, "elections", "--year", "2020", *more) for more in ([], ["--published-counts"]))
    assert "81283501" in ours and "81268924" in theirs


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["remark-9"], "table must be one of"),
        (["elections", "--records", "10"], "has the axes"),
        (["theorem-2", "--rate", "0"], "the rate b/n must be between 0 and 1, got"),
        (["theorem-2", "--epsilon", "0"], "epsilon above 0"),
        (["theorem-2", "--epsilon", "1e-9"], "must be below 2000"),
        (["chernoff", "--data", "x.csv"], "--data"),
        (["elections", "--data", "x.csv", "--published-counts"], "at most one"),
        (["elections", "--data", "missing.csv"], "missing.csv"),
        (["remark-8", "--records", "10,,20"], "separated by commas"),
        (["remark-8", "--floor", "3/4"], "floor"),
        (["remark-8", "--epsilon", "-1"], "epsilon"),
        (["chernoff", "--theta", "0.0001"], "theta"),
        (["elections", "--digits", "501"], "digits"),
        (["elections", "--format", "html"], "format must be"),
        (["elections", "--output", "table.docx"], "must end in"),
        (["elections", "--fragment"], "--fragment"),
        (["elections", "--year", "2021"], "year must be one of"),
        (["elections", "--compare", "missing.csv"], "missing.csv"),
    ],
)
def test_one_line_of_error(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


@pytest.mark.parametrize(
    ("typed", "code", "agreement"),
    [
        ("2020,1.2e-32,1/155507476", 0, "rounded"),
        ("2020,1.1972041e-32,1/155507476", 0, "rounded"),
        ("2020,1.3e-32,1/155507476", 1, "wrong digit"),
        ("2020,1.2e-31,1/155507476", 1, "wrong digit"),
    ],
)
def test_a_typed_table(
    typed: str, code: int, agreement: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "typed.csv"
    file.write_text(f"year,delta,one_over_n\n{typed}\n", encoding="utf-8")
    assert main(["table", "elections", "--compare", str(file), "--format", "csv"]) == code
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out, newline="")))
    assert [row["agreement"] for row in rows] == [agreement, "agrees"]
    assert main(["table", "elections", "--compare", str(file), "--format", "json"]) == code
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/table-comparison/1"
    assert document["cells"][0]["keys"] == {"year": "2020"}
    assert document["summary"]["agrees"] == "1"
    assert main(["table", "elections", "--compare", str(file)]) == code
    assert "2 typed cells" in capsys.readouterr().out


def test_a_printed_table_agrees_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, options in SMALL.items():
        text = printed(capsys, name, *options, "--format", "csv")
        file = tmp_path / f"{name}.csv"
        file.write_text(text, encoding="utf-8")
        assert main(["table", name, "--compare", str(file)]) == 0
        capsys.readouterr()


def test_what_is_not_decided_has_its_own_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "typed.csv"
    file.write_text("records,marked,draws,theta,third\n20,1,1,0.5,0.1\n", encoding="utf-8")
    assert main(["table", "chernoff", "--compare", str(file)]) == 3
    assert "there is no computed value here" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", ["", "year,colour\n2020,red\n", "year,delta\n2020,tiny\n", "year,delta\n2021,0.1\n"]
)
def test_a_malformed_typed_table(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "typed.csv"
    file.write_text(content, encoding="utf-8")
    assert main(["table", "elections", "--compare", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_interrupted_table_shows_the_rows_it_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = Table.rows

    def stopped(self: Table, points: list[Mapping[str, str]], digits: int) -> Iterator[Row]:
        yield from rows(self, points[:2], digits)
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "rows", stopped)
    file = tmp_path / "table.csv"
    assert main(["table", "elections", "--output", str(file)]) == 130
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3
    assert "24 rows are missing" in capsys.readouterr().err
    assert main(["table", "elections", "--format", "json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert (len(document["rows"]), document["missing"]) == (2, "24")


CHERNOFF = "table chernoff --records 100 --marked 5,6 --draws 20 --theta 0.6"
COLUMNS = "--columns theta,marked,tail,poisson"


def test_columns_are_chosen_in_an_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHERNOFF.split(), *COLUMNS.split(), "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "theta,marked,tail_lower,tail_upper,poisson"
    assert [line.split(",")[1] for line in lines[1:]] == ["5", "6"]
    assert main([*CHERNOFF.split(), "--columns", "theta,odd"]) == 2
    assert "columns must be among records, marked, draws" in capsys.readouterr().err


def test_a_table_lies_on_its_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHERNOFF.split(), "--columns", "marked,draws", "--transpose", "--format", "csv"]) == 0
    assert capsys.readouterr().out == "marked,5,6\ndraws,20,20\n"


def test_a_fragment_is_typeset_and_can_be_referred_to(capsys: pytest.CaptureFixture[str]) -> None:
    named = ["--caption", r"Tails at $\theta = 0.6$.", "--label", "tab:tails"]
    assert main([*CHERNOFF.split(), *COLUMNS.split(), "--format", "latex", "--fragment", *named]) == 0
    text = capsys.readouterr().out
    for part in (
        "\\begin{table}\n\\centering\n\\caption{Tails at $\\theta = 0.6$.}\n\\label{tab:tails}\n\\begin{tabular}",
        r"{$\theta$} & {$H$} & {tail} & {Poisson} \\",
        r"{$0.6$} & {$5$} & {$0.00535",
    ):
        assert part in text
    assert text.endswith("\\end{tabular}\n\\end{table}\n")
    assert main([*CHERNOFF.split(), "--transpose", "--columns", "marked,tail", "--format", "latex", "--fragment"]) == 0
    assert "\n" + r"{$H$} & {$5$} & {$6$} \\" in capsys.readouterr().out
    assert main([*CHERNOFF.split(), "--caption", "x"]) == 2
    assert "--caption and --label must go with --fragment" in capsys.readouterr().err


def test_no_bound_of_a_probability_is_above_one(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = "--columns one_tail,two_tails,method_of_types --format csv"
    assert main(f"table remark-8 --records 20 --rate 0.95 --epsilon 3.1 {chosen}".split()) == 0
    bounds = capsys.readouterr().out.splitlines()[1].split(",")
    assert "1" in bounds and all(float(bound) <= 1 for bound in bounds)


@pytest.mark.parametrize("name", names())
def test_the_columns_that_are_shown_first_exist(name: str) -> None:
    known = find(name)
    assert set(known.brief) <= set(bound_header(known, ends=False)) and 3 <= len(known.brief) <= 6


def test_a_fragment_has_the_columns_that_fit_unless_others_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["table", "theorem-5", *SMALL["theorem-5"], "--format", "latex", "--fragment"]
    assert main(command) == 0
    few = capsys.readouterr()
    assert "6 of 13 columns; --columns all" in few.err
    assert few.out.count(" & ") == 2 * 5 and r"\_" not in few.out
    assert main([*command, "--columns", "all"]) == 0
    every = capsys.readouterr()
    assert "times as wide as a line of LaTeX's article" in every.err and "article" not in few.err
    assert every.out.count(" & ") == 2 * 12 and r"\_" not in every.out


def test_a_screen_has_the_columns_that_fit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["table", "theorem-5", *SMALL["theorem-5"]]
    assert main(command) == 0
    assert "absent_type" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(command) == 0
    assert "absent_type" not in capsys.readouterr().out
