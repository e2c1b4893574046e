(* Smoothed delta of the sampling histogram of two types, from Definition 3: the supremum over all assignments of two
   sources to n records is that of a pure one, where the losses above it lie outside an interval; in integers. *)
From SdpProofs Require Export Whole Responses.

(* T of the records are drawn without replacement; the output says how many of these are ones. *)
Definition drawn_ones (ones zeros T h : nat) : R := INR (comb ones h) * INR (comb zeros (T - h)) / INR (comb (ones + zeros) T).
Definition histogram (T : nat) (x : list bool) (h : nat) : R := drawn_ones (count x) (length x - count x) T h.
Definition one_of_two (n : nat) (a b : R) (ps : list (bool -> R)) : Prop :=
  length ps = n /\ Forall (fun p => p = coin a \/ p = coin b) ps.

Lemma mean_of_length {X} (types : list X) ps g h :
  (forall x, length x = length ps -> g x = h x) -> mean types ps g = mean types ps h.
Proof.
  revert g h; induction ps as [|p ps IH]; intros g h H; simpl; [apply H; reflexivity|].
  apply sum_ext. intros a _. f_equal. apply IH. intros x L. apply H. simpl. congruence.
Qed.
Lemma count_app x y : count (x ++ y) = (count x + count y)%nat.
Proof. unfold count. rewrite filter_app, app_length. reflexivity. Qed.
Lemma count_below x : (count x <= length x)%nat.
Proof. unfold count. induction x as [|[] x IH]; simpl; lia. Qed.
Lemma a_zero x : (count x < length x)%nat -> In false x.
Proof.
  induction x as [|[] x IH]; simpl; [lia| |auto]. change (count (true :: x)) with (S (count x)).
  intro H. right. apply IH. lia.
Qed.
Lemma a_one x : (0 < count x)%nat -> In true x.
Proof. induction x as [|[] x IH]; simpl; [unfold count; simpl; lia | auto |]. change (count (false :: x)) with (count x). auto. Qed.

