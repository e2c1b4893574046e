"""Configuration of Sphinx for these pages: Markdown through MyST, reference pages from the docstrings."""

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
    "house_words",
    "ledger_site",
    "mathml",
    "myst_nb",
    "names",
    "options",
    "progress",
    "search_pages",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build", "changes"]  # the changelog holds the lines of the latter
html_copy_source = False
html_show_sourcelink = False
html_math_renderer = "mathml"

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
# Notebooks show the outputs that are stored in them; a test runs them.
nb_execution_mode = "off"
# Copied is what is typed.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_here_doc_delimiter = "EOF"

# Docstrings are written in Google style, with single backquotes for code.
napoleon_numpy_docstring = False
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"

# Words of an option's help are no names: some stand for several attributes, and none is meant.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "sdp-proofs"
html_favicon = "../sdp_proofs/render/templates/icon.svg"
html_static_path = ["static", "../sdp_proofs/render/fonts"]
html_css_files = ["pages.css"]
html_search_scorer = str(Path(__file__).with_name("search.js"))
# Quotes and dashes stay as typed: --strict is an option, not a dash.
smartquotes = False
