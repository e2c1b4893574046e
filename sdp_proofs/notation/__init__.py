"""How mathematics that is typed in a line of text is written: in TeX, and in signs."""
