From SdpProofs Require Import Mechanisms.
(* `private` is 1 where Definition 1 holds for databases of n records; `largest` is the largest delta(x) of these. *)
Theorem claim_holds {X A} (types : list X) (outputs : list A) M E n delta_ private_ :
  0 <= delta_ -> (private_ = 1 <-> private types outputs M E n delta_) ->
  said delta_ private_ (largest (map (delta types outputs M E) (words types n))).
Proof.
  intros H P. unfold said. rewrite P. apply private_is_largest_delta, H.
Qed.
