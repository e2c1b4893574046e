// On a page of results: a button beside each counterexample, which replays its certificate there. Python is loaded at
// the first click, without exact arithmetic, which a replay does not need.
(() => {
  const places = document.querySelectorAll("[data-replay]"), root = new URL(".", document.currentScript.src);
  if (!/^https?:$/.test(location.protocol) || !self.Worker || !self.WebAssembly) return;
  let loaded;
  const load = (told) => loaded ??= (async () => {
    const [{ Computer }, known] = await Promise.all([
      import(new URL("client.js", root)), fetch(new URL("certificates.json", root)).then((found) => found.json())]);
    return { computer: new Computer(told, { numbers: false }), known };
  })();
  const make = (tag, text, name) => Object.assign(document.createElement(tag), { textContent: text, className: name ?? "" });
  for (const place of places) {
    const button = make("button", "Replay it here"), cancel = make("button", "Cancel"), said = make("span", "", "source");
    const lines = make("pre", "", "replay");
    button.type = cancel.type = "button";
    cancel.hidden = lines.hidden = true;
    lines.tabIndex = 0;
    said.setAttribute("role", "status");
    place.append(button, " ", cancel, " ", said, lines);
    button.addEventListener("click", async () => {
      button.disabled = true;
      lines.hidden = true;
      said.textContent = "Loading Python, 7 MB the first time …";
      try {
        const { computer, known } = await load(({ kind, error }) => { if (kind === "broken") { said.textContent = error; button.disabled = false; } });
        const one = known.find(({ claim }) => claim === place.dataset.replay);
        if (computer.asked) { said.textContent = "Another replay is running."; return; }
        cancel.hidden = false;
        cancel.onclick = () => computer.cancel();
        const { answer, milliseconds } = await computer.ask("replay", { certificate: JSON.stringify(one.certificate) }, { seconds: 120 });
        said.textContent = answer.error ?? `${answer.ok.confirmed ? "Confirmed" : "NOT confirmed"} in ${(milliseconds / 1000).toFixed(2)} s by Python's standard library alone.`;
        if (answer.ok) { lines.textContent = answer.ok.lines.join("\n"); lines.hidden = false; }
      } catch (error) {
        said.textContent = `This browser cannot replay it: ${error.message}`;
      } finally {
        cancel.hidden = true;
        button.disabled = false;
      }
    });
  }
})();
