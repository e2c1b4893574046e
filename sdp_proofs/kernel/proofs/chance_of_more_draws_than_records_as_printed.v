From SdpProofs Require Import Counts.
Proof.
  repeat apply conj; [computed | computed | computed |].
  unfold published. fractions.
  replace (choose (3 / 1) (2 / 1)) with 3%R; [true_here|].
  replace (3 / 1)%R with (INR 3) by (simpl; lra). replace (2 / 1)%R with (INR 2) by (simpl; lra).
  rewrite (choose_whole 3 2 3) by reflexivity. simpl. lra.
Qed.
