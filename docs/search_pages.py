"""A Sphinx extension: the search takes British and American spellings for the same words.

Pages are indexed here and questions are read in the browser; the table of spellings for both is in `search.js`, which
also ranks what was found: claims that carry the number that was asked for, then pages, then the reference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from sphinx.search.en import SearchEnglish

SCRIPT = Path(__file__).with_name("search.js")


def setup(app: Any) -> dict[str, bool]:
    """Add the language; `html_search_scorer`, which names `search.js`, does the rest."""
    app.add_search_language(BothSpellings)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def spellings() -> list[tuple[re.Pattern[str], str]]:
    """The table in the script: patterns of British endings, and the American ones."""
    table = re.search(r"const SPELLINGS = (\[.*?\n\]);", SCRIPT.read_text(encoding="utf-8"), re.DOTALL)
    assert table is not None, f"{SCRIPT.name} must have a table SPELLINGS"
    return [(re.compile(british), american.replace("$", "\\")) for british, american in json.loads(table[1])]


class BothSpellings(SearchEnglish):
    """English whose words are spelt the American way before they are cut down to their stems.

    Example:
        >>> english = BothSpellings({})
        >>> [english.stem(word) for word in ("randomised", "randomized", "neighbours", "centre", "labelled")]
        ['random', 'random', 'neighbor', 'center', 'label']
    """

    lang = "en"

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._spellings = spellings()

    def stem(self, word: str) -> str:
        """The stem of a word, the same in both spellings."""
        word = word.lower()
        for british, american in self._spellings:
            word = british.sub(american, word)
        return super().stem(word)
