"""Scaffolds of theorems that somebody states in a file: hunted, proved, or the beginning of a proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from sdp_proofs.api.statements import Statement


def own_statements(place: str) -> Iterator[tuple[Statement, Callable[..., Any] | None]]:
    """The statements of a file, each with the function that proves it, if the file has one.

    A statement is a function whose parameters all have sorts, such as `P: Law[A]`; its proof is the function of its
    name with `_steps` behind it, or `steps` in a file of one statement.

    Args:
        place: FILE.py for all of them, FILE.py:NAME for one.

    Raises:
        DomainError: the file is missing or does not run, or has no such statement.
    """
    from sdp_proofs.api.statements import statement

    file, _, wanted = place.partition(":")
    module = _run(Path(file))
    stated = {name: one for name, one in vars(module).items() if _is_stated(one, module.__name__)}
    if not stated or (wanted and wanted not in stated):
        known = ", ".join(stated) or "none: its parameters must have sorts, as in `def mine(x: Real):`"
        raise DomainError(f"the file must state {wanted or 'a theorem'}; {file} has {known}")
    for name in [wanted] if wanted else stated:
        alone = getattr(module, "steps", None) if len(stated) == 1 else None
        yield statement(stated[name]), getattr(module, f"{name}_steps", alone)


def _run(path: Path) -> ModuleType:
    """The module of a file; whatever it does instead of being one is an error in one line."""
    from sdp_proofs.ledger.examination import named, place_of

    spec = util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise DomainError(f"the file of a statement must be there and end in .py; got {path}")
    module = util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: it is somebody's code, which may do anything
        raise DomainError(f"the file of a statement must run; {path}: {named(error)}{place_of(error)}") from None
    return module


def _is_stated(one: Any, module: str) -> bool:
    from inspect import signature

    from sdp_proofs.logic.surface import Sort

    if not callable(one) or getattr(one, "__module__", "") != module or isinstance(one, type):
        return False
    try:
        sorts = [each.annotation for each in signature(one, eval_str=True).parameters.values()]
    except (TypeError, ValueError, NameError):
        return False
    return bool(sorts) and all(isinstance(each, Sort) for each in sorts)


def tell(one: Statement, steps: Callable[..., Any] | None, say: Callable[[str], None], budget: int = 300) -> bool:
    """Say what meets a statement, what refutes it or its mutants, and its proof or where the tactics stop.

    Returns:
        Whether it is refuted.
    """
    say(f"# {one.name}")
    say(str(one))
    met = one.met()
    say(f"premises met     {met.said or 'by nothing that is drawn: it may say nothing'}")
    found = one.hunt(budget)
    say(f"counterexample   {found}")
    for mutant in one.mutants(budget):
        tried = mutant.found.met > mutant.found.undecided
        kept = "not refuted" if tried else "not hunted: no instance that is drawn decides it"
        say(f"mutant           {mutant.change}: {'false' if mutant.found.refuted else kept}")
    if found.refuted:
        say("proof            none: it is false at the counterexample")
        return True
    for line in _proof(one, steps):
        say(line)
    for fault in one.faults():
        say(f"fault            {fault}")
    return False


def _proof(one: Statement, steps: Callable[..., Any] | None) -> Iterator[str]:
    """Lines on the proof by the steps of the file, or by the tactics alone."""
    from sdp_proofs.logic.tactics import Stuck

    try:
        proof = one.attempt() if steps is None else one.prove(steps)
    except Stuck as stuck:
        who = "not found by the tactics alone" if steps is None else "the steps of the file stop"
        yield f"proof            {who}; the goal:"
        yield "  " + "\n  ".join(str(stuck).splitlines())
        if steps is None:
            yield from _skeleton(one)
    else:
        yield f"proof            replayed; it cites {', '.join(proof.cites) or 'the axioms alone'}"


def _skeleton(one: Statement) -> Iterator[str]:
    """The beginning of the function that proves a statement, to be pasted."""
    variables, premises, end = one.parts()
    names = [f"h{i}" for i in range(1, len(premises) + 1)]
    yield f"\ndef {one.name.replace('-', '_')}_steps({', '.join([*variables, *names])}):"
    yield from (f"    # {name}: {said}" for name, said in zip(names, premises, strict=True))
    yield f"    # GOAL: {end}"
    yield f"    return algebra({', '.join(['GOAL', *names])})\n"
