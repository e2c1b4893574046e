"""Replay of proofs that are data: the only judge of what is proved.

A proof file is compressed text, one record a line: `kind name cited... TAB json`. A record is a definition or a
theorem; it holds a table of types, a table of terms and, for a theorem, the steps. This module and the kernel are all
that the replaying process loads; it ends with the last record. What it prints are digests: the digest of a statement
covers its constants down to the axioms, so that a reader of another process compares the sentence that he sees with the
one that was replayed, definitions included.
"""

from __future__ import annotations

import gc
import gzip
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from sdp_proofs.logic import kernel

_digests: dict[kernel.Term, str] = {}
_meanings: dict[str, str] = {}


def digest(t: kernel.Term) -> str:
    """The SHA-256 of a term and of the definitions that it uses; names of bound variables do not count."""
    found = _digests.get(t)
    if found is None:
        parts = [digest(p) if type(p) is kernel.Term else repr(p) for p in t.parts]
        if t.head == "const" and (whole := kernel.meaning(t.parts[0])) is not None:
            if t.parts[0] not in _meanings:
                _meanings[t.parts[0]] = digest(whole)
            parts.append(_meanings[t.parts[0]])
        found = hashlib.sha256(json.dumps([t.head, *parts, repr(t.ty)]).encode()).hexdigest()
        _digests[t] = found
    return found


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key occurs twice")
    return dict(pairs)


def _built(record: dict[str, Any]) -> list[kernel.Term]:
    """The terms of a record, each built by the kernel."""
    types: list[Any] = []
    for row in record["types"]:
        made = row if type(row) is str else (row[0], types[_place(row[1])], types[_place(row[2])])
        types.append(kernel.as_type(made))
    terms: list[kernel.Term] = []
    for head, *parts in record["terms"]:
        if head == "app":
            terms.append(kernel.app(terms[_place(parts[0])], terms[_place(parts[1])]))
        elif head == "lam":
            over, body = types[_place(parts[0])], terms[_place(parts[1])]
            terms.append(kernel.Term("lam", (over, body), ("->", over, body.ty), parts[2]))
        elif head == "num":
            terms.append(kernel.Term("num", tuple(parts), "R"))
        else:
            terms.append(kernel.Term(head, (parts[0],), types[_place(parts[1])]))
    return terms


def _place(x: Any) -> int:
    """A place in a table that was filled before."""
    if type(x) is not int or x < 0:
        raise ValueError("not a place")
    return x


def _theorem(record: dict[str, Any], known: dict[str, kernel.Theorem]) -> kernel.Theorem:
    """The last step of a record, all steps made again by the rules."""
    terms = _built(record)
    done: list[kernel.Theorem] = []

    def term(i: Any) -> kernel.Term:
        return terms[_place(i)]

    for rule, parents, arg in record["steps"]:
        ps = [done[_place(i)] for i in parents]
        if rule in ("mp", "conj", "left", "right"):
            th = getattr(kernel, rule)(*ps)
        elif rule in ("assume", "refl"):
            th = getattr(kernel, rule)(term(arg))
        elif rule in ("discharge", "gen"):
            th = getattr(kernel, rule)(term(arg), ps[0])
        elif rule in ("same", "spec"):
            th = getattr(kernel, rule)(ps[0], term(arg))
        elif rule == "replace":
            th = kernel.replace(ps[0], ps[1], term(arg))
        elif rule == "cite":
            th = known[arg]
        elif rule == "axiom":
            th = kernel.axiom(arg[0], {name: _type(ty) for name, ty in arg[1].items()})
        elif rule == "set_types":
            th = kernel.set_types(ps[0], {name: _type(ty) for name, ty in arg.items()})
        elif rule == "arith":
            goal, squares, rows = arg
            certificate = [(Fraction(p, q), tuple(at), None if f is None else term(f)) for p, q, at, f in rows]
            th = kernel.arith(term(goal), ps, [term(i) for i in squares], certificate)
        else:
            raise ValueError(f"no rule is called {rule}")
        done.append(th)
    return done[-1]


def _type(x: Any) -> Any:
    return x if type(x) is str else kernel.as_type((x[0], _type(x[1]), _type(x[2])))


def lines(paths: Iterable[str]) -> Iterator[tuple[str, str, list[str], str]]:
    """The records of proof files as (kind, name, cited names, JSON), in order."""
    for path in paths:
        with gzip.open(path, "rt", encoding="ascii") as file:
            for line in file:
                head, body = line.split("\t", 1)
                kind, name, *cited = head.split(" ")
                yield kind, name, cited, body


def replay(paths: Iterable[str], wanted: Iterable[str] | None = None) -> dict[str, tuple[str, list[str]]]:
    """The digest of each theorem's statement and the computed facts that it rests on; what does not replay raises.

    Args:
        paths: proof files; a theorem may cite what stands before it.
        wanted: names of theorems, replayed with all that they cite; without names, all.
    """
    rows = list(lines(paths))
    cited = {name: names for kind, name, names, _ in rows if kind == "theorem"}
    if wanted is None:
        needed = set(cited)
    else:
        needed, waiting = set(), list(wanted)
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed.add(name)
                waiting += cited[name]
    known: dict[str, kernel.Theorem] = {}
    found: dict[str, tuple[str, list[str]]] = {}
    computed: dict[kernel.Term, str] = {}
    for kind, name, _, body in rows:
        if kind == "theorem" and name not in needed:
            continue
        record = json.loads(body, object_pairs_hook=_no_twice)
        if record["name"] != name or record["kind"] != kind or not kernel.is_name(name):
            raise ValueError(f"{name}: the record is another")
        if kind in ("definition", "computed"):
            whole = _built(record)[_place(record["term"])]
            old = kernel.meaning(name)
            if old is None:
                kernel.define(name, whole)
            elif old != whole:
                raise ValueError(f"{name} is defined as something else")
            if kind == "computed":
                computed[kernel.const(name, "o")] = f"{name} ({record['by']}; {digest(whole)})"
        elif kind == "theorem" and name not in known:
            th = _theorem(record, known)
            if th.concl.free or not all(h in computed for h in th.hyps):
                raise ValueError(f"{name}: something is left open")
            known[name] = kernel.cite(name, th)
            found[name] = (digest(th.concl), sorted(computed[h] for h in th.hyps))
            kernel.forget()
        else:
            raise ValueError(f"{name}: proved twice, or of no kind")
    if not found or not needed <= set(found):
        raise ValueError("nothing is proved of what is wanted")
    return found


def main(arguments: list[str]) -> None:
    """Replay proof files and print digests as JSON: FILE... [-- NAME...]."""
    sys.setrecursionlimit(100_000)
    gc.disable()  # searching millions of lasting terms for garbage takes half of the time; `kernel.forget` does it
    at = arguments.index("--") if "--" in arguments else len(arguments)
    found = replay(arguments[:at], arguments[at + 1 :] or None)
    print(json.dumps(found, sort_keys=True))
