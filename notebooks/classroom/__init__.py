"""What makes notebooks ready for a class: `python -m notebooks.classroom`, from the repository's root."""
