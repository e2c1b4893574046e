From SdpProofs Require Import Composition.
(* A chain of k + 1 databases of n records, each a neighbour of the next; the sum is 1 + E + ... + E ^ (k - 1). *)
Theorem claim_holds {X A} (types : list X) (outputs : list A) M E d n k x z S :
  0 <= E -> private types outputs M E n d -> In x (words types n) -> apart types k x z ->
  said (prob outputs (M x) S) (prob outputs (M z) S) d (E ^ k) (geometric E k).
Proof. intros HE P Hx C. exact (group_privacy types outputs M E d n HE P k x z S Hx C). Qed.
