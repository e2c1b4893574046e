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
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.language import Function, Refused, Source
from sdp_proofs.programs.machine import Draw, Linear, Machine, _Break, _Continue, _Names, _Return
from sdp_proofs.programs.paths import Choices, every

MOST_STATES = 400
MOST_SCRIPTS = 20_000
_SHIFTS = (0, 1, -1, 2, -2)
"""How far the prover moves a noise."""
_MOST_TOTAL = 9


class _Undecided(Exception):
    """The program is not of the form that the induction knows, or has too many states."""


@dataclass(frozen=True)
class Inputs:
    """The input, of a size that nobody knows."""


@dataclass(frozen=True)
class Public:
    """A number that is the same on both inputs and otherwise unknown; in the loop, perhaps the place of its entry."""

    current: bool = False


@dataclass(frozen=True)
class Gathered:
    """A list to which the loop has appended what does not move."""


@dataclass(frozen=True)
class Many:
    """Numbers, one for each entry of the input.

    Attributes:
        first: the distance of the one that will be the first largest, or None before it came.
        highest: the largest distance of the others, or None where there are none.
        still: none of them moves.
        total: the sum of all distances, or None where nobody adds them up.
    """

    first: int | None = None
    highest: int | None = None
    still: bool = True
    total: int | None = None

    def with_one(self, distance: int, largest: bool) -> Many:
        """Append a number."""
        total = None if self.total is None else max(-_MOST_TOTAL, min(_MOST_TOTAL, self.total + distance))
        still = self.still and distance == 0
        if largest:
            return Many(distance, self.highest, still, total)
        highest = distance if self.highest is None else max(self.highest, distance)
        return Many(self.first, highest, still, total)


@dataclass
class _Distances:
    """The world of one script: the choices of both sides, the distances, and what the prover has paid."""

    choices: Choices
    allowed: int = 0
    moved: dict[int, int] = field(default_factory=dict)
    winners: dict[Linear, Many] = field(default_factory=dict)
    firsts: dict[tuple[tuple[Any, ...], Any], int] = field(default_factory=dict)
    word: list[int] = field(default_factory=list)
    cost: int = 0
    alive: bool = True
    entry: Linear | None = None

    def adversary(self, ways: int) -> int:
        self.word.append(self.choices.choose(ways))
        return self.word[-1]

    def fresh(self, distance: int) -> Linear:
        self.moved[len(self.moved)] = distance
        return Linear.unknown("moved", len(self.moved) - 1)

    def distance(self, number: Any) -> int:
        return sum(times * self.moved[i] for (_, i), times in number.terms) if isinstance(number, Linear) else 0

    def need(self, condition: bool) -> None:
        # A dead script goes on to its end, so that the adversary's word is known.
        self.alive = self.alive and condition

    def draw(self, kind: str, units: int, node: ast.AST) -> Linear:
        shifts = [
            s for s in _SHIFTS if (s >= 0 or kind != "exponential") and units * abs(s) <= self.allowed - self.cost
        ]
        shift = shifts[self.choices.choose(len(shifts))] if self.alive else 0
        self.cost += units * abs(shift)
        return self.fresh(shift)

    def coin(self, chance: Fraction) -> bool:
        return chance == 1 or (chance > 0 and self.adversary(2) == 0)

    def pick(self, options: int) -> int:
        return self.adversary(options)

    def at_least_zero(self, number: Linear) -> bool:
        holds = self.adversary(2) == 0
        distance = self.distance(number)
        self.need(distance >= 0 if holds else distance <= 0)
        return holds

    def largest(self, numbers: list[Any]) -> Any:
        first = self.adversary(len(numbers))
        for number in numbers:
            self.need(self.distance(numbers[first]) >= self.distance(number))
        self.firsts[tuple(numbers), numbers[first]] = first
        return numbers[first]

    def place(self, numbers: list[Any], value: Any) -> int | None:
        return self.firsts.get((tuple(numbers), value))


