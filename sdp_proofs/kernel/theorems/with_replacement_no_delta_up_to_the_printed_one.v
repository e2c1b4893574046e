From SdpProofs Require Import Draws.
(* Three draws from four records: the largest delta(x), over all databases of any types, is 37/64 and not above 3/5. *)
Theorem published_is_false {X} (same : forall a b : X, {a = b} + {a <> b}) types E a b :
  1 <= E -> In a types -> In b types -> a <> b ->
  (~ published (worst same types 3 (with_replacement same types 3) E 4) 3 4).
Proof.
  intros HE Ha Hb D. unfold published. rewrite (worst_with_replacement same types 3 E 4 a b); auto with arith. simpl. lra.
Qed.
