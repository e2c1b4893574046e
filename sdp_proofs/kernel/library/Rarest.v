(* The worst neighbour of a database of any number of types: renaming types and recolouring records are post-processing. *)
From SdpProofs Require Export Draws.

Lemma in_nonzero {X} (same : forall a b : X, {a = b} + {a <> b}) c l : (0 < count_occ same l c)%nat -> In c l.
Proof. intro H. apply (count_occ_In same). lia. Qed.

(* One record c turns into d: the first, as the order does not matter. *)
Section Turned.
  Context {X : Type} (same : forall a b : X, {a = b} + {a <> b}) (c d : X).
  Fixpoint turned (x : list X) : list X :=
    match x with [] => [] | e :: l => if same e c then d :: l else e :: turned l end.
  Lemma turned_split x : In c x -> exists r, Permutation x (c :: r) /\ Permutation (turned x) (d :: r).
  Proof.
    induction x as [|e x IH]; simpl; [contradiction|]. intro H. destruct (same e c) as [-> | N]; [exists x; auto|].
    destruct H as [-> | H]; [contradiction|]. destruct (IH H) as [r [P Q]]. exists (e :: r).
    split; [rewrite P | rewrite Q]; apply perm_swap.
  Qed.
  Lemma turned_is_a_neighbour types x : In c x -> In d types -> In (turned x) (neighbours types x).
  Proof.
    induction x as [|e x IH]; simpl; [contradiction|]. intros H D. apply in_app_iff.
    destruct (same e c) as [-> | N]; [left; apply (in_map (fun b => b :: x)), D|].
    right. apply in_map, IH; [tauto | assumption].
  Qed.
  Lemma turned_none x : ~ In c x -> turned x = x.
  Proof.
    induction x as [|e x IH]; simpl; [reflexivity|]. intro H. destruct (same e c) as [-> | N]; [tauto|]. rewrite IH; tauto.
  Qed.
  Lemma turned_orderless x y : Permutation x y -> Permutation (turned x) (turned y).
  Proof.
    intro P. destruct (in_dec same c x) as [I|N].
    - destruct (turned_split x I) as [r [A B]]. destruct (turned_split y (Permutation_in _ P I)) as [s [A' B']].
      rewrite B, B'. apply perm_skip, (Permutation_cons_inv (a := c)). rewrite <- A, <- A'. exact P.
    - rewrite !turned_none; auto. intro I. apply N, (Permutation_in _ (Permutation_sym P) I).
  Qed.
End Turned.

(* The largest loss among few changes, where a and b are the two rarest types of x and z is any type in it: as `worst_changes`
   of the package has them. D is the divergence of one database from another. *)
Definition rarest {X} (same : forall a b : X, {a = b} + {a <> b}) (D : list X -> list X -> R) (a b z : X) (x : list X) : R :=
  match count_occ same x a with
  | 0%nat => D (turned same z a x) x
  | 1%nat => D x (turned same a b x)
  | _ => Rmax (Rmax (D x (turned same a b x)) (D (turned same a b x) x)) (Rmax (D x (turned same b a x)) (D (turned same b a x) x))
  end.
Definition two_rarest {X} (same : forall a b : X, {a = b} + {a <> b}) (types : list X) (x : list X) (a b : X) : Prop :=
  a <> b /\ In a types /\ In b types /\
  forall c, In c types -> (count_occ same x a <= count_occ same x c /\ (c <> a -> count_occ same x b <= count_occ same x c))%nat.

(* Renaming by exchanging two types. *)
Definition swap {X} (same : forall a b : X, {a = b} + {a <> b}) (c d e : X) : X :=
  if same e c then d else if same e d then c else e.
Lemma swap_swap {X} same (c d e : X) : swap same c d (swap same c d e) = e.
Proof. unfold swap. destruct (same e c), (same e d); repeat (destruct (same _ _)); congruence. Qed.

