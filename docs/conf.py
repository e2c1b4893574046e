"""How Sphinx builds these pages: Markdown through MyST, reference pages from the docstrings."""

from importlib.metadata import version as installed_version

project = "sdp-proofs"
author = "The sdp_proofs contributors"
copyright = "2026, The sdp_proofs contributors"
version = release = installed_version("sdp-proofs")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

# Docstrings are written in Google style, with single backquotes for code.
napoleon_numpy_docstring = False
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = "sdp-proofs"
