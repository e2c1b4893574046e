"""Spoilt certificates: two judges that share no code agree on each, and no counterexample survives all of them.

A corrupted certificate may still refute its claim, since a neighbouring instance often does. What it must not do is
refute it for one judge and not for the other, or go on refuting it whatever is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import pytest

from sdp_proofs.certificate import CertificateError, confirm
from sdp_proofs.certificate.limits import LimitError
from sdp_proofs.papers import registry
from tests.full import trials
from tests.papers.corruptions import corruptions
from tests.papers.second_replay import judged
from tests.papers.second_values import MalformedError, OpenError

ELECTIONS = {"losses-between-the-printed-powers-of-ten", "losses-fall-at-every-election"}
"""Millions of ballots: replayed by other tests."""
CERTIFICATES = {
    claim.id: claim.counterexample.certificate(claim)
    for claim in registry().values()
    if claim.counterexample is not None and claim.id not in ELECTIONS
}
MANY = trials(2, full=6)
WRONG = (CertificateError, MalformedError, OpenError)
"""Results of a corrupted certificate: something that cannot be read, or not be decided."""


def confirmed(judge: Callable[[Mapping[str, Any]], bool], certificate: Mapping[str, Any]) -> bool:
    try:
        return judge(certificate)
    except WRONG:
        return False


def confirmed_within_limits(certificate: Mapping[str, Any]) -> bool | None:
    """Answer of the first judge; None if it declines for the size of a number alone. The second has other limits."""
    try:
        return confirm(certificate)
    except LimitError:
        return None
    except CertificateError:
        return False


def spread(certificate: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Some corruptions of every part of a certificate."""
    found = list(corruptions(certificate))
    return found[:: -(-len(found) // MANY)]


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("name", CERTIFICATES)
def test_two_judges_agree_on_the_certificate_and_on_its_corruptions(name: str) -> None:
    certificate = CERTIFICATES[name]
    assert confirm(certificate)
    assert judged(certificate)
    answers = []
    for change, spoilt in spread(certificate):
        answer = confirmed_within_limits(spoilt)
        if answer is not None:
            assert answer == confirmed(judged, spoilt), change
            answers.append(answer)
    assert len(answers) > MANY // 3
    # Some corruption ends every counterexample: one of these, or another one.
    first = islice(corruptions(certificate), 60)
    assert not all(answers) or any(not confirmed(confirm, spoilt) for _, spoilt in first)


def test_corruptions_move_numbers_and_exchange_values() -> None:
    let = [["n", "3"], ["f", "lambda x: x + 1"], ["m", "1/2"]]
    at = [["a", "==", "f(n) + 4"], ["b", "==", "m"]]
    certificate = {"let": let, "given": ["n > 2"], "formula": "a < b", "at": at}
    made = dict(corruptions(certificate))
    assert list(made) == [
        "n: 4 for 3", "n: 2 for 3", "f: 2 for 1", "f: 0 for 1", "m: 2 for 1", "m: 0 for 1", "m: 3 for 2", "m: 1 for 2",
        "hypothesis: 3 for 2", "hypothesis: 1 for 2", "a: 5 for 4", "a: 3 for 4", "n and m exchanged",
    ]  # fmt: skip
    assert made["n and m exchanged"]["let"] == [["n", "1/2"], ["f", "lambda x: x + 1"], ["m", "3"]]
    assert made["f: 0 for 1"]["let"][1] == ["f", "lambda x: x + 0"]
    assert made["a: 5 for 4"]["at"] == [["a", "==", "f(n) + 5"], ["b", "==", "m"]]


@pytest.mark.parametrize(
    ("let", "condition", "answer"),
    [
        ([["x", "1/10"]], "exp(x) <= 1 + x + x**2/2", True),
        ([["x", "1/10"]], "exp(x) >= 1 + x + x**2/2", False),
        ([["x", "2"]], "max(sqrt(x), log(x)) > x**(1/2) + 1/10**9", True),
        ([["x", "(1, 2, 3)"]], "sum(x[i] for i in range(len(x))) == 7", True),
        ([["x", "7"]], "x // 2 == 3 and x % 2 == 1 and floor(x/2) == 3 and ceil(x/2) == 4", False),
        ([["x", "running(1, (1/2, 1/2))"]], "1/5 < x[2] < 1/3 if x[0] == 1 else 1 < 0", False),
    ],
)
def test_both_judges_know_the_whole_language(let: list[list[str]], condition: str, answer: bool) -> None:
    at = [["holds", "==", f"1 if {condition} else 0"]]
    certificate = {"let": let, "given": ["not 1 > 2"], "formula": "holds > 1/2", "at": at}
    assert confirmed(confirm, certificate) is answer
    assert confirmed(judged, certificate) is answer
