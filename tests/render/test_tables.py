from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from sdp_proofs.render.tables import TextTable, table_csv, table_json, table_latex, table_markdown

ODD = '50% of {x_1} & #2 ~ ^ \\input{x} $5 <a> |b| "c" `d` ☃'
LONG = "0." + "1234567890" * 50
SMALL = TextTable(
    ("n", "delta", "standing"), (("10", "1.2e-32", "holds"), ("200", "", "fails; a | b")), "Losses", ("n: x",)
)
WILD = TextTable(("n", "odd_name"), (("1", ODD), ("2", LONG), ("-3", f"{LONG}e-700")), ODD, (ODD,))


@pytest.mark.parametrize("table", [SMALL, WILD])
def test_csv_is_read_back(table: TextTable) -> None:
    rows = list(csv.reader(io.StringIO(table_csv(table), newline="")))
    assert rows == [list(table.header), *map(list, table.rows)]


def test_markdown_is_a_pipe_table_with_numbers_to_the_right() -> None:
    lines = table_markdown(SMALL).splitlines()
    assert lines[0] == "Losses"
    assert lines[2:6] == [
        "|   n |   delta | standing      |",
        "|----:|--------:|---------------|",
        "|  10 | 1.2e-32 | holds         |",
        "| 200 |         | fails; a \\| b |",
    ]
    assert lines[-1] == "- n: x"


def test_a_table_without_rows() -> None:
    empty = TextTable(("n", "delta"), (), "Nothing")
    assert table_csv(empty) == "n,delta\n"
    assert table_markdown(empty).splitlines()[2:] == ["| n | delta |", "|---|-------|"]
    assert r"\bottomrule" in table_latex(empty)


def test_latex_is_booktabs_with_powers_of_ten() -> None:
    text = table_latex(SMALL, fragment=True)
    assert text.startswith("% needs the packages array and booktabs\n\\begin{tabular}{@{}rrl@{}}\n\\toprule\n")
    assert "{$10$} & {$1.2\\cdot10^{-32}$} & {holds} \\\\" in text
    assert "documentclass" not in text
    assert text.endswith("\\bottomrule\n\\end{tabular}\n")


def test_what_columns_mean_is_typeset_below_their_names() -> None:
    table = TextTable(
        ("delta", "renyi_loses", "epsilon"),
        (("1e-5", "3.1 %", "log(51/49)"),),
        "Rényi",
        ("delta: mu <= 1/n", "renyi_loses: by how much"),
    )
    text = table_latex(table)
    assert r"{$10^{-5}$} & {3.1 \%} & {$\ln(51/49)$} \\" in text
    assert r"\item $\delta(x)$: $\mu \le 1/n$" in text and r"\item R\'enyi loses: by how much" in text
    assert "\nRényi\n" in text
    assert r"\item $\delta$: " in table_latex(replace(table, given=frozenset({"delta"})))


def test_odd_signs_are_escaped() -> None:
    text = table_latex(WILD)
    assert r"50\% of \{x\_1\} \& \#2" in text
    assert "\\input{" not in text
    assert "[U+2603]" in text


def test_json_is_sorted_and_marked() -> None:
    text = table_json({"rows": [], "name": "x"}, "sdp-proofs/table/1")
    assert json.loads(text) == {"rows": [], "name": "x", "schema": "sdp-proofs/table/1"}
    assert text.index("name") < text.index("rows") < text.index("schema")


@pytest.mark.slow
@pytest.mark.parametrize("fragment", [False, True])
def test_pdflatex_accepts_the_table(tmp_path: Path, fragment: bool) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("pdflatex is not on the PATH")
    many = TextTable(WILD.header, WILD.rows * 50, WILD.title, WILD.notes)
    text = table_latex(many, fragment=fragment)
    if fragment:
        text = "\\documentclass{article}\\usepackage{array,booktabs}\\begin{document}\n" + text + "\\end{document}\n"
    (tmp_path / "table.tex").write_text(text, encoding="utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "table.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "table.pdf").stat().st_size > 5_000
    assert fragment or "Overfull \\hbox" not in done.stdout


def test_a_notebook_shows_numbers_to_the_right_and_signs_escaped() -> None:
    shown = SMALL._repr_html_()
    assert shown.startswith("<p>Losses</p><table><tr><th style=\"text-align:right\">n</th>")
    assert '<td style="text-align:right">1.2e-32</td><td style="text-align:left">holds</td>' in shown
    assert shown.endswith("</table><ul><li>n: x</li></ul>")
    wild = WILD._repr_html_()
    assert wild.count("&lt;a&gt; |b|") == 3
    assert "<a>" not in wild
