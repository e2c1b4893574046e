(* Mechanisms on databases: Definitions 1 and 2, the average of Definition 3, and what does not increase them. *)
From Coq Require Export Reals Lra Psatz List.
From SdpProofs Require Export Privacy.
Export ListNotations.
Open Scope R_scope.

(* The largest of numbers, none of which is below zero. *)
Definition largest (l : list R) : R := fold_right Rmax 0 l.
Lemma largest_nonneg l : 0 <= largest l.
Proof. induction l as [|x l IH]; simpl; [lra | apply Rle_trans with (1 := IH), Rmax_r]. Qed.
Lemma largest_is_above x l : In x l -> x <= largest l.
Proof.
  induction l as [|y l IH]; simpl; [contradiction|]. intros [-> | H]; [apply Rmax_l|].
  apply Rle_trans with (1 := IH H), Rmax_r.
Qed.
Lemma largest_is_least l d : 0 <= d -> (forall x, In x l -> x <= d) -> largest l <= d.
Proof. induction l as [|x l IH]; simpl; intros Hd H; [assumption | apply Rmax_lub; auto]. Qed.

(* All lists of a length. *)
Fixpoint words {X} (letters : list X) (n : nat) : list (list X) :=
  match n with O => [[]] | S n => flat_map (fun a => map (cons a) (words letters n)) letters end.

Section Mechanism.
  Context {X A : Type} (types : list X) (outputs : list A).

  (* Databases that differ in one record. *)
  Fixpoint neighbours (x : list X) : list (list X) :=
    match x with [] => [] | a :: l => map (fun b => b :: l) types ++ map (cons a) (neighbours l) end.

  Lemma neighbours_spec x y : In y (neighbours x) <->
    exists l a b r, x = l ++ a :: r /\ y = l ++ b :: r /\ In b types.
  Proof.
    revert y; induction x as [|c x IH]; intro y; simpl.
    - split; [contradiction | intros [[|? ?] [? [? [? [H _]]]]]; discriminate].
    - rewrite in_app_iff, !in_map_iff. split.
      + intros [[b [<- H]] | [z [<- H]]]; [exists [], c, b, x; auto|].
        apply IH in H. destruct H as [l [a [b [r [-> [-> H]]]]]]. exists (c :: l), a, b, r. auto.
      + intros [[|e l] [a [b [r [H [-> I]]]]]]; injection H as -> ->; simpl; [left; eauto|].
        right. exists (l ++ b :: r). split; [reflexivity|]. apply IH. eauto 7.
  Qed.
  Lemma words_spec n x : In x (words types n) <-> length x = n /\ Forall (fun a => In a types) x.
  Proof.
    revert x; induction n as [|n IH]; intro x; simpl.
    - split; [intros [<- | []]; auto | intros [H _]; apply length_zero_iff_nil in H; subst; auto].
    - rewrite in_flat_map. split.
      + intros [a [Ha H]]. apply in_map_iff in H. destruct H as [y [<- H]]. apply IH in H. simpl. intuition.
      + intros [L F]. destruct x as [|a x]; [discriminate|]. inversion F; subst.
        exists a. split; [assumption|]. apply in_map, IH. auto.
  Qed.
  Lemma neighbours_symmetric n x y : In x (words types n) -> In y (neighbours x) ->
    In y (words types n) /\ In x (neighbours y).
  Proof.
    rewrite !words_spec, !neighbours_spec. intros [L F] [l [a [b [r [-> [-> H]]]]]].
    rewrite app_length in *. apply Forall_app in F. destruct F as [F G]. inversion G; subst.
    split; [split; [reflexivity | apply Forall_app; auto] | exists l, b, a, r; auto].
  Qed.

  Variables (M : list X -> A -> R) (E : R).

  (* Definition 2: the largest gain of an event, over all neighbours and in both directions. *)
  Definition loss (x y : list X) : R := Rmax (hs outputs E (M x) (M y)) (hs outputs E (M y) (M x)).
  Definition delta (x : list X) : R := largest (map (loss x) (neighbours x)).
  (* Definition 1, for databases of n records. *)
  Definition private (n : nat) (d : R) : Prop := forall x y S, In x (words types n) -> In y (neighbours x) ->
    prob outputs (M x) S <= E * prob outputs (M y) S + d.

  Lemma loss_at_most x y d : hs outputs E (M x) (M y) <= d -> hs outputs E (M y) (M x) <= d -> loss x y <= d.
  Proof. apply Rmax_lub. Qed.
  Lemma delta_nonneg x : 0 <= delta x.
  Proof. apply largest_nonneg. Qed.
  Lemma delta_is_above x y : In y (neighbours x) -> loss x y <= delta x.
  Proof. intro H. apply largest_is_above, in_map, H. Qed.
  Lemma delta_is_least x d : 0 <= d -> (forall y, In y (neighbours x) -> loss x y <= d) -> delta x <= d.
  Proof. intros Hd H. apply largest_is_least; [assumption|]. intros l Hl. apply in_map_iff in Hl. destruct Hl as [y [<- Hy]]. auto. Qed.

  (* No event of Definition 2 gains more, and where the divergence is positive one gains as much. *)
  Theorem delta_bounds_events x y S : In y (neighbours x) ->
    prob outputs (M x) S - E * prob outputs (M y) S <= delta x /\ prob outputs (M y) S - E * prob outputs (M x) S <= delta x.
  Proof.
    intro H. pose proof (delta_is_above x y H) as D. unfold loss in D.
    pose proof (Rmax_l (hs outputs E (M x) (M y)) (hs outputs E (M y) (M x))).
    pose proof (Rmax_r (hs outputs E (M x) (M y)) (hs outputs E (M y) (M x))).
    pose proof (event_at_most_hs outputs E (M x) (M y) S). pose proof (event_at_most_hs outputs E (M y) (M x) S). lra.
  Qed.
  Lemma hs_from_events P Q d : (forall S, prob outputs P S <= E * prob outputs Q S + d) -> hs outputs E P Q <= d.
  Proof. intro H. rewrite <- best_event_is_hs. specialize (H (gains E P Q)). lra. Qed.

  (* Theorem 1 *)
  Theorem private_is_largest_delta n d : 0 <= d -> private n d <-> largest (map delta (words types n)) <= d.
  Proof.
    intro Hd. split; intro H.
    - apply largest_is_least; [assumption|]. intros v Hv. apply in_map_iff in Hv. destruct Hv as [x [<- Hx]].
      apply delta_is_least; [assumption|]. intros y Hy.
      destruct (neighbours_symmetric n x y Hx Hy) as [Hy' Hx'].
      apply loss_at_most; apply hs_from_events; intro S; apply H; assumption.
    - intros x y S Hx Hy. pose proof (proj1 (delta_bounds_events x y S Hy)).
      pose proof (largest_is_above (delta x) (map delta (words types n)) ltac:(apply in_map, Hx)). lra.
  Qed.
