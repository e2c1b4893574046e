(* Many randomised responses: the divergence of all answers together, as one number in integers. *)
From Coq Require Export ZArith.
From Interval Require Export Tactic.
From SdpProofs Require Export Composition Endpoints.

(* Sums over all answers of what depends on their count: neighbours are added, as in Pascal's triangle. *)
Fixpoint pascal (m : nat) (g : nat -> R) (h : nat) : R :=
  match m with O => g h | S m => pascal m g h + pascal m g (S h) end.
Lemma sum_by_count m g c : sum (fun x => g (c + count x)%nat) (words [false; true] m) = pascal m g c.
Proof.
  revert c; induction m as [|m IH]; intro c; [simpl; rewrite Nat.add_0_r; ring|].
  rewrite sum_words. cbn [sum]. rewrite Rplus_0_r. cbn [pascal]. rewrite <- !IH. f_equal.
  apply sum_ext. intros x _. unfold count. simpl. rewrite Nat.add_succ_r. reflexivity.
Qed.
Lemma pascal_scale m c g h : pascal m (fun i => c * g i) h = c * pascal m g h.
Proof. revert h; induction m as [|m IH]; intro h; simpl; [reflexivity | rewrite !IH; ring]. Qed.
Lemma pascal_ext m n g f h : (h + m <= n)%nat -> (forall i, (i <= n)%nat -> g i = f i) -> pascal m g h = pascal m f h.
Proof.
  intros L H; revert h L; induction m as [|m IH]; intros h L; simpl; [apply H; lia|]. rewrite !IH by lia. reflexivity.
Qed.

(* The same in integers. *)
Fixpoint merged (a : Z) (l : list Z) : list Z := match l with [] => [] | b :: l => (a + b)%Z :: merged b l end.
Definition merge (l : list Z) : list Z := match l with [] => [] | a :: l => merged a l end.
Fixpoint merges (m : nat) (l : list Z) : list Z := match m with O => l | S m => merges m (merge l) end.
Lemma merge_map f n s : merge (map f (seq s (S n))) = map (fun h => (f h + f (S h))%Z) (seq s n).
Proof. revert s; induction n as [|n IH]; intro s; [reflexivity|]. specialize (IH (S s)). simpl in *. rewrite IH. reflexivity. Qed.
Lemma pascal_inside m g h : pascal m (fun i => g i + g (S i)) h = pascal m g h + pascal m g (S h).
Proof. revert h; induction m as [|m IH]; intro h; simpl; [reflexivity | rewrite !IH; ring]. Qed.
Lemma merges_pascal m f s : exists z, merges m (map f (seq s (S m))) = [z] /\ IZR z = pascal m (fun h => IZR (f h)) s.
Proof.
  revert f; induction m as [|m IH]; intro f; [exists (f s); auto|].
  cbn [merges]. rewrite merge_map. destruct (IH (fun h => (f h + f (S h))%Z)) as [z [E F]]. exists z. split; [exact E|].
  rewrite F. cbn [pascal]. rewrite <- pascal_inside. apply (pascal_ext m (s + m)); [lia|]. intros i _. apply plus_IZR.
Qed.

Section Responses.
  Variables (P Q En Ed : Z) (k : nat).
  Hypotheses (HP : (0 < P)%Z) (HQ : (0 < Q)%Z) (HE : (0 < Ed)%Z).
  (* An answer is one with the chance P / (P + Q) for a record, and Q / (P + Q) for its neighbour. *)
  Definition answers (one other : Z) : list bool -> R := joint (repeat (coin (IZR one / IZR (one + other))) k).
  Definition power_of (one other : Z) (h : nat) : Z := (one ^ Z.of_nat h * other ^ Z.of_nat (k - h))%Z.
  Definition gain (h : nat) : Z := Z.max 0 (Ed * power_of P Q h - En * power_of Q P h).
  Definition whole : Z := hd 0%Z (merges k (map gain (seq 0 (S k)))).

  Lemma count_at_most x m : In x (words [false; true] m) -> (count x <= m)%nat.
  Proof.
    intro H. apply words_spec in H. destruct H as [<- _].
    unfold count. induction x as [|[] x IH]; simpl; lia.
  Qed.
  Lemma joint_by_count t m x : In x (words [false; true] m) ->
    joint (repeat (coin t) m) x = t ^ count x * (1 - t) ^ (m - count x).
  Proof.
    revert x; induction m as [|m IH]; intros x H; [destruct H as [<- | []]; simpl; ring|].
    simpl in H. rewrite !in_app_iff, !in_map_iff in H. destruct H as [[y [<- H]] | [[y [<- H]] | []]];
      pose proof (count_at_most y m H); simpl joint; rewrite (IH y H).
    - change (count (false :: y)) with (count y). rewrite Nat.sub_succ_l by assumption. simpl. ring.
    - change (count (true :: y)) with (S (count y)). simpl. ring.
  Qed.
  Lemma power_of_is one other h : (0 < one)%Z -> (0 < other)%Z -> (h <= k)%nat ->
    (IZR one / IZR (one + other)) ^ h * (1 - IZR one / IZR (one + other)) ^ (k - h) = IZR (power_of one other h) / IZR (one + other) ^ k.
  Proof.
    intros A B H. assert (S : 0 < IZR (one + other)) by (apply (IZR_lt 0); lia).
    replace (1 - IZR one / IZR (one + other)) with (IZR other / IZR (one + other)) by (rewrite plus_IZR in *; field; lra).
    unfold Rdiv, power_of. rewrite !Rpow_mult_distr, mult_IZR, !pow_inv, <- !pow_IZR.
    replace k with (h + (k - h))%nat at 4 by lia. rewrite pow_add. field. split; apply pow_nonzero; lra.
  Qed.

  Theorem responses : hs (words [false; true] k) (IZR En / IZR Ed) (answers P Q) (answers Q P) = IZR whole / (IZR Ed * IZR (P + Q) ^ k).
  Proof.
    assert (S : 0 < IZR (P + Q) ^ k) by (apply pow_lt, (IZR_lt 0); lia). assert (D : 0 < IZR Ed) by (apply (IZR_lt 0); lia).
    destruct (merges_pascal k gain 0) as [z [M Z]]. unfold whole. rewrite M. cbn [hd]. rewrite Z, <- (sum_by_count k _ 0).
    unfold Rdiv at 2. rewrite Rmult_comm, <- sum_scale. apply sum_ext. intros x Hx. cbn [Nat.add].
    pose proof (count_at_most x k Hx). unfold answers. rewrite !joint_by_count, !power_of_is by assumption.
    rewrite (Z.add_comm Q P). unfold gain.
    set (u := power_of P Q (count x)). set (v := power_of Q P (count x)). set (s := IZR (P + Q) ^ k) in *.
    replace (IZR u / s - IZR En / IZR Ed * (IZR v / s)) with (/ (IZR Ed * s) * IZR (Ed * u - En * v))
      by (rewrite minus_IZR, !mult_IZR; field; split; lra).
    assert (I : 0 < / (IZR Ed * s)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
    unfold pos. destruct (Z.max_spec 0 (Ed * u - En * v)) as [[A ->] | [A ->]].
    - apply Rmax_right. apply (IZR_lt 0) in A. nra.
    - rewrite Rmax_left; [simpl; ring|]. apply IZR_le in A. nra.
  Qed.
End Responses.
