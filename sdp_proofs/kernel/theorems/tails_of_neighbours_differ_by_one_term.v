From SdpProofs Require Import Neighbours.
(* The chances that k or more of T draws from a + b records are of the type with a, and with a - 1, records. *)
Theorem claim_holds a b T k : (1 <= a)%Z -> (0 <= b)%Z -> (0 <= T <= a + b)%Z -> (Z.max 0 (T - b) <= k <= T)%Z ->
  said (tail T (P a b T) k) (tail T (P (a - 1) (b + 1) T) k) (P a b T k) (IZR k) (IZR a).
Proof. intros. apply tails_differ_by_one_term; assumption. Qed.
