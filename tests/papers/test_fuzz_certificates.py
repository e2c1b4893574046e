"""A small part of `python -m tests.papers.fuzz_certificates N`."""

from __future__ import annotations

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
