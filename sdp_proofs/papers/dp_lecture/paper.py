"""The lecture: what its slides say, in order, their misprints, and what rests on what."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper, survivors

MODULES = (
    "definition",
    "composition",
    "laplace",
    "gaussian",
    "gaussian_utility",
    "integer_queries",
)
"""Modules with its claims, in the order in which they are shown."""

ITEMS = (
    *("Reminder, goals", "Reminder, requirements"),
    *("Setting, datasets", "Setting, size", "Setting, neighbours"),
    *("Algorithms, definition", "Algorithms, counting", "Algorithms, output space"),
    *("Definition, closeness", "Definition, differential privacy", "Eq. (1)", "Definition, all outputs"),
    *("Definition, randomisation", "Definition, variant"),
    *("Privacy loss, pure privacy", "Privacy loss, definition", "Privacy loss, probability"),
    *("Rules of thumb, delta", "Rules of thumb, epsilon = 1", "Rules of thumb, epsilon = 0.1"),
    *("Rules of thumb, good and strong", "Rules of thumb, use cases"),
    *("Rules of thumb, auxiliary knowledge", "Rules of thumb, public algorithm"),
    *("Post-processing, theorem", "Post-processing, attackers", "Post-processing, proof, preimage"),
    *("Post-processing, proof, display", "Post-processing, proof, randomised f", "Post-processing, proof, convexity"),
    *("Composition, theorem", "Composition, several analyses", "Composition, proof", "Composition, next lecture"),
    *("Composition, correlated outputs", "Parallel composition, statement", "Parallel composition, table"),
    *("Group privacy, theorem", "Group privacy, several records", "Group privacy, correlated people"),
    *("Group privacy, not composition", "Group privacy, proof, chain", "Group privacy, proof, display"),
    *("Group privacy, proof, last line", "No promises", "Deployment"),
    *("Output perturbation, questions", "Sensitivity, definition", "Sensitivity, uncertainty", "Sensitivity, quiz"),
    *("Laplace distribution, density", "Laplace distribution, symmetric exponential", "Laplace distribution, mean"),
    *("Laplace distribution, mean size", "Laplace distribution, mean square", "Laplace distribution, tail"),
    *("Laplace distribution, ratio", "Laplace mechanism, algorithm", "Laplace mechanism, theorem"),
    *("Laplace mechanism, proof, integrals", "Laplace mechanism, proof, densities"),
    *("Laplace mechanism, proof, triangle inequality", "Laplace mechanism, proof, sensitivity"),
    *("Laplace utility, expected error", "Laplace utility, low sensitivity", "Laplace utility, kind of bound"),
    *("Laplace utility, high probability", "Names, query", "Names, sensitivity", "Names, error", "Names, population"),
    *("Gaussian noise, sums", "Gaussian noise, other noise", "Gaussian noise, composition", "Gaussian noise, price"),
    *("Gaussian mechanism, sensitivity", "Gaussian distribution, density", "Gaussian distribution, moments"),
    *("Gaussian distribution, tail", "Gaussian mechanism, algorithm", "Gaussian mechanism, noise"),
    *("Gaussian mechanism, delta = 0", "Gaussian mechanism, theorem", "Gaussian proof, one dimension"),
    *("Gaussian proof, display, equality", "Gaussian proof, display, inequality", "Gaussian proof, threshold"),
    *("Gaussian proof, sufficient condition", "Gaussian proof, last step", "Gaussian utility, theorem"),
    *("Integer queries, range", "Integer queries, rounding and truncation", "Integer queries, geometric mechanism"),
    *("Integer queries, other mechanisms",),
)
"""Items by locator, in the order of reading: the topic of the slide, and what it says."""

MISPRINTS = (
    ("Setting, datasets", "a dataset D in X^n is a multiset", "a multiset: elements of X^n are ordered lists"),
    ("Algorithms, definition", "O is a probability space, to which the algorithm maps datasets",
     "a measurable space: its probabilities, those of A(D), depend on D"),
    ("Definition, variant", "'replacing instead adding/removing'", "replacing instead of adding or removing"),
    ("Definition, differential privacy", "for all S, subsets of O", "for all measurable S"),
    ("Privacy loss, definition; Laplace distribution, ratio; Gaussian proof, display",
     "probabilities of single outputs", "densities, where outputs are continuous: each probability is 0"),
    ("Rules of thumb, delta", "'allows to release the records ... preserves privacy'",
     "it counts an algorithm that releases the records of a few people as private"),
    ("Post-processing, proof", "'fix any output' S'", "any set of outputs"),
    ("Group privacy, Laplace utility, Composition", "K is the size of a group, a dimension, a number of algorithms",
     "three letters"),
    ("Sensitivity, definition; Laplace mechanism, proof", "max over pairs of datasets, max over outputs",
     "sup: neither maximum need exist"),
    ("Laplace mechanism, proof", "sum of |o - f(D')| - |o - f(D)| without brackets", "brackets around the difference"),
    ("Laplace utility, kind of bound", "beta in [0, 1]", "beta in (0, 1]: ln(K/beta) is no number at 0"),
    ("Gaussian utility, theorem", "A_Gauss(D, f, epsilon)", "A_Gauss(D, f, epsilon, delta), with 0 < delta < 1"),
    ("Gaussian mechanism, theorem", "epsilon, delta > 0", "delta < 1, as in the definition: sigma is none for 5/4"),
)  # fmt: skip

UNCHECKABLE = {
    "Reminder, goals": "It says what the lecture is about.",
    "Reminder, requirements": "Wishes; how they are met is said of auxiliary knowledge and of composition.",
    "Setting, datasets": "It fixes notation: multisets, and histograms with the counts of values.",
    "Algorithms, definition": "A definition; of its probability space see the misprints.",
    "Algorithms, output space": "It allows the output space to be that of the datasets, and asserts nothing.",
    "Definition, closeness": "It motivates the definition.",
    "Rules of thumb, good and strong": "Opinions; what these epsilons mean for a guess is a claim at 'epsilon'.",
    "Rules of thumb, use cases": "It refers to empirical studies.",
    "Post-processing, attackers": "The theorem itself: nothing is assumed of f, nor of what it takes to compute it.",
    "Composition, next lecture": "It announces adaptive and advanced composition.",
    "Group privacy, several records": "It says what the theorem is for.",
    "Group privacy, correlated people": "It says what the theorem is for.",
    "No promises": "What privacy does not promise is not about the definition: it gives no quantity.",
    "Deployment": "History: who uses differential privacy, and how many papers there are.",
    "Output perturbation, questions": "Questions, answered by the two mechanisms.",
    "Sensitivity, uncertainty": "It is an intuition; what the two mechanisms make of it is proved at their theorems.",
    "Laplace mechanism, algorithm": "It defines the mechanism; of a sensitivity of 0 or infinity see its theorem.",
    "Laplace utility, low sensitivity": "What a high utility is depends on the use; the errors are theorems.",
    "Laplace utility, kind of bound": "It defines the kind of bound; of beta = 0 see the misprints.",
    "Names, query": "It describes the query.",
    "Names, population": "The population of France is no matter of privacy: 12.2 of 66,000,000 is 2 in 10,000,000.",
    "Gaussian noise, other noise": "An analogy to regression and measurements.",
    "Gaussian noise, price": "What is 'never experienced in practice' is an opinion; what delta does not bound is a "
    "claim at the privacy loss.",
    "Gaussian distribution, density": "It defines the law; that its mass is 1 is the integral of Gauss.",
    "Gaussian mechanism, algorithm": "It defines the mechanism; its noise and its theorem are claims.",
}
"""Items without a claim of their own, and why."""

ELSEWHERE = {
    "Composition, several analyses": "a-second-release-may-be-chosen-by-the-first",
    "Names, sensitivity": "sensitivity-of-counts-of-one-person-each",
}
"""Items that are claims at another place: of the steps of a complex algorithm later ones see the earlier outputs."""

USES = {
    "Privacy loss, probability": ("Gaussian noise, price",),
    "Gaussian proof": ("the sketch of the proof of the Gaussian theorem",),
    "Gaussian mechanism, theorem": ("Gaussian utility, theorem",),
}
"""Uses of an item in print, by the beginning of its locator; the first key that fits counts."""

NOTATION = (
    "p and q are probabilities at D and at a neighbour D', $E = e^{\\epsilon}$; $c = "
    "\\sqrt{2\\ln(1.25/\\delta)}$ and $\\sigma = c\\Delta/\\epsilon$ at the Gaussian mechanism. Slides are "
    "named by their topics."
)
"""Letters of the paper, for a reader of its errata."""

PAPER = Paper(
    key="dp-lecture",
    title="Privacy Preserving Machine Learning, Lecture 2: Differential Privacy and First Building Blocks",
    authors=("Aurélien Bellet",),
    venue="Master 2 Data Science, University of Lille",
    heading="A lecture",
    package="sdp_proofs.papers.dp_lecture",
    modules=MODULES,
    settled=True,
    items=ITEMS,
    uncheckable=UNCHECKABLE,
    elsewhere=ELSEWHERE,
    uses=USES,
    misprints=MISPRINTS,
    notation=NOTATION,
    survivors=survivors("sdp_proofs.papers.dp_lecture", "survivors.json"),
)
"""The ledger's paper on the lecture."""
