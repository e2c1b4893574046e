(* Two more terms of Stirling's series, for ten digits and more. *)
From SdpProofs Require Export Delta.
From Coquelicot Require Import Coquelicot.

Definition c_upper (t : R) : R := / (12 * t) - / (360 * t ^ 3).
Definition c_lower (t : R) : R := c_upper t + / (1260 * t ^ 5).

Lemma ln_sharply_above x : 0 <= x -> x * (360 + 1080 * x + 1110 * x ^ 2 + 420 * x ^ 3 + 27 * x ^ 4 - 3 * x ^ 5 - x ^ 6) / (180 * (1 + x) ^ 3 * (2 + x)) <= ln (1 + x).
Proof.
  intro Hx.
  set (f := fun x => ln (1 + x) - x * (360 + 1080 * x + 1110 * x ^ 2 + 420 * x ^ 3 + 27 * x ^ 4 - 3 * x ^ 5 - x ^ 6) / (180 * (1 + x) ^ 3 * (2 + x))).
  enough (0 <= f x) by (unfold f in *; lra).
  apply (at_least_zero f) with (f' := fun x => x ^ 6 * (3 * x ^ 2 + 20 * x + 20) / (180 * (1 + x) ^ 4 * (2 + x) ^ 2)); [lra | | |].
  - intros t Ht. unfold f. assert (0 < 1 + t) by lra. assert (0 < 2 + t) by lra.
    auto_derive; [repeat split; try exact I; try lra; apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; try lra; repeat apply pow_lt; lra |].
    field. repeat split; lra.
  - intros t Ht. apply Rdiv_le_0_compat; [apply Rmult_le_pos; [apply pow_le; lra | nra] |].
    repeat apply Rmult_lt_0_compat; try lra; apply pow_lt; lra.
  - unfold f. replace (ln (1 + 0)) with 0 by (rewrite Rplus_0_r, ln_1; reflexivity). field.
Qed.

Lemma ln_sharply_below x : 0 <= x -> ln (1 + x) <= x * (2520 + 12600 * x + 25410 * x ^ 2 + 26040 * x ^ 3 + 13839 * x ^ 4 + 3297 * x ^ 5 + 150 * x ^ 6
  - 15 * x ^ 7 + 13 * x ^ 8 + 10 * x ^ 9 + 2 * x ^ 10) / (1260 * (1 + x) ^ 5 * (2 + x)).
Proof.
  intro Hx.
  set (f := fun x => x * (2520 + 12600 * x + 25410 * x ^ 2 + 26040 * x ^ 3 + 13839 * x ^ 4 + 3297 * x ^ 5 + 150 * x ^ 6
    - 15 * x ^ 7 + 13 * x ^ 8 + 10 * x ^ 9 + 2 * x ^ 10) / (1260 * (1 + x) ^ 5 * (2 + x)) - ln (1 + x)).
  enough (0 <= f x) by (unfold f in *; lra).
  apply (at_least_zero f) with (f' := fun x => x ^ 8 * (10 * x ^ 4 + 84 * x ^ 3 + 273 * x ^ 2 + 378 * x + 189) / (1260 * (1 + x) ^ 6 * (2 + x) ^ 2)); [lra | | |].
  - intros t Ht. unfold f. assert (0 < 1 + t) by lra. assert (0 < 2 + t) by lra.
    auto_derive; [repeat split; try exact I; try lra; apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; try lra; repeat apply pow_lt; lra |].
    field. repeat split; lra.
  - intros t Ht. apply Rdiv_le_0_compat.
    + apply Rmult_le_pos; [apply pow_le; lra|]. pose proof (pow_le t 3 ltac:(lra)). pose proof (pow_le t 4 ltac:(lra)). nra.
    + repeat apply Rmult_lt_0_compat; try lra; apply pow_lt; lra.
  - unfold f. replace (ln (1 + 0)) with 0 by (rewrite Rplus_0_r, ln_1; reflexivity). field.
Qed.

Lemma st_sharply n : (1 <= n)%nat ->
  c_upper (INR n) - c_upper (INR (S n)) <= st n - st (S n) <= c_lower (INR n) - c_lower (INR (S n)).
Proof.
  intro Hn. rewrite st_step by assumption. assert (H : 1 <= INR n) by (apply (le_INR 1); lia). rewrite S_INR.
  set (t := INR n) in *. assert (I : 0 <= / t) by (left; apply Rinv_0_lt_compat; lra).
  pose proof (ln_sharply_above (/ t) I) as L. pose proof (ln_sharply_below (/ t) I) as U.
  apply Rmult_le_compat_l with (r := t + / 2) in L; [|lra]. apply Rmult_le_compat_l with (r := t + / 2) in U; [|lra].
  split; [apply Rplus_le_reg_r with 1; apply Rle_trans with (2 := Rplus_le_compat_r 1 _ _ (Rplus_le_compat_r (-1) _ _ L))
         | apply Rplus_le_reg_r with 1; apply Rle_trans with (1 := Rplus_le_compat_r 1 _ _ (Rplus_le_compat_r (-1) _ _ U))];
    apply Req_le; unfold c_lower, c_upper; field; repeat split; lra.
Qed.

Theorem stirling_sharply m k : (1 <= m)%nat ->
  st m - c_lower (INR m) + c_lower (INR (m + k)) <= st (m + k) <= st m - c_upper (INR m) + c_upper (INR (m + k)).
Proof.
  intro Hm. induction k as [|k [L U]].
  - rewrite Nat.add_0_r. lra.
  - rewrite Nat.add_succ_r. pose proof (st_sharply (m + k) ltac:(lia)). lra.
Qed.

Definition half_log_low := ln (IZR f1000) - ((1000 + / 2) * ln 1000 - 1000) - c_lower 1000.
Definition half_log_high := ln (IZR f1000) - ((1000 + / 2) * ln 1000 - 1000) - c_upper 1000.
Lemma half_log_low_is : 0.918938533204672741 <= half_log_low.
Proof. unfold half_log_low, c_lower, c_upper, f1000. interval with (i_prec 110). Qed.
Lemma half_log_high_is : half_log_high <= 0.918938533204672743.
Proof. unfold half_log_high, c_upper, f1000. interval with (i_prec 110). Qed.

Lemma ln_factorial_sharply z : (1000 <= z)%Z ->
  stirling z + 0.918938533204672741 + c_lower (IZR z) <= ln (zfact z) <= stirling z + 0.918938533204672743 + c_upper (IZR z).
Proof.
  intro H. pose proof (stirling_sharply (Z.to_nat 1000) (Z.to_nat z - Z.to_nat 1000) ltac:(lia)) as S.
  replace (Z.to_nat 1000 + (Z.to_nat z - Z.to_nat 1000))%nat with (Z.to_nat z) in S by lia.
  assert (I : INR (Z.to_nat z) = IZR z) by (rewrite INR_IZR_INZ; f_equal; lia).
  assert (IM : INR (Z.to_nat 1000) = 1000) by (rewrite INR_IZR_INZ; f_equal; lia).
  assert (F : zf (Z.to_nat 1000) = f1000) by (vm_compute; reflexivity).
  unfold st, lf in S. rewrite I, IM, zf_fact, F in S. fold (zfact z) in S.
  pose proof half_log_low_is. pose proof half_log_high_is. unfold half_log_low, half_log_high, stirling in *. lra.
Qed.
