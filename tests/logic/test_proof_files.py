"""Proof files written by hand: whatever they say, the replay proves what it prints, or refuses."""

import ast
import gzip
import inspect
import json
import os

import pytest

from sdp_proofs.logic import kernel, proofs, replay

TRUTH = {"types": ["R", "o"], "terms": [["num", 0, 1], ["num", 1, 1]]}
LE = [["const", "le", 3]]


def record(name, terms, steps, types=(), kind="theorem", cited=(), **more):
    """A record as a line; the types R, o, R -> o, R -> R -> o stand first."""
    table = ["R", "o", ["->", 0, 1], ["->", 0, 2], *types]
    body = {"kind": kind, "name": name, "types": table, "terms": terms, **more}
    if kind == "theorem":
        body["steps"] = steps
    return " ".join([kind, name, *cited]) + "\t" + json.dumps(body) + "\n"


# 0: zero, 1: one, 2: <=, 3: 0 <=, 4: 0 <= 1, 5: 1 <=, 6: 1 <= 0
TERMS = [["num", 0, 1], ["num", 1, 1], ["const", "le", 3], ["app", 2, 0], ["app", 3, 1], ["app", 2, 1], ["app", 5, 0]]
HONEST = [["arith", [], [4, [], [[1, 1, [], None]]]]]


@pytest.fixture
def judged(tmp_path):
    def judge(*files, names=(), raw=False):
        paths = []
        for i, text in enumerate(files):
            path = tmp_path / f"{i}.gz"
            path.write_bytes(text if raw else gzip.compress(text.encode()))
            paths.append(path)
        return proofs.proved(names, paths)

    return judge


def test_an_honest_file_is_proved(judged):
    truth = kernel.real(0) <= 1
    assert judged(record("claim", TERMS, HONEST)) == {"claim": (replay.digest(truth), ())}


REFUSED = {
    "assumption left": [["assume", [], 6]],
    "weight below zero": [["arith", [], [6, [], [[-1, 1, [], None]]]]],
    "weight with sign in the denominator": [["arith", [], [6, [], [[1, -1, [], None]]]]],
    "weight that is a string": [["arith", [], [6, [], [["-1", 1, [], None]]]]],
    "weight over zero": [["arith", [], [6, [], [[1, 0, [], None]]]]],
    "weight that is a float": [["arith", [], [6, [], [[-1.0, 1, [], None]]]]],
    "no certificate": [["arith", [], [6, [], []]]],
    "the same, but another": [*HONEST, ["same", [0], 6]],
    "a rule that is none": [["_theorem", [], 6]],
    "define as a rule": [["define", [], 6]],
    "a later step": [["mp", [1, 1], None], *HONEST],
    "itself": [["mp", [0, 0], None]],
    "a negative place": [*HONEST, ["same", [-1], 4]],
    "a place that is true": [*HONEST, ["left", [True], None]],
    "a missing parent": [["same", [], 4]],
    "a citation of nothing": [["cite", [], "other"]],
    "a citation of itself": [["cite", [], "claim"]],
    "an axiom that is none": [["axiom", [], ["false", {}]]],
    "an axiom of another R": [["axiom", [], ["one", {"R": "N"}]]],
    "no steps": [],
}


@pytest.mark.parametrize("steps", REFUSED.values(), ids=REFUSED)
def test_steps_that_are_no_proof(judged, steps):
    with pytest.raises(proofs.Refused):
        judged(record("claim", TERMS, steps))


BAD_TERMS = {
    "a number that is a float": [["num", 1.0, 1]],
    "a number that is true": [["num", True, 1]],
    "a number not in lowest terms": [["num", 2, 2]],
    "an ill-typed application": [["num", 1, 1], ["app", 0, 0]],
    "an unknown constant": [["const", "nothing", 0]],
    "a constant of another type": [["const", "plus", 0]],
    "a loose index": [["bound", 0, 1]],
    "an index below zero": [["bound", -1, 0]],
    "a bound name that is a text": [["bound", 0, 0], ["lam", 0, 0, "n.\\; 1 \\le 0 %"]],
    "a variable that is a text": [["var", "x y", 0]],
    "a variable that is left free": [["var", "x", 0], ["app", 2, 0]],
}


