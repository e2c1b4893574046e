From SdpProofs Require Import Composition.
(* A chain of k + 1 databases of n records, each a neighbour of the next; p and q are the chances of an event at its ends. *)
Theorem claim_holds {X A} (types : list X) (outputs : list A) M E d n k x z S :
  0 <= E -> 0 <= d -> private types outputs M E n d -> In x (words types n) -> apart types k x z ->
  said (prob outputs (M x) S) (prob outputs (M z) S) E d (INR k) (E ^ k).
Proof.
  intros HE Hd P Hx C H1. pose proof (group_privacy types outputs M E d n HE P k x z S Hx C).
  pose proof (geometric_below E k ltac:(lra)). nra.
Qed.
