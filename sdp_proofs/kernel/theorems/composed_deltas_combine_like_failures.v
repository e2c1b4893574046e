From SdpProofs Require Import Composition.
(* Divergences of two releases with independent coins, and of both together. *)
Theorem claim_holds {A B} (l : list A) (m : list B) E F P Q P' Q' : 0 <= E -> 0 <= F ->
  law l P -> law l Q -> law m P' -> law m Q' ->
  said (hs l E P Q) (hs m F P' Q')
    (hs (list_prod l m) (E * F) (fun o => P (fst o) * P' (snd o)) (fun o => Q (fst o) * Q' (snd o))).
Proof.
  intros HE HF HP [Q0 _] HP' [Q0' _]. unfold said.
  pose proof (failures l m E F (hs m F P' Q') P Q (fun _ => P') (fun _ => Q') HE HF HP Q0 (fun _ => HP') (fun _ => Q0')
    (fun _ => Rle_refl _)).
  assert (0 <= hs l E P Q) by (apply sum_nonneg; intros; apply pos_nonneg).
  assert (0 <= hs m F P' Q') by (apply sum_nonneg; intros; apply pos_nonneg).
  split; nra.
Qed.
