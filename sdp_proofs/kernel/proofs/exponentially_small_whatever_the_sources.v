From SdpProofs Require Import Parts.
Proof.
  split; [computed|]. intro H. apply (Qlt_not_le _ _ H). clear H. unfold delta.
  replace (filter _ _) with [1] by (vm_compute; reflexivity). simpl map. unfold largest. cbn [fold_left].
  apply Qle_trans with (2 := max_right _ _). unfold d.
  (* the one record of the other type is drawn *)
  apply Qle_trans with (P 1 1 - E * P 1 0); [vm_compute; discriminate|].
  apply (gain_at_most_sum (fun h => P h 1 - E * P h 0)).
  replace (range 0 (T + 1)) with (0 :: 1 :: range_by 2 999 1) by (vm_compute; reflexivity). right. left. reflexivity.
Qed.
