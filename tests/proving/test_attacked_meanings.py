"""False statements that were established because two things passed for one, or a proof for another's.

Two quantities that are only believed, typeset alike; a state of a sequence at a place that only a lemma knows; a proof
that only a deep run makes.
"""

from __future__ import annotations

from dataclasses import replace

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Registry, run_registry
from sdp_proofs.proving.chains import about, in_steps
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.premises import cite, defined, shown, trusted
from tests.proving.attacks import Attacks, of, tried
from tests.proving.test_attacked_steps import ITSELF, SQUARES
from tests.proving.test_premises import TRUST, toy

LOSS = {"loss": r"\delta(x)", "n": "n"}
SMALL, LARGE = "Implies(n >= 1, loss <= 1)", "Implies(n >= 1, loss >= 2)"


def believed(identifier: str, text: str, what: str) -> Claim:
    """Something that is believed of a quantity, with what the claim says that this is."""
    means = {"loss": f"any {what}"} if what else {}
    return toy(identifier, text, LOSS, by_solver("so", [trusted("averaging", text, every="n")]), means=means)


def both(*cited: str) -> Claim:
    """Conclusion that would follow if the cited claims were about one quantity."""
    return of("n < 1", "n <= 5", *map(cite, cited))


def of_another(what: str) -> Claim:
    return toy("other", SMALL, LOSS, by_solver("so", [cite("small")]), means={"loss": f"any {what}"})


NINE = Formula("s == 9", ["s"])
AT_THREE = by_solver("lemma", [defined("j", "3"), cite("squares", {"k": "j"})])
FALSE: Attacks = {
    "two that are believed, of which each claim says something else": lambda: (
        believed("small", SMALL, "length"), believed("large", LARGE, "height"), both("small", "large"),
    ),
    "two that are believed, of which nothing is said": lambda: (
        believed("small", SMALL, ""), believed("large", LARGE, ""), both("small", "large"),
    ),
    "two that are believed, of which one claim says something": lambda: (
        believed("small", SMALL, "length"), believed("large", LARGE, ""), both("small", "large"),
    ),
    "what is believed of one thing is cited of another": lambda: (
        believed("small", SMALL, "length"), of_another("height"),
    ),
    "a state at a place of a lemma that a claim writes": lambda: (
        SQUARES,
        toy("inner", "Implies(j >= 0, s == 9)", ["s", "j"], in_steps(
            "twice", about(lambda _: NINE, AT_THREE), by_solver("last", [shown("lemma")]),
        ), integers=frozenset("j")),
        toy("false", "j == 3", ["j"], by_solver("so", ["j >= 0", cite("inner"), cite("squares", {"k": "j"})]),
            integers=frozenset("j")),
    ),
}  # fmt: skip
TRUE: Attacks = {
    "what is believed of one thing is cited of it": lambda: (believed("small", SMALL, "length"), of_another("length")),
    "two claims about one thing": lambda: (
        believed("small", SMALL, "length"), believed("none", "Implies(n >= 2, loss >= 1)", "length"),
        toy("true", "Implies(n >= 3, loss == 1)", LOSS, by_solver("so", [cite("small"), cite("none")]),
            means={"loss": "any length"}),
    ),
    "a lemma that a claim writes": lambda: (toy("true", "x <= x + 2", ["x"], in_steps(
        "twice", about(lambda _: Formula("x <= x + 1", ["x"]), by_solver("lemma", [])), by_solver("last", [
            shown("lemma"),
        ]),
    )),),
}  # fmt: skip


def test_what_a_deep_check_proves_is_cited_under_its_conditions() -> None:
    undecided = by_solver("tried", ["x*x <= y", cite("itself")])
    within = toy("within", "x <= 1", ["x"], undecided, replace(by_solver("so", "x <= 1/2"), deep=True))
    claims = ITSELF, within, of("x <= 1", defined("y", "x*x"), cite("within"))
    found = {result.id: str(result.status) for result in run_registry(Registry(claims, TRUST), deep=True)}
    assert (found["within"], found["false"]) == ("established", "open")


test_nothing_false_is_established = tried(FALSE, established=False)
test_what_is_true_beside_it_still_is = tried(TRUE, established=True)
