"""Appendix F: Theorem 5, sampling with replacement, and what holds in its place."""
