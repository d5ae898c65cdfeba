// What all pages share: asking the server, and making elements.

const local = document.documentElement.hasAttribute("data-local"); // files alone, without a server of ours

/** The address of a page with a query. */
export function pageUrl(name, query) {
  return local ? `${name}.html?${query}` : `/${name}?${query}`;
}

let asking = null;

/** The answer to a question; a question asked before it is given up, and then nothing comes of it. */
export async function ask(kind, question) {
  if (asking) asking.abort();
  const mine = new AbortController();
  asking = mine;
  try {
    const told = await (local ? askWorker(kind, question) : askServer(kind, question, mine.signal));
    if (mine.signal.aborted) return null;
    if (told.error) throw new Trouble(told.error);
    return told;
  } catch (problem) {
    if (problem.name === "AbortError") return null;
    if (problem instanceof Trouble) throw problem;
    throw new Trouble({ kind: "Lost", message: "The server does not answer. Is it still running?" });
  } finally {
    if (asking === mine) asking = null;
  }
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

// Where there is no server, a worker of the browser answers; it is ended when a question takes too long.

const SECONDS = 15;
let worker = null;
let asked = 0;
let loaded = false;

function askWorker(kind, question) {
  worker ||= new Worker(new URL("./local.js", import.meta.url), { type: "module" });
  const mine = worker;
  const id = ++asked;
  return new Promise((done) => {
    let clock = null;
    const end = (told) => {
      clearTimeout(clock);
      mine.removeEventListener("message", listen);
      done(told);
    };
    const late = () => {
      mine.terminate();
      if (worker === mine) worker = null;
      loaded = false;
      end({ error: { kind: "OutOfTime", message: `no answer within ${SECONDS} seconds; a smaller question would do` } });
    };
    const listen = ({ data }) => {
      if (data.id !== id) return;
      loaded = true;
      if (data.begun) clock = setTimeout(late, SECONDS * 1000); // until then Python is being loaded
      else end(data.told);
    };
    if (!loaded) byId("status").textContent = "Python is being loaded into the browser, once…";
    mine.addEventListener("message", listen);
    mine.addEventListener("error", () => end({ error: { kind: "Fault", message: "Python could not be loaded." } }), { once: true });
    mine.postMessage({ id, kind, question });
  });
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
