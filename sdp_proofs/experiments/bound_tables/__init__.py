"""Tables of exact losses beside published bounds, repaired ones and the worst case; one module per table."""
