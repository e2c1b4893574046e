"""Checks of notebook 14 after each of its cells, in its own names."""

# %% cell-1
assert sdp.program(above, budget=4).all_sizes == 4

# %% cell-3
assert row.cost == 4

# %% cell-5
assert answer.verdict.value == "FAILS"
assert sdp.program(above_all, size=4, budget=4).verdict.value == "HOLDS"

# %% cell-7
assert found.confirmed

# %% cell-13
assert sdp.program(above_twice, budget=8).all_sizes == 8
assert sdp.program(noisy_max_and_value, budget=3).verdict.value == "HOLDS"