End Mechanism.

(* The average over databases of which each record follows a source of its own. *)
Fixpoint mean {X} (types : list X) (sources : list (X -> R)) (g : list X -> R) : R :=
  match sources with [] => g [] | p :: ps => sum (fun a => p a * mean types ps (fun x => g (a :: x))) types end.

Section Mean.
  Context {X : Type} (types : list X).
  Definition is_source (p : X -> R) := forall a, 0 <= p a.

  Lemma mean_le ps g h : Forall is_source ps -> (forall x, g x <= h x) -> mean types ps g <= mean types ps h.
  Proof.
    intro F; revert g h; induction F as [|p ps Hp F IH]; intros g h H; simpl; [apply H|].
    apply sum_le; intros a _. apply Rmult_le_compat_l; [apply Hp | apply IH; auto].
  Qed.
  Lemma mean_plus ps g h : mean types ps (fun x => g x + h x) = mean types ps g + mean types ps h.
  Proof.
    revert g h; induction ps as [|p ps IH]; intros g h; simpl; [reflexivity|].
    rewrite <- sum_plus. apply sum_ext; intros a _. rewrite IH. lra.
  Qed.
  (* linear in each source *)
  Definition mixed t (p q : X -> R) (a : X) : R := t * p a + (1 - t) * q a.
  Lemma mean_mixed t p q l r g :
    mean types (l ++ mixed t p q :: r) g = t * mean types (l ++ p :: r) g + (1 - t) * mean types (l ++ q :: r) g.
  Proof.
    revert g; induction l as [|s l IH]; intro g; simpl; rewrite <- !sum_scale, <- sum_plus.
    - apply sum_ext; intros a _. unfold mixed. ring.
    - apply sum_ext; intros a _. rewrite IH. ring.
  Qed.
