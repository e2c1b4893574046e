(* Tails of a histogram of two types and of its neighbour differ by one term. *)
From SdpProofs Require Export Delta.

Section Tails.
  Variables a b T : Z.
  Hypotheses (Ha : (1 <= a)%Z) (Hb : (0 <= b)%Z) (HT : (0 <= T <= a + b)%Z).
  Definition share (h : Z) : R := P a b T h * IZR h / IZR a.

  Lemma one_term h : (Z.max 0 (T - b) <= h)%Z -> P a b T h - P (a - 1) (b + 1) T h = share h - share (h + 1).
  Proof.
    intro H. unfold share. assert (0 < IZR a) by (apply (IZR_lt 0); lia).
    destruct (Z_le_gt_dec h (Z.min a T)) as [I|O].
    - pose proof (term_is_gain a b T 1 Ha HT h ltac:(lia)) as G. rewrite Rmult_1_l in G. rewrite G.
      pose proof (P_next a b T Ha Hb HT h ltac:(lia)) as N. rewrite N. unfold gain, ratio. rewrite !mult_IZR.
      assert (K : 0 < IZR (h + 1)) by (apply (IZR_lt 0); lia). assert (L : 0 < IZR (b - T + h + 1)) by (apply (IZR_lt 0); lia).
      replace (b + 1 - T + h)%Z with (b - T + h + 1)%Z by lia.
      repeat rewrite ?plus_IZR, ?minus_IZR in K. repeat rewrite ?plus_IZR, ?minus_IZR in L.
      repeat rewrite ?plus_IZR, ?minus_IZR. field. repeat split; lra.
    - rewrite (P_out a b T h) by lia. rewrite (P_out a b T (h + 1)) by lia.
      replace (P (a - 1) (b + 1) T h) with 0; [field; lra|]. symmetry. unfold P.
      destruct (Z_lt_le_dec (a - 1) h); [rewrite (binom_out (a - 1) h) by lia | rewrite (binom_out (b + 1) (T - h)) by lia];
        unfold Rdiv; ring.
  Qed.

  Lemma terms h m : (Z.max 0 (T - b) <= h)%Z ->
    total (P a b T) h m - total (P (a - 1) (b + 1) T) h m = share h - share (h + Z.of_nat m).
  Proof.
    revert h; induction m as [|m IH]; intros h H; cbn [total].
    - replace (h + Z.of_nat 0)%Z with h by lia. lra.
    - pose proof (IH (h + 1)%Z ltac:(lia)) as I. replace (h + 1 + Z.of_nat m)%Z with (h + Z.of_nat (S m))%Z in I by lia.
      pose proof (one_term h H). lra.
  Qed.

  (* Of all outputs from k to T. *)
  Definition tail (p : Z -> R) (k : Z) : R := total p k (Z.to_nat (T - k + 1)).
  Theorem tails_differ_by_one_term k : (Z.max 0 (T - b) <= k <= T)%Z ->
    tail (P a b T) k - tail (P (a - 1) (b + 1) T) k = P a b T k * IZR k / IZR a.
  Proof.
    intro H. unfold tail. rewrite terms by lia. replace (k + Z.of_nat (Z.to_nat (T - k + 1)))%Z with (T + 1)%Z by lia.
    unfold share at 2. rewrite (P_out a b T (T + 1)) by lia. unfold share, Rdiv. ring.
  Qed.
End Tails.
