"""Three versions of the sparse vector technique: which queries are above a threshold? Only one of them is private."""


def above(draw, q):
    """Say which query is the first above a noisy threshold."""
    level = 10 + draw.laplace(2)
    out = []
    for x in q:
        if x + draw.laplace(1) >= level:
            out.append("above")
            break
        out.append("below")
    return out


def above_all(draw, q):
    """Go on after the first, without paying for it."""
    level = 10 + draw.geometric(1)
    return ["above" if x + draw.geometric(1) >= level else "below" for x in q]


def above_with_value(draw, q):
    """Say by how much, with the noise that decided it."""
    level = 10 + draw.geometric(1)
    out = []
    for x in q:
        noisy = x + draw.geometric(1)
        if noisy >= level:
            out.append(noisy)
            break
        out.append("below")
    return out
