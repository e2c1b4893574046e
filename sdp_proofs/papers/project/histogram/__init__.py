"""Statements of this project on delta of the sampling histogram."""
