// The search of the ledger: a place in a paper first, then ids and titles; fifty rows at a time.
"use strict";
const field = (name) => document.getElementById(name);
const plain = (text) => text.toLowerCase().replace(/[().,:;]/g, " ").replace(/\s+/g, " ").trim();
const SHORT = { thm: "theorem", prop: "proposition", cor: "corollary", lem: "lemma", rem: "remark", def: "definition",
  eq: "equation", fig: "figure", sec: "section", app: "appendix", tab: "table", alg: "algorithm" };
const long = (text) => plain(text).split(" ").map((word) => SHORT[word] ?? word).join(" ");
const claims = window.CLAIMS.map(([id, short, paper, locator, title, word, tone, status, own]) => (
  { id, short, paper, locator, title, word, tone, status, own, place: long(locator),
    text: `${long(locator)} ${id.replace(/-/g, " ")} ${plain(title)} ${short} ${plain(status)} ${plain(word)}` }));
const worst = { "fails-part": 0, "weak-part": 1, "none-part": 3, "stands-part": 2 };

function score(claim, question) {
  if (!question) return 1;
  if (claim.id === question.replace(/ /g, "-") || claim.short === question) return 1000;
  const at = ` ${claim.place} `.indexOf(` ${question} `);
  if (at >= 0) return 500 - at - claim.place.length / 10;
  return question.split(" ").every((word) => claim.text.includes(word)) ? 100 : 0;
}

let shown = 50;
function render() {
  const question = long(field("q").value);
  const status = field("status").value, paper = field("paper").value;
  const all = claims.map((claim) => [score(claim, question), claim])
    .filter(([found, claim]) => found && (!status || claim.word === status) && (!paper || claim.paper === paper)
      && (question || field("own").checked || status || paper === "project" || !claim.own))
    .sort((a, b) => (question ? b[0] - a[0] : 0) || (question ? 0 : worst[a[1].tone] - worst[b[1].tone]));
  const rows = field("rows");
  rows.replaceChildren(...all.slice(0, shown).map(([, claim]) => {
    const row = document.createElement("li"), link = document.createElement("a"), word = document.createElement("span");
    const where = document.createElement("div");
    word.className = `word ${claim.tone}`; word.textContent = claim.word;
    link.href = `claims/${claim.id}.html`; link.textContent = claim.title;
    where.className = "where"; where.textContent = `${claim.locator}, ${claim.paper}, ${claim.short}`;
    row.append(word, " ", link, where);
    return row;
  }));
  field("count").textContent = `${all.length} of ${claims.length} claims`;
  field("more").hidden = all.length <= shown;
}

const asked = new URLSearchParams(location.search);
for (const name of ["q", "status", "paper"]) if (asked.get(name)) field(name).value = asked.get(name);
for (const name of ["q", "status", "paper", "own"]) field(name).addEventListener("input", () => { shown = 50; render(); });
field("more").addEventListener("click", () => { shown += 200; render(); });
document.querySelector(".find").addEventListener("submit", (event) => event.preventDefault());
render();
