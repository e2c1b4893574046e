From SdpProofs Require Import Composition.
(* P, Q are the laws of the one answer at both datasets, P', Q' those of the other answer. *)
Theorem claim_holds {A B} (l : list A) (m : list B) E F P Q P' Q' : 0 <= E -> 0 <= F ->
  law l P -> law l Q -> law m P' -> law m Q' ->
  said (hs l E P Q) (hs m F P' Q')
    (hs (list_prod l m) (E * F) (fun o => P (fst o) * P' (snd o)) (fun o => Q (fst o) * Q' (snd o))).
Proof. intros HE HF HP [Q0 _] HP' [Q0' _]. exact (hs_both l m E F P Q P' Q' HE HF HP Q0 HP' Q0'). Qed.
