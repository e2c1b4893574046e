"""Appendix B: distributional DP."""
