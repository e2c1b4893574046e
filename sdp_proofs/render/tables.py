"""Tables of formatted cells: what they show and how they lie, as CSV, Markdown, LaTeX and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape as html

from sdp_proofs.errors import DomainError
from sdp_proofs.render.latex import OUTLINES, escape, typed
from sdp_proofs.render.markdown import cell as markdown_cell

FORMATS = ("csv", "markdown", "latex", "json")
SUFFIXES = {".csv": "csv", ".md": "markdown", ".tex": "latex", ".json": "json"}
"""The format that a file's name asks for."""
PAGE_POINTS = 345
"""The width of a line in LaTeX's article, at ten points."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table whose cells are text.

    Args:
        header: the names of the columns.
        rows: the cells, as many in each row.
        title: what the table shows, in one line.
        notes: what each column means, or other lines below the table.
        named_rows: whether the first column holds the names, as after `transposed`.
        given: the columns that were asked for, rather than computed.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str
    notes: tuple[str, ...] = ()
    named_rows: bool = False
    given: frozenset[str] = frozenset()

    def _repr_html_(self) -> str:
        """Return an HTML table for notebooks, numbers flush right."""
        sides = ["right" if flush else "left" for flush in _right(self)]
        lines = [
            "".join(
                f'<{tag} style="text-align:{side}">{html(cell)}</{tag}>'
                for cell, side in zip(cells, sides, strict=True)
            )
            for tag, cells in (("th", self.header), *(("td", row) for row in self.rows))
        ]
        notes = "".join(f"<li>{html(note)}</li>" for note in self.notes)
        table = f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
        return f"<p>{html(self.title)}</p>{table}" + (f"<ul>{notes}</ul>" if notes else "")


def with_columns(table: TextTable, names: Sequence[str]) -> TextTable:
    """Select columns, in this order; a name stands for its two ends as well.

    Raises:
        DomainError: a column that the table does not have.

    Example:
        >>> table = TextTable(("n", "delta_lower", "delta_upper"), (("10", "1", "2"),), "Losses")
        >>> with_columns(table, ["delta"]).rows
        (('1', '2'),)
    """
    places = [place for name in names for place in _places(table, name)]
    notes = tuple(note for note in table.notes if note.partition(":")[0] in names or ":" not in note)
    return replace(
        table,
        header=tuple(table.header[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        notes=notes,
    )


def transposed(table: TextTable) -> TextTable:
    """Exchange rows and columns: the names stand in the first column.

    Example:
        >>> table = TextTable(("n", "delta"), (("10", "1e-9"), ("20", "1e-19")), "Losses")
        >>> transposed(table).header, transposed(table).rows
        (('n', '10', '20'), (('delta', '1e-9', '1e-19'),))
    """
    columns = tuple(zip(table.header, *table.rows, strict=True))
    return replace(table, header=columns[0], rows=columns[1:], named_rows=True)


_ENDS = ("_lower", "_upper")


def _places(table: TextTable, name: str) -> list[int]:
    wanted = [name] if name in table.header else [name + end for end in _ENDS]
    if not set(wanted) <= set(table.header):
        known = ", ".join(dict.fromkeys(one.removesuffix("_lower").removesuffix("_upper") for one in table.header))
        raise DomainError(f"columns must be among {known}; got {name!r}")
    return [table.header.index(one) for one in wanted]


def table_csv(table: TextTable) -> str:
    r"""Return a header line and the rows; title and notes are left out.

    Example:
        >>> table_csv(TextTable(("n", "delta"), (("10", "1e-9"),), "Losses"))
        'n,delta\n10,1e-9\n'
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows(table.rows)
    return stream.getvalue()


def table_json(payload: Mapping[str, object], schema: str) -> str:
    """Return one JSON document with sorted keys and its schema."""
    return json.dumps({**payload, "schema": schema}, indent=2, sort_keys=True, allow_nan=False) + "\n"


