"""Small programs written at random, in the manners of Python that a reader gets wrong."""
# ruff: noqa: E501

from __future__ import annotations

import random
from collections.abc import Callable

KINDS = ("number", "place", "truth", "list", "word", "pair", "function", "rows")


class Writer:
    """Writes one program.

    Attributes:
        lines: what is written so far.
        known: names in scope, by kind of value.
    """

    def __init__(self, seed: int, least: int = 3, most: int = 8) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.known: list[dict[str, list[str]]] = [{kind: [] for kind in KINDS}]
        self.count = 0
        self.loops = 0
        self.inside = 0
        self.draws = 0
        self.least, self.most = least, most

    def program(self) -> str:
        """Write a whole program."""
        pick = self.random
        self.lines = ["from fractions import Fraction", "", "HEIGHT = 2", 'WORDS = ("a", "b")', ""]
        head = pick.choice(["def f(draw, q):", "def f(draw, q):", "def f(draw, q, level=1, *, word='a'):"])
        self.lines.append(head)
        if "level" in head:
            self.known[0]["place"].append("level")
            self.known[0]["word"].append("word")
        for _ in range(pick.randint(self.least, self.most)):
            self.statement(1)
        self.put(1, f"return {self.output()}")
        return "\n".join(self.lines) + "\n"

    # Names

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def new(self, kind: str) -> str:
        """Name a new value, sometimes by a name that is known, of this kind or another."""
        if self.random.random() < 0.25:
            at = self.known[-1]
            names = [name for other in KINDS for name in at[other] if other == kind or self.random.random() < 0.06]
            if names:
                name = self.random.choice(names)
                for other in KINDS:
                    while name in at[other]:
                        at[other].remove(name)
                at[kind].append(name)
                return name
        self.count += 1
        name = "abcdefghijklmnoprstuvwxyz"[self.count % 25] + ("" if self.count < 25 else str(self.count // 25))
        if self.random.random() < 0.006:
            name = self.random.choice(["max", "sum", "x", "range", "abs", "len", "HEIGHT"])
        self.known[-1][kind].append(name)
        return name

    def name(self, kind: str) -> str | None:
        names = [name for scope in self.known for name in scope[kind]]
        return self.random.choice(names) if names else None

    # Expressions

    def one(self, *ways: Callable[[], str]) -> str:
        return self.random.choice(ways)()

    def of(self, kind: str, deep: int = 2) -> str:
        return str(getattr(self, kind)(deep))

    def number(self, deep: int) -> str:
        known = self.name("number")
        pick = self.random
        if known and (deep <= 0 or pick.random() < 0.4):
            return known
        if deep <= 0:
            return pick.choice(["q[0]", "q[-1]", "1", "0", "2", "-1"])
        less = deep - 1
        return self.one(
            lambda: f"{self.number(less)} + {self.number(less)}",
            lambda: f"{self.number(less)} - {self.number(less)}",
            lambda: f"{pick.choice(['2', '-1', '0', '3', 'HEIGHT'])} * ({self.number(less)})",
            lambda: f"-({self.number(less)})",
            self.drawn, self.drawn, self.drawn,
            lambda: f"{self.place(less)}",
            lambda: f"({self.number(less)} if {self.truth(less)} else {self.number(less)})",
            lambda: f"sum({self.list(less)})",
            lambda: f"max({self.list(less)})",
            lambda: f"min({self.number(less)}, {self.number(less)})",
            lambda: f"max({self.number(less)}, {self.number(less)})",
            lambda: f"abs({self.number(less)})",
            lambda: f"{self.list(0)}[{pick.choice(['0', '-1', '1', '-2'])}]",
            lambda: f"{self.pair(0)}[{pick.choice(['0', '1', '-1'])}]",
            lambda: self.called(less),
            lambda: f"max({self.list(less)}, key=lambda v: {pick.choice(['-v', 'v', 'v * 2', 'abs(v)'])})",
            lambda: f"sum({self.list(less)}, {self.place(0)})",
            lambda: f"{self.rows(0)}[0][{pick.choice(['0', '-1'])}]",
            lambda: f"int({self.truth(less)})",
            lambda: f"({self.truth(less)} and {self.number(less)})",
            lambda: f"({self.truth(less)} or {self.number(less)})",
            lambda: f"{self.list(0)}.pop({pick.choice(['', '0', '-1'])})",
            lambda: f"{self.list(0)}.pop()",
            lambda: f"sum({self.number(0)} for x in {self.list(less)} if x >= {self.place(0)})",
        )  # fmt: skip

    def drawn(self) -> str:
        self.draws += 1
        kind = self.random.choice(["geometric", "geometric", "geometric", "exponential"])
        return f"{self.random.choice(['q[0] + ', 'q[-1] + ', '', 'q[0] + '])}draw.{kind}(1)"

    def called(self, deep: int) -> str:
        known = self.name("function")
        if known is None:
            return self.number(deep)
        return f"{known}({self.number(deep)})"

    def place(self, deep: int) -> str:
        known = self.name("place")
        pick = self.random
        if known and (deep <= 0 or pick.random() < 0.4):
            return known
        if deep <= 0:
            return pick.choice(["0", "1", "2", "len(q)", "HEIGHT", "True"])
        less = deep - 1
        return self.one(
            lambda: f"({self.place(less)} + {self.place(less)})",
            lambda: f"({self.place(less)} - {self.place(less)})",
            lambda: f"({self.place(less)} // {pick.choice(['2', '-2', '3'])})",
            lambda: f"({self.place(less)} % {pick.choice(['2', '-2', '3'])})",
            lambda: f"(-{self.place(less)}) ** 2",
            lambda: f"len({self.list(less)})",
            lambda: f"len({self.word(less)})",
            lambda: f"{self.list(0)}.index({self.number(less)})",
            lambda: f"{self.list(0)}.count({self.number(less)})",
            lambda: f"sum(range({self.place(0)}))",
            lambda: f"(1 if {self.truth(less)} else {self.place(0)})",
            lambda: f"abs({self.place(less)})",
            lambda: f"int(Fraction({self.place(0)}, 2) * 3)",
            lambda: f"sum(1 for x in {self.list(less)} if x >= {self.number(0)})",
            lambda: f"draw.choice([0, {self.place(0)}])",
            lambda: f"({self.place(0)} and {self.place(0)})",
            lambda: f"max(range(2), key=lambda i: {self.list(0)}[i])",
        )  # fmt: skip

    def truth(self, deep: int) -> str:
        known = self.name("truth")
        pick = self.random
        if known and (deep <= 0 or pick.random() < 0.3):
            return known
        sign = lambda: pick.choice([">=", "<", "<=", ">", "==", "!=", ">=", "<"])  # noqa: E731
        less = deep - 1
        if deep <= 0:
            return f"{self.number(0)} {sign()} {self.place(0)}"
        return self.one(
            lambda: f"({self.number(less)} {sign()} {self.number(less)})",
            lambda: f"({self.number(less)} {sign()} {self.place(less)})",
            lambda: f"({self.number(less)} {sign()} {self.place(0)} {sign()} {self.number(less)})",
            lambda: f"({self.truth(less)} and {self.truth(less)})",
            lambda: f"({self.truth(less)} or {self.truth(less)})",
            lambda: f"(not {self.truth(less)})",
            lambda: f"({self.number(less)} in {self.list(less)})",
            lambda: f"({self.number(less)} not in {self.pair(less)})",
            lambda: f"any(x >= {self.place(0)} for x in {self.list(less)})",
            lambda: f"all(x >= {self.place(0)} for x in {self.list(less)})",
            lambda: f"({self.word(less)} {pick.choice(['==', 'in', '<', '!='])} {self.word(less)})",
            lambda: f"({self.list(less)} == {self.list(less)})",
            lambda: f"bool({self.list(less)})",
            lambda: f"({self.place(less)} {sign()} {self.place(less)} {sign()} {self.place(less)})",
            lambda: "draw.bernoulli(Fraction(1, 3))",
            lambda: f"({self.pair(0)} == {self.pair(0)})",
        )  # fmt: skip

    def list(self, deep: int) -> str:
        known = self.name("list")
        pick = self.random
        if known and (deep <= 0 or pick.random() < 0.5):
            return known
        if deep <= 0:
            return pick.choice(["[*q]", "[0]", "list(q)", "[q[0], 1]"])
        less = deep - 1
        return self.one(
            lambda: f"[{self.number(less)}, {self.number(less)}]",
            lambda: "[x + draw.geometric(1) for x in q]",
            lambda: f"[{self.number(less)} for x in {pick.choice(['q', 'range(2)', self.list(0)])}]",
            lambda: f"[x for x in {self.list(less)} if {self.truth(less)}]",
            lambda: f"[x - y for x, y in zip({self.list(less)}, {self.list(0)})]",
            lambda: f"[i * x for i, x in enumerate({self.list(less)}{pick.choice(['', ', 1', ', start=2'])})]",
            lambda: f"[x + y for x in {self.list(0)} for y in {self.list(0)} if x != y]",
            lambda: f"({self.list(less)} + {self.list(less)})",
            lambda: f"({self.list(less)} * {pick.choice(['2', '0', '-1', 'True'])})",
            lambda: f"{self.list(less)}[{self.cut()}]",
            lambda: f"{self.list(0)}.copy()",
            lambda: f"list(reversed({self.list(less)}))",
            lambda: f"[*{self.list(0)}, {self.number(less)}]",
            lambda: f"({self.list(0)} if {self.truth(less)} else {self.list(0)})",
            lambda: f"[g({self.number(0)}) for g in [lambda v: v + i for i in range(2)]]",
            lambda: f"({self.list(0)} or {self.list(0)})",
            lambda: f"({self.list(0)} and {self.list(0)})",
            lambda: f"{self.rows(0)}[{pick.choice(['0', '-1'])}]",
        )  # fmt: skip

    def cut(self) -> str:
        pick = self.random
        ends = [pick.choice(["", "0", "1", "-1", "2", "-2"]) for _ in range(2)]
        return ":".join(ends) + pick.choice(["", "", ":2", ":-1", "::-1"[1:]])

    def word(self, deep: int) -> str:
        known = self.name("word")
        if known and (deep <= 0 or self.random.random() < 0.5):
            return known
        if deep <= 0:
            return self.random.choice(['"a"', '"ab"', '""', "WORDS[1]"])
        return self.one(
            lambda: f"({self.word(deep - 1)} + {self.word(deep - 1)})",
            lambda: f"{self.word(deep - 1)}[{self.cut()}]",
            lambda: f"({self.word(0)} * {self.place(0)})",
            lambda: f"('up' if {self.truth(deep - 1)} else 'down')",
        )

    def pair(self, deep: int) -> str:
        known = self.name("pair")
        if known and (deep <= 0 or self.random.random() < 0.5):
            return known
        return f"({self.number(deep - 1)}, {self.number(deep - 1)})"

    def rows(self, deep: int) -> str:
        known = self.name("rows")
        if known and (deep <= 0 or self.random.random() < 0.6):
            return known
        return self.one(
            lambda: f"[{self.list(deep - 1)}, {self.list(deep - 1)}]",
            lambda: f"[{self.list(deep - 1)}] * 2",
            lambda: f"[{self.list(0)} for _ in range(2)]",
        )

    def output(self) -> str:
        pick = self.random
        bare = {
            "number": lambda: f"{self.number(1)} + draw.geometric(1)",
            "place": lambda: self.place(1), "truth": lambda: self.truth(2), "list": lambda: self.list(1),
            "word": lambda: self.word(1), "pair": lambda: self.pair(1), "rows": lambda: self.rows(1),
        }  # fmt: skip
        kinds = pick.choices(list(bare), k=pick.choice([1, 1, 2, 2]))
        return ", ".join(bare[kind]() for kind in kinds)

    # Statements

    def block(self, depth: int) -> None:
        outer, self.known = self.known, [*self.known[:-1], {k: list(v) for k, v in self.known[-1].items()}]
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth)
        self.known = outer

    def statement(self, depth: int) -> None:
        ways = [
            self.assignment, self.assignment, self.assignment, self.augmented, self.augmented, self.alias, self.unpacked,
            self.method, self.method, self.part,
        ]  # fmt: skip
        if depth < 4:
            ways += [self.branch, self.branch, self.over, self.over, self.whiles]
        if depth < 3:
            ways += [self.function, self.function]
        if self.loops:
            ways.append(self.leave)
        if self.inside or self.random.random() < 0.2:
            ways.append(self.returned)
        self.random.choice(ways)(depth)

    def assignment(self, depth: int) -> None:
        kind = self.random.choice(["number", "number", "number", "list", "list", "truth", "place", "word", "pair", "rows"])
        value = self.of(kind)
        name = self.new(kind)
        typed = ": object" if self.random.random() < 0.03 else ""
        self.put(depth, f"{name}{typed} = {value}")

    def alias(self, depth: int) -> None:
        kind = self.random.choice(["list", "list", "rows", "number"])
        known = self.name(kind)
        if known is None or self.random.random() < 0.3:
            value, first = self.of(kind), self.new(kind)
            self.put(depth, f"{first} = {self.new(kind)} = {value}")
        else:
            self.put(depth, f"{self.new(kind)} = {known}")

    def augmented(self, depth: int) -> None:
        pick = self.random
        numbers, lists, words, places = (self.name(kind) for kind in ("number", "list", "word", "place"))
        ways = []
        if numbers:
            ways.append(lambda: f"{numbers} {pick.choice(['+=', '-='])} {self.number(2)}")
            ways.append(lambda: f"{numbers} *= {pick.choice(['2', '-1', '0'])}")
        if lists:
            ways.append(lambda: f"{lists} += {pick.choice([self.list(1), self.pair(1), 'q', lists])}")
            ways.append(lambda: f"{lists} *= {pick.choice(['2', '0', '1', 'True'])}")
            ways.append(lambda: f"{lists}[{pick.choice(['0', '-1', '1'])}] {pick.choice(['+=', '-='])} {self.number(1)}")
            ways.append(lambda: f"{lists}[{pick.choice(['1:', ':1', ':', '1:1'])}] += {self.list(1)}")
            ways.append(lambda: f"{lists}[{lists}.pop()] += {self.number(1)}")
        if words:
            ways.append(lambda: f"{words} += {self.word(1)}")
        if places:
            ways.append(lambda: f"{places} {pick.choice(['+=', '-=', '*=', '//=', '%='])} {pick.choice(['1', '2', '-2'])}")
        if ways:
            self.put(depth, pick.choice(ways)())

    def unpacked(self, depth: int) -> None:
        pick = self.random
        value = pick.choice([self.pair(1), f"{self.list(1)}[:2]", f"{self.number(1)}, {self.number(1)}", "q[:2]"])
        lists = self.name("list")
        numbers = [n for scope in self.known[-1:] for n in scope["number"]]
        if lists and pick.random() < 0.3:
            return self.put(depth, f"{lists}[0], {lists}[-1] = {lists}[-1], {self.number(1)}")
        if len(numbers) > 1 and pick.random() < 0.3:
            a, b = pick.sample(numbers, 2)
            return self.put(depth, f"{a}, {b} = {b}, {a}")
        if pick.random() < 0.2:
            first, second, third = (self.new("number") for _ in range(3))
            return self.put(depth, f"({first}, {second}), {third} = {self.pair(1)}, {self.number(1)}")
        return self.put(depth, f"{self.new('number')}, {self.new('number')} = {value}")

    def method(self, depth: int) -> None:
        pick = self.random
        known = self.name("list")
        rows = self.name("rows")
        if rows and pick.random() < 0.3:
            return self.put(depth, f"{rows}[{pick.choice(['0', '-1'])}].append({self.number(1)})")
        if known is None:
            value = self.list(1)
            return self.put(depth, f"{self.new('list')} = {value}")
        line = self.one(
            lambda: f"append({self.number(2)})",
            lambda: f"append({self.number(1)})",
            lambda: f"extend({pick.choice([self.list(1), known, self.pair(0), f'{self.number(0)} for x in q'])})",
            lambda: f"insert({pick.choice(['0', '-1', '5', '-9'])}, {self.number(1)})",
            lambda: f"remove({self.number(1)})",
            lambda: f"pop({pick.choice(['', '0', '-2'])})",
        )
        return self.put(depth, f"{known}.{line}")

    def part(self, depth: int) -> None:
        known = self.name("list")
        if known is None:
            return self.assignment(depth)
        if self.random.random() < 0.5:
            return self.put(depth, f"{known}[{self.random.choice(['0', '-1', '1'])}] = {self.number(2)}")
        place = self.random.choice(["1:", ":1", "0:0", ":", "-1:", "1:1", "::-1", "::2"])
        return self.put(depth, f"{known}[{place}] = {self.list(1)}")

    def branch(self, depth: int) -> None:
        self.put(depth, f"if {self.truth(2)}:")
        self.block(depth + 1)
        if self.random.random() < 0.3:
            self.put(depth, f"elif {self.truth(1)}:")
            self.block(depth + 1)
        if self.random.random() < 0.5:
            self.put(depth, "else:")
            self.block(depth + 1)

    def over(self, depth: int) -> None:
        pick = self.random
        head = pick.choice([
            "{n} in q", "{n} in q", "{p}, {n} in enumerate(q)", "{p} in range(len(q))", "{n} in {l}", "{p} in range(2)",
            "{n} in reversed({l})", "{n}, {m} in zip(q, {l})", "{p}, {n} in enumerate({l}, {p0})", "{n} in {pair}",
            "{n} in {l}[:2]", "{p} in range(2, -1, -1)", "{n} in [x + draw.geometric(1) for x in q]",
        ])  # fmt: skip
        head = head.replace("{l}", self.list(1)).replace("{p0}", self.place(0)).replace("{pair}", self.pair(1))
        for mark, kind in (("{n}", "number"), ("{m}", "number"), ("{p}", "place")):
            if mark in head:
                head = head.replace(mark, self.new(kind))
        self.put(depth, f"for {head}:")
        self.loop(depth)

    def whiles(self, depth: int) -> None:
        self.count += 1
        counter = f"turn{self.count}"
        self.put(depth, f"{counter} = 0")
        more = f" and {self.truth(1)}" if self.random.random() < 0.5 else ""
        self.put(depth, f"while {counter} < {self.random.choice(['2', '3', 'len(q)'])}{more}:")
        self.put(depth + 1, f"{counter} += 1")
        self.loop(depth)

    def loop(self, depth: int) -> None:
        self.loops += 1
        self.block(depth + 1)
        self.loops -= 1
        if self.random.random() < 0.25:
            self.put(depth, "else:")
            self.block(depth + 1)

    def leave(self, depth: int) -> None:
        word = self.random.choice(["break", "continue"])
        if self.random.random() < 0.8:
            self.put(depth, f"if {self.truth(1)}:")
            depth += 1
        self.put(depth, word)

    def returned(self, depth: int) -> None:
        if self.random.random() < 0.7:
            self.put(depth, f"if {self.truth(1)}:")
            depth += 1
        self.put(depth, f"return {self.number(1) if self.inside else self.output()}")

    def function(self, depth: int) -> None:
        pick = self.random
        outer_loops, self.loops = self.loops, 0
        if pick.random() < 0.25:
            body = self.number(2)
            held = self.number(0)
            name = self.new("function")
            default = f", w={held}" if pick.random() < 0.4 else ""
            self.put(depth, f"{name} = lambda v{default}: {body} + v{' + w' if default else ''}")
            self.loops = outer_loops
            return
        default = pick.choice(["", "", f", w={self.number(0)}", f", *, w={self.place(0)}", f", w={self.number(0)}, /"])
        name = self.new("function")
        self.put(depth, f"def {name}(v{default}):")
        self.known.append({kind: [] for kind in KINDS})
        self.known[-1]["number"].append("v")
        if default:
            self.known[-1]["number"].append("w")
        self.inside += 1
        for _ in range(pick.randint(1, 3)):
            self.statement(depth + 1)
        self.put(depth + 1, f"return {self.number(2)}")
        self.inside -= 1
        self.known.pop()
        self.loops = outer_loops
        lists = self.name("list")
        if lists and pick.random() < 0.5:
            self.put(depth, f"{lists}.append({name}({self.number(1)}))")


def written(seed: int) -> str:
    """Write the program of a seed."""
    return Writer(seed).program()
