(* Propositions 5, 6 and 9 in full: any number of releases, records changed at random, and simulators. *)
From SdpProofs Require Export Composition.

(* The mean of what is linear. *)
Section Means.
  Context {X : Type} (types : list X).
  Lemma mean_same ps g h : (forall x, g x = h x) -> mean types ps g = mean types ps h.
  Proof. revert g h; induction ps as [|p ps IH]; intros g h H; simpl; [apply H|]. apply sum_ext; intros a _. f_equal. auto. Qed.
  Lemma mean_scale c ps g : mean types ps (fun x => c * g x) = c * mean types ps g.
  Proof.
    revert g; induction ps as [|p ps IH]; intro g; simpl; [reflexivity|].
    rewrite <- sum_scale. apply sum_ext; intros a _. rewrite IH. ring.
  Qed.
  Lemma mean_zero ps : mean types ps (fun _ => 0) = 0.
  Proof. rewrite (mean_same ps _ (fun _ => 0 * 0)) by (intro; ring). rewrite mean_scale. ring. Qed.
  Lemma mean_sum {B} (w : B -> R) (h : B -> list X -> R) l ps :
    mean types ps (fun x => sum (fun b => w b * h b x) l) = sum (fun b => w b * mean types ps (h b)) l.
  Proof.
    induction l as [|b l IH]; simpl; [apply mean_zero|]. rewrite mean_plus, mean_scale, IH. reflexivity.
  Qed.
  Lemma mean_app ps qs g : mean types (ps ++ qs) g = mean types ps (fun u => mean types qs (fun v => g (u ++ v))).
  Proof. revert g; induction ps as [|p ps IH]; intro g; simpl; [reflexivity|]. apply sum_ext; intros a _. rewrite IH. reflexivity. Qed.
End Means.

(* Either direction of the divergence: what it does to mixtures is all that is used of it. *)
Section Convexity.
  Context {A : Type} (outputs : list A) (E : R).
  Definition forth (P Q : A -> R) : R := hs outputs E P Q.
  Definition back (P Q : A -> R) : R := hs outputs E Q P.
  Definition convex (G : (A -> R) -> (A -> R) -> R) : Prop :=
    (forall P P' Q Q', (forall o, P o = P' o) -> (forall o, Q o = Q' o) -> G P Q = G P' Q') /\
    forall (B : Type) (l : list B) (w : B -> R) P Q, (forall b, 0 <= w b) ->
      G (fun o => sum (fun b => w b * P b o) l) (fun o => sum (fun b => w b * Q b o) l) <= sum (fun b => w b * G (P b) (Q b)) l.

  Lemma forth_convex : convex forth.
  Proof.
    split; [intros P P' Q Q' HP HQ; apply sum_ext; intros o _; rewrite HP, HQ; reflexivity|].
    intros B l w P Q W. unfold forth, hs.
    apply Rle_trans with (sum (fun o => sum (fun b => w b * pos (P b o - E * Q b o)) l) outputs).
    - apply sum_le; intros o _. apply pos_least; [apply sum_nonneg; intros; apply Rmult_le_pos; auto using pos_nonneg|].
      replace (sum (fun b => w b * P b o) l - E * sum (fun b => w b * Q b o) l)
        with (sum (fun b => w b * P b o) l + - E * sum (fun b => w b * Q b o) l) by ring.
      rewrite <- sum_scale, <- sum_plus. apply sum_le; intros b _.
      pose proof (pos_ge (P b o - E * Q b o)). specialize (W b). nra.
    - rewrite sum_swap. apply Req_le, sum_ext; intros b _. rewrite sum_scale. reflexivity.
  Qed.
  Lemma back_convex : convex back.
  Proof.
    destruct forth_convex as [X C]. split; [intros; apply X; auto|]. intros B l w P Q W. apply (C B l w Q P W).
  Qed.

  Lemma convex_mean {X} (types : list X) G : convex G -> forall ps P Q, Forall is_source ps ->
    G (fun o => mean types ps (fun x => P x o)) (fun o => mean types ps (fun x => Q x o)) <= mean types ps (fun x => G (P x) (Q x)).
  Proof.
    intros [Same C] ps P Q F; revert P Q; induction F as [|p ps Hp F IH]; intros P Q; simpl; [apply Req_le, Same; reflexivity|].
    apply Rle_trans with (1 := C _ types p (fun a o => mean types ps (fun x => P (a :: x) o)) (fun a o => mean types ps (fun x => Q (a :: x) o)) Hp).
    apply sum_le; intros a _. apply Rmult_le_compat_l; [apply Hp | apply (IH (fun x => P (a :: x)) (fun x => Q (a :: x)))].
  Qed.
End Convexity.

