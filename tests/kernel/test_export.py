"""Exports: folders, compilers that are missing, old, or of an opinion, and what is recorded of them."""

from __future__ import annotations

import json
import shutil

import pytest

from sdp_proofs.cli import main
from sdp_proofs.kernel.export import theorem_of, theorems, write
from sdp_proofs.papers import registry

SMALL = "printed-pairs-are-pairs-of-the-definition"
OTHER = "gamma-and-beta-below-one"
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the path")


@pytest.fixture
def compiler(tmp_path, monkeypatch):
    """A program that answers like coqc."""

    def install(body, version="8.16.1", recheck="exit 0"):
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        program = folder / "coqc"
        said = f"The Coq Proof Assistant, version {version}"
        program.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo "{said}"; exit 0; fi\n{body}\n')
        program.chmod(0o755)
        checker = folder / "coqchk"
        checker.write_text(f"#!/bin/sh\n{recheck}\n")
        checker.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    return install


WITHOUT = "fifty-six-units"
ACCEPT = 'for last; do :; done; touch "${last%.v}.vo"'


def test_an_export_has_a_file_per_claim_and_is_written_again_without_what_is_gone(tmp_path):
    found, _ = theorems([registry()[SMALL], registry()[OTHER]])
    files = write(tmp_path / "new", found)
    names = ["printed_pairs_are_pairs_of_the_definition.v", "gamma_and_beta_below_one.v"]
    assert [file.name for file in files][-2:] == names
    write(tmp_path / "new", {SMALL: found[SMALL]})
    assert not files[-1].exists()
    assert files[-2].read_text() == found[SMALL].text()


