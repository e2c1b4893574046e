"""Checks of notebook 12 after each of its cells, in its own names."""

# %% cell-3
assert l1_sensitivity(table, "replace-one") == 2 * l1_sensitivity(table, "add-remove") == 4

# %% cell-5
assert counts.profile(1).value.exact == 0
assert 12.18 < float(counts.errors.quantile("l-infinity", "0.05")) < 12.2061

# %% cell-7
assert decide_classical(8, "1e-5").value == "HOLDS" and decide_classical(9, "1e-5").value == "FAILS"

# %% cell-9
assert float(borders[0]) < float(borders[1]) < float(borders[-1])

# %% cell-13
assert saved[0] > saved[1] > 1

# %% cell-15
assert float(private.profile(1).value) <= 1e-5

# %% cell-18
assert largest(Histogram(12))[0] < largest(Histogram(12))[1]
assert largest(Margins((2,) * 12, 1))[0] > largest(Margins((2,) * 12, 1))[1]
