"""Checks of notebook 8 after each of its cells, in its own names."""

# %% cell-1
assert [row.delta.rounded(3) for row in report.rows if row.epsilon == "1"] == ["2.52e-6"]

# %% cell-5
assert database_delta(NoisyCount(8), (4, 6), 2) == Fraction(1, 81)

# %% cell-11
assert result.status is Status.REFUTED
assert not result.agrees

# %% cell-13
assert found == {"width": 1, "odds": Fraction(3, 2)}

# %% cell-15
from sdp_proofs.certificate import confirm

assert confirm(written.certificate(belief))

# %% cell-17
assert proved.agrees

# %% cell-19
assert outcome.status is Status.SUPPORTED
assert outcome.agrees

# %% cell-21
assert searched.found is None