End Mean.

(* Definition 3: the supremum of the averages over the assignments of sources that are allowed. *)
Section Smoothed.
  Context {X A : Type} (types : list X) (outputs : list A).
  Definition smoothed (allowed : list (X -> R) -> Prop) (M : list X -> A -> R) (E s : R) : Prop :=
    is_lub (fun v => exists ps, allowed ps /\ v = mean types ps (delta types outputs M E)) s.
End Smoothed.
Definition of_sources {X} (allowed : list (X -> R) -> Prop) := forall ps, allowed ps -> Forall is_source ps.

Lemma lub_le (U V : R -> Prop) u v : is_lub U u -> is_lub V v -> (forall x, U x -> exists y, V y /\ x <= y) -> u <= v.
Proof. intros [_ L] [B _] H. apply L. intros x Hx. destruct (H x Hx) as [y [Hy I]]. apply Rle_trans with (1 := I), B, Hy. Qed.

(* Proposition 4: post-processing *)
Definition processed {X A B} (outputs : list A) (K : A -> B -> R) (M : list X -> A -> R) (x : list X) (b : B) : R :=
  sum (fun a => K a b * M x a) outputs.
Definition is_map {A B} (outputs : list A) (images : list B) (K : A -> B -> R) : Prop :=
  (forall a, In a outputs -> forall b, 0 <= K a b) /\ (forall a, In a outputs -> sum (K a) images = 1).

Theorem post_processing {X A B} (types : list X) (outputs : list A) (images : list B) K M E x :
  is_map outputs images K -> delta types images (processed outputs K M) E x <= delta types outputs M E x.
Proof.
  intros [K0 K1]. apply delta_is_least; [apply delta_nonneg|]. intros y Hy.
  apply Rle_trans with (2 := delta_is_above types outputs M E x y Hy).
  apply loss_at_most; (apply Rle_trans with (1 := data_processing outputs images K E _ _ K0 K1)); [apply Rmax_l | apply Rmax_r].
Qed.
Theorem smoothed_post_processing {X A B} (types : list X) (outputs : list A) (images : list B) K M E allowed before after :
  is_map outputs images K -> of_sources allowed -> smoothed types outputs allowed M E before ->
  smoothed types images allowed (processed outputs K M) E after -> after <= before.
Proof.
  intros HK HS I J. apply (lub_le _ _ _ _ J I). intros v [ps [H ->]]. eexists. split; [exists ps; auto|].
  apply mean_le; [auto|]. intro x. apply post_processing; assumption.
Qed.

(* Proposition 5: two releases of independent randomness *)
Definition both {X A B} (M : list X -> A -> R) (N : list X -> B -> R) (x : list X) (o : A * B) : R := M x (fst o) * N x (snd o).

Lemma sum_app {A} (f : A -> R) l m : sum f (l ++ m) = sum f l + sum f m.
Proof. induction l as [|a l IH]; simpl; [lra | rewrite IH; lra]. Qed.
Lemma sum_map {A B} (f : B -> R) (g : A -> B) l : sum f (map g l) = sum (fun a => f (g a)) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma sum_pairs {A B} (f : A * B -> R) l m : sum f (list_prod l m) = sum (fun a => sum (fun b => f (a, b)) m) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. rewrite sum_app, sum_map, IH. reflexivity. Qed.

Lemma hs_both {A B} (l : list A) (m : list B) E F (P Q : A -> R) (P' Q' : B -> R) : 0 <= E -> 0 <= F ->
  law l P -> (forall a, 0 <= Q a) -> law m P' -> (forall b, 0 <= Q' b) ->
  hs (list_prod l m) (E * F) (fun o => P (fst o) * P' (snd o)) (fun o => Q (fst o) * Q' (snd o)) <= hs l E P Q + hs m F P' Q'.
Proof.
  intros HE HF HP HQ HP' HQ'. unfold hs at 1. rewrite sum_pairs.
  apply (adaptive_composition l m E F (hs l E P Q) (hs m F P' Q') P Q (fun _ => P') (fun _ => Q')); auto; try lra; intros; lra.
