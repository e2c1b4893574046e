"""A paper's LaTeX is a stranger's text: whatever it says, the modules written from it are this project's code alone."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sdp_proofs.cli.evidence import lines_of
from sdp_proofs.cli.new_paper import LARGEST_SOURCE
from sdp_proofs.errors import DomainError
from sdp_proofs.proving.skeleton import Theorem, authors_of, literal, package, theorems, title_of, wing
from tests.full import trials

ROOT = Path(__file__).parents[2]
HOSTILE = (
    '", __import__("os").system("touch PWNED"), "', "', __import__('os').system('touch PWNED'), '", '"""', "'''",
    "\\", "\\\\", '\\"', "\\'", "\n", "\r\n", "\x0c", "\x85", "\u2028", "\u2029", "\x00", "\x1b[2J", "\u202e", "\ufeff",
    "{", "}", "{title}", "{0.__class__}", "{{", "%s", "#", "\\N{DIGIT ONE}", "\\x41", "\\u0041", "\\\n", "é", "e\u0301",
    "\U0001f600", "\ud800", "1", " ", "\t", ")", "\n)\nimport os\n", '"\nimport os\n"', "*", "**", ";", "f'{1}'",
    "$(touch PWNED)", "`touch PWNED`", "\\input{/etc/passwd}", '\\x22); import os #', "\x85import os",
    ")" * 300, "../../etc", "class",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=6)), max_size=6).map("".join)
STATEMENTS = st.builds(Theorem, locator=TEXTS, label=TEXTS, name=TEXTS, text=TEXTS)
WRITTEN = (package, wing)
BENIGN = Theorem("Theorem 1", "main", "Main", "x")


