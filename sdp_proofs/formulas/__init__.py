"""Formulas: one object that is rendered, evaluated, differentiated, bounded and mutated."""
