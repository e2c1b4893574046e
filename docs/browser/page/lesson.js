// On the page of a lesson: a button beside each cell, which runs it there, after the cells before it. Python and the whole
// package are loaded at the first click. What a cell prints is set as text. A page that is opened as a file may load no
// modules, and asks for none.
(async () => {
  if (!/^https?:$/.test(location.protocol) || !self.Worker || !self.WebAssembly) return;
  const module = (name) => import(new URL(name, place));
  const place = document.currentScript.src, [{ Computer }, { button, el }] = await Promise.all(["client.js", "dom.js"].map(module));
  const archives = document.querySelector("[data-lesson]").dataset.lesson;
  const cells = [];
  let computer, clock, stop = false;

  function tell(cell, text) { cell.said.textContent = text; }

  // The cells up to this one that have not run yet, and this one again.
  async function run(last) {
    const wanted = cells.filter((cell) => cell.place < last.place && !cell.ran).concat(last);
    for (const cell of cells) cell.button.disabled = true;
    stop = false;
    last.cancel.hidden = false;
    last.cancel.onclick = () => { stop = true; computer?.cancel(); };
    const begun = performance.now();
    let running = last;
    clock = setInterval(() => tell(last, `${computer?.ready ? `Running cell ${running.place}` : `Loading Python and the package, ${archives.includes("z3") ? 25 : 18} MB the first time`} … ${((performance.now() - begun) / 1000).toFixed(0)} s`), 200);
    try {
      computer ??= new Computer((said) => {
        if (said.kind === "complete") computer.ready = true;
        if (said.kind === "restarted") { computer.ready = false; for (const cell of cells) cell.ran = false; }
        if (said.kind === "broken") { const broken = computer; computer = null; if (broken.asked) broken.end({ answer: { error: said.error } }); }
      }, { archives });
      for (running of wanted) {
        if (!computer) break; // it could not be loaded
        const found = await computer.ask("cell", { source: running.field.value, name: `cell ${running.place}` }, { seconds: 1800 });
        shown(running, found);
        if (stop || found.answer.error) break;
        running.ran = true;
      }
    } finally {
      clearInterval(clock);
      last.cancel.hidden = true;
      for (const cell of cells) cell.button.disabled = false;
      tell(last, last.ran || running === last ? "" : `Cell ${running.place} ended with an error or was cancelled; this one has not run.`);
    }
  }

  function shown(cell, { answer, milliseconds, restarted }) {
    const { ok } = answer, parts = [];
    const printed = (ok ?? answer).printed;
    if (printed) parts.push(printed.replace(/\n$/, ""));
    if (ok?.value != null) parts.push(ok.value);
    if (answer.error) parts.push(restarted ? `${answer.error}; the cells before it will run again` : answer.error);
    if (ok?.undrawn) parts.push("A picture is not drawn here; the stored one is below.");
    if (!parts.length) parts.push("It has run and prints nothing.");
    cell.output.textContent = parts.join("\n");
    cell.output.classList.toggle("failed", Boolean(answer.error));
    cell.output.hidden = false;
    cell.took.textContent = milliseconds === undefined ? "" : `${(milliseconds / 1000).toFixed(2)} s in this browser`;
  }

  for (const input of document.querySelectorAll(".cell_input")) {
    const code = input.querySelector("pre"), source = code.textContent.replace(/\n$/, ""), place = cells.length + 1;
    const cell = { place, ran: false };
    cell.field = el("textarea", { "aria-label": `Cell ${place}`, rows: source.split("\n").length + 1, wrap: "off", spellcheck: "false", hidden: true,
      input: () => { cell.ran = false; } });
    cell.field.value = source;
    cell.button = button("Run here", () => { cell.field.hidden = false; code.closest("[class*=highlight-]").hidden = true; run(cell); });
    cell.button.setAttribute("aria-label", `Run cell ${place} here`);
    cell.cancel = button("Cancel", () => {});
    cell.cancel.hidden = true;
    cell.said = el("span", { role: "status" });
    cell.took = el("span", {});
    cell.output = el("pre", { hidden: true, tabindex: 0, "aria-label": `Output of cell ${place}` });
    input.append(cell.field);
    input.after(el("div", { class: "lesson" }, cell.button, " ", cell.cancel, " ", cell.said, cell.output, cell.took));
    cells.push(cell);
  }
})();
