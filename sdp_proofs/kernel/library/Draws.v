(* Samples of T records, without and with replacement. *)
From SdpProofs Require Export Whole Sampling.

(* All sublists of a length: the samples without replacement, each as likely as any other. *)
Fixpoint subs {X} (T : nat) (x : list X) : list (list X) :=
  match T, x with O, _ => [[]] | S _, [] => [] | S k, a :: m => map (cons a) (subs k m) ++ subs (S k) m end.
Definition sub_hits {X} (T : nat) (a : X) (m : list X) : list (list X) :=
  match T with O => [] | S k => map (cons a) (subs k m) end.

Section Without.
  Context {X : Type}.
  Lemma subs_zero (x : list X) : subs 0 x = [[]].
  Proof. destruct x; reflexivity. Qed.
  Lemma subs_split T g (a : X) m : sum g (subs T (a :: m)) = sum g (sub_hits T a m) + sum g (subs T m).
  Proof. destruct T as [|k]; simpl; [rewrite subs_zero; simpl; ring | apply sum_app]. Qed.
  Lemma subs_any_order T g (x y : list X) : orderless g -> Permutation x y -> sum g (subs T x) = sum g (subs T y).
  Proof.
    intros O P; revert T g O. induction P as [| c x y P IH | c d x | x y z _ IH _ JH]; intros T g O.
    - reflexivity.
    - rewrite !subs_split. destruct T as [|k]; simpl; [rewrite !subs_zero; reflexivity|]. rewrite !sum_map. f_equal; apply IH.
      + intros s t Q. apply O, perm_skip, Q.
      + assumption.
    - rewrite !subs_split. destruct T as [|[|k]]; simpl sub_hits; rewrite ?subs_zero; simpl sum.
      + ring.
      + ring.
      + rewrite !map_app, !sum_app, !sum_map. rewrite (sum_ext (fun s => g (d :: c :: s)) (fun s => g (c :: d :: s))); [ring|].
        intros s _. apply O, perm_swap.
    - rewrite IH, JH; auto.
  Qed.
  Lemma subs_count T (x : list X) : ones (subs T x) = INR (comb (length x) T).
  Proof.
    rewrite ones_length. f_equal. revert T; induction x as [|a x IH]; intros [|k]; simpl; try reflexivity.
    rewrite app_length, map_length, !IH. reflexivity.
  Qed.
  Lemma subs_words (letters : list X) T x s : Forall (fun c => In c letters) x -> In s (subs T x) -> In s (words letters T).
  Proof.
    intro F; revert T s; induction F as [|c x Hc F IH]; intros [|k] s H; simpl in H |- *; try tauto.
    apply in_app_iff in H. destruct H as [H|H]; [|exact (IH (S k) s H)]. apply in_map_iff in H. destruct H as [t [<- H]].
    apply in_flat_map. exists c. split; [assumption|]. apply in_map, IH, H.
  Qed.
  Lemma sub_hits_are T (a : X) m s : In s (sub_hits T a m) -> In a s /\ In s (subs T (a :: m)).
  Proof.
    destruct T as [|k]; simpl; [contradiction|]. intro H. split; [|apply in_app_iff; auto].
    apply in_map_iff in H. destruct H as [t [<- _]]. left. reflexivity.
  Qed.
End Without.

(* All words of T records: the samples with replacement. *)
Fixpoint word_hits {X} (T : nat) (a : X) (m : list X) : list (list X) :=
  match T with O => [] | S k => map (cons a) (words (a :: m) k) ++ flat_map (fun c => map (cons c) (word_hits k a m)) m end.

Section With.
  Context {X : Type}.
  Lemma words_split T g (a : X) m : sum g (words (a :: m) T) = sum g (word_hits T a m) + sum g (words m T).
  Proof.
    revert g; induction T as [|k IH]; intro g; [simpl; ring|]. rewrite !sum_words. simpl word_hits.
    rewrite sum_app, sum_map, sum_flat_map. simpl sum at 1.
    rewrite (sum_ext (fun c => sum (fun o => g (c :: o)) (words (a :: m) k))
      (fun c => sum (fun s => g (c :: s)) (word_hits k a m) + sum (fun s => g (c :: s)) (words m k))) by (intros; apply IH).
    rewrite sum_plus. rewrite (sum_ext (fun c => sum g (map (cons c) (word_hits k a m))) (fun c => sum (fun s => g (c :: s)) (word_hits k a m)))
      by (intros; apply sum_map). ring.
  Qed.
  Lemma sum_permutation {A} (f : A -> R) x y : Permutation x y -> sum f x = sum f y.
  Proof. induction 1; simpl; lra. Qed.
  Lemma words_any_order T g (x y : list X) : orderless g -> Permutation x y -> sum g (words x T) = sum g (words y T).
  Proof.
    intros _ P; revert g; induction T as [|k IH]; intro g; [reflexivity|]. rewrite !sum_words, (sum_permutation _ x y P).
    apply sum_ext; intros; apply IH.
  Qed.
  Lemma words_count T (x : list X) : ones (words x T) = INR (length x) ^ T.
  Proof.
    induction T as [|k IH]; unfold ones in *; [simpl; ring|]. rewrite sum_words, (sum_ext _ (fun _ => INR (length x) ^ k * 1)) by (intros; rewrite IH; ring).
    rewrite sum_scale. fold (ones x). rewrite ones_length. simpl. ring.
  Qed.
  Lemma word_hits_are T (a : X) m s : In s (word_hits T a m) -> In a s /\ In s (words (a :: m) T).
  Proof.
    revert s; induction T as [|k IH]; intros s H; simpl in H; [contradiction|]. apply in_app_iff in H. destruct H as [H|H].
    - apply in_map_iff in H. destruct H as [t [<- H]]. split; [left; reflexivity|]. apply in_flat_map. exists a.
      split; [left; reflexivity | apply in_map, H].
    - apply in_flat_map in H. destruct H as [c [Hc H]]. apply in_map_iff in H. destruct H as [t [<- H]]. destruct (IH t H) as [I J].
      split; [right; assumption|]. apply in_flat_map. exists c. split; [right; assumption | apply in_map, J].
  Qed.
