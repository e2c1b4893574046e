From SdpProofs Require Import Composition.
(* From Definition 1 for a pair with the laws P and Q: the chances that the results of a random function K are in a set S. *)
Theorem claim_holds {A B} (outputs : list A) (images : list B) K E d P Q S : 0 <= E -> is_map outputs images K ->
  (forall T, prob outputs P T <= E * prob outputs Q T + d) ->
  said (prob images (fun b => sum (fun a => K a b * P a) outputs) S)
    (prob images (fun b => sum (fun a => K a b * Q a) outputs) S) E d.
Proof. exact (processed_pair outputs images K E d P Q S). Qed.
