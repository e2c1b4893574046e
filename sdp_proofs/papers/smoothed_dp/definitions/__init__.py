"""Definitions 1 to 3 and Theorem 1."""
