From SdpProofs Require Import Composition.
(* The set s is sampled with the chance u s and holds the changed record or not; k s and l s are the chances of an output. *)
Definition with_it {S} (sets : list S) (holds : S -> bool) (f : S -> R) := sum (fun s => if holds s then f s else 0) sets.
Definition without_it {S} (sets : list S) (holds : S -> bool) (f : S -> R) := sum (fun s => if holds s then 0 else f s) sets.
Lemma both_parts {S} (sets : list S) holds f : sum f sets = with_it sets holds f + without_it sets holds f.
Proof. unfold with_it, without_it. rewrite <- sum_plus. apply sum_ext. intros s _. destruct (holds s); lra. Qed.
Theorem claim_holds {S} (sets : list S) holds u k l : law sets u -> (forall s, 0 <= k s <= 1) ->
  (forall s, holds s = false -> k s = l s) ->
  said (sum (fun s => u s * k s) sets) (with_it sets holds (fun s => u s * k s)) (without_it sets holds (fun s => u s * k s))
    (sum (fun s => u s * l s) sets) (with_it sets holds (fun s => u s * l s)) (with_it sets holds u).
Proof.
  intros [U _] K L. unfold said. repeat split.
  - apply both_parts.
  - rewrite (both_parts sets holds). f_equal. apply sum_ext. intros s _. destruct (holds s) eqn:H; [reflexivity|]. rewrite L; auto.
  - apply sum_le. intros s _. destruct (holds s); [|lra]. specialize (U s). specialize (K s). nra.
Qed.
