From SdpProofs Require Import Composition.
(* The batch b has the chance u b for both neighbours, and the pair of laws P b and Q b. *)
Theorem claim_holds {A B} (outputs : list A) (batches : list B) u E P Q worst : law batches u ->
  (forall b, In b batches -> hs outputs E (P b) (Q b) <= worst) ->
  said (hs outputs E (fun a => sum (fun b => u b * P b a) batches) (fun a => sum (fun b => u b * Q b a) batches)) worst.
Proof. exact (mixture_at_most outputs batches u E P Q worst). Qed.
