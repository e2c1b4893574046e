(* A sum is at least each of its terms, if none is below zero; a maximum is at least each of its numbers. *)
From SdpProofs Require Export Exact.
From Coq Require Import Lqa.

Lemma add_is a b : (q_add a b == Qplus a b)%Q.
Proof. apply Qred_correct. Qed.
Lemma max_right a b : (b <= q_max a b)%Q.
Proof.
  unfold q_max. destruct (a <=? b) eqn:H; [apply Qle_refl|].
  apply Qlt_le_weak, Qnot_le_lt. intro I. apply Qle_bool_iff in I. congruence.
Qed.
Lemma max_left a b : (a <= q_max a b)%Q.
Proof. unfold q_max. destruct (a <=? b) eqn:H; [apply Qle_bool_iff, H | apply Qle_refl]. Qed.

Lemma sum_from a l : (forall x, In x l -> 0 <= x)%Q -> (a <= fold_left q_add l a)%Q.
Proof.
  revert a; induction l as [|x l IH]; intros a H; simpl; [apply Qle_refl|].
  apply Qle_trans with (q_add a x).
  - rewrite add_is. specialize (H x (or_introl eq_refl)). lra.
  - apply IH. intros y I. apply H. right. exact I.
Qed.
Lemma term_at_most_sum_from x l : In x l -> (forall y, In y l -> 0 <= y)%Q -> forall a, (0 <= a)%Q -> (x <= fold_left q_add l a)%Q.
Proof.
  induction l as [|y l IH]; intros I H a Z; simpl in *; [contradiction|]. pose proof (H y (or_introl eq_refl)) as Y.
  destruct I as [-> | I].
  - apply Qle_trans with (q_add a x); [rewrite add_is; lra | apply sum_from; auto].
  - apply IH; auto. rewrite add_is. lra.
Qed.
Theorem term_at_most_sum x l : In x l -> (forall y, In y l -> 0 <= y)%Q -> (x <= sum l)%Q.
Proof. intros I H. apply (term_at_most_sum_from x l I H), Qle_refl. Qed.
Corollary gain_at_most_sum (f : Q -> Q) i l : In i l -> (f i <= sum (map (fun h => q_max 0 (f h)) l))%Q.
Proof.
  intro I. apply Qle_trans with (q_max 0 (f i)); [apply max_right|].
  apply term_at_most_sum; [apply (in_map (fun h => q_max 0 (f h))), I|].
  intros y J. apply in_map_iff in J. destruct J as [h [<- _]]. apply max_left.
Qed.
