"""Checks of notebook 16 after each of its cells, in its own names."""

# %% cell-4
assert "1.567" in spent.value.rounded(10)

# %% cell-9
assert broken.broken and broken.lower > 2 * float(broken.upper.value.upper)

# %% cell-11
assert not passed.broken

# %% cell-13
assert any("not by the size of the batch" in line for line in broken.run.unseen)

# %% cell-17
assert not sdp.audit_run(guessed(2.0), "gaussian(sigma=2)", delta=1e-5, confidence="0.99").broken
assert sdp.audit_run(guessed(0.4), "gaussian(sigma=2)", delta=1e-5, confidence="0.99").broken

# %% cell-21
assert opacus <= "3.0330758719089426"

# %% cell-23
assert explained.dearest == 0

# %% cell-25
assert budget.left >= 0 and not budget.allows("gaussian(5)")

# %% cell-27
assert noisy.lower < float(noisy.upper.value.upper) and not noisy.broken

# %% cell-28
assert (stands, refuted) == (45, 46)
