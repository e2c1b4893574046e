"""Random certificates before two judges that share no code: they agree, and no document does anything but be judged.

    python -m tests.papers.fuzz_certificates 20000        # as many documents; a second number is the first seed

Expressions are made of all operations with values of the right kind, and now and then of a wrong one; documents are
spoilt as JSON and as bytes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from sdp_proofs.certificate import SCHEMA, CertificateError, LimitError, confirm
from sdp_proofs.certificate.document import loaded
from tests.papers.second_replay import judged
from tests.papers.second_values import MalformedError, OpenError

NAMES = ("a", "b", "c", "f", "g", "x", "y", "n", "exp", "all")
SYMBOLS = ("p", "q", "loss")
KINDS = ("number", "truth", "tuple", "truths", "function")
WRONG = 0.03
"""Share of the values that are of another kind than they should be."""
HUGE = ("10**10**9", "2**2**45", "factorial(10**8)", "comb(10**9, 5*10**8)", "range(10**12)", "exp(10**12)",
        "(1/3)**10**9", "exp(exp(exp(10)))", "sqrt(2)**10**9", "len(range(10**6))", "range(-10**30, 10**30)",
        "log(2**10**7)", "sum(range(10**5)) + sum(range(10**5))", "comb(10**30, 10**20)", "1/7**10**6",
        "floor(exp(10**7))", "(lambda x: x)(1)", "(-" * 50 + "1" + ")" * 50, "9" * 5000)  # fmt: skip
ODD = ("0.5", "1e3", "'a'", "open(1)", "(1).real", "1 in (1,)", "a := 1", "[*range(3)]", "f(x=1)", "lambda *x: 1",
       "x[0:1]", "1 if", "__import__", "{1: 2}", "not", "1 # 2", "1 << 2", "~1", "(x for x, y in ())", "\uff45xp(1)",
       "yield", "await f", "None", "...", "1j", "x\u202e", "\ud800", "1\n< 2", "f()()", "f\x00", "+1",
       "1 is 1")  # fmt: skip

VALUES = (None, 5, [], {}, "1", True, [["a"]], [[1, 2]], 1e308, "\ud800", "\u202e", "a\nb", "x" * 5000)
TEXTS = ("[" * 10**5, '{"a":' * 10**5, "-" * 10**5, "", "NaN", "9" * 5000)


class Writer:
    """Writes expressions of a kind, of limited depth, over the names in sight."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.known: dict[str, str] = {}

    def write(self, kind: str, depth: int) -> str:
        """An expression, mostly of this kind."""
        if self.random.random() < WRONG / 3:
            return self.random.choice(HUGE if self.random.random() < 0.3 else ODD)
        if self.random.random() < WRONG:
            kind = self.random.choice(KINDS)
        names = [name for name, found in self.known.items() if found == kind]
        if names and self.random.random() < 0.3:
            return self.random.choice(names)
        writers: dict[str, Callable[[int], str]] = {
            "number": self._number, "truth": self._truth, "tuple": self._tuple, "truths": self._truths,
            "function": self._function,
        }  # fmt: skip
        return writers[kind](depth)

    def _number(self, depth: int) -> str:
        pick, write = self.random.choice, self.write
        if depth <= 0:
            return pick(("0", "1", "2", "3", "1/2", "2/3", "-1", "7"))
        functions = [name for name, kind in self.known.items() if kind == "function"]
        made = [
            lambda: f"({write('number', depth - 1)} {pick(('+', '-', '*', '/'))} {write('number', depth - 1)})",
            lambda: f"({write('number', depth - 1)}){pick(('**2', '**-1', '**3', '**(1/2)', '**0', ' // 2', ' % 3'))}",
            lambda: f"{pick(('exp', 'log', 'sqrt', 'floor', 'ceil'))}({write('number', depth - 2)})",
            lambda: f"{pick(('max', 'min'))}({write('number', depth - 1)}, {write('number', depth - 1)})",
            lambda: f"{pick(('max', 'min', 'sum', 'len'))}({write('tuple', depth - 1)})",
            lambda: f"comb({self._integer()}, {self._integer()})",
            lambda: f"factorial({self._integer()})",
            lambda: f"({write('number', depth - 1)} if {write('truth', depth - 1)} else {write('number', depth - 1)})",
            lambda: f"{write('tuple', depth - 1)}[{pick(('0', '-1', '0', self._integer()))}]",
            lambda: f"-{write('number', depth - 1)}",
            lambda: f"{pick(functions)}({write('number', depth - 1)})" if functions else "5",
        ]
        return pick(made)()

    def _truth(self, depth: int) -> str:
        pick, write = self.random.choice, self.write
        sign = pick(("<", "<=", ">", ">=", "==", "!="))
        if depth <= 0:
            return f"{self._number(0)} {sign} {self._number(0)}"
        made = [
            lambda: f"{write('number', depth - 1)} {sign} {write('number', depth - 1)}",
            lambda: f"{write('number', depth - 1)} {sign} {write('number', depth - 1)} <= {write('number', depth - 1)}",
            lambda: f"{write('tuple', depth - 1)} {pick(('==', '!=', sign))} {write('tuple', depth - 1)}",
            lambda: f"({write('truth', depth - 1)} {pick(('and', 'or'))} {write('truth', depth - 1)})",
            lambda: f"(not {write('truth', depth - 1)})",
            lambda: f"{pick(('all', 'any'))}({write('truths', depth - 1)})",
            lambda: pick(("True", "False")),
        ]
        return pick(made)()

    def _tuple(self, depth: int) -> str:
        pick, write = self.random.choice, self.write
        made = [
            lambda: f"({write('number', depth - 1)}, {write('number', depth - 1)})",
            lambda: f"[{write('number', depth - 1)}]",
            lambda: f"range({pick(('2', '3', '1, 4', '5, 1, -2', self._integer()))})",
            lambda: f"({write('tuple', depth - 1)} + {write('tuple', depth - 1)})",
            lambda: self._loop("number", depth),
            lambda: f"running({write('number', depth - 1)}, {write('tuple', depth - 1)})",
        ]
        return pick(made[:3] if depth <= 0 else made)()

    def _integer(self) -> str:
        """Mostly what a count may be."""
        return self.random.choice(("0", "1", "2", "3", "4", "5", "()") if self.random.random() < WRONG else "12345")

    def fresh(self) -> str:
        """Mostly a name without a meaning."""
        free = [name for name in NAMES[:8] if name not in self.known]
        return self.random.choice(free if free and self.random.random() > WRONG else NAMES)

    def _truths(self, depth: int) -> str:
        return f"({self._truth(depth - 1)},)" if depth <= 0 else self._loop("truth", depth)

    def _loop(self, kind: str, depth: int) -> str:
        source = self.write("tuple", depth - 1)
        name = self.fresh()
        before, self.known = self.known, {**self.known, name: "number"}
        condition = f" if {self.write('truth', depth - 2)}" if self.random.random() < 0.3 else ""
        body = self.write(kind, depth - 1)
        self.known = before
        brackets = self.random.choice(("()", "[]"))
        return f"{brackets[0]}{body} for {name} in {source}{condition}{brackets[1]}"

    def _function(self, depth: int) -> str:
        name = self.fresh()
        before, self.known = self.known, {**self.known, name: "number"}
        body = self.write("number", depth - 1)
        self.known = before
        return f"lambda {name}: {body}"


