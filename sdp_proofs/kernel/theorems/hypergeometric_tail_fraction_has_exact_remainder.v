From SdpProofs Require Import Fraction.
(* T draws from n records of which H are marked; y and z are the convergents with N levels at k and k + 1, with the
   denominators Q and R, and q is the chance of k + 1 marked draws over that of k. *)
Theorem claim_holds n N H T k q : (2 <= n)%nat -> q * hyper_front (INR n) H T (k + 1) = hyper_rest H T k ->
  bottom (hyper_a (INR n) H T k) (hyper_l (INR n) H T) N <> 0 ->
  bottom (hyper_a (INR n) H T (k + 1)) (hyper_l (INR n) H T) N <> 0 ->
  said (hyper_front (INR n) H T k * top (hyper_a (INR n) H T k) (hyper_l (INR n) H T) N
      / ((INR n + 1) * bottom (hyper_a (INR n) H T k) (hyper_l (INR n) H T) N))
    (hyper_front (INR n) H T (k + 1) * top (hyper_a (INR n) H T (k + 1)) (hyper_l (INR n) H T) N
      / ((INR n + 1) * bottom (hyper_a (INR n) H T (k + 1)) (hyper_l (INR n) H T) N))
    q (bottom (hyper_a (INR n) H T k) (hyper_l (INR n) H T) N) (bottom (hyper_a (INR n) H T (k + 1)) (hyper_l (INR n) H T) N)
    (INR n) (INR N) (partials (hyper_l (INR n) H T) N).
Proof.
  intros Hn E Q R. unfold said. rewrite power_INR. apply hypergeometric_remainder; try assumption. apply (le_INR 2), Hn.
Qed.
