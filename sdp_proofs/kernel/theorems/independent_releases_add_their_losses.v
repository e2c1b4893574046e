From SdpProofs Require Import Mechanisms.
(* Releases M and N of independent randomness; all three numbers are suprema of Definition 3. *)
Theorem claim_holds {X A B} (types : list X) (l : list A) (m : list B) M N E F allowed together first second :
  0 <= E -> 0 <= F -> (forall x, law l (M x)) -> (forall x, law m (N x)) -> of_sources allowed ->
  smoothed types (list_prod l m) allowed (both M N) (E * F) together ->
  smoothed types l allowed M E first -> smoothed types m allowed N F second ->
  said together (first + second).
Proof. exact (smoothed_composition types l m M N E F allowed together first second). Qed.
