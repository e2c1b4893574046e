"""A small part of `python -m tests.papers.fuzz_certificates N`."""

from __future__ import annotations

import subprocess
import sys

from tests.full import trials
from tests.papers.fuzz_certificates import fuzz

DOCUMENTS = trials(120, full=1000)


def test_two_judges_agree_on_random_certificates_and_no_file_does_anything_but_be_refused_or_judged() -> None:
    counts = fuzz(DOCUMENTS)
    for pair in (
        ("confirmed", "confirmed"),
        ("not confirmed", "not confirmed"),
        ("malformed", "malformed"),
        ("beyond the limits", "not asked"),
        ("file", "refused"),
        ("file", "confirmed"),
        ("file", "malformed"),
    ):
        assert counts[pair] > 0, pair
    assert sum(count for (first, second), count in counts.items() if "open" in (first, second)) < DOCUMENTS / 10


def test_a_file_that_is_nested_deeply_is_refused_where_the_limit_of_recursion_was_raised() -> None:
    """In a process of its own, which would end."""
    code = """
import sys
from sdp_proofs.certificate.document import loaded
from sdp_proofs.certificate.limits import LimitError
sys.setrecursionlimit(1_000_000)
for start in ('[', '{"a":', '["]", '):
    try:
        loaded((start * 50_000).encode())
    except LimitError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.count("nested a few levels deep") == 3, done.stderr
