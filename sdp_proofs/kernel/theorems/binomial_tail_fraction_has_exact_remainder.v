From SdpProofs Require Import Fraction.
(* T draws, each marked with the chance p; y and z are the convergents with N levels at k and k + 1, with the denominators
   Q and R, and q is the chance of k + 1 marked draws over that of k. *)
Theorem claim_holds N p T k q : q * binomial_front p (k + 1) = binomial_rest p T k ->
  bottom (binomial_a p T k) (binomial_l p T) N <> 0 -> bottom (binomial_a p T (k + 1)) (binomial_l p T) N <> 0 ->
  said (binomial_front p k * top (binomial_a p T k) (binomial_l p T) N / (1 * bottom (binomial_a p T k) (binomial_l p T) N))
    (binomial_front p (k + 1) * top (binomial_a p T (k + 1)) (binomial_l p T) N
      / (1 * bottom (binomial_a p T (k + 1)) (binomial_l p T) N))
    q (bottom (binomial_a p T k) (binomial_l p T) N) (bottom (binomial_a p T (k + 1)) (binomial_l p T) N)
    (INR N) (partials (binomial_l p T) N).
Proof. intros E Q R. unfold said. rewrite power_INR. apply binomial_remainder; assumption. Qed.
