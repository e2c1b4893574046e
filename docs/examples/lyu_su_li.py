"""Versions 1 and 3 to 6 of the sparse vector technique in the comparison by Lyu, Su and Li, for one answer above.

Version 2 draws a new threshold after each answer above; where the first one ends it, it is version 1. The unit is a
quarter of epsilon, so that a claim of epsilon is a budget of 4. Noise is on the integers where the paper has it on the
line: geometric(2) is for Lap(2/epsilon), and geometric(1) for Lap(4/epsilon).
"""


def alg_1(draw, q, *, threshold=10):
    """Noisy threshold, noisy queries, stop at the first above."""
    level = threshold + draw.geometric(2)
    out = []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append("above")
            break
        out.append("below")
    return out


def alg_3(draw, q, *, threshold=10):
    """Return the noisy value that was above."""
    level = threshold + draw.geometric(2)
    out = []
    for x in q:
        noisy = x + draw.geometric(2)
        if noisy >= level:
            out.append(noisy)
            break
        out.append("below")
    return out


def alg_4(draw, q, *, threshold=10):
    """Give the queries a third of the threshold's noise."""
    level = threshold + draw.geometric(1)
    out = []
    for x in q:
        if x + draw.geometric(3) >= level:
            out.append("above")
            break
        out.append("below")
    return out


def alg_5(draw, q, *, threshold=10):
    """Add no noise to the queries."""
    level = threshold + draw.geometric(2)
    return ["above" if x >= level else "below" for x in q]


def alg_6(draw, q, *, threshold=10):
    """Answer every query."""
    level = threshold + draw.geometric(2)
    return ["above" if x + draw.geometric(2) >= level else "below" for x in q]
