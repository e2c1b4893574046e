# Checks after the cells of a notebook speak of the notebook's names: these modules have no doctests.
collect_ignore_glob = ["checks/*"]
