"""Runs of private training: said in the field's words, read from its tools, budgeted while they go on, audited."""
