From SdpProofs Require Import Real.
Proof.
  cbv -[Q2R Rplus Rmult Rminus Rdiv Rinv Ropp Rmax Rmin exp ln at_most below Rlt Rle IZR not iff Qlt Qle].
  fractions. unfold Rpower. repeat (conditions; cbv beta iota). no_maxima. true_here.
Qed.
