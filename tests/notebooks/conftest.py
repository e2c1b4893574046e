# What is checked after the cells of a notebook speaks of the notebook's names: no modules to look for doctests in.
collect_ignore_glob = ["checks/*"]
