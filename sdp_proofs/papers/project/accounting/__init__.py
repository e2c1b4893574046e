"""Claims of this project on accounting: what the engines of `sdp_proofs.accounting` rest on."""
