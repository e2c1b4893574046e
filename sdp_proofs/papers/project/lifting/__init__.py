"""Steps from one output, one database or one record to all of them, as theorems."""
