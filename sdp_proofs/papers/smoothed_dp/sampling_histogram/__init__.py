"""The sampling histogram: Theorem 3, Remark 8, Section 5.1 and Appendix E.1."""