def document(random: Random) -> dict[str, Any]:
    """A certificate, mostly well formed."""
    writer, let = Writer(random), []
    for _ in range(random.randrange(5)):
        name = writer.fresh()
        kind = random.choice(KINDS)
        let.append([name, writer.write(kind, 3)])
        writer.known[name] = kind
    given = [writer.write("truth", 2) for _ in range(random.randrange(2))]
    symbols = random.sample(SYMBOLS, random.randrange(1, 4))
    used = random.sample(SYMBOLS, 2) if random.random() < WRONG else symbols
    signs = random.choices(("==", ">=", "<=", "<"), (30, 5, 5, 0.2), k=len(symbols))
    at = [[symbol, sign, writer.write("number", 2)] for symbol, sign in zip(symbols, signs, strict=True)]
    return {"schema": SCHEMA, "claim": "c", "locator": "l", "says": "s", "let": let, "given": given, "at": at,
            "formula": _statement(random, used, 2)}  # fmt: skip


def _statement(random: Random, symbols: list[str], depth: int) -> str:
    """A statement in which every symbol occurs."""
    if depth <= 0 or (len(symbols) < 2 and random.random() < 0.5):
        return _relation(random, symbols)
    cut = random.randrange(1, len(symbols)) if len(symbols) > 1 else 1
    first, second = (_statement(random, part or symbols, depth - 1) for part in (symbols[:cut], symbols[cut:]))
    shape = random.choice(("And({}, {})", "Or({}, {})", "Implies({}, {})", "Equivalent({}, {})", "Or(Not({}), {})"))
    return shape.format(first, second)


