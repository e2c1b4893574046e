"""The questions, one function each: `sdp_proofs` offers them in Python, and commands take their options from them."""
