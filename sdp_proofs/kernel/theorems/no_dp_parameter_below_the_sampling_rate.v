From SdpProofs Require Import Draws.
(* `worst` is the largest delta(x) of the sampling histogram over all databases of n records of these types. *)
Theorem claim_holds {X} (same : forall a b : X, {a = b} + {a <> b}) types T E n a b :
  1 <= E -> (1 <= T <= n)%nat -> In a types -> In b types -> a <> b ->
  said (worst same types T (without_replacement same types T) E n) (INR T) (INR n).
Proof.
  intros HE [H1 H2] Ha Hb D. apply Req_le. symmetry.
  exact (worst_without_replacement same types T E n a b HE H1 Ha Hb D H2).
Qed.
