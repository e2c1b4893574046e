"""How Sphinx builds these pages: Markdown through MyST, reference pages from the docstrings."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from generate import write_pages

write_pages()

project = "sdp-proofs"
author = "The sdp_proofs contributors"
copyright = "2026, The sdp_proofs contributors"
version = release = installed_version("sdp-proofs")

extensions = [
    "docstrings",
    "mathml",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build", "generated/files"]
html_extra_path = ["generated/files"]
html_math_renderer = "mathml"

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

# Docstrings are written in Google style, with single backquotes for code.
napoleon_numpy_docstring = False
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = "sdp-proofs"
html_static_path = ["static"]
html_css_files = ["pages.css"]
# Quotes and dashes stay as typed: --strict is an option, not a dash.
smartquotes = False
