"""Claims, errata and tables as text: built once as blocks, set for a terminal, Markdown, HTML and LaTeX."""
