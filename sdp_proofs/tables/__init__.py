"""Tables that readers typed from a paper, and how they compare with what is computed."""
