"""Proofs as terms for Coq: names that could be code, sets, variables that nothing binds, and Coq's answers."""

import dataclasses
import gzip
import json
import re
import shutil
import subprocess

import pytest

from sdp_proofs.api.statements import statement
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.kernel import coqc, sentences
from sdp_proofs.logic import coq, kernel, proofs
from sdp_proofs.logic.kernel import alls, const, fn, var

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the path")
HANDFUL = ["post_processing", "group-privacy", "reflexive"]
LONGER = ["adaptive_composition", "not_outputs_one_by_one_suffice"]
USUAL = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}


def exported(folder, theorems, *before):
    """The export of theorems that a file by hand proves."""
    path = folder / "proofs.gz"
    text = "".join([*before, *(proofs.theorem_line(name, th) for name, th in theorems.items())])
    path.write_bytes(gzip.compress(text.encode()))
    return coq.export([], [path])


def about(ty):
    """For all values of a type, each is itself."""
    x = var("forall", ty)
    return kernel.gen(x, kernel.refl(x))


def no_empty_set():
    """From (for all a in A, false): false."""
    a, false = var("a", "A"), const("false", "o")
    nothing = alls(a, false)
    return kernel.discharge(nothing, kernel.spec(kernel.assume(nothing), a))


def passing():
    """A proof of 0 = 0 that speaks of a value of a set."""
    beside = kernel.spec(about("Prop"), var("b", "Prop"))
    return kernel.right(kernel.conj(beside, kernel.refl(kernel.real(0))))


def two_of_a_name():
    """Two variables of one name, a number and a natural number."""
    x, n = var("x", "R"), var("x", "N")
    return kernel.gen(x, kernel.gen(n, kernel.conj(kernel.refl(x), kernel.refl(n))))


def captured():
    """A part with the name of the bound variable around it."""
    p, q = var("p", "o"), var("p__1", "o")
    return kernel.gen(p, kernel.discharge(p, kernel.gen(q, kernel.discharge(q, kernel.assume(p)))))


ODD = {
    "Laws": about("nat"), "step_1": about("Prop"), "T_A": about(fn("Type", "R")),
    "Definitions": about(("*", "R", "fun")),
    "no_empty_set": no_empty_set(), "passing": passing(), "two_of_a_name": two_of_a_name(), "captured": captured(),
}  # fmt: skip


def test_a_name_of_a_set_is_no_name_of_coq(tmp_path):
    lemmas = exported(tmp_path, ODD).lemmas
    assert set(lemmas) == set(ODD)
    assert "forall (T_nat : Type) (i_T_nat" not in lemmas["Laws"].text
    assert "Theorem t_Laws : forall (T_nat : Type) (i_nat : T_nat),\n  forall forall0_ : T_nat," in lemmas["Laws"].text
    assert {one.file for one in lemmas.values()} == {"theory_proofs"}
    bound = set(re.findall(r"(?:fun|forall|\() ?([A-Za-z]\w*) :", "".join(one.text for one in lemmas.values())))
    assert all(re.fullmatch(r"[TidtH]_?\w+|[A-Za-z]+\d+[v_]", name) for name in bound), bound


def test_a_set_may_be_taken_to_have_an_element(tmp_path):
    text = exported(tmp_path, ODD).lemmas["no_empty_set"].text
    assert "forall (T_A : Type) (i_A : T_A)," in text


@pytest.mark.parametrize("name", ["x. Axiom a : False", "x:=I", "x\n", "", "1x", "x'", "é"])
def test_a_name_that_is_code_is_not_written(tmp_path, name, monkeypatch):
    with pytest.raises(coq.NotExported):
        coq.definition(name)
    monkeypatch.setattr(kernel, "_DEFINED", {**kernel._DEFINED, name: const("zero", "N")})
    with pytest.raises(coq.NotExported):
        coq.definition(name)
    with pytest.raises((proofs.Refused, ValueError, UnicodeError)):
        exported(tmp_path, {name: about("R")})


