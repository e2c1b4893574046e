(* The words in which counterexamples are written: arithmetic on fractions in lowest terms, lists, sums and maxima.
   Each operation equals that of Coq's rationals; Qred only keeps numerators short. *)
From Coq Require Export QArith Qreduction Qround List Bool ZArith.
Export ListNotations.
Open Scope Q_scope.

Definition q_add a b := Qred (a + b).
Definition q_sub a b := Qred (a - b).
Definition q_mul a b := Qred (a * b).
Definition q_div a b := Qred (a / b).
Definition q_pow a (n : Q) := Qred (Qpower a (Qfloor n)).
Definition q_quotient a b := inject_Z (Qfloor (a / b)).
Definition q_modulo a b := q_sub a (q_mul b (q_quotient a b)).

Notation "a + b" := (q_add a b) : Q_scope.
Notation "a - b" := (q_sub a b) : Q_scope.
Notation "a * b" := (q_mul a b) : Q_scope.
Notation "a / b" := (q_div a b) : Q_scope.
Notation "a ^ n" := (q_pow a n) : Q_scope.
Notation "a // b" := (q_quotient a b) (at level 40, left associativity) : Q_scope.
Notation "a %% b" := (q_modulo a b) (at level 40, left associativity) : Q_scope.
Notation "a <=? b" := (Qle_bool a b) : Q_scope.
Notation "a <? b" := (negb (Qle_bool b a)) : Q_scope.
Notation "a =? b" := (Qeq_bool a b) : Q_scope.

Definition q_floor (a : Q) : Q := inject_Z (Qfloor a).
Definition q_ceiling (a : Q) : Q := inject_Z (Qceiling a).
Definition q_abs (a : Q) : Q := if a <=? 0 then 0 - a else a.

(* C(n, k), zero outside 0 <= k <= n; n!. *)
Fixpoint comb_from (n i acc : Z) (k : nat) : Z :=
  match k with O => acc | S k => comb_from n (i + 1) (acc * (n - i) / (i + 1)) k end.
Definition comb (n k : Q) : Q :=
  let n := Qfloor n in let k := Qfloor k in
  if ((k <? 0) || (n <? k))%Z%bool then 0 else inject_Z (comb_from n 0 1 (Z.to_nat (Z.min k (n - k)))).
Fixpoint factorial_of (n : nat) (acc : Z) : Z :=
  match n with O => acc | S m => factorial_of m (acc * Z.of_nat n) end.
Definition factorial (n : Q) : Q := inject_Z (factorial_of (Z.to_nat (Qfloor n)) 1).

(* a, a + step, ... before b *)
Fixpoint range_from (a step : Z) (n : nat) : list Q :=
  match n with O => [] | S n => inject_Z a :: range_from (a + step) step n end.
Definition range_by (a b step : Q) : list Q :=
  range_from (Qfloor a) (Qfloor step) (Z.to_nat (- ((Qfloor a - Qfloor b) / Qfloor step))).
Definition range (a b : Q) : list Q := range_by a b 1.

Definition sum (l : list Q) : Q := fold_left q_add l 0.
Definition q_max (a b : Q) : Q := if a <=? b then b else a.
Definition q_min (a b : Q) : Q := if a <=? b then a else b.
Definition largest (l : list Q) : Q := match l with [] => 0 | x :: l => fold_left q_max l x end.
Definition smallest (l : list Q) : Q := match l with [] => 0 | x :: l => fold_left q_min l x end.
Definition every (l : list bool) : bool := forallb (fun b => b) l.
Definition some (l : list bool) : bool := existsb (fun b => b) l.
Definition size {A} (l : list A) : Q := inject_Z (Z.of_nat (length l)).

(* The entry of a list at a place; places below zero count from the end. *)
Definition entry {A} (none : A) (l : list A) (i : Q) : A :=
  let i := Qfloor i in nth (Z.to_nat (if (i <? 0)%Z then i + Z.of_nat (length l) else i)) l none.
Fixpoint alike {A} (same : A -> A -> bool) (l m : list A) : bool :=
  match l, m with [], [] => true | a :: l, b :: m => same a b && alike same l m | _, _ => false end.

(* Decided by computing: what is left of a relation between two numbers is one between two constants. *)
Ltac settle := first
  [ exact I | reflexivity | assumption | contradiction | discriminate
  | match goal with
    | |- _ /\ _ => split; settle
    | |- ~ _ => let H := fresh in intro H; settle
    | |- _ -> _ => let H := fresh in intro H; settle
    | H : _ /\ _ |- _ => destruct H; settle
    | H : _ \/ _ |- _ => destruct H; settle
    | H : ?a <> ?a |- _ => contradiction (H eq_refl)
    | H : ?A -> ?B |- _ => let P := fresh in assert (P : A) by settle; specialize (H P); clear P; settle
    | H : _ |- _ => discriminate H
    | |- _ \/ _ => first [left; settle | right; settle]
    end ].
Ltac computed := vm_compute; settle.