Qed.

Theorem composition {X A B} (types : list X) (l : list A) (m : list B) M N E F x : 0 <= E -> 0 <= F ->
  (forall y, law l (M y)) -> (forall y, law m (N y)) ->
  delta types (list_prod l m) (both M N) (E * F) x <= delta types l M E x + delta types m N F x.
Proof.
  intros HE HF HM HN. pose proof (delta_nonneg types l M E x). pose proof (delta_nonneg types m N F x).
  apply delta_is_least; [lra|]. intros y Hy.
  pose proof (delta_is_above types l M E x y Hy) as D. pose proof (delta_is_above types m N F x y Hy) as D'.
  unfold loss in D, D'.
  pose proof (Rmax_l (hs l E (M x) (M y)) (hs l E (M y) (M x))). pose proof (Rmax_r (hs l E (M x) (M y)) (hs l E (M y) (M x))).
  pose proof (Rmax_l (hs m F (N x) (N y)) (hs m F (N y) (N x))). pose proof (Rmax_r (hs m F (N x) (N y)) (hs m F (N y) (N x))).
  assert (P0 : forall z a, 0 <= M z a) by (intros; apply HM). assert (Q0 : forall z b, 0 <= N z b) by (intros; apply HN).
  apply loss_at_most.
  - pose proof (hs_both l m E F (M x) (M y) (N x) (N y) HE HF (HM x) (P0 y) (HN x) (Q0 y)). unfold both. lra.
  - pose proof (hs_both l m E F (M y) (M x) (N y) (N x) HE HF (HM y) (P0 x) (HN y) (Q0 x)). unfold both. lra.
Qed.
Theorem smoothed_composition {X A B} (types : list X) (l : list A) (m : list B) M N E F allowed together first second :
  0 <= E -> 0 <= F -> (forall y, law l (M y)) -> (forall y, law m (N y)) -> of_sources allowed ->
  smoothed types (list_prod l m) allowed (both M N) (E * F) together ->
  smoothed types l allowed M E first -> smoothed types m allowed N F second -> together <= first + second.
Proof.
  intros HE HF HM HN HS [_ L] [B1 _] [B2 _]. apply L. intros v [ps [H ->]].
  apply Rle_trans with (mean types ps (delta types l M E) + mean types ps (delta types m N F)).
  - rewrite <- mean_plus. apply mean_le; [auto|]. intro x. apply composition; assumption.
  - apply Rplus_le_compat; [apply B1 | apply B2]; exists ps; auto.
Qed.

(* Proposition 6: each record is changed on its own before the mechanism *)
Section PreProcessing.
  Context {X Y A : Type} (types : list X) (features : list Y) (outputs : list A) (f : X -> Y).
  Hypotheses (into : forall a, In a types -> In (f a) features).
  Variables (M : list Y -> A -> R) (E : R).

  Theorem pre_processing x : delta types outputs (fun x => M (map f x)) E x <= delta features outputs M E (map f x).
  Proof.
    apply delta_is_least; [apply delta_nonneg|]. intros y Hy. apply (delta_is_above features outputs M E (map f x) (map f y)).
    apply neighbours_spec in Hy. apply neighbours_spec. destruct Hy as [l [a [b [r [-> [-> Hb]]]]]]. rewrite !map_app. simpl.
    exists (map f l), (f a), (f b), (map f r). auto.
  Qed.

  (* The source of the features of a record. *)
  Variable same : forall c d : Y, {c = d} + {c <> d}.
  Hypothesis once : NoDup features.
  Definition pushed (p : X -> R) (c : Y) : R := sum (fun a => if same (f a) c then p a else 0) types.

  Lemma sum_indicator (g : Y -> R) c : In c features -> sum (fun d => if same c d then g d else 0) features = g c.
  Proof.
    pose proof once as D0. clear into once. induction D0 as [|d l N D IH]; [contradiction|].
    assert (Z : ~ In c l -> sum (fun d => if same c d then g d else 0) l = 0).
    { clear. induction l as [|e l IH]; simpl; [reflexivity|]. intro H. rewrite IH by tauto.
      destruct (same c e); [subst; tauto | lra]. }
    simpl. intros [-> | H]; [rewrite (Z N); destruct (same c c); [lra | contradiction]|].
    rewrite (IH H). destruct (same c d); [subst; contradiction | lra].
  Qed.
  Lemma mean_pushed ps g : mean features (map pushed ps) g = mean types ps (fun x => g (map f x)).
  Proof.
    revert g; induction ps as [|p ps IH]; intro g; simpl; [reflexivity|].
    transitivity (sum (fun c => sum (fun a => if same (f a) c then p a * mean types ps (fun x => g (c :: map f x)) else 0) types) features).
    - apply sum_ext; intros c _. rewrite IH. unfold pushed. rewrite Rmult_comm, <- sum_scale.
      apply sum_ext; intros a _. destruct (same (f a) c); ring.
    - rewrite <- sum_swap. apply sum_ext; intros a Ha.
      rewrite (sum_indicator (fun c => p a * mean types ps (fun x => g (c :: map f x))) (f a)); auto.
  Qed.

  Theorem smoothed_pre_processing allowed before after : of_sources allowed ->
    smoothed features outputs (fun qs => exists ps, allowed ps /\ qs = map pushed ps) M E before ->
    smoothed types outputs allowed (fun x => M (map f x)) E after -> after <= before.
  Proof.
    intros HS I J. apply (lub_le _ _ _ _ J I). intros v [ps [H ->]].
    exists (mean features (map pushed ps) (delta features outputs M E)). split; [eauto 6|].
    rewrite mean_pushed. apply mean_le; [auto|]. intro x. apply pre_processing.
  Qed.
