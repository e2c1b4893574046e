"""Checks of notebook 1 after each of its cells, in its own names."""

# %% cell-1
assert loss.value.rounded(6) == "1.1972e-32"

# %% cell-3
assert loss.neighbour == (81283500, 74223976)

# %% cell-5
assert float(worst) > 0.99

# %% cell-7
assert gain.rounded(3) == "1.11e-32"

# %% cell-9
assert answer.enclosure().rounded(4) == "0.02814"

# %% cell-11
assert all(row.delta_below_one_over_n is sdp.Verdict.HOLDS for row in rows)

# %% cell-14
assert below[Fraction(3, 5)] == 26
