"""Laws of noise: tails and moments of the absolute value, one law per file."""