Section Rarest.
  Context {X : Type} (same : forall a b : X, {a = b} + {a <> b}) (types : list X) (T : nat).
  Definition valid (x : list X) : Prop := Forall (fun c => In c types) x.
  Definition test (g : list X -> R) : Prop := orderless g /\ forall s, 0 <= g s <= 1.
  Notation count l c := (count_occ same l c).

  Variables (samples : list X -> list (list X)) (hits : X -> list X -> list (list X)) (size : nat -> R) (E : R) (n : nat).
  Hypothesis split : forall g a m, sum g (samples (a :: m)) = sum g (hits a m) + sum g (samples m).
  Hypothesis any_order : forall g x y, orderless g -> Permutation x y -> sum g (samples x) = sum g (samples y).
  Hypothesis sized : forall x, ones (samples x) = size (length x).
  Hypothesis drawn : forall letters x s, Forall (fun c => In c letters) x -> In s (samples x) -> In s (words letters T).
  Hypothesis hit : forall a m s, In s (hits a m) -> In a s.
  Hypothesis renamed : forall f x, samples (map f x) = map (map f) (samples x).
  (* What a test of the samples of a :: m is at those of c :: m, where there are k records c. *)
  Variable recoloured : X -> X -> nat -> (list X -> R) -> list X -> R.
  Hypothesis recoloured_test : forall c a k g, test g -> (1 <= k)%nat -> test (recoloured c a k g).
  Hypothesis recolours : forall c a m g, orderless g ->
    sum g (samples (a :: m)) = sum (recoloured c a (count (c :: m) c) g) (samples (c :: m)).
  Hypotheses (HE : 1 <= E) (some : 0 < size n).

  Let outputs := histograms same types T.
  Let law_of := sampled same types samples size.
  Definition D (x y : list X) : R := hs outputs E (law_of x) (law_of y).

  (* The divergence is the largest gain of a test of the sample that does not look at its order. *)
  Lemma expected take x : valid x -> length x = n ->
    sum (fun o => take o * law_of x o) outputs = sum (fun s => take (histogram same types s)) (samples x) / size n.
  Proof.
    intros V L. unfold law_of, sampled. rewrite L.
    rewrite (sum_ext _ (fun o => / size n * sum (fun s => take o * shows same types o s) (samples x)))
      by (intros; rewrite sum_scale; unfold Rdiv; ring).
    rewrite sum_scale, sum_swap. unfold Rdiv. rewrite Rmult_comm. f_equal. apply sum_ext; intros s Hs.
    apply sum_shows; [apply NoDup_nodup|]. apply histograms_are, (drawn types x s V Hs).
  Qed.
  Lemma same_histogram s t : In s (words types T) -> In t (words types T) ->
    histogram same types s = histogram same types t -> Permutation s t.
  Proof.
    intros S U H. apply words_spec in S, U. destruct S as [_ S], U as [_ U]. rewrite Forall_forall in S, U.
    apply (Permutation_count_occ same). intro c. destruct (in_dec same c types) as [I|N].
    - exact (ext_in_map H c I).
    - rewrite !(proj1 (count_occ_not_In same _ c)); auto.
  Qed.
  Lemma test_at_most g x y : test g -> valid x -> valid y -> length x = n -> length y = n ->
    sum g (samples x) / size n - E * (sum g (samples y) / size n) <= D x y.
  Proof.
    intros [O B] Vx Vy Lx Ly.
    set (take o := match find (fun s => if same_output (histogram same types s) o then true else false) (words types T) with
      Some s => g s | None => 0 end).
    assert (K : forall s, In s (words types T) -> take (histogram same types s) = g s).
    { intros s Hs. unfold take. destruct (find _ _) as [t|] eqn:F.
      - apply find_some in F. destruct F as [I F]. destruct (same_output _ _) as [Q|]; [|discriminate]. apply O, same_histogram; assumption.
      - apply (find_none _ _) with (x := s) in F; [|assumption]. destruct (same_output _ _); [discriminate | contradiction]. }
    assert (G : forall z, valid z -> length z = n -> sum g (samples z) / size n = sum (fun o => take o * law_of z o) outputs).
    { intros z V L. rewrite expected by assumption. f_equal. apply sum_ext; intros s Hs. symmetry. apply K, (drawn types z s V Hs). }
    rewrite !G by assumption. apply test_at_most_hs. intros o _. unfold take. destruct (find _ _); [apply B | lra].
  Qed.
  Lemma best_test x y : valid x -> valid y -> length x = n -> length y = n -> exists g, test g /\
    D x y = sum g (samples x) / size n - E * (sum g (samples y) / size n).
  Proof.
    intros Vx Vy Lx Ly. set (take o := if gains E (law_of x) (law_of y) o then 1 else 0).
    exists (fun s => take (histogram same types s)). split.
    - split; [|intro s; unfold take; destruct (gains _ _ _ _); lra]. intros s t P. f_equal.
      apply map_ext; intro c. apply (proj1 (Permutation_count_occ same s t) P).
    - unfold D. rewrite <- best_event_is_hs, <- !expected by assumption. unfold prob, take. f_equal; [|f_equal];
        apply sum_ext; intros o _; destruct (gains _ _ _ _); lra.
  Qed.
  Lemma processed K x y x' y' : valid x -> valid y -> valid x' -> valid y' ->
    length x = n -> length y = n -> length x' = n -> length y' = n ->
    (forall g, test g -> test (K g)) ->
    (forall g, orderless g -> sum g (samples x') = sum (K g) (samples x)) ->
    (forall g, orderless g -> sum g (samples y') = sum (K g) (samples y)) -> D x' y' <= D x y.
  Proof.
    intros. destruct (best_test x' y') as [g [G ->]]; try assumption. rewrite H8, H9 by apply G. apply test_at_most; auto.
  Qed.
  Lemma D_any_order x x' y y' : Permutation x x' -> Permutation y y' -> D x y = D x' y'.
  Proof.
    intros P Q. apply sum_ext; intros o _. unfold law_of, sampled.
    rewrite (any_order _ x x' (shows_orderless same types o) P), (any_order _ y y' (shows_orderless same types o) Q),
      (Permutation_length P), (Permutation_length Q). reflexivity.
  Qed.

  (* Records of third types turn into any others. *)
  Lemma recolour_one p q c e r : p <> c -> q <> c -> valid (p :: q :: c :: e :: r) -> S (S (length r)) = n ->
    D (p :: e :: r) (q :: e :: r) <= D (p :: c :: r) (q :: c :: r).
  Proof.
    intros P Q V L. unfold valid in V. rewrite !Forall_cons_iff in V.
    rewrite (D_any_order (p :: e :: r) (e :: p :: r) (q :: e :: r) (e :: q :: r)) by apply perm_swap.
    rewrite (D_any_order (p :: c :: r) (c :: p :: r) (q :: c :: r) (c :: q :: r)) by apply perm_swap.
    apply (processed (recoloured c e (count (c :: r) c))); try (unfold valid; rewrite !Forall_cons_iff; tauto); try exact L.
    - intros g G. apply recoloured_test; [assumption|]. simpl. destruct (same c c); [lia | congruence].
    - intros g G. rewrite (recolours c) by assumption. simpl. destruct (same p c); congruence.
    - intros g G. rewrite (recolours c) by assumption. simpl. destruct (same q c); congruence.
  Qed.
  Lemma recolour_all p q t' : ~ In p t' -> ~ In q t' -> valid (p :: q :: t') -> forall t w, length t = length t' ->
    valid t -> valid w -> S (length (t ++ w)) = n -> D (p :: t ++ w) (q :: t ++ w) <= D (p :: t' ++ w) (q :: t' ++ w).
  Proof.
    unfold valid. induction t' as [|c t' IH]; intros P Q V [|e t] w L Vt Vw N; try discriminate; [apply Rle_refl|].
    simpl in L, N |- *. injection L as L. rewrite !Forall_cons_iff in *. rewrite not_in_cons in P, Q.
    apply Rle_trans with (D (p :: c :: t ++ w) (q :: c :: t ++ w)).
    - apply recolour_one; try tauto; unfold valid. rewrite !Forall_cons_iff, Forall_app. tauto.
    - assert (M : forall l, Permutation (c :: l ++ w) (l ++ c :: w)) by (intro; apply Permutation_middle).
      rewrite (D_any_order (p :: c :: t ++ w) (p :: t ++ c :: w) (q :: c :: t ++ w) (q :: t ++ c :: w)) by (apply perm_skip, M).
      rewrite (D_any_order (p :: c :: t' ++ w) (p :: t' ++ c :: w) (q :: c :: t' ++ w) (q :: t' ++ c :: w)) by (apply perm_skip, M).
      apply IH; rewrite ?Forall_cons_iff; try tauto. rewrite app_length in *. simpl. lia.
  Qed.
  Lemma common_part p q r' : forall r, p <> q -> (count r' p <= count r p)%nat -> (count r' q <= count r q)%nat ->
    exists t t' w, Permutation r (t ++ w) /\ Permutation r' (t' ++ w) /\ ~ In p t' /\ ~ In q t'.
  Proof.
    induction r' as [|e r' IH]; intros r N P Q; [exists r, [], []; rewrite app_nil_r; auto|].
    assert (H : (e = p \/ e = q) \/ (e <> p /\ e <> q)) by (destruct (same e p), (same e q); auto).
    destruct H as [H | [H1 H2]].
    - assert (I : In e r).
      { apply (in_nonzero same). simpl in P, Q. destruct H; subst; destruct (same p p), (same q q); try congruence; lia. }
      apply in_split in I. destruct I as [l [m ->]].
      pose proof (Permutation_middle l m e) as M. pose proof (proj1 (Permutation_count_occ same _ _) M) as C.
      rewrite <- !C in P, Q. simpl in P, Q.
      destruct (IH (l ++ m) N) as [t [t' [w [A [B F]]]]];
        [destruct (same e p); lia | destruct (same e q); lia |].
      exists t, t', (e :: w). rewrite <- M, A, B. repeat split; try apply F; apply Permutation_middle.
    - simpl in P, Q. destruct (same e p), (same e q); try congruence.
      destruct (IH r N P Q) as [t [t' [w [A [B [F G]]]]]]. exists t, (e :: t'), w. rewrite A, B.
      repeat split; try reflexivity; simpl; intros [->|]; auto.
  Qed.
  Lemma more_of_a_pair p q r r' : p <> q -> valid (p :: q :: r) -> valid r' -> S (length r) = n -> S (length r') = n ->
    (count r' p <= count r p)%nat -> (count r' q <= count r q)%nat -> D (p :: r) (q :: r) <= D (p :: r') (q :: r').
  Proof.
    unfold valid. intros N V V' L L' P Q. rewrite !Forall_cons_iff in V. destruct V as [Vp [Vq V2]].
    destruct (common_part p q r' r N P Q) as [t [t' [w [A [B [F G]]]]]].
    rewrite (D_any_order (p :: r) (p :: t ++ w) (q :: r) (q :: t ++ w)) by (apply perm_skip, A).
    rewrite (D_any_order (p :: r') (p :: t' ++ w) (q :: r') (q :: t' ++ w)) by (apply perm_skip, B).
    rewrite (Permutation_length A) in L. rewrite (Permutation_length B) in L'.
    apply (Permutation_Forall A), Forall_app in V2. apply (Permutation_Forall B), Forall_app in V'.
    rewrite app_length in L, L'. apply recolour_all; unfold valid; rewrite ?Forall_cons_iff; try tauto; try lia.
    rewrite app_length. lia.
  Qed.

  (* Types with other names. *)
  Lemma other_names f x y : valid x -> valid y -> valid (map f x) -> valid (map f y) -> length x = n -> length y = n ->
    D (map f x) (map f y) <= D x y.
  Proof.
    intros. apply (processed (fun g s => g (map f s))); rewrite ?map_length; auto.
    - intros g [O B]. split; [intros s t P; apply O, Permutation_map, P | intro; apply B].
    - intros g _. rewrite renamed. apply sum_map.
    - intros g _. rewrite renamed. apply sum_map.
  Qed.
  Lemma two_names u v p q : In u types -> In v types -> In p types -> In q types -> u <> v -> p <> q ->
    exists f g : X -> X, f u = p /\ f v = q /\ (forall e, g (f e) = e) /\ (forall e, In e types -> In (f e) types).
  Proof.
    intros U V P Q N M. exists (fun e => swap same (swap same u p v) q (swap same u p e)), (fun e => swap same u p (swap same (swap same u p v) q e)).
    repeat split.
    - unfold swap. repeat (destruct (same _ _)); congruence.
    - unfold swap. repeat (destruct (same _ _)); congruence.
    - intro e. rewrite !swap_swap. reflexivity.
    - intros e I. unfold swap. repeat (destruct (same _ _)); assumption.
  Qed.
  Lemma another_pair u v r p q r' : u <> v -> p <> q -> valid (u :: v :: r) -> valid (p :: q :: r') ->
    S (length r) = n -> S (length r') = n -> (count r' p <= count r u)%nat -> (count r' q <= count r v)%nat ->
    D (u :: r) (v :: r) <= D (p :: r') (q :: r').
  Proof.
    unfold valid. intros N M V V' L L' P Q. rewrite !Forall_cons_iff in *. destruct V as [Vu [Vv V2]], V' as [Vp [Vq V4]].
    destruct (two_names u v p q) as [f [g [Fu [Fv [G K]]]]]; try assumption.
    assert (J : forall a b, f a = f b -> a = b) by (intros a b H; rewrite <- (G a), <- (G b), H; reflexivity).
    assert (B : forall l, map g (map f l) = l) by (intro l; rewrite map_map; induction l; simpl; congruence).
    assert (W : Forall (fun c => In c types) (map f r)) by (apply Forall_map; eapply Forall_impl; [|exact V2]; auto).
    apply Rle_trans with (D (p :: map f r) (q :: map f r)).
    - replace (u :: r) with (map g (p :: map f r)) by (rewrite <- Fu; exact (B (u :: r))).
      replace (v :: r) with (map g (q :: map f r)) by (rewrite <- Fv; exact (B (v :: r))).
      apply other_names; unfold valid; simpl; rewrite ?map_length; auto; rewrite B; constructor; auto; rewrite <- ?Fu, <- ?Fv, G; assumption.
    - apply more_of_a_pair; unfold valid; rewrite ?map_length; auto.
      + rewrite <- Fu, <- (count_occ_map f same same J), Fu. assumption.
      + rewrite <- Fv, <- (count_occ_map f same same J), Fv. assumption.
  Qed.

  (* A type that only one of two neighbours has. *)
  Lemma alone_is_seen a c r : ~ In a (c :: r) -> valid (a :: c :: r) -> S (length r) = n -> chance size n <= D (a :: r) (c :: r).
  Proof.
    unfold valid. intros N V L. rewrite !Forall_cons_iff in V.
    set (g s := if in_dec same a s then 1 else 0).
    assert (Z : forall x, ~ In a x -> sum g (samples x) = 0).
    { intros x Hx. rewrite (sum_ext _ (fun _ => 0 * 0)), sum_scale; [ring|]. intros s Hs. unfold g.
      destruct (in_dec same a s) as [I|]; [|ring]. exfalso. apply Hx.
      apply (drawn x x s) in Hs; [|apply Forall_forall; auto]. apply words_spec in Hs. destruct Hs as [_ F].
      rewrite Forall_forall in F. auto. }
    assert (T' : test g).
    { split; [|intro s; unfold g; destruct (in_dec same a s); lra]. intros s t P. unfold g.
      destruct (in_dec same a s) as [I|I], (in_dec same a t) as [J|J]; try reflexivity; exfalso.
      - apply J, (Permutation_in _ P I).
      - apply I, (Permutation_in _ (Permutation_sym P) J). }
    pose proof (test_at_most g (a :: r) (c :: r) T') as B. rewrite (Z (c :: r) N), split, (Z r) in B by (simpl in N; tauto).
    replace (sum g (hits a r)) with (size n - size (pred n)) in B.
    - unfold chance. replace (1 - size (pred n) / size n) with ((size n - size (pred n) + 0) / size n - E * (0 / size n)) by (field; lra).
      apply B; unfold valid; rewrite ?Forall_cons_iff; simpl; tauto.
    - rewrite <- L. simpl pred. rewrite <- (hits_are samples hits split size sized a r). apply sum_ext; intros s Hs.
      unfold g. destruct (in_dec same a s) as [|I]; [reflexivity | destruct (I (hit a r s Hs))].
  Qed.

  Lemma D_nonneg x y : 0 <= D x y.
  Proof. apply sum_nonneg; intros; apply pos_nonneg. Qed.
  Lemma D_same x : valid x -> length x = n -> D x x <= 0.
  Proof.
    intros V L. destruct (best_test x x V V L L) as [g [[_ B] ->]].
    assert (0 <= sum g (samples x) / size n); [|nra]. unfold Rdiv.
    apply Rmult_le_pos; [apply sum_nonneg; intros; apply B | left; apply Rinv_0_lt_compat, some].
  Qed.

  Variables (x : list X) (a b z : X).
  Hypotheses (Vx : valid x) (Lx : length x = n) (Hz : In z x) (rare : two_rarest same types x a b).
  Lemma any_loss_is_below y : In y (neighbours types x) -> D x y <= chance size n /\ D y x <= chance size n.
  Proof.
    intro H. apply neighbours_spec in H. destruct H as [l [u [v [r [-> [-> _]]]]]]. rewrite app_length in Lx. simpl in Lx.
    pose proof (any_pair_is_below same types samples hits split any_order size sized outputs (NoDup_nodup _ _) E n HE
      ltac:(lia) some) as B. split; apply B; rewrite app_length; exact Lx.
  Qed.
  Lemma a_rare_type_is_seen : (count x a <= 1)%nat -> chance size n <= rarest same D a b z x.
  Proof.
    destruct rare as [N [Ha [Hb _]]]. unfold rarest. intro H. destruct (count x a) as [|[|k]] eqn:C; [| |lia].
    - destruct (turned_split same z a x Hz) as [r [P Q]]. rewrite (D_any_order _ (a :: r) _ (z :: r) Q P).
      apply alone_is_seen.
      + intro I. apply (Permutation_in _ (Permutation_sym P)), (count_occ_In same) in I. lia.
      + constructor; [assumption | exact (Permutation_Forall P Vx)].
      + rewrite <- Lx, (Permutation_length P). reflexivity.
    - destruct (turned_split same a b x ltac:(apply (in_nonzero same); lia)) as [r [P Q]].
      rewrite (D_any_order _ (a :: r) _ (b :: r) P Q). pose proof (Permutation_Forall P Vx) as V. rewrite Forall_cons_iff in V.
      apply alone_is_seen.
      + rewrite (proj1 (Permutation_count_occ same _ _) P a) in C. simpl in C. destruct (same a a); [|congruence].
        intros [I | I]; [congruence|]. apply (count_occ_In same) in I. lia.
      + unfold valid. rewrite !Forall_cons_iff. tauto.
      + rewrite <- Lx, (Permutation_length P). reflexivity.
  Qed.
  Lemma a_loss_of_the_rarest y : (1 <= count x a)%nat -> In y (neighbours types x) -> exists p q,
    (p = a /\ q = b \/ p = b /\ q = a) /\ D x y <= D x (turned same p q x) /\ D y x <= D (turned same p q x) x.
  Proof.
    destruct rare as [N [Ha [Hb R]]]. intros C H. apply neighbours_spec in H. destruct H as [l [u [v [m [Ex [-> Hv]]]]]].
    destruct (same u v) as [<- | M].
    { exists a, b. rewrite <- Ex. pose proof (D_same x Vx Lx). pose proof (D_nonneg x (turned same a b x)).
      pose proof (D_nonneg (turned same a b x) x). split; [auto | split; lra]. }
    set (r := l ++ m). assert (Px : Permutation x (u :: r)) by (rewrite Ex; symmetry; apply Permutation_middle).
    assert (Py : Permutation (l ++ v :: m) (v :: r)) by (symmetry; apply Permutation_middle).
    pose proof (Permutation_Forall Px Vx) as V. rewrite Forall_cons_iff in V.
    assert (W : exists p q, (p = a /\ q = b \/ p = b /\ q = a) /\ (count x p <= count x u /\ count x q <= count x v)%nat).
    { destruct (same v a) as [-> | O]; [exists b, a | exists a, b]; (split; [auto|]); split; apply R; tauto. }
    destruct W as [p [q [W [Cp Cq]]]]. exists p, q. split; [assumption|].
    assert (F : p <> q /\ In p types /\ In q types) by (destruct W as [[-> ->] | [-> ->]]; auto).
    assert (Ip : In p x).
    { apply (in_nonzero same). destruct (R p (proj1 (proj2 F))) as [K _]. lia. }
    destruct (turned_split same p q x Ip) as [r' [P Q]]. pose proof (Permutation_Forall P Vx) as V'. rewrite Forall_cons_iff in V'.
    rewrite (D_any_order _ _ _ _ Px Py), (D_any_order _ _ _ _ Py Px), (D_any_order _ _ _ _ P Q), (D_any_order _ _ _ _ Q P).
    rewrite (proj1 (Permutation_count_occ same _ _) P p), (proj1 (Permutation_count_occ same _ _) Px u) in Cp.
    rewrite (proj1 (Permutation_count_occ same _ _) P q), (proj1 (Permutation_count_occ same _ _) Px v) in Cq.
    simpl in Cp, Cq. destruct (same p p), (same u u), (same p q), (same u v); try congruence; try tauto.
    pose proof (Permutation_length P). pose proof (Permutation_length Px). simpl in *.
    split; apply another_pair; unfold valid; rewrite ?Forall_cons_iff; try tauto; try lia; intuition congruence.
  Qed.

  Theorem rarest_attain_delta : rarest same D a b z x = delta types outputs law_of E x /\
    ((count x a <= 1)%nat -> delta types outputs law_of E x = chance size n).
  Proof.
    pose proof rare as [N [Ha [Hb R]]].
    assert (A : forall y, In y (neighbours types x) -> D x y <= delta types outputs law_of E x /\ D y x <= delta types outputs law_of E x).
    { intros y H. pose proof (delta_is_above types outputs law_of E x y H) as B. unfold loss in B.
      split; apply Rle_trans with (2 := B); [apply Rmax_l | apply Rmax_r]. }
    assert (L : rarest same D a b z x <= delta types outputs law_of E x).
    { unfold rarest. destruct (count x a) as [|[|k]] eqn:C.
      - apply A, turned_is_a_neighbour; assumption.
      - apply A, turned_is_a_neighbour; [apply (in_nonzero same); lia | assumption].
      - assert (In b x) by (apply (in_nonzero same); destruct (R b Hb) as [K _]; lia).
        assert (In a x) by (apply (in_nonzero same); lia).
        repeat apply Rmax_lub; apply A, turned_is_a_neighbour; assumption. }
    destruct (le_lt_dec (count x a) 1) as [S | S].
    - pose proof (a_rare_type_is_seen S) as B.
      assert (delta types outputs law_of E x <= chance size n).
      { apply delta_is_least; [pose proof (any_loss_is_below _ (turned_is_a_neighbour same z a types x Hz Ha)) as [K _];
          exact (Rle_trans _ _ _ (D_nonneg _ _) K)|].
        intros y H. apply loss_at_most; apply any_loss_is_below, H. }
      split; intros; lra.
    - split; [|intro; lia]. apply Rle_antisym; [exact L|]. unfold rarest. destruct (count x a) as [|[|k]] eqn:C; try lia.
      set (U := Rmax _ _). assert (B : D x (turned same a b x) <= U /\ D (turned same a b x) x <= U /\
        D x (turned same b a x) <= U /\ D (turned same b a x) x <= U).
      { unfold U. repeat split; eauto using Rle_trans, Rmax_l, Rmax_r. }
      apply delta_is_least; [pose proof (D_nonneg x (turned same a b x)); lra|]. intros y H.
      destruct (a_loss_of_the_rarest y ltac:(lia) H) as [p [q [[[-> ->] | [-> ->]] [K J]]]]; apply loss_at_most;
        fold (D x y); fold (D y x); lra.
  Qed.
End Rarest.