def _relation(random: Random, symbols: list[str]) -> str:
    others = random.choice(("1", "1/2", "0.25", "exp(1)", "Max(1, sqrt(3))", "Sum(1/k, (k, 1, 3))", "binomial(4, 2)/7"))
    for symbol in symbols[1:]:
        if random.random() < 0.4:
            shape = random.choice(("{0}*{1}", "({0} + {1})", "Min({0}, {1})", "abs({0} - {1})", "{0}/{1}"))
            others = shape.format(others, symbol)
        else:
            others = symbol if others == "1" else f"({others} - {symbol})"
    if random.random() < 0.1:
        return f"{random.choice(('Eq', 'Ne'))}({symbols[0]}, {others})"
    return f"{symbols[0]} {random.choice(('<', '<=', '>', '>=', '==', '!='))} {others}"


def spoilt(random: Random, certificate: dict[str, Any]) -> bytes:
    """The file of a certificate, with what a file should not have."""
    certificate = json.loads(json.dumps(certificate))
    for _ in range(random.randrange(2)):
        certificate[random.choice([*certificate, "extra"])] = random.choice(VALUES)
    text = json.dumps(certificate, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.2:
        text = text[:-1] + f', "given": {random.choice(("[]", "5", text[:40]))}}}'
    if random.random() < 0.1:
        text = random.choice((*TEXTS, text * 2, "\ufeff" + text))
    content = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(random.choice((0, 0, 1, 3))):
        place = random.randrange(len(content) + 1)
        content[place : place + random.randrange(2)] = bytes([random.randrange(256)])
    return bytes(content)


def opinion(judge: Callable[[Any], bool], certificate: Any) -> str:
    """Opinion of a judge; only the errors that a judge may raise are caught."""
    try:
        return "confirmed" if judge(certificate) else "not confirmed"
    except LimitError:
        return "beyond the limits"
    except OpenError:
        return "open"
    except MalformedError:
        return "malformed"
    except CertificateError as error:
        return "open" if "must be decided" in str(error) else "malformed"


def agree(first: str, second: str, bounds: bool) -> bool:
    """Tell whether two opinions can both be right: what one leaves open the other may know.

    The second judge tries values within bounds; the first concludes nothing from two parts that are both open.
    """
    careful = bounds and (first, second) == ("not confirmed", "confirmed")
    return first == second or "open" in (first, second) or first == "beyond the limits" or careful


def fuzz(documents: int, seed: int = 0) -> Counter[tuple[str, str]]:
    """Put random certificates before both judges, and spoilt files before the reader; count the pairs of opinions."""
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(seed, seed + documents):
        random = Random(number)
        certificate = document(random)
        first = opinion(confirm, certificate)
        second = "not asked" if first == "beyond the limits" else opinion(judged, certificate)
        bounds = any(sign != "==" for _, sign, _ in certificate["at"])
        assert agree(first, second, bounds), (number, first, second, json.dumps(certificate))
        counts[first, second] += 1
        content = spoilt(random, certificate)
        try:
            read = loaded(content)
        except CertificateError:
            counts["file", "refused"] += 1
            continue
        assert read == json.loads(content)
        counts["file", opinion(confirm, read)] += 1
    return counts


if __name__ == "__main__":
    for opinions, count in sorted(fuzz(*map(int, sys.argv[1:])).items()):
        print(f"{count:8}  {' / '.join(opinions)}")
