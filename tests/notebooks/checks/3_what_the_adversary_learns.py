"""Checks of notebook 3 after each of its cells, in its own names."""

# %% cell-5
assert roc[-1] == (1, 1)

# %% cell-7
assert found.exact == forward

# %% cell-11
assert profile.at(odds) == sdp.delta(database, sdp.Budget.read(odds=odds)).value.exact

# %% cell-15
assert max(utilities) == best.value.exact

# %% cell-17
assert large.rounded(10) == "1.113417137e-32"

# %% cell-19
assert first == 8
assert limits[7] == 0 < limits[8]
