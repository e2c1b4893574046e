(* Counterexamples with binomial coefficients beside exponentials: at whole numbers they are computed. *)
From SdpProofs Require Export Whole Real.

Lemma choose_whole (n k : nat) (v : nat) : Whole.comb n k = v -> choose (INR n) (INR k) = INR v.
Proof. intros <-. apply choose_INR. Qed.
