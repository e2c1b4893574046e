"""Claims as theorems that the kernel of a proof assistant checks."""