def constants(tree: ast.AST) -> list[object]:
    """Constants of an abstract syntax tree, in the order of its nodes; the nodes say nothing any more."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            found.append(node.value)
            node.value = type(node.value).__name__
    return found


def read(files: Mapping[str, str]) -> tuple[dict[str, str], list[object]]:
    trees = {name: ast.parse(text.encode("utf-8")) for name, text in files.items()}  # as Python reads a file
    said = [value for tree in trees.values() for value in constants(tree)]
    return {name: ast.dump(tree) for name, tree in trees.items()}, said


def shown(title: str) -> str:
    return " ".join(title.split())


@settings(max_examples=trials(150, full=3_000), deadline=None)
@given(st.sampled_from(WRITTEN), TEXTS, st.lists(TEXTS, max_size=2), st.lists(STATEMENTS, min_size=1, max_size=2))
@example(package, "", [], [Theorem('Theorem", __import__("os").system("true"), " 1', "a\nb", 'a "b" \\', "'")])
def test_nothing_but_texts_differs_from_what_a_harmless_paper_becomes(
    write: Callable[[str, str, Sequence[str], Sequence[Theorem]], Mapping[str, str]],
    title: str,
    authors: list[str],
    listed: list[Theorem],
) -> None:
    plain, mine = [f"a{number}" for number, _ in enumerate(authors)], [shown(author) or "Evil" for author in authors]
    harmless = [replace(BENIGN, locator=f"Lemma {number}") for number, _ in enumerate(listed)]
    code, benign = read(write("evil", "A title", plain, harmless))
    try:
        found, said = read(write("evil", title, authors, listed))
    except DomainError:
        assert not all(shown(text).isprintable() for text in (title, *authors))
        return
    assert found == code
    own = {"A title": shown(title) or "Evil", **dict(zip(plain, mine, strict=True))}
    statements = iter(listed)
    expected: list[object] = []
    for value in benign:  # the items first, in paper.py; then what is said of each statement
        expected.append(own.get(value, value) if isinstance(value, str) else value)
    items = [at for at, value in enumerate(benign) if isinstance(value, str) and value.startswith("Lemma ")]
    for at, one in zip(items[: len(listed)], listed, strict=True):
        expected[at] = one.locator
    for at in items[len(listed) :]:
        expected[at] = next(statements).locator
    texts = [at for at, value in enumerate(benign) if value == BENIGN.text]
    titles = [at for at, value in enumerate(benign) if value == BENIGN.name]
    for at, one in zip(texts, listed, strict=True):
        expected[at] = one.text
    for at, one in zip(titles, listed, strict=True):
        expected[at] = one.name or one.locator or one.label
    names = [at for at, value in enumerate(benign) if value in ("main", "main-again")]
    for at in names:
        value = said[at]
        assert isinstance(value, str) and set(value) <= set("abcdefghijklmnopqrstuvwxyz-")
        expected[at] = value
    assert said == expected


@settings(max_examples=trials(300, full=20_000), deadline=None)
@given(TEXTS)
def test_a_literal_is_the_text_and_stands_on_one_line(text: str) -> None:
    quoted = literal(text)
    assert ast.literal_eval(quoted) == text
    assert len(quoted.splitlines()) == 1 and quoted.isprintable()
    [node] = ast.walk(ast.parse(quoted, mode="eval").body)
    assert isinstance(node, ast.Constant)


@settings(max_examples=trials(100, full=2_000), deadline=None)
@given(st.lists(st.one_of(st.sampled_from(HOSTILE), st.sampled_from((
    r"\newtheorem{thm}{", r"\newtheorem{thm}[thm]{T}[section]", r"\newtheorem{lem}[nowhere]{L}", r"\begin{thm}",
    r"\begin{thm}[", "]", r"\end{thm}", r"\label{", r"\title{", r"\author{", r"\and", r"\section{", r"\appendix",
    r"\begin{lemma}\label{a}x\end{lemma}", "}",
))), max_size=12).map("".join))  # fmt: skip
def test_any_source_becomes_modules_that_python_reads(source: str) -> None:
    try:
        files = package("evil", title_of(source), authors_of(source), theorems(source))
    except DomainError as error:
        assert "printable" in str(error)
        return
    for text in files.values():
        ast.parse(text)


@pytest.mark.parametrize(
    "part",
    [
        *(r"\begin{lemma}", r"\begin{lemma}[", r"\label{", r"\title[", r"\author[", r"\newtheorem{a}{"),
        *(r"\title{", "{", r"\newcommand{\a}{", r"\newcommand\a[1]{", r"\def\a{", r"\def\a{{}"),
        r"\DeclareMathOperator{\a}{",
    ],
)
def test_what_is_opened_without_end_does_not_hold_the_reader(part: str) -> None:
    """The work grows with the length of a source, not with its square: this would take hours otherwise."""
    source = part * (LARGEST_SOURCE // len(part)) + r"\begin{lemma}x\end{lemma}"
    assert len(theorems(source)) <= 1 and title_of(source) == "" and authors_of(source) == []


def test_a_source_runs_no_code(tmp_path: Path) -> None:
    """A theorem's name in a stranger's paper is printed, not run: neither when written nor when loaded."""
    call = '", __import__("os").system("touch PWNED"), "'
    (tmp_path / "paper.tex").write_text(
        f"\\title{{T {call}}}\\author{{A {call}}}\\newtheorem{{thm}}{{T{call}}}\n"
        f"\\begin{{thm}}[N {call}]\\label{{a\n'b{call}}} x \x1b[2J {call} \\end{{thm}}\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SDP_PROOFS_CACHE": str(tmp_path / ".results")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sdp_proofs", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)

    written = run("new-paper", "evil-d", "--folder", ".", "--tex", "paper.tex")
    assert written.returncode == 0, written.stderr
    for command in (("list", "--json"), ("verify", "--json"), ("errata",)):
        done = run(*command, "--ledger", "evil_d:registry")
        # 3: nothing of it is examined yet.
        assert (done.returncode in (0, 3), "\x1b" in done.stdout) == (True, False), done.stderr
        assert "PWNED" in done.stdout or command == ("errata",)
    assert not list(tmp_path.rglob("PWNED*"))
    said = constants(ast.parse((tmp_path / "evil_d" / "statements.py").read_text(encoding="utf-8")))
    assert all(one.isprintable() for one in said if isinstance(one, str))  # no sign for a terminal


def test_an_endless_source_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sdp_proofs.cli import main

    monkeypatch.chdir(tmp_path)
    if not Path("/dev/zero").exists():
        pytest.skip("there is no endless file here")
    assert main(["new-paper", "x", "--tex", "/dev/zero"]) == 2
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=trials(100, full=5_000), deadline=None)
@given(TEXTS)
def test_a_scaffold_is_the_arguments_of_a_claim_whatever_a_witness_says(witness: str) -> None:
    row = {"evidence": [{"verdict": "FAILS", "witness": witness}], "symbols": [{"name": "p"}, {"name": "E"}]}
    call = ast.parse(f"claim(\n{lines_of(row)}\n)", mode="eval").body
    assert isinstance(call, ast.Call) and not call.args
    assert [keyword.arg for keyword in call.keywords] == ["fails", "wrong", "cost", "defect"]
    nodes = [type(node) for keyword in call.keywords for node in ast.walk(keyword.value)]
    assert set(nodes) <= {ast.Call, ast.Name, ast.Load, ast.Constant, ast.keyword} and nodes.count(ast.Call) == 1


def test_nothing_is_written_that_python_cannot_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure of quoting would leave no folder."""
    from sdp_proofs.cli import main
    from sdp_proofs.proving import skeleton

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(skeleton, "literal", lambda text: f'"{text}"')
    assert main(["new-paper", "evil", "--title", 'On "quotes"']) == 3
    assert list(tmp_path.iterdir()) == []
