(* Inequalities with exponentials and logarithms on a box, enclosed piece by piece. *)
From Interval Require Export Tactic.
From SdpProofs Require Export Algebra.
