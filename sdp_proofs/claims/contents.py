"""What the paper numbers, so that a test can tell whether the ledger is total.

An item is covered by the claims whose locator is the item or has it as a part, or by a claim that is named here. Items
that assert nothing a machine could check say why; whatever is claimed *about* them has claims of its own.
"""

from __future__ import annotations

from sdp_proofs.ledger.locators import has_part, normalised
from sdp_proofs.ledger.registry import Registry

SMOOTHED_DP = (
    *("Abstract", "Sec. 1", "Example 1", "Figure 1", "Table 1", "Table 2"),
    *("Sec. 2", "Definition 1", "Eq. (1)", "Sec. 2, footnote 1", "Sec. 2, Justification 1", "Sec. 2, footnote 2"),
    *("Sec. 2, Justification 2", "Eq. (2)", "Sec. 2, footnote 3", "Sec. 2, Justification 3", "Eq. (3)"),
    *("Sec. 2, below Eq. (3)", "Lemma 1"),
    *("Definition 2", "Lemma 2", "Corollary 3", "Theorem 1", "Sec. 3.2", "Definition 3", "Table 3"),
    *(f"Sec. 3.2, Justification {number}" for number in (1, 2, 3)),
    *("Sec. 4", "Proposition 4", "Proposition 5", "Proposition 6", "Proposition 7", "Algorithm 1", "Theorem 2"),
    *("Sec. 5.1", "Algorithm 2", "Theorem 3", "Remark 8", "Sec. 5.2", "Algorithm 3", "Theorem 4", "Sec. 6", "Figure 2"),
    *("App. A.1", "App. A.2", "Figure 3", "App. A.3", "Eq. (4)", "Algorithm 4"),
    *("App. B", "Definition 4", "Proposition 9", "Lemma 10", "App. C.1", "App. C.2", "App. C.3"),
    *("App. D.1", "App. D.2", "Eq. (5)", "App. D.3", "App. D.4", "App. D.5"),
    *("App. E.1", "App. E.1, step 0", "Eq. (6)", "App. E.1, step 1", "Eq. (7)", "App. E.1, Eq. (7)"),
    *("App. E.1, step 2", "App. E.1, part (iii)", "App. E.2", "App. F", "Theorem 5", "App. F, proof of the DP half"),
    *("Eq. (8)", "Eq. (9)", "Eq. (10)", "Eq. (11)", "App. F, Step 1.2", "App. F, Step 1.3", "App. F, Step 2"),
    *("App. G.1", "Definition 5", "Figure 4", "App. G.2", "Figure 5"),
)
"""The items of *Smoothed Differential Privacy* and of its appendices, by locator and in the order of reading."""

PAPER = "smoothed-dp"
"""The key of the paper."""

ORDERS = {PAPER: SMOOTHED_DP}
"""The items of each paper in the order of reading, for documents that follow it."""

RESTS = {
    "Sec. 2, footnote 3": ("Sec. 2, Eq. (2)",),
    "Sec. 2, Eq. (2)": ("Sec. 3.2, Justification 2",),
    "Sec. 3.2, Justification 2, second display": ("Sec. 3.2, Justification 2",),
    "Lemma 2": ("Corollary 3",),
    "Corollary 3": ("the printed proof of Lemma 1, which is true", "Sec. 3.2, Justification 3"),
    "Proposition 6": ("the experiments with SGD in Sec. 6", "App. G.2"),
    "Sec. 4, example to Proposition 7": ("nothing",),
    "Sec. 5.1, strictly positive": ("Theorem 3", "Remark 8", "Theorem 5"),
    "App. B": ("the printed proof of Proposition 9, which is true",),
    "App. C.1": ("the printed proof of Lemma 10",),
    "App. D.1": ("the printed proof of Proposition 4, which is true",),
    "App. D.2": ("the printed proof of Proposition 5",),
    "App. D.3": ("the printed proof of Proposition 6",),
    "App. D.4": ("the printed proof of Proposition 7, which is true for closed sets",),
    "App. E.1, part (iii)": ("the printed proof of Theorem 3 (ii), which is true",),
    "App. E.1": ("the printed proofs of Theorem 3 (i) and of Remark 8",),
    "App. E.2": ("the printed proof of Theorem 4, which is true",),
    "App. F, proof of the DP half": ("the worst-case half of Theorem 5",),
    "App. F, Theorem 5": ("nothing",),
    "App. F": ("the printed proof of the smoothed half of Theorem 5",),
    "Lemma 10": ("Lemma 2",),
}
"""What uses an item in print, by the beginning of its locator; the first key that fits counts."""


