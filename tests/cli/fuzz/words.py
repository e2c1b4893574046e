"""Words for the places of a command line: good ones, bad ones, odd ones, and what is a word of nothing."""

from __future__ import annotations

from dataclasses import dataclass

CODES = (0, 1, 2, 3)
"""The exit codes that a command may end with when nothing is known of its arguments."""


@dataclass(frozen=True)
class Case:
    """Arguments and the exit codes that are right for them."""

    arguments: tuple[str, ...]
    codes: tuple[int, ...] = CODES


@dataclass(frozen=True)
class Pool:
    """Words for one place of a command: those that must do, those that must not, and those that may."""

    good: tuple[str, ...]
    bad: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


JUNK = (
    "",
    " ",
    "x",
    "-",
    "--",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "1_0",
    "1e",
    "٣",
    "1/0",
    "0/0",
    "None",
    "[1]",
    "{}",
    "a,b",
    "\udcff",
    "1;2",
    "'",
    '"',
    "\x00"[:0] + "\x1b[31m",
    "1\n2",
    "log(",
    "log(-1)",
    "sqrt(-1)",
    "exp(exp(exp(9)))",
    "9" * 5000,
    "((" * 3000,
    "-" * 3000 + "1",
    "1/" * 3000 + "1",
    "__import__('os')",
    "../../etc/passwd",
    "/dev/null",
    "é" * 300,
    "1e999999999999",
)
COUNTS = Pool(
    ("3,4", "1,1", "0,5", "2,3,4", "30,70", "1,1,1,1", "81283501,74223975", "12,0,3"),
    ("", "x", "-1,4", "5", "1.5,2", "1,,2", "nan,1", "0,0", "1,2;3", "1/2,3", "log(2),1", "1e31,1", "1,2,x"),
    ("1e29,5", ",".join("1" * 300), "7 , 8", "1e2,1e2", "3,4,"),
)
RATE = Pool(
    ("0.5", "1", "0.998", "1/3", "1e-3"), ("0", "-1", "1.1", "x", "", "nan", "inf", "2/1", "1/0"), ("1e-40", "log(2)")
)
DRAWS = Pool(("1", "2"), ("-1", "x", "1.5", "", "nan"), ("0", "3", "1e30", "100"))
EPSILON = Pool(
    ("1", "3.2", "log(25)", "sqrt(2)", "1/7"), ("-1", "x", "log(0)", "1/0", "", "nan"), ("0", "1e-30", "5000", "1e5")
)
ODDS = Pool(("2", "25", "51/49", "1.5"), ("0", "-2", "1/2", "x", "inf", ""), ("1", "1e300", "exp(1)", "1e400"))
THRESHOLD = Pool(("0.51", "1/2", "0.9"), ("1", "-0.1", "2", "x", ""), ("0.999999999999", "0.1"))
DIGITS = Pool(("1", "5", "30"), ("0", "-3", "10001", "x", "1.5", "", "9" * 30), ("300",))
SOURCE = Pool(
    ("1/2,1/2", "9/40,31/40", "0.3,0.7", "1,0"),
    ("", "x", "1/2,1/3", "-1,2", "1", "0.5,0.5,0.5", "nan,nan", "1/2;1/2"),
    ("1/3,1/3,1/3", "0.1,0.2,0.7"),
)
RECORDS = Pool(("4", "10", "25"), ("0", "-1", "x", "1.5", "", "1e31"), ("1", "2", "1000", "1e30", "100000"))
