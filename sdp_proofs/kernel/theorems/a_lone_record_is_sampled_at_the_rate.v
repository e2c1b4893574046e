From SdpProofs Require Import Draws.
(* Binomial coefficients of whole numbers, by Pascal's rule. *)
Theorem claim_holds n T : (1 <= T <= n)%nat -> said (INR n) (INR T).
Proof.
  intro H. unfold said. rewrite <- (comb_rate n T H). change 1 with (INR 1).
  rewrite <- !minus_INR, !choose_INR, !Nat.sub_1_r by lia. reflexivity.
Qed.
