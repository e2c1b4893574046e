"""Statements as mathematics: read, called, tested, proved, exported.

`kernel` holds types, terms and rules; `replay` checks proofs that are data; `definitions` has the notions; the rest is
untrusted: `terms` (terms by name, the register of definitions), `surface` (statements as annotated functions),
`tactics`, `means` and `certificates` (finders), `printing`, `proofs` (proof files), `theories` (statements with their
proofs).
"""
