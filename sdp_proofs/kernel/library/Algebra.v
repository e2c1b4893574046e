(* What the theorems on all real numbers need: maxima, quotients, functional equations, and the ways to prove. *)
From Coq Require Export Reals Lra Psatz Setoid.
Open Scope R_scope.

Lemma max_facts a b : a <= Rmax a b /\ b <= Rmax a b /\ (Rmax a b = a \/ Rmax a b = b).
Proof. unfold Rmax; destruct (Rle_dec a b); lra. Qed.
Lemma min_facts a b : Rmin a b <= a /\ Rmin a b <= b /\ (Rmin a b = a \/ Rmin a b = b).
Proof. unfold Rmin; destruct (Rle_dec a b); lra. Qed.
Lemma abs_facts a : a <= Rabs a /\ - a <= Rabs a /\ (Rabs a = a \/ Rabs a = - a).
Proof. unfold Rabs; destruct (Rcase_abs a); lra. Qed.

(* A relation between quotients is one between polynomials: left - right = top / bottom with bottom > 0. *)
Section Clearing.
  Variables left right top bottom : R.
  Hypothesis positive : 0 < bottom.
  Hypothesis quotient : left - right = top / bottom.

  Lemma difference : top = (left - right) * bottom.
  Proof. rewrite quotient; field; lra. Qed.
  Lemma clear_le : left <= right <-> top <= 0.
  Proof. rewrite difference; split; intro; nra. Qed.
  Lemma clear_lt : left < right <-> top < 0.
  Proof. rewrite difference; split; intro; nra. Qed.
  Lemma clear_eq : left = right <-> top = 0.
  Proof. rewrite difference; split; intro; nra. Qed.
End Clearing.

(* Names for maxima, with what is known of them, in every order of their arguments. *)
Ltac name_it t facts := let f := fresh in pose proof facts as f; let m := fresh "m" in set (m := t) in *; clearbody m.
Ltac no_maxima := repeat match goal with
  | |- context [Rmax ?a ?b] => name_it (Rmax a b) (max_facts a b)
  | H : context [Rmax ?a ?b] |- _ => name_it (Rmax a b) (max_facts a b)
  | |- context [Rmin ?a ?b] => name_it (Rmin a b) (min_facts a b)
  | H : context [Rmin ?a ?b] |- _ => name_it (Rmin a b) (min_facts a b)
  | |- context [Rabs ?a] => name_it (Rabs a) (abs_facts a)
  | H : context [Rabs ?a] |- _ => name_it (Rabs a) (abs_facts a)
  end.
Ltac apart := repeat match goal with
  | |- _ /\ _ => split
  | |- _ <-> _ => split
  | |- forall x, _ => intro
  | |- ~ _ => intro
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : _ <-> _ |- _ => destruct H
  | H : ?A -> ?B, I : ?A |- _ => specialize (H I)
  end.

(* Signs of products and of sums. *)
Ltac positive := first [ assumption | lra | apply Rmult_lt_0_compat; positive | apply Rdiv_lt_0_compat; positive
  | apply Rplus_lt_0_compat; positive | apply pow_lt; positive | apply exp_pos | apply Rinv_0_lt_compat; positive | nra ].
Ltac nonzero := repeat split; first [ assumption | lra | apply Rgt_not_eq; positive
  | match goal with D : ?b <> 0 |- ?a <> 0 => intro; apply D; nra end | nra ].

Ltac cleared_by lemma l r t b :=
  let E := fresh in
  assert (E := lemma l r t b ltac:(positive) ltac:(field; nonzero));
  rewrite E in *; clear E.
Ltac clear_atom l r t b := first
  [ cleared_by clear_le l r t b | cleared_by clear_lt l r t b | cleared_by clear_eq l r t b | idtac ].

(* A quotient as a number q with q b = a. *)
Ltac no_quotients := repeat match goal with
  | |- context [?a / ?b] => name_quotient a b
  | H : context [?a / ?b] |- _ => name_quotient a b
  end
with name_quotient a b :=
  let E := fresh in assert (E : a / b * b = a) by (field; nonzero); let q := fresh "q" in set (q := a / b) in *; clearbody q.

