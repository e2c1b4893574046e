"""The question of `sdp-proofs` without arguments: what do you have? The answer is the command to type."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass

RECORD = "record"


@dataclass(frozen=True)
class Choice:
    """One thing that somebody can have.

    Args:
        what: in words.
        asked: what is asked for it, by name: the question, and an example.
        command: the words of the command, with the names of what was asked in braces.
        instead: the command where the first answer names a file.
    """

    what: str
    asked: tuple[tuple[str, str, str], ...]
    command: str
    instead: str = ""

    def written(self, answers: dict[str, str]) -> str:
        """Write the command, what was answered quoted for a shell.

        Example:
            >>> CHOICES[0].written({"counts": "300,700", "rate": "0.9", "epsilon": "log(3)"})
            "sdp-proofs delta --counts 300,700 --rate 0.9 --epsilon 'log(3)'"
        """
        quoted = {name: shlex.quote(value) for name, value in answers.items()}
        template = self.instead if self.instead and answers.get(RECORD) else self.command
        return f"sdp-proofs {template.format(**quoted)}"


_DELTA = ("delta", "At which delta?", "1e-5")
CHOICES = (
    Choice(
        "counts: how many records are of each type",
        (
            ("counts", "How many records are of each type?", "300,700"),
            ("rate", "Which share of them is sampled?", "0.9"),
            ("epsilon", "At which epsilon?", "1"),
        ),
        "delta --counts {counts} --rate {rate} --epsilon {epsilon}",
    ),
    Choice(
        "a training run",
        (
            (RECORD, "Is there a record (an Opacus state, events, a table of phases)? Its file, or nothing", ""),
            _DELTA,
            ("noise", "What is the noise multiplier?", "1.1"),
            ("batch", "How many records are in a batch?", "256"),
            ("records", "How many records are there?", "60000"),
            ("epochs", "How many epochs?", "60"),
        ),
        "account --noise-multiplier {noise} --batch-size {batch} --records {records} --epochs {epochs} --delta {delta}",
        "account {record} --delta {delta}",
    ),
    Choice(
        "a number that somebody printed",
        (
            ("release", "Of which release?", "poisson(0.01, gaussian(1.1)) * 1000"),
            _DELTA,
            ("number", "Which epsilon was printed?", "2"),
        ),
        "account {release} --delta {delta} --check {number}",
    ),
    Choice("a theorem", (("theorem", "Which one?", "Theorem 5"),), "show {theorem}"),
)


def choose(ask: Callable[[str], str], say: Callable[[str], None]) -> str | None:
    """Ask what somebody has, and return the command; None where the answer is none of those.

    Args:
        ask: shows a text and returns the answer.
        say: shows a text.

    Example:
        >>> replies = iter(["4", ""])
        >>> choose(lambda text: next(replies), lambda text: None)
        "sdp-proofs show 'Theorem 5'"
    """
    say("What do you have?")
    for number, choice in enumerate(CHOICES, 1):
        say(f"  {number}  {choice.what}")
    picked = ask("1 to 4: ").strip()
    if picked not in {str(number) for number in range(1, len(CHOICES) + 1)}:
        return None
    chosen = CHOICES[int(picked) - 1]
    answers: dict[str, str] = {}
    for name, question, example in chosen.asked:
        if chosen.instead and answers.get(RECORD) and "{" + name + "}" not in chosen.instead:
            continue
        shown = f" [{example}]" if example else ""
        answers[name] = ask(f"{question}{shown} ").strip() or example
    return chosen.written(answers)
