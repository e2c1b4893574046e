From SdpProofs Require Import Composition.
Theorem claim_holds {A B} (outputs : list A) (images : list B) K E P Q : is_map outputs images K ->
  said (hs images E (fun b => sum (fun a => K a b * P a) outputs) (fun b => sum (fun a => K a b * Q a) outputs))
    (hs outputs E P Q).
Proof. intros [K0 K1]. exact (data_processing outputs images K E P Q K0 K1). Qed.
