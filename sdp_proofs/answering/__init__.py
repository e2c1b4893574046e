"""Answers with noise: how far off they are, what queries ask, and mechanisms as values that know both."""
