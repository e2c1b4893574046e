(* The kernel of all mixtures of two sources has no negative minor: it comes from the identity by corner cutting, and a
   step of that makes every row a mixture of two neighbouring ones. *)
From Coq Require Import FunctionalExtensionality.
From SdpProofs Require Export Endpoints.

(* Determinants, by expansion along the first column: rows are functions of the column. *)
Notation row := (nat -> R).
Fixpoint alternating (g : row -> list row -> R) (past rest : list row) : R :=
  match rest with [] => 0 | v :: rest => g v (past ++ rest) - alternating g (past ++ [v]) rest end.
Fixpoint det (columns : list nat) (rows : list row) : R :=
  match columns with
  | [] => match rows with [] => 1 | _ => 0 end
  | h :: columns => alternating (fun v others => v h * det columns others) [] rows
  end.
Example two_by_two (v w : row) : det [0; 1]%nat [v; w] = v 0%nat * w 1%nat - w 0%nat * v 1%nat.
Proof. simpl. ring. Qed.

(* Linear in each row. *)
Definition blend (t : R) (v w : row) : row := fun h => (1 - t) * v h + t * w h.
Definition linear_in_list (f : list row -> R) : Prop :=
  forall t v w l r, f (l ++ blend t v w :: r) = (1 - t) * f (l ++ v :: r) + t * f (l ++ w :: r).
Lemma alternating_before g t v w l r rest : (forall x, linear_in_list (g x)) ->
  alternating g (l ++ blend t v w :: r) rest = (1 - t) * alternating g (l ++ v :: r) rest + t * alternating g (l ++ w :: r) rest.
Proof.
  intro L; revert r; induction rest as [|x rest IH]; intro r; simpl; [ring|].
  rewrite <- !app_assoc. simpl. rewrite L, IH. ring.
Qed.
Lemma alternating_linear g past : (forall x, linear_in_list (g x)) ->
  (forall t v w others, g (blend t v w) others = (1 - t) * g v others + t * g w others) ->
  linear_in_list (alternating g past).
Proof.
  intros L F t v w l r. revert past; induction l as [|x l IH]; intro past; simpl.
  - rewrite F. pose proof (alternating_before g t v w past [] r L) as A. rewrite A. ring.
  - rewrite IH. rewrite !app_assoc, L. ring.
Qed.
Theorem det_linear columns : linear_in_list (det columns).
Proof.
  induction columns as [|h columns IH]; intros t v w l r; simpl.
  - destruct l; simpl; ring.
  - apply (alternating_linear (fun v others => v h * det columns others)).
    + intros x t' v' w' l' r'. rewrite IH. ring.
    + intros t' v' w' others. unfold blend. ring.
Qed.

(* Zero where two neighbouring rows are the same. *)
Definition kills_twins (f : list row -> R) : Prop := forall v l r, f (l ++ v :: v :: r) = 0.
Lemma alternating_twins_before g v l r rest : (forall x, kills_twins (g x)) -> alternating g (l ++ v :: v :: r) rest = 0.
Proof.
  intro K; revert r; induction rest as [|x rest IH]; intro r; simpl; [reflexivity|].
  rewrite <- !app_assoc. simpl. rewrite K, IH. ring.
