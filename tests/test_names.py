"""The names of the package: loaded when first used, typed for a checker, and those of earlier versions say so."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sdp_proofs
from sdp_proofs.accounting.grammar import mechanisms, read_release
from sdp_proofs.accounting.release_fields import is_list

SNIPPET = """
import sdp_proofs as sdp

found = sdp.account(sdp.Gaussian(sigma=1) * 10 + sdp.Laplace(scale=2), delta="1e-5", adjacency="add-remove")
reveal_type(found)
reveal_type(found.value)
reveal_type(sdp.verify("fifty-six-units").claims)
sdp.account("gaussian(sigma=1)", detla="1e-5")
sdp.Gaussian(simga=1)
"""


def test_a_name_of_an_earlier_version_says_its_new_one() -> None:
    with pytest.warns(DeprecationWarning, match="sdp_proofs.loss is called change_divergence now"):
        found = sdp_proofs.loss
    assert found is sdp_proofs.change_divergence
    assert "loss" not in sdp_proofs.__all__


def test_pictures_are_at_hand_without_another_import() -> None:
    assert sdp_proofs.plots.__name__ == "sdp_proofs.plots"
    assert "plots" in sdp_proofs.__all__


def test_a_type_checker_sees_the_names_that_there_are() -> None:
    tree = ast.parse(Path(sdp_proofs.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
    seen = {
        alias.asname: node.module
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert sorted(seen) == sdp_proofs.__all__
    for name, module in seen.items():
        assert module is not None
        home = sys.modules.get(module) or __import__(module, fromlist=[name])
        assert getattr(sdp_proofs, name) is getattr(home, name)


def test_a_misspelt_keyword_is_refused_by_a_type_checker(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "asked.py").write_text(SNIPPET, encoding="utf-8")
    call = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".mypy_cache", str(tmp_path / "asked.py")]
    said = subprocess.run(call, capture_output=True, text=True, check=False).stdout
    assert 'Revealed type is "sdp_proofs.accounting.answers.Answer"' in said
    assert 'Revealed type is "sdp_proofs.numbers.enclosure.Enclosure | None"' in said
    assert 'Revealed type is "tuple[sdp_proofs.api.results.CheckedClaim, ...]"' in said
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert len(errors) == 2, said
    assert 'Unexpected keyword argument "detla" for "account"' in errors[0]
    assert 'Unexpected keyword argument "simga" for "Gaussian"' in errors[1]


def example(kind: type[Any]) -> dict[str, Any]:
    """Parameters with which a mechanism is made: its small ones, and a release for what it runs."""
    given = {name: values[0] for name, values in kind.small.items()}
    if kind.inner:
        inner = sdp_proofs.Gaussian(2)
        given[kind.inner] = [inner, sdp_proofs.Laplace(1)] if is_list(kind, kind.inner) else inner
    return given


def spelt(value: Any) -> str:
    """A parameter as the language writes it."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list | tuple) else str(value)


@pytest.mark.parametrize("name", [name for name, kind in mechanisms().items() if kind.__module__.startswith("sdp_")])
def test_an_object_is_what_its_expression_is_read_as(name: str) -> None:
    kind = mechanisms()[name]
    assert getattr(sdp_proofs, kind.__name__) is kind
    given, words = example(kind), []
    for option, value in given.items():
        if option == kind.inner:
            words += [str(one) for one in (value if isinstance(value, list) else [value])]
        else:
            words.append(f"{option.replace('_', '-')}={spelt(value)}")
    made, expression = kind(**given), f"{name}({', '.join(words)})"
    assert read_release(expression) == made == read_release(str(made))
    assert read_release(f"{expression} * 10 + laplace(scale=2)") == made * 10 + sdp_proofs.Laplace(scale=2)


def test_an_object_is_accounted_for_as_its_expression() -> None:
    made = sdp_proofs.Poisson("0.01", sdp_proofs.Gaussian(1)) * 100
    found, same = sdp_proofs.account(made, delta=1e-5, digits=6), sdp_proofs.account(str(made), delta="1e-5", digits=6)
    assert (str(found.value), found.method) == (str(same.value), same.method)