End PreProcessing.

(* Proposition 7: mixtures of sources allow nothing worse than the sources themselves *)
Section Reduction.
  Context {X : Type} (types : list X) (sources : (X -> R) -> Prop).
  Inductive hull : (X -> R) -> Prop :=
    | Source p : sources p -> hull p
    | Mixture t p q : 0 <= t <= 1 -> hull p -> hull q -> hull (mixed t p q).

  Lemma no_mixture_is_worse l p r g : hull p -> exists q, sources q /\ mean types (l ++ p :: r) g <= mean types (l ++ q :: r) g.
  Proof.
    induction 1 as [p H | t p q Ht _ [p' [P I]] _ [q' [Q J]]]; [exists p; split; [assumption | lra]|].
    rewrite mean_mixed.
    destruct (Rle_lt_dec (mean types (l ++ p' :: r) g) (mean types (l ++ q' :: r) g)); [exists q' | exists p'];
      (split; [assumption | nra]).
  Qed.
  Theorem reduction l ps g : Forall hull ps ->
    exists qs, Forall sources qs /\ length qs = length ps /\ mean types (l ++ ps) g <= mean types (l ++ qs) g.
  Proof.
    intro F; revert l; induction F as [|p ps Hp F IH]; intro l; [exists []; repeat split; auto; lra|].
    destruct (no_mixture_is_worse l p ps g Hp) as [q [Q I]]. destruct (IH (l ++ [q])) as [qs [S [L J]]].
    exists (q :: qs). rewrite <- !app_assoc in J. simpl in J. repeat split; [auto | simpl; auto | lra].
  Qed.

  Context {A : Type} (outputs : list A).
  Theorem distribution_reduction n M E s :
    smoothed types outputs (fun ps => length ps = n /\ Forall hull ps) M E s <->
    smoothed types outputs (fun ps => length ps = n /\ Forall sources ps) M E s.
  Proof.
    assert (H : forall u, is_upper_bound (fun v => exists ps, (length ps = n /\ Forall hull ps) /\ v = mean types ps (delta types outputs M E)) u <->
      is_upper_bound (fun v => exists ps, (length ps = n /\ Forall sources ps) /\ v = mean types ps (delta types outputs M E)) u).
    { intro u; split; intros U v [ps [[L F] ->]].
      - apply U. exists ps. repeat split; auto. eapply Forall_impl; [|exact F]. intros p Hp. apply Source, Hp.
      - destruct (reduction [] ps (delta types outputs M E) F) as [qs [G [L' I]]]. simpl in I.
        apply Rle_trans with (1 := I), U. exists qs. repeat split; congruence. }
    split; intros [B L]; split; [apply H, B | intros u Hu; apply L, H, Hu | apply H, B | intros u Hu; apply L, H, Hu].
  Qed.
End Reduction.
