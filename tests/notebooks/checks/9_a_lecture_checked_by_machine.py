"""Checks of notebook 9 after each of its cells, in its own names."""

# %% cell-3
assert len(false) == 8

# %% cell-5
assert [number for number, true in truth.items() if not true] == [2, 6, 7]

# %% cell-7
assert response(Fraction(3, 4), 2) == (Fraction(1, 4), 1)

# %% cell-13
assert single(D, other) == Fraction(1, 4) < least_delta(D, other, 2) == Fraction(1, 2)

# %% cell-23
assert 8.3 < low < high < 8.5

# %% cell-25
assert result.status is Status.ESTABLISHED

# %% cell-29
assert all(inside(square, 2) >= 1 - exp(-square) for square in range(1, 20))
assert inside(3) < 1 - exp(-3)