@pytest.mark.parametrize("terms", BAD_TERMS.values(), ids=BAD_TERMS)
def test_terms_that_are_none(judged, terms):
    with pytest.raises(proofs.Refused):
        judged(record("claim", terms, [["refl", [], len(terms) - 1], ["assume", [], 0]]))


def test_optimisation_takes_no_check_away(judged, monkeypatch):
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    with pytest.raises(proofs.Refused):
        judged(record("claim", TERMS, [["assume", [], 6]]))
    for module in (kernel, replay):
        assert not [n for n in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(n, ast.Assert)]


def test_two_files_share_their_definitions(judged):
    one = record("privacy", TERMS, [], kind="definition", term=4)
    other = record("privacy", TERMS, [], kind="definition", term=6)
    with pytest.raises(proofs.Refused, match="defined as something else"):
        judged(one, other + record("claim", TERMS, HONEST))
    again = judged(one, one + record("claim", TERMS, HONEST))
    assert list(again) == ["claim"]


@pytest.mark.parametrize("name", ["not", "false", "exists", "plus", "le"])
def test_built_in_names_keep_their_meaning(judged, name):
    with pytest.raises(proofs.Refused):
        judged(record(name, TERMS, [], kind="definition", term=4) + record("claim", TERMS, HONEST))


def test_a_name_carries_its_meaning_in_the_digest(judged):
    terms = [*TERMS, ["const", "privacy", 1]]
    steps = [*HONEST, ["same", [0], 7]]
    one = judged(record("privacy", TERMS, [], kind="definition", term=4) + record("claim", terms, steps))
    and_ = [["->", 1, 1], ["->", 1, 4]]
    longer = [*TERMS, ["const", "and", 5], ["app", 7, 4], ["app", 8, 4]]
    both = [["conj", [0, 0], None], ["same", [1], 10]]
    two = judged(
        record("privacy", longer, [], types=and_, kind="definition", term=9)
        + record("claim", [*longer, ["const", "privacy", 1]], [*HONEST, *both], types=and_)
    )
    assert one["claim"] != two["claim"]


def test_an_empty_file_proves_nothing(judged):
    with pytest.raises(proofs.Refused):
        judged("")
    with pytest.raises(proofs.Refused):
        judged(record("claim", TERMS, HONEST), names=["other"])


def test_a_key_that_occurs_twice_is_refused(judged):
    line = record("claim", TERMS, HONEST).replace('"name": "claim"', '"name": "other", "name": "claim"')
    with pytest.raises(proofs.Refused, match="twice"):
        judged(line)


def test_a_header_that_differs_from_its_record_is_refused(judged):
    with pytest.raises(proofs.Refused, match="another"):
        judged(record("claim", TERMS, HONEST).replace("theorem claim\t", "theorem other\t"))
    with pytest.raises(proofs.Refused):
        judged(record("claim", TERMS, HONEST) * 2)
    with pytest.raises(proofs.Refused):
        judged(record("a\u0430", TERMS, HONEST))


def test_a_computed_fact_is_carried_by_what_follows(judged):
    fact = record("oracle", TERMS, [], kind="computed", term=6, by="nobody")
    terms = [*TERMS, ["const", "oracle", 1]]
    found = judged(fact + record("claim", terms, [["assume", [], 7], ["same", [0], 6]]))
    assert "oracle (nobody" in found["claim"][1][0]
    plain = fact.replace("computed oracle", "definition oracle").replace('"kind": "computed"', '"kind": "definition"')
    with pytest.raises(proofs.Refused, match="left open"):
        judged(plain + record("claim", terms, [["assume", [], 7], ["same", [0], 6]]))


def test_no_compiled_kernel_is_read(judged, monkeypatch, tmp_path):
    for name in ("PYTHONPATH", "PYTHONPYCACHEPREFIX"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "sdp_proofs").mkdir()
    (tmp_path / "sdp_proofs" / "__init__.py").write_text("raise SystemExit(0)")
    with pytest.raises(proofs.Refused):
        judged(record("claim", TERMS, [["assume", [], 6]]))
    assert "SourceFileLoader" not in proofs._START and "compile(file.read()" in proofs._START
    assert os.environ["PYTHONPATH"] == str(tmp_path)


