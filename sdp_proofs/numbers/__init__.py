"""Real numbers whose digits are proven: balls, exact values, decisions, outward decimals."""
