(* The axioms of the kernel as lemmas over the reals of Coq, and the lemmas that certificates of arithmetic use.
   Connectives are defined as in the kernel; the lemmas `..._is` tell what they are in words of Coq. *)
From Coq Require Export Reals.
From Coq Require Import Lra Classical FunctionalExtensionality.
From Coq Require ClassicalDedekindReals.
Open Scope R_scope.

Definition d_false : Prop := forall p : Prop, p.
Definition d_not (p : Prop) : Prop := p -> d_false.
Definition d_or (p q : Prop) : Prop := forall r : Prop, (p -> r) -> (q -> r) -> r.
Definition d_exists (T_A : Type) (w : T_A -> Prop) : Prop := forall r : Prop, (forall a : T_A, w a -> r) -> r.

Lemma false_is : d_false <-> False.
Proof. split; [intro H; exact (H False) | intros []]. Qed.

Lemma not_is p : d_not p <-> ~ p.
Proof. unfold d_not. rewrite false_is. reflexivity. Qed.

Lemma or_is p q : d_or p q <-> p \/ q.
Proof. split; [intro H; apply H; auto | intros [H | H] r I J; auto]. Qed.

Lemma exists_is (A : Type) (w : A -> Prop) : d_exists A w <-> exists a, w a.
Proof. split; [intro H; apply H; intros a I; exists a; exact I | intros [a H] r I; exact (I a H)]. Qed.

Definition rec (A : Type) (z : A) (s : nat -> A -> A) (n : nat) : A := nat_rect (fun _ => A) z s n.

(* The least upper bound where there is one; 0 elsewhere, of which no axiom speaks. *)
Definition lub (e : R -> Prop) : R :=
  match ClassicalDedekindReals.sig_not_dec (bound e /\ exists x, e x) with
  | left H => proj1_sig (completeness e (proj1 (NNPP _ H)) (proj2 (NNPP _ H)))
  | right _ => 0
  end.

Lemma lub_is (e : R -> Prop) x c : e x -> (forall y, e y -> y <= c) -> is_lub e (lub e).
Proof.
  intros H I. unfold lub. destruct (ClassicalDedekindReals.sig_not_dec _) as [J | J].
  - destruct (completeness e (proj1 (NNPP _ J)) (proj2 (NNPP _ J))) as [m K]. exact K.
  - exfalso. apply J. split; [exists c; exact I | exists x; exact H].
Qed.

(* ---- the axioms ---- *)
Lemma ax_middle : forall p : Prop, d_or p (d_not p).
Proof. intro p. apply or_is. rewrite not_is. apply classic. Qed.

Lemma ax_extensionality (A B : Type) : forall u v : A -> B, (forall a, u a = v a) -> u = v.
Proof. intros u v. apply functional_extensionality. Qed.

Lemma ax_induction : forall s : nat -> Prop, s O -> (forall n, s n -> s (S n)) -> forall n, s n.
Proof. intros s H I n. induction n as [| n J]; [exact H | exact (I n J)]. Qed.

Lemma ax_antisymmetry : forall x y : R, x <= y -> y <= x -> x = y.
Proof. intros x y. apply Rle_antisym. Qed.

Lemma ax_total : forall x y : R, d_not (x <= y) -> y <= x.
Proof. intros x y H. apply not_is in H. apply Rlt_le, Rnot_le_lt, H. Qed.

Lemma ax_one : d_not (1 <= 0).
Proof. apply not_is. lra. Qed.

Lemma ax_inverse : forall x : R, d_not (x = 0) -> x * / x = 1.
Proof. intros x H. apply not_is in H. apply Rinv_r, H. Qed.

Lemma ax_max_left : forall x y : R, x <= Rmax x y.
Proof. exact Rmax_l. Qed.

Lemma ax_max_right : forall x y : R, y <= Rmax x y.
Proof. exact Rmax_r. Qed.

Lemma ax_max_least : forall x y z : R, x <= z -> y <= z -> Rmax x y <= z.
Proof. intros. apply Rmax_lub; assumption. Qed.

Lemma ax_exp_plus : forall x y : R, exp (x + y) = exp x * exp y.
Proof. exact exp_plus. Qed.

Lemma ax_exp_above : forall x : R, 1 + x <= exp x.
Proof. exact exp_ineq1_le. Qed.

Lemma ax_exp_log : forall x : R, d_not (x <= 0) -> exp (ln x) = x.
Proof. intros x H. apply not_is in H. apply exp_ln, Rnot_le_lt, H. Qed.

Lemma ax_lub_above : forall (e : R -> Prop) (x c : R), e x -> (forall y, e y -> y <= c) -> x <= lub e.
Proof. intros e x c H I. apply (lub_is e x c H I), H. Qed.

Lemma ax_lub_least : forall (e : R -> Prop) (x c : R), e x -> (forall y, e y -> y <= c) -> lub e <= c.
Proof. intros e x c H I. apply (lub_is e x c H I). exact I. Qed.

(* ---- equals for equals; the equation comes first, so that Coq reads both sides off it ---- *)
Definition replaced (A : Type) (s t : A) (e : s = t) (p : A -> Prop) (h : p s) : p t := eq_ind s p h t e.
Arguments replaced {A s t} _ _ _.

(* ---- certificates: a sum of products, each not negative or zero ---- *)
Lemma from_sum (s t e : R) : 0 <= e -> t - s = e -> s <= t.
Proof. lra. Qed.

Lemma from_zero (s t e : R) : e = 0 -> t - s = e -> s = t.
Proof. lra. Qed.

Lemma ratio (p q : positive) : 0 <= IZR (Zpos p) / IZR (Zpos q).
Proof. apply Rlt_le, Rdiv_lt_0_compat; apply IZR_lt; reflexivity. Qed.

Lemma whole (p : positive) : 0 <= IZR (Zpos p).
Proof. apply Rlt_le, IZR_lt; reflexivity. Qed.

Lemma room (s t : R) : s <= t -> 0 <= t - s.
Proof. lra. Qed.

Lemma square (x : R) : 0 <= x * x.
Proof. exact (Rle_0_sqr x). Qed.

Lemma times_room (e d : R) : 0 <= e -> 0 <= d -> 0 <= e * d.
Proof. exact (Rmult_le_pos e d). Qed.

Lemma equal (k s t : R) : s = t -> k * (t - s) = 0.
Proof. intros ->. ring. Qed.

Lemma no_less (e : R) : e = 0 -> 0 <= e.
Proof. intros ->. apply Rle_refl. Qed.

Lemma plus_room (e d : R) : 0 <= e -> 0 <= d -> 0 <= e + d.
Proof. exact (Rplus_le_le_0_compat e d). Qed.

Lemma plus_zero (e d : R) : e = 0 -> d = 0 -> e + d = 0.
Proof. intros -> ->. apply Rplus_0_l. Qed.
