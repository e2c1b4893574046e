(* The privacy loss of one pair of neighbours: its sum from the first output that gains, by a walk of bounded length. *)
From Coq Require Import Reals Lra Psatz ZArith Lia Bool.
From SdpProofs Require Import Stirling.
Open Scope R_scope.

Lemma Rdiv_le_0_compat x y : 0 <= x -> 0 < y -> 0 <= x / y.
Proof. intros. apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption]. Qed.

Definition zfact (n : Z) : R := INR (fact (Z.to_nat n)).
Definition binom (n k : Z) : R :=
  if ((0 <=? k) && (k <=? n))%Z%bool then zfact n / (zfact k * zfact (n - k)) else 0.

(* h records of a type with a records among T drawn from a + b *)
Definition P (a b T h : Z) : R := binom a h * binom b (T - h) / binom (a + b) T.
Fixpoint total (f : Z -> R) (lo : Z) (k : nat) : R := match k with O => 0 | S k => f lo + total f (lo + 1) k end.
(* the type loses one record: the sum over all outputs of what the event "the output is h" gains *)
Definition loss (E : R) (a b T : Z) : R :=
  total (fun h => Rmax 0 (P a b T h - E * P (a - 1) (b + 1) T h)) 0 (Z.to_nat (T + 1)).

Lemma zfact_pos n : 0 < zfact n. Proof. apply INR_fact_lt_0. Qed.
Lemma zfact_succ n : (0 <= n)%Z -> zfact (n + 1) = IZR (n + 1) * zfact n.
Proof.
  intro H. unfold zfact. rewrite Z2Nat.inj_add by lia. rewrite Nat.add_1_r.
  change (fact (S (Z.to_nat n))) with (S (Z.to_nat n) * fact (Z.to_nat n))%nat.
  rewrite mult_INR. f_equal. rewrite INR_IZR_INZ. f_equal. lia.
Qed.

Lemma binom_in n k : (0 <= k <= n)%Z -> binom n k = zfact n / (zfact k * zfact (n - k)).
Proof.
  intro H. unfold binom. replace ((0 <=? k) && (k <=? n))%Z%bool with true; [reflexivity|].
  symmetry. apply andb_true_intro. split; apply Z.leb_le; lia.
Qed.
Lemma binom_out n k : (k < 0 \/ n < k)%Z -> binom n k = 0.
Proof.
  intro H. unfold binom. replace ((0 <=? k) && (k <=? n))%Z%bool with false; [reflexivity|].
  symmetry. apply andb_false_iff. destruct H; [left | right]; apply Z.leb_gt; lia.
Qed.
Lemma binom_pos n k : (0 <= k <= n)%Z -> 0 < binom n k.
Proof. intro H. rewrite binom_in by assumption. apply Rdiv_lt_0_compat; auto using zfact_pos, Rmult_lt_0_compat. Qed.
Lemma binom_nonneg n k : 0 <= binom n k.
Proof.
  destruct (Z_lt_dec k 0); [rewrite binom_out by lia; lra|].
  destruct (Z_lt_dec n k); [rewrite binom_out by lia; lra|]. left; apply binom_pos; lia.
Qed.

Lemma next_k n k : (0 <= k <= n)%Z -> binom n (k + 1) * IZR (k + 1) = binom n k * IZR (n - k).
Proof.
  intro H. destruct (Z.eq_dec k n) as [->|].
  - rewrite (binom_out n (n + 1)) by lia. replace (n - n)%Z with 0%Z by lia. simpl; lra.
  - rewrite !binom_in by lia. rewrite zfact_succ by lia.
    replace (n - k)%Z with (n - (k + 1) + 1)%Z by lia. rewrite zfact_succ by lia.
    assert (0 < IZR (k + 1)) by (apply (IZR_lt 0); lia). assert (0 < IZR (n - (k + 1) + 1)) by (apply (IZR_lt 0); lia).
    pose proof (zfact_pos k); pose proof (zfact_pos (n - (k + 1))); pose proof (zfact_pos n). field. lra.