End With.

(* How likely a record is drawn. *)
Lemma chance_without n T : (1 <= n)%nat -> (T <= n)%nat -> chance (fun n => INR (comb n T)) n = INR T / INR n.
Proof.
  intros Hn H. unfold chance. pose proof (lt_INR 0 _ (comb_positive n T H)) as P. change (INR 0) with 0 in P.
  destruct T as [|k], n as [|p]; try lia; simpl pred.
  - replace (comb p 0) with 1%nat by (destruct p; reflexivity). simpl (comb (S p) 0). simpl (INR 0). simpl (INR 1). field.
    apply not_0_INR. lia.
  - rewrite <- (comb_rate (S p) (S k)) by lia. simpl pred. replace (INR (comb p k)) with (INR (comb (S p) (S k)) - INR (comb p (S k))); [field; lra|].
    change (comb (S p) (S k)) with (comb p k + comb p (S k))%nat. rewrite plus_INR. ring.
Qed.
Lemma chance_with n T : (1 <= n)%nat -> chance (fun n => INR n ^ T) n = 1 - (INR (pred n) / INR n) ^ T.
Proof.
  intro H. assert (P : 0 < INR n) by (apply (lt_INR 0), H). unfold chance, Rdiv. rewrite Rpow_mult_distr, pow_inv. reflexivity.
Qed.

(* The sampling histogram, and its largest delta(x) over all databases of n records. *)
Section Worst.
  Context {X : Type} (same : forall a b : X, {a = b} + {a <> b}) (types : list X) (T : nat).
  Definition histograms : list (list nat) := nodup same_output (map (histogram same types) (words types T)).
  Definition without_replacement := sampled same types (subs T) (fun n => INR (comb n T)).
  Definition with_replacement := sampled same types (fun x => words x T) (fun n => INR n ^ T).
  Definition worst (M : list X -> list nat -> R) (E : R) (n : nat) : R := largest (map (delta types histograms M E) (words types n)).

  Lemma histograms_are s : In s (words types T) -> In (histogram same types s) histograms.
  Proof. intro H. apply nodup_In, in_map, H. Qed.
  Lemma only_b (a b : X) T' n s : a <> b -> In s (words (repeat b n) T') -> ~ In a s.
  Proof.
    intros D H I. apply words_spec in H. destruct H as [_ F]. rewrite Forall_forall in F. specialize (F a I).
    apply repeat_spec in F. contradiction.
  Qed.

  Variables (E : R) (n : nat) (a b : X).
  Hypotheses (HE : 1 <= E) (HT : (1 <= T)%nat) (a_is : In a types) (b_is : In b types) (differ : a <> b).
  Lemma all_b_is_a_database k : Forall (fun c => In c types) (repeat b k).
  Proof. apply Forall_forall. intros c H. apply repeat_spec in H. subst. assumption. Qed.

  Theorem worst_without_replacement : (T <= n)%nat -> worst without_replacement E n = INR T / INR n.
  Proof.
    intro H. rewrite <- chance_without by lia. unfold worst, without_replacement.
    rewrite (worst_is_the_chance same types (subs T) (sub_hits T) (subs_split T) (subs_any_order T) (fun n => INR (comb n T))
      (subs_count T) histograms (NoDup_nodup _ _) E n HE ltac:(lia) ltac:(apply (lt_INR 0), comb_positive, H) a b a_is b_is).
    - reflexivity.
    - intros s Hs. apply sub_hits_are in Hs. destruct Hs as [I J]. split; [assumption|]. apply histograms_are.
      apply (subs_words types T (a :: repeat b (pred n))); [constructor; [assumption | apply all_b_is_a_database] | assumption].
    - intros s Hs. apply (only_b a b T (S (pred n)) s differ). simpl repeat.
      apply (subs_words _ T (b :: repeat b (pred n))); [apply Forall_forall; auto|].
      destruct Hs as [Hs | Hs]; [|apply sub_hits_are, Hs]. destruct T as [|k]; simpl; [rewrite subs_zero in Hs; exact Hs|].
      apply in_app_iff. right. exact Hs.
  Qed.

  Theorem worst_with_replacement : (1 <= n)%nat -> worst with_replacement E n = 1 - (INR (pred n) / INR n) ^ T.
  Proof.
    intro H. assert (P : 0 < INR n) by (apply (lt_INR 0), H). rewrite <- chance_with by exact H. unfold worst, with_replacement.
    rewrite (worst_is_the_chance same types (fun x => words x T) (word_hits T) (words_split T) (words_any_order T) (fun n => INR n ^ T)
      (words_count T) histograms (NoDup_nodup _ _) E n HE H ltac:(apply pow_lt, P) a b a_is b_is).
    - reflexivity.
    - intros s Hs. apply word_hits_are in Hs. destruct Hs as [I J]. split; [assumption|]. apply histograms_are.
      apply words_spec in J. apply words_spec. destruct J as [L F]. split; [assumption|]. eapply Forall_impl; [|exact F].
      intros c [<- | Hc]; [assumption|]. apply repeat_spec in Hc. subst. assumption.
    - intros s [Hs | Hs]; [exact (only_b a b T (pred n) s differ Hs)|]. apply word_hits_are in Hs.
      apply (only_b a b T (S (pred n)) s differ), Hs.
  Qed.
End Worst.
