"""Tables 1 to 3 and Appendix A.3: the sampled histogram with and without noise."""
