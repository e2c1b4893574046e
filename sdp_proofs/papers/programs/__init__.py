"""Programs of the literature, right and wrong: each a sentence about it, with its proof or its violation."""
