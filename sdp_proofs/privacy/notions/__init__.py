"""Notions of privacy and what each says in terms of another, with instances that attain it."""
