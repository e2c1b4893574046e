(* Binomial coefficients, and powers, of real numbers that are whole. *)
From Coq Require Export Reals Lra Arith Lia ZArith.
Open Scope R_scope.

Fixpoint comb (n k : nat) : nat :=
  match n, k with _, O => 1 | O, S _ => 0 | S n, S k => comb n k + comb n (S k) end.
(* of real numbers that are whole *)
Definition choose (n k : R) : R :=
  if Rlt_dec k 0 then 0 else INR (comb (Z.to_nat (Int_part n)) (Z.to_nat (Int_part k))).

Lemma choose_INR n k : choose (INR n) (INR k) = INR (comb n k).
Proof.
  unfold choose. destruct (Rlt_dec (INR k) 0) as [H|_]; [pose proof (pos_INR k); lra|].
  rewrite !Int_part_INR, !Nat2Z.id. reflexivity.
Qed.
Lemma comb_positive n k : (k <= n)%nat -> (0 < comb n k)%nat.
Proof. revert k; induction n as [|n IH]; intros [|k] H; simpl; try lia. specialize (IH k ltac:(lia)). lia. Qed.
Lemma comb_zero n k : (n < k)%nat -> comb n k = 0%nat.
Proof. revert k; induction n as [|n IH]; intros [|k] H; simpl; try lia. rewrite !IH; lia. Qed.
Definition whole_power (x n : R) : R := x ^ Z.to_nat (Int_part n).
Lemma power_INR x n : whole_power x (INR n) = x ^ n.
Proof. unfold whole_power. rewrite Int_part_INR, Nat2Z.id. reflexivity. Qed.

Lemma comb_none n : comb n 0 = 1%nat.
Proof. destruct n; reflexivity. Qed.
Lemma comb_absorbs n k : (S k * comb (S n) (S k) = S n * comb n k)%nat.
Proof.
  revert k; induction n as [|n IH]; intros k.
  - destruct k as [|k]; simpl; [reflexivity|]. lia.
  - change (comb (S (S n)) (S k)) with (comb (S n) k + comb (S n) (S k))%nat. pose proof (IH k) as I.
    destruct k as [|k]; [rewrite !comb_none in *; lia|]. pose proof (IH k) as J.
    change (comb (S n) (S k)) with (comb n k + comb n (S k))%nat in *. nia.
Qed.
Lemma comb_rate n T : (1 <= T <= n)%nat -> INR (comb (pred n) (pred T)) / INR (comb n T) = INR T / INR n.
Proof.
  intros [H1 H2]. destruct T as [|T], n as [|n]; try lia. simpl pred. pose proof (comb_absorbs n T) as A.
  apply (f_equal INR) in A. rewrite !mult_INR in A.
  assert (0 < INR (comb (S n) (S T))) by (apply (lt_INR 0), comb_positive, H2).
  assert (0 < INR (S n)) by (apply (lt_INR 0); lia).
  apply Rmult_eq_reg_r with (INR (comb (S n) (S T)) * INR (S n)); [|apply Rgt_not_eq, Rmult_lt_0_compat; assumption].
  replace (INR (comb n T) / INR (comb (S n) (S T)) * (INR (comb (S n) (S T)) * INR (S n))) with (INR (S n) * INR (comb n T)) by (field; lra).
  replace (INR (S T) / INR (S n) * (INR (comb (S n) (S T)) * INR (S n))) with (INR (S T) * INR (comb (S n) (S T))) by (field; lra).
  lra.
Qed.
