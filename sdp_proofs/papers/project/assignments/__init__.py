"""Claims of this project on assignments of sources to records: which are worst, and how all are computed."""