def table_markdown(table: TextTable) -> str:
    """Return a pipe table that reads as plain text too.

    Example:
        >>> print(table_markdown(TextTable(("n", "delta"), (("10", "1e-9"),), "Losses")), end="")
        Losses
        <BLANKLINE>
        |  n | delta |
        |---:|------:|
        | 10 |  1e-9 |
    """
    grid = [[markdown_cell(cell) for cell in row] for row in (table.header, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    right = _right(table)
    rule = "|".join("-" * (width + 1) + (":" if flush else "-") for width, flush in zip(widths, right, strict=True))
    lines = [
        "| "
        + " | ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        )
        + " |"
        for row in grid
    ]
    lines.insert(1, f"|{rule}|")
    notes = ["", *(f"- {markdown_cell(note)}" for note in table.notes)] if table.notes else []
    return "\n".join([markdown_cell(table.title), "", *lines, *notes]) + "\n"


def table_latex(table: TextTable, *, fragment: bool = False, caption: str = "", label: str = "") -> str:
    """Return a booktabs table, as a document or to be included in one.

    The pages of the document are as large as the table needs. A long number is broken into lines.

    Args:
        table: the table.
        fragment: one `tabular` alone; it needs the packages array and booktabs.
        caption: LaTeX above the fragment, which is then a float.
        label: to refer to that float by.
    """
    if fragment:
        lines = list(_tabular(table, table.rows))
        if caption or label:
            named = [rf"\caption{{{caption}}}"] if caption else []
            named += [rf"\label{{{label}}}"] if label else []
            lines = [r"\begin{table}", r"\centering", *named, *lines, r"\end{table}"]
        return "\n".join(["% needs the packages array and booktabs", *lines, ""])
    longest = _longest(table)
    width = _MARGINS + sum(_MILLIMETRES_A_SIGN * min(_WIDEST, signs) + 5 for signs in longest)
    height = -(-max(longest) // _WIDEST) * min(len(table.rows), _ROWS_A_PAGE) + 2 * len(table.notes)
    preamble = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        OUTLINES,
        r"\usepackage{amsmath,amssymb,array,booktabs}",
        rf"\usepackage[paperwidth={max(210, round(width))}mm,paperheight={100 + 5 * height}mm,margin=12mm]{{geometry}}",
        r"\pagestyle{empty}",
        r"\setlength{\parindent}{0pt}",
        r"\begin{document}",
        typed(table.title),
    ]
    body = []
    for start in range(0, len(table.rows), _ROWS_A_PAGE) or (0,):
        body += ["", *_tabular(table, table.rows[start : start + _ROWS_A_PAGE])]
        body.append(r"\clearpage" if start + _ROWS_A_PAGE < len(table.rows) else "")
    notes = [r"\begin{itemize}", *(rf"\item {_latex_note(table, note)}" for note in table.notes), r"\end{itemize}"]
    return "\n".join([*preamble, *body, *(notes if table.notes else []), r"\end{document}"]) + "\n"


def fragment_points(table: TextTable) -> int:
    """Estimate the width of the `tabular` of a table, in points.

    Example:
        >>> fragment_points(TextTable(("n", "delta"), (("10", "1e-9"),), "Losses"))
        47
    """
    signs = _longest(table)
    widths = (_WIDEST_POINTS if longest > _WIDEST else _POINTS_A_SIGN * longest for longest in signs)
    return sum(widths) + _POINTS_BETWEEN * (len(signs) - 1)


_WIDEST = 40
"""Signs after which a cell is broken into lines."""
_MILLIMETRES_A_SIGN = 2.2
_MARGINS = 30
_ROWS_A_PAGE = 60
_POINTS_A_SIGN, _POINTS_BETWEEN, _WIDEST_POINTS = 5, 12, 250
_NUMBER = re.compile(r"-?[0-9][0-9.]*(?:e[+-]?[0-9]+)?|-?[0-9]+/[0-9]+")


def _right(table: TextTable) -> list[bool]:
    """Tell which columns consist of numbers."""
    columns = zip(*table.rows, strict=True) if table.rows else [() for _ in table.header]
    return [any(column) and all(not cell or _NUMBER.fullmatch(cell) for cell in column) for column in columns]


def _longest(table: TextTable) -> list[int]:
    return [max(map(len, column)) for column in zip(table.header, *table.rows, strict=True)]


def _tabular(table: TextTable, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    specification = [
        _wide_column(flush) if longest > _WIDEST else ("r" if flush else "l")
        for flush, longest in zip(_right(table), _longest(table), strict=True)
    ]
    names = _latex_names(table, table.header[:1] if table.named_rows else table.header)
    yield rf"\begin{{tabular}}{{@{{}}{''.join(specification)}@{{}}}}"
    yield r"\toprule"
    yield _joined([*names, *map(_latex_cell, table.header[len(names) :])])
    yield r"\midrule"
    for row in rows:
        if table.named_rows:
            yield _joined([*_latex_names(table, row[:1]), *map(_latex_cell, row[1:])])
        else:
            yield _joined([_latex_cell(cell) for cell in row])
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _wide_column(flush: bool) -> str:
    side = r"\raggedleft" if flush else r"\raggedright"
    return rf">{{{side}\arraybackslash}}p{{{_WIDEST * _MILLIMETRES_A_SIGN:.0f}mm}}"


def _joined(cells: Sequence[str]) -> str:
    # A cell in braces cannot be taken for an option of the line break before it.
    return " & ".join("{" + cell + "}" for cell in cells) + r" \\"


def _latex_names(table: TextTable, names: Sequence[str]) -> list[str]:
    return [latex_heading(name, given=name in table.given) for name in names]


def _latex_note(table: TextTable, note: str) -> str:
    """Return the meaning of a column, below its heading's name."""
    name, colon, meaning = note.partition(": ")
    if not colon or not name.isidentifier():
        return typed(note)
    return f"{latex_heading(name, given=name in table.given)}: {typed(meaning)}"


_SCIENTIFIC = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)e([+-]?[0-9]+)")
_LOGARITHM = re.compile(r"log\(([0-9./]+)\)")


def _latex_cell(text: str) -> str:
    r"""Return a cell as LaTeX, numbers in mathematics unless they are long.

    Example:
        >>> _latex_cell("1.2e-32"), _latex_cell("1e-5"), _latex_cell("log(51/49)"), _latex_cell("50% of x_1")
        ('$1.2\\cdot10^{-32}$', '$10^{-5}$', '$\\ln(51/49)$', '50\\% of x\\_1')
    """
    if _NUMBER.fullmatch(text) and len(text) <= _WIDEST:
        return f"${_SCIENTIFIC.sub(lambda found: _power(found[1], found[2]), text)}$"
    if logarithm := _LOGARITHM.fullmatch(text):
        return rf"$\ln({logarithm[1]})$"
    parts = []
    rest = 0
    for match in _SCIENTIFIC.finditer(text):
        parts.append(escape(text[rest : match.start()]))
        parts.append(f"{escape(match[1])}$\\cdot10^{{{int(match[2])}}}$")
        rest = match.end()
    return "".join([*parts, escape(text[rest:])])


def _power(mantissa: str, exponent: str) -> str:
    """Return a number in scientific notation; ten to a power has no factor."""
    power = rf"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else f"-{power}" if mantissa == "-1" else rf"{mantissa}\cdot{power}"


_LATEX = {
    "absent_type": "absent type",
    "answers": "$K$",
    "beta": r"$\beta$",
    "beyond_union_bound": r"$\Pr[\mathrm{beyond}]$",
    "adjacency": "adjacency",
    "cells": "ten cells",
    "central_limit_estimate": r"$\epsilon$, central limit",
    "classical_delta": r"$\delta$ of the formula",
    "classical_is_enough": "formula is enough",
    "classical_sigma": r"$\sigma$ of the formula",
    "conditions_met": "conditions met",
    "decay_rate": "decay rate",
    "delta": r"$\delta(x)$",
    "delta_sdp": r"$\delta_{\mathrm{SDP}}$",
    "delta_standing": r"$\delta(x) < 1/n$",
    "dp_delta": r"$\delta_{\mathrm{DP}}$",
    "draws": "$T$",
    "epsilon": r"$\epsilon$",
    "excess": "$s$",
    "fall": r"$-\ln(\delta)/n$",
    "first_votes": "first",
    "floor": "$f$",
    "least_noise_fails": "fails",
    "least_noise_meets": "least noise",
    "lower": "lower bound",
    "marked": "$H$",
    "mean_l1": "mean $l_1$ error",
    "mean_largest": "mean error",
    "method_of_types": "method of types",
    "n_over_b": "$n/b$",
    "noise_of_code": "code",
    "noise_of_formula": "formula",
    "noise_of_theorem_2": "Theorem 2",
    "one_over_n": "$1/n$",
    "one_tail": "one tail",
    "parameter_delta": r"$\delta$",
    "parameter_epsilon": r"$\epsilon$",
    "poisson": "Poisson",
    "quantile_l1": "$l_1$ quantile",
    "quantile_largest": "quantile",
    "rate": r"$\eta$",
    "records": "$n$",
    "renyi_loses": r"R\'enyi loses",
    "renyi_upper": r"$\epsilon$, R\'enyi",
    "relative_entropy": "relative entropy",
    "remark_8": "Remark 8",
    "remark_8_standing": "Remark 8 holds",
    "second_votes": "second",
    "sigma": r"$\sigma$",
    "tail": "tail",
    "tail_over_printed": "tail/printed",
    "theta": r"$\theta$",
    "threshold": "$t$",
    "two_tails": "two tails",
    "types": "$m$",
    "union_bound": "union bound",
    "utility": "utility",
    "utility_standing": "utility $< 1/n$",
}
_GIVEN = {"delta": r"$\delta$"}
"""Name of a column of values that were asked for, if not as one that was computed."""


def latex_heading(name: str, *, given: bool = False) -> str:
    r"""Return the LaTeX of a column's name; its words if it is unknown.

    Args:
        name: of the column.
        given: whether its values were asked for, as the delta of a budget is.

    Example:
        >>> latex_heading("delta_sdp"), latex_heading("printed_standing"), latex_heading("odd_name")
        ('$\\delta_{\\mathrm{SDP}}$', 'printed holds', 'odd name')
        >>> latex_heading("delta"), latex_heading("delta", given=True), latex_heading("n_over_b_upper")
        ('$\\delta(x)$', '$\\delta$', '$n/b$ (upper)')
    """
    if given and name in _GIVEN:
        return _GIVEN[name]
    if name in _LATEX:
        return _LATEX[name]
    stem, joint, end = name.rpartition("_")
    if joint and end == "standing":
        return f"{latex_heading(stem)} holds"
    if joint and end in ("lower", "upper") and stem in _LATEX:
        return f"{_LATEX[stem]} ({end})"
    return escape(name.replace("_", " "))
