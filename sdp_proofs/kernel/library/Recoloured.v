(* A record of another colour changes the sample at random, without and with replacement: the two rarest types attain delta(x). *)
From SdpProofs Require Export Rarest.

Section Recoloured.
  Context {X : Type} (same : forall a b : X, {a = b} + {a <> b}) (c a : X).
  Notation count l := (count_occ same l c).
  Lemma share k : (1 <= k)%nat -> 0 < / INR k <= 1.
  Proof.
    intro H. apply (le_INR 1) in H. change (INR 1) with 1 in H. split; [apply Rinv_0_lt_compat; lra|].
    rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  Qed.

  (* Without replacement: one of k records c turns into a; it is one of those in the sample with the chance of their share. *)
  Definition one_of (k : nat) (g : list X -> R) (s : list X) : R :=
    INR (count s) * g (turned same c a s) + (INR k - INR (count s)) * g s.
  Definition of_set (k : nat) (g : list X -> R) (s : list X) : R := if le_dec (count s) k then one_of k g s / INR k else 0.
  Lemma of_set_test k g : test g -> (1 <= k)%nat -> test (of_set k g).
  Proof.
    intros [O B] K. destruct (share k K) as [I _]. apply (lt_INR 0) in K. change (INR 0) with 0 in K. split.
    - intros s t P. unfold of_set, one_of. rewrite (proj1 (Permutation_count_occ same s t) P c), (O _ _ P),
        (O _ _ (turned_orderless same c a s t P)). reflexivity.
    - intro s. unfold of_set. destruct (le_dec _ _) as [H|]; [|lra]. apply le_INR in H. pose proof (pos_INR (count s)).
      pose proof (B s). pose proof (B (turned same c a s)). unfold one_of.
      split; [apply Rmult_le_pos; [nra | lra] | apply Rmult_le_reg_r with (INR k); [lra|]].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
  Qed.
  Lemma turned_head k s g : orderless g -> INR (count s) * g (c :: turned same c a s) + (k - INR (count s)) * g (c :: s)
    = INR (count s) * g (a :: s) + (k - INR (count s)) * g (c :: s).
  Proof.
    intro O. destruct (in_dec same c s) as [I|N]; [|rewrite (proj1 (count_occ_not_In same s c) N); simpl; ring].
    destruct (turned_split same c a s I) as [r [P Q]]. rewrite (O (c :: turned same c a s) (a :: s)); [reflexivity|].
    rewrite Q, P. apply perm_swap.
  Qed.
  Lemma one_of_all T x : forall g, orderless g ->
    INR (count x) * sum g (subs T (turned same c a x)) = sum (one_of (count x) g) (subs T x).
  Proof.
    revert T; induction x as [|e x IH]; intros T g O.
    { destruct T; simpl; unfold one_of; simpl; ring. }
    destruct T as [|k].
    { rewrite !subs_zero. unfold one_of. simpl. ring. }
    assert (Oc : forall d, orderless (fun s => g (d :: s))) by (intros d s t P; apply O, perm_skip, P).
    simpl subs at 2. rewrite sum_app, sum_map. simpl turned. simpl count_occ. destruct (same e c) as [-> | N].
    - rewrite subs_split. simpl sub_hits. rewrite sum_map, S_INR.
      rewrite (sum_ext (fun s => one_of (S (count x)) g (c :: s)) (fun s => g (a :: s) + one_of (count x) (fun s => g (c :: s)) s)).
      2: { intros s _. unfold one_of. simpl turned. simpl count_occ. destruct (same c c); [|congruence]. rewrite turned_head, !S_INR by exact O. ring. }
      rewrite (sum_ext (one_of (S (count x)) g) (fun s => g s + one_of (count x) g s))
        by (intros; unfold one_of; rewrite S_INR; ring).
      rewrite !sum_plus, <- !IH by auto. destruct (in_dec same c x) as [I|J].
      + destruct (turned_split same c a x I) as [r [P Q]].
        assert (H : sum g (subs (S k) (a :: x)) = sum g (subs (S k) (c :: turned same c a x))).
        { apply subs_any_order; [exact O|]. rewrite Q, P. apply perm_swap. }
        rewrite !subs_split in H. simpl sub_hits in H. rewrite !sum_map in H. nra.
      + rewrite (proj1 (count_occ_not_In same x c) J). simpl. ring.
    - simpl subs. rewrite sum_app, sum_map, Rmult_plus_distr_l, !IH by auto. f_equal. apply sum_ext; intros s _.
      unfold one_of. simpl. destruct (same e c); [contradiction | reflexivity].
  Qed.
  Lemma subs_count_occ T x s : In s (subs T x) -> (count s <= count x)%nat.
  Proof.
    revert T s; induction x as [|e x IH]; intros [|k] s H; simpl in H; try (destruct H as [<- | []]; simpl; lia); [contradiction|].
    apply in_app_iff in H. destruct H as [H|H].
    - apply in_map_iff in H. destruct H as [t [<- H]]. apply IH in H. simpl. destruct (same e c); lia.
    - apply IH in H. simpl. destruct (same e c); lia.
  Qed.
  Lemma of_set_recolours T m g : orderless g -> sum g (subs T (a :: m)) = sum (of_set (count (c :: m)) g) (subs T (c :: m)).
  Proof.
    intro O. pose proof (one_of_all T (c :: m) g O) as H.
    assert (K : (1 <= count (c :: m))%nat) by (simpl; destruct (same c c); [lia | congruence]).
    assert (N : turned same c a (c :: m) = a :: m) by (simpl; destruct (same c c); congruence). rewrite N in H.
    rewrite (sum_ext (of_set _ g) (fun s => / INR (count (c :: m)) * one_of (count (c :: m)) g s)).
    - rewrite sum_scale, <- H. apply (lt_INR 0) in K. change (INR 0) with 0 in K. field. lra.
    - intros s Hs. apply subs_count_occ in Hs. unfold of_set. destruct (le_dec _ _); [unfold Rdiv; ring | contradiction].
  Qed.

  (* With replacement: each sighting of c turns into one of a with the chance 1/k. *)
  Fixpoint of_word (k : nat) (g : list X -> R) (s : list X) : R :=
    match s with
    | [] => g []
    | e :: l => if same e c then / INR k * of_word k (fun s => g (a :: s)) l + (1 - / INR k) * of_word k (fun s => g (c :: s)) l
                else of_word k (fun s => g (e :: s)) l
    end.
  Lemma of_word_same k s : forall g h, (forall s, g s = h s) -> of_word k g s = of_word k h s.
  Proof.
    induction s as [|e s IH]; intros g h H; simpl; [apply H|].
    destruct (same e c); [f_equal; f_equal|]; apply IH; intro; apply H.
  Qed.
  Lemma of_word_test k g : test g -> (1 <= k)%nat -> test (of_word k g).
  Proof.
    intros [O B] K. apply share in K. split.
    - intros s t P; revert g O B; induction P as [| e s t P IH | d e s | s t u _ IH _ JH]; intros g O B.
      + reflexivity.
      + assert (Oc : forall d, orderless (fun s => g (d :: s))) by (intros d v w Q; apply O, perm_skip, Q).
        simpl. rewrite !IH by (intros; auto). reflexivity.
      + assert (W : forall d e, of_word k (fun s => g (d :: e :: s)) s = of_word k (fun s => g (e :: d :: s)) s)
          by (intros; apply of_word_same; intro; apply O, perm_swap).
        simpl. destruct (same d c), (same e c); rewrite ?(W c a), ?(W d a), ?(W d c), ?(W d e), ?(W c e), ?(W a e); try ring.
      + rewrite IH, JH by assumption. reflexivity.
    - intro s; clear O; revert g B; induction s as [|e s IH]; intros g B; simpl; [apply B|].
      pose proof (fun d => IH (fun s => g (d :: s)) (fun s => B (d :: s))) as H. cbv beta in H.
      destruct (same e c); [|apply H]. pose proof (H a). pose proof (H c). nra.
  Qed.
  Lemma turns_one (phi : X -> R) d x : sum (fun e => if same e c then d + phi c else phi e) x = INR (count x) * d + sum phi x.
  Proof.
    induction x as [|e x IH]; simpl; [ring|]. rewrite IH. destruct (same e c) as [-> |]; [rewrite S_INR|]; ring.
  Qed.
  Lemma of_word_recolours T m g : orderless g -> sum g (words (a :: m) T) = sum (of_word (count (c :: m)) g) (words (c :: m) T).
  Proof.
    set (k := count (c :: m)). assert (K : (1 <= k)%nat) by (unfold k; simpl; destruct (same c c); [lia | congruence]).
    apply (lt_INR 0) in K. change (INR 0) with 0 in K. intros _. revert g. induction T as [|T IH]; intro g; [reflexivity|].
    set (phi e := sum (of_word k (fun s => g (e :: s))) (words (c :: m) T)).
    rewrite !sum_words, (sum_ext _ phi) by (intros e _; apply IH).
    rewrite (sum_ext (fun e => sum (fun o => of_word k g (e :: o)) _) (fun e => if same e c then / INR k * (phi a - phi c) + phi c else phi e)).
    - rewrite turns_one. fold k. simpl. field. lra.
    - intros e _. simpl. destruct (same e c); [|reflexivity]. rewrite sum_plus, !sum_scale. unfold phi. ring.
  Qed.
