(* Counterexamples with exponentials, logarithms and roots: fractions are computed, the rest is enclosed. *)
From Coq Require Export Reals Qreals Lra.
From Interval Require Export Tactic.
From SdpProofs Require Export Exact.

Definition total (l : list R) : R := fold_right Rplus 0%R l.
Fixpoint highest (l : list R) : R := match l with [] => 0%R | [x] => x | x :: l => Rmax x (highest l) end.
Fixpoint lowest (l : list R) : R := match l with [] => 0%R | [x] => x | x :: l => Rmin x (lowest l) end.
Definition below (a b : R) : bool := if Rlt_dec a b then true else false.
Definition at_most (a b : R) : bool := if Rle_dec a b then true else false.

Lemma below_yes a b : (a < b)%R -> below a b = true.
Proof. unfold below; destruct (Rlt_dec a b); tauto. Qed.
Lemma below_no a b : (b <= a)%R -> below a b = false.
Proof. unfold below; destruct (Rlt_dec a b); lra. Qed.
Lemma at_most_yes a b : (a <= b)%R -> at_most a b = true.
Proof. unfold at_most; destruct (Rle_dec a b); tauto. Qed.
Lemma at_most_no a b : (b < a)%R -> at_most a b = false.
Proof. unfold at_most; destruct (Rle_dec a b); lra. Qed.
Lemma max_abs a b : Rmax a b = ((a + b + Rabs (a - b)) / 2)%R.
Proof. unfold Rmax, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.
Lemma min_abs a b : Rmin a b = ((a + b - Rabs (a - b)) / 2)%R.
Proof. unfold Rmin, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.

Lemma in_lowest_terms (e v : Q) : Qred e = v -> Q2R e = (IZR (Qnum v) / IZR (Zpos (Qden v)))%R.
Proof. intros <-. rewrite (Qeq_eqR e (Qred e)) by (symmetry; apply Qred_correct). reflexivity. Qed.

(* Lists over which a real sum runs, and fractions, are computed first; then conditions on real numbers are decided. *)
Ltac computed_list l := lazymatch type of l with
  | list Q => let v := eval vm_compute in l in tryif constr_eq l v then fail else change l with v
  | list (list Q) => let v := eval vm_compute in l in tryif constr_eq l v then fail else change l with v
  end.
Ltac computed_test t := let v := eval vm_compute in t in
  lazymatch v with true => change t with true | false => change t with false end.
Ltac is_exact f := lazymatch f with context [below] => fail | context [at_most] => fail | _ => idtac end.
Ltac unroll := repeat (progress (
  repeat match goal with
  | |- context [filter ?f ?l] => is_exact (filter f l); computed_list (filter f l)
  | |- context [filter _ ?l] => is_exact l; computed_list l
  | |- context [map _ ?l] => is_exact l; computed_list l
  | |- context [flat_map _ ?l] => is_exact l; computed_list l
  | |- context [Qle_bool ?a ?b] => computed_test (Qle_bool a b)
  | |- context [Qeq_bool ?a ?b] => computed_test (Qeq_bool a b)
  end;
  cbv beta iota delta [map flat_map filter app total highest lowest fold_right every some forallb existsb Rpower
    negb andb orb])).
Ltac fractions := repeat match goal with
  | |- context [Q2R ?e] =>
      let v := eval vm_compute in (Qred e) in
      lazymatch v with Qmake _ _ => rewrite (in_lowest_terms e v) by (vm_compute; reflexivity); cbv [Qnum Qden] end
  end.
Ltac conditions := repeat match goal with
  | |- context [below ?a ?b] => first [ rewrite (below_yes a b) by interval | rewrite (below_no a b) by interval ]
  | |- context [at_most ?a ?b] => first [ rewrite (at_most_yes a b) by interval | rewrite (at_most_no a b) by interval ]
  end.
Ltac no_maxima := repeat first [ rewrite max_abs in * | rewrite min_abs in * ].

(* A relation between two numbers that are far enough apart, or equal. *)
Ltac apart := first [ interval with (i_prec 60) | lra | interval with (i_prec 200) | interval with (i_prec 1200) ].
Ltac impossible := match goal with
  | H : (?a < ?b)%R |- False => apply (Rlt_not_le b a H); apart
  | H : (?a <= ?b)%R |- False => apply (Rle_not_lt b a H); apart
  | H : ?a = ?b |- False => first [ apply (Rlt_not_eq a b); [apart | exact H] | apply (Rgt_not_eq a b); [apart | exact H] ]
  | H : (?a <= ?b)%R, I : (?b <= ?c)%R |- False => apply (Rle_not_lt c a (Rle_trans a b c H I)); apart
  | H : (?a <= ?b)%R, I : (?b < ?c)%R |- False => apply (Rlt_not_le c a (Rle_lt_trans a b c H I)); apart
  | H : (?a < ?b)%R, I : (?b <= ?c)%R |- False => apply (Rlt_not_le c a (Rlt_le_trans a b c H I)); apart
  | |- False => lra
  end.
Ltac contrary := match goal with
  | H : _ /\ _ |- _ => destruct H; contrary
  | H : _ \/ _ |- _ => destruct H; contrary
  | H : ?a <-> ?b |- False => destruct H; contrary
  | H : ~ ?A |- False => apply H; clear H; true_here
  | H : ?A -> ?B |- False => let P := fresh in assert (P : A) by (clear H; true_here); specialize (H P); clear P; contrary
  | |- False => impossible
  end
with true_here := match goal with
  | |- ~ (_ == _)%Q => computed
  | |- _ /\ _ => split; true_here
  | |- ~ _ => let H := fresh in intro H; contrary
  | |- _ \/ _ => first [ left; true_here | right; true_here ]
  | |- _ <-> _ => split; true_here
  | |- forall x : _, _ => let H := fresh in intro H; true_here
  | |- (_ < _)%Q => computed
  | |- (_ <= _)%Q => computed
  | |- (_ == _)%Q => computed
  | |- _ = true => computed
  | |- ?a = ?b => lra
  | |- _ => apart
  end.
Ltac by_enclosure := unroll; fractions; conditions; cbv beta iota delta [andb negb]; fractions; no_maxima; true_here.
