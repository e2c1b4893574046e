"""The figures that `sdp-proofs figure` knows, one module per kind: what is computed, and how it becomes a picture."""
