"""Checks of notebook 11 after each of its cells, in its own names."""

# %% cell-3
assert trained.measures[-1].accuracy > 0.8

# %% cell-5
assert spent.value.rounded(4) == "1.222"

# %% cell-11
assert 2.3327 < found.fails < found.meets < 2.3329

# %% cell-12
assert found.meets < float(sigma)

# %% cell-20
assert 0.499 < float(answer) <= 0.5
