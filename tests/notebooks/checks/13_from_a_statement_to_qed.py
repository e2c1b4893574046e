"""Checks of notebook 13 after each of its cells, in its own names."""

# %% cell-5
assert theorem.statement.count("Theorem claim_holds") == 1 and theorem.proof.endswith("Qed.")

# %% cell-7
assert false and all((one.statement != theorem.statement, one.proof == theorem.proof) for one in false.values())

# %% cell-8
if shutil.which("coqc"):
    assert list(answers.values()) == ["accepted"] + ["refused"] * len(false)

# %% cell-12
assert "< delta (51 / 49) 523 477 500 <" in number.statement
