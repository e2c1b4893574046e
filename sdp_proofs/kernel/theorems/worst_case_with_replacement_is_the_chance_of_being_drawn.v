From SdpProofs Require Import Draws.
(* `worst` is the largest delta(x) of the histogram of T draws with replacement over all databases of n records. *)
Theorem claim_holds {X} (same : forall a b : X, {a = b} + {a <> b}) types T E n a b :
  1 <= E -> (1 <= T)%nat -> (2 <= n)%nat -> In a types -> In b types -> a <> b ->
  said (worst same types T (with_replacement same types T) E n) (INR n) (INR T).
Proof.
  intros HE HT Hn Ha Hb D. unfold said. rewrite (worst_with_replacement same types T E n a b HE HT Ha Hb D ltac:(lia)).
  assert (1 <= INR (pred n)) by (apply (le_INR 1); lia).
  replace (INR n - 1) with (INR (pred n)) by (destruct n; [lia | rewrite S_INR; simpl pred; ring]).
  rewrite Rpower_pow; [reflexivity|]. apply Rdiv_lt_0_compat; [lra | apply (lt_INR 0); lia].
Qed.
