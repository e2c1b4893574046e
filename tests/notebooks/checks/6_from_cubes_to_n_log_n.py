"""Checks of notebook 6 after each of its cells, in its own names."""

# %% cell-5
assert cost.degree == 3

# %% cell-11
assert worst == 0
assert curve[worst].proven_digits >= 10

# %% cell-13
assert electorate.value.rounded(6) == "1.04909e-2640"

# %% cell-17
assert 0 in answer.mixture
assert float(middle) < float(answer.value)
