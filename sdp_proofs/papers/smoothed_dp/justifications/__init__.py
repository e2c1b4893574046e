"""The justifications of Sections 2 and 3.2: tests, likelihood ratios, posteriors and utilities."""
