"""Statements of this project, on which its algorithms rest."""
