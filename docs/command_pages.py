"""The page on the command line, made from the program itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sdp_proofs.notation import typeset

_TYPED = re.compile(
    r"(`[^`]*`)"
    r"|(?<![\w-])--[a-z][a-z-]*"  # an option
    r"|(?<!\w)'[^'\n]+'(?!\w)"  # quoted for a shell
    r"|\$[A-Z_]+"  # a variable of the shell
    r"|\bpython -m [\w.]+"
    r"|\b[a-z][a-z-]*\((?:[^()]*(?:=|\.\.)[^()]*|\d+(?:/\d+)?)\)"  # a release, or a number such as log(25)
    r"|\b\d+e-\d+"
    r"|\b(?:[a-z]+,)*[a-z]+_[a-z]+(?:/[a-z]+)*\b"  # names of columns, of arrays and of folders
)
"""Text typed as it stands: code, in which nothing is a formula."""

INTRODUCTION = """\
# Command line

`sdp-proofs COMMAND --help` prints what stands here. Numbers are read exactly: `0.998`, `51/49`, `log(25)`; a bad input
ends with one line that says what is expected. With `--json` a command prints one document that names its schema and
version, and numbers in it are decimal or rational strings.

| exit code | meaning |
|---|---|
| 0 | success; all verdicts agree with the record |
| 1 | a verdict does not agree with the record, a hunt found something new, or a typed table has a wrong digit |
| 2 | bad input, or a file that cannot be read or written |
| 3 | something is undecided: a check that crashed, under `verify --strict` any, a cell of a typed table, a command |
| 130 | interrupted by Ctrl-C; what was finished is printed or written |
| 141 | the reader of a pipe has gone |

A file is refused before the work if its place shows that it cannot be written. If it turns out later, on a full disk,
what was printed stays, the other files are written, and a line says which file is missing; the exit code is 2, or 1 if
there is a finding as well. A file is written completely or stays what it was.
"""


def command_page() -> str:
    """Every command with its description, arguments and options."""
    import typer

    from sdp_proofs.cli.app import build

    program: Any = typer.main.get_command(build())
    return "\n".join([INTRODUCTION, *_sections(program)])


def with_code(text: str) -> str:
    r"""The help as Markdown: what is typed as it stands is code, which a narrow page does not break behind dashes.

    All else is words with formulas, which are set; a terminal shows the help as it is.

    Example:
        >>> print(with_code("One of --delta, `--epsilon 1` and --draws-per-point."))
        One of `--delta`, `--epsilon 1` and `--draws-per-point`.
        >>> print(with_code("delta <= 1/n of laplace(scale=2), at epsilon log(25)"))
        $\delta \le 1/n$ of `laplace(scale=2)`, at $\epsilon$ `log(25)`
    """
    return typeset(_TYPED.sub(lambda found: found[1] or f"`{found[0]}`", text))


def _sections(program: Any) -> Iterator[str]:
    for name, command in program.commands.items():
        yield f"## {name}\n"
        yield f"```text\n{_usage(name, command)}\n```\n"
        yield f"{with_code(command.help)}\n"
        for parameter in command.params:
            yield f"{_names(parameter)}\n: {_meaning(parameter)}\n"


def _usage(name: str, command: Any) -> str:
    words = ["sdp-proofs", name]
    words += [_argument(parameter) for parameter in command.params if not _is_option(parameter)]
    words += [
        f"{parameter.opts[-1]} {_placeholder(parameter)}"
        for parameter in command.params
        if _is_option(parameter) and parameter.required
    ]
    return " ".join([*words, "[OPTIONS]"])


def _argument(parameter: Any) -> str:
    shown = _placeholder(parameter) + (" ..." if parameter.nargs == -1 else "")
    return shown if parameter.required else f"[{shown}]"


def _names(parameter: Any) -> str:
    if not _is_option(parameter):
        return f"`{_placeholder(parameter)}`"
    value = "" if parameter.is_flag else f" {_placeholder(parameter)}"
    return ", ".join(f"`{option}{value}`" for option in parameter.opts)


def _placeholder(parameter: Any) -> str:
    word = str(parameter.metavar or parameter.name.upper().strip("_"))
    return word.removeprefix("[").removesuffix("]").removesuffix(" ...")


def _meaning(parameter: Any) -> str:
    text = with_code((parameter.help or "").strip())
    remarks = []
    if _is_option(parameter):
        if parameter.required:
            remarks.append("Required.")
        if parameter.multiple and "several times" not in text and "per " not in text:
            remarks.append("Can be given several times.")
        if not parameter.is_flag and parameter.default not in (None, "", (), []):
            remarks.append(f"Default: `{parameter.default}`.")
    return " ".join([text, *remarks])


def _is_option(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "option")