class _Abstract(Machine):
    """The machine with entries of the input, public numbers and lists of unknown length."""

    def arithmetic(self, sign: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        if isinstance(left, Public) or isinstance(right, Public):
            for number, other in ((left, right), (right, left)):
                if isinstance(number, Linear) and isinstance(other, Public):
                    if not isinstance(sign, (ast.Add, ast.Sub)):
                        raise _Undecided
                    # The sum is another number, which moves as far.
                    distance = self.world.distance(number)
                    return self.world.fresh(-distance if number is right and isinstance(sign, ast.Sub) else distance)
            if all(isinstance(side, (Public, int, Fraction)) for side in (left, right)):
                return Public()
            raise _Undecided
        if isinstance(left, Gathered) and isinstance(right, (list, tuple)):
            self._published(right)
            return left
        return super().arithmetic(sign, left, right, node)

    def _holds(self, relation: ast.cmpop, left: Any, right: Any, node: ast.AST) -> bool:
        if isinstance(relation, (ast.Is, ast.IsNot)):
            return super()._holds(relation, left, right, node)
        if isinstance(left, (Gathered, Many, Inputs)) or isinstance(right, (Gathered, Many, Inputs)):
            raise _Undecided
        if isinstance(left, Public) or isinstance(right, Public):
            if isinstance(left, Linear) or isinstance(right, Linear):
                number = left if isinstance(left, Linear) else right.times(-1)
                if not isinstance(relation, (ast.GtE, ast.LtE, ast.Gt, ast.Lt)):
                    raise _Undecided
                truth = bool(self.world.at_least_zero(number))
                return truth if isinstance(relation, (ast.GtE, ast.Gt)) else not truth
            return bool(self.world.adversary(2) == 0)
        return super()._holds(relation, left, right, node)

    def same(self, left: Any, right: Any, node: ast.AST) -> bool:
        if isinstance(left, (Gathered, Many, Inputs)) or isinstance(right, (Gathered, Many, Inputs)):
            raise _Undecided  # how long they are and what is in them is not known
        if isinstance(left, Public) or isinstance(right, Public):
            if isinstance(left, Linear) or isinstance(right, Linear):
                raise _Undecided
            return bool(self.world.adversary(2) == 0)
        return super().same(left, right, node)

    def as_truth(self, value: Any, node: ast.AST) -> bool:
        if isinstance(value, (Public, Gathered, Many, Inputs)):
            return bool(self.world.adversary(2) == 0)
        return super().as_truth(value, node)

    def items(self, value: Any, node: ast.AST) -> Any:
        if isinstance(value, (Public, Gathered, Many, Inputs)):
            raise _Undecided
        return super().items(value, node)

    def _position(self, held: Any, node: ast.expr, names: _Names) -> Any:
        if isinstance(held, (Inputs, Many, Gathered)):
            raise _Undecided
        return super()._position(held, node, names)

    def value(self, node: ast.expr, names: _Names) -> Any:
        if isinstance(node, ast.Subscript):
            held = self.value(node.value, names)
            if isinstance(held, Inputs):
                place = self.value(node.slice, names)
                if isinstance(place, Public) and place.current and self.world.entry is not None:
                    return self.world.entry
                raise _Undecided
            if isinstance(held, Many):
                raise _Undecided
        return super().value(node, names)

    def _method(self, node: ast.Call, called: ast.Attribute, names: _Names) -> Any:
        held = self.value(called.value, names)
        if isinstance(held, Gathered):
            given = [self.value(argument, names) for argument in node.args]
            if called.attr == "append" and len(given) == 1:
                self._published(given)
                return None
            if called.attr == "extend" and len(given) == 1:
                self._published(given[0])
                return None
            raise _Undecided
        if isinstance(held, Many):
            given = [self.value(argument, names) for argument in node.args]
            # The place of what `max` gave; nothing else is found by its value.
            if called.attr == "index" and len(given) == 1 and self._is_largest(held, given[0]):
                return Public()
            raise _Undecided
        return super()._method(node, called, names)

    def _is_largest(self, held: Many, value: Any) -> bool:
        return isinstance(value, Linear) and self.world.winners.get(value) == held

    def _builtin(self, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        if len(given) == 1 and isinstance(given[0], Many) and not named:
            many = given[0]
            if name in ("tuple", "list"):
                return many
            if name == "sum" and many.total is not None and abs(many.total) < _MOST_TOTAL:
                return self.world.fresh(many.total)
            if name == "max":
                if many.first is None:
                    raise _Undecided
                self.world.need(many.highest is None or many.first >= many.highest)
                found = self.world.fresh(many.first)
                self.world.winners[found] = many
                return found
            if name == "len":
                return Public()
            raise _Undecided
        if len(given) == 1 and isinstance(given[0], (Inputs, Gathered)):
            if name == "len":
                return Public()
            if name in ("tuple", "list") and isinstance(given[0], Gathered):
                return given[0]
        if any(isinstance(value, (Inputs, Gathered, Many, Public)) for value in given):
            raise _Undecided
        return super()._builtin(name, given, named, node)

    def _published(self, value: Any) -> None:
        if isinstance(value, (list, tuple)):
            for part in value:
                self._published(part)
        elif isinstance(value, Many):
            self.world.need(value.still)
        elif isinstance(value, Linear):
            self.world.need(self.world.distance(value) == 0)
        elif not isinstance(value, (int, str, Fraction, Public, Gathered, type(None))):
            raise _Undecided  # the input itself, or what the language does not publish


# States

Control = tuple[tuple[str, Any], ...]
"""What is public: each name with its value, a distance standing for a number that moves."""

_MOVES = "a number that moves"


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


def _split(names: dict[str, Any], world: _Distances) -> tuple[Control, tuple[int, ...]]:
    """Part values into what is public and how far the rest moves."""
    distances: list[int] = []

    def part(value: Any) -> Any:
        if isinstance(value, Linear):
            distances.append(world.distance(value))
            return _MOVES
        if isinstance(value, Many):
            told = (value.first, value.highest, int(value.still), value.total)
            distances.extend(part or 0 for part in told)
            return (Many, *(part is None for part in told))
        if isinstance(value, list):
            for item in value:
                _Abstract(world, None)._published(item)  # type: ignore[arg-type]
            return Gathered()
        if isinstance(value, tuple):
            return (tuple, *map(part, value))
        if isinstance(value, (dict, Function)):  # a function of the call holds its names, and these move
            raise _Undecided
        if isinstance(value, Public):
            return Public()
        return value

    control = tuple((name, part(value)) for name, value in sorted(names.items()))
    return control, tuple(distances)


def _joined(control: Control, distances: tuple[int, ...], world: _Distances) -> dict[str, Any]:
    left = list(distances)

    def whole(part: Any) -> Any:
        if part is _MOVES or part == _MOVES:
            return world.fresh(left.pop(0))
        if isinstance(part, tuple) and part and part[0] is Many:
            told = [left.pop(0) for _ in part[1:]]
            first, highest, still, total = (
                None if none else number for none, number in zip(part[1:], told, strict=True)
            )
            return Many(first, highest, bool(still), total)
        if isinstance(part, tuple) and part and part[0] is tuple:
            return tuple(map(whole, part[1:]))
        return part

    return {name: whole(part) for name, part in control}


Step = Callable[[_Abstract, dict[str, Any], _Distances], str]
"""Runs a piece of the program on names; says how it ended: next, break, or return."""


@dataclass
class _Proof:
    source: Source
    neighbours: str
    budget: int
    terminal: int = 0
    seen: int = 0
    ended: bool = False
    adds: bool = False
    picks: bool = True
    draw: str = "draw"
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
        world = _Distances(choices, self.budget)
        names = _joined(state.control, distances, world)
        names[" mode"] = state.mode
        ended = step(_Abstract(world, self.source.function.scope), names, world)
        if ended == "return":
            names = {" mode": names[" mode"]}
        control, found = _split(names, world)
        return ended, tuple(world.word), control, found, world.cost, world.alive

    def entry(self, world: _Distances, names: dict[str, Any]) -> Linear:
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
            raise _Undecided
        called = {node.id for node in _all(function.body) if isinstance(node, ast.Name)}
        self.adds = "sum" in called
        # Which number is the largest is a part of the adversary's word only where somebody may ask.
        self.picks = "max" in called or bool(called & self._helpers(called))
        draw, inputs = [argument.arg for argument in (*function.arguments.posonlyargs, *function.arguments.args)][:2]
        starts = ("rise", "fall") if self.neighbours == "up" else (self.neighbours,)
        machine = _Abstract(_Distances(Choices([])), function.scope)
        bound = machine._bound(function, [Draw(), Inputs()], {}, None)
        control, _ = _split({**bound, draw: Draw, inputs: Inputs()}, machine.world)
        self.draw = draw
        states = {State(control, frozenset({((), 0)}), mode) for mode in starts}
        for statement in _hoisted(function.body, inputs):
            states = self._after(statement, states)
        # Where the program ends without a return, nothing is published.
        return all([self._ends(state) for state in states]) and self.ended

    def _shadowed(self, function: Function, body: list[ast.stmt]) -> bool:
        """Decide that a name which the induction reads by its word means something else."""
        own = {node.id for node in _all(body) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        own |= {argument.arg for argument in (*function.arguments.args, *function.arguments.kwonlyargs)[2:]}
        parameters = {argument.arg for argument in (*function.arguments.posonlyargs, *function.arguments.args)[:2]}
        for word in ("enumerate", "range", "len", "sum", "max"):
            try:
                function.scope.find(word)
            except KeyError:
                continue
            return True
        return bool(own & (parameters | {"enumerate", "range", "len", "sum", "max"}))

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
            raise _Undecided
        if not found.costs:
            raise _Undecided
        if ended == "return":
            self._ends(found)
        elif ended == "next":
            _keep(following, found)
        else:
            raise _Undecided

    def _plain(self, statement: ast.stmt) -> Step:
        def step(machine: _Abstract, names: dict[str, Any], world: _Distances) -> str:
            return self._run(machine, [statement], names)

        return step

    def _run(self, machine: _Abstract, statements: list[ast.stmt], names: dict[str, Any]) -> str:
        names[self.draw] = Draw()
        scope = _Names(names, self.source.function.scope, self.source.function.local)
        try:
            machine.block(statements, scope)
        except _Return as left:
            machine._published(left.value)
            return "return"
        except _Break:
            return "break"
        except _Continue:
            return "next"
        finally:
            names[self.draw] = Draw
        return "next"

    def _loop_of(self, statement: ast.stmt) -> tuple[Step, str | None] | None:
        """Recognise a loop over the input, or a list with one number for each of its entries."""
        if isinstance(statement, ast.For):
            through = _traversed(statement.iter, self._inputs_name())
            if through is None:
                return None
            if statement.orelse:
                raise _Undecided

            def round_(machine: _Abstract, names: dict[str, Any], world: _Distances) -> str:
                self._bind(machine, statement.target, through, names, world)
                return self._run(machine, statement.body, names)

            return round_, None
        if (
            isinstance(statement, ast.Assign)
            and isinstance(statement.value, (ast.ListComp, ast.GeneratorExp))
            and len(statement.value.generators) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            made, generator, name = statement.value, statement.value.generators[0], statement.targets[0].id
            each = _traversed(generator.iter, self._inputs_name())
            if each is None:
                return None
            if generator.ifs:
                raise _Undecided

            def number(machine: _Abstract, names: dict[str, Any], world: _Distances) -> str:
                inner = dict(names)
                self._bind(machine, generator.target, each, inner, world)
                names[" mode"] = inner[" mode"]
                inner[self.draw] = Draw()
                value = machine.value(made.elt, _Names(inner, self.source.function.scope, self.source.function.local))
                many = names.get(name)
                many = many if isinstance(many, Many) else Many(total=0 if self.adds else None)
                if not isinstance(value, (Linear, int)):
                    machine._published(value)
                largest = self.picks and many.first is None and world.adversary(2) == 0
                names[name] = many.with_one(world.distance(value), largest)
                return "next"

            return number, name
        return None

    def _inputs_name(self) -> str:
        arguments = self.source.function.arguments
        return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][1]

    def _bind(self, machine: _Abstract, target: ast.expr, each: str, names: dict[str, Any], world: _Distances) -> None:
        entry = self.entry(world, names)
        item: Any = {"entry": entry, "place": Public(True), "both": (Public(True), entry)}[each]
        machine.assign(target, item, _Names(names, self.source.function.scope))

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
                    raise _Undecided
                _keep(following, _closed(left, self.neighbours))
            for ended, found in self.follow(head, step):
                if ended == "break":
                    if not found.costs:
                        raise _Undecided
                    _keep(following, _closed(found, self.neighbours))
                elif ended == "return":
                    self._take(ended, found, following)
                elif not found.costs or len(known) > MOST_STATES:
                    raise _Undecided
                elif _keep(known, found):
                    todo.append(found)


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
    return int(part == _MOVES)


def _keep(states: set[State], found: State) -> bool:
    """Add a state unless it is easier for the prover than one that is there; drop what is easier than it."""
    alike = [state for state in states if state.control == found.control and state.mode == found.mode]
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


def _closed(state: State, neighbours: str) -> State:
    """Start afresh after a traversal: another one may meet the same difference again."""
    return State(state.control, state.costs, neighbours if neighbours == "one" else state.mode)


def _traversed(node: ast.expr, inputs: str) -> str | None:
    """Say what a loop goes through: the entries of the input, their places, or both."""
    match node:
        case ast.Name(id=name) if name == inputs:
            return "entry"
        case ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=name)], keywords=[]) if name == inputs:
            return "both"
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)])], keywords=[]
        ) if name == inputs:
            return "place"
    return None


