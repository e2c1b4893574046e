"""Describe a run that was read: its release, where it was read, and what the description does not show.

World: exact. A record of a run holds numbers that its program was told. Whether the program did what it was told is
not in it, so that every answer about a record comes with the list of what has to hold beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.accounting.release import Release, mechanisms_in

POISSON_BATCHES = "each batch was a fresh Poisson sample: every record in it independently, with the same probability"
RATE_OF_SAMPLER = "the rate is the sampler's own, and no weights or other sampler were put in its place"
PUBLIC_NORMALISER = "sums are divided by a constant, not by the size of the batch that was drawn"
NO_TUNING = "no hyper-parameter was chosen by other runs on the same records"
FIXED_BATCHES = "each batch was drawn afresh, without replacement, of the same size"
SENSITIVITY_HOLDS = "one record changes an answer by at most the sensitivity: gradients were clipped one by one"
TEXTS, CHECKPOINTS = (".json", ".yaml", ".yml", ".txt", ".csv"), (".pt", ".pth", ".ckpt", ".tar", ".bin")
"""Endings of the names of files that hold a run: as text, or as a checkpoint of a program."""


def is_file_name(text: str) -> bool:
    """True for a text that ends like the name of a file with a run; no expression does."""
    return text.lower().endswith((*TEXTS, *CHECKPOINTS)) and "\n" not in text


@dataclass(frozen=True)
class Recorded:
    """A run as its record tells it.

    Args:
        release: what was published.
        source: what was read, in words: "an Opacus history of 3 entries".
        adjacency: the one that the record names; None where it names none.
        facts: what was read beside the release, as a label and a text.
        unseen: what the description of the run does not show and the answer rests on.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> run = Recorded.of(read_release("poisson(0.1, gaussian(1)) * 5"), "an example")
        >>> print(run.block)
        read from an example; it does not show, and the answer rests on it, that
          each batch was a fresh Poisson sample: every record in it independently, with the same probability
          the rate is the sampler's own, and no weights or other sampler were put in its place
          sums are divided by a constant, not by the size of the batch that was drawn
          one record changes an answer by at most the sensitivity: gradients were clipped one by one
          no hyper-parameter was chosen by other runs on the same records
    """

    release: Release
    source: str
    adjacency: str | None = None
    facts: tuple[tuple[str, str], ...] = ()
    unseen: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, release: Release, source: str, adjacency: str | None = None, facts: tuple[tuple[str, str], ...] = ()
    ) -> Recorded:
        """A run with the list of what no record of such a release shows."""
        return cls(release, source, adjacency, facts, unseen_of(release))

    @property
    def block(self) -> str:
        """The source and the list, one line each."""
        head = f"read from {self.source}; it does not show, and the answer rests on it, that"
        return "\n".join([head, *(f"  {line}" for line in self.unseen)])


def unseen_of(release: Release) -> tuple[str, ...]:
    """List what has to hold for a release to be what a program did, by what the release is made of.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> [line.partition(",")[0] for line in unseen_of(read_release("laplace(2)"))][-1]
        'no hyper-parameter was chosen by other runs on the same records'
    """
    terms = tuple(mechanisms_in(release))
    sampled = [term for term in terms if term.sampling]
    lines = []
    if any(not term.is_batch for term in sampled):
        lines += [POISSON_BATCHES, RATE_OF_SAMPLER]
    if any(term.is_batch for term in sampled):
        lines.append(FIXED_BATCHES)
    if sampled:
        lines.append(PUBLIC_NORMALISER)
    return (*lines, SENSITIVITY_HOLDS, NO_TUNING)
