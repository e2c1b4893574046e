"""Answers about a program: is it private within a budget, what is the least that is proved, and where does it leak.

Noise and budget are counted in *units*: `draw.geometric(k)` has P(x) proportional to r^(k |x|) with r = e^(-unit),
and a budget of K units is epsilon = K * unit. A proof by shifts holds for every unit; a violation is computed at one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.programs.alignment import MOST_COST, Alignment, align
from sdp_proofs.programs.between import taken
from sdp_proofs.programs.closed_forms import NoClosedForm, compared, is_within
from sdp_proofs.programs.deltas import FINE, Missing, delta_between
from sdp_proofs.programs.induction import for_all_sizes
from sdp_proofs.programs.inputs import both_sides, compared_bare, standing_for_all
from sdp_proofs.programs.language import Refused, Source
from sdp_proofs.programs.laws import Chances, Unit
from sdp_proofs.programs.needed import Formula, Needed, delta_formula, formula, needed
from sdp_proofs.programs.paths import Path, paths
from sdp_proofs.programs.program_answer import ProgramAnswer
from sdp_proofs.programs.questions import MOST_BUDGET, Question, differ_of, power, source_of, within
from sdp_proofs.programs.values import Linear
from sdp_proofs.programs.violations import Violation, measured, outputs, search
from sdp_proofs.verdict import Verdict

MOST_INPUTS = 20_000
"""Inputs that are listed."""
MOST_BESIDE = 500
"""Inputs that are listed around comparisons without noise."""
MOST_EVENTS = 2000
"""Outputs of neighbours there that are measured."""
MOST_LISTED = 100
"""Inputs at which delta is bounded."""
MOST_SIZE = 12
LEVELS = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20), Fraction(1, 10))
"""Levels r at which functions of r are compared, where a budget is not enough for every r."""
_HUGE = Fraction(10) ** 400
_MOST_THRESHOLDS, _FIRST_NEAR = 3, 8
_INDUCTION, _EVERY = "shifts of the noise, by induction", "for inputs of every size and all noise"
_TRIED_FOR_ALL = 12
"""Units that the induction tries where no budget is given."""


def program(
    mechanism: Callable[..., Any] | Source | str,
    *,
    size: int = 3,
    budget: Readable | None = None,
    neighbours: str | Callable[[int], Any] = "all",
    values: tuple[int, int] | None = None,
    ratio: Readable | None = None,
    odds: Readable | None = None,
    delta: Readable = 0,
    progress: Callable[[str], None] | None = None,
) -> ProgramAnswer:
    """Decide whether a program is private, at what budget, and where it leaks.

    Args:
        mechanism: a function of (draw, q), or "FILE:NAME". It is read and never run.
        size: how many numbers the input q has, from 1 to 12.
        budget: units, epsilon = budget * unit; None asks for the least that is proved.
        neighbours: `one` entry differs by one, `all` entries by at most one each, `up`: all in one direction; a
            function of the size that lists the differences, which is read and never run, or its name in the same file.
            Where inputs are listed also `record`: one of them has an entry less, and `any` two of them.
        values: the least and the largest number of an input, for a program that is decided by listing its inputs, as
            its coins or tables depend on them. Without it those from 0 to 2 are listed, or more on both sides of what
            the program compares, or such as stand for all integers.
        ratio: r = e^(-unit) at which probabilities are computed; 1/2, or 81/256 with Laplace noise, if None. A proof by
            shifts holds for every r.
        odds: e^epsilon, in place of a budget, for a program that only throws coins.
        delta: what may be missing, at least 0.
        progress: is told what is being done.

    Returns:
        The answer; its probabilities are exact bounds.

    Raises:
        Refused: the program uses what the language does not have; the message gives the line.
        DomainError: the question is none.
        SizeError: the program has too many paths, or inputs, at this size.

    Example:
        >>> from sdp_proofs.programs.catalogue import sparse_vector
        >>> answer = program(sparse_vector, size=3, budget=4)
        >>> answer.verdict, answer.all_sizes
        (<Verdict.HOLDS: 'HOLDS'>, 4)
        >>> program(sparse_vector, size=4, budget=3).violation.neighbour
        (1, 1, 1, -1)
    """
    if type(size) is not int or not 1 <= size <= MOST_SIZE:
        raise DomainError(f"the size must be an integer from 1 to {MOST_SIZE}, got {size}")
    word, differ = differ_of(neighbours, mechanism)
    if budget is not None and odds is not None:
        raise DomainError("a budget or odds must be given, not both")
    question = Question(
        source_of(mechanism),
        size,
        None if budget is None else within(budget, "budget", 0, MOST_BUDGET),
        word,
        values,
        None if ratio is None else within(ratio, "ratio r = e^(-unit)", 0, 1, ends=False),
        None if odds is None else within(odds, "odds e^epsilon", 1, None),
        within(delta, "delta", 0, 1),
        differ,
    )
    if values is not None and not values[0] <= values[1]:
        raise DomainError(
            f"the values of an input must run from the least to the largest, got {values[0]}..{values[1]}"
        )
    return _Answering(question, progress or (lambda _: None)).answered()


@dataclass
class _Answering:
    """The way from a question to its answer."""

    asked: Question
    say: Callable[[str], None]
    best: Violation | None = None
    open_at_every_r: bool = False
    numbers: tuple[int, ...] = ()
    """Entries of inputs that stand for all integers; empty where a box is listed."""
    rows: list[tuple[int, int | None]] = field(default_factory=list)
    """Least budgets by size, as far as they are known."""

    def answered(self) -> ProgramAnswer:
        """Answer; if the user stops before there is a verdict, say what is known by then."""
        try:
            return self._answer()
        except KeyboardInterrupt:
            if not self.rows and self.best is None:
                raise
            unit = Unit() if self.best is None else self.best.unit
            verdict, method = Verdict.UNKNOWN, "it was stopped before"
            if self._refutes(self.best, unit):
                verdict, method = Verdict.FAILS, "an exact violation"
            return ProgramAnswer(
                self.asked, verdict, method, "", unit, by_size=tuple(self.rows), violation=self.best, stopped=True
            )

    def _refutes(self, found: Violation | None, unit: Unit) -> bool:
        """Decide that a violation is more than what is asked for allows."""
        odds = self.asked.allowed(unit)
        return found is not None and odds is not None and found.exceeds(odds, self.asked.delta)

    def _answer(self) -> ProgramAnswer:
        if not self.asked.shifted or self.asked.odds is not None:
            return self._listed()
        if not self.asked.differences(self.asked.size):
            raise DomainError(f"{self.asked.neighbours}({self.asked.size}) must list some differences, got none")
        try:
            by_size, proof = self._shifts()
        except Refused as refusal:
            if not refusal.needs_numbers:
                raise
            return self._listed(refusal)
        except SizeError as error:
            found = self._for_every_size()
            if found is None:
                known = ", ".join("-" if least is None else str(least) for _, least in self.rows)
                so_far = f"; the least budgets at sizes 1 to {len(self.rows)} are {known}" if known else ""
                name = self.asked.source.name
                raise SizeError(f"{name} is not decided at size {self.asked.size}: {error}{so_far}") from None
            return found
        return self._judged(by_size, proof)

    def _shifts(self) -> tuple[tuple[tuple[int, int | None], ...], Alignment]:
        """Find the least budgets that shifts prove, up to the size that is asked for."""
        rows = self.rows
        for n in range(1, self.asked.size + 1):
            self.say(f"shifts at size {n}")
            try:
                proof = align(self.asked.source, n, self.asked.differences(n))
            except Refused:
                if n == self.asked.size:  # smaller inputs may be too short for the program
                    raise
                rows.append((n, None))
            else:
                rows.append((n, proof.budget))
        return tuple(rows), proof

    def _for_every_size(self) -> ProgramAnswer | None:
        """Prove a program by the induction alone, at a size at which it has too many paths."""
        everywhere = self._induction()
        if everywhere is None:
            return None
        return ProgramAnswer(
            self.asked, Verdict.HOLDS, _INDUCTION, _EVERY, self.asked.unit_of([]), by_size=tuple(self.rows),
            all_sizes=everywhere,
        )  # fmt: skip

    def _induction(self) -> int | None:
        """Find a budget for inputs of every size, at most the one that is asked for."""
        asked = self.asked
        self.say("induction over the size")
        most = _TRIED_FOR_ALL if asked.budget is None else min(int(asked.budget), MOST_COST)
        return None if asked.differ else for_all_sizes(asked.source, asked.neighbours, most)

    def _judged(self, by_size: tuple[tuple[int, int | None], ...], proof: Alignment) -> ProgramAnswer:
        asked, least = self.asked, proof.budget
        everywhere = self._induction()
        ways = [row.path for row in proof.rows] + ([proof.stuck[0]] if proof.stuck else [])
        common: dict[str, Any] = {
            "question": asked, "unit": self.asked.unit_of(ways), "least_proved": least, "by_size": by_size,
            "all_sizes": everywhere, "proof": proof, "needed": None,
        }  # fmt: skip
        if everywhere is not None and (least is None or asked.budget is not None or everywhere <= least):
            return ProgramAnswer(
                verdict=Verdict.HOLDS, method=_INDUCTION, scope=_EVERY, **{**common, "needed": self._needed(proof)},
            )  # fmt: skip
        scope = f"for all inputs of {_numbers(asked.size)} and all noise"
        if least is not None and (asked.budget is None or least <= asked.budget):
            return ProgramAnswer(
                verdict=Verdict.HOLDS, method=f"{len(proof.rows)} shifts of the noise", scope=scope,
                **{**common, "needed": self._needed(proof)},
            )  # fmt: skip
        every = paths(asked.source, asked.size)
        if ways and not any(path.noises for path in (*ways, *every)):  # coins have probabilities, and need no shifts
            return self._listed()
        bare = () if proof.stuck is None else compared_bare(paths(asked.source, asked.size, split=True))
        around = self._listed_around(bare) if bare else ""
        if isinstance(around, ProgramAnswer):
            return around
        if asked.delta:
            decided = self._delta_listed({**common, "violation": None})
            if decided is not None:
                return decided
        found, stopped, ended = self._searched(proof, common["unit"])
        shown = found if found is not None else self.best
        if found is None and shown is not None and not stopped:
            ended += "; the largest ratio that was seen is shown"
        method = "an exact violation" if found is not None else _undecided(least, around, ended)
        verdict = Verdict.UNKNOWN if found is None else Verdict.FAILS
        if shown is not None:
            split = list(paths(asked.source, asked.size, split=True))
            form = common["formula"] = formula(split, split, shown)
            if form is not None and form.grows is not None and not shown.further:
                common["needed"] = Needed(form.grows, shown.input, shown.neighbour, shown.output)
            if common["needed"] is None or common["needed"].units != least:
                common["needed"] = self._needed(proof, common["needed"])
        return ProgramAnswer(verdict=verdict, method=method, scope=scope, violation=shown, stopped=stopped, **common)

    def _needed(self, proof: Alignment, known: Needed | None = None) -> Needed | None:
        """Look for two inputs and an output that no smaller budget is enough for, where shifts prove one."""
        asked = self.asked
        if proof.budget is None:
            return None
        self.say("budgets that are not enough")
        try:
            ways = list(paths(asked.source, asked.size, split=True))
        except SizeError:
            return known
        found = needed(ways, proof, asked.differences(asked.size), self._inputs_near(ways))
        return known if found is None or (known is not None and known.units >= found.units) else found

    def _searched(self, proof: Alignment, unit: Unit) -> tuple[Violation | None, bool, str]:
        """Look for a violation; say whether the user stopped, and how the search ended without one."""
        self.say("looking for a violation")
        asked = self.asked
        ways = list(paths(asked.source, asked.size, split=True))
        odds = asked.allowed(unit)

        def keep(found: Violation) -> None:
            self.best = found

        try:
            moves = asked.differences(asked.size)
            bound = _HUGE if odds is None else odds
            found = search(lambda _: ways, proof, moves, self._inputs_near(ways), bound, unit, keep, asked.delta)
        except SizeError as error:
            return None, False, f"the search for a violation ended early: {error}"
        except KeyboardInterrupt:
            if self._refutes(self.best, unit):
                return self.best, True, ""
            return None, True, "the search for a violation was stopped; the largest ratio so far is shown"
        return found, False, "no violation was found"

    def _inputs_near(self, ways: list[Path]) -> list[tuple[int, ...]]:
        """List small inputs and some near a threshold, the simplest first; six numbers vary at most."""
        low, high = self.asked.box
        varied = min(self.asked.size, 6)
        box = product(range(low, min(high, low + 2) + 1), repeat=varied)
        small = sorted(((*part, *[low] * (self.asked.size - varied)) for part in box), key=lambda q: (sum(q), q))
        thresholds = {abs(number.constant) for path in ways for number, _ in path.facts}
        far = sorted(c for c in thresholds if c > high)[:_MOST_THRESHOLDS]
        shifted = [tuple(x + c for x in q) for c in far for q in small]
        return [*small[:1], *shifted[:_FIRST_NEAR], *small[1:], *shifted[_FIRST_NEAR:]]

    def _listed(self, refusal: Refused | None = None) -> ProgramAnswer:
        """Decide a program by listing its inputs, as its coins, tables or loops depend on them."""
        asked = self.asked
        if asked.values is None and refusal is None:
            self._choose_inputs()
            asked = self.asked
        low, high = asked.box
        count = (len(self.numbers) or high - low + 1) ** asked.size
        if count > MOST_INPUTS:
            raise SizeError(f"at most {MOST_INPUTS} inputs can be listed, got {count} of {_numbers(asked.size)}")
        known = self._known()
        unit = self.asked.unit_of([path for ways in known.values() for path in ways])
        exact = not any(path.noises for ways in known.values() for path in ways)
        if asked.odds is not None and not exact:
            raise DomainError(
                "odds must be given for a program that only throws coins; for noise give a budget in units"
            )
        odds = asked.allowed(unit)
        missing = self._missing(known, unit, odds)
        worst = self.best
        common: dict[str, Any] = {"question": asked, "unit": unit, "violation": worst, **self._scope()}
        if worst is None:
            raise DomainError("there must be two neighbours among the inputs that are listed") from refusal
        if worst.exceeds(odds, asked.delta) if odds is not None else worst.ratio is None:
            return ProgramAnswer(verdict=Verdict.FAILS, method="an exact violation", **common)
        if not exact:
            return self._shifted_between(known, common, refusal)
        if odds is None:
            method = "all of them listed; the largest ratio is shown"
            return ProgramAnswer(verdict=Verdict.UNKNOWN, method=method, **common)
        if missing[0] <= asked.delta:
            listed = f"{count} of them listed that stand for all" if self.numbers else "all of them listed"
            return ProgramAnswer(verdict=Verdict.HOLDS, method=f"{listed}, exactly", **common)
        common["violation"] = missing[1]
        return ProgramAnswer(verdict=Verdict.FAILS, method="an exact violation by a set of outputs", **common)

    def _choose_inputs(self) -> None:
        """List what stands for all integers if the program only throws coins, or else both sides of a comparison."""
        asked = self.asked
        sizes = (asked.size - 1, asked.size) if asked.neighbours == "record" else (asked.size,)
        try:
            ways = [path for size in sizes for path in paths(asked.source, size, split=True)]
        except (Refused, SizeError):
            return
        apart = [abs(x) for d in asked.differences(asked.size) for x in d] if asked.shifted else [0]
        found = standing_for_all(ways, max(apart, default=0))
        if found is not None and len(found) ** asked.size <= MOST_INPUTS:
            self.numbers = found
            return
        box = None if any(path.noises for path in ways) else self._around(compared_bare(ways))
        if box not in (None, asked.box):
            self.asked = replace(asked, values=box)

    def _around(self, bare: tuple[Linear, ...]) -> tuple[int, int] | None:
        """Choose a box with inputs on both sides of every comparison, or None where it has too many."""
        low, high = self.asked.box
        while self.asked.values is None and not all(both_sides(number, low, high) for number in bare):
            low, high = low - 1, high + 1
            if (high - low + 1) ** self.asked.size > MOST_BESIDE:
                return None
        return low, high

    def _listed_around(self, bare: tuple[Linear, ...]) -> ProgramAnswer | str:
        """List inputs on both sides of every comparison, with neighbours; say why where that decides nothing."""
        box = self._around(bare)
        if box is None:
            return "and the inputs on both sides of such a comparison are too many to list"
        try:
            found = _Answering(replace(self.asked, values=box), self.say)._beside_each_other()
        except (SizeError, Refused) as error:
            return f"and the inputs on both sides of such a comparison were not decided one by one ({error})"
        return found or f"and shifts between inputs from {box[0]} to {box[1]} prove nothing"

    def _beside_each_other(self) -> ProgramAnswer | None:
        """Prove by shifts between listed inputs, or find the first violation; None where neither is done."""
        asked, known = self.asked, self._known()
        unit = asked.unit_of([path for ways in known.values() for path in ways])
        common: dict[str, Any] = {"question": asked, "unit": unit, **self._scope()}
        proved = self._shifted_between(known, common, None)
        if proved.verdict is Verdict.HOLDS:
            return proved
        odds = asked.allowed(unit)
        events = ((q, x, output) for q, x in asked.pairs(list(known)) for output in outputs(known[q], q, unit))
        for q, x, output in islice(events, MOST_EVENTS):
            found = measured(known[q], known[x], q, x, output, unit)
            if found is not None and (found.ratio is None if odds is None else found.exceeds(odds, asked.delta)):
                common["violation"] = found
                return ProgramAnswer(verdict=Verdict.FAILS, method="an exact violation", **common)
        return None

    def _known(self) -> dict[tuple[int, ...], list[Path]]:
        """Follow the paths on every input that is listed."""
        asked, (low, high) = self.asked, self.asked.box
        known: dict[tuple[int, ...], list[Path]] = {}
        sizes = (asked.size - 1, asked.size) if asked.neighbours == "record" else (asked.size,)
        numbers = self.numbers or range(low, high + 1)
        for q in (q for size in sizes for q in product(numbers, repeat=size)):
            self.say(f"paths on {list(q)}")
            known[q] = list(paths(asked.source, q, split=True))
        return known

    def _scope(self) -> dict[str, Any]:
        """Say for which inputs an answer is, and whether these are all."""
        asked, (low, high) = self.asked, self.asked.box
        fewer = ", and of one less," if asked.neighbours == "record" else ""
        if self.numbers:
            return {"scope": f"for all inputs of {_numbers(asked.size)}{fewer.removesuffix(',')}", "boxed": False}
        return {"scope": f"for inputs of {_numbers(asked.size)}{fewer} from {low} to {high}", "boxed": True}

    def _shifted_between(
        self, known: dict[tuple[int, ...], list[Path]], common: dict[str, Any], refusal: Refused | None
    ) -> ProgramAnswer:
        """Prove a program with noise by shifts between each two inputs that are listed, or by a delta."""
        asked = self.asked
        self.say("shifts between inputs")
        rows = taken(known, asked.pairs(list(known)))
        if rows is not None:
            least = common["least_proved"] = max((row.cost for row in rows), default=0)
            if asked.budget is None or least <= asked.budget:
                method = f"{len(rows)} shifts of the noise between them, for all noise"
                return ProgramAnswer(verdict=Verdict.HOLDS, method=method, **common)
        decided = None if asked.delta else self._compared(known, common)
        if decided is not None:
            return decided
        if asked.delta and asked.neighbours != "any":
            decided = self._delta_listed(common)
            if decided is not None:
                return decided
        if rows is not None:
            method = _undecided(common["least_proved"], "", "no violation was found")
        elif self.open_at_every_r:
            said = ", ".join(str(r) for r in sorted(LEVELS))
            method = f"its ratios, as functions of r, are not within it for every r, and above it at no r of {said}"
        elif refusal is None:
            method = "no shifts take each run to one of its own on the neighbour; the largest ratio is shown"
        else:
            method = "its input decides more than comparisons"
        return ProgramAnswer(verdict=Verdict.UNKNOWN, method=method, **common)

    def _compared(self, known: dict[tuple[int, ...], list[Path]], common: dict[str, Any]) -> ProgramAnswer | None:
        """Compare probabilities as functions of r: for all of them, or at the one that is asked for."""
        asked = self.asked
        self.say("functions of r")
        try:
            forms = compared(known, asked.pairs(list(known)))
        except NoClosedForm:
            return None
        most = MOST_COST if asked.budget is None else int(asked.budget)
        least = next((k for k in range(most + 1) if all(is_within(form.first, form.second, k) for form in forms)), None)
        if least is not None:
            method = "probabilities as functions of r, compared for all noise"
            return ProgramAnswer(verdict=Verdict.HOLDS, method=method, **{**common, "least_proved": least})
        if asked.budget is None:
            return None
        self.open_at_every_r = True
        for r in LEVELS if asked.ratio is None else (asked.ratio,):
            unit, odds = Unit(r), power(r, asked.budget)
            above = [form for form in forms if form.exceeds(r, odds)]
            if not above and asked.ratio is not None:
                method, scope = "probabilities as functions of r, compared exactly", f"{common['scope']}, at r = {unit}"
                return ProgramAnswer(verdict=Verdict.HOLDS, method=method, **{**common, "unit": unit, "scope": scope})
            for form in above[:1]:
                q, x = form.input, form.neighbour
                found = measured(known[q], known[x], q, x, form.output, unit)
                if found is not None and found.exceeds(odds):
                    shown = {**common, "unit": unit, "violation": found, "formula": Formula(form.first, form.second)}
                    return ProgramAnswer(verdict=Verdict.FAILS, method="an exact violation", **shown)
        return None

    def _box(self, unit: Unit) -> str:
        low, high = self.asked.box
        return f"for inputs of {_numbers(self.asked.size)} from {low} to {high} and their neighbours, at r = {unit}"

    def _delta_listed(self, common: dict[str, Any]) -> ProgramAnswer | None:
        """Enclose delta at all inputs that are listed, and their neighbours; None where that decides nothing."""
        asked, (low, high) = self.asked, self.asked.box
        known: dict[tuple[int, ...], list[Path]] = {}

        def ways(q: tuple[int, ...]) -> list[Path]:
            if q not in known:
                known[q] = list(paths(asked.source, q, split=True))
            return known[q]

        if asked.budget is None or (high - low + 1) ** asked.size > MOST_LISTED:
            return None
        listed = [path for q in product(range(low, high + 1), repeat=asked.size) for path in ways(q)]
        real = any(noise.kind == "laplace" for path in listed for noise in path.noises)
        unit = FINE if real and asked.ratio is None else common["unit"]
        odds = power(unit.ratio, asked.budget)
        common = {**common, "unit": unit, "scope": self._box(unit), "boxed": True}
        chances = Chances(ways, unit)
        pair: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        most = Missing(Fraction(0), Fraction(0), None)
        try:
            for q in product(range(low, high + 1), repeat=asked.size):
                self.say(f"delta at {list(q)}")
                for x in self._beside(q):
                    for one, other in ((q, x), (x, q)):
                        missing = delta_between(chances, one, other, odds, asked.delta)
                        if missing.high > most.high:
                            most, pair = missing, (one, other)
                        if missing.low > asked.delta:
                            form = delta_formula(ways(one), ways(other), missing, asked.budget)
                            found = {**common, "violation": missing.event, "delta_formula": form}
                            method = "an exact violation by a set of outputs"
                            return ProgramAnswer(verdict=Verdict.FAILS, method=method, **found)
        except (SizeError, Refused):
            return None
        if most.high > asked.delta:
            return None
        method = f"probabilities with a proven rest: delta is at most {exact_decimal(most.high, 6, upward=True)}"
        try:
            event = delta_between(chances, *pair, odds, Fraction(0)) if pair[0] or pair[1] else most
            form = delta_formula(ways(pair[0]), ways(pair[1]), event, asked.budget)
        except SizeError:
            form = None
        return ProgramAnswer(
            verdict=Verdict.HOLDS, method=method, **{**common, "violation": None, "delta_formula": form}
        )  # fmt: skip

    def _missing(
        self, known: dict[tuple[int, ...], list[Path]], unit: Unit, odds: Fraction | None
    ) -> tuple[Fraction, Violation | None]:
        """Compare all neighbours: keep the worst output; return the largest sum of P - odds Q, with its outputs."""
        largest: tuple[Fraction, Violation | None] = (Fraction(0), None)
        for q, x in self.asked.pairs(list(known)):
            missing, seen = Fraction(0), []
            for output in outputs(known[q], q, unit):
                found = measured(known[q], known[x], q, x, output, unit)
                if found is None:
                    continue
                excess = found.first - (odds or 1) * found.second
                if excess > 0:
                    missing += excess
                    seen.append(found)
                if self._is_worse(found, odds):
                    self.best = found
            if missing > largest[0]:
                largest = (missing, Violation.of_all(seen))
        return largest

    def _is_worse(self, found: Violation, odds: Fraction | None) -> bool:
        if self.best is None or not self.asked.delta or odds is None:
            return found.worse_than(self.best)
        return found.first - odds * found.second > self.best.first - odds * self.best.second

    def _beside(self, q: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """List the neighbours of an input, also those beyond the box; of two sizes those that are shorter."""
        if self.asked.neighbours == "record":
            yield from ((*q[:i], *q[i + 1 :]) for i in range(len(q)))
        else:
            for d in self.asked.differences(len(q)):
                yield tuple(a + b for a, b in zip(q, d, strict=True))


def _undecided(least: int | None, around: str, ended: str) -> str:
    """Say why there is neither a proof nor a violation."""
    if around:
        return f"it compares its input without noise, {around}; {ended}"
    if least is not None:
        return f"shifts prove {_units(least)} and no fewer; {ended}"
    return f"no shifts of at most {MOST_COST} units keep every output, which refutes nothing; {ended}"


def _units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"


def _numbers(size: int) -> str:
    return "one number" if size == 1 else f"{size} numbers"
