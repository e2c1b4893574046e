// The page's side of the worker: asks, cancels, starts another one where the old one does not listen.
const PATIENCE = 120; // milliseconds that an interrupted Python has to answer before its worker is ended

export class Computer {
  // told({kind, ...}) hears what is ready, and what is broken; numbers: false for certificates alone; archives: of a
  // lesson, whose cells are run
  constructor(told = () => {}, { numbers = true, archives = "" } = {}) {
    this.told = told;
    this.url = new URL(`worker.js${archives ? `?archives=${archives}` : numbers ? "" : "?certificates"}`, import.meta.url);
    this.count = 0;
    this.hire();
  }

  hire() {
    this.worker = new Worker(this.url, { type: "module" });
    this.worker.onerror = (event) => { event.preventDefault?.(); this.told({ kind: "broken", error: event.message ?? "the worker did not load" }); };
    this.worker.onmessage = ({ data }) => {
      if (data.kind === "answer" && data.id === this.asked?.id) this.end(data);
      else if (data.kind !== "answer") this.told(data);
    };
    if (self.crossOriginIsolated) {
      this.interrupts = new Uint8Array(new SharedArrayBuffer(1));
      this.worker.postMessage({ interrupts: this.interrupts.buffer });
    }
  }

  end(answer) {
    const { resolve, clock } = this.asked;
    this.asked = null;
    clearTimeout(clock);
    resolve(answer);
  }

  // One question at a time; seconds: when to give up.
  ask(question, given, { files = {}, seconds = 300 } = {}) {
    if (this.asked) throw new Error("another question is being answered");
    if (this.interrupts) this.interrupts[0] = 0;
    const id = ++this.count;
    this.worker.postMessage({ id, question, given, files });
    return new Promise((resolve) => {
      const clock = setTimeout(() => this.cancel(`no answer within ${seconds} s`), seconds * 1000);
      this.asked = { id, resolve, clock };
    });
  }

  cancel(why = "cancelled") {
    const mine = this.asked;
    if (!mine) return;
    const fire = () => {
      if (this.asked !== mine) return;
      this.worker.terminate();
      this.end({ answer: { error: why }, restarted: true });
      this.told({ kind: "restarted" });
      this.hire();
    };
    if (!this.interrupts) { fire(); return; }
    this.interrupts[0] = 2;
    const { resolve } = mine;
    mine.resolve = (found) => resolve(found.answer?.error === "cancelled" ? { ...found, answer: { error: why } } : found);
    setTimeout(fire, PATIENCE);
  }
}