Qed.
Lemma fewer_n n k : (0 <= k <= n)%Z -> (1 <= n)%Z -> binom (n - 1) k * IZR n = binom n k * IZR (n - k).
Proof.
  intros H Hn. destruct (Z.eq_dec k n) as [->|].
  - rewrite binom_out by lia. replace (n - n)%Z with 0%Z by lia. simpl; lra.
  - rewrite !binom_in by lia.
    pose proof (zfact_succ (n - 1) ltac:(lia)) as Z1. replace (n - 1 + 1)%Z with n in Z1 by lia.
    pose proof (zfact_succ (n - 1 - k) ltac:(lia)) as Z2. replace (n - 1 - k + 1)%Z with (n - k)%Z in Z2 by lia.
    rewrite Z1, Z2. assert (0 < IZR (n - k)) by (apply (IZR_lt 0); lia).
    pose proof (zfact_pos k); pose proof (zfact_pos (n - 1 - k)). field. lra.
Qed.
Lemma more_n n k : (0 <= k <= n)%Z -> binom (n + 1) k * IZR (n + 1 - k) = binom n k * IZR (n + 1).
Proof.
  intro H. pose proof (fewer_n (n + 1) k ltac:(lia) ltac:(lia)) as F.
  replace (n + 1 - 1)%Z with n in F by lia. lra.
Qed.

