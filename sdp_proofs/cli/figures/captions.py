"""What each figure shows, as a caption to copy: its number on the command line with a sentence or two of LaTeX."""

from __future__ import annotations

CAPTIONS = {
    "1": r"Privacy parameter $\delta(x)$ and adjusted utility of the adversary (threshold $t = 0.51$) of the US"
    r" presidential elections 1920--2020, if $0.2\,\%$ of the votes are lost at random; every value is "
    r"proven.",
    "2": r"Smoothed privacy parameter $\delta_{\mathrm{SDP}}$ against the number $n$ of votes, each distributed"
    r" as in some district of 2020, with $0.2\,\%$ of the votes lost at random; the dashed line is $1/n$.",
    "2-left": r"The same as figure 2.",
    "2-right": r"Estimate of $\delta_{\mathrm{SDP}}$ of one step of SGD with gradients quantised to 8 bits, against "
    r"the number of records: means over random databases, each with its exact $\delta(x)$, with normal bands "
    r"of $99\,\%$ (about right) and, thin, upper ends that are guaranteed to $99\,\%$.",
    "3": r"Privacy parameter $\delta(x)$ and adjusted utility of the US presidential elections 1920--2020 at "
    r"six settings of threshold and share of lost votes; every value is proven.",
    "4": r"Smoothed privacy parameter $\delta_{\mathrm{SDP}}$ against the number $n$ of votes, for the states "
    r"of 1920--2020 and the districts of 2020, with $0.2\,\%$ and $1\,\%$ of the votes lost at random.",
    "5": r"Estimates of $\delta_{\mathrm{SDP}}$ of one step of SGD with quantised gradients for four more sets "
    r"of sources.",
    "remark-8": r"Where the bound of Remark~8 is proved, holds, fails and says nothing, by sampling rate and "
    r"$\epsilon$.",
    "bounds": r"How sharp the closed forms are: exponents beside the exact rate of decay, and values beside "
    r"$\delta_{\mathrm{SDP}}$. \emph{One tail}, \emph{two tails}: Chernoff bounds of one or both tails "
    r"of a likelihood ratio; \emph{$k$ cells}: its values divided into $k$ parts, each bounded by itself.",
    "accounting": r"The $\epsilon$ of private training by number of steps: proven values, bounds by R\'enyi orders, "
    r"the approximation by the central limit, and what other accountants printed (recorded); right: by how much each "
    r"is off the proven value.",
    "gaussian-region": r"Where $\sqrt{2\ln(1.25/\delta)}/\epsilon$ is enough Gaussian noise, certified by subdivision.",
    "notions": r"Which notion of privacy implies which, and with what constant; solid arrows are attained.",
    "theorem-2": r"Where the conditions of Theorem~2 of DP-LSSGD can be met, and its noise beside the least one.",
    "lssgd-2": r"Signals before and after Laplacian smoothing.",
    "lssgd-3": r"Training and validation loss along private training with and without Laplacian smoothing. Band: mean "
    r"without smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
    "lssgd-4": r"Accuracy of private training by step size, with and without Laplacian smoothing. Band: accuracy "
    r"without smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
    "lssgd-5": r"Accuracy of a network trained privately by four optimisers. Band: accuracy of the optimiser without "
    r"smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
    "lssgd-table": r"Accuracy by privacy budget and strength of smoothing. Band: accuracy without smoothing plus the "
    r"simultaneous $95\,\%$ interval for the paired difference.",
    "lssgd-controls": r"What else than smoothing does as well? Accuracy against tuned DP-LSSGD, with simultaneous "
    r"$95\,\%$ intervals for paired differences: DP-SGD with the same step and with its own, a shorter step of equal "
    r"norm or by a constant, smoothing in another order of the coordinates, and smoothing before the noise.",
}
"""The figures in the order in which they are listed."""

COSTS = {
    "1": "1 s",
    "2": "5 s",
    "2-left": "5 s",
    "2-right": "1 s, --fresh 2 min",
    "3": "2 s",
    "4": "30 s",
    "5": "1 s, --fresh 3 min",
    "remark-8": "1 min",
    "bounds": "10 s",
    "accounting": "6 s",
    "gaussian-region": "2 s",
    "notions": "1 s",
    "theorem-2": "5 s",
    "lssgd-2": "1 s",
    "lssgd-3": "10 s",
    "lssgd-4": "40 s",
    "lssgd-5": "80 s",
    "lssgd-table": "40 s",
    "lssgd-controls": "2 min",
}
"""About how long each takes on two cores that do nothing else (estimates)."""
