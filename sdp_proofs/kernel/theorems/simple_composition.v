From SdpProofs Require Import Composition.
(* Any number of releases with independent coins: the budgets multiply as exponentials, the divergences add up. *)
Theorem claim_holds {A} (outputs : list A) (releases : list (release A)) : Forall (proper outputs) releases ->
  said (hs (words outputs (length releases)) (product (map budget releases)) (joint (map own releases)) (joint (map other releases)))
    (total (map (fun r => hs outputs (budget r) (own r) (other r)) releases)).
Proof. exact (composition_of_many outputs releases). Qed.