Section Pair.
  Variables (a b T : Z) (E : R).
  Hypotheses (Ha : (1 <= a)%Z) (Hb : (0 <= b)%Z) (HT : (0 <= T <= a + b)%Z) (HE : 1 <= E).
  Let lo := Z.max 0 (T - b).
  Let hi := Z.min a T.

  Definition ratio (h : Z) : R := IZR ((a - h) * (T - h)) / IZR ((h + 1) * (b - T + h + 1)).
  Definition gain (h : Z) : R := 1 - E * (IZR ((a - h) * (b + 1)) / IZR (a * (b + 1 - T + h))).

  Lemma P_out h : (h < lo \/ hi < h)%Z -> P a b T h = 0.
  Proof.
    intro H. unfold P.
    assert (h < 0 \/ a < h \/ T - h < 0 \/ b < T - h)%Z as [?|[?|[?|?]]] by lia.
    1,2: rewrite (binom_out a h) by lia. 3,4: rewrite (binom_out b (T - h)) by lia. all: unfold Rdiv; ring.
  Qed.
  Lemma P_nonneg h : 0 <= P a b T h.
  Proof. apply Rdiv_le_0_compat; [apply Rmult_le_pos; apply binom_nonneg | apply binom_pos; lia]. Qed.
  Lemma P_pos h : (lo <= h <= hi)%Z -> 0 < P a b T h.
  Proof. intro H. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat |]; apply binom_pos; lia. Qed.

  Lemma P_next h : (lo <= h <= hi)%Z -> P a b T (h + 1) = P a b T h * ratio h.
  Proof.
    intro H. destruct (Z.eq_dec h T) as [->|].
    { rewrite P_out by lia. unfold ratio. replace ((a - T) * (T - T))%Z with 0%Z by lia. unfold Rdiv; ring. }
    pose proof (next_k a h ltac:(lia)) as A. pose proof (next_k b (T - (h + 1)) ltac:(lia)) as B.
    replace (T - (h + 1) + 1)%Z with (T - h)%Z in B by lia.
    replace (b - (T - (h + 1)))%Z with (b - T + h + 1)%Z in B by lia.
    assert (0 < IZR (h + 1)) by (apply (IZR_lt 0); lia). assert (0 < IZR (b - T + h + 1)) by (apply (IZR_lt 0); lia).
    pose proof (binom_pos (a + b) T ltac:(lia)).
    unfold P, ratio. rewrite !mult_IZR.
    replace (binom a (h + 1)) with (binom a h * IZR (a - h) / IZR (h + 1)) by (rewrite <- A; field; lra).
    replace (binom b (T - (h + 1))) with (binom b (T - h) * IZR (T - h) / IZR (b - T + h + 1)) by (rewrite B; field; lra).
    field. repeat split; lra.
  Qed.

  Lemma term_is_gain h : (lo <= h <= hi)%Z -> P a b T h - E * P (a - 1) (b + 1) T h = P a b T h * gain h.
  Proof.
    intro H. pose proof (fewer_n a h ltac:(lia) ltac:(lia)) as A. pose proof (more_n b (T - h) ltac:(lia)) as B.
    replace (b + 1 - (T - h))%Z with (b + 1 - T + h)%Z in B by lia.
    assert (0 < IZR a) by (apply (IZR_lt 0); lia). assert (0 < IZR (b + 1 - T + h)) by (apply (IZR_lt 0); lia).
    pose proof (binom_pos (a + b) T ltac:(lia)).
    unfold P, gain. replace (a - 1 + (b + 1))%Z with (a + b)%Z by lia. rewrite !mult_IZR.
    replace (binom (a - 1) h) with (binom a h * IZR (a - h) / IZR a) by (rewrite <- A; field; lra).
    replace (binom (b + 1) (T - h)) with (binom b (T - h) * IZR (b + 1) / IZR (b + 1 - T + h)) by (rewrite <- B; field; lra).
    field. repeat split; lra.
  Qed.

  Lemma gain_rises h : (lo <= h < hi)%Z -> gain h <= gain (h + 1).
  Proof.
    intro H. unfold gain. rewrite !mult_IZR.
    assert (0 < IZR a) by (apply (IZR_lt 0); lia). assert (0 < IZR (b + 1 - T + h)) by (apply (IZR_lt 0); lia).
    replace (IZR (b + 1 - T + (h + 1))) with (IZR (b + 1 - T + h) + 1) by (rewrite <- plus_IZR; f_equal; lia).
    replace (IZR (a - (h + 1))) with (IZR (a - h) - 1) by (rewrite <- minus_IZR; f_equal; lia).
    assert (1 <= IZR (a - h)) by (apply (IZR_le 1); lia). assert (0 <= IZR (b + 1)) by (apply (IZR_le 0); lia).
    set (x := IZR (a - h)) in *; set (y := IZR (b + 1 - T + h)) in *; set (c := IZR (b + 1)) in *; set (d := IZR a) in *.
    enough ((x - 1) * c / (d * (y + 1)) <= x * c / (d * y)) by nra.
    apply Rmult_le_reg_r with (d * y * (y + 1)); [repeat apply Rmult_lt_0_compat; lra|].
    replace ((x - 1) * c / (d * (y + 1)) * (d * y * (y + 1))) with ((x - 1) * c * y) by (field; lra).
    replace (x * c / (d * y) * (d * y * (y + 1))) with (x * c * (y + 1)) by (field; lra).
    nra.
  Qed.
  Lemma gain_monotone h k : (lo <= h)%Z -> (h + Z.of_nat k <= hi)%Z -> gain h <= gain (h + Z.of_nat k).
  Proof.
    intro Hl. induction k as [|k IH]; intro H; [replace (h + Z.of_nat 0)%Z with h by lia; lra|].
    apply Rle_trans with (gain (h + Z.of_nat k)); [apply IH; lia|].
    replace (h + Z.of_nat (S k))%Z with (h + Z.of_nat k + 1)%Z by lia. apply gain_rises; lia.
  Qed.
  Lemma gain_le h k : (lo <= h <= k)%Z -> (k <= hi)%Z -> gain h <= gain k.
  Proof.
    intros H K. replace k with (h + Z.of_nat (Z.to_nat (k - h)))%Z by lia. apply gain_monotone; lia.
  Qed.
  Lemma gain_at_most_one h : (lo <= h <= hi)%Z -> gain h <= 1.
  Proof.
    intro H. unfold gain. enough (0 <= IZR ((a - h) * (b + 1)) / IZR (a * (b + 1 - T + h))) by nra.
    apply Rdiv_le_0_compat; [apply (IZR_le 0) | apply (IZR_lt 0)]; nia.
  Qed.

  (* ---- sums ---- *)
  Lemma total_app f l k m : total f l (k + m) = total f l k + total f (l + Z.of_nat k) m.
  Proof.
    revert l; induction k as [|k IH]; intro l; simpl.
    - replace (l + 0)%Z with l by lia. lra.
    - rewrite IH. replace (l + Z.pos (Pos.of_succ_nat k))%Z with (l + 1 + Z.of_nat k)%Z by lia. lra.
  Qed.
  Lemma total_ext f g l k : (forall h, (l <= h < l + Z.of_nat k)%Z -> f h = g h) -> total f l k = total g l k.
  Proof.
    revert l; induction k as [|k IH]; intros l H; [reflexivity|]. cbn [total].
    rewrite H by lia. f_equal. apply IH. intros h Hh. apply H. lia.
  Qed.
  Lemma total_zero l k : total (fun _ => 0) l k = 0.
  Proof. revert l; induction k as [|k IH]; intro l; cbn [total]; [reflexivity | rewrite IH; lra]. Qed.
  Lemma total_nonneg f l k : (forall h, (l <= h < l + Z.of_nat k)%Z -> 0 <= f h) -> 0 <= total f l k.
  Proof.
    revert l; induction k as [|k IH]; intros l H; cbn [total]; [lra|].
    apply Rplus_le_le_0_compat; [apply H; lia | apply IH; intros; apply H; lia].
  Qed.
  Lemma total_scale c f l k : total (fun h => c * f h) l k = c * total f l k.
  Proof. revert l; induction k as [|k IH]; intro l; cbn [total]; [lra | rewrite IH; lra]. Qed.

  Variable h0 : Z.
  Hypotheses (H0 : (lo < h0 <= hi)%Z) (gains : 0 <= gain h0) (loses : gain (h0 - 1) <= 0).

  Let term h := Rmax 0 (P a b T h - E * P (a - 1) (b + 1) T h).

  Lemma P'_nonneg h : 0 <= P (a - 1) (b + 1) T h.
  Proof. apply Rdiv_le_0_compat; [apply Rmult_le_pos; apply binom_nonneg | apply binom_pos; lia]. Qed.

  Lemma term_below h : (h < h0)%Z -> term h = 0.
  Proof.
    intro H. unfold term. apply Rmax_left.
    destruct (Z_lt_dec h lo).
    - rewrite P_out by lia. pose proof (P'_nonneg h). nra.
    - rewrite term_is_gain by lia. pose proof (gain_le h (h0 - 1) ltac:(lia) ltac:(lia)). pose proof (P_nonneg h). nra.
  Qed.
  Lemma term_above h : (h0 <= h <= hi)%Z -> term h = P a b T h * gain h.
  Proof.
    intro H. unfold term. rewrite term_is_gain by lia. apply Rmax_right.
    pose proof (gain_le h0 h ltac:(lia) ltac:(lia)). apply Rmult_le_pos; [apply P_nonneg | lra].
  Qed.
  Lemma term_beyond h : (hi < h)%Z -> term h = 0.
  Proof. intro H. unfold term. rewrite P_out by lia. apply Rmax_left. pose proof (P'_nonneg h). nra. Qed.

  Theorem loss_is_tail : loss E a b T = total (fun h => P a b T h * gain h) h0 (Z.to_nat (hi - h0 + 1)).
  Proof.
    unfold loss. fold term.
    replace (Z.to_nat (T + 1)) with (Z.to_nat h0 + (Z.to_nat (hi - h0 + 1) + Z.to_nat (T - hi)))%nat by lia.
    rewrite !total_app. replace (0 + Z.of_nat (Z.to_nat h0))%Z with h0 by lia.
    rewrite (total_ext term (fun _ => 0) 0) by (intros h Hh; apply term_below; lia).
    rewrite (total_ext term (fun _ => 0) (h0 + Z.of_nat (Z.to_nat (hi - h0 + 1)))) by (intros h Hh; apply term_beyond; lia).
    rewrite (total_ext term (fun h => P a b T h * gain h) h0) by (intros h Hh; apply term_above; lia).
    rewrite !total_zero. lra.
  Qed.

  (* ---- the walk, in units of 1/scale, rounded outward ---- *)
  Variables (En Ed scale : Z).
  Hypotheses (EE : E = IZR En / IZR Ed) (HEd : (0 < Ed)%Z) (HEn : (0 < En)%Z) (Hs : (0 < scale)%Z).

  Definition up (x y : Z) : Z := (x / y + 1)%Z.
  Record state := State { at_ : Z; low : Z; high : Z; slow : Z; shigh : Z }.
  Definition step (s : state) : state :=
    let h := at_ s in
    let gn := (Ed * (a * (b + 1 - T + h)) - En * ((a - h) * (b + 1)))%Z in
    let gd := (Ed * (a * (b + 1 - T + h)))%Z in
    let rn := ((a - h) * (T - h))%Z in
    let rd := ((h + 1) * (b - T + h + 1))%Z in
    State (h + 1) (low s * rn / rd) (up (high s * rn) rd) (slow s + low s * gn / gd) (shigh s + up (high s * gn) gd).
  Fixpoint walk (k : nat) (s : state) : state := match k with O => s | S k => walk k (step s) end.

  Definition sound (s : state) : Prop :=
    (h0 <= at_ s)%Z /\ (0 <= low s)%Z /\
    IZR (low s) * P a b T h0 <= IZR scale * P a b T (at_ s) <= IZR (high s) * P a b T h0 /\
    IZR (slow s) * P a b T h0
      <= IZR scale * total (fun h => P a b T h * gain h) h0 (Z.to_nat (at_ s - h0)) <= IZR (shigh s) * P a b T h0.

  Lemma floor_le x y : (0 < y)%Z -> IZR (x / y) <= IZR x / IZR y.
  Proof.
    intro Hy. assert (0 < IZR y) by (apply (IZR_lt 0); lia). apply Rmult_le_reg_r with (IZR y); [assumption|].
    replace (IZR x / IZR y * IZR y) with (IZR x) by (field; lra). rewrite <- mult_IZR. apply IZR_le.
    pose proof (Z.mul_div_le x y Hy). lia.
  Qed.
  Lemma up_ge x y : (0 < y)%Z -> IZR x / IZR y <= IZR (up x y).
  Proof.
    intro Hy. assert (0 < IZR y) by (apply (IZR_lt 0); lia). apply Rmult_le_reg_r with (IZR y); [assumption|].
    replace (IZR x / IZR y * IZR y) with (IZR x) by (field; lra). rewrite <- mult_IZR. apply IZR_le.
    unfold up. pose proof (Z.mul_succ_div_gt x y Hy). lia.
  Qed.

  Lemma gain_quotient h : (lo <= h <= hi)%Z ->
    gain h = IZR (Ed * (a * (b + 1 - T + h)) - En * ((a - h) * (b + 1))) / IZR (Ed * (a * (b + 1 - T + h))).
  Proof.
    intro H. unfold gain. rewrite EE, minus_IZR, !(mult_IZR Ed), (mult_IZR En), !(mult_IZR a).
    assert (0 < IZR a) by (apply (IZR_lt 0); lia). assert (0 < IZR (b + 1 - T + h)) by (apply (IZR_lt 0); lia).
    assert (0 < IZR Ed) by (apply (IZR_lt 0); lia). field. repeat split; lra.
  Qed.

  Lemma step_sound s : (at_ s <= hi)%Z -> sound s -> sound (step s).
  Proof.
    intros Hh [Hat [Hlow [[L U] [SL SU]]]]. set (h := at_ s) in *.
    pose proof (P_pos h0 ltac:(lia)) as Hp. pose proof (P_nonneg h) as Hn.
    assert (Hs' : 0 < IZR scale) by (apply (IZR_lt 0); lia).
    assert (Hrd : (0 < (h + 1) * (b - T + h + 1))%Z) by nia.
    assert (Hgd : (0 < Ed * (a * (b + 1 - T + h)))%Z) by (apply Z.mul_pos_pos; nia).
    assert (Hrn : (0 <= (a - h) * (T - h))%Z) by nia.
    assert (Rr : 0 <= ratio h) by (apply Rdiv_le_0_compat; [apply (IZR_le 0) | apply (IZR_lt 0)]; assumption).
    assert (Gg : 0 <= gain h) by (pose proof (gain_le h0 h ltac:(lia) ltac:(lia)); lra).
    assert (Hl0 : 0 <= IZR (low s)) by (apply (IZR_le 0); lia).
    unfold step; fold h; simpl.
    set (gn := (Ed * (a * (b + 1 - T + h)) - En * ((a - h) * (b + 1)))%Z) in *.
    set (gd := (Ed * (a * (b + 1 - T + h)))%Z) in *. set (rn := ((a - h) * (T - h))%Z) in *.
    set (rd := ((h + 1) * (b - T + h + 1))%Z) in *.
    assert (Gq : gain h = IZR gn / IZR gd) by (apply gain_quotient; lia).
    assert (Rq : ratio h = IZR rn / IZR rd) by reflexivity.
    pose proof (floor_le (low s * rn) rd Hrd) as F1. pose proof (up_ge (high s * rn) rd Hrd) as F2.
    pose proof (floor_le (low s * gn) gd Hgd) as F3. pose proof (up_ge (high s * gn) gd Hgd) as F4.
    rewrite mult_IZR in F1, F2, F3, F4.
    replace (IZR (low s) * IZR rn / IZR rd) with (IZR (low s) * ratio h) in F1 by (rewrite Rq; unfold Rdiv; ring).
    replace (IZR (high s) * IZR rn / IZR rd) with (IZR (high s) * ratio h) in F2 by (rewrite Rq; unfold Rdiv; ring).
    replace (IZR (low s) * IZR gn / IZR gd) with (IZR (low s) * gain h) in F3 by (rewrite Gq; unfold Rdiv; ring).
    replace (IZR (high s) * IZR gn / IZR gd) with (IZR (high s) * gain h) in F4 by (rewrite Gq; unfold Rdiv; ring).
    repeat split; simpl.
    - lia.
    - apply Z.div_pos; nia.
    - rewrite P_next by lia.
      apply Rle_trans with (IZR (low s) * ratio h * P a b T h0); [apply Rmult_le_compat_r; lra|]. nra.
    - rewrite P_next by lia.
      apply Rle_trans with (IZR (high s) * ratio h * P a b T h0); [nra | apply Rmult_le_compat_r; lra].
    - replace (Z.to_nat (h + 1 - h0)) with (Z.to_nat (h - h0) + 1)%nat by lia. rewrite total_app. cbn [total].
      replace (h0 + Z.of_nat (Z.to_nat (h - h0)))%Z with h by lia. rewrite plus_IZR.
      assert (IZR (low s * gn / gd) * P a b T h0 <= IZR (low s) * gain h * P a b T h0) by (apply Rmult_le_compat_r; lra).
      assert (IZR (low s) * P a b T h0 * gain h <= IZR scale * P a b T h * gain h) by (apply Rmult_le_compat_r; lra).
      lra.
    - replace (Z.to_nat (h + 1 - h0)) with (Z.to_nat (h - h0) + 1)%nat by lia. rewrite total_app. cbn [total].
      replace (h0 + Z.of_nat (Z.to_nat (h - h0)))%Z with h by lia. rewrite plus_IZR.
      assert (IZR (high s) * gain h * P a b T h0 <= IZR (up (high s * gn) gd) * P a b T h0) by (apply Rmult_le_compat_r; lra).
      assert (IZR scale * P a b T h * gain h <= IZR (high s) * P a b T h0 * gain h) by (apply Rmult_le_compat_r; lra).
      lra.
  Qed.

  Lemma walk_sound k s : (at_ s + Z.of_nat k <= hi + 1)%Z -> sound s -> sound (walk k s).
  Proof.
    revert s; induction k as [|k IH]; intros s H Hsound; [assumption|]. cbn [walk]. apply IH.
    - simpl. lia.
    - apply step_sound; [lia | assumption].
  Qed.
  Lemma walk_at k s : at_ (walk k s) = (at_ s + Z.of_nat k)%Z.
  Proof. revert s; induction k as [|k IH]; intro s; cbn [walk]; [lia|]. rewrite IH. simpl at_. lia. Qed.

  Lemma start_sound : sound (State h0 scale scale 0 0).
  Proof. repeat split; simpl; try lia; try lra. all: replace (h0 - h0)%Z with 0%Z by lia; simpl; lra. Qed.

  (* what comes after the walk is below a geometric sum *)
  Lemma ratio_falls h : (lo <= h < hi)%Z -> ratio (h + 1) <= ratio h.
  Proof.
    intro H. unfold ratio.
    assert (0 < IZR ((h + 1) * (b - T + h + 1))) by (apply (IZR_lt 0); nia).
    assert (0 < IZR ((h + 1 + 1) * (b - T + (h + 1) + 1))) by (apply (IZR_lt 0); nia).
    apply Rmult_le_compat; [apply (IZR_le 0); nia | left; apply Rinv_0_lt_compat; lra | apply IZR_le; nia |].
    apply Rinv_le_contravar; [lra | apply IZR_le; nia].
  Qed.
  Lemma rest_below h rho k : (lo <= h)%Z -> (h + Z.of_nat k <= hi + 1)%Z -> (h <= hi)%Z -> ratio h <= rho -> rho < 1 ->
    total (fun h => P a b T h * gain h) h k <= P a b T h / (1 - rho).
  Proof.
    revert h; induction k as [|k IH]; intros h Hl Hk Hh Hr H1.
    - cbn [total]. apply Rdiv_le_0_compat; [apply P_nonneg | lra].
    - cbn [total]. pose proof (P_nonneg h). pose proof (gain_at_most_one h ltac:(lia)).
      assert (0 <= ratio h) by (apply Rdiv_le_0_compat; [apply (IZR_le 0) | apply (IZR_lt 0)]; nia).
      assert (total (fun h => P a b T h * gain h) (h + 1) k <= P a b T h * rho / (1 - rho)).
      { destruct k as [|k].
        - cbn [total]. apply Rdiv_le_0_compat; [nra | lra].
        - apply Rle_trans with (P a b T (h + 1) / (1 - rho)).
          + apply IH; try lia; try lra. apply Rle_trans with (ratio h); [apply ratio_falls; lia | lra].
          + rewrite P_next by lia. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra]. }
      replace (P a b T h / (1 - rho)) with (P a b T h + P a b T h * rho / (1 - rho)) by (field; lra). nra.
  Qed.


  Theorem loss_bounds k rho s : walk k (State h0 scale scale 0 0) = s -> (h0 + Z.of_nat k <= hi)%Z ->
    ratio (h0 + Z.of_nat k) <= rho -> rho < 1 ->
    P a b T h0 * (IZR (slow s) / IZR scale) <= loss E a b T
    <= P a b T h0 * ((IZR (shigh s) + IZR (high s) / (1 - rho)) / IZR scale).
  Proof.
    intros Hw Hk Hr H1. rewrite loss_is_tail.
    pose proof (walk_sound k (State h0 scale scale 0 0) ltac:(simpl; lia) start_sound) as S. rewrite Hw in S.
    pose proof (walk_at k (State h0 scale scale 0 0)) as A. rewrite Hw in A. simpl at_ in A.
    destruct S as [_ [_ [[_ U] [SL SU]]]]. rewrite A in *.
    replace (Z.to_nat (h0 + Z.of_nat k - h0)) with k in SL, SU by lia.
    replace (Z.to_nat (hi - h0 + 1)) with (k + Z.to_nat (hi - h0 - Z.of_nat k + 1))%nat by lia.
    rewrite total_app.
    assert (Hs' : 0 < IZR scale) by (apply (IZR_lt 0); lia).
    set (first := total (fun h => P a b T h * gain h) h0 k) in *.
    set (rest := total (fun h => P a b T h * gain h) (h0 + Z.of_nat k) (Z.to_nat (hi - h0 - Z.of_nat k + 1))).
    assert (0 <= rest).
    { apply total_nonneg. intros h Hh. apply Rmult_le_pos; [apply P_nonneg|].
      pose proof (gain_le h0 h ltac:(lia) ltac:(lia)). lra. }
    assert (rest <= P a b T (h0 + Z.of_nat k) / (1 - rho)) by (apply rest_below; try lia; lra).
    split.
    - apply Rmult_le_reg_l with (IZR scale); [assumption|].
      replace (IZR scale * (P a b T h0 * (IZR (slow s) / IZR scale))) with (IZR (slow s) * P a b T h0) by (field; lra). nra.
    - apply Rmult_le_reg_l with (IZR scale); [assumption|].
      replace (IZR scale * (P a b T h0 * ((IZR (shigh s) + IZR (high s) / (1 - rho)) / IZR scale)))
        with (IZR (shigh s) * P a b T h0 + IZR (high s) * P a b T h0 / (1 - rho)) by (field; lra).
      assert (IZR scale * (P a b T (h0 + Z.of_nat k) / (1 - rho)) <= IZR (high s) * P a b T h0 / (1 - rho)).
      { unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | assumption]. }
      nra.
  Qed.
End Pair.
