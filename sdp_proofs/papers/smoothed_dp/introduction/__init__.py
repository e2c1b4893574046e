"""Abstract, Section 1 and Appendices A.1 and A.2: elections that lose votes."""
