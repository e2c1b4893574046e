"""Text stub."""
from __future__ import annotations
from sdp_proofs.logic.kernel import Term, spine
def text(t: Term) -> str:
    head, args = spine(t)
    if t.head == "app":
        return f"{text(head)}({', '.join(map(text, args))})"
    if t.head == "lam":
        return f"({t.hint} -> {text(t.parts[1])})"
    return "/".join(map(str, t.parts))
