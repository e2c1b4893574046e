(* The privacy parameter of a histogram of two types under sampling, from its definition, and logarithms of factorials. *)
From Coq Require Export Reals Lra ZArith Lia.
From Interval Require Export Tactic.
From SdpProofs Require Export Stirling Tail.
Open Scope R_scope.

(* The histogram (a, b), of which T records are drawn; a neighbour has one record of the other type. Both directions. *)
Definition delta (E : R) (a b T : Z) : R :=
  Rmax (Rmax (loss E a b T) (loss E b a T)) (Rmax (loss E (b + 1) (a - 1) T) (loss E (a + 1) (b - 1) T)).

Lemma delta_between E a b T low high :
  (low < loss E a b T \/ low < loss E b a T \/ low < loss E (b + 1) (a - 1) T \/ low < loss E (a + 1) (b - 1) T) ->
  loss E a b T < high -> loss E b a T < high -> loss E (b + 1) (a - 1) T < high -> loss E (a + 1) (b - 1) T < high ->
  low < delta E a b T < high.
Proof.
  intros L A B C D. unfold delta.
  set (x := loss E a b T) in *; set (y := loss E b a T) in *.
  set (z := loss E (b + 1) (a - 1) T) in *; set (w := loss E (a + 1) (b - 1) T) in *.
  pose proof (Rmax_l x y); pose proof (Rmax_r x y); pose proof (Rmax_l z w); pose proof (Rmax_r z w).
  pose proof (Rmax_l (Rmax x y) (Rmax z w)); pose proof (Rmax_r (Rmax x y) (Rmax z w)).
  split; [lra | repeat apply Rmax_lub_lt; assumption].
Qed.

Fixpoint zf (k : nat) : Z := match k with O => 1%Z | S k => (Z.of_nat (S k) * zf k)%Z end.
Lemma zf_fact k : INR (fact k) = IZR (zf k).
Proof.
  induction k as [|k IH]; [reflexivity|]. cbn [zf]. change (fact (S k)) with (S k * fact k)%nat.
  rewrite mult_INR, mult_IZR, IH, INR_IZR_INZ. reflexivity.
Qed.
Lemma ln_small (z f : Z) : zf (Z.to_nat z) = f -> ln (zfact z) = ln (IZR f).
Proof. intros <-. unfold zfact. rewrite zf_fact. reflexivity. Qed.

(* 1000! is written out; larger factorials are compared with it by Stirling's series. *)
Definition f1000 := Eval vm_compute in zf 1000.
Definition log_low := ln (IZR f1000) - ((1000 + / 2) * ln 1000 - 1000) - / 12000.
Definition log_high := ln (IZR f1000) - ((1000 + / 2) * ln 1000 - 1000) - / 12001.

Lemma ln_factorial_from (m : nat) (f M z : Z) : zf m = f -> Z.of_nat m = M -> (1 <= M)%Z -> (M <= z)%Z ->
  ln (IZR f) - ((IZR M + / 2) * ln (IZR M) - IZR M) - / (12 * IZR M) + / (12 * IZR z)
  <= ln (zfact z) - ((IZR z + / 2) * ln (IZR z) - IZR z)
  <= ln (IZR f) - ((IZR M + / 2) * ln (IZR M) - IZR M) - / (12 * IZR M + 1) + / (12 * IZR z + 1).
Proof.
  intros Hf HM H1 H. pose proof (stirling_from m (Z.to_nat z - m) ltac:(lia)) as S.
  replace (m + (Z.to_nat z - m))%nat with (Z.to_nat z) in S by lia.
  assert (I : INR (Z.to_nat z) = IZR z) by (rewrite INR_IZR_INZ; f_equal; lia).
  assert (IM : INR m = IZR M) by (rewrite INR_IZR_INZ; f_equal; lia).
  unfold st, lf in S. rewrite I, IM, zf_fact, Hf in S. fold (zfact z) in S. lra.
Qed.

(* Half of ln (2 pi), without pi. *)
Lemma low_is : 0.9189385332 <= log_low. Proof. unfold log_low, f1000. interval with (i_prec 64). Qed.
Lemma high_is : log_high <= 0.9189385402. Proof. unfold log_high, f1000. interval with (i_prec 64). Qed.

Definition stirling (z : Z) : R := (IZR z + / 2) * ln (IZR z) - IZR z.
Lemma ln_factorial z : (1000 <= z)%Z ->
  stirling z + 0.9189385332 + / (12 * IZR z) <= ln (zfact z) <= stirling z + 0.9189385402 + / (12 * IZR z + 1).
Proof.
  intro H. pose proof (ln_factorial_from (Z.to_nat 1000) f1000 1000 z ltac:(vm_compute; reflexivity) eq_refl ltac:(lia) H) as B.
  pose proof low_is; pose proof high_is. unfold log_low, log_high, stirling in *.
  replace (/ 12000) with (/ (12 * 1000)) in * by (f_equal; lra).
  replace (/ 12001) with (/ (12 * 1000 + 1)) in * by (f_equal; lra). lra.
Qed.

Lemma ln_binom n k : (0 <= k <= n)%Z -> ln (binom n k) = ln (zfact n) - ln (zfact k) - ln (zfact (n - k)).
Proof.
  intro H. rewrite binom_in by assumption. pose proof (zfact_pos n); pose proof (zfact_pos k); pose proof (zfact_pos (n - k)).
  unfold Rdiv. rewrite ln_mult, ln_Rinv, ln_mult; try apply Rmult_lt_0_compat; try apply Rinv_0_lt_compat; try apply Rmult_lt_0_compat; auto. ring.
Qed.

Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [H | ->]; [left; apply exp_increasing; assumption | right; reflexivity]. Qed.

(* A probability from bounds of nine logarithms of factorials. *)
Lemma first_between (a b T h u k v n w : Z) (L U : R) :
  (0 <= h <= a)%Z -> (0 <= T - h <= b)%Z -> (0 <= T <= a + b)%Z ->
  (a - h)%Z = u -> (T - h)%Z = k -> (b - k)%Z = v -> (a + b)%Z = n -> (n - T)%Z = w ->
  L <= ln (zfact a) - ln (zfact h) - ln (zfact u) + ln (zfact b) - ln (zfact k) - ln (zfact v)
       - ln (zfact n) + ln (zfact T) + ln (zfact w) <= U ->
  exp L <= P a b T h <= exp U.
Proof.
  intros H1 H2 H3 <- <- <- <- <- B.
  assert (A1 := binom_pos a h H1). assert (A2 := binom_pos b (T - h) H2). assert (A3 := binom_pos (a + b) T H3).
  assert (Hp : 0 < P a b T h) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat |]; assumption).
  assert (E : ln (P a b T h) = ln (binom a h) + ln (binom b (T - h)) - ln (binom (a + b) T)).
  { unfold P, Rdiv. rewrite ln_mult, ln_Rinv, ln_mult; auto using Rmult_lt_0_compat, Rinv_0_lt_compat. }
  rewrite !ln_binom in E by lia.
  rewrite <- (exp_ln (P a b T h)) by assumption.
  split; apply exp_monotone; lra.
