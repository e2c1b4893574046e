"""The sampling average: Theorem 4, Algorithm 3 and Appendix E.2."""
