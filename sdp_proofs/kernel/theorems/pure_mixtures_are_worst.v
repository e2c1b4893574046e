From SdpProofs Require Import Endpoints.
(* Of n records k follow the source p, the others q; v is averaged over their histogram. `valley` is 1 where what exceeds
   the averages of both pure mixtures is the complement of an interval; `largest` is the largest average, at some k. *)
Theorem claim_holds p q n v valley most k :
  0 <= q -> q <= p -> p <= 1 -> (k <= n)%nat -> most = average p q n v k ->
  let ends := Rmax (average p q n v 0) (average p q n v n) in
  (valley = 1 -> forall i j l, (i < j < l)%nat -> (l <= n)%nat -> v i <= ends -> v l <= ends -> v j <= ends) ->
  said valley most (average p q n v 0) (average p q n v n).
Proof. intros Hq Hqp Hp Hk -> ends V H. exact (pure_mixtures_are_worst p q n v k Hq Hqp Hp Hk (V H)). Qed.
