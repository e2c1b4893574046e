From SdpProofs Require Import Randomised.
(* Any number of releases, each with its budget, of independent randomness; all numbers are suprema of Definition 3. *)
Theorem claim_holds {X A} (types : list X) (outputs : list A) ms allowed together each :
  Forall (sound outputs) ms -> of_sources allowed ->
  smoothed types (words outputs (length ms)) allowed (all_of ms) (product (map fst ms)) together ->
  Forall2 (fun m s => smoothed types outputs allowed (snd m) (fst m) s) ms each ->
  said together (total each).
Proof. exact (smoothed_composition_of_all types outputs ms allowed together each). Qed.
