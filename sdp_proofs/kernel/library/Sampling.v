(* The sampling histogram: its largest delta(x) is the chance that a given record is drawn, with and without replacement. *)
From Coq Require Export Permutation Arith Lia.
From SdpProofs Require Export Composition.

Definition ones {A} (l : list A) : R := sum (fun _ => 1) l.
Lemma ones_length {A} (l : list A) : ones l = INR (length l).
Proof. induction l as [|a l IH]; unfold ones in *; [reflexivity|]. simpl length. rewrite S_INR, <- IH. simpl. ring. Qed.

(* What both laws share hurts nobody. *)
Lemma shared_part {A} (l : list A) E N (P Q C : A -> R) : 1 <= E -> 0 < N ->
  (forall o, 0 <= P o) -> (forall o, 0 <= Q o) -> (forall o, 0 <= C o) ->
  hs l E (fun o => (P o + C o) / N) (fun o => (Q o + C o) / N) <= sum P l / N.
Proof.
  intros HE HN HP HQ HC. unfold Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_le; intros o _.
  specialize (HP o); specialize (HQ o); specialize (HC o). assert (0 < / N) by (apply Rinv_0_lt_compat, HN).
  apply pos_least; [nra|]. enough (P o + C o - E * (Q o + C o) <= P o) by nra. nra.
Qed.

