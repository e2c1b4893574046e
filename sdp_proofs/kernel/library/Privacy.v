(* Finite laws: the hockey-stick divergence, the best event, and what does not increase the divergence. *)
From Coq Require Export Reals Lra Psatz List.
Export ListNotations.
Open Scope R_scope.

Section Sums.
  Context {A : Type}.
  Fixpoint sum (f : A -> R) (l : list A) : R := match l with [] => 0 | a :: l => f a + sum f l end.

  Lemma sum_le f g l : (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
  Proof. induction l as [|a l IH]; simpl; intro H; [lra | apply Rplus_le_compat; auto]. Qed.

  Lemma sum_ext f g l : (forall a, In a l -> f a = g a) -> sum f l = sum g l.
  Proof. induction l as [|a l IH]; simpl; intro H; [reflexivity | rewrite H, IH; auto]. Qed.

  Lemma sum_plus f g l : sum (fun a => f a + g a) l = sum f l + sum g l.
  Proof. induction l as [|a l IH]; simpl; lra. Qed.

  Lemma sum_scale c f l : sum (fun a => c * f a) l = c * sum f l.
  Proof. induction l as [|a l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma sum_nonneg f l : (forall a, In a l -> 0 <= f a) -> 0 <= sum f l.
  Proof. induction l as [|a l IH]; simpl; intro H; [lra | apply Rplus_le_le_0_compat; auto]. Qed.
End Sums.

Lemma sum_swap {A B} (f : A -> B -> R) l m :
  sum (fun a => sum (f a) m) l = sum (fun b => sum (fun a => f a b) l) m.
Proof.
  induction l as [|a l IH]; simpl.
  - induction m as [|b m IH]; simpl; [reflexivity | rewrite <- IH; lra].
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

Definition pos (x : R) := Rmax 0 x.

Lemma pos_ge x : x <= pos x. Proof. apply Rmax_r. Qed.
Lemma pos_nonneg x : 0 <= pos x. Proof. apply Rmax_l. Qed.
Lemma pos_least x y : 0 <= y -> x <= y -> pos x <= y. Proof. apply Rmax_lub. Qed.

Section Divergence.
  Context {A : Type} (outputs : list A).
  Definition law (P : A -> R) := (forall a, 0 <= P a) /\ sum P outputs = 1.
  Definition hs (E : R) (P Q : A -> R) := sum (fun a => pos (P a - E * Q a)) outputs.
  Definition prob (P : A -> R) (S : A -> bool) := sum (fun a => if S a then P a else 0) outputs.

  (* "sum-over-outputs": no event does better, and one does as well. *)
  Theorem event_at_most_hs E P Q S : prob P S - E * prob Q S <= hs E P Q.
  Proof.
    unfold prob, hs. rewrite <- sum_scale.
    enough (sum (fun a => if S a then P a else 0) outputs
            <= sum (fun a => E * (if S a then Q a else 0) + pos (P a - E * Q a)) outputs)
      by (rewrite sum_plus in *; lra).
    apply sum_le; intros a _. pose proof (pos_ge (P a - E * Q a)); pose proof (pos_nonneg (P a - E * Q a)).
    destruct (S a); lra.
  Qed.

  Definition gains E P Q (a : A) : bool := if Rlt_dec (E * Q a) (P a) then true else false.

  Theorem best_event_is_hs E P Q : prob P (gains E P Q) - E * prob Q (gains E P Q) = hs E P Q.
  Proof.
    unfold prob, hs, gains. rewrite <- sum_scale.
    enough (sum (fun a => if (if Rlt_dec (E * Q a) (P a) then true else false) then P a else 0) outputs
            = sum (fun a => E * (if (if Rlt_dec (E * Q a) (P a) then true else false) then Q a else 0)
                            + pos (P a - E * Q a)) outputs)
      by (rewrite sum_plus in *; lra).
    apply sum_ext; intros a _. unfold pos, Rmax.
    destruct (Rlt_dec (E * Q a) (P a)), (Rle_dec 0 (P a - E * Q a)); lra.
  Qed.

  (* "averaging" and joint convexity *)
  Theorem hs_jointly_convex E t P P' Q Q' : 0 <= t <= 1 ->
    hs E (fun a => t * P a + (1 - t) * P' a) (fun a => t * Q a + (1 - t) * Q' a)
    <= t * hs E P Q + (1 - t) * hs E P' Q'.
  Proof.
    intro Ht. unfold hs. rewrite <- !sum_scale, <- sum_plus. apply sum_le; intros a _.
    pose proof (pos_ge (P a - E * Q a)); pose proof (pos_ge (P' a - E * Q' a)).
    pose proof (pos_nonneg (P a - E * Q a)); pose proof (pos_nonneg (P' a - E * Q' a)).
    apply pos_least; nra.
  Qed.

  (* "coupling": what both laws share in the share 1 - t of the samples without the record hurts nobody. *)
  Theorem sampling_rate_bounds_hs E t P Q C : 0 <= t <= 1 -> 1 <= E -> law P -> law Q -> law C ->
    hs E (fun a => t * P a + (1 - t) * C a) (fun a => t * Q a + (1 - t) * C a) <= t.
  Proof.
    intros Ht HE [HP SP] [HQ _] [HC _]. unfold hs.
    apply Rle_trans with (sum (fun a => t * P a) outputs); [| rewrite sum_scale, SP; lra].
    apply sum_le; intros a _. specialize (HP a); specialize (HQ a); specialize (HC a).
    apply pos_least; [nra |].
    assert (0 <= (1 - t) * C a) by nra. assert (0 <= t * Q a) by nra. nra.
  Qed.
End Divergence.

(* "data-processing": any randomised map, so any function of the output, for every pair of laws. *)
Theorem data_processing {A B} (outputs : list A) (images : list B) (K : A -> B -> R) E P Q :
  (forall a, In a outputs -> forall b, 0 <= K a b) ->
  (forall a, In a outputs -> sum (K a) images = 1) ->
  hs images E (fun b => sum (fun a => K a b * P a) outputs) (fun b => sum (fun a => K a b * Q a) outputs)
  <= hs outputs E P Q.
Proof.
  intros HK K1. unfold hs.
  apply Rle_trans with (sum (fun b => sum (fun a => K a b * pos (P a - E * Q a)) outputs) images).
  - apply sum_le; intros b _. apply pos_least.
    + apply sum_nonneg; intros a Ha. apply Rmult_le_pos; auto using pos_nonneg.
    + replace (sum (fun a => K a b * P a) outputs - E * sum (fun a => K a b * Q a) outputs)
        with (sum (fun a => K a b * P a) outputs + - E * sum (fun a => K a b * Q a) outputs) by lra.
      rewrite <- sum_scale, <- sum_plus. apply sum_le; intros a Ha.
      pose proof (pos_ge (P a - E * Q a)). specialize (HK a Ha b). nra.
  - rewrite <- sum_swap. apply Req_le, sum_ext; intros a Ha.
    rewrite (sum_ext _ (fun b => pos (P a - E * Q a) * K a b)) by (intros; lra).
    rewrite sum_scale, K1; auto; lra.
Qed.

(* Two releases, the second may look at the first. *)
Theorem adaptive_composition {A B} (l : list A) (m : list B) E E' d d' P Q (P' Q' : A -> B -> R) :
  0 <= E -> 0 <= E' -> law l P -> (forall a, 0 <= Q a) -> (forall a, In a l -> law m (P' a)) ->
  hs l E P Q <= d -> (forall a, In a l -> hs m E' (P' a) (Q' a) <= d') ->
  (forall a b, 0 <= Q' a b) ->
  sum (fun a => sum (fun b => pos (P a * P' a b - (E * E') * (Q a * Q' a b))) m) l <= d + d'.
Proof.
  intros HE HE' [HP SP] HQ HP' H H' HQ'.
  apply Rle_trans with (sum (fun a => pos (P a - E * Q a) + d' * P a) l).
  2: { rewrite sum_plus, sum_scale, SP. unfold hs in H; lra. }
  apply sum_le; intros a Ha. destruct (HP' a Ha) as [HPa SPa]. specialize (H' a Ha). unfold hs in H'.
  apply Rle_trans with (sum (fun b => pos (P a - E * Q a) * P' a b + P a * pos (P' a b - E' * Q' a b)) m).
  2: { rewrite sum_plus, !sum_scale, SPa. specialize (HP a). nra. }
  apply sum_le; intros b _.
  pose proof (pos_ge (P a - E * Q a)); pose proof (pos_nonneg (P a - E * Q a)).
  pose proof (pos_ge (P' a b - E' * Q' a b)); pose proof (pos_nonneg (P' a b - E' * Q' a b)).
  specialize (HP a); specialize (HQ a); specialize (HPa b); specialize (HQ' a b).
  set (x := pos (P a - E * Q a)) in *; set (y := pos (P' a b - E' * Q' a b)) in *.
  apply pos_least; [nra |].
  destruct (Rle_lt_dec (P a) (E * Q a)).
  - assert (0 <= E' * Q' a b) by nra. assert (P a * (E' * Q' a b) <= E * Q a * (E' * Q' a b)) by nra. nra.
  - assert (E * Q a * (P' a b - E' * Q' a b) <= E * Q a * y) by (apply Rmult_le_compat_l; nra).
    assert (E * Q a * y <= P a * y) by nra. assert ((P a - E * Q a) * P' a b <= x * P' a b) by nra. nra.
Qed.