class _Hoist(ast.NodeTransformer):
    """Takes lists over the input out of an expression, where they are evaluated in any case."""

    def __init__(self, inputs: str, count: int) -> None:
        self.inputs, self.count, self.found = inputs, count, []  # type: ignore[var-annotated]

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._out(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._out(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return node

    visit_BoolOp = visit_Lambda = visit_IfExp  # type: ignore[assignment]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if (
            isinstance(node.func, ast.Name) and node.func.id in ("sum", "max") and len(node.args) == 1
            and isinstance(node.args[0], ast.Name) and node.args[0].id == self.inputs and not node.keywords
        ):  # fmt: skip
            entry = ast.Name("entry of the input", ast.Load())
            every_ = ast.comprehension(ast.Name(entry.id, ast.Store()), node.args[0], [], 0)
            node.args[0] = ast.fix_missing_locations(ast.copy_location(ast.ListComp(entry, [every_]), node))
        return self.generic_visit(node)  # type: ignore[return-value]

    def _out(self, node: Any) -> ast.expr:
        if len(node.generators) != 1 or _traversed(node.generators[0].iter, self.inputs) is None:
            return node  # type: ignore[no-any-return]
        name = f"list {self.count}"
        self.count += 1
        self.found.append(
            ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], node), node))
        )
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _hoisted(statements: list[ast.stmt], inputs: str) -> Iterator[ast.stmt]:
    count = 0
    for statement in statements:
        whole = copy.deepcopy(statement)
        if isinstance(whole, (ast.Assign, ast.Return, ast.Expr, ast.AugAssign)) and whole.value is not None:
            hoist = _Hoist(inputs, count)
            whole.value = hoist.visit(whole.value)
            count = hoist.count
            yield from hoist.found
        yield whole


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
    except (_Undecided, Refused, SizeError):
        return None
