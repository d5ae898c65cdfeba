// What all pages share: asking the server, and making elements.

import { stopPython } from "./python.js";

const local = document.documentElement.hasAttribute("data-local"); // files alone, without a server of ours
const here = local ? import("./here.js") : null; // what answers there; a page of a server need not load it
const askLocal = async (...asked) => (await here).askLocal(...asked);

/** The address of a page with a query. */
export function pageUrl(name, query) {
  return local ? `${name}.html?${query}` : `/${name}?${query}`;
}

// What is shown is a page until another takes its place in the document (visit.js).

let page = new AbortController();

/** Call something once another page is shown. */
export function whenLeft(act) {
  page.signal.addEventListener("abort", act, { once: true });
}

/** Listen to what belongs to no page as long as this one is shown. */
export function whileShown(target, type, listener) {
  target.addEventListener(type, listener, { signal: page.signal });
}

/** Another page takes the place of this one. */
export function turnPage() {
  page.abort();
  page = new AbortController();
}

const PATIENCE = 100; // seconds: longer than any server keeps a question
const SLOW = 400; // milliseconds after which a question that is still being answered can be stopped
const STOPPED = { kind: "Stopped", message: "the question was stopped" };
let last = 0;
let asking = null;

/**
 * The answer to a question; null once another was asked after it, however late it comes. It always ends, but for a page
 * that is not shown any more: that is told nothing.
 */
export async function ask(kind, question) {
  const number = ++last;
  const asked = page.signal;
  if (asking) asking.abort();
  const mine = (asking = new AbortController());
  const clock = local ? null : setTimeout(() => mine.abort(), PATIENCE * 1000);
  hideStop();
  const offer = setTimeout(() => {
    if (number === last && !asked.aborted) offerStop(mine);
  }, SLOW);
  try {
    const told = await (local ? askLocal(kind, question, say, asked, mine.signal) : askServer(kind, question, mine.signal));
    if (asked.aborted) return new Promise(() => {});
    if (number !== last) return null;
    if (told.error) throw new Trouble(told.error);
    return told;
  } catch (problem) {
    if (number !== last) return null;
    if (problem instanceof Trouble) throw problem;
    if (mine.signal.reason === STOPPED) throw new Trouble(STOPPED);
    const message = mine.signal.aborted ? `The server gave no answer within ${PATIENCE} seconds.` : "The server does not answer. Is it still running?";
    throw new Trouble({ kind: "Lost", message });
  } finally {
    clearTimeout(clock);
    clearTimeout(offer);
    if (number === last) hideStop();
  }
}

/** The answer to a question that is asked beside the others: no other ends it, and nothing waits for it. */
export async function askBeside(kind, question) {
  const told = await (local ? askLocal(kind, question, () => {}, page.signal, page.signal) : askServer(kind, question, page.signal));
  if (told.error) throw new Trouble(told.error);
  return told;
}

/** A button that ends a question: the server sees that nobody waits for it any more, and ends the work. */
function offerStop(question) {
  byId("stop").onclick = () => {
    question.abort(STOPPED);
    if (local) stopPython(STOPPED);
  };
  byId("stop").hidden = false;
}

function hideStop() {
  const button = byId("stop");
  if (!button) return; // another page took the place of the one that asked
  if (button === document.activeElement) byId("status").focus({ preventScroll: true }); // the tabulator continues there
  button.hidden = true;
}

/** Nothing comes any more of what was asked last. */
export function forget() {
  last += 1;
  if (asking) asking.abort();
  hideStop();
}

function say(text) {
  byId("status").textContent = text;
}

const starts = new Map(); // what a server told of games as data, by their components; null: it has none

/** The answer of the server; but the computer's move on a small board the page finds by itself. */
async function askServer(kind, question, signal) {
  const key = JSON.stringify(question.components);
  if (kind === "reply" && starts.get(key)) {
    const { repliedHere } = await import("./searches.js");
    const found = await repliedHere(starts.get(key), question, signal);
    if (found) return found;
  }
  const wanted = kind === "game" && !starts.has(key) ? { start: true } : {};
  const told = await posted(kind, { ...question, ...wanted }, signal);
  if (told?.start !== undefined) for (const one of [key, JSON.stringify(told.components)]) starts.set(one, told.start);
  return told;
}

async function posted(kind, question, signal) {
  const response = await fetch(`/ask/${kind}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  return response.json();
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

/** A text as a sentence. */
export function sentence(text) {
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

/** A button that copies the address of what is shown. */
export function copyLink() {
  return make("button", { type: "button", class: "quiet", onclick: (event) => copy(event.currentTarget, location.href, "Link copied") }, "Copy link");
}

/** Copy a text, and let the button that was pressed say so; where that is not allowed, let it say the text. */
export async function copy(button, text, says) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = says;
  } catch {
    button.textContent = text;
  }
}

/** Show the buttons that copy a command. */
export function offerCopies() {
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button, button.dataset.copy, "Copied"));
  }
}

export function showTrouble(problem) {
  const place = byId("trouble");
  place.hidden = !problem;
  place.textContent = problem ? (problem.told ? problem.told() : String(problem)) : "";
}
