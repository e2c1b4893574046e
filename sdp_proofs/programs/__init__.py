"""A mechanism as a Python function: is it private, at what budget, and if not, where does it leak."""
