"""A paper of one section, as small as a wing can be."""

from __future__ import annotations

from sdp_proofs.ledger import Registry, TrustEntry, TrustLedger
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.proving.vocabulary import Section, by_identity, by_solver, cite, defined, instance
from sdp_proofs.proving.wing import ledger_of

PAPER = Paper(
    settled=True,
    key="toy",
    title="On Squares",
    modules=(__name__,),
    items=("Theorem 1", "Lemma 2", "Algorithm 3"),
    uncheckable={"Algorithm 3": "It is a definition."},
    uses={"Lemma 2": ("the proof of Theorem 1",)},
    misprints=(("Sec. 1", "x^3", "x^2"),),
    notation="x is a number.",
)
SECTION = Section(PAPER, "Theorem 1", {"x": "x", "y": "y", "area": "a(x, y)"}, means={"area": "any area"})

SECTION.claim(
    "square-of-a-sum",
    "(x + y)^2 = x^2 + 2xy + y^2",
    "The square of a sum is the sum of the squares and twice the product.",
    "Eq((x + y)**2, x**2 + 2*x*y + y**2)",
    by_identity("all numbers", "real"),
    mutants={"once the product": ("2*x*y", "x*y"), "without y^2": (" + y**2", "")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "sum-of-squares-exceeds-the-product",
    "2xy <= x^2 + y^2",
    "Twice a product is at most the sum of the squares, for numbers that are at least zero.",
    "2*x*y <= area",
    by_solver("all numbers", ["x >= 0", defined("area", "x**2 + y**2"), cite("square-of-a-sum", {"y": "-y"})]),
    at="Lemma 2", silent="areas are at least zero", repairs="product-exceeds-the-sum-of-squares",
    mutants={"three times": ("2*x", "3*x"), "the other way": ("<=", ">=")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "product-exceeds-the-sum-of-squares",
    "2xy > x^2 + y^2",
    "Twice a product is more than the sum of the squares.",
    "2*x*y > x**2 + y**2",
    by_solver("all numbers", ["And(x >= 0, y >= 0)"]),
    at="Lemma 2", fails=instance("x = y = 0.", "x = 0; y = 0"),
    wrong="At x = y both sides are equal.", cost="Equality, and the direction.", defect="wrong direction",
)  # fmt: skip

TRUST = TrustLedger(
    (
        TrustEntry("z3", "engine", "An answer 'unsat' of z3 over the reals is right.", "de Moura, Bjorner 2008"),
        TrustEntry("sympy", "engine", "What sympy reduces to zero is zero.", "Meurer et al. 2017"),
    )
)


def registry() -> Registry:
    """The ledger of this paper."""
    return ledger_of([PAPER], TRUST.values())
