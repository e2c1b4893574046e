From SdpProofs Require Import Randomised.
(* Record a becomes feature c with the chance K a c, each record on its own; a function of records is the case of chances
   0 and 1. The sources of `before` are the laws of the features of those of `after`. *)
Theorem claim_holds {X Y A} (types : list X) (features : list Y) (outputs : list A) (K : X -> Y -> R)
  M E allowed after before :
  (forall a, law features (K a)) -> of_sources allowed ->
  smoothed features outputs (fun qs => exists ps, allowed ps /\ qs = map (pushed_by types K) ps) M E before ->
  smoothed types outputs allowed (changed features K M) E after ->
  said after before.
Proof. intro random. exact (smoothed_random_pre_processing types features outputs K random M E allowed before after). Qed.
