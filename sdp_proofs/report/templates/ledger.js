"use strict";
(() => {
  const form = document.getElementById("filters");
  const output = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const articles = [...document.querySelectorAll("article[data-claim]")];
  const rows = new Map([...document.querySelectorAll("tr[data-claim]")].map((row) => [row.dataset.claim, row]));
  const boxes = new Map([...document.querySelectorAll("[data-box]")].map((box) => [box.dataset.box, box]));
  const lines = [...document.querySelectorAll("[data-from]")];
  const groups = [...document.querySelectorAll("[data-group]")];
  const texts = new Map(articles.map((article) => [article, article.textContent.toLowerCase()]));

  const chosen = (name) => new FormData(form).getAll(name);

  function show() {
    const words = chosen("q").join(" ").toLowerCase().split(/\s+/).filter(Boolean);
    const status = chosen("status");
    const source = chosen("source");
    let count = 0;
    for (const article of articles) {
      const { claim, status: itsStatus, source: itsSource } = article.dataset;
      const fits = (!status.length || status.includes(itsStatus)) && (!source.length || source.includes(itsSource)) &&
        words.every((word) => texts.get(article).includes(word));
      article.hidden = !fits;
      rows.get(claim).hidden = !fits;
      boxes.get(claim)?.classList.toggle("off", !fits);
      count += fits;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-claim]:not([hidden])");
    nothing.hidden = count > 0;
    output.textContent = `${count} of ${articles.length} claims`;
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

  // A link to a claim that the filters hide takes the filters away.
  function reveal() {
    const target = articles.find((article) => "#" + encodeURIComponent(article.id) === location.hash);
    if (target?.hidden) {
      form.reset();
      setTimeout(() => target.scrollIntoView());
    }
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

  for (const [name, box] of boxes) {
    for (const event of ["mouseenter", "focus"]) box.addEventListener(event, () => trace(name));
    for (const event of ["mouseleave", "blur"])
      box.addEventListener(event, () => box.closest("svg").classList.remove("tracing"));
  }
  form.addEventListener("input", () => { show(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((entry) => { entry.open = true; }));
  document.documentElement.classList.add("filtered");
  form.hidden = false;
  recall();
  reveal();
})();
