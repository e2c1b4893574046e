"""The sampled mean of one database of integers."""
