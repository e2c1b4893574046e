From SdpProofs Require Import Randomised.
(* `least` is the infimum over all simulators of the delta of Definition 4; every record follows one of the sources. *)
Theorem claim_holds {X A} (types : list X) (outputs : list A) M E n (sources : (X -> R) -> Prop) p least supremum :
  (forall q, sources q -> law types q) -> (forall x, law outputs (M x)) -> sources p ->
  smoothed types outputs (fun ps => length ps = n /\ Forall sources ps) M E supremum ->
  distributional types outputs M E n sources least ->
  said least supremum.
Proof.
  intros of_laws mechanism P H [I _]. apply I. exists (drawn types M p).
  exact (drawn_record_simulates types outputs M E n sources of_laws mechanism p supremum P H).
Qed.