End Recoloured.

Lemma subs_map {X} (f : X -> X) x : forall T, subs T (map f x) = map (map f) (subs T x).
Proof.
  induction x as [|e x IH]; intros [|k]; simpl; try reflexivity. rewrite map_app, !map_map, !IH, map_map. reflexivity.
Qed.
Lemma words_map {X} (f : X -> X) x T : words (map f x) T = map (map f) (words x T).
Proof.
  induction T as [|T IH]; simpl; [reflexivity|]. rewrite IH, flat_map_concat_map, flat_map_concat_map, concat_map, !map_map. f_equal.
  apply map_ext; intro e. rewrite !map_map. reflexivity.
Qed.

(* The two rarest types attain delta(x); a type with one record or none is seen with the chance that a record is drawn. *)
Section TwoRarest.
  Context {X : Type} (same : forall a b : X, {a = b} + {a <> b}) (types : list X) (T : nat) (E : R) (x : list X) (a b z : X).
  Definition attained (M : list X -> list nat -> R) : R := rarest same (fun v w => hs (histograms same types T) E (M v) (M w)) a b z x.
  Definition delta_of (M : list X -> list nat -> R) : R := delta types (histograms same types T) M E x.
  Hypotheses (HE : 1 <= E) (Vx : Forall (fun c => In c types) x) (Hz : In z x) (rare : two_rarest same types x a b).

  Theorem rarest_without_replacement : (T <= length x)%nat ->
    attained (without_replacement same types T) = delta_of (without_replacement same types T) /\
    ((count_occ same x a <= 1)%nat -> delta_of (without_replacement same types T) = INR T / INR (length x)).
  Proof.
    intro H. assert (1 <= length x)%nat by (destruct x; [contradiction | simpl; lia]).
    rewrite <- chance_without by assumption. unfold attained, delta_of.
    apply (rarest_attain_delta same types T (subs T) (sub_hits T)) with (recoloured := of_set same); auto.
    - apply subs_split.
    - apply subs_any_order.
    - apply subs_count.
    - intros letters y s. apply subs_words.
    - intros d m s I. exact (proj1 (sub_hits_are T d m s I)).
    - intros f y. apply subs_map.
    - intros c d k g. apply of_set_test.
    - intros c d m g. apply of_set_recolours.
    - apply (lt_INR 0), comb_positive, H.
  Qed.
  Theorem rarest_with_replacement :
    attained (with_replacement same types T) = delta_of (with_replacement same types T) /\
    ((count_occ same x a <= 1)%nat -> delta_of (with_replacement same types T) = 1 - (INR (pred (length x)) / INR (length x)) ^ T).
  Proof.
    assert (1 <= length x)%nat by (destruct x; [contradiction | simpl; lia]).
    rewrite <- chance_with by assumption. unfold attained, delta_of.
    apply (rarest_attain_delta same types T (fun x => words x T) (word_hits T)) with (recoloured := of_word same); auto.
    - apply words_split.
    - apply words_any_order.
    - apply words_count.
    - intros letters y s V I. apply words_spec in I. apply words_spec. destruct I as [L F]. split; [exact L|].
      rewrite Forall_forall in *. auto.
    - intros d m s I. exact (proj1 (word_hits_are T d m s I)).
    - intros f y. apply words_map.
    - intros c d k g. apply of_word_test.
    - intros c d m g. apply of_word_recolours.
    - apply pow_lt, (lt_INR 0). assumption.
  Qed.
End TwoRarest.
