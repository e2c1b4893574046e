"""Provers of formulas for all values: algebra, z3, boxes, linear programmes."""
