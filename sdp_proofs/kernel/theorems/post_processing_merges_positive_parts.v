From SdpProofs Require Import Mechanisms.
(* A randomised function K of the output; `before` and `after` are the suprema of Definition 3 without it and with it. *)
Theorem claim_holds {X A B} (types : list X) (outputs : list A) (images : list B) K M E allowed after before :
  is_map outputs images K -> of_sources allowed ->
  smoothed types outputs allowed M E before -> smoothed types images allowed (processed outputs K M) E after ->
  said after before.
Proof. exact (smoothed_post_processing types outputs images K M E allowed before after). Qed.
