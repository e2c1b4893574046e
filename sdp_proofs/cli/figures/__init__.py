"""How the figures that the papers list are made, one module per kind: what is computed, and how it is drawn."""
