From SdpProofs Require Import Privacy.
Theorem claim_holds {A} (set : list A) c x y : said (sum (fun a => c * x a + y a) set) c (sum x set) (sum y set).
Proof. unfold said. rewrite sum_plus, sum_scale. reflexivity. Qed.