def test_a_definition_named_like_a_word_of_coq_is_another_word(monkeypatch):
    monkeypatch.setattr(kernel, "_DEFINED", dict(kernel._DEFINED))
    kernel.define("exp_plus", const("zero", "N"))
    assert coq.definition("exp_plus") == "Definition d_exp_plus : nat :=\n  O.\n"


def test_a_false_definition_of_a_connective_is_refused(tmp_path):
    line = proofs.definition_line("false").replace('"name":"false"', '"name":"not"').replace(" false\t", " not\t")
    with pytest.raises(proofs.Refused):
        exported(tmp_path, {"own": about("R")}, line)


def test_a_step_without_a_form_in_coq_is_refused_by_name_and_what_cites_it_too(tmp_path):
    inside = kernel.set_types(about("A"), {"A": "R"})
    cites = kernel.set_types(kernel.cite("first", inside), {})
    found = exported(tmp_path, {"first": inside, "second": cites, "third": about("A")})
    assert list(found.lemmas) == ["third"]
    assert "sets become types" in found.refused["first"] and "first" in found.refused["second"]


def test_a_computed_fact_is_no_theorem_of_coq(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "_DEFINED", dict(kernel._DEFINED))
    kernel.define("digits_of_a_program", kernel.real(1) <= 0)
    head, body = proofs.definition_line("digits_of_a_program").split("\t")
    record = {**json.loads(body), "kind": "computed", "by": "arb"}
    line = head.replace("definition", "computed") + "\t" + json.dumps(record) + "\n"
    found = exported(tmp_path, {"own": kernel.assume(const("digits_of_a_program", "o"))}, line)
    assert not found.lemmas and "digits_of_a_program" in found.refused["own"]


def test_a_changed_file_is_not_exported(tmp_path):
    record = json.loads(proofs.theorem_line("own", about("R")).split("\t")[1])
    record["steps"] = record["steps"][:1]
    path = tmp_path / "proofs.gz"
    path.write_bytes(gzip.compress(f"theorem own\t{json.dumps(record)}\n".encode()))
    with pytest.raises(proofs.Refused):
        coq.export([], [path])


def test_a_file_has_a_theory_requires_what_it_cites_and_says_each_certificate_once():
    found = sentences.sentences([*HANDFUL, *LONGER])
    files = {name.removesuffix(".v"): text for name, text in found.files().items()}
    assert list(files) == ["Laws", "Definitions", *found.requires()]
    for name, before in found.requires().items():
        assert list(files).index(name) > max(map(list(files).index, ["Laws", *before]))
        own = [one for one in found.lemmas.values() if one.file == name]
        assert {found.lemmas[other].file for one in own for other in one.cites} - {name} == set(before)
        lemmas = re.findall(r"^Local Lemma certificate_\d+(.*?)Qed\.$", files[name], re.MULTILINE | re.DOTALL)
        assert len(lemmas) == len(set(lemmas)) and all(one.text in files[name] for one in own)


def test_terms_alone_prove_and_only_identities_are_left_to_a_tactic():
    for one in sentences.sentences([*HANDFUL, *LONGER]).lemmas.values():
        assert not re.search(r"\b(Axiom|Notation|Parameter|Hypothesis|Variable|Admitted|Abort|Ltac)\b", one.text)
        assert set(re.findall(r"ltac:\((.*?)\)", one.text)) <= {"field", "ring"}
        assert all(line.startswith("Proof. exact ") for line in one.text.splitlines() if line.startswith("Proof"))


