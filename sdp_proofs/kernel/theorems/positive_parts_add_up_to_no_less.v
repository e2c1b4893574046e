From SdpProofs Require Import Privacy.
Theorem claim_holds {A} (set : list A) x : said (sum x set) (sum (fun a => pos (x a)) set).
Proof. apply pos_least; [apply sum_nonneg; intros; apply pos_nonneg | apply sum_le; intros; apply pos_ge]. Qed.