Ltac linear := no_maxima; apart; lra.
Ltac polynomial := no_maxima; apart; first [ lra | nra ].
Ltac identity := apart; first [ ring | field; nonzero ].

Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros Hx Hy. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat; lra. Qed.
Lemma ln_of_power x n : 0 < x -> ln (x ^ n) = INR n * ln x.
Proof.
  intro Hx. induction n as [|n IH]; simpl pow; [rewrite ln_1; simpl; lra|].
  rewrite ln_mult, IH, S_INR; auto using pow_lt; lra.
Qed.
Lemma ln_below x : 0 < x -> ln x <= x - 1.
Proof.
  intro Hx. destruct (Req_dec (ln x) 0) as [Z|N].
  - rewrite Z. enough (1 <= x) by lra. rewrite <- (exp_ln x Hx), Z, exp_0. lra.
  - pose proof (exp_ineq1 (ln x) N) as H. rewrite exp_ln in H by assumption. lra.
Qed.
Lemma ln_above x : 0 < x -> 1 - 1 / x <= ln x.
Proof.
  intro Hx. pose proof (ln_below (/ x) (Rinv_0_lt_compat x Hx)) as H. rewrite ln_Rinv in H by assumption.
  unfold Rdiv. lra.
Qed.
Lemma exp_above x : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [->|N]; [rewrite exp_0; lra | left; apply exp_ineq1; assumption]. Qed.

Ltac split_ln := repeat first
  [ rewrite ln_exp | rewrite ln_1
  | match goal with |- context [ln (?x / ?y)] => rewrite (ln_div x y) by positive end
  | match goal with |- context [ln (?x * ?y)] => rewrite (ln_mult x y) by positive end
  | match goal with |- context [ln (/ ?x)] => rewrite (ln_Rinv x) by positive end
  | match goal with |- context [ln (?x ^ ?n)] => rewrite (ln_of_power x n) by positive; simpl INR end ].
Ltac split_exp := repeat first
  [ rewrite exp_0
  | match goal with |- context [exp (ln ?x)] => rewrite (exp_ln x) by positive end
  | match goal with |- context [exp (?x + ?y)] => rewrite (exp_plus x y) end
  | match goal with |- context [exp (?x - ?y)] => unfold Rminus at 1 end
  | match goal with |- context [exp (- ?x)] => rewrite (exp_Ropp x) end ].
Ltac same_arguments := repeat match goal with
  | |- context [exp ?x] => match goal with |- context [exp ?y] =>
      tryif constr_eq x y then fail else replace (exp y) with (exp x) by (f_equal; identity) end
  | |- context [ln ?x] => match goal with |- context [ln ?y] =>
      tryif constr_eq x y then fail else replace (ln y) with (ln x) by (f_equal; identity) end
  end.
Ltac functional_identity := apart; first
  [ solve [f_equal; identity] | solve [same_arguments; identity] | solve [split_ln; identity]
  | solve [split_exp; identity] | solve [split_ln; same_arguments; identity]
  | solve [split_exp; same_arguments; identity] | solve [split_ln; split_exp; same_arguments; identity] ].

(* Tangents of ln and exp. *)
Ltac tangents := repeat match goal with
  | |- context [ln ?x] => name_ln x
  | H : context [ln ?x] |- _ => name_ln x
  | |- context [exp ?x] => name_exp x
  | H : context [exp ?x] |- _ => name_exp x
  | |- context [sqrt ?x] => name_sqrt x
  | H : context [sqrt ?x] |- _ => name_sqrt x
  end
with name_ln x := let P := fresh in assert (P : 0 < x) by positive; pose proof (ln_below x P); pose proof (ln_above x P);
  let l := fresh "l" in set (l := ln x) in *; clearbody l
with name_exp x := pose proof (exp_above x); pose proof (exp_pos x); let e := fresh "e" in set (e := exp x) in *; clearbody e
with name_sqrt x := let P := fresh in assert (P : 0 <= x) by nra; pose proof (sqrt_pos x); pose proof (sqrt_sqrt x P);
  let s := fresh "s" in set (s := sqrt x) in *; clearbody s.
