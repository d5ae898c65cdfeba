// What all pages share: asking the server, and making elements.

const local = document.documentElement.hasAttribute("data-local"); // files alone, without a server of ours

/** The address of a page with a query. */
export function pageUrl(name, query) {
  return local ? `${name}.html?${query}` : `/${name}?${query}`;
}

const PATIENCE = 100; // seconds: longer than any server keeps a question
let last = 0;
let asking = null;

/** The answer to a question; null once another was asked after it, however late it comes. It always ends. */
export async function ask(kind, question) {
  const number = ++last;
  if (asking) asking.abort();
  const mine = (asking = new AbortController());
  const clock = local ? null : setTimeout(() => mine.abort(), PATIENCE * 1000);
  try {
    const told = await (local ? askWorker(kind, question) : askServer(kind, question, mine.signal));
    if (number !== last) return null;
    if (told.error) throw new Trouble(told.error);
    return told;
  } catch (problem) {
    if (number !== last) return null;
    if (problem instanceof Trouble) throw problem;
    const message = mine.signal.aborted ? `The server gave no answer within ${PATIENCE} seconds.` : "The server does not answer. Is it still running?";
    throw new Trouble({ kind: "Lost", message });
  } finally {
    clearTimeout(clock);
  }
}

/** Nothing comes any more of what was asked last. */
export function forget() {
  last += 1;
  if (asking) asking.abort();
}

async function askServer(kind, question, signal) {
  const response = await fetch(`/ask/${kind}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  return response.json();
}

// Where there is no server, a worker of the browser answers, one question after the other. It is ended when one takes
// too long, and another then gets the question that was asked last.

const SECONDS = 15;
const LOADING = 600; // seconds for Python to be loaded, over a slow line too
let worker = null;
let loaded = false;
let waiting = null; // the question that was asked last: { message, done }

function askWorker(kind, question) {
  if (waiting) waiting.done({ error: { kind: "Late", message: "another question was asked" } });
  if (!loaded) byId("status").textContent = "Python is being loaded into the browser, once…";
  return new Promise((done) => {
    waiting = { message: { id: last, kind, question }, done };
    worker ||= hired();
    worker.postMessage(waiting.message);
  });
}

function answered(id, told) {
  if (!waiting || (id !== null && waiting.message.id !== id)) return;
  waiting.done(told);
  waiting = null;
}

function hired() {
  const mine = new Worker(new URL("./local.js", import.meta.url), { type: "module" });
  let clock = null;
  const dismiss = () => {
    clearTimeout(clock);
    mine.terminate();
    if (worker === mine) worker = null;
    loaded = false;
  };
  const failed = (message) => {
    dismiss();
    answered(null, { error: { kind: "Fault", message } });
  };
  const late = (id) => {
    dismiss();
    answered(id, { error: { kind: "OutOfTime", message: `no answer within ${SECONDS} seconds; a smaller question would do` } });
    if (!waiting) return; // else it had come after the one that took too long
    worker = hired();
    worker.postMessage(waiting.message);
  };
  clock = setTimeout(() => failed(`Python was not loaded within ${LOADING} seconds.`), LOADING * 1000);
  mine.addEventListener("message", ({ data }) => {
    if (data.broken) return failed(`Python could not be loaded: ${data.broken}`);
    loaded = true;
    clearTimeout(clock);
    if (data.begun) clock = setTimeout(() => late(data.id), SECONDS * 1000);
    else answered(data.id, data.told);
    return null;
  });
  mine.addEventListener("error", () => failed("Python could not be loaded."), { once: true });
  return mine;
}

/** A refusal of the server: kind, message and perhaps findings. */
export class Trouble extends Error {
  constructor(error) {
    super(error.message);
    this.kind = error.kind;
    this.findings = error.findings || [];
  }

  /** What to tell a person: the findings without the name of their source. */
  told() {
    if (!this.findings.length) return sentence(this.message);
    return this.findings.map((f) => sentence(`${placed(f)}expected ${f.expected}, found ${f.found}`)).join(" ");
  }
}

function placed(finding) {
  if (finding.source === "<question>") return "";
  const line = finding.line > 1 ? `line ${finding.line}, ` : "";
  return `at ${line}character ${finding.column}: `;
}

function sentence(text) {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/** An element with attributes (those that begin with "on" are listeners) and what it contains. */
export function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...content.filter((one) => one !== null && one !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** What may be too wide for its place: it then scrolls by itself, by the keyboard too. */
export function scrolling(label, ...content) {
  const element = make("div", { class: "scroll" }, ...content);
  new ResizeObserver(() => {
    const over = element.scrollWidth > element.clientWidth;
    for (const [key, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", label]]) {
      if (over) element.setAttribute(key, value);
      else element.removeAttribute(key);
    }
  }).observe(element);
  return element;
}

/** A picture that our server drew, as an element. */
export function picture(svg) {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(read, true);
}

export function showTrouble(problem) {
  const place = byId("trouble");
  place.hidden = !problem;
  place.textContent = problem ? (problem.told ? problem.told() : String(problem)) : "";
}
