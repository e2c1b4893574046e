"""What the paper numbers, so that a test can tell whether the ledger is total.

An item is covered by the claims whose locator is the item or has it as a part, or by a claim that is named here. Items
that assert nothing a machine could check say why; whatever is claimed *about* them has claims of its own.
"""

from __future__ import annotations

from sdp_proofs.ledger.locators import has_part, normalised
from sdp_proofs.ledger.registry import Registry

SMOOTHED_DP = (
    *("Example 1", "Remark 8", "Corollary 3", "Lemma 1", "Lemma 2", "Lemma 10"),
    *(f"Definition {number}" for number in range(1, 6)),
    *(f"Theorem {number}" for number in range(1, 6)),
    *(f"Proposition {number}" for number in (4, 5, 6, 7, 9)),
    *(f"Algorithm {number}" for number in range(1, 5)),
    *(f"Table {number}" for number in range(1, 4)),
    *(f"Figure {number}" for number in range(1, 6)),
    *(f"Sec. {section}, Justification {number}" for section in ("2", "3.2") for number in (1, 2, 3)),
    *(f"Eq. ({number})" for number in range(1, 12)),
    *(f"Sec. {section}" for section in ("1", "2", "3.2", "4", "5.1", "5.2", "6")),
    *(f"App. {section}" for section in ("A.1", "A.2", "A.3", "B", "C.1", "C.2")),
    *(f"App. D.{number}" for number in range(1, 6)),
    *("App. E.1", "App. E.2", "App. F", "App. G.1", "App. G.2"),
)
"""The items of *Smoothed Differential Privacy* and of its appendices, by locator."""

UNCHECKABLE = {
    "Algorithm 2": "It defines the sampling histogram. The law that is computed with is compared with drawing records "
    "one by one in the tests; everything said of the mechanism is claimed at its own place.",
    "Algorithm 3": "It defines the sampling average; Theorem 4 and Appendix E.2 are what is said of it.",
}
"""Items without a claim of their own, and why."""


ELSEWHERE = {
    "Sec. 2, Justification 2": "dp-keeps-ratios-within-twice-the-odds",
    "Eq. (1)": "delta-agrees-with-its-definition",
    "Eq. (6)": "best-event-takes-the-positive-terms",
    "App. C.1": "utility-and-losses-of-two-types-in-print",
    "Figure 5": "sgd-loss-falls-in-all-settings",
}
"""Items that are adjudicated by a claim at another place: Eq. (1) is the inequality of Definition 1, Eq. (6) that of
Definition 2 again, Appendix C.1 the proof of Lemma 10, and Figure 5 shows the settings of Appendix G.2."""


def missing(registry: Registry, paper: str = "smoothed-dp") -> tuple[str, ...]:
    """The items that neither a claim covers nor `UNCHECKABLE` explains.

    Example:
        >>> from sdp_proofs.claims import registry
        >>> missing(registry())
        ()
    """
    places = [normalised(claim.locator) for claim in registry.of_paper(paper)]
    return tuple(
        item
        for item in SMOOTHED_DP
        if item not in UNCHECKABLE
        and ELSEWHERE.get(item) not in registry
        and not any(has_part(place, normalised(item)) for place in places)
    )