Lemma weighted_same {B} (l : list B) w c : sum w l = 1 -> sum (fun b => w b * c) l = c.
Proof. intro S. rewrite (sum_ext _ (fun b => c * w b)) by (intros; ring). rewrite sum_scale, S. ring. Qed.

(* Proposition 6: every record is changed on its own, at random. *)
Section RandomFeatures.
  Context {X Y A : Type} (types : list X) (features : list Y) (outputs : list A) (K : X -> Y -> R).
  Hypothesis random : forall a, law features (K a).
  Variables (M : list Y -> A -> R) (E : R).
  Definition changed (x : list X) (o : A) : R := mean features (map K x) (fun c => M c o).

  Lemma sources_of x : Forall is_source (map K x).
  Proof. apply Forall_map, Forall_forall. intros a _ c. apply random. Qed.

  Lemma one_record_changed G (D : list Y -> R) l a b r : convex G ->
    (forall u c d v, In c features -> In d features -> G (M (u ++ c :: v)) (M (u ++ d :: v)) <= D (u ++ c :: v)) ->
    G (changed (l ++ a :: r)) (changed (l ++ b :: r)) <= mean features (map K (l ++ a :: r)) D.
  Proof.
    intros C H. unfold changed. rewrite !map_app. simpl map.
    pose proof C as [Same C'].
    rewrite (Same _ (fun o => mean features (map K l) (fun u => mean features (K a :: map K r) (fun v => M (u ++ v) o)))
      _ (fun o => mean features (map K l) (fun u => mean features (K b :: map K r) (fun v => M (u ++ v) o))))
      by (intro o; exact (mean_app features _ _ (fun c => M c o))).
    rewrite mean_app.
    apply Rle_trans with (1 := convex_mean features G C (map K l)
      (fun u o => mean features (K a :: map K r) (fun v => M (u ++ v) o))
      (fun u o => mean features (K b :: map K r) (fun v => M (u ++ v) o)) (sources_of l)).
    apply mean_le; [apply sources_of|]. intro u. simpl mean.
    set (P c o := mean features (map K r) (fun v => M (u ++ c :: v) o)).
    (* the value of the one record, then that of the other *)
    rewrite (Same _ (fun o => sum (fun c => K a c * sum (fun d => K b d * P c o) features) features)
      _ (fun o => sum (fun c => K a c * sum (fun d => K b d * P d o) features) features)).
    2: { intro o. apply sum_ext; intros c _. rewrite weighted_same by apply random. reflexivity. }
    2: { intro o. rewrite weighted_same by apply random. reflexivity. }
    apply Rle_trans with (1 := C' _ features (K a) (fun c o => sum (fun d => K b d * P c o) features)
      (fun c o => sum (fun d => K b d * P d o) features) (proj1 (random a))).
    apply sum_le; intros c Hc. apply Rmult_le_compat_l; [apply random|].
    apply Rle_trans with (1 := C' _ features (K b) (fun _ => P c) P (proj1 (random b))).
    rewrite <- (weighted_same features (K b) (mean features (map K r) (fun v => D (u ++ c :: v)))) by apply random.
    apply sum_le; intros d Hd. apply Rmult_le_compat_l; [apply random|].
    apply Rle_trans with (1 := convex_mean features G C (map K r) (fun v => M (u ++ c :: v)) (fun v => M (u ++ d :: v)) (sources_of r)).
    apply mean_le; [apply sources_of|]. intro v. apply H; assumption.
  Qed.

  Theorem random_pre_processing x : delta types outputs changed E x <= mean features (map K x) (delta features outputs M E).
  Proof.
    apply delta_is_least.
    { rewrite <- (mean_zero features (map K x)). apply mean_le; [apply sources_of|]. intro. apply delta_nonneg. }
    intros y Hy. apply neighbours_spec in Hy. destruct Hy as [l [a [b [r [-> [-> _]]]]]].
    assert (N : forall u c d v, In d features -> loss outputs M E (u ++ c :: v) (u ++ d :: v) <= delta features outputs M E (u ++ c :: v)).
    { intros u c d v Hd. apply delta_is_above, neighbours_spec. eauto 8. }
    apply loss_at_most.
    - apply (one_record_changed (forth outputs E)); [apply forth_convex|]. intros u c d v _ Hd.
      apply Rle_trans with (2 := N u c d v Hd), Rmax_l.
    - apply (one_record_changed (back outputs E)); [apply back_convex|]. intros u c d v _ Hd.
      apply Rle_trans with (2 := N u c d v Hd), Rmax_r.
  Qed.

  (* The law of the features of a record. *)
  Definition pushed_by (p : X -> R) (c : Y) : R := sum (fun a => p a * K a c) types.
  Lemma mean_pushed_by ps g : mean features (map pushed_by ps) g = mean types ps (fun x => mean features (map K x) g).
  Proof.
    revert g; induction ps as [|p ps IH]; intro g; simpl; [reflexivity|].
    transitivity (sum (fun c => sum (fun a => p a * (K a c * mean types ps (fun x => mean features (map K x) (fun y => g (c :: y))))) types) features).
    - apply sum_ext; intros c _. rewrite IH. unfold pushed_by. rewrite Rmult_comm, <- sum_scale. apply sum_ext; intros a _. ring.
    - rewrite <- sum_swap. apply sum_ext; intros a _. rewrite sum_scale, mean_sum. reflexivity.
  Qed.

  Theorem smoothed_random_pre_processing allowed before after : of_sources allowed ->
    smoothed features outputs (fun qs => exists ps, allowed ps /\ qs = map pushed_by ps) M E before ->
    smoothed types outputs allowed changed E after -> after <= before.
  Proof.
    intros HS I J. apply (lub_le _ _ _ _ J I). intros v [ps [H ->]].
    exists (mean features (map pushed_by ps) (delta features outputs M E)). split; [eauto 6|].
    rewrite mean_pushed_by. apply mean_le; [auto|]. intro x. apply random_pre_processing.
  Qed.
End RandomFeatures.

(* Proposition 5: any number of releases of independent randomness, each with its budget. *)
Section Releases.
  Context {X A : Type} (types : list X) (outputs : list A).
  Definition releases := list (R * (list X -> A -> R)).
  Definition all_of (ms : releases) (x : list X) : list A -> R := joint (map (fun m => snd m x) ms).
  Definition sound (m : R * (list X -> A -> R)) : Prop := 0 <= fst m /\ forall x, law outputs (snd m x).

  Lemma divergence_of_all ms x y : Forall sound ms ->
    hs (words outputs (length ms)) (product (map fst ms)) (all_of ms x) (all_of ms y)
    <= total (map (fun m => hs outputs (fst m) (snd m x) (snd m y)) ms).
  Proof.
    intro F. pose proof (composition_of_many outputs (map (fun m => Release A (fst m) (snd m x) (snd m y)) ms)) as C.
    rewrite !map_map, map_length in C. apply C. apply Forall_map. eapply Forall_impl; [|exact F].
    intros m [B L]. repeat split; simpl; try apply L. exact B.
  Qed.
  Lemma total_le (f g : R * (list X -> A -> R) -> R) ms : (forall m, f m <= g m) -> total (map f ms) <= total (map g ms).
  Proof. intro H. unfold total. induction ms as [|m ms IH]; simpl; [lra|]. specialize (H m). lra. Qed.

  Theorem composition_of_all ms x : Forall sound ms ->
    delta types (words outputs (length ms)) (all_of ms) (product (map fst ms)) x
    <= total (map (fun m => delta types outputs (snd m) (fst m) x) ms).
  Proof.
    intro F. apply delta_is_least.
    { unfold total. clear F. induction ms as [|m ms IH]; simpl; [lra|]. pose proof (delta_nonneg types outputs (snd m) (fst m) x). lra. }
    intros y Hy. apply loss_at_most; (eapply Rle_trans; [apply divergence_of_all, F|]); apply total_le; intro m;
      apply Rle_trans with (2 := delta_is_above types outputs (snd m) (fst m) x y Hy); [apply Rmax_l | apply Rmax_r].
  Qed.

  Theorem smoothed_composition_of_all ms allowed together each : Forall sound ms -> of_sources allowed ->
    smoothed types (words outputs (length ms)) allowed (all_of ms) (product (map fst ms)) together ->
    Forall2 (fun m s => smoothed types outputs allowed (snd m) (fst m) s) ms each -> together <= total each.
  Proof.
    intros F HS [_ L] S. apply L. intros v [ps [H ->]].
    apply Rle_trans with (mean types ps (fun x => total (map (fun m => delta types outputs (snd m) (fst m) x) ms))).
    { apply mean_le; [auto|]. intro x. apply composition_of_all, F. }
    clear F L. induction S as [|m s ms each [B _] S IH]; unfold total; simpl; [apply Req_le, mean_zero|].
    rewrite mean_plus. apply Rplus_le_compat; [apply B; exists ps; auto | exact IH].
  Qed.
End Releases.

(* Proposition 9: a simulator that sees the records before and after the missing one, and puts one of a source there. *)
Section Simulators.
  Context {X A : Type} (types : list X) (outputs : list A) (M : list X -> A -> R) (E : R) (n : nat).
  Variable sources : (X -> R) -> Prop.
  Definition simulator := list X -> list X -> A -> R.
  (* The output given that the missing record is a, and what is simulated; the others follow sources of their own. *)
  Definition given (before after : list (X -> R)) (a : X) (o : A) : R :=
    mean types before (fun u => mean types after (fun v => M (u ++ a :: v) o)).
  Definition imitated (sim : simulator) (before after : list (X -> R)) (o : A) : R :=
    mean types before (fun u => mean types after (fun v => sim u v o)).
  (* Definition 4, with both directions of inequality (1) *)
  Definition simulates (sim : simulator) (d : R) : Prop := (forall u v, law outputs (sim u v)) /\
    forall before after a T, Forall sources before -> Forall sources after ->
      (length before + S (length after))%nat = n -> In a types ->
      prob outputs (given before after a) T <= E * prob outputs (imitated sim before after) T + d /\
      prob outputs (imitated sim before after) T <= E * prob outputs (given before after a) T + d.
  (* the least delta: the infimum over all simulators *)
  Definition distributional (d : R) : Prop :=
    (forall e, (exists sim, simulates sim e) -> d <= e) /\
    forall low, (forall e, (exists sim, simulates sim e) -> low <= e) -> low <= d.

  Definition drawn (p : X -> R) : simulator := fun u v o => sum (fun c => p c * M (u ++ c :: v) o) types.
  Hypotheses (of_laws : forall q, sources q -> law types q) (mechanism : forall x, law outputs (M x)).
  Lemma are_sources ps : Forall sources ps -> Forall is_source ps.
  Proof. intro F. eapply Forall_impl; [|exact F]. intros q Q. exact (proj1 (of_laws q Q)). Qed.

  Lemma drawn_is_near G p before after a : convex G -> sources p -> Forall sources before -> Forall sources after ->
    (forall u c v, G (M (u ++ a :: v)) (M (u ++ c :: v)) <= delta types outputs M E (u ++ c :: v)) ->
    G (given before after a) (imitated (drawn p) before after) <= mean types (before ++ p :: after) (delta types outputs M E).
  Proof.
    intros C P FB FA H. pose proof C as [Same C']. rewrite mean_app. unfold given, imitated.
    apply Rle_trans with (1 := convex_mean types G C before (fun u o => mean types after (fun v => M (u ++ a :: v) o))
      (fun u o => mean types after (fun v => drawn p u v o)) (are_sources _ FB)).
    apply mean_le; [apply are_sources, FB|]. intro u. simpl mean.
    apply Rle_trans with (1 := convex_mean types G C after (fun v => M (u ++ a :: v)) (fun v => drawn p u v) (are_sources _ FA)).
    rewrite <- mean_sum. apply mean_le; [apply are_sources, FA|]. intro v. unfold drawn.
    rewrite (Same _ (fun o => sum (fun c => p c * M (u ++ a :: v) o) types) _ (fun o => sum (fun c => p c * M (u ++ c :: v) o) types)).
    2: { intro o. rewrite weighted_same by (apply of_laws, P). reflexivity. }
    2: reflexivity.
    apply Rle_trans with (1 := C' _ types p (fun _ => M (u ++ a :: v)) (fun c => M (u ++ c :: v)) (proj1 (of_laws p P))).
    apply sum_le; intros c _. apply Rmult_le_compat_l; [apply of_laws, P | apply H].
  Qed.

  Theorem drawn_record_simulates p s : sources p ->
    smoothed types outputs (fun ps => length ps = n /\ Forall sources ps) M E s -> simulates (drawn p) s.
  Proof.
    intros P [B _]. split.
    { intros u v. split.
      - intro o. apply sum_nonneg. intros c _. apply Rmult_le_pos; [apply of_laws, P | apply mechanism].
      - unfold drawn. rewrite <- sum_swap. rewrite (sum_ext _ p); [apply of_laws, P|].
        intros c _. rewrite sum_scale, (proj2 (mechanism _)). ring. }
    intros before after a T FB FA L Ha.
    assert (D : mean types (before ++ p :: after) (delta types outputs M E) <= s).
    { apply B. exists (before ++ p :: after). repeat split; [rewrite app_length; exact L|].
      apply Forall_app. split; [assumption | constructor; assumption]. }
    assert (N : forall u c v, loss outputs M E (u ++ c :: v) (u ++ a :: v) <= delta types outputs M E (u ++ c :: v)).
    { intros u c v. apply delta_is_above, neighbours_spec. eauto 8. }
    pose proof (drawn_is_near (forth outputs E) p before after a (forth_convex outputs E) P FB FA
      (fun u c v => Rle_trans _ _ _ (Rmax_r _ _) (N u c v))).
    pose proof (drawn_is_near (back outputs E) p before after a (back_convex outputs E) P FB FA
      (fun u c v => Rle_trans _ _ _ (Rmax_l _ _) (N u c v))).
    pose proof (event_at_most_hs outputs E (given before after a) (imitated (drawn p) before after) T).
    pose proof (event_at_most_hs outputs E (imitated (drawn p) before after) (given before after a) T).
    unfold forth, back in *. lra.
  Qed.
End Simulators.
