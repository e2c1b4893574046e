From SdpProofs Require Import Privacy.
Theorem claim_holds {A B} (l : list A) (m : list B) k :
  said (sum (fun b => sum (fun a => k a b) l) m) (sum (fun a => sum (fun b => k a b) m) l).
Proof. symmetry. exact (sum_swap k l m). Qed.
