"""Mechanisms: what is released, which databases are adjacent, and the exact law of the output."""
