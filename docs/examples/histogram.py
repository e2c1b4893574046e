"""A histogram with noise, and its neighbours when one record changes its type."""


def swaps(size):
    """One count goes up and another one down."""
    return [
        tuple([1 if k == i else -1 if k == j else 0 for k in range(size)])
        for i in range(size)
        for j in range(size)
        if i != j
    ]


def histogram(draw, q):
    """Every count gets noise of one unit."""
    return tuple(x + draw.geometric(1) for x in q)