Section Losses.
  Variables (n T : nat) (E : R).
  Hypotheses (HE : 1 <= E).
  Definition of_count (H h : nat) : R := drawn_ones H (n - H) T h.
  Definition either_way (H K : nat) : R :=
    Rmax (hs (seq 0 (S T)) E (of_count H) (of_count K)) (hs (seq 0 (S T)) E (of_count K) (of_count H)).
  Definition loss_at (H : nat) : R :=
    Rmax 0 (Rmax (if (H <? n)%nat then either_way H (S H) else 0) (if (0 <? H)%nat then either_way H (pred H) else 0)).

  Lemma nothing_between_equals H : either_way H H = 0.
  Proof.
    assert (Z : hs (seq 0 (S T)) E (of_count H) (of_count H) = 0).
    { unfold hs. rewrite (sum_ext _ (fun _ => 0 * 0)); [rewrite sum_scale; ring|]. intros h _.
      assert (0 <= of_count H h).
      { unfold of_count, drawn_ones, Rdiv. apply Rmult_le_pos; [apply Rmult_le_pos; apply pos_INR|].
        destruct (comb (H + (n - H)) T) as [|m] eqn:C; [simpl; rewrite Rinv_0; lra|].
        left. apply Rinv_0_lt_compat, lt_0_INR. lia. }
      unfold pos. rewrite Rmax_left; [ring | nra]. }
    unfold either_way. rewrite Z. apply Rmax_left. lra.
  Qed.
  Lemma loss_of_lists x y : length x = n -> length y = n -> loss (seq 0 (S T)) (histogram T) E x y = either_way (count x) (count y).
  Proof. intros L L'. unfold loss, either_way, of_count, histogram. rewrite L, L'. reflexivity. Qed.

  Theorem delta_of_histogram x : length x = n -> delta [false; true] (seq 0 (S T)) (histogram T) E x = loss_at (count x).
  Proof.
    intro L. apply Rle_antisym.
    - apply delta_is_least; [apply Rmax_l|]. intros y Hy. apply neighbours_spec in Hy.
      destruct Hy as [l [a [b [r [-> [-> _]]]]]]. rewrite app_length in L. simpl in L.
      rewrite loss_of_lists by (rewrite app_length; simpl; lia). rewrite !count_app.
      pose proof (count_below l). pose proof (count_below r). unfold loss_at.
      set (low := fun H : nat => if (H <? n)%nat then either_way H (S H) else 0).
      set (high := fun H : nat => if (0 <? H)%nat then either_way H (pred H) else 0).
      assert (I : forall H, Rmax (low H) (high H) <= Rmax 0 (Rmax (low H) (high H))) by (intro; apply Rmax_r).
      destruct a, b; change (count (true :: r)) with (S (count r)); change (count (false :: r)) with (count r).
      + rewrite nothing_between_equals. apply Rmax_l.
      + apply Rle_trans with (2 := I _), Rle_trans with (2 := Rmax_r _ _). unfold high.
        rewrite !Nat.add_succ_r. simpl. apply Rle_refl.
      + apply Rle_trans with (2 := I _), Rle_trans with (2 := Rmax_l _ _). unfold low.
        rewrite !Nat.add_succ_r. destruct (Nat.ltb_spec (count l + count r) n); [apply Rle_refl | lia].
      + rewrite nothing_between_equals. apply Rmax_l.
    - unfold loss_at. apply Rmax_lub; [apply delta_nonneg|]. apply Rmax_lub.
      + destruct (Nat.ltb_spec (count x) n) as [H|_]; [|apply delta_nonneg]. rewrite <- L in H.
        destruct (in_split _ _ (a_zero x H)) as [l [r ->]].
        pose proof (delta_is_above [false; true] (seq 0 (S T)) (histogram T) E (l ++ false :: r) (l ++ true :: r)
          ltac:(apply neighbours_spec; exists l, false, true, r; simpl; auto)) as D.
        rewrite loss_of_lists in D by (rewrite app_length in *; simpl in *; lia). rewrite !count_app in *.
        change (count (true :: r)) with (S (count r)) in D. change (count (false :: r)) with (count r) in *.
        rewrite Nat.add_succ_r in D. exact D.
      + destruct (Nat.ltb_spec 0 (count x)) as [H|_]; [|apply delta_nonneg].
        destruct (in_split _ _ (a_one x H)) as [l [r ->]].
        pose proof (delta_is_above [false; true] (seq 0 (S T)) (histogram T) E (l ++ true :: r) (l ++ false :: r)
          ltac:(apply neighbours_spec; exists l, true, false, r; simpl; auto)) as D.
        rewrite loss_of_lists in D by (rewrite app_length in *; simpl in *; lia). rewrite !count_app in *.
        change (count (true :: r)) with (S (count r)) in *. change (count (false :: r)) with (count r) in *.
        rewrite Nat.add_succ_r in *. exact D.
  Qed.

  (* The order of the records is of no matter. *)
  Lemma steps_sorted a b ts u : Forall (fun t => t = a \/ t = b) ts ->
    exists k, (k <= length ts)%nat /\ forall h, steps ts u h = times b (length ts - k) (times a k u) h.
  Proof.
    induction 1 as [|t ts [-> | ->] F [k [K I]]]; [exists O; auto | |]; simpl length.
    - exists (S k). split; [lia|]. intro h. simpl steps. rewrite (moved_ext a _ _ I), times_swap. reflexivity.
    - exists k. split; [lia|]. intro h. simpl steps. rewrite (moved_ext b _ _ I), Nat.sub_succ_l by lia. reflexivity.
  Qed.
  Lemma as_coins a b ps : Forall (fun p => p = coin a \/ p = coin b) ps ->
    exists ts, ps = map coin ts /\ Forall (fun t => t = a \/ t = b) ts.
  Proof.
    induction 1 as [|p ps [-> | ->] F [ts [-> G]]]; [exists []; auto | exists (a :: ts) | exists (b :: ts)]; auto.
  Qed.

  Theorem smoothed_is_at_an_end a b s : 0 <= b -> b <= a -> a <= 1 ->
    let most := Rmax (times b n loss_at 0) (times a n loss_at 0) in
    (forall i j l, (i < j < l)%nat -> (l <= n)%nat -> loss_at i <= most -> loss_at l <= most -> loss_at j <= most) ->
    smoothed [false; true] (seq 0 (S T)) (one_of_two n a b) (histogram T) E s -> s = most.
  Proof.
    intros Hb Hba Ha most V [U Least].
    assert (M : forall ps, length ps = n -> mean [false; true] ps (delta [false; true] (seq 0 (S T)) (histogram T) E)
      = mean [false; true] ps (fun x => loss_at (count x))).
    { intros ps L. apply mean_of_length. intros x Lx. apply delta_of_histogram. congruence. }
    assert (Ends : average a b n loss_at 0 = times b n loss_at 0 /\ average a b n loss_at n = times a n loss_at 0).
    { rewrite !average_is, Nat.sub_0_r, Nat.sub_diag. auto. }
    destruct Ends as [E0 En]. apply Rle_antisym.
    - apply Least. intros v [ps [[L F] ->]]. rewrite (M ps L). destruct (as_coins a b ps F) as [ts [-> G]].
      rewrite map_length in L. change (fun x => loss_at (count x)) with (fun x => loss_at (0 + count x)%nat). rewrite mean_of_coins. destruct (steps_sorted a b ts loss_at G) as [k [K I]].
      rewrite I, L, <- average_is. unfold most in *. rewrite <- E0, <- En in *. rewrite L in K.
      apply pure_mixtures_are_worst; assumption.
    - apply Rmax_lub; apply U.
      + exists (repeat (coin b) n). split; [split; [apply repeat_length | apply Forall_forall; intros p I; apply repeat_spec in I; auto]|].
        rewrite M by apply repeat_length. rewrite <- E0. unfold average. rewrite Nat.sub_0_r. reflexivity.
      + exists (repeat (coin a) n). split; [split; [apply repeat_length | apply Forall_forall; intros p I; apply repeat_spec in I; auto]|].
        rewrite M by apply repeat_length. rewrite <- En. unfold average. rewrite Nat.sub_diag. simpl. rewrite app_nil_r. reflexivity.
  Qed.
