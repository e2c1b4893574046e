"""Checks of notebook 2 after each of its cells, in its own names."""

# %% cell-7
assert errors[0] < 1e-14 < 1e-10 < errors[-1]
assert in_floats(20_000) < 1e-320

# %% cell-9
assert certified(20_000).rounded(4) == "1.121e-584"

# %% cell-16
assert str(value) == "-54767/66192"

# %% cell-18
assert str(small) == "1/60"

# %% cell-22
assert decide_less(third, Fraction(1, 3)) is sdp.Verdict.UNKNOWN

# %% cell-24
assert found.value.rounded(40) == str(other)

# %% cell-26
assert 10_400 < n < 11_000
