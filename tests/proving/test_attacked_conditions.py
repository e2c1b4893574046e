"""False statements that were established from a claim at points where its conditions have no value.

A claim that is proved where x z/z <= 1 says nothing at z = 0. A solver takes an implication that is assumed for one
that is true, and at z = 0 it could be true in one way only: by its conclusion.
"""

from __future__ import annotations

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.proving.by_sums import by_sums
from sdp_proofs.proving.chains import about, in_steps
from sdp_proofs.proving.checks import by_solver, on_box
from sdp_proofs.proving.induction import by_induction
from sdp_proofs.proving.premises import cite, defined, shown
from tests.proving.attacks import Attacks, of, tried
from tests.proving.test_premises import toy

NAMES = ["x", "z"]
WITHIN = toy("within", "x + 0*z <= 1", NAMES, by_solver("so", "x*z/z <= 1"))
ON_A_BOX = toy("on-a-box", "exp(x) <= 3 + 0*z", NAMES, on_box("so", {"x": "[0, 100]", "z": "[0, 1]"}, "x/z <= 1"))
BY_STEPS = toy("by-steps", "k + 0*z <= 1", ["k", "z"], by_induction("so", {"k": "0"}, {"k": "k + 1"}, ["k*z/z <= 1"]))
BESIDE = toy("beside", "x <= 1", ["x"], by_solver("so", ["x*y <= y", "y > 0", defined("y", "1/(x - 2)")]))
LEMMA = about(Formula("x + 0*z <= 1", NAMES), by_solver("lemma", "x*z/z <= 1"))

FALSE: Attacks = {
    "a divisor that is zero": lambda: (WITHIN, of("x <= 1", cite("within", {"z": "0"}))),
    "a divisor that is a symbol": lambda: (WITHIN, of("x + y <= 1", "y == 0", cite("within", {"z": "y"}))),
    "a divisor that vanishes": lambda: (WITHIN, of("x <= 1", cite("within", {"z": "x - x"}))),
    "a divisor of a box": lambda: (ON_A_BOX, of("exp(x) <= 3", "And(x >= 0, x <= 100)", cite("on-a-box", {"z": "0"}))),
    "a divisor of an induction": lambda: (BY_STEPS, of(
        "n <= 1", "n >= 0", cite("by-steps", {"k": "n", "z": "0"}), integers="n",
    )),
    "a divisor of a lemma": lambda: (toy("false", "x <= 1", ["x"], in_steps(
        "twice", LEMMA, by_solver("last", [shown("lemma", {"z": "0"})]),
    )),),
    "a divisor of each element": lambda: (WITHIN, toy("false", "s <= count", ["s", "count"], by_sums(
        "sum", {"s": "Sum(a, x)", "count": "Sum(a, 1)"}, [cite("within", {"z": "0*x"})], "over a:", each={"a": "x"},
    ))),
    "a divisor of a definition": lambda: (BESIDE, of("x <= 1", "x == 2", cite("beside"))),
}  # fmt: skip
TRUE: Attacks = {
    "a divisor that is not zero": lambda: (WITHIN, of("x + 0*y <= 1", "y > 0", "x <= 1", cite("within", {"z": "y"}))),
    "a divisor that is a number": lambda: (WITHIN, of("x <= 1", "x <= 1/2", cite("within", {"z": "3"}))),
}


test_nothing_false_is_established = tried(FALSE, established=False)
test_what_is_true_beside_it_still_is = tried(TRUE, established=True)
