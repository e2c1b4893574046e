"""Checks of notebook 7 after each of its cells, in its own names."""

# %% cell-1
assert law.mean.contains("-1/512")
assert sum(law.rational) == 1

# %% cell-3
assert str(found.value) == "39419/518700"

# %% cell-7
assert min(estimates[10**6]) > 100 * float(exact)

# %% cell-9
assert average.low <= average.normal_low <= average.mean_estimate <= average.normal_high

# %% cell-11
assert beyond > 10
