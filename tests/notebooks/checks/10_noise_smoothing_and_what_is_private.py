"""Checks of notebook 10 after each of its cells, in its own names."""

# %% cell-2
assert sum(spread) == 1
assert spread[0] * 45 == 17

# %% cell-4
assert smoothing.apply(spread) == (1, 0, 0, 0)

# %% cell-6
assert all(signal.errors().smoothed < signal.errors().noisy for signal in signals(seed=2019))

# %% cell-15
assert found.verdict.name == "HOLDS"

# %% cell-19
assert spent.to_quote() == "(0.06511, 1e-5)-DP, add or remove one record"

# %% cell-23
assert least.meets < noise / 3
