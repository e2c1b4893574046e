"""Checks of notebook 4 after each of its cells, in its own names."""

# %% cell-5
assert len(tried) >= 200

# %% cell-6
assert all(after <= before for before, after in tried)

# %% cell-8
assert loss(mechanism) > loss(processed)

# %% cell-12
assert alone == [0, 0]
assert together == 1

# %% cell-14
from fractions import Fraction

assert database_delta(Composition((honest, honest)), (0,), 1) == Fraction(1, 2)

# %% cell-20
assert breaks((keep, odds))