def test_nothing_is_written_of_claims_without_a_theorem(tmp_path, capsys):
    folder = tmp_path / "export"
    assert theorem_of(registry()[WITHOUT]) is None
    assert main(["export", WITHOUT, "--coq", str(folder), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert WITHOUT in said.err and "nothing is written" in said.err
    assert not folder.exists()
    assert main(["export", WITHOUT, SMALL, "--coq", str(folder)]) == 0


@pytest.mark.parametrize("name", ["mine.txt", "claims/mine.txt", "library/notes"])
def test_a_folder_with_foreign_files_is_refused_and_left_alone(tmp_path, capsys, name):
    folder = tmp_path / "export"
    assert main(["export", SMALL, "--coq", str(folder)]) == 0
    (folder / name).write_text("precious")
    assert main(["export", SMALL, "--coq", str(folder)]) == 2
    assert name in capsys.readouterr().err
    assert (folder / name).read_text() == "precious"


def test_a_folder_of_somebody_else_is_refused(tmp_path, capsys):
    (tmp_path / "precious.v").write_text("Definition mine := 1.")
    assert main(["export", SMALL, "--coq", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_compiler_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["export", SMALL, "--coq", str(tmp_path / "export"), "--check"]) == 2
    said = capsys.readouterr().err
    assert "apt-get install coq" in said
    assert said.count("\n") == 1


def test_an_old_compiler_is_refused(tmp_path, compiler, capsys):
    compiler(ACCEPT, version="8.9.0")
    assert main(["export", SMALL, "--coq", str(tmp_path / "export"), "--check"]) == 2
    assert "8.16 or later" in capsys.readouterr().err


def test_a_refused_theorem_is_a_finding_and_is_not_recorded(tmp_path, compiler, capsys):
    compiler(f'case "$*" in *printed_pairs*) echo "Error: no" >&2; exit 1;; esac; {ACCEPT}')
    record = tmp_path / "record.json"
    code = main(["export", SMALL, OTHER, "--coq", str(tmp_path / "e"), "--check", "--record", str(record), "--json"])
    assert code == 1
    document = json.loads(capsys.readouterr().out)
    assert list(document["checked"]["not_accepted"]) == [SMALL]
    assert document["checked"]["not_accepted"][SMALL].startswith("refused: ")
    assert list(json.loads(record.read_text())["accepted"]) == [OTHER]


LIKE_COQ = r"""for last; do :; done
root=$(pwd)
for word in MISSING; do
  if grep -q "^From $word Require" "$last"; then
    echo "Error: Cannot find a physical path bound to logical path $word." >&2; exit 1
  fi
done
for name in $(sed -n 's/^From SdpProofs Require *\(Import\|Export\)* \(.*\)\.$/\2/p' "$last"); do
  if [ ! -e "$root/library/$name.vo" ] && [ ! -e "$root/claims/$name.vo" ]; then
    echo "Error: Cannot find a physical path bound to logical path $name with prefix SdpProofs." >&2; exit 1
  fi
done
case "$last" in REFUSED) echo "Error: no" >&2; exit 1;; esac
touch "${last%.v}.vo"
"""
"""A compiler that loads what a file requires, as far as it is there."""
OF_ALGEBRA, OF_SUMS, OF_STIRLING = OTHER, "simple-composition", "tails-of-neighbours-differ-by-one-term"


def like_coq(missing, refused="none"):
    return LIKE_COQ.replace("MISSING", missing).replace("REFUSED", refused)


def test_a_missing_library_is_no_refusal_and_concerns_only_what_requires_it(tmp_path, compiler, capsys):
    compiler(like_coq("Coquelicot"))
    record = tmp_path / "record.json"
    command = ["export", OF_ALGEBRA, OF_SUMS, OF_STIRLING, "--coq", str(tmp_path / "e"), "--check"]
    assert main([*command, "--record", str(record), "--json"]) == 3
    checked = json.loads(capsys.readouterr().out)["checked"]
    assert set(checked["accepted"]) == {OF_ALGEBRA, OF_SUMS}
    assert checked["not_accepted"] == {}
    assert list(checked["not_checked"]) == [OF_STIRLING]
    assert "missing Coquelicot" in checked["not_checked"][OF_STIRLING]
    assert set(json.loads(record.read_text())["accepted"]) == {OF_ALGEBRA, OF_SUMS}
    assert main(command) == 3
    told = capsys.readouterr().out
    assert "NOT ACCEPTED" not in told
    assert "2 accepted, 0 refused or not done, 1 not checked" in told
    compiler(like_coq("none"))  # it is installed
    assert main(command) == 0


def test_where_nothing_is_accepted_nothing_is_said_of_axioms(tmp_path, compiler, capsys):
    compiler(like_coq("Coquelicot"))
    assert main(["export", OF_STIRLING, "--coq", str(tmp_path / "e"), "--check"]) == 3
    told = capsys.readouterr().out
    assert "None was accepted" in told and "no axioms" not in told


def test_a_missing_standard_library_is_no_refusal_either(tmp_path, compiler, capsys):
    compiler(like_coq("Coq"))
    assert main(["export", OF_SUMS, SMALL, "--coq", str(tmp_path / "e"), "--check"]) == 3
    assert "missing Reals of Coq" in capsys.readouterr().out


def test_a_library_that_is_refused_refuses_what_requires_it_and_nothing_else(tmp_path, compiler, capsys):
    compiler(like_coq("none", refused="*/library/Mechanisms.v"))
    assert main(["export", OF_ALGEBRA, OF_SUMS, "--coq", str(tmp_path / "e"), "--check", "--json"]) == 1
    checked = json.loads(capsys.readouterr().out)["checked"]
    assert list(checked["accepted"]) == [OF_ALGEBRA]
    assert checked["not_accepted"][OF_SUMS].startswith("refused: library/Mechanisms.v: ")


def test_a_refusal_weighs_more_than_what_is_missing(tmp_path, compiler):
    compiler(like_coq("Coquelicot", refused="*simple_composition.v"))
    assert main(["export", OF_SUMS, OF_STIRLING, "--coq", str(tmp_path / "e"), "--check"]) == 1


def test_what_cites_a_theorem_that_is_not_accepted_is_not_checked(tmp_path, compiler, capsys):
    from sdp_proofs.kernel.coqc import Answer, check, find
    from sdp_proofs.kernel.theorem import Theorem

    compiler(like_coq("none", refused="*/one.v"))
    one = Theorem("one", "holds", "t", "Theorem t : True.", "Proof. exact I. Qed.", "Privacy")
    two = Theorem("two", "holds", "t", "Theorem t : True.", "Proof. exact I. Qed.", "Privacy", uses=(one,))
    found = {"two": two, "one": one}
    write(tmp_path / "e", found)
    answers = check(tmp_path / "e", found, find()).answers
    assert answers["one"].answer is Answer.REFUSED
    assert answers["two"].answer is Answer.NOT_CHECKED


def test_a_theorem_of_objects_is_told_from_one_of_numbers(tmp_path, compiler, capsys):
    compiler(like_coq("none"))
    names = [OF_SUMS, OF_ALGEBRA, "lone-record-is-seen-when-sampled", SMALL]
    assert main(["export", *names, "--coq", str(tmp_path / "e"), "--check", "--json"]) == 0
    accepted = json.loads(capsys.readouterr().out)["checked"]["accepted"]
    said = ["the statement", "the formula", "the formula", "the formula"]
    assert accepted == dict(zip(names, said, strict=True))


@needs_coq
def test_the_real_compiler_says_what_it_lacks(tmp_path, capsys, monkeypatch):
    """The compiler at work, with a library of ours that requires what nobody has installed."""
    from sdp_proofs.kernel import theorem

    texts = {"Privacy": "From Nowhere Require Import Nothing.\n" + theorem.library_text("Privacy")}
    known = theorem.library_text
    for place in ("theorem", "coqc", "export"):
        monkeypatch.setattr(f"sdp_proofs.kernel.{place}.library_text", lambda name: texts.get(name) or known(name))
    command = ["export", OF_ALGEBRA, "sums-are-linear", "--coq", str(tmp_path / "e"), "--check"]
    assert main(command) == 3
    told = capsys.readouterr().out
    assert "missing Nothing of Nowhere" in told
    assert "1 accepted, 0 refused or not done, 1 not checked" in told
    assert "Those accepted rest on: no axioms" in told  # it is of rational numbers


def test_what_a_file_of_the_library_requires_is_read_from_it():
    from sdp_proofs.kernel.theorem import library, library_text, required

    names = library()
    for place, name in enumerate(names):
        assert set(required(name)) <= set(names[:place])
        assert ("Coquelicot" in library_text(name)) <= (name in ("Stirling", "Digits", "Tail", "Delta", "Neighbours"))


def test_a_proof_that_takes_too_long_is_undecided(tmp_path, compiler, capsys):
    compiler(f'case "$*" in *printed_pairs*) kill -XCPU $$;; esac; {ACCEPT}')
    assert main(["export", SMALL, "--coq", str(tmp_path / "e"), "--check"]) == 3
    assert "timed out: not done in 300 s of processor time" in capsys.readouterr().out


def test_what_was_accepted_is_not_compiled_again_until_it_changes(tmp_path, compiler, capsys):
    log = tmp_path / "log"
    compiler(f'for last; do :; done; echo "$last" >> {log}; {ACCEPT}')
    command = ["export", SMALL, OTHER, "--coq", str(tmp_path / "e"), "--check"]
    assert main(command) == 0
    first = log.read_text().count("claims/")
    assert main(command) == 0
    assert (first, log.read_text().count("claims/")) == (2, 2)
    accepted = tmp_path / "e" / "kernel.json"
    accepted.write_text(accepted.read_text().replace(theorem_of(registry()[SMALL]).digest, "0" * 64))
    assert main(command) == 0
    assert log.read_text().count("claims/") == 3


def test_an_axiom_of_somebody_is_a_finding(tmp_path, compiler, capsys):
    said = "printf 'Axioms:\\nmine.magic : False\\nClassical_Prop.classic : forall P : Prop, P\\n'"
    compiler(f'case "$*" in *Assumptions*) {said};; esac; {ACCEPT}')
    record = tmp_path / "record.json"
    assert main(["export", SMALL, "--coq", str(tmp_path / "e"), "--check", "--record", str(record)]) == 1
    assert "NO AXIOM OF COQ'S LIBRARY: mine.magic" in capsys.readouterr().out
    assert not record.exists()


@needs_coq
def test_the_kernel_accepts_a_refutation_and_not_its_opposite(tmp_path):
    from sdp_proofs.kernel.coqc import Answer, find

    found, _ = theorems([registry()[SMALL]])
    write(tmp_path, found)
    compiler = find()
    assert compiler.compile(tmp_path / "library" / "Exact.v", tmp_path).answer is Answer.ACCEPTED
    file = tmp_path / "claims" / "printed_pairs_are_pairs_of_the_definition.v"
    assert compiler.compile(file, tmp_path).answer is Answer.ACCEPTED
    file.write_text(file.read_text().replace("(~ published", "(published"))
    assert compiler.compile(file, tmp_path).answer is Answer.REFUSED


def test_a_false_neighbour_that_is_accepted_is_a_finding(tmp_path, compiler, capsys):
    compiler(ACCEPT)  # a kernel that believes everything
    record = tmp_path / "record.json"
    command = ["export", SMALL, "--coq", str(tmp_path / "e"), "--check", "--near-misses", "--record", str(record)]
    assert main(command) == 1
    assert not record.exists()
    assert f"False neighbours accepted: {SMALL}: the opposite" in capsys.readouterr().out
    log = tmp_path / "log"
    compiler(f'case "$*" in *near_miss*) echo tried >> {log}; echo "Error: no" >&2; exit 1;; esac; {ACCEPT}')
    for _ in "ab":  # a refused theorem is not tried again
        assert main(["export", SMALL, "--coq", str(tmp_path / "e"), "--check", "--near-misses"]) == 0
        said = capsys.readouterr().out
        assert "1 false neighbours of 1 claims were tried. False neighbours accepted: none" in said
    assert log.read_text() == "tried\n"


def test_what_the_checker_refuses_is_a_finding_and_nothing_is_recorded(tmp_path, compiler, capsys):
    log, record = tmp_path / "log", tmp_path / "record.json"
    command = ["export", SMALL, "--coq", str(tmp_path / "e"), "--check", "--recheck", "--record", str(record)]
    compiler(ACCEPT, recheck=f'echo "$*" >> {log}; case "$*" in *printed_pairs*) echo "Error: no" >&2; exit 1;; esac')
    assert main(command) == 1
    assert "NOT ACCEPTED by coqchk" in capsys.readouterr().out
    assert not record.exists()
    compiler(ACCEPT, recheck=f'echo "$*" >> {log}')
    for _ in "ab":  # an accepted theorem is not read again
        assert main(command) == 0
    lines = log.read_text().splitlines()
    assert len([line for line in lines if "SdpProofs.claims.printed_pairs_are_pairs_of_the_definition" in line]) == 2
    assert all("-norec" in line for line in lines)
    assert record.exists()


def test_a_record_says_what_it_is_of_and_is_stale_when_the_claim_changes(tmp_path, compiler):
    from sdp_proofs.kernel.record import Record

    compiler(ACCEPT)
    file = tmp_path / "record.json"
    assert main(["export", SMALL, "--coq", str(tmp_path / "e"), "--check", "--record", str(file)]) == 0
    document = json.loads(file.read_text())
    record = Record(document["compiler"], (), document["accepted"])
    claim = registry()[SMALL]
    shown = {
        "id": SMALL,
        "formula": {"text": str(claim.formula)},
        "counterexample": claim.counterexample.certificate(claim),
        "hypotheses": [{"text": hypothesis.text} for hypothesis in claim.hypotheses],
    }
    assert record.has(theorem_of(claim))
    assert record.standing(shown).startswith("Coq 8.16.1 accepted a theorem that the formula is refuted")
    assert record.standing({**shown, "formula": {"text": "2*sigma >= 0"}}).startswith("Stale: ")
    assert record.standing({**shown, "hypotheses": [{"text": "sigma is not 0"}]}).startswith("Stale: ")
    assert record.standing({**shown, "id": OTHER}) is None


def test_only_what_is_required_of_the_library_is_compiled(tmp_path, compiler):
    log = tmp_path / "log"
    compiler(f'for last; do :; done; echo "$last" >> {log}; {ACCEPT}')
    assert main(["export", SMALL, "--coq", str(tmp_path / "e"), "--check"]) == 0
    compiled = {line.rsplit("/", 1)[1] for line in log.read_text().splitlines() if "/library/" in line}
    assert compiled == {"Exact.v", "Assumptions.v"}
