"use strict";
(() => {
  const HITS = 8;
  const form = document.getElementById("filters");
  const output = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const articles = [...document.querySelectorAll("article[data-claim]")];
  const rows = new Map([...document.querySelectorAll("tr[data-claim]")].map((row) => [row.dataset.claim, row]));
  const boxes = new Map([...document.querySelectorAll("[data-box]")].map((box) => [box.dataset.box, box]));
  const lines = [...document.querySelectorAll("[data-from]")];
  const groups = [...document.querySelectorAll("[data-group]")];
  const focus = document.getElementById("focus");
  const hits = document.getElementById("hits");
  const texts = new Map();

  const NAMES = {
    α: "alpha", δ: "delta", ε: "epsilon", η: "eta", π: "pi", ρ: "rho", θ: "theta", ω: "omega", "≤": "<=", "≥": ">=",
  };

  // One spelling for both sides of the Atlantic (randomized, neighbor, center, analyze), in pages and questions alike.
  const plain = (words) => words.toLowerCase().replace(/[α-ω≤≥]/g, (sign) => NAMES[sign] ?? sign).replace(/\s+/g, " ").trim()
    .replace(/ou/g, "o").replace(/([iy])s/g, "$1z").replace(/tre/g, "ter");

  const SIGNS = { lt: "<", gt: ">", amp: "&", "#39": "'", "#34": '"' };

  // Where scripts run, what stands in a noscript element is one piece of text: a card costs nothing until it is opened.
  function fill(article) {
    const body = article.querySelector("noscript");
    if (body) body.outerHTML = body.textContent;
    for (const button of article.querySelectorAll("[data-focus]")) button.hidden = !boxes.has(button.dataset.focus);
  }

  function open(article) {
    fill(article);
    article.querySelector("details.card").open = true;
  }

  function words(article) {
    const body = article.querySelector("noscript");
    if (!body) return article.textContent;
    const said = body.textContent.replace(/<[^>]*>/g, "").replace(/&(lt|gt|amp|#39|#34);/g, (_, sign) => SIGNS[sign]);
    return `${article.querySelector("summary").textContent} ${said}`;
  }

  // Read when it is searched first: most visits end without a search.
  function text(article) {
    if (!texts.has(article)) texts.set(article, plain(`${article.dataset.title} ${words(article)}`));
    return texts.get(article);
  }

  // A number is not found within another one: Theorem 8 is not Theorem 18.
  const mentions = (known, word) => known.includes(word) &&
    (!/^\d+$/.test(word) || new RegExp(`(^|\\D)${word}(\\D|$)`).test(known));

  // What carries the number that was asked for comes first, then names and titles, then whatever is said of a claim.
  function rank(article, phrase) {
    const locator = plain(article.dataset.locator);
    if (locator === phrase) return 0;
    if (locator.split(/[;,]/).some((part) => part.trim() === phrase)) return 1;
    if (locator.startsWith(phrase) && !/\w/.test(locator[phrase.length])) return 2;
    if (plain(article.dataset.title).includes(phrase)) return 3;
    if (article.dataset.claim.includes(phrase.replace(/ /g, "-"))) return 3;
    return text(article).includes(phrase) ? 4 : 5;
  }

  function hit(article) {
    const [entry, link] = [document.createElement("li"), document.createElement("a")];
    link.href = "#" + encodeURIComponent(article.id);
    link.append(`${article.dataset.locator}: `, ...article.querySelector("h3").cloneNode(true).childNodes);
    entry.append(article.querySelector(".status").cloneNode(true), " ", link);
    return entry;
  }

  function list(found, phrase) {
    const best = found.map((article) => [rank(article, phrase), article]).sort(([one], [other]) => one - other);
    hits.replaceChildren(...best.slice(0, HITS).map(([, article]) => hit(article)));
  }

  let filtered = false;

  const chosen = (name) => new FormData(form).getAll(name);

  function show() {
    const phrase = plain(chosen("q").join(" "));
    const asked = phrase.split(" ").filter(Boolean);
    const status = chosen("status");
    const source = chosen("source");
    const filters = asked.length + status.length + source.length > 0;
    if (!filters && !filtered) return;
    filtered = filters;
    const found = [];
    for (const article of articles) {
      const { claim, status: itsStatus, source: itsSource } = article.dataset;
      const fits = (!status.length || status.includes(itsStatus)) && (!source.length || source.includes(itsSource)) &&
        asked.every((word) => mentions(text(article), word));
      article.hidden = !fits;
      rows.get(claim).hidden = !fits;
      boxes.get(claim)?.classList.toggle("off", !fits);
      if (fits) found.push(article);
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-claim]:not([hidden])");
    nothing.hidden = found.length > 0;
    hits.hidden = !phrase || !found.length;
    if (!hits.hidden) list(found, phrase);
    output.textContent = `${found.length} of ${articles.length} claims`;
  }

  // The address tells what is shown, so that it can be kept and sent.
  function remember() {
    const kept = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== "")).toString();
    try {
      history.replaceState(null, "", (kept ? "?" + kept : location.pathname) + location.hash);
    } catch {
      // some browsers keep the addresses of local files as they are
    }
  }

  function recall() {
    const kept = new URLSearchParams(location.search);
    form.elements.q.value = kept.get("q") ?? "";
    for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = kept.getAll(box.name).includes(box.value);
    show();
  }

  // A link to a claim opens it, and takes the filters away that hide it.
  function reveal() {
    const target = articles.find((article) => "#" + encodeURIComponent(article.id) === location.hash);
    if (!target) return;
    open(target);
    if (target.hidden) form.reset();
    setTimeout(() => target.scrollIntoView());
  }

  function reached(start, from, to) {
    const seen = new Set([start]);
    for (const name of seen) for (const line of lines) if (line.dataset[from] === name) seen.add(line.dataset[to]);
    return seen;
  }

  function trace(name) {
    const below = reached(name, "to", "from");
    const above = reached(name, "from", "to");
    const drawing = boxes.get(name).closest("svg");
    drawing.classList.add("tracing");
    for (const box of drawing.querySelectorAll("[data-box]"))
      box.classList.toggle("on", below.has(box.dataset.box) || above.has(box.dataset.box));
    for (const line of drawing.querySelectorAll("[data-from]")) {
      const { from, to } = line.dataset;
      line.classList.toggle("on", (below.has(from) && below.has(to)) || (above.has(from) && above.has(to)));
    }
  }

  // The part of the graph that one claim rests on and carries, drawn anew: as deep to the right as its supports make it.
  function draw(name) {
    const below = reached(name, "to", "from");
    const above = reached(name, "from", "to");
    const kept = lines.filter(({ dataset: { from, to } }) =>
      (below.has(from) && below.has(to)) || (above.has(from) && above.has(to)));
    const depth = new Map([...below, ...above].map((member) => [member, 0]));
    for (let moved = true; moved;) {
      moved = false;
      for (const { dataset: { from, to } } of kept)
        if (depth.get(to) <= depth.get(from)) { depth.set(to, depth.get(from) + 1); moved = true; }
    }
    const ends = [];
    const place = new Map();
    for (const [member, column] of depth) {
      const height = Number(boxes.get(member).querySelector("rect").getAttribute("height"));
      const top = ends[column] ?? 1;
      place.set(member, { left: 1 + 260 * column, top, height });
      ends[column] = top + height + 12;
    }
    const deepest = Math.max(...ends);
    for (const [member, column] of depth) place.get(member).top += (deepest - ends[column]) / 2;
    const svg = boxes.get(name).closest("svg").cloneNode(false);
    const size = [260 * ends.length - 52, deepest];
    for (const [key, value] of [["viewBox", `0 0 ${size.join(" ")}`], ["width", size[0]], ["height", size[1]]])
      svg.setAttribute(key, value);
    for (const line of kept) {
      const [one, other] = [place.get(line.dataset.from), place.get(line.dataset.to)];
      const [x, y, right, down] = [one.left + 206, one.top + one.height / 2, other.left, other.top + other.height / 2];
      const copy = line.cloneNode();
      copy.setAttribute("d", `M${x} ${y}C${x + 27} ${y} ${right - 27} ${down} ${right} ${down}`);
      svg.append(copy);
    }
    for (const [member, { left, top }] of place) {
      const copy = boxes.get(member).cloneNode(true);
      copy.classList.remove("off", "on");
      copy.classList.toggle("chosen", member === name);
      copy.querySelector("g").setAttribute("transform", `translate(${left} ${top})`);
      svg.append(copy);
    }
    const said = document.createElement("p");
    said.textContent = `${name}: rests on ${below.size - 1}, carries ${above.size - 1}`;
    focus.setAttribute("aria-label", said.textContent);
    focus.replaceChildren(said, svg);
    focus.hidden = false;
    document.getElementById("graph").scrollIntoView();
  }

  for (const article of articles) {
    const card = article.querySelector("details.card");
    if (card.open) fill(article);
    card.addEventListener("toggle", () => { if (card.open) fill(article); });
    article.addEventListener("click", ({ target }) => { if (target.dataset.focus) draw(target.dataset.focus); });
  }
  for (const [name, box] of boxes) {
    for (const event of ["mouseenter", "focus"]) box.addEventListener(event, () => trace(name));
    for (const event of ["mouseleave", "blur"])
      box.addEventListener(event, () => box.closest("svg").classList.remove("tracing"));
  }
  form.addEventListener("input", () => { show(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => {
    articles.forEach(open);
    document.querySelectorAll("details").forEach((entry) => { entry.open = true; });
  });
  document.documentElement.classList.add("filtered");
  form.hidden = false;
  recall();
  reveal();
})();
