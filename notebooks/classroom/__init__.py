"""Tools that prepare notebooks for a class: `python -m notebooks.classroom`, from the repository's root."""