End Losses.

(* In integers: Pascal's triangle, the losses, and their averages. *)
Definition next_row (l : list Z) : list Z := 1%Z :: merge l.
Fixpoint triangle (m : nat) (l : list Z) : list (list Z) := match m with O => [l] | S m => l :: triangle m (next_row l) end.
Definition binomials (width m : nat) : list Z := map (fun k => Z.of_nat (comb m k)) (seq 0 width).
Lemma next_row_is w m : next_row (binomials (S w) m) = binomials (S w) (S m).
Proof.
  unfold next_row, binomials. rewrite merge_map. change (seq 0 (S w)) with (0 :: seq 1 w)%nat. simpl map.
  f_equal. rewrite <- seq_shift, map_map. apply map_ext. intro k. simpl. lia.
Qed.
Lemma triangle_is w m i j : (j <= m)%nat -> nth j (triangle m (binomials (S w) i)) [] = binomials (S w) (i + j).
Proof.
  revert i j; induction m as [|m IH]; intros i [|j] H; try lia; simpl triangle; simpl nth; rewrite ?Nat.add_0_r; auto.
  rewrite next_row_is, IH by lia. f_equal. lia.
Qed.

Lemma times_scale t k c u h : times t k (fun h => c * u h) h = c * times t k u h.
Proof. revert h; induction k as [|k IH]; intro h; simpl; [reflexivity|]. unfold moved. rewrite !IH. ring. Qed.
Lemma times_within n t k u v h : (forall i, (i <= n)%nat -> u i = v i) -> (h + k <= n)%nat -> times t k u h = times t k v h.
Proof.
  intro H. revert h; induction k as [|k IH]; intros h L; simpl; [apply H; lia|]. unfold moved. rewrite !IH by lia. reflexivity.
Qed.

Section Integers.
  Variables (n T : nat) (En Ed : Z).
  Hypotheses (HT : (T <= n)%nat) (Hd : (0 < Ed)%Z) (Hn : (0 <= En)%Z).
  Definition rows : list (list Z) := triangle n (binomials (S T) 0).
  Definition ways (t : list (list Z)) (H h : nat) : Z := (nth h (nth H t []) 0 * nth (T - h) (nth (n - H) t []) 0)%Z.
  Definition gain_of (t : list (list Z)) (H K : nat) : Z :=
    fold_right Z.add 0%Z (map (fun h => Z.max 0 (Ed * ways t H h - En * ways t K h)) (seq 0 (S T))).
  Definition both_ways (t : list (list Z)) (H K : nat) : Z := Z.max (gain_of t H K) (gain_of t K H).
  Definition whole_loss (t : list (list Z)) (H : nat) : Z :=
    Z.max 0 (Z.max (if (H <? n)%nat then both_ways t H (S H) else 0) (if (0 <? H)%nat then both_ways t H (pred H) else 0)).
  Definition losses : list Z := let t := rows in map (whole_loss t) (seq 0 (S n)).

  Lemma nth_binomials w m k : (k < w)%nat -> nth k (binomials w m) 0%Z = Z.of_nat (comb m k).
  Proof.
    intro H. unfold binomials. change 0%Z with (Z.of_nat 0) at 1.
    rewrite (nth_indep _ (Z.of_nat 0) (Z.of_nat (comb m 0))) by (rewrite map_length, seq_length; exact H).
    rewrite (map_nth (fun k => Z.of_nat (comb m k))), seq_nth by exact H. reflexivity.
  Qed.
  Lemma ways_are H h : (H <= n)%nat -> (h <= T)%nat -> ways rows H h = (Z.of_nat (comb H h) * Z.of_nat (comb (n - H) (T - h)))%Z.
  Proof. intros L M. unfold ways, rows. rewrite !triangle_is, !nth_binomials by lia. reflexivity. Qed.

  Lemma samples_are : INR (comb n T) = IZR (nth T (nth n rows []) 0%Z).
  Proof. unfold rows. rewrite triangle_is, nth_binomials by lia. rewrite INR_IZR_INZ. reflexivity. Qed.

  Let scale : R := IZR Ed * INR (comb n T).
  Lemma scale_positive : 0 < scale.
  Proof. apply Rmult_lt_0_compat; [apply (IZR_lt 0), Hd | apply lt_0_INR, comb_positive, HT]. Qed.
  Lemma gain_is H K : (H <= n)%nat -> (K <= n)%nat ->
    hs (seq 0 (S T)) (IZR En / IZR Ed) (of_count n T H) (of_count n T K) = IZR (gain_of rows H K) / scale.
  Proof.
    intros L M. pose proof scale_positive as SP. apply Rmult_eq_reg_r with scale; [|lra].
    replace (IZR (gain_of rows H K) / scale * scale) with (IZR (gain_of rows H K)) by (field; lra).
    rewrite Rmult_comm. unfold hs. rewrite <- sum_scale. unfold gain_of.
    assert (G : forall l, Forall (fun h => (h <= T)%nat) l ->
      sum (fun h => scale * pos (of_count n T H h - IZR En / IZR Ed * of_count n T K h)) l
      = IZR (fold_right Z.add 0%Z (map (fun h => Z.max 0 (Ed * ways rows H h - En * ways rows K h)) l))).
    2: { apply G, Forall_forall. intros h I. apply in_seq in I. lia. }
    induction 1 as [|h l I F IH]; [reflexivity|]. cbn [sum map fold_right]. rewrite plus_IZR, IH. f_equal.
    rewrite !ways_are by lia. unfold of_count, drawn_ones. replace (H + (n - H))%nat with n by lia. replace (K + (n - K))%nat with n by lia.
    assert (D : 0 < IZR Ed) by apply (IZR_lt 0), Hd. assert (C : 0 < INR (comb n T)) by apply lt_0_INR, comb_positive, HT.
    rewrite !INR_IZR_INZ in *.
    set (u := Z.of_nat (comb H h)) in *. set (v := Z.of_nat (comb (n - H) (T - h))) in *.
    set (w := Z.of_nat (comb K h)) in *. set (z := Z.of_nat (comb (n - K) (T - h))) in *. set (c := IZR (Z.of_nat (comb n T))) in *.
    assert (SC : scale = IZR Ed * c) by (unfold scale, c; rewrite INR_IZR_INZ; reflexivity). rewrite SC in *.
    replace (IZR u * IZR v / c - IZR En / IZR Ed * (IZR w * IZR z / c)) with (/ (IZR Ed * c) * IZR (Ed * (u * v) - En * (w * z)))
      by (rewrite minus_IZR, !mult_IZR; field; split; lra).
    assert (J : 0 < / (IZR Ed * c)) by apply Rinv_0_lt_compat, SP.
    unfold pos. destruct (Z.max_spec 0 (Ed * (u * v) - En * (w * z))) as [[A ->] | [A ->]].
    - apply (IZR_lt 0) in A. rewrite Rmax_right by nra. field. split; lra.
    - apply IZR_le in A. rewrite Rmax_left by nra. simpl. ring.
  Qed.
  Lemma max_over a b : Rmax (IZR a / scale) (IZR b / scale) = IZR (Z.max a b) / scale.
  Proof.
    pose proof scale_positive as SP. assert (J : 0 < / scale) by apply Rinv_0_lt_compat, SP. unfold Rdiv.
    destruct (Z.max_spec a b) as [[A ->] | [A ->]].
    - apply IZR_lt in A. apply Rmax_right. nra.
    - apply IZR_le in A. apply Rmax_left. nra.
  Qed.
  Lemma either_is H K : (H <= n)%nat -> (K <= n)%nat ->
    either_way n T (IZR En / IZR Ed) H K = IZR (both_ways rows H K) / scale.
  Proof. intros L M. unfold either_way. rewrite !gain_is, max_over by assumption. reflexivity. Qed.
  Lemma loss_is H : (H <= n)%nat -> loss_at n T (IZR En / IZR Ed) H = IZR (whole_loss rows H) / scale.
  Proof.
    intro L. unfold loss_at, whole_loss. rewrite <- !max_over.
    replace (IZR 0 / scale) with 0 by (unfold Rdiv; ring). f_equal. f_equal.
    - destruct (Nat.ltb_spec H n); [apply either_is; lia | unfold Rdiv; ring].
    - destruct (Nat.ltb_spec 0 H); [apply either_is; lia | unfold Rdiv; ring].
  Qed.

  (* What exceeds a level lies outside an interval: high, low, high. *)
  Fixpoint all_high (l : list bool) : bool := match l with [] => true | a :: l => negb a && all_high l end.
  Fixpoint low_high (l : list bool) : bool := match l with [] => true | a :: l => if a then low_high l else all_high l end.
  Fixpoint high_low_high (l : list bool) : bool := match l with [] => true | a :: l => if a then low_high l else high_low_high l end.
  Lemma all_high_is f s m i : all_high (map f (seq s m)) = true -> (s <= i < s + m)%nat -> f i = false.
  Proof.
    revert s; induction m as [|m IH]; intros s H I; [lia|]. cbn [seq map all_high] in H. apply andb_prop in H. destruct H as [A H].
    destruct (Nat.eq_dec i s) as [->|]; [destruct (f s); [discriminate | reflexivity] | apply (IH (S s)); [assumption | lia]].
  Qed.
  Lemma low_high_is f s m j l : low_high (map f (seq s m)) = true -> (s <= j <= l)%nat -> (l < s + m)%nat -> f l = true -> f j = true.
  Proof.
    revert s; induction m as [|m IH]; intros s H J L F; [lia|]. cbn [seq map low_high] in H. destruct (f s) eqn:A.
    - destruct (Nat.eq_dec j s) as [->|]; [exact A | apply (IH (S s)); try assumption; lia].
    - destruct (Nat.eq_dec l s) as [->|]; [congruence|]. rewrite (all_high_is f (S s) m l H) in F by lia. discriminate.
  Qed.
  Lemma high_low_high_is f s m i j l : high_low_high (map f (seq s m)) = true -> (s <= i < j)%nat -> (j < l < s + m)%nat ->
    f i = true -> f l = true -> f j = true.
  Proof.
    revert s; induction m as [|m IH]; intros s H I J Fi Fl; [lia|]. cbn [seq map high_low_high] in H. destruct (f s) eqn:A.
    - apply (low_high_is f (S s) m j l H); try assumption; lia.
    - destruct (Nat.eq_dec i s) as [->|]; [congruence | apply (IH (S s)); try assumption; lia].
  Qed.

  (* One more record, with the chance P / D. *)
  Fixpoint weighed (P D a : Z) (l : list Z) : list Z := match l with [] => [] | b :: l => ((D - P) * a + P * b)%Z :: weighed P D b l end.
  Definition weigh (P D : Z) (l : list Z) : list Z := match l with [] => [] | a :: l => weighed P D a l end.
  Fixpoint weighs (P D : Z) (m : nat) (l : list Z) : list Z := match m with O => l | S m => weighs P D m (weigh P D l) end.
  Lemma weigh_map P D f k s : weigh P D (map f (seq s (S k))) = map (fun h => ((D - P) * f h + P * f (S h))%Z) (seq s k).
  Proof. revert s; induction k as [|k IH]; intro s; [reflexivity|]. specialize (IH (S s)). simpl in *. rewrite IH. reflexivity. Qed.
  Lemma weighs_times P D m f s : (0 < D)%Z -> exists z, weighs P D m (map f (seq s (S m))) = [z] /\
    IZR z = IZR D ^ m * times (IZR P / IZR D) m (fun h => IZR (f h)) s.
  Proof.
    intro HD. assert (D0 : 0 < IZR D) by apply (IZR_lt 0), HD. revert f; induction m as [|m IH]; intro f.
    - exists (f s). split; [reflexivity | simpl; ring].
    - cbn [weighs]. rewrite weigh_map. destruct (IH (fun h => ((D - P) * f h + P * f (S h))%Z)) as [z [W Z]].
      exists z. split; [exact W|]. rewrite Z. simpl times. rewrite times_swap.
      rewrite (times_ext _ m (fun h => IZR ((D - P) * f h + P * f (S h))) (fun h => IZR D * moved (IZR P / IZR D) (fun h => IZR (f h)) h)).
      2: { intro h. unfold moved. rewrite plus_IZR, !mult_IZR, minus_IZR. field. lra. }
      rewrite times_scale. simpl. ring.
  Qed.
  Definition end_value (P D : Z) : Z := hd 0%Z (weighs P D n losses).

  Definition below_level (value D : Z) : list bool := let d := (D ^ Z.of_nat n)%Z in map (fun v => (v * d <=? value)%Z) losses.

  Theorem smoothed_in_integers P Q D value s : (1 <= IZR En / IZR Ed) -> (0 < D)%Z -> (0 <= Q)%Z -> (Q <= P)%Z -> (P <= D)%Z ->
    Z.max (end_value Q D) (end_value P D) = value -> high_low_high (below_level value D) = true ->
    smoothed [false; true] (seq 0 (S T)) (one_of_two n (IZR P / IZR D) (IZR Q / IZR D)) (histogram T) (IZR En / IZR Ed) s ->
    s = IZR value / (IZR Ed * INR (comb n T) * IZR D ^ n).
  Proof.
    intros HE HD HQ HQP HP HV V H. assert (D0 : 0 < IZR D) by apply (IZR_lt 0), HD. pose proof scale_positive as SP.
    assert (J : 0 < / IZR D) by apply Rinv_0_lt_compat, D0. assert (DN : 0 < IZR D ^ n) by apply pow_lt, D0.
    assert (End : forall X, times (IZR X / IZR D) n (loss_at n T (IZR En / IZR Ed)) 0 = IZR (end_value X D) / (scale * IZR D ^ n)).
    { intro X. unfold end_value, losses. destruct (weighs_times X D n (whole_loss rows) 0 HD) as [z [W Z]]. cbv zeta. rewrite W. cbn [hd].
      rewrite Z. rewrite (times_within n _ n (loss_at n T (IZR En / IZR Ed)) (fun h => / scale * IZR (whole_loss rows h))) by
        (try lia; intros h Hh; rewrite loss_is by lia; unfold Rdiv; ring).
      rewrite times_scale. field. split; lra. }
    assert (A0 : 0 <= IZR Q) by apply (IZR_le 0), HQ. assert (A1 : IZR Q <= IZR P) by apply IZR_le, HQP.
    assert (A2 : IZR P <= IZR D) by apply IZR_le, HP.
    assert (Most : Rmax (times (IZR Q / IZR D) n (loss_at n T (IZR En / IZR Ed)) 0) (times (IZR P / IZR D) n (loss_at n T (IZR En / IZR Ed)) 0)
      = IZR value / (scale * IZR D ^ n)).
    { rewrite !End, <- HV. assert (0 < / (scale * IZR D ^ n)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
      unfold Rdiv. destruct (Z.max_spec (end_value Q D) (end_value P D)) as [[A ->] | [A ->]].
      - apply IZR_lt in A. apply Rmax_right. nra.
      - apply IZR_le in A. apply Rmax_left. nra. }
    assert (Level : forall h, (h <= n)%nat ->
      (loss_at n T (IZR En / IZR Ed) h <= IZR value / (scale * IZR D ^ n) <-> (whole_loss rows h * D ^ Z.of_nat n <=? value)%Z = true)).
    { intros h Hh. rewrite loss_is by assumption. rewrite Z.leb_le. split; intro I.
      - apply le_IZR. rewrite mult_IZR, <- pow_IZR. apply Rmult_le_reg_r with (/ (scale * IZR D ^ n)).
        { apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption. }
        replace (IZR (whole_loss rows h) * IZR D ^ n * / (scale * IZR D ^ n)) with (IZR (whole_loss rows h) / scale) by (field; split; lra).
        exact I.
      - apply IZR_le in I. rewrite mult_IZR, <- pow_IZR in I. apply Rmult_le_reg_r with (scale * IZR D ^ n).
        { apply Rmult_lt_0_compat; assumption. }
        replace (IZR (whole_loss rows h) / scale * (scale * IZR D ^ n)) with (IZR (whole_loss rows h) * IZR D ^ n) by (field; lra).
        replace (IZR value / (scale * IZR D ^ n) * (scale * IZR D ^ n)) with (IZR value) by (field; split; lra). exact I. }
    rewrite (smoothed_is_at_an_end n T (IZR En / IZR Ed) HE (IZR P / IZR D) (IZR Q / IZR D) s); try assumption; try (unfold Rdiv; nra).
    - apply Rmult_le_reg_r with (IZR D); [exact D0|]. replace (IZR P / IZR D * IZR D) with (IZR P) by (field; lra). lra.
    - rewrite Most. intros i j l I N Li Ll. apply Level in Li; [|lia]. apply Level in Ll; [|lia]. apply Level; [lia|].
      unfold below_level, losses in V. cbv zeta in V. rewrite map_map in V.
      exact (high_low_high_is (fun h => (whole_loss rows h * D ^ Z.of_nat n <=? value)%Z) 0 (S n) i j l V ltac:(lia) ltac:(lia) Li Ll).
  Qed.
End Integers.
