From SdpProofs Require Import Composition.
(* The gain of a randomised test; the best is that of the event of all outputs that gain. *)
Theorem claim_holds {A} (outputs : list A) E P Q take : (forall a, In a outputs -> 0 <= take a <= 1) ->
  said (sum (fun a => take a * P a) outputs - E * sum (fun a => take a * Q a) outputs) (hs outputs E P Q)
    (prob outputs P (gains E P Q) - E * prob outputs Q (gains E P Q)).
Proof. intro H. split; [exact (test_at_most_hs outputs E P Q take H) | exact (best_event_is_hs outputs E P Q)]. Qed.
