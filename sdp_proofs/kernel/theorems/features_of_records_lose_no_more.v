From SdpProofs Require Import Mechanisms.
(* A function f of single records; the sources of `before` are the laws of the features, the images of those of `after`. *)
Theorem claim_holds {X Y A} (types : list X) (features : list Y) (outputs : list A) (f : X -> Y)
  (same : forall c d : Y, {c = d} + {c <> d}) M E allowed after before :
  (forall a, In a types -> In (f a) features) -> NoDup features -> of_sources allowed ->
  smoothed features outputs (fun qs => exists ps, allowed ps /\ qs = map (pushed types f same) ps) M E before ->
  smoothed types outputs allowed (fun x => M (map f x)) E after ->
  said after before.
Proof. intros into once. exact (smoothed_pre_processing types features outputs f into M E same once allowed before after). Qed.
