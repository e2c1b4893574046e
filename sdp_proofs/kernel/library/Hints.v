(* Polynomial conclusions from hints: products and squares whose signs are proved first, so that little is left to find. *)
From SdpProofs Require Export Algebra.

(* Maxima, minima and distances in each of their cases. *)
Ltac cases := unfold Rmax, Rmin, Rabs in *; repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  | H : context [Rcase_abs ?a] |- _ => destruct (Rcase_abs a)
  end.

(* Hints: each is proved, or left out where a case has no use for it. *)
Ltac sign := first [ assumption | lra | nra ].
Ltac square a := pose proof (pow2_ge_0 a).
Ltac product a b := try (assert (0 <= a * b) by (apply Rmult_le_pos; sign)).
Ltac strict a b := try (assert (0 < a * b) by (apply Rmult_lt_0_compat; sign)).
Ltac fact p := try (assert p by sign).
Ltac either a b := destruct (Rle_lt_dec a b).
Ltac settled := first [ lra | nra | exfalso; nra | field; nonzero ].
(* One exponential in place of a product of several. *)
Ltac merged := repeat rewrite <- exp_plus; same_arguments; field; nonzero.
