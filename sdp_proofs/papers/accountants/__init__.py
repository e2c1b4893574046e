"""Privacy accountants in public use: what they print for some releases, against enclosures of the truth."""