Qed.
Theorem det_twins columns : kills_twins (det columns).
Proof.
  induction columns as [|h columns IH]; intros v l r; simpl; [destruct l; reflexivity|].
  set (g := fun (v : row) others => v h * det columns others). assert (K : forall x, kills_twins (g x)).
  { intros x v' l' r'. unfold g. rewrite IH. ring. }
  clearbody g. generalize (@nil row). induction l as [|x l IHl]; intro past; simpl.
  - rewrite <- !app_assoc. simpl. rewrite (alternating_twins_before g v past [] r K). ring.
  - rewrite app_assoc, K, IHl. ring.
Qed.

(* Strictly and weakly rising lists of places up to n. *)
Fixpoint rising (gap from : nat) (l : list nat) : Prop := match l with [] => True | j :: l => (from <= j)%nat /\ rising gap (j + gap) l end.
Definition up_to (n : nat) (l : list nat) : Prop := Forall (fun j => (j <= n)%nat) l.
Definition no_negative_minor (n : nat) (X : nat -> row) : Prop :=
  forall columns places, rising 1 0 columns -> rising 1 0 places -> up_to n places -> 0 <= det columns (map X places).
Lemma rising_from gap a b l : (a <= b)%nat -> rising gap b l -> rising gap a l.
Proof. destruct l; simpl; [auto|]. intros H [I J]. split; [lia | exact J]. Qed.
Lemma rising_app gap from l j r : rising gap from (l ++ j :: r) <-> rising gap from (l ++ [j]) /\ rising gap (j + gap) r.
Proof.
  revert from; induction l as [|i l IH]; intro from; simpl; [tauto|]. rewrite IH. tauto.
Qed.
Lemma weak_is_strict_or_twins from l : rising 0 from l -> rising 1 from l \/ exists a j b, l = a ++ j :: j :: b.
Proof.
  revert from; induction l as [|j l IH]; intros from H; simpl in *; [auto|]. destruct H as [F H]. rewrite Nat.add_0_r in H.
  destruct l as [|k l]; [simpl; auto|]. destruct (IH j H) as [S | [a [i [b ->]]]].
  - simpl in S, H. destruct (Nat.eq_dec j k) as [->|]; [right; exists [], k, l; reflexivity|].
    left. simpl. repeat split; try tauto; lia.
  - right. exists (j :: a), i, b. reflexivity.
Qed.
Lemma weakly n X columns places : no_negative_minor n X -> rising 1 0 columns -> rising 0 0 places -> up_to n places ->
  0 <= det columns (map X places).
Proof.
  intros H C P U. destruct (weak_is_strict_or_twins 0 places P) as [S | [a [j [b ->]]]]; [apply H; assumption|].
  rewrite map_app. simpl. rewrite det_twins. lra.
Qed.

Lemma rising_end from l k : rising 0 from l -> (forall i, In i l -> (i <= k)%nat) -> (from <= k)%nat -> rising 0 from (l ++ [k]).
Proof.
  revert from; induction l as [|i l IH]; intros from R L F; simpl in *; [auto|]. destruct R as [A R]. split; [exact A|].
  apply IH; [exact R | auto | rewrite Nat.add_0_r; auto].
Qed.
Lemma rising_start gap from l k : rising gap from l -> In k l -> (from <= k)%nat.
Proof.
  revert from; induction l as [|j l IH]; simpl; [tauto|]. intros from [A R] [-> | I]; [exact A|].
  apply Nat.le_trans with (2 := IH _ R I). lia.
Qed.
Lemma rising_tail gap from l k : rising gap from (l ++ [k]) -> rising gap from l /\ forall i, In i l -> (i + gap <= k)%nat.
Proof.
  revert from; induction l as [|j l IH]; simpl; [tauto|]. intros from [A R]. destruct (IH _ R) as [R' L].
  repeat split; try assumption. intros i [-> | I]; [|auto]. apply (rising_start gap _ _ k R), in_app_iff. simpl. auto.
Qed.

(* Every row a mixture of itself and the next, or of the one before and itself. *)
Section Steps.
  Variables (n : nat) (X Y : nat -> row) (t : nat -> R).
  Hypotheses (Ht : forall j, 0 <= t j <= 1) (HX : no_negative_minor n X).
  Lemma split_rows columns l (r : list row) v w s x : x = blend s v w -> 0 <= s <= 1 ->
    0 <= det columns (l ++ v :: r) -> 0 <= det columns (l ++ w :: r) -> 0 <= det columns (l ++ x :: r).
  Proof. intros -> S A B. rewrite det_linear. nra. Qed.

  Theorem mixed_with_the_next : (forall j, (j < n)%nat -> Y j = blend (t j) (X j) (X (S j))) -> Y n = X n -> no_negative_minor n Y.
  Proof.
    intros H Hn columns places C P U.
    enough (G : forall js is, rising 0 0 is -> up_to n is -> rising 1 0 js -> up_to n js ->
      (forall i j, In i is -> In j js -> (i <= j)%nat) -> 0 <= det columns (map X is ++ map Y js)).
    { apply (G places []); simpl; auto; try constructor. tauto. }
    induction js as [|j js IH]; intros is I UI J UJ L; simpl.
    - rewrite app_nil_r. apply (weakly n X); assumption.
    - inversion UJ as [|? ? B UJ']; subst. simpl in J. destruct J as [_ J].
      assert (Later : forall k, In k js -> (j + 1 <= k)%nat) by (intros k K; apply (rising_start 1 _ _ k J K)).
      assert (Next : forall k, (j <= k <= S j)%nat -> (k <= n)%nat -> 0 <= det columns (map X is ++ X k :: map Y js)).
      { intros k K Kn. replace (map X is ++ X k :: map Y js) with (map X (is ++ [k]) ++ map Y js)
          by (rewrite map_app, <- app_assoc; reflexivity).
        apply IH; auto.
        - apply rising_end; [exact I | | lia]. intros i Hi. specialize (L i j Hi (or_introl eq_refl)). lia.
        - apply Forall_app. split; [assumption | constructor; [assumption | constructor]].
        - apply rising_from with (2 := J). lia.
        - intros i k' Hi Hk. apply in_app_iff in Hi. specialize (Later k' Hk). destruct Hi as [Hi | [<- | []]]; [|lia].
          specialize (L i j Hi (or_introl eq_refl)). lia. }
      destruct (Nat.eq_dec j n) as [->|D]; [rewrite Hn; apply Next; lia|].
      apply (split_rows columns _ _ (X j) (X (S j)) (t j)); [apply H; lia | apply Ht | apply Next; lia | apply Next; lia].
  Qed.

  Theorem mixed_with_the_last : (forall j, (j < n)%nat -> Y (S j) = blend (t j) (X j) (X (S j))) -> Y O = X O -> no_negative_minor n Y.
  Proof.
    intros H H0 columns places C P U.
    enough (G : forall js is, rising 0 0 is -> up_to n is -> rising 1 0 js -> up_to n js ->
      (forall i j, In i is -> In j js -> (j <= i)%nat) -> 0 <= det columns (map Y js ++ map X is)).
    { specialize (G places []). rewrite app_nil_r in G. apply G; simpl; auto; try constructor. tauto. }
    induction js as [|j js IH] using rev_ind; intros is I UI J UJ L.
    - apply (weakly n X); assumption.
    - apply Forall_app in UJ. destruct UJ as [UJ' UB]. inversion UB as [|? ? B _]; subst.
      destruct (rising_tail 1 0 js j J) as [J' Earlier].
      assert (Last : forall k, (j <= S k)%nat -> (k <= j)%nat -> 0 <= det columns (map Y js ++ X k :: map X is)).
      { intros k K Kj. apply (IH (k :: is)); auto.
        - simpl. split; [lia|]. rewrite Nat.add_0_r. clear IH UI. destruct is as [|i is]; simpl in *; [exact Logic.I|].
          destruct I as [_ I]. split; [|exact I]. specialize (L i j (or_introl eq_refl) ltac:(apply in_app_iff; simpl; auto)). lia.
        - constructor; [lia | assumption].
        - intros i k' [<- | Hi] Hk; [specialize (Earlier k' Hk); lia|]. apply L; [exact Hi | apply in_app_iff; auto]. }
      rewrite map_app, <- app_assoc. simpl.
      destruct j as [|j]; [rewrite H0; apply Last; lia|].
      apply (split_rows columns _ _ (X j) (X (S j)) (t j)); [apply H; lia | apply Ht | apply Last; lia | apply Last; lia].
  Qed.
End Steps.

(* The identity. *)
Definition at_ (h j : nat) : R := if Nat.eq_dec j h then 1 else 0.
Lemma det_of_nothing columns v r : (forall h, In h columns -> v h = 0) -> det columns (v :: r) = 0.
Proof.
  revert v r; induction columns as [|h columns IH]; intros v r Z; simpl; [reflexivity|]. rewrite (Z h (or_introl eq_refl)).
  set (g := fun (x : row) others => x h * det columns others).
  assert (G : forall x others, g x (v :: others) = 0).
  { intros x others. unfold g. rewrite IH by (intros k K; apply Z; right; exact K). ring. }
  clearbody g. assert (A : forall past rest, alternating g (v :: past) rest = 0).
  { intros past rest; revert past; induction rest as [|x rest IHr]; intro past; simpl; [reflexivity|].
    rewrite G. pose proof (IHr (past ++ [x])) as I. simpl in I. rewrite I. ring. }
  specialize (A [] r). rewrite A. ring.
Qed.
Lemma identity_has_none n : no_negative_minor n (fun j h => at_ h j).
Proof.
  intros columns; induction columns as [|h columns IH]; intros places C P U; [destruct places; simpl; lra|].
  destruct places as [|j places]; [simpl; lra|]. simpl in C, P. destruct C as [_ C], P as [_ P]. inversion U as [|? ? B U']; subst.
  destruct (Nat.lt_ge_cases j h) as [Lt|Ge].
  - cbn [map]. rewrite det_of_nothing; [lra|]. intros k [<- | K]; unfold at_; destruct (Nat.eq_dec j _) as [->|]; try lia; try reflexivity.
    pose proof (rising_start 1 _ _ _ C K). lia.
  - cbn [map det alternating app].
    assert (Z : forall g : row -> list row -> R, (forall k others, (h < k)%nat -> g (fun c => at_ c k) others = 0) ->
      forall past rest, (forall k, In k rest -> (h < k)%nat) -> alternating g past (map (fun j h => at_ h j) rest) = 0).
    { clear. intros g G past rest; revert past; induction rest as [|k rest IHr]; intros past L; simpl; [reflexivity|].
      rewrite G by (apply L; left; reflexivity). rewrite IHr by (intros; apply L; right; assumption). ring. }
    rewrite Z.
    2: { intros k others K. unfold at_ at 1. destruct (Nat.eq_dec k h); [lia | ring]. }
    2: { intros k K; pose proof (rising_start 1 _ _ k P K); lia. }
    assert (D : 0 <= det columns (map (fun j h => at_ h j) places)).
    { apply IH; [apply rising_from with (2 := C); lia | apply rising_from with (2 := P); lia | assumption]. }
    unfold at_ at 1. destruct (Nat.eq_dec j h); lra.
Qed.

(* The chance that h of n records are ones, if k follow the source p and the others q. *)
Definition mixture_kernel (p q : R) (n k h : nat) : R := average p q n (at_ h) k.

Section Kernel.
  Variables (n : nat) (p q : R).
  Hypotheses (Hq : 0 <= q) (Hqp : q <= p) (Hp : p <= 1).
  Lemma first_has_none m : no_negative_minor n (fun j h => first_cut (at_ h) p m j).
  Proof.
    induction m as [|m IH].
    - intros columns places C P U. rewrite (map_ext (fun j h => first_cut (at_ h) p 0 j) (fun j h => at_ h j)).
      + apply (identity_has_none n); assumption.
      + intro j. apply functional_extensionality. intro h. rewrite first_right by lia. simpl. f_equal. lia.
    - apply (mixed_with_the_last n (fun j h => first_cut (at_ h) p m j) (fun j h => first_cut (at_ h) p (S m) j) (fun j => if (S j <=? m)%nat then 1 else p)); [|exact IH| |].
      + intro j. destruct (Nat.leb (S j) m); lra.
      + intros j _. apply functional_extensionality. intro h. unfold blend. destruct (Nat.leb_spec (S j) m).
        * rewrite !first_left by lia. ring.
        * rewrite !first_right by lia. rewrite (Nat.sub_succ_l m j) by lia. reflexivity.
      + apply functional_extensionality. intro h. reflexivity.
  Qed.
  Lemma second_has_none m : no_negative_minor n (fun j h => second_cut n (at_ h) p q m j).
  Proof.
    induction m as [|m IH].
    - intros columns places C P U. rewrite (map_ext_in _ (fun j h => first_cut (at_ h) p n j)).
      + apply (first_has_none n); assumption.
      + intros j J. apply functional_extensionality. intro h. rewrite first_left; [reflexivity|].
        exact (proj1 (Forall_forall _ _) U j J).
    - apply (mixed_with_the_next n (fun j h => second_cut n (at_ h) p q m j) (fun j h => second_cut n (at_ h) p q (S m) j) (fun j => if (S m <=? n - j)%nat then q / p else 0)); [|exact IH| |].
      + intro j. destruct (Nat.leb (S m) (n - j)); [|lra].
        destruct (Req_dec p 0) as [Z|Z]; [unfold Rdiv; replace q with 0 by lra; lra|].
        split; [apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat]; lra|]. apply Rmult_le_reg_r with p; [lra|].
        replace (q / p * p) with q by (field; lra). lra.
      + intros j Hj. apply functional_extensionality. intro h. unfold blend, second_cut.
        destruct (Nat.leb_spec (S m) (n - j)).
        * rewrite !Nat.min_l by lia. simpl times at 1. rewrite (q_from_p p q Hq Hqp). f_equal. f_equal.
          rewrite times_swap. reflexivity.
        * rewrite !Nat.min_r by lia. ring.
      + apply functional_extensionality. intro h. unfold second_cut. rewrite Nat.sub_diag, !Nat.min_0_r. reflexivity.
  Qed.

  Theorem kernel_has_no_negative_minor : no_negative_minor n (mixture_kernel p q n).
  Proof.
    intros columns places C P U. rewrite (map_ext_in _ (fun j h => second_cut n (at_ h) p q n j)).
    - apply (second_has_none n); assumption.
    - intros j J. apply functional_extensionality. intro h. unfold mixture_kernel, second_cut.
      pose proof (proj1 (Forall_forall _ _) U j J). simpl in *. rewrite Nat.min_r, average_is by lia. reflexivity.
  Qed.
End Kernel.
