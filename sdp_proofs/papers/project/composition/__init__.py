"""Claims of this project on composition: several releases of the same data."""
