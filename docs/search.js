// How the search of these pages ranks what it finds, and that it reads both spellings of English.
// Sphinx includes this file after its stemmer; search_pages.py reads the table for the index.

const SPELLINGS = [
  ["is(e[drs]?|ers|ing|ations?)$", "iz$1"],
  ["lys(e[drs]?|ers|ing)$", "lyz$1"],
  ["(behavi|col|fav|hon|lab|neighb|rig|vig)our", "$1or"],
  ["(cent|fib|lit|met|theat)re(s?)$", "$1er$2"],
  ["centr(ed|ing)$", "center$1"],
  ["([aeo])ll(ed|ing|ers?)$", "$1l$2"],
  ["ogues?$", "og"],
  ["programmes?$", "program"],
  ["(def|off|lic|pret)ence(s?)$", "$1ense$2"]
];

const American = SPELLINGS.map(([british, american]) => [new RegExp(british), american]);
const american = (word) => American.reduce((text, [from, to]) => text.replace(from, to), word);
const InOneSpelling = window.Stemmer;
window.Stemmer = function () {
  const stemmer = new InOneSpelling();
  this.stemWord = (word) => stemmer.stemWord(american(word));
};

var Scorer = {
  objNameMatch: 20,
  objPartialMatch: 6,
  objPrio: { 0: 0, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  short: { thm: "theorem", prop: "proposition", cor: "corollary", rem: "remark", def: "definition", fig: "figure" },

  // Signs and brackets do not count, "eq 2" asks for Eq. (2); "thm 5" is Theorem 5.
  plain: (words) => words.toLowerCase().replace(/[().,:;]/g, " ").replace(/\s+/g, " ").trim()
    .split(" ").map((word) => Scorer.short[word] ?? word).join(" "),

  // A claim's title is its place in the paper and what it says; a place may be several, "Table 1; Proposition 8".
  located: (title, question) => {
    const written = title.split(": ", 1)[0].split("; ");
    const places = written.map(Scorer.plain);
    // A word such as "composition" may be the name of a place, too: a guide to it comes first.
    if (!/\d/.test(question)) return places.includes(question) ? 30 : 0;
    if (places[0] === question) return places.length === 1 ? 1000 : 950;
    if (places.includes(question)) return 900;
    if (written.some((place) => Scorer.plain(place.split(", ").pop()) === question)) return 850;
    // "theorem 5 smoothed": a place and words beside it, which tell the papers apart.
    const asked = places.find((place) => /\d/.test(place) && ` ${question} `.includes(` ${place} `));
    if (asked !== undefined) {
      const beside = ` ${question} `.replace(` ${asked} `, " ").trim().split(" ");
      return 650 + 100 * beside.filter((word) => Scorer.plain(title).includes(word)).length / beside.length;
    }
    const longer = places.filter((place) => place.startsWith(`${question} `)).map((place) => place.length);
    return longer.length ? 800 - Math.min(...longer) : 0;
  },

  // Guides come before results, results before claims, claims before the reference, unless a place was asked for.
  rooms: [["how_to/", 60], ["tutorial", 50], ["glossary", 40], ["results/", 30], ["papers/", 25], ["claims/", 0],
    ["generated/api/package", 5], ["generated/api/", -20]],
  room: (page) => (Scorer.rooms.find(([start]) => page.startsWith(start)) ?? ["", 20])[1],

  // Of claims about the same place, the paper's own statement has the shortest name.
  score: ([page, title, , , score]) => {
    const question = Scorer.plain(new URLSearchParams(window.location.search).get("q") ?? "");
    const words = question.split(" ").filter((word) => word.length > 1).map(american);
    const called = Scorer.plain(title).split(" ").map(american).join(" ");
    const named = words.filter((word) => called.includes(word)).length / (words.length || 1);
    const found = score + 10 * named - page.length / 1000 + Scorer.room(page);
    if (page.startsWith("results/")) return found + 1.5 * Scorer.located(title, question);
    return page.startsWith("claims/") ? found + Scorer.located(title, question) : found;
  },
};
