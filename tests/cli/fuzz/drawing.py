"""Draws words and options, and keeps account of the exit codes that they leave possible."""

from __future__ import annotations

import random
from pathlib import Path

from tests.cli.fuzz.words import CODES, DRAWS, EPSILON, JUNK, ODDS, RATE, THRESHOLD, Pool


class Drawing:
    """Draws the words of one invocation; one of them is bad if there is a place that is to be wrong."""

    def __init__(self, seed: int, folder: Path, *, hostile: float = 0.5) -> None:
        self.draw = random.Random(seed)
        self.folder = folder
        self.files = _files(folder)
        self.hostile = hostile
        self.codes: tuple[int, ...] = (0,)
        self.wrong = -1  # no place
        self.place = 0

    def word(self, pool: Pool) -> str:
        """A word for one place, a bad one at the place that is to be wrong."""
        self.place += 1
        if self.place - 1 == self.wrong and pool.bad:
            if self.draw.random() < 0.3:
                self._may(CODES)
                return self.draw.choice(JUNK)
            self._may((2,))
            return self.draw.choice(pool.bad)
        if pool.odd and self.draw.random() < 0.2:
            self._may((0, 2))
            return self.draw.choice(pool.odd)
        return self.draw.choice(pool.good)

    def _may(self, codes: tuple[int, ...]) -> None:
        """Outcomes that one word makes possible: anything beats an error, and an error beats what may be one."""
        ranks = ((0,), (0, 3), (0, 2), (2,), CODES)
        self.codes = max(self.codes, codes, key=ranks.index)

    def flags(self, *names: str) -> list[str]:
        """Some of the flags."""
        return [name for name in names if self.draw.random() < 0.3]

    def option(self, name: str, pool: Pool) -> list[str]:
        """An option with a word, in either spelling."""
        word = self.word(pool)
        return [f"{name}={word}"] if self.draw.random() < 0.5 or word.startswith("-") else [name, word]

    def budget(self, *, threshold: bool = False) -> list[str]:
        """One of the options that say epsilon."""
        choices = [("--odds", ODDS), ("--epsilon", EPSILON)] + [("--threshold", THRESHOLD)] * threshold
        return self.option(*self.draw.choice(choices))

    def sample(self) -> list[str]:
        """Rate or draws."""
        return self.option(*self.draw.choice([("--rate", RATE), ("--draws", DRAWS)]))

    def file(self) -> str:
        """Some file, of any kind."""
        return str(
            self.draw.choice([*self.files.values(), self.folder, "/nowhere", "/dev/null", "/dev/zero", "/dev/full", ""])
        )


def _files(folder: Path) -> dict[str, Path]:
    contents = {
        "votes": b"id,vote\n" + b"".join(b"%d,%s\n" % (k, b"yes" if k % 3 else b"no") for k in range(60)),
        "integers": b"0,1,2\n3 1 0\n",
        "binary": bytes(range(256)) * 4,
        "empty": b"",
        "elections": b"year,first_votes,second_votes\n2020,30,40\n2024,9,11\n",
        "no elections": b"year,first_votes,second_votes\n2020,-1,x\n",
        "typed": b"records,remark_8\n100,1.5\n",
        "header": b"records\n",
        "quote": b'records,"remark_8\n',
        "deep": b"[" * 100_000,
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in contents}
