"""Checks of notebook 15 after each of its cells, in its own names."""

# %% cell-3
assert evaluated(post_processing, E=1, d="1/4", **numbers).conclusion is True
assert evaluated(post_processing, E=1, d="1/5", **numbers).premises[-1] is False

# %% cell-7
assert found.refuted and evaluated(slacks_add, found.sizes, **found.instance).verdict is False

# %% cell-9
assert any(sum(P[i] - E**2 * S[i] for i in event) > 2 * d for event in ([0], [1]))

# %% cell-11
assert not hunt(two_steps).refuted
refuted = {one.change for one in mutants(two_steps, 100) if one.found.refuted}
assert {"without the premise close(E, d, Q, S)", "1 for 1 + E in the conclusion"} <= refuted

# %% cell-13
assert [text(p) for p in unused(two_steps)] == ["0 <= d", "law(P)", "law(Q)", "law(S)"]

# %% cell-17
assert slack == [(1 + E) * small for E in odds]
for E in odds:
    laws = {"P": [(1 + E) * small, 1 - (1 + E) * small], "Q": [small, 1 - small], "S": [0, 1]}
    assert evaluated(two_steps, E=E, d=small, **laws).premises == (True,) * 7
    assert E == 1 or evaluated(slacks_add, E=E, d=small, **laws).verdict is False

# %% cell-19
assert replayed(line) == replay.digest(two_steps.term) != replay.digest(slacks_add.term)

# %% cell-21
assert replayed(forged(lambda steps: None)) == replay.digest(two_steps.term)

# %% cell-23
assert hunt(symmetric_closeness).refuted and not hunt(symmetric_at_one).refuted
