"""Laplacian smoothing: the operator (I - sigma L)^-1 on the circle, exactly, in balls and by FFT."""
