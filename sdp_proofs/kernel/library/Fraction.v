(* Convergents of continued fractions at two neighbouring points, and what is left of a tail after N levels. *)
From SdpProofs Require Export Whole.

Section Convergents.
  Variables (first second : R) (a l : nat -> R).
  (* X_0 = first, X_1 = second, X_{N+1} = a_N X_N + l_N X_{N-1} *)
  Fixpoint both_levels (N : nat) : R * R :=
    match N with O => (first, second) | S M => let (x, y) := both_levels M in (y, a (S M) * y + l (S M) * x) end.
  Definition level (N : nat) : R := fst (both_levels N).
  Lemma level_next N : level (S (S N)) = a (S N) * level (S N) + l (S N) * level N.
  Proof. unfold level. simpl. destruct (both_levels N) as [x y]. reflexivity. Qed.
End Convergents.
Definition top (a l : nat -> R) := level 0 1 a l.
Definition bottom (a l : nat -> R) := level 1 (a O) a l.
Fixpoint partials (l : nat -> R) (N : nat) : R := match N with O => 1 | S M => partials l M * l (S M) end.

Section Remainder.
  Variables (one front rest : R) (a b l A U W : nat -> R).
  Definition pair (M N : nat) : R :=
    one * bottom a l M * bottom b l N - front * top a l M * bottom b l N + rest * bottom a l M * top b l N.
  Definition sign (N : nat) : R := (-1) ^ N * partials l N.
  Hypotheses (base : A O = one) (base_row : - U 1%nat = one * a O - front) (base_column : - W 1%nat = one * b O + rest)
    (base_diagonal : - l 1%nat * A 1%nat = one * a O * b O - front * b O + rest * a O).
  Hypothesis step_row : forall N, - U (S (S N)) = A (S N) * a (S N) + W (S N).
  Hypothesis step_column : forall N, - W (S (S N)) = A (S N) * b (S N) + U (S N).
  Hypothesis step_diagonal : forall N, - l (S (S N)) * A (S (S N)) =
    A (S N) * a (S N) * b (S N) + U (S N) * a (S N) + W (S N) * b (S N) - l (S N) * A N.

  Lemma sign_next N : sign (S N) = - l (S N) * sign N.
  Proof. unfold sign. simpl. ring. Qed.
  Lemma invariant N : pair N N = sign N * A N /\ pair (S N) N = - sign N * U (S N) /\ pair N (S N) = - sign N * W (S N) /\
    pair (S N) (S N) = sign (S N) * A (S N).
  Proof.
    induction N as [|N [D0 [R [C D]]]].
    - unfold pair, sign, top, bottom, level. simpl. rewrite base. repeat split; lra.
    - split; [exact D|].
      assert (R' : pair (S (S N)) (S N) = - sign (S N) * U (S (S N))).
      { transitivity (a (S N) * pair (S N) (S N) + l (S N) * pair N (S N)).
        - unfold pair, top, bottom. rewrite !level_next. ring.
        - rewrite D, C, sign_next. pose proof (step_row N). replace (U (S (S N))) with (- (A (S N) * a (S N) + W (S N))) by lra. ring. }
      assert (C' : pair (S N) (S (S N)) = - sign (S N) * W (S (S N))).
      { transitivity (b (S N) * pair (S N) (S N) + l (S N) * pair (S N) N).
        - unfold pair, top, bottom. rewrite !level_next. ring.
        - rewrite D, R, sign_next. pose proof (step_column N). replace (W (S (S N))) with (- (A (S N) * b (S N) + U (S N))) by lra. ring. }
      repeat split; try assumption.
      transitivity (a (S N) * b (S N) * pair (S N) (S N) + b (S N) * l (S N) * pair N (S N) + a (S N) * l (S N) * pair (S N) N
        + l (S N) * l (S N) * pair N N).
      + unfold pair, top, bottom. rewrite !level_next. ring.
      + rewrite D, C, R, D0, (sign_next (S N)), sign_next.
        replace (- l (S (S N)) * (- l (S N) * sign N) * A (S (S N))) with (- l (S (S N)) * A (S (S N)) * (- l (S N) * sign N)) by ring.
        rewrite step_diagonal. ring.
  Qed.

  (* With y the convergent at the point, z at the next, and q the quotient of the terms there. *)
  Theorem remainder N front' q : one <> 0 -> bottom a l N <> 0 -> bottom b l N <> 0 -> q * front' = rest ->
    (1 - front * top a l N / (one * bottom a l N) + q * (front' * top b l N / (one * bottom b l N))) * bottom a l N * bottom b l N
    = sign N * A N / one.
  Proof.
    intros H Q R' E. destruct (invariant N) as [D _]. rewrite <- D. unfold pair. rewrite <- E. field. auto.
  Qed.
End Remainder.

(* The hypergeometric tail: T draws from n records of which H are marked, from k marked ones on. *)
Section Hypergeometric.
  Variables n H T k : R.
  Hypothesis Hn : 2 <= n.
  Definition hyper_a (k : R) (N : nat) : R := k - (H + 1) * (T + 1) / (n + 2)
    + (n - 2 * H) * (n - 2 * T) * INR N * (INR N + n + 1) / ((n + 2) * (2 * INR N + n) * (2 * INR N + n + 2)).
  Definition hyper_l (N : nat) : R := INR N * (INR N + n) * (INR N + H) * (INR N + n - H) * (INR N + T) * (INR N + n - T)
    / ((2 * INR N + n - 1) * (2 * INR N + n) ^ 2 * (2 * INR N + n + 1)).
  Definition hyper_front (k : R) : R := k * (n - H - T + k).
  Definition hyper_rest : R := (H - k) * (T - k).
  Let sum (N : nat) := (2 * H + 2 * T - n) * (2 * INR N + n) / 4 + (n - 2 * H) * (n - 2 * T) * n / (4 * (2 * INR N + n)) - (n + 2 * INR N) * k.
  Let difference (N : nat) := 2 * k ^ 2 + (n - 2 * H - 2 * T) * k + H * T + INR N * (n + INR N).

  Theorem hypergeometric_remainder N q : q * hyper_front (k + 1) = hyper_rest ->
    bottom (hyper_a k) hyper_l N <> 0 -> bottom (hyper_a (k + 1)) hyper_l N <> 0 ->
    (1 - hyper_front k * top (hyper_a k) hyper_l N / ((n + 1) * bottom (hyper_a k) hyper_l N)
       + q * (hyper_front (k + 1) * top (hyper_a (k + 1)) hyper_l N / ((n + 1) * bottom (hyper_a (k + 1)) hyper_l N)))
    * bottom (hyper_a k) hyper_l N * bottom (hyper_a (k + 1)) hyper_l N
    = (-1) ^ N * (n + 1 + 2 * INR N) / (n + 1) * partials hyper_l N.
  Proof.
    intros E Q Q'.
    rewrite (remainder (n + 1) (hyper_front k) hyper_rest (hyper_a k) (hyper_a (k + 1)) hyper_l (fun N => n + 1 + 2 * INR N)
      (fun N => (sum N + difference N) / 2) (fun N => (sum N - difference N) / 2)); try assumption.
    9: lra.
    1: unfold sign; unfold Rdiv; ring.
    all: try intro M; unfold sum, difference, hyper_a, hyper_l, hyper_front, hyper_rest; rewrite ?S_INR; simpl INR; try ring;
      try (pose proof (pos_INR M); set (m := INR M) in *; clearbody m); field; repeat split; lra.
  Qed.
End Hypergeometric.

(* The binomial tail: T draws, each marked with the chance p. *)
Section Binomial.
  Variables p T k : R.
  Definition binomial_a (k : R) (N : nat) : R := k - p * (T + 1) + (1 - 2 * p) * INR N.
  Definition binomial_l (N : nat) : R := INR N * (INR N + T) * p * (1 - p).
  Definition binomial_front (k : R) : R := k * (1 - p).
  Definition binomial_rest : R := p * (T - k).
  Let sum (N : nat) := p * T - (1 - 2 * p) * INR N - k.
  Let difference (N : nat) := (1 - 2 * p) * k + p * T + INR N.

  Theorem binomial_remainder N q : q * binomial_front (k + 1) = binomial_rest ->
    bottom (binomial_a k) binomial_l N <> 0 -> bottom (binomial_a (k + 1)) binomial_l N <> 0 ->
    (1 - binomial_front k * top (binomial_a k) binomial_l N / (1 * bottom (binomial_a k) binomial_l N)
       + q * (binomial_front (k + 1) * top (binomial_a (k + 1)) binomial_l N / (1 * bottom (binomial_a (k + 1)) binomial_l N)))
    * bottom (binomial_a k) binomial_l N * bottom (binomial_a (k + 1)) binomial_l N
    = (-1) ^ N * partials binomial_l N.
  Proof.
    intros E Q Q'.
    rewrite (remainder 1 (binomial_front k) binomial_rest (binomial_a k) (binomial_a (k + 1)) binomial_l (fun N => 1)
      (fun N => (sum N + difference N) / 2) (fun N => (sum N - difference N) / 2)); try assumption.
    9: lra.
    1: unfold sign; field.
    all: try intro M; unfold sum, difference, binomial_a, binomial_l, binomial_front, binomial_rest; rewrite ?S_INR; simpl INR; field.
  Qed.
End Binomial.