MISPRINTS = {
    PAPER: (
        ("Sec. 4, Theorem 2", "l is the number of vertices in Pi", "l is the number of distributions in Pi"),
        ("Sec. 5.1, first paragraph", "pre-processing (Proposition 5)", "pre-processing (Proposition 6)"),
        ("Sec. 5.1, after Theorem 3", "iOS 10.12.3", "macOS 10.12.3, the system of the cited study"),
        ("Algorithm 3, line 3", "the sum of X_{i_j}", "the sum of X_{j_i}, i = 1, ..., T"),
        (
            "App. A.1",
            "u is 'defined above Lemma 2'",
            "Eq. (3) of Section 2; the form u(x,x',t) is that of Appendix C.1",
        ),
        ("App. C.3", "Lemma 1, in the heading and in the statement", "Theorem 1"),
        ("App. C.3", "maxima over S and x", "maxima over S and x'"),
        ("App. C.3 and D", "||x - x'||_1 <= 1", "x and x' are neighbours; the norm says so for bits only"),
        ("App. D.2", "S_1 in A_1, S in A_1 x A_2, x in X", "subsets of these sets, and x in X^n"),
        ("App. D.4", "'the above inequality'", "the above equation"),
        ("App. E.1", "parts (ii) and (iii) are the DP bound and the tightness", "parts (iii) and (ii) of Theorem 3"),
        (
            "App. E.1, step 1",
            "i_1 gains and i_2 loses the record (first sentence)",
            "i_1 loses and i_2 gains it, as computed",
        ),
        ("App. E.1, step 1, last display", "||H - H'||_1 <= 1", "<= 2: a replaced record changes two counts"),
        ("App. F", "M_C, balls, and the angle brackets of T", "M_H for two types with replacement; not defined before"),
        ("App. F, Step 1.3", "'the same procedure as the M' = M - 1 case'", "as the M' = M + 1 case"),
        ("App. F, Step 1.3, second case", "P_{M+1,k}/P_{M,k}", "P_{M-1,k}/P_{M,k}"),
    )
}
"""Slips that assert nothing by themselves: where, what is printed, what is meant."""


def rests_on(locator: str) -> tuple[str, ...]:
    """What uses an item in print; empty if it is not known to be used.

    Example:
        >>> rests_on("App. D.1, preimage"), rests_on("Figure 1")
        (('the printed proof of Proposition 4, which is true',), ())
    """
    found = next((uses for start, uses in RESTS.items() if locator.startswith(start)), ())
    return () if found == ("nothing",) else found


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
    "App. C.3": "dp-is-the-largest-delta",
    "Figure 5": "sgd-loss-falls-in-all-settings",
}
"""Items that are adjudicated by a claim at another place: Eq. (1) is the inequality of Definition 1, Eq. (6) that of
Definition 2 again, Appendix C.3 proves Theorem 1 (under the name of Lemma 1), and Figure 5 shows the settings of
Appendix G.2."""


def uses(registry: Registry) -> dict[str, tuple[str, ...]]:
    """What uses each refuted claim in print, by its id; only claims that something is known to rest on."""
    refuted = [claim for claim in registry.values() if claim.paper == PAPER and claim.counterexample is not None]
    found = {claim.id: rests_on(claim.locator) for claim in refuted}
    return {identifier: places for identifier, places in found.items() if places}


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
