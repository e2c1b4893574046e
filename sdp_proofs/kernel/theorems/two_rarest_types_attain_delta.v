From SdpProofs Require Import Recoloured.
(* A database x of any number of types, a and b the two rarest of them and z a type that occurs; T draws. `attained` is the
   largest loss of the changes between a and b (of z to a where x has no a), `delta_of` is delta(x): the largest of all. *)
Theorem claim_holds {X} (same : forall a b : X, {a = b} + {a <> b}) types T E x a b z :
  1 <= E -> Forall (fun c => In c types) x -> In z x -> two_rarest same types x a b ->
  let attained := attained same types T E x a b z in let delta := delta_of same types T E x in
  let lone := (count_occ same x a <= 1)%nat in let n := length x in
  let M := without_replacement same types T in let M' := with_replacement same types T in
  ((T <= n)%nat -> said (attained M) (delta M) /\ (lone -> delta M = INR T / INR n)) /\
  said (attained M') (delta M') /\ (lone -> delta M' = 1 - (INR (pred n) / INR n) ^ T).
Proof.
  intros HE V Z R. split; [intro H; apply rarest_without_replacement; assumption | apply rarest_with_replacement; assumption].
Qed.
