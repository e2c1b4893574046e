"""Checks of notebook 5 after each of its cells, in its own names."""

# %% cell-3
assert found.found is not None

# %% cell-7
assert found.confirmed

# %% cell-10
assert len(broken) >= 1

# %% cell-12
assert ("0.005", "0.01") in refuted
assert not any(Fraction(rate) >= Fraction(2, 5) for rate, _ in refuted)

# %% cell-19
assert all(float(loss) < float(bound) for loss, bound in zip(losses, repaired, strict=True))
assert float(printed[-1]) < float(losses[-1])

# %% cell-21
assert simple.found["records"] <= 40
