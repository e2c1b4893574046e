"""Proofs of the kernel as terms for Coq, over the lemmas of `Laws.v`.

Each rule of the kernel is one form of Coq's language: a premise is a function, a citation is a name, `same` is a type
that Coq compares by computing, a certificate of arithmetic is a sum whose identity `field` decides. No tactic searches.
A name of the kernel never enters a file bare: a set `nat` is `T_nat`, a definition `d_...`, a theorem `t_...`, a
variable ends in a number and `v` or `_`; so no name is a word of Coq's language or shadows one of its library. Sets
are not empty in the kernel: a theorem takes, with each type, one of its elements. The theorems of a theory share a
file, since Coq takes longer to start than to read most proofs.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sdp_proofs.logic import kernel, proofs, replay
from sdp_proofs.logic.kernel import Term, Theorem, normal, spine
from sdp_proofs.logic.record import files

LAWS = Path(__file__).with_name("Laws.v")
_IN_LAWS = ("false", "not", "or", "exists")
_BASE = {"R": "R", "o": "Prop", "N": "nat"}
_CONSTANTS = {
    "plus": "Rplus", "minus": "Rminus", "times": "Rmult", "max": "Rmax", "inv": "Rinv", "exp": "exp", "log": "ln",
    "le": "Rle", "and": "and", "lub": "lub", "zero": "O", "succ": "S",
    "implies": "(fun p q : Prop => p -> q)",
}  # fmt: skip
_INFIX = {"plus": "+", "minus": "-", "times": "*", "le": "<=", "eq": "=", "and": "/\\", "implies": "->"}
_LONG = 160
"""Steps of a longer text that are used twice become lemmas."""


class NotExported(ValueError):
    """A step that has no form in Coq here; the message tells which."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A theorem as text for Coq.

    Attributes:
        name: its name in the kernel; in Coq it is `t_name`.
        text: what its proof needs of its own, the sentence, and the proof.
        cites: the theorems that it rests on.
        digest: of the statement that was replayed.
        file: the name of its file, that of the theory it belongs to.
    """

    name: str
    text: str
    cites: tuple[str, ...]
    digest: str
    file: str


@dataclass(frozen=True, slots=True)
class Export:
    """Theorems for Coq with what they rest on.

    Attributes:
        definitions: the file of the definitions.
        lemmas: by name, each after those that it cites.
        refused: the reason, by name, for theorems without a form in Coq.
    """

    definitions: str
    lemmas: dict[str, Lemma]
    refused: dict[str, str]

    def files(self) -> dict[str, str]:
        """The texts by file name, each after those that it requires; a file for each theory."""
        texts = {"Laws": LAWS.read_text(encoding="utf-8"), "Definitions": self.definitions}
        for name, required in self.requires().items():
            own = [one.text for one in self.lemmas.values() if one.file == name]
            first = f"From SdpProofs Require Import {' '.join(['Laws', 'Definitions', *required])}."
            texts[name] = "\n".join([first, "Open Scope R_scope.\n", *own])
        return {f"{name}.v": text for name, text in texts.items()}

    def requires(self) -> dict[str, tuple[str, ...]]:
        """The files of theories, each after those that it requires."""
        found: dict[str, dict[str, None]] = {}
        for one in self.lemmas.values():
            cited = (self.lemmas[other].file for other in one.cites)
            found.setdefault(one.file, {}).update(dict.fromkeys(name for name in cited if name != one.file))
        return {name: tuple(required) for name, required in found.items()}


def sets_of(t: Term) -> tuple[str, ...]:
    """The names of the sets that a term speaks of, in the order of the alphabet."""
    found: set[str] = set()
    seen: set[int] = set()
    stack: list[Any] = [t]
    while stack:
        one = stack.pop()
        if type(one) is str:
            found.add(one)
        elif id(one) not in seen:
            seen.add(id(one))
            if type(one) is Term:
                stack.append(one.ty)
                stack += [p for p in one.parts if type(p) is Term or one.head == "lam"]
            else:
                stack += one[1:]
    return tuple(sorted(found - set(kernel.BASE)))


def _letters(hint: str) -> str:
    return re.sub("[^A-Za-z]", "", hint.split("__", maxsplit=1)[0]) or "x"


def _number(p: int, q: int) -> str:
    """A fraction; where it is below 0, the sign belongs to the numerator."""
    top = str(p) if p >= 0 else f"({p})"
    return top if q == 1 else f"({top} / {q})"


@dataclass(slots=True)
class _Writer:
    """The text of types and terms; sets that the statement does not name are `unit`."""

    sets: Sequence[str]
    variables: dict[Term, str] = field(default_factory=dict)
    closed: dict[Term, str] = field(default_factory=dict)

    def type(self, ty: Any) -> str:
        if type(ty) is str:
            return _BASE.get(ty) or (f"T_{ty}" if ty in self.sets else "unit")
        a, b = self.type(ty[1]), self.type(ty[2])
        return f"({a} -> {b})" if ty[0] == "->" else f"(prod {a} {b})"

    def element(self, ty: Any) -> str:
        """One element of a type."""
        if type(ty) is str:
            base = {"R": "0", "o": "True", "N": "O"}
            return base.get(ty) or (f"i_{ty}" if ty in self.sets else "tt")
        if ty[0] == "->":
            return f"(fun _ : {self.type(ty[1])} => {self.element(ty[2])})"
        return f"(pair {self.element(ty[1])} {self.element(ty[2])})"

    def variable(self, v: Term) -> str:
        if v not in self.variables:
            self.variables[v] = f"{_letters(v.parts[0])}{len(self.variables) + 1}v"
        return self.variables[v]

    def term(self, t: Term, env: tuple[str, ...] = ()) -> str:
        if t.loose:
            return self._term(t, env)
        if t not in self.closed:  # names of functions around do not occur, so they may be used again
            self.closed[t] = self._term(t, ())
        return self.closed[t]

    def binder(self, f: Term, env: tuple[str, ...]) -> tuple[str, str]:
        """The bound variable of a function with its type, and the body."""
        name = f"{_letters(f.hint)}{len(env)}_"
        return f"{name} : {self.type(f.parts[0])}", self.term(f.parts[1], (name, *env))

    def _term(self, t: Term, env: tuple[str, ...]) -> str:
        if t.head == "var":
            return self.variable(t)
        if t.head == "num":
            return _number(*t.parts)
        if t.head == "bound":
            return env[int(t.parts[0])]
        if t.head == "lam":
            return "(fun {} => {})".format(*self.binder(t, env))
        head, args = spine(t)
        name = head.parts[0] if head.head == "const" else ""
        if name == "forall" and len(args) == 1:
            if args[0].head == "lam":
                return "(forall {}, {})".format(*self.binder(args[0], env))
            over = f"x{len(env)}_"
            return f"(forall {over} : {self.type(args[0].ty[1])}, {self.term(args[0], env)} {over})"
        said = [self.term(one, env) for one in args]
        if name in _INFIX and len(args) == 2:
            return f"({said[0]} {_INFIX[name]} {said[1]})"
        first = self.constant(head) if name else self.term(head, env)
        return f"({' '.join([first, *said])})" if said else first

    def constant(self, t: Term) -> str:
        """A constant with its types."""
        name = t.parts[0]
        if name in _CONSTANTS:
            return _CONSTANTS[name]
        whole = kernel.meaning(name)
        types = kernel.match(kernel.generic(name), t.ty)
        said = [self.type(types[one]) for one in sorted(set(types) - set(kernel.BASE))]
        if whole is not None:
            return f"(d_{' '.join([name, *said])})" if said else f"d_{name}"
        if name == "forall":
            return f"(fun f : {said[0]} -> Prop => forall x, f x)"
        return f"(@{' '.join([name, *said])})"  # eq, rec, pair, fst, snd

    def statement(self, t: Term) -> str:
        """A sentence, a line for each premise."""
        lines: list[str] = []
        env: tuple[str, ...] = ()
        while True:
            head, args = spine(t)
            name = head.parts[0] if head.head == "const" else ""
            if name == "forall" and len(args) == 1 and args[0].head == "lam":
                own = f"{_letters(args[0].hint)}{len(env)}_"
                lines.append(f"forall {own} : {self.type(args[0].parts[0])},")
                env, t = (own, *env), args[0].parts[1]
            elif name == "implies" and len(args) == 2:
                lines.append(f"{self.term(args[0], env)} ->")
                t = args[1]
            else:
                return "\n  ".join([*lines, self.term(t, env)])


def _quantified(sets: Sequence[str]) -> str:
    return "".join(f" (T_{one} : Type) (i_{one} : T_{one})" for one in sets)


@dataclass(slots=True)
class _Proof:
    """The term of a theorem; what is used more than once is a lemma before it, and each certificate is one."""

    name: str
    writer: _Writer
    uses: Counter[int]
    sets_of_cited: dict[str, tuple[str, ...]]
    certificates: dict[str, str]
    hypotheses: dict[Term, str] = field(default_factory=dict)
    lemmas: list[str] = field(default_factory=list)
    done: dict[int, tuple[str, frozenset[Term]]] = field(default_factory=dict)

    def hypothesis(self, p: Term) -> str:
        if p not in self.hypotheses:
            self.hypotheses[p] = f"H{len(self.hypotheses) + 1}_"
        return self.hypotheses[p]

    def of(self, th: Theorem) -> tuple[str, frozenset[Term]]:
        """The term of a step and the variables that it leaves free."""
        if id(th) not in self.done:
            text, free = self._of(th)
            if self.uses[id(th)] > 1 and len(text) > _LONG:
                text, free = self.lemma(th, text, free)
            self.done[id(th)] = text, free
        return self.done[id(th)]

    def lemma(self, th: Theorem, text: str, free: frozenset[Term]) -> tuple[str, frozenset[Term]]:
        """A step as a lemma of its variables and hypotheses, and its citation."""
        w = self.writer
        free = free.union(th.concl.free, *(h.free for h in th.hyps))
        variables = {w.variable(v): w.type(v.ty) for v in free}
        hypotheses = {self.hypothesis(h): w.term(h) for h in th.hyps}
        binders = "".join(f"\n  ({n} : {ty})" for n, ty in [*sorted(variables.items()), *sorted(hypotheses.items())])
        name = f"step_{len(self.lemmas) + 1}_{self.name}"
        self.lemmas.append(
            f"Local Lemma {name}{_quantified(w.sets)}{binders} :\n  {w.term(th.concl)}.\nProof. exact {text}. Qed.\n"
        )
        given = [f"T_{one} i_{one}" for one in w.sets]
        return f"({' '.join([name, *given, *sorted(variables), *sorted(hypotheses)])})", free

    def _of(self, th: Theorem) -> tuple[str, frozenset[Term]]:
        w, rule = self.writer, th.rule
        if rule == "assume":
            return self.hypothesis(th.concl), th.concl.free
        if rule == "refl":
            return f"(@eq_refl {w.type(th.args.ty)} {w.term(th.args)})", th.args.free
        if rule == "axiom":
            return self.applied(f"ax_{th.args[0]}", sets_of(kernel._AXIOMS[th.args[0]]), th.args[1], False), frozenset()
        if rule == "cite":
            return self.applied(f"t_{th.args}", self.sets_of_cited[th.args], {}, True), frozenset()
        if rule == "set_types":
            (one,) = th.parents
            if one.rule != "cite":
                raise NotExported("sets become types in a step that is no theorem of its own")
            return self.applied(f"t_{one.args}", self.sets_of_cited[one.args], th.args, True), frozenset()
        if rule == "arith":
            return self.arith(th)
        parts = [self.of(one) for one in th.parents]
        said, free = [text for text, _ in parts], frozenset[Term]().union(*(names for _, names in parts))
        if rule == "discharge":
            return f"(fun {self.hypothesis(th.args)} : {w.term(th.args)} => {said[0]})", free | th.args.free
        if rule == "gen":
            return f"(fun {w.variable(th.args)} : {w.type(th.args.ty)} => {said[0]})", free - {th.args}
        if rule == "mp":
            return f"({said[0]} {said[1]})", free
        if rule == "spec":
            return f"({said[0]} {w.term(th.args)})", free | th.args.free
        if rule == "conj":
            return f"(conj {said[0]} {said[1]})", free
        if rule in ("left", "right"):
            return f"({'proj1' if rule == 'left' else 'proj2'} {said[0]})", free | th.parents[0].concl.free
        if rule == "same":
            return f"({said[0]} : {w.term(th.concl)})", free | th.concl.free
        if rule == "replace":
            text = f"(replaced {said[0]} {w.term(th.args)} {said[1]})"
            return text, free | th.args.free | th.parents[0].concl.free
        raise NotExported(f"the rule {rule}")

    def applied(self, name: str, sets: Sequence[str], types: Any, elements: bool) -> str:
        """A lemma at types, with an element of each if it asks for them."""
        w, given = self.writer, []
        for one in sets:
            ty = types.get(one, one)
            given += [w.type(ty), w.element(ty)] if elements else [w.type(ty)]
        return f"({' '.join([name, *given])})" if given else name

    def arith(self, th: Theorem) -> tuple[str, frozenset[Term]]:
        """A certificate: a lemma on numbers a1, a2, ... at the terms that are no sums or products."""
        squares, rows = th.args
        facts = [_sides(normal(one.concl)) for one in th.parents]
        used = sorted({i for c, at, _ in rows for i in at if i < len(facts)})
        atoms: dict[Term, str] = {}

        def ring(t: Term) -> str:
            head, args = spine(t)
            name = head.parts[0] if head.head == "const" and len(args) == 2 else ""
            if t.head == "num":
                return _number(*t.parts)
            if name in ("plus", "minus", "times"):
                return f"({ring(args[0])} {_INFIX[name]} {ring(args[1])})"
            return atoms.setdefault(t, f"a{len(atoms) + 1}")

        def room(i: int) -> tuple[str, str]:
            """The difference of the sides of a fact, or a square, with the proof that it is not negative."""
            if i >= len(facts):
                root = ring(normal(squares[i - len(facts)]))
                return f"({root} * {root})", f"(square {root})"
            _, s, t = facts[i]
            return f"({ring(t)} - {ring(s)})", f"(room _ _ h{i})"

        relation, s, t = _sides(normal(th.concl))
        values, proved = [], []
        for c, at, factor in rows:
            equation = next((i for i in at if i < len(facts) and facts[i][0] == "eq"), None)
            value = _number(c.numerator, c.denominator)
            if equation is not None:
                others = list(at)
                others.remove(equation)
                for more in [*([] if factor is None else [ring(normal(factor))]), *(room(i)[0] for i in others)]:
                    value = f"({value} * {more})"
                proof = f"(equal {value} _ _ h{equation})"
                values.append(f"({value} * {room(equation)[0]})")
                proved.append(proof if relation == "eq" else f"(no_less _ {proof})")
            elif c > 0:
                value = _number(c.numerator, c.denominator)
                proof = f"(whole {value})" if c.denominator == 1 else f"(ratio {c.numerator} {c.denominator})"
                for more, reason in map(room, at):
                    value, proof = f"({value} * {more})", f"(times_room _ _ {proof} {reason})"
                values.append(value)
                proved.append(proof)
        whole, sum_ = ("(eq_refl 0)", "0") if relation == "eq" else ("(Rle_refl 0)", "0")
        if values:
            whole, sum_ = proved[0], values[0]
        for value, proof in zip(values[1:], proved[1:], strict=True):
            rule = "plus_zero" if relation == "eq" else "plus_room"
            sum_, whole = f"({sum_} + {value})", f"({rule} _ _ {whole} {proof})"
        low, high = ring(s), ring(t)
        given = [f" (h{i} : {ring(facts[i][1])} {_INFIX[facts[i][0]]} {ring(facts[i][2])})" for i in used]
        binders = (f" ({' '.join(atoms.values())} : R)" if atoms else "") + "".join(given)
        tactic = "field" if "/" in f"{low}{high}{sum_}" else "ring"
        name = self.certificate(
            f"{binders} : {low} {_INFIX[relation]} {high}.\nProof. exact "
            f"({'from_zero' if relation == 'eq' else 'from_sum'} {low} {high} {sum_} {whole} ltac:({tactic})). Qed.\n"
        )
        proofs_ = [self.of(th.parents[i]) for i in used]
        text = " ".join([name, *map(self.writer.term, atoms), *(one for one, _ in proofs_)])
        free = frozenset[Term]().union(*(t.free for t in atoms), *(free for _, free in proofs_))
        return f"({text})", free

    def certificate(self, text: str) -> str:
        """The name of a lemma on numbers, written once in a file."""
        if text not in self.certificates:
            self.certificates[text] = f"certificate_{len(self.certificates) + 1}"
            self.lemmas.append(f"Local Lemma {self.certificates[text]}{text}")
        return self.certificates[text]


def _sides(p: Term) -> tuple[str, Term, Term]:
    """('le' or 'eq', s, t) of s <= t or s = t."""
    head, (s, t) = spine(p)
    return head.parts[0], s, t


def definition(name: str) -> str:
    """A definition as Coq reads it."""
    whole = kernel.meaning(name)
    if whole is None or not kernel.is_name(name):
        raise NotExported(f"no definition is called {name}")
    w = _Writer(sets_of(whole))
    sets = "".join(f" (T_{one} : Type)" for one in w.sets)
    return f"Definition d_{name}{sets} : {w.type(whole.ty)} :=\n  {w.term(whole)}.\n"


def _lemma(
    name: str, th: Theorem, sets_of_cited: dict[str, tuple[str, ...]], digest: str, file: str, known: dict[str, str]
) -> Lemma:
    """The text of a theorem, in a file where some certificates are known by name."""
    if not kernel.is_name(name) or not kernel.is_name(file):
        raise NotExported("its name, or its file's, is not one of letters, digits and underscores")
    if th.hyps:
        raise NotExported(f"it rests on computed facts: {', '.join(sorted(h.parts[0] for h in th.hyps))}")
    uses: Counter[int] = Counter()
    cites: dict[str, None] = {}
    stack = [th]
    while stack:
        one = stack.pop()
        uses[id(one)] += 1
        if uses[id(one)] == 1:
            stack += one.parents
            if one.rule == "cite":
                cites[one.args] = None
    writer = _Writer(sets_of(th.concl))
    proof = _Proof(name, writer, uses, sets_of_cited, dict(known))
    text, free = proof.of(th)
    for v in sorted(free, key=writer.variable):  # a variable of the proof of which the sentence does not speak
        text = f"((fun {writer.variable(v)} : {writer.type(v.ty)} => {text}) {writer.element(v.ty)})"
    sets = _quantified(writer.sets)
    known |= proof.certificates
    return Lemma(
        name,
        "\n".join([f"(* {name}: {digest} *)", *proof.lemmas, f"Theorem t_{name} :"])
        + (f" forall{sets}," if sets else "")
        + f"\n  {writer.statement(th.concl)}.\nProof. exact {'(fun' + sets + ' => ' if sets else '('}{text}). Qed.\n",
        tuple(cites),
        digest,
        file,
    )


@proofs.deep()
def export(names: Iterable[str] = (), paths: Iterable[Path] = ()) -> Export:
    """Theorems of proof files, replayed in a process of its own, as files for Coq: one for each proof file.

    Args:
        names: the theorems that are wanted, with all that they cite; none for all.
        paths: the proof files; the shipped ones by default.

    Raises:
        Refused: if a file does not replay, or a theorem read here is not the one that was replayed.
    """
    paths = list(paths)
    if not paths:
        proofs.load()
        paths = files()
    said = proofs.proved(names, paths)
    definitions = ["(* The notions of the statements. *)", "From SdpProofs Require Import Laws."]
    definitions.append("Open Scope R_scope.\n")
    known: dict[str, Theorem] = {}
    sets: dict[str, tuple[str, ...]] = {}
    found, refused = {}, {}
    certificates: dict[str, dict[str, str]] = {}
    rows = ((f"theory_{one.stem}", line) for one in paths for line in replay.lines([str(one)]))
    for file, (kind, name, cited, body) in rows:
        if kind == "theorem" and name not in said:
            continue
        record = json.loads(body)
        if kind != "theorem":
            whole = replay._built(record)[record["term"]]
            if kernel.meaning(name) is None:
                kernel.define(name, whole)
            elif kernel.meaning(name) != whole:
                raise proofs.Refused(f"{name} is defined as something else")
            if name not in _IN_LAWS:
                definitions.append(definition(name))
            continue
        th = replay._theorem(record, known)
        if replay.digest(th.concl) != said[name][0]:
            raise proofs.Refused(f"{name}: another sentence was replayed")
        known[name], sets[name] = kernel.cite(name, th), sets_of(th.concl)
        missing = [one for one in cited if one in refused]
        try:
            if missing:
                raise NotExported(f"it cites {missing[0]}, which is not exported")
            found[name] = _lemma(name, th, sets, said[name][0], file, certificates.setdefault(file, {}))
        except NotExported as reason:
            refused[name] = str(reason)
        kernel.forget()
    return Export("\n".join(definitions), found, refused)