Section Histogram.
  Context {X : Type} (same : forall a b : X, {a = b} + {a <> b}) (types : list X).
  Definition histogram (s : list X) : list nat := map (count_occ same s) types.
  Definition same_output : forall o p : list nat, {o = p} + {o <> p} := list_eq_dec Nat.eq_dec.
  Definition shows (o : list nat) (s : list X) : R := if same_output (histogram s) o then 1 else 0.

  (* A way to draw samples: those from a :: m are those in which a was drawn, and those from m. *)
  Variables (samples : list X -> list (list X)) (hits : X -> list X -> list (list X)).
  Hypothesis split : forall g a m, sum g (samples (a :: m)) = sum g (hits a m) + sum g (samples m).
  Definition orderless (g : list X -> R) := forall s t, Permutation s t -> g s = g t.
  Hypothesis any_order : forall g x y, orderless g -> Permutation x y -> sum g (samples x) = sum g (samples y).
  Variable size : nat -> R.
  Hypotheses (sized : forall x, ones (samples x) = size (length x)).

  Definition sampled (x : list X) (o : list nat) : R := sum (shows o) (samples x) / size (length x).

  Lemma shows_orderless o : orderless (shows o).
  Proof.
    intros s t P. unfold shows. replace (histogram t) with (histogram s); [reflexivity|].
    apply map_ext; intro a. apply (proj1 (Permutation_count_occ same s t) P).
  Qed.
  Lemma shows_nonneg o s : 0 <= shows o s.
  Proof. unfold shows. destruct (same_output _ _); lra. Qed.

  (* Every histogram of a sample is listed once. *)
  Variable outputs : list (list nat).
  Hypothesis once : NoDup outputs.
  Lemma sum_shows (g : list nat -> R) s : In (histogram s) outputs -> sum (fun o => g o * shows o s) outputs = g (histogram s).
  Proof.
    unfold shows. intro I. rewrite <- (sum_indicator outputs same_output once g (histogram s) I).
    apply sum_ext; intros o _. destruct (same_output (histogram s) o); lra.
  Qed.
  Lemma sum_shows_le s : sum (fun o => shows o s) outputs <= 1.
  Proof.
    destruct (in_dec same_output (histogram s) outputs) as [I|N].
    - rewrite (sum_ext _ (fun o => 1 * shows o s)) by (intros; lra). rewrite (sum_shows (fun _ => 1) s I). lra.
    - rewrite (sum_ext _ (fun _ => 0 * 0)), sum_scale; [lra|]. intros o Ho. unfold shows.
      destruct (same_output (histogram s) o); [subst; contradiction | lra].
  Qed.

  Definition chance (n : nat) : R := 1 - size (pred n) / size n.
  Lemma hits_are a m : ones (hits a m) = size (S (length m)) - size (length m).
  Proof. pose proof (split (fun _ => 1) a m) as H. fold (ones (samples (a :: m))) (ones (hits a m)) (ones (samples m)) in H.
    rewrite !sized in H. simpl length in H. lra. Qed.

  Section Bounds.
    Variables (E : R) (n : nat).
    Hypotheses (HE : 1 <= E) (Hn : (1 <= n)%nat) (some : 0 < size n).

    Lemma any_pair_is_below l a b r : length (l ++ a :: r) = n ->
      hs outputs E (sampled (l ++ a :: r)) (sampled (l ++ b :: r)) <= chance n.
    Proof.
      intro L. assert (L' : length (l ++ b :: r) = n) by (rewrite app_length in *; exact L).
      assert (F : length (l ++ r) = pred n) by (rewrite app_length in *; simpl in L; lia).
      apply Rle_trans with (sum (fun o => sum (shows o) (hits a (l ++ r))) outputs / size n).
      - replace (hs outputs E (sampled (l ++ a :: r)) (sampled (l ++ b :: r))) with
          (hs outputs E (fun o => (sum (shows o) (hits a (l ++ r)) + sum (shows o) (samples (l ++ r))) / size n)
            (fun o => (sum (shows o) (hits b (l ++ r)) + sum (shows o) (samples (l ++ r))) / size n)).
        + apply shared_part; auto; intro o; apply sum_nonneg; intros; apply shows_nonneg.
        + apply sum_ext; intros o _. unfold sampled. rewrite L, L', <- !split.
          rewrite (any_order (shows o) (l ++ a :: r) (a :: l ++ r) (shows_orderless o) (Permutation_sym (Permutation_middle l r a))).
          rewrite (any_order (shows o) (l ++ b :: r) (b :: l ++ r) (shows_orderless o) (Permutation_sym (Permutation_middle l r b))).
          reflexivity.
      - rewrite sum_swap. unfold chance.
        apply Rle_trans with (ones (hits a (l ++ r)) / size n).
        + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, some|]. apply sum_le; intros s _. apply sum_shows_le.
        + rewrite hits_are, F. replace (S (pred n)) with n by lia. apply Req_le. field. lra.
    Qed.

    (* A unique record: every sample in which it was drawn shows it, and no other sample does. *)
    Variables (a b : X).
    Hypotheses (a_is : In a types) (b_is : In b types).
    Let m := repeat b (pred n).
    Hypothesis hit : forall s, In s (hits a m) -> In a s /\ In (histogram s) outputs.
    Hypothesis others : forall s, In s (samples m) \/ In s (hits b m) -> ~ In a s.

    Definition seen (o : list nat) : bool := existsb (fun s => if same_output (histogram s) o then true else false) (hits a m).
    Lemma not_seen s : ~ In a s -> seen (histogram s) = false.
    Proof.
      intro H. apply Bool.not_true_is_false. intro S. apply existsb_exists in S. destruct S as [t [I S]].
      destruct (same_output (histogram t) (histogram s)) as [Q|]; [|discriminate].
      apply H, (count_occ_In same). destruct (hit t I) as [J _]. apply (count_occ_In same) in J.
      replace (count_occ same s a) with (count_occ same t a); [assumption|].
      clear -Q a_is. unfold histogram in Q. induction types as [|c l IH]; simpl in *; [contradiction|].
      injection Q as Q Q'. destruct a_is as [-> | I]; auto.
    Qed.
    Lemma unique_record_is_seen : chance n <= hs outputs E (sampled (a :: m)) (sampled (b :: m)).
    Proof.
      assert (L : length m = pred n) by apply repeat_length.
      assert (La : length (a :: m) = n) by (simpl; lia). assert (Lb : length (b :: m) = n) by (simpl; lia).
      apply Rle_trans with (prob outputs (sampled (a :: m)) seen - E * prob outputs (sampled (b :: m)) seen);
        [|apply event_at_most_hs].
      assert (I : 0 < / size n) by (apply Rinv_0_lt_compat, some).
      assert (Z : prob outputs (sampled (b :: m)) seen = 0).
      { unfold prob, sampled. rewrite (sum_ext _ (fun o => / size (length (b :: m)) * (if seen o then sum (shows o) (samples (b :: m)) else 0)))
          by (intros o _; destruct (seen o); unfold Rdiv; ring).
        rewrite sum_scale. rewrite (sum_ext _ (fun _ => 0 * 0)), sum_scale; [ring|]. intros o _.
        destruct (seen o) eqn:S; [|ring]. rewrite split.
        assert (forall l, (forall s, In s l -> ~ In a s) -> sum (shows o) l = 0).
        { intros l H. rewrite (sum_ext _ (fun _ => 0 * 0)), sum_scale; [ring|]. intros s Hs. unfold shows.
          destruct (same_output (histogram s) o) as [<-|]; [|ring]. rewrite (not_seen s (H s Hs)) in S. discriminate. }
        rewrite !H by (intros s Hs; apply others; auto). ring. }
      rewrite Z, Rmult_0_r, Rminus_0_r. unfold chance.
      apply Rle_trans with (ones (hits a m) / size n); [rewrite hits_are, L; replace (S (pred n)) with n by lia; apply Req_le; field; lra|].
      unfold prob, sampled. rewrite La.
      apply Rle_trans with (sum (fun o => / size n * ((if seen o then 1 else 0) * sum (shows o) (hits a m))) outputs).
      - rewrite sum_scale. unfold Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_l; [lra|].
        rewrite (sum_ext _ (fun o => sum (fun s => (if seen o then 1 else 0) * shows o s) (hits a m))) by (intros; rewrite sum_scale; reflexivity).
        rewrite sum_swap. apply sum_le; intros s Hs. destruct (hit s Hs) as [_ O].
        rewrite (sum_shows (fun o => if seen o then 1 else 0) s O).
        replace (seen (histogram s)) with true; [lra|]. symmetry. apply existsb_exists. exists s. split; [assumption|].
        destruct (same_output (histogram s) (histogram s)); [reflexivity | contradiction].
      - apply sum_le; intros o _. rewrite split. destruct (seen o); [|lra].
        assert (0 <= sum (shows o) (samples m)) by (apply sum_nonneg; intros; apply shows_nonneg). unfold Rdiv. nra.
    Qed.

    Theorem worst_is_the_chance : largest (map (delta types outputs sampled E) (words types n)) = chance n.
    Proof.
      assert (C : 0 <= chance n).
      { pose proof (hits_are a m) as H. unfold m in H. rewrite repeat_length in H. replace (S (pred n)) with n in H by lia.
        assert (0 <= ones (hits a (repeat b (pred n)))) by (apply sum_nonneg; intros; lra).
        unfold chance. apply Rmult_le_reg_r with (size n); [assumption|].
        replace ((1 - size (pred n) / size n) * size n) with (size n - size (pred n)) by (field; lra). lra. }
      assert (W : In (a :: m) (words types n)).
      { apply words_spec. unfold m. simpl. rewrite repeat_length. split; [lia|]. constructor; [assumption|].
        apply Forall_forall. intros c Hc. apply repeat_spec in Hc. subst. assumption. }
      apply Rle_antisym.
      - apply largest_is_least; [assumption|]. intros v Hv. apply in_map_iff in Hv. destruct Hv as [x [<- Hx]].
        apply delta_is_least; [assumption|]. intros y Hy. apply words_spec in Hx. destruct Hx as [L _].
        apply neighbours_spec in Hy. destruct Hy as [l [c [d [r [-> [-> _]]]]]].
        apply loss_at_most; apply any_pair_is_below; [assumption|]. rewrite app_length in *. exact L.
      - apply Rle_trans with (1 := unique_record_is_seen).
        apply Rle_trans with (2 := largest_is_above _ _ (in_map (delta types outputs sampled E) _ _ W)).
        apply Rle_trans with (2 := delta_is_above types outputs sampled E (a :: m) (b :: m)
          (proj2 (neighbours_spec types (a :: m) (b :: m)) (ex_intro _ [] (ex_intro _ a (ex_intro _ b (ex_intro _ m (conj eq_refl (conj eq_refl b_is)))))))).
        apply Rmax_l.
    Qed.
  End Bounds.
End Histogram.
