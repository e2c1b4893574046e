"""Proves a program private for inputs of every size, by induction over its loop.

Of a number only its *distance* is kept: how far it moves when inputs and noise do. A draw moves by a shift that the
prover chooses, an input by a difference that the adversary chooses, as he chooses the way of each comparison. A
comparison x >= 0 that holds must not fall, one that fails must not rise, and what is published must not move. So a
run of the loop is a word of the adversary's choices, against which the prover, who may look ahead, wants to pay at
most the budget.

A *state* at the head of the loop says what the program knows in public, and for all distances that its variables may
have the least cost at which the prover can bring them about. The adversary's choices lead from state to state; there
are finitely many below the budget. If from none of them a choice leads to a state without distances, the budget holds
for every number of rounds: the set of states is the invariant of the induction. The prover's lookahead is sound
because a shift may depend on the whole path (see `alignment`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.distances import Abstract, Distances, Gathered, Inputs, Many, Public, Undecided
from sdp_proofs.programs.language import Builtin, Function, Refused, Source
from sdp_proofs.programs.machine import Break, Continue, Names, Return
from sdp_proofs.programs.paths import Choices, every
from sdp_proofs.programs.traversals import hoisted, traversed
from sdp_proofs.programs.values import Draw, Linear

MOST_STATES = 400
MOST_SCRIPTS = 20_000
"""Scripts of one round of the loop, from one state."""
MOST_WORK = 50_000
"""Scripts of a whole proof: some seconds."""
MOST_COMPARED = 50_000
"""Pairs of states that are compared with each other: half a second."""


# States

Control = tuple[tuple[str, Any], ...]
"""Public values: each name with its value, a distance standing for a number that moves."""


class _Moves:
    """Stands for a number that moves, whose distance is kept apart."""


@dataclass(frozen=True)
class State:
    """Knowledge at one place of the program.

    Attributes:
        control: the names and their public values.
        costs: the distances of what moves, each with the least cost.
        mode: what the adversary still may do to the input.
    """

    control: Control
    costs: frozenset[tuple[tuple[int, ...], int]]
    mode: str


_PLAIN = (int, str, Fraction, range, Builtin, Inputs, Gathered)


def _split(names: dict[str, Any], world: Distances) -> tuple[Control, tuple[int, ...]]:
    """Part values into what is public and how far the rest moves."""
    distances: list[int] = []

    def part(value: Any) -> Any:
        if isinstance(value, Linear):
            distances.append(world.distance(value))
            return _Moves
        if isinstance(value, Many):
            told = (value.first, value.highest, int(value.still), value.total)
            distances.extend(part or 0 for part in told)
            return (Many, *(part is None for part in told))
        if isinstance(value, list):
            for item in value:
                Abstract(world, None).published(item)  # type: ignore[arg-type]
            return Gathered()
        if isinstance(value, tuple):
            return (tuple, *map(part, value))
        if isinstance(value, Public):
            return Public()
        if isinstance(value, bool):  # True is no 1, though Python says that they are equal
            return (bool, value)
        if isinstance(value, Draw):
            return Draw
        if value is None or value is Draw or isinstance(value, _PLAIN):
            return value
        raise Undecided  # as a function of the call, which holds its names, and these move

    control = tuple((name, part(value)) for name, value in sorted(names.items()))
    return control, tuple(distances)


def _joined(control: Control, distances: tuple[int, ...], world: Distances) -> dict[str, Any]:
    left = list(distances)

    def whole(part: Any) -> Any:
        if part is _Moves:
            return world.fresh(left.pop(0))
        if isinstance(part, tuple) and part and part[0] is Many:
            told = [left.pop(0) for _ in part[1:]]
            first, highest, still, total = (
                None if none else number for none, number in zip(part[1:], told, strict=True)
            )
            return Many(first, highest, bool(still), total)
        if isinstance(part, tuple) and part and part[0] is tuple:
            return tuple(map(whole, part[1:]))
        if isinstance(part, tuple) and part and part[0] is bool:
            return part[1]
        return Draw() if part is Draw else part

    return {name: whole(part) for name, part in control}


_READ = ("enumerate", "range", "len", "sum", "max", "list", "tuple")
"""Functions of Python that the induction knows by their names."""

Step = Callable[[Abstract, dict[str, Any], Distances], str]
"""Runs a piece of the program on names; says how it ended: next, break, or return."""


@dataclass
class _Proof:
    source: Source
    neighbours: str
    budget: int
    terminal: int = 0
    seen: int = 0
    work: int = 0
    compared: int = 0
    ended: bool = False
    adds: bool = False
    picks: bool = True
    known: dict[Any, list[Any]] = field(default_factory=dict, repr=False)

    def follow(self, state: State, step: Step) -> Iterator[tuple[str, State]]:
        """Give the states to which the adversary's words lead; a state without distances is a failure."""
        words: dict[tuple[int, ...], tuple[str, Control, dict[tuple[int, ...], int]]] = {}
        for distances, paid in state.costs:
            for ended, word, control, found, cost, alive in self._scripts(state, distances, step):
                entry = words.setdefault(word, (ended, control, {}))
                if alive and paid + cost <= self.budget:
                    entry[2][found] = min(entry[2].get(found, self.budget), paid + cost)
        for ended, control, costs in words.values():
            mode = dict(control).get(" mode", state.mode)
            yield (
                ended,
                State(tuple(pair for pair in control if pair[0] != " mode"), frozenset(costs.items()), str(mode)),
            )

    def _scripts(self, state: State, distances: tuple[int, ...], step: Step) -> list[Any]:
        """Run a piece with all choices of both sides, once for each place and distance."""
        key = (step, state.control, state.mode, distances)
        if key not in self.known:
            self.known[key] = list(every(lambda choices: self._script(state, distances, step, choices), MOST_SCRIPTS))
        return self.known[key]

    def _script(self, state: State, distances: tuple[int, ...], step: Step, choices: Choices) -> Any:
        self.work += 1
        if self.work > MOST_WORK:
            raise Undecided
        world = Distances(choices, self.budget)
        names = _joined(state.control, distances, world)
        names[" mode"] = state.mode
        ended = step(Abstract(world, self.source.function.scope), names, world)
        if ended == "return":
            names = {" mode": names[" mode"]}
        control, found = _split(names, world)
        return ended, tuple(world.word), control, found, world.cost, world.alive

    def entry(self, world: Distances, names: dict[str, Any]) -> Linear:
        """Let the adversary move the next entry of the input."""
        mode = names[" mode"]
        ways = {"all": (0, 1, -1), "rise": (0, 1), "fall": (0, -1), "one": (0, 1, -1), "spent": (0,)}[mode]
        d = ways[world.adversary(len(ways)) if len(ways) > 1 else 0]
        if mode == "one" and d:
            names[" mode"] = "spent"
        world.entry = world.fresh(d)
        return world.entry

    # Statements of the mechanism, one after the other

    def proved(self) -> bool:
        function = self.source.function
        if not isinstance(function.body, list) or self._shadowed(function, function.body):
            raise Undecided
        called = {node.id for node in _all(function.body) if isinstance(node, ast.Name)}
        self.adds = "sum" in called
        # The place of the largest number is a part of the adversary's word only where somebody may ask.
        self.picks = "max" in called or bool(called & self._helpers(called))
        draw, inputs = [argument.arg for argument in (*function.arguments.posonlyargs, *function.arguments.args)][:2]
        starts = ("rise", "fall") if self.neighbours == "up" else (self.neighbours,)
        machine = Abstract(Distances(Choices([])), function.scope)
        bound = machine._bound(function, [Draw(), Inputs()], {}, None)
        control, _ = _split({**bound, draw: Draw(), inputs: Inputs()}, machine.world)
        states = {State(control, frozenset({((), 0)}), mode) for mode in starts}
        for statement in hoisted(function.body, inputs):
            states = self._after(statement, states)
        # If the program ends without a return, nothing is published.
        return all([self._ends(state) for state in states]) and self.ended

    def _shadowed(self, function: Function, body: list[ast.stmt]) -> bool:
        """Decide that a name which the induction reads by its word means something else."""
        own = {node.id for node in _all(body) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        own |= {argument.arg for argument in (*function.arguments.args, *function.arguments.kwonlyargs)[2:]}
        parameters = {argument.arg for argument in (*function.arguments.posonlyargs, *function.arguments.args)[:2]}
        for word in _READ:
            try:
                function.scope.find(word)
            except KeyError:
                continue
            return True
        return bool(own & (parameters | set(_READ)))

    def _helpers(self, names: set[str]) -> set[str]:
        found = set()
        for name in names:
            try:
                if isinstance(self.source.function.scope.find(name), Function):
                    found.add(name)
            except (KeyError, Refused):
                continue
        return found

    def _ends(self, state: State) -> bool:
        if not state.costs:
            return False
        self.ended = True
        self.terminal = max(self.terminal, min(cost for _, cost in state.costs))
        return True

    def _after(self, statement: ast.stmt, states: set[State]) -> set[State]:
        following: set[State] = set()
        loop, plain = self._loop_of(statement), self._plain(statement)
        for state in states:
            if loop is None:
                for ended, found in self.follow(state, plain):
                    self._take(ended, found, following)
            else:
                self._loop(loop, state, following)
        return following

    def _take(self, ended: str, found: State, following: set[State]) -> None:
        self.seen += 1
        if self.seen > MOST_STATES * 50 or len(following) > MOST_STATES:
            raise Undecided
        if not found.costs:
            raise Undecided
        if ended == "return":
            self._ends(found)
        elif ended == "next":
            self.keep(following, found)
        else:
            raise Undecided

    def _plain(self, statement: ast.stmt) -> Step:
        def step(machine: Abstract, names: dict[str, Any], world: Distances) -> str:
            return self._run(machine, [statement], names)

        return step

    def _run(self, machine: Abstract, statements: list[ast.stmt], names: dict[str, Any]) -> str:
        function = self.source.function
        scope = Names(names, function.scope, function.local, function.own)
        try:
            machine.block(statements, scope)
        except Return as left:
            machine.published(left.value)
            return "return"
        except Break:
            return "break"
        except Continue:
            return "next"
        return "next"

    def _loop_of(self, statement: ast.stmt) -> tuple[Step, str | None] | None:
        """Recognise a loop over the input, or a list with one number for each of its entries."""
        if isinstance(statement, ast.For):
            through = traversed(statement.iter, self._inputs_name())
            if through is None:
                return None
            if statement.orelse:
                raise Undecided

            def round_(machine: Abstract, names: dict[str, Any], world: Distances) -> str:
                self._bind(machine, statement.target, through, names, world)
                return self._run(machine, statement.body, names)

            return round_, None
        if (
            isinstance(statement, ast.Assign)
            and isinstance(statement.value, ast.ListComp)
            and len(statement.value.generators) == 1
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            made, generator, name = statement.value, statement.value.generators[0], statement.targets[0].id
            each = traversed(generator.iter, self._inputs_name())
            if each is None:
                return None
            if generator.ifs:
                raise Undecided

            def number(machine: Abstract, names: dict[str, Any], world: Distances) -> str:
                inner = dict(names)
                self._bind(machine, generator.target, each, inner, world)
                names[" mode"] = inner[" mode"]
                function = self.source.function
                value = machine.value(made.elt, Names(inner, function.scope, function.local, function.own))
                many = names.get(name)
                many = many if isinstance(many, Many) else Many(total=0 if self.adds else None)
                if not isinstance(value, (Linear, int)):
                    machine.published(value)
                largest = self.picks and many.first is None and world.adversary(2) == 0
                names[name] = many.with_one(world.distance(value), largest)
                return "next"

            return number, name
        return None

    def _inputs_name(self) -> str:
        arguments = self.source.function.arguments
        return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][1]

    def _bind(self, machine: Abstract, target: ast.expr, each: str, names: dict[str, Any], world: Distances) -> None:
        entry = self.entry(world, names)
        item: Any = {"entry": entry, "place": Public(True), "both": (Public(True), entry)}[each]
        machine.assign(target, item, Names(names, self.source.function.scope))

    def _loop(self, loop: tuple[Step, str | None], state: State, following: set[State]) -> None:
        step, made = loop
        known, todo = {state}, [state]
        while todo:
            head = todo.pop()
            if head not in known:  # a harder one has taken its place
                continue
            if made is None or _complete(head, made, self.picks):
                left = _first_largest(head, made) if made is not None and self.picks else head
                if not left.costs:
                    raise Undecided
                self.keep(following, _closed(left, self.neighbours))
            for ended, found in self.follow(head, step):
                if ended == "break":
                    if not found.costs:
                        raise Undecided
                    self.keep(following, _closed(found, self.neighbours))
                elif ended == "return":
                    self._take(ended, found, following)
                elif not found.costs or len(known) > MOST_STATES:
                    raise Undecided
                elif self.keep(known, found):
                    todo.append(found)

    def keep(self, states: set[State], found: State) -> bool:
        """Add a state unless it is easier for the prover than one that is there; drop what is easier than it."""
        if found in states:
            return False
        alike = [state for state in states if state.control == found.control and state.mode == found.mode]
        self.compared += len(alike)
        if self.compared > MOST_COMPARED:
            raise Undecided
        costs = dict(found.costs)
        for state in alike:
            if all(costs.get(distances, cost + 1) <= cost for distances, cost in state.costs):
                return False
        for state in alike:
            easier = dict(state.costs)
            if all(easier.get(distances, cost + 1) <= cost for distances, cost in found.costs):
                states.discard(state)
        states.add(found)
        return True


def _all(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in statements:
        yield from ast.walk(statement)


def _complete(state: State, made: str, picks: bool) -> bool:
    """Decide that a list has a number, and its first largest where that is asked for."""
    return any(name == made and not (picks and part[1]) for name, part in state.control if isinstance(part, tuple))


def _first_largest(state: State, made: str) -> State:
    """Keep the distances at which the first largest number of a list stays the first largest."""
    at = 0
    for name, part in state.control:
        if name == made:
            # In the order of the attributes of `Many`; a list with one number has no other.
            alone = part[2]
            costs = frozenset((d, cost) for d, cost in state.costs if alone or d[at] >= d[at + 1])
            return State(state.control, costs, state.mode)
        at += _count(part)
    raise KeyError(made)


def _count(part: Any) -> int:
    """Count the distances of a value."""
    if isinstance(part, tuple) and part and part[0] is Many:
        return len(part) - 1
    if isinstance(part, tuple) and part and part[0] is tuple:
        return sum(map(_count, part[1:]))
    return int(part is _Moves)


def _closed(state: State, neighbours: str) -> State:
    """Start afresh after a traversal: another one may meet the same difference again."""
    return State(state.control, state.costs, neighbours if neighbours == "one" else state.mode)


def for_all_sizes(source: Source, neighbours: str, budget: int) -> int | None:
    """Find a budget that the induction proves for inputs of every size.

    Args:
        source: the program.
        neighbours: how two inputs may differ: one, all or up.
        budget: units that a run may cost.

    Returns:
        The least such budget, at most the one that is given; None where the induction does not get through.
    """
    proof = _Proof(source, neighbours, budget)
    try:
        return proof.terminal if proof.proved() else None
    except (Undecided, Refused, SizeError, RecursionError):
        return None
