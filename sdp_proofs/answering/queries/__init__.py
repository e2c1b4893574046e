"""Queries of records, one kind per file, with their exact sensitivities."""