def test_what_python_cannot_forbid_in_a_process_is_refused_by_the_replay(tmp_path):
    """A theorem made with the kernel's private key, or from a cache that was changed, does not replay."""
    false = kernel.real(1) <= 0
    by_key = kernel.Theorem(kernel._KEY, "axiom", false, (), (), ("false", {}))
    truth = kernel.arith(kernel.real(0) <= 1, (), (), [(1, (), None)])
    kernel._NORMAL[false] = kernel.normal(truth.concl)
    try:
        by_cache = kernel.same(truth, false)
    finally:
        kernel._NORMAL.pop(false)
    for i, th in enumerate((by_key, by_cache)):
        path = tmp_path / f"{i}.gz"
        path.write_bytes(gzip.compress(proofs.theorem_line("claim", th).encode()))
        with pytest.raises(proofs.Refused):
            proofs.proved((), [path])


PLACES = [True, 0.0, 0.9, "0", 99, -1, None, [0], 10**30]


@pytest.mark.parametrize("place", PLACES, ids=map(repr, PLACES))
def test_a_place_is_a_number_of_the_table(judged, place):
    for steps in (
        [*HONEST, ["same", [place], 4]],
        [["arith", [], [place, [], [[1, 1, [], None]]]]],
        [*HONEST, ["arith", [0], [4, [], [[1, 1, [place], None]]]]],
        [*HONEST, ["arith", [0], [4, [place], [[1, 1, [1], None]]]]],
    ):
        with pytest.raises(proofs.Refused):
            judged(record("claim", TERMS, steps))


WEIGHTS = ["[NaN, 1]", "[Infinity, 1]", "[1, 0]", "[1.5, 1]", '["1", 1]', "[null, 1]", "[[1], 1]", "[1, -1]", "[0, 1]"]


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_weight_is_a_fraction_of_integers(judged, weight):
    line = record("claim", TERMS, [["arith", [], [4, [], [["weight", 1, [], None]]]]])
    with pytest.raises(proofs.Refused):
        judged(line.replace('["weight", 1, ', weight[:-1] + ", "))


TYPES = [5, None, ["->"], ["->", 0], ["->", 0, 99], ["->", "0", 0], ["=", 0, 0], "a b", "", True]


@pytest.mark.parametrize("ty", TYPES, ids=map(repr, TYPES))
def test_a_type_is_one_of_the_kernel(judged, ty):
    with pytest.raises(proofs.Refused):
        judged(record("claim", TERMS, HONEST, types=[ty]))


OPEN_STEPS = {
    "a loose index assumed": ([["bound", 0, 1]], [["assume", [], 7]]),
    "a loose index is itself": ([["bound", 0, 0]], [["refl", [], 7]]),
    "a loose index discharged": ([["bound", 0, 1]], [*HONEST, ["discharge", [0], 7]]),
    "all x of a hypothesis on x": (
        [["var", "x", 0], ["app", 2, 7], ["app", 8, 0]], [["assume", [], 9], ["gen", [0], 7]],
    ),
    "all values of a number": ([], [*HONEST, ["gen", [0], 0]]),
    "numbers for propositions": ([], [*HONEST, ["set_types", [0], {"R": "o"}]]),
    "a set that is no name": ([], [*HONEST, ["set_types", [0], {"A B": "R"}]]),
    "a special case of no rule": ([], [*HONEST, ["spec", [0], 0]]),
    "parents of another rule": ([], [*HONEST, ["conj", [0], None]]),
    "too many parents": ([], [*HONEST, ["left", [0, 0, 0], None]]),
    "an integer of 5000 digits": ([], [["arith", [], [4, [], [["DIGITS", 1, [], None]]]]]),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN_STEPS)
def test_steps_that_open_something(judged, name):
    terms, steps = OPEN_STEPS[name]
    with pytest.raises(proofs.Refused):
        judged(record("claim", [*TERMS, *terms], steps).replace('"DIGITS"', "9" * 5000))


BAD_DEFINITIONS = {
    "open": ([["var", "x", 0]], 7),
    "of itself": ([["const", "own", 1]], 7),
    "with a loose index": ([["bound", 0, 0]], 7),
    "at no place": ([], 99),
    "of no place": ([], None),
}


@pytest.mark.parametrize("name", BAD_DEFINITIONS)
def test_definitions_that_are_none(judged, name):
    terms, place = BAD_DEFINITIONS[name]
    own = record("own", [*TERMS, *terms], [], kind="definition", term=place)
    with pytest.raises(proofs.Refused):
        judged(own + record("claim", TERMS, HONEST))
