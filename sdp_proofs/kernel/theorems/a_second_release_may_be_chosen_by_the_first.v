From SdpProofs Require Import Composition.
(* delta(x) of M followed by a release N that sees the output of M; `second` bounds delta(x) of N whatever it saw. *)
Theorem claim_holds {X A B} (types : list X) (l : list A) (m : list B) M N E F x second : 0 <= E -> 0 <= F -> 0 <= second ->
  (forall y, law l (M y)) -> (forall y a, law m (N y a)) ->
  (forall a, In a l -> delta types m (fun y => N y a) F x <= second) ->
  said (delta types (list_prod l m) (followed M N) (E * F) x) (delta types l M E x) second.
Proof. exact (adaptive types l m M N E F second x). Qed.
