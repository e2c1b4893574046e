"""What proves a formula for all values: symbolic algebra, an SMT solver, subdivision of boxes, linear programmes."""