Qed.

(* A probability of a small population, compared in integers. *)
Lemma first_exact (a b T h u k v n w pn pd qn qd : Z) :
  (0 <= h <= a)%Z -> (0 <= T - h <= b)%Z -> (0 <= T <= a + b)%Z ->
  (a - h)%Z = u -> (T - h)%Z = k -> (b - k)%Z = v -> (a + b)%Z = n -> (n - T)%Z = w -> (0 < pd)%Z -> (0 < qd)%Z ->
  (let f z := zf (Z.to_nat z) in
   let top := (f a * f b * (f T * f w))%Z in let bottom := (f h * f u * (f k * f v) * f n)%Z in
   ((pn * bottom <=? pd * top) && (qd * top <=? qn * bottom))%Z%bool = true) ->
  IZR pn / IZR pd <= P a b T h <= IZR qn / IZR qd.
Proof.
  intros H1 H2 H3 <- <- <- <- <- Hp Hq C. cbv zeta in C.
  set (top := (zf (Z.to_nat a) * zf (Z.to_nat b) * (zf (Z.to_nat T) * zf (Z.to_nat (a + b - T))))%Z) in *.
  set (bottom := (zf (Z.to_nat h) * zf (Z.to_nat (a - h)) * (zf (Z.to_nat (T - h)) * zf (Z.to_nat (b - (T - h)))) * zf (Z.to_nat (a + b)))%Z) in *.
  assert (F : forall z, zfact z = IZR (zf (Z.to_nat z))) by (intro; apply zf_fact).
  assert (B : 0 < IZR bottom).
  { unfold bottom. rewrite !mult_IZR, <- !F. repeat apply Rmult_lt_0_compat; apply zfact_pos. }
  assert (E : P a b T h = IZR top / IZR bottom).
  { unfold P. rewrite !binom_in by lia. unfold top, bottom. rewrite !mult_IZR, <- !F.
    pose proof (zfact_pos a); pose proof (zfact_pos b); pose proof (zfact_pos h); pose proof (zfact_pos (a - h)).
    pose proof (zfact_pos (T - h)); pose proof (zfact_pos (b - (T - h))); pose proof (zfact_pos (a + b)).
    pose proof (zfact_pos T); pose proof (zfact_pos (a + b - T)).
    field. repeat split; apply Rgt_not_eq; assumption. }
  apply (IZR_lt 0) in Hp. apply (IZR_lt 0) in Hq.
  apply andb_prop in C. destruct C as [C D]. apply Z.leb_le, IZR_le in C. apply Z.leb_le, IZR_le in D.
  rewrite !mult_IZR in C, D. rewrite E.
  split.
  - apply Rmult_le_reg_r with (IZR pd * IZR bottom); [apply Rmult_lt_0_compat; assumption|].
    replace (IZR pn / IZR pd * (IZR pd * IZR bottom)) with (IZR pn * IZR bottom) by (field; lra).
    replace (IZR top / IZR bottom * (IZR pd * IZR bottom)) with (IZR pd * IZR top) by (field; lra). assumption.
  - apply Rmult_le_reg_r with (IZR qd * IZR bottom); [apply Rmult_lt_0_compat; assumption|].
    replace (IZR qn / IZR qd * (IZR qd * IZR bottom)) with (IZR qn * IZR bottom) by (field; lra).
    replace (IZR top / IZR bottom * (IZR qd * IZR bottom)) with (IZR qd * IZR top) by (field; lra). assumption.
Qed.
