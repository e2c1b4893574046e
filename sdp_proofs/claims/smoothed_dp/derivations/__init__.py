"""Proofs of the paper, line by line, each line with its own check."""
