"""Section 4 and Appendix D: what smoothed privacy keeps under functions and compositions, and how it is computed."""
