(* Several releases, and several records: composition with its sharper constant, group privacy. *)
From SdpProofs Require Export Mechanisms.

(* What both laws share at an output; the rest of P is what the divergence sums. *)
Definition shared (E : R) (p q : R) : R := p - pos (p - E * q).
Lemma shared_facts E p q : 0 <= E -> 0 <= p -> 0 <= q -> 0 <= shared E p q /\ shared E p q <= E * q /\ shared E p q <= p.
Proof. intros. unfold shared, pos, Rmax. destruct (Rle_dec 0 (p - E * q)); nra. Qed.
Lemma sum_shared {A} (l : list A) E P Q : law l P -> sum (fun a => shared E (P a) (Q a)) l = 1 - hs l E P Q.
Proof.
  intros [_ S]. unfold shared, hs. rewrite <- S.
  rewrite (sum_ext _ (fun a => P a + -1 * pos (P a - E * Q a))) by (intros; ring). rewrite sum_plus, sum_scale. ring.
Qed.

(* Two releases of which the second may look at the first: deltas combine like the chances of failures. *)
Theorem failures {A B} (l : list A) (m : list B) E F d P Q (P' Q' : A -> B -> R) : 0 <= E -> 0 <= F ->
  law l P -> (forall a, 0 <= Q a) -> (forall a, law m (P' a)) -> (forall a b, 0 <= Q' a b) ->
  (forall a, hs m F (P' a) (Q' a) <= d) ->
  hs (list_prod l m) (E * F) (fun o => P (fst o) * P' (fst o) (snd o)) (fun o => Q (fst o) * Q' (fst o) (snd o))
  <= hs l E P Q + (1 - hs l E P Q) * d.
Proof.
  intros HE HF HP HQ HP' HQ' H. unfold hs at 1. rewrite sum_pairs. simpl.
  apply Rle_trans with (sum (fun a => pos (P a - E * Q a) + d * shared E (P a) (Q a)) l).
  2: { rewrite sum_plus, sum_scale, sum_shared by assumption. unfold hs. lra. }
  apply sum_le; intros a _. destruct (HP' a) as [HPa SPa]. specialize (H a).
  destruct HP as [HP _]. destruct (shared_facts E (P a) (Q a) HE (HP a) (HQ a)) as [S0 [S1 S2]].
  apply Rle_trans with (sum (fun b => pos (P a - E * Q a) * P' a b + shared E (P a) (Q a) * pos (P' a b - F * Q' a b)) m).
  2: { rewrite sum_plus, !sum_scale, SPa. unfold hs in H. nra. }
  apply sum_le; intros b _.
  pose proof (pos_nonneg (P a - E * Q a)). pose proof (pos_ge (P' a b - F * Q' a b)). pose proof (pos_nonneg (P' a b - F * Q' a b)).
  specialize (HPa b). specialize (HQ' a b). apply pos_least; [nra|].
  set (s := shared E (P a) (Q a)) in *. replace (P a) with (pos (P a - E * Q a) + s) at 1 by (unfold s, shared; ring).
  assert (s * (F * Q' a b) <= E * Q a * (F * Q' a b)) by (apply Rmult_le_compat_r; nra).
  assert (s * (P' a b - F * Q' a b) <= s * pos (P' a b - F * Q' a b)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(* Any number of independent releases. *)
Fixpoint joint {A} (laws : list (A -> R)) (o : list A) : R :=
  match laws, o with [], [] => 1 | p :: laws, a :: o => p a * joint laws o | _, _ => 0 end.
Fixpoint product (l : list R) : R := match l with [] => 1 | x :: l => x * product l end.
Definition total (l : list R) : R := fold_right Rplus 0 l.

Lemma sum_flat_map {A B} (f : B -> R) (g : A -> list B) l : sum f (flat_map g l) = sum (fun a => sum f (g a)) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity | rewrite sum_app, IH; reflexivity]. Qed.
Lemma sum_words {A} (l : list A) f n : sum f (words l (S n)) = sum (fun a => sum (fun o => f (a :: o)) (words l n)) l.
Proof. simpl. rewrite sum_flat_map. apply sum_ext; intros a _. apply sum_map. Qed.
Lemma joint_nonneg {A} (laws : list (A -> R)) o : Forall (fun p => forall a, 0 <= p a) laws -> 0 <= joint laws o.
Proof.
  intro F; revert o; induction F as [|p laws Hp F IH]; intros [|a o]; simpl; try lra. apply Rmult_le_pos; auto.
Qed.
Lemma joint_law {A} (l : list A) laws : Forall (law l) laws -> law (words l (length laws)) (joint laws).
Proof.
  intro F; split; [intro o; apply joint_nonneg; eapply Forall_impl; [|exact F]; intros p [H _]; exact H|].
  induction F as [|p laws [Hp S] F IH]; [simpl; lra|]. simpl length. rewrite sum_words. simpl.
  rewrite (sum_ext _ p); [assumption|]. intros a _. rewrite sum_scale, IH. lra.
Qed.

(* Each release: its budget, its law on the one database and on the other. *)
Record release (A : Type) := Release { budget : R; own : A -> R; other : A -> R }.
Arguments budget {A}. Arguments own {A}. Arguments other {A}.
Definition proper {A} (l : list A) (r : release A) : Prop := 0 <= budget r /\ law l (own r) /\ law l (other r).

Theorem composition_of_many {A} (l : list A) (rs : list (release A)) : Forall (proper l) rs ->
  hs (words l (length rs)) (product (map budget rs)) (joint (map own rs)) (joint (map other rs))
  <= total (map (fun r => hs l (budget r) (own r) (other r)) rs).
Proof.
  induction 1 as [|r rs [Hr [P Q]] F IH].
  - unfold hs, total. simpl. unfold pos. rewrite Rmax_left; lra.
  - simpl length. simpl map. simpl product. simpl total. unfold hs at 1. rewrite sum_words. simpl joint.
    assert (LP : law (words l (length rs)) (joint (map own rs))).
    { rewrite <- (map_length own rs). apply joint_law, Forall_map. eapply Forall_impl; [|exact F]. unfold proper. tauto. }
    assert (LQ : law (words l (length rs)) (joint (map other rs))).
    { rewrite <- (map_length other rs). apply joint_law, Forall_map. eapply Forall_impl; [|exact F]. unfold proper. tauto. }
    assert (HB : 0 <= product (map budget rs)).
    { clear -F. induction F as [|s rs [B _] F IH]; simpl; [lra | apply Rmult_le_pos; assumption]. }
    apply (adaptive_composition l (words l (length rs)) (budget r) (product (map budget rs)) _ _ (own r) (other r)
      (fun _ => joint (map own rs)) (fun _ => joint (map other rs))); auto; try lra; try (intros; apply LQ); intros; apply Q.
Qed.

(* Group privacy: one record after the other. *)
Definition geometric (E : R) (k : nat) : R := sum (pow E) (seq 0 k).
Lemma geometric_next E k : geometric E (S k) = 1 + E * geometric E k.
Proof. unfold geometric. simpl. rewrite <- seq_shift, sum_map, <- sum_scale. reflexivity. Qed.
Lemma geometric_below E k : 1 <= E -> geometric E k <= INR k * E ^ k.
Proof.
  intro HE. induction k as [|k IH]; [unfold geometric; simpl; lra|]. rewrite geometric_next, S_INR. simpl pow.
  assert (1 <= E ^ k) by (apply pow_R1_Rle, HE). pose proof (pos_INR k). nra.
Qed.
Section Groups.
  Context {X A : Type} (types : list X) (outputs : list A) (M : list X -> A -> R) (E d : R) (n : nat).
  Hypotheses (HE : 0 <= E) (P : private types outputs M E n d).
  Inductive apart : nat -> list X -> list X -> Prop :=
    | Same x : apart 0 x x
    | Next k x y z : In y (neighbours types x) -> apart k y z -> apart (S k) x z.

  Theorem group_privacy k x z S : In x (words types n) -> apart k x z ->
    prob outputs (M x) S <= E ^ k * prob outputs (M z) S + geometric E k * d.
  Proof.
    intros Hx C; induction C as [x | k x y z N C IH]; [unfold geometric; simpl; lra|].
    specialize (IH (proj1 (neighbours_symmetric types n x y Hx N))). pose proof (P x y S Hx N).
    rewrite geometric_next. simpl pow. nra.
  Qed.
End Groups.

(* The second release sees the output of the first. *)
Definition followed {X A B} (M : list X -> A -> R) (N : list X -> A -> B -> R) (x : list X) (o : A * B) : R :=
  M x (fst o) * N x (fst o) (snd o).
Theorem adaptive {X A B} (types : list X) (l : list A) (m : list B) M N E F d x : 0 <= E -> 0 <= F -> 0 <= d ->
  (forall y, law l (M y)) -> (forall y a, law m (N y a)) ->
  (forall a, In a l -> delta types m (fun y => N y a) F x <= d) ->
  delta types (list_prod l m) (followed M N) (E * F) x <= delta types l M E x + d.
Proof.
  intros HE HF Hd HM HN H. apply delta_is_least; [pose proof (delta_nonneg types l M E x); lra|]. intros y Hy.
  apply Rle_trans with (loss l M E x y + d); [|pose proof (delta_is_above types l M E x y Hy); lra].
  assert (G : forall a, In a l -> loss m (fun y => N y a) F x y <= d).
  { intros a Ha. apply Rle_trans with (2 := H a Ha), (delta_is_above types m (fun y => N y a)), Hy. }
  unfold loss in *. pose proof (Rmax_l (hs l E (M x) (M y)) (hs l E (M y) (M x))).
  pose proof (Rmax_r (hs l E (M x) (M y)) (hs l E (M y) (M x))).
  apply loss_at_most; unfold hs at 1; rewrite sum_pairs; unfold followed; simpl.
  - apply Rle_trans with (hs l E (M x) (M y) + d); [|lra].
    apply adaptive_composition; auto; try lra; try (intros; apply HM); try (intros; apply HN).
    intros a Ha. apply Rle_trans with (2 := G a Ha), Rmax_l.
  - apply Rle_trans with (hs l E (M y) (M x) + d); [|lra].
    apply adaptive_composition; auto; try lra; try (intros; apply HM); try (intros; apply HN).
    intros a Ha. apply Rle_trans with (2 := G a Ha), Rmax_r.
Qed.

(* Mixtures with the same weights lose no more than the worst of their pairs. *)
Theorem mixture_at_most {A B} (l : list A) (batches : list B) (u : B -> R) E (P Q : B -> A -> R) h :
  law batches u -> (forall b, In b batches -> hs l E (P b) (Q b) <= h) ->
  hs l E (fun a => sum (fun b => u b * P b a) batches) (fun a => sum (fun b => u b * Q b a) batches) <= h.
Proof.
  intros [U S] H. apply Rle_trans with (sum (fun b => u b * h) batches).
  2: { rewrite (sum_ext _ (fun b => h * u b)) by (intros; ring). rewrite sum_scale, S. lra. }
  apply Rle_trans with (sum (fun b => sum (fun a => u b * pos (P b a - E * Q b a)) l) batches).
  2: { apply sum_le; intros b Hb. rewrite sum_scale. apply Rmult_le_compat_l; [apply U | apply H, Hb]. }
  rewrite <- sum_swap. apply sum_le; intros a _. apply pos_least.
  - apply sum_nonneg; intros b _. apply Rmult_le_pos; [apply U | apply pos_nonneg].
  - apply Rle_trans with (sum (fun b => u b * (P b a - E * Q b a)) batches).
    + apply Req_le. rewrite (sum_ext (fun b => u b * (P b a - E * Q b a)) (fun b => u b * P b a + -1 * (E * (u b * Q b a)))) by (intros; ring).
      rewrite sum_plus, !sum_scale. ring.
    + apply sum_le; intros b _. apply Rmult_le_compat_l; [apply U | apply pos_ge].
Qed.

(* Randomised tests, which reject at an output with some chance. *)
Theorem test_at_most_hs {A} (l : list A) E P Q (take : A -> R) : (forall a, In a l -> 0 <= take a <= 1) ->
  sum (fun a => take a * P a) l - E * sum (fun a => take a * Q a) l <= hs l E P Q.
Proof.
  intro H. unfold hs. enough (sum (fun a => take a * P a) l <= sum (fun a => E * (take a * Q a) + pos (P a - E * Q a)) l)
    by (rewrite sum_plus, sum_scale in *; lra).
  apply sum_le; intros a Ha. specialize (H a Ha). pose proof (pos_ge (P a - E * Q a)). pose proof (pos_nonneg (P a - E * Q a)). nra.
Qed.

(* Post-processing from Definition 1 for one pair. *)
Theorem processed_pair {A B} (outputs : list A) (images : list B) K E d P Q S : 0 <= E -> is_map outputs images K ->
  (forall T, prob outputs P T <= E * prob outputs Q T + d) ->
  prob images (fun b => sum (fun a => K a b * P a) outputs) S <= E * prob images (fun b => sum (fun a => K a b * Q a) outputs) S + d.
Proof.
  intros HE [K0 K1] H. pose proof (hs_from_events outputs E P Q d H).
  pose proof (data_processing outputs images K E P Q K0 K1).
  pose proof (event_at_most_hs images E (fun b => sum (fun a => K a b * P a) outputs) (fun b => sum (fun a => K a b * Q a) outputs) S). lra.
Qed.
