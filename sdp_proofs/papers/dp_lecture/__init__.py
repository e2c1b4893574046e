"""The lecture on the first building blocks of differential privacy: every statement of its slides."""
