(* Of all mixtures of two sources the pure ones are worst, where the loss has a valley: corner cutting adds no sign change. *)
From Coq Require Export Lia.
From SdpProofs Require Export Mechanisms.

(* Low, high, low, at places up to n. *)
Definition hill (n : nat) (x : nat -> R) : Prop := exists i j k, (i < j < k)%nat /\ (k <= n)%nat /\ x i <= 0 /\ 0 < x j /\ x k <= 0.
Definition between (t a b y : R) : Prop := 0 <= t <= 1 /\ y = (1 - t) * a + t * b.
Lemma low_between t a b y : between t a b y -> y <= 0 -> a <= 0 \/ b <= 0.
Proof. intros [I ->] H. destruct (Rle_lt_dec a 0); [auto|]. destruct (Rle_lt_dec b 0); [auto|]. nra. Qed.
Lemma high_between t a b y : between t a b y -> 0 < y -> 0 < a \/ 0 < b.
Proof. intros [I ->] H. destruct (Rlt_le_dec 0 a); [auto|]. destruct (Rlt_le_dec 0 b); [auto|]. nra. Qed.

(* A sequence whose entries lie between neighbours of another has a hill only where the other has one. *)
Lemma cut_left n x y : y O = x O -> (forall h, (h < n)%nat -> exists t, between t (x h) (x (S h)) (y (S h))) -> hill n y -> hill n x.
Proof.
  intros Z B [i [j [k [[I J] [K [L [H M]]]]]]].
  assert (P : exists p, (p <= i)%nat /\ (i <= S p)%nat /\ x p <= 0).
  { destruct i as [|i]; [exists O; rewrite <- Z; auto with arith|]. destruct (B i ltac:(lia)) as [t Bt].
    destruct (low_between t _ _ _ Bt L); [exists i | exists (S i)]; auto with arith. }
  assert (Q : exists q, (q <= j)%nat /\ (j <= S q)%nat /\ 0 < x q).
  { destruct j as [|j]; [lia|]. destruct (B j ltac:(lia)) as [t Bt].
    destruct (high_between t _ _ _ Bt H); [exists j | exists (S j)]; auto with arith. }
  assert (R' : exists r, (r <= k)%nat /\ (k <= S r)%nat /\ x r <= 0).
  { destruct k as [|k]; [lia|]. destruct (B k ltac:(lia)) as [t Bt].
    destruct (low_between t _ _ _ Bt M); [exists k | exists (S k)]; auto with arith. }
  destruct P as [p [P1 [P2 P3]]], Q as [q [Q1 [Q2 Q3]]], R' as [r [R1 [R2 R3]]].
  exists p, q, r. repeat split; try assumption; try lia.
  - destruct (Nat.eq_dec p q); [subst; lra | lia].
  - destruct (Nat.eq_dec q r); [subst; lra | lia].
Qed.
Lemma cut_right n x y : y n = x n -> (forall h, (h < n)%nat -> exists t, between t (x h) (x (S h)) (y h)) -> hill n y -> hill n x.
Proof.
  intros Z B [i [j [k [[I J] [K [L [H M]]]]]]].
  assert (P : exists p, (i <= p)%nat /\ (p <= S i)%nat /\ x p <= 0).
  { destruct (B i ltac:(lia)) as [t Bt]. destruct (low_between t _ _ _ Bt L); [exists i | exists (S i)]; auto with arith. }
  assert (Q : exists q, (j <= q)%nat /\ (q <= S j)%nat /\ 0 < x q).
  { destruct (B j ltac:(lia)) as [t Bt]. destruct (high_between t _ _ _ Bt H); [exists j | exists (S j)]; auto with arith. }
  assert (R' : exists r, (k <= r)%nat /\ (r <= S k)%nat /\ (r <= n)%nat /\ x r <= 0).
  { destruct (Nat.eq_dec k n) as [->|D]; [exists n; rewrite <- Z; auto with arith|]. destruct (B k ltac:(lia)) as [t Bt].
    destruct (low_between t _ _ _ Bt M); [exists k | exists (S k)]; repeat split; auto; lia. }
  destruct P as [p [P1 [P2 P3]]], Q as [q [Q1 [Q2 Q3]]], R' as [r [R1 [R2 [R4 R3]]]].
  exists p, q, r. repeat split; try assumption; try lia.
  - destruct (Nat.eq_dec p q); [subst; lra | lia].
  - destruct (Nat.eq_dec q r); [subst; lra | lia].
Qed.

(* One more record, of type 1 with the chance t: the histogram moves by one with that chance. *)
Definition moved (t : R) (u : nat -> R) (h : nat) : R := (1 - t) * u h + t * u (S h).
Fixpoint times (t : R) (m : nat) (u : nat -> R) : nat -> R := match m with O => u | S m => moved t (times t m u) end.
Lemma moved_ext t u v : (forall h, u h = v h) -> forall h, moved t u h = moved t v h.
Proof. intros H h. unfold moved. rewrite !H. reflexivity. Qed.
Lemma times_swap s t m u h : moved s (times t m u) h = times t m (moved s u) h.
Proof.
  revert h; induction m as [|m IH]; intro h; simpl; [reflexivity|].
  transitivity (moved t (moved s (times t m u)) h); [unfold moved; ring | apply moved_ext, IH].
Qed.
Lemma times_ext t m u v : (forall h, u h = v h) -> forall h, times t m u h = times t m v h.
Proof. intro H. induction m as [|m IH]; intro h; simpl; [apply H | apply moved_ext, IH]. Qed.
Lemma times_times s t l m u h : times s l (times t m u) h = times t m (times s l u) h.
Proof.
  revert h; induction l as [|l IH]; intro h; simpl; [reflexivity|].
  rewrite (moved_ext s _ _ IH), times_swap. reflexivity.
Qed.
Lemma times_shift t m u c h : times t m (fun h => u h - c) h = times t m u h - c.
Proof. revert h; induction m as [|m IH]; intro h; simpl; [reflexivity|]. unfold moved. rewrite !IH. ring. Qed.

Lemma hill_ext n x y : (forall h, (h <= n)%nat -> x h = y h) -> hill n x -> hill n y.
Proof.
  intros H [i [j [k [[I J] [K [L [G M]]]]]]]. exists i, j, k. rewrite <- !H by lia. auto.
Qed.

Section Cutting.
  Variables (n : nat) (u : nat -> R) (p q : R).
  Hypotheses (Hq : 0 <= q) (Hqp : q <= p) (Hp : p <= 1).

  (* The first cut, m of its n steps: the controls of the segment up to p. *)
  Definition first_cut (m h : nat) : R := if (h <=? m)%nat then times p h u 0 else times p m u (h - m).
  Lemma first_left m h : (h <= m)%nat -> first_cut m h = times p h u 0.
  Proof. intro H. unfold first_cut. destruct (Nat.leb_spec h m); [reflexivity | lia]. Qed.
  Lemma first_right m h : (m <= h)%nat -> first_cut m h = times p m u (h - m).
  Proof.
    intro H. unfold first_cut. destruct (Nat.leb_spec h m); [|reflexivity]. replace h with m by lia.
    rewrite Nat.sub_diag. reflexivity.
  Qed.
  Lemma first_cut_hill m : hill n (first_cut m) -> hill n u.
  Proof.
    induction m as [|m IH]; intro H.
    - apply (hill_ext n (first_cut 0)); [|exact H]. intros h _. rewrite first_right by lia. simpl. f_equal. lia.
    - apply IH, (cut_left n _ (first_cut (S m))); [reflexivity | | exact H]. intros h _. destruct (Nat.le_gt_cases (S h) m).
      + exists 1. rewrite !first_left by lia. split; [lra | ring].
      + exists p. rewrite !first_right by lia. split; [lra|]. rewrite (Nat.sub_succ_l m h) by lia. reflexivity.
  Qed.

  (* The second cut, m of its n steps: from the segment up to p to the one from q to p. *)
  Definition second_cut (m j : nat) : R := times q (Nat.min m (n - j)) (times p j u) 0.
  Lemma q_from_p v h : moved q v h = (1 - q / p) * v h + q / p * moved p v h.
  Proof.
    unfold moved. destruct (Req_dec p 0) as [Z|Z]; [|field; assumption].
    unfold Rdiv. replace q with 0 by lra. ring.
  Qed.
  Lemma second_cut_hill m : hill n (second_cut m) -> hill n u.
  Proof.
    induction m as [|m IH]; intro H.
    - apply (first_cut_hill n), (hill_ext n (second_cut 0)); [|exact H]. intros h Hh. rewrite first_left by assumption. reflexivity.
    - apply IH, (cut_right n _ (second_cut (S m))); [unfold second_cut; rewrite Nat.sub_diag, !Nat.min_0_r; reflexivity | | exact H].
      intros j Hj. unfold second_cut. destruct (Nat.le_gt_cases (S m) (n - j)).
      + exists (q / p). split.
        * destruct (Req_dec p 0) as [Z|Z]; [unfold Rdiv; replace q with 0 by lra; lra|].
          split; [apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat]; lra|]. apply Rmult_le_reg_r with p; [lra|].
          replace (q / p * p) with q by (field; lra). lra.
        * rewrite !Nat.min_l by lia. simpl times at 1. rewrite q_from_p. f_equal. f_equal. rewrite times_swap. reflexivity.
      + exists 0. split; [lra|]. rewrite !Nat.min_r by lia. ring.
  Qed.
End Cutting.

(* The average of v over the histogram of n records of which k follow the one source and n - k the other. *)
Definition coin (t : R) (one : bool) : R := if one then t else 1 - t.
Definition count (x : list bool) : nat := length (filter (fun one => one) x).
Definition average (p q : R) (n : nat) (v : nat -> R) (k : nat) : R :=
  mean [false; true] (repeat (coin p) k ++ repeat (coin q) (n - k)) (fun x => v (count x)).

Lemma mean_ext {X} (types : list X) ps g h : (forall x, g x = h x) -> mean types ps g = mean types ps h.
Proof. revert g h; induction ps as [|p ps IH]; intros g h H; simpl; [apply H|]. apply sum_ext. intros a _. f_equal. auto. Qed.
Fixpoint steps (ts : list R) (u : nat -> R) : nat -> R := match ts with [] => u | t :: ts => moved t (steps ts u) end.
Lemma mean_of_coins ts u c : mean [false; true] (map coin ts) (fun x => u (c + count x)%nat) = steps ts u c.
Proof.
  revert c; induction ts as [|t ts IH]; intro c; [simpl; rewrite Nat.add_0_r; reflexivity|]. cbn [map steps mean sum]. unfold moved. rewrite <- !IH.
  rewrite (mean_ext _ (map coin ts) (fun x => u (c + count (true :: x))%nat) (fun x => u (S c + count x)%nat))
    by (intro x; unfold count; simpl; rewrite Nat.add_succ_r; reflexivity).
  change (fun x => u (c + count (false :: x))%nat) with (fun x => u (c + count x)%nat).
  change (coin t false) with (1 - t). change (coin t true) with t. ring.
Qed.
Lemma steps_repeat t m ts u : steps (repeat t m ++ ts) u = times t m (steps ts u).
Proof. induction m as [|m IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma map_repeated {A B} (f : A -> B) a m : map f (repeat a m) = repeat (f a) m.
Proof. induction m as [|m IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma average_is p q n v k : average p q n v k = times q (n - k) (times p k v) 0.
Proof.
  unfold average. rewrite <- times_times, <- !(map_repeated coin), <- map_app.
  rewrite (mean_of_coins _ v 0), steps_repeat. rewrite <- (app_nil_r (repeat q (n - k))), steps_repeat. reflexivity.
Qed.

(* What exceeds both ends lies outside an interval. *)
Theorem pure_mixtures_are_worst p q n v k : 0 <= q -> q <= p -> p <= 1 -> (k <= n)%nat ->
  let most := Rmax (average p q n v 0) (average p q n v n) in
  (forall i j l, (i < j < l)%nat -> (l <= n)%nat -> v i <= most -> v l <= most -> v j <= most) ->
  average p q n v k <= most.
Proof.
  intros Hq Hqp Hp Hk most valley. destruct (Rle_lt_dec (average p q n v k) most) as [|H]; [assumption|]. exfalso.
  assert (E : forall j, (j <= n)%nat -> second_cut n (fun h => v h - most) p q n j = average p q n v j - most).
  { intros j Hj. unfold second_cut. rewrite Nat.min_r, average_is by lia.
    rewrite (times_ext q (n - j) (times p j (fun h => v h - most)) (fun h => times p j v h - most)) by (intro; apply times_shift).
    apply times_shift. }
  pose proof (Rmax_l (average p q n v 0) (average p q n v n)) as L0. pose proof (Rmax_r (average p q n v 0) (average p q n v n)) as Ln.
  fold most in L0, Ln.
  destruct (second_cut_hill n (fun h => v h - most) p q Hq Hqp Hp n) as [i [j [l [I [N [A [B C]]]]]]].
  - exists O, k, n. rewrite !E by lia. repeat split; try lra; try lia.
    + destruct k; [lra | lia].
    + destruct (Nat.eq_dec k n); [subst; lra | lia].
  - specialize (valley i j l I N). lra.
Qed.
