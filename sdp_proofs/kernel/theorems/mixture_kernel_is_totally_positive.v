From SdpProofs Require Import Minors.
(* Entry (k, h) is the chance that h of n records are ones, if k follow the source p and the others q; `minor` is that of
   some rows and as many columns, both in their order. *)
Theorem claim_holds p q n columns rows minor :
  0 <= q -> q <= p -> p <= 1 -> rising 1 0 columns -> rising 1 0 rows -> up_to n rows ->
  length columns = length rows -> minor = det columns (map (mixture_kernel p q n) rows) ->
  said minor.
Proof.
  intros Hq Hqp Hp C K U _ ->. unfold said. exact (kernel_has_no_negative_minor n p q Hq Hqp Hp columns rows C K U).
Qed.