def test_names_are_of_sentences_or_of_claims(tmp_path, capsys):
    assert sentences.chosen(["group-privacy", "simple-composition"]) == ["group_privacy", "simple_composition"]
    with pytest.raises(DomainError, match="proved sentence"):
        sentences.chosen(["remark-eight"])
    assert main(["export", "nothing", "--coq-sentences", str(tmp_path / "new")]) == 2
    assert main(["export", "reflexive", "--coq-sentences", str(tmp_path / "new"), "--coq", str(tmp_path)]) == 2
    (tmp_path / "mine.txt").write_text("precious")
    assert main(["export", "reflexive", "--coq-sentences", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 3 and not (tmp_path / "new").exists()
    assert main(["export", "reflexive", "--coq-sentences", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == f"1 sentence with its proof in {tmp_path / 'new'}\n"


def test_files_of_an_earlier_export_that_are_gone_are_taken_away(tmp_path):
    sentences.write(tmp_path, sentences.sentences(["reflexive"]))
    (tmp_path / "t_reflexive.vo").write_text("of a release with a file for each theorem")
    sentences.write(tmp_path, sentences.sentences(["group_privacy"]))
    assert [path.name for path in tmp_path.glob("t*_*")] == ["theory_composition.v"]
    (tmp_path / "t_mine.txt").write_text("precious")
    with pytest.raises(DomainError, match="t_mine"):
        sentences.write(tmp_path, sentences.sentences(["reflexive"]))


def test_a_statement_in_python_writes_its_files(tmp_path):
    files = statement("group-privacy").coq(tmp_path / "new")
    assert [file.name for file in files] == ["Laws.v", "Definitions.v", "theory_composition.v"]
    assert files[-1].read_text() == sentences.sentences(["group_privacy"]).files()["theory_composition.v"]
    (tmp_path / "file").write_text("precious")
    with pytest.raises(DomainError, match="the file"):
        statement("group-privacy").coq(tmp_path / "file")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coq")
    found = sentences.sentences(HANDFUL)
    sentences.write(folder, found)
    return folder, found, sentences.check(folder, found, coqc.find())


def answer(folder, text, name="Probe"):
    """The answer of the compiler to a file beside those of an export."""
    file = folder / f"{name}.v"
    file.write_text("From SdpProofs Require Import Laws Definitions.\nOpen Scope R_scope.\n" + text)
    return coqc.find().compile(file, folder)


@needs_coq
def test_coq_accepts_a_handful_by_its_usual_axioms(compiled):
    _, found, checked = compiled
    assert set(checked.of(coqc.Answer.ACCEPTED)) == set(found.lemmas) >= {"post_processing", "group_privacy"}
    assert set(checked.axioms) <= USUAL and not checked.foreign_axioms


@needs_coq
def test_what_was_accepted_is_skipped_until_it_changes(compiled, tmp_path):
    folder, found, _ = compiled
    folder = shutil.copytree(folder, tmp_path / "copy")

    class Refusing(coqc.Compiler):
        def compile(self, file, *rest):
            if file.stem != "Assumptions":
                return coqc.Compiled(coqc.Answer.REFUSED, "asked")
            return super().compile(file, *rest)

    true = coqc.find()
    refusing = Refusing(true.program, true.version)
    assert sentences.check(folder, found, refusing).of(coqc.Answer.REFUSED) == []
    lemmas = dict(found.lemmas)
    lemmas["bounded_constant"] = dataclasses.replace(lemmas["bounded_constant"], text="(* another *)")
    again = sentences.check(folder, dataclasses.replace(found, lemmas=lemmas), refusing)
    assert set(again.of(coqc.Answer.REFUSED)) == {n for n, one in lemmas.items() if one.file == "theory_bounded"}
    beyond = {n for n, one in lemmas.items() if one.file == "theory_closeness"}
    assert set(again.of(coqc.Answer.NOT_CHECKED)) == beyond >= {"post_processing", "reflexive"}


@needs_coq
def test_each_axiom_of_the_kernel_is_a_lemma_of_the_laws(compiled):
    goals = []
    for name, term in kernel._AXIOMS.items():
        sets = coq.sets_of(term)
        binders = "forall " + " ".join(f"(T_{one} : Type)" for one in sets) + ", " if sets else ""
        goals.append(f"Goal {binders}{coq._Writer(sets).statement(term)}.\nProof. exact ax_{name}. Qed.")
    assert len(goals) == 15
    found = answer(compiled[0], "\n".join(goals))
    assert found.answer is coqc.Answer.ACCEPTED, found.said


@needs_coq
def test_each_connective_of_the_kernel_is_that_of_the_laws(compiled):
    said = []
    for name in coq._IN_LAWS:
        whole = kernel.meaning(name)
        sets = coq.sets_of(whole)
        over = "forall " + " ".join(f"(T_{one} : Type)" for one in sets) + ", " if sets else ""
        given = " ".join([f"d_{name}", *(f"T_{one}" for one in sets)])
        said.append(f"Goal {over}{given} = {coq._Writer(sets).term(whole)}.\nProof. reflexivity. Qed.")
    found = answer(compiled[0], "\n".join(said))
    assert found.answer is coqc.Answer.ACCEPTED, found.said


@needs_coq
def test_coq_accepts_theorems_of_odd_names_of_all_sets(compiled, tmp_path):
    folder, _, _ = compiled
    texts = [one.text for one in exported(tmp_path, ODD).lemmas.values()]
    more = ["(t_Laws bool true : forall b : bool, b = b)", "(t_no_empty_set nat O)", "(t_passing : 0 = 0)"]
    found = answer(folder, "\n".join([*texts, *(f"Check {one}." for one in more)]))
    assert found.answer is coqc.Answer.ACCEPTED, found.said


MUTANTS = {
    "group_privacy": [(r"\(whole 1\)", "(whole 7)")],
    "post_processing": [
        (r"\(\(d_close T_B\) E0_ delta1_", r"((d_close T_B) E0_ 0"),
        (r"\n  \(\(d_channel T_A T_B\) K4_\) ->", ""),
        (r"E0_ delta1_ P2_ Q3_\) ->", r"E0_ delta1_ Q3_ P2_) ->"),
    ],
}


@needs_coq
@pytest.mark.parametrize(("name", "change"), [(name, one) for name, all_ in MUTANTS.items() for one in all_])
def test_coq_refuses_a_changed_sentence_or_certificate_by_name(compiled, tmp_path, name, change):
    folder, found, _ = compiled
    folder = shutil.copytree(folder, tmp_path / "copy", ignore=shutil.ignore_patterns("*Probe*"))
    whole = found.lemmas[name]
    text = re.sub(*change, whole.text, count=1)
    assert text != whole.text
    found = dataclasses.replace(found, lemmas={**found.lemmas, name: dataclasses.replace(whole, text=text)})
    sentences.write(folder, found)
    checked = sentences.check(folder, found, coqc.find())
    assert checked.of(coqc.Answer.REFUSED) == [name]
    assert not re.search(r"not found|Cannot find|[Ss]yntax|inconsistent", checked.answers[name].said)
    beside = {one for one, lemma in found.lemmas.items() if lemma.file == whole.file} - {name}
    assert {checked.answers[one].said for one in beside} <= {f"its file ends at {name}, which is refused"}


@needs_coq
def test_coqchk_reads_the_compiled_sentences_again_and_refuses_what_is_another(compiled, tmp_path):
    folder, found, _ = compiled
    folder = shutil.copytree(folder, tmp_path / "copy")
    assert sentences.recheck(folder, found, ["reflexive"], coqc.find()) == {}
    for name in ("kernel.json",):
        (folder / name).unlink()
    (folder / "theory_closeness.vo").write_bytes((folder / "theory_bounded.vo").read_bytes())
    assert list(sentences.recheck(folder, found, ["reflexive"], coqc.find())) == ["theory_closeness"]


@pytest.mark.slow
@needs_coq
def test_coq_accepts_composition_and_a_refutation(tmp_path, capsys):
    assert main(["export", *LONGER, "--coq-sentences", str(tmp_path), "--check", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document["checked"]["accepted"]) == set(document["sentences"]) >= {*LONGER}
    assert set(document["checked"]["axioms"]) <= USUAL
    done = subprocess.run(["coqchk", "-silent", "-o", "-R", str(tmp_path), "SdpProofs", "-norec",
                           "SdpProofs.theory_refuted"], capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
