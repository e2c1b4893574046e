"""Experiments: the figures and tables of the papers computed anew, and what a user's own data or run betrays."""
