// The pages of a site of files follow each other in one document, so that one Python serves a whole visit: a link to
// another page brings in what that shows, under its own address, and so do Back and Forward. Where anything is in the
// way, a new version of the site too, the page is loaded as any other.

import { turnPage } from "./common.js";

const local = document.documentElement.hasAttribute("data-local"); // files alone, without a server of ours
const folder = local ? new URL("..", import.meta.url) : null;
const PAGES = ["index.html", "games.html", "game.html", "rule.html", "learn.html", "playground.html"];

let shown = local ? nameOf(location) : null;
let brought = 0;
let scripts = Promise.resolve(); // once those of the page that is shown have run

/** Which of our pages is at an address; null: none. */
function nameOf({ origin, pathname }) {
  if (origin !== folder.origin || !pathname.startsWith(folder.pathname)) return null;
  const name = pathname.slice(folder.pathname.length) || PAGES[0];
  return PAGES.includes(name) ? name : null;
}

/** Show the page that the address names. */
async function bring() {
  brought += 1;
  const mine = brought;
  const address = location.href;
  const before = document.activeElement;
  const text = before?.value;
  try {
    const answer = await fetch(new URL(nameOf(location), folder));
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    await scripts; // they would else come to a page that is not theirs
    if (mine !== brought) return;
    const [script, ...others] = found.querySelectorAll("script[type=module][src]");
    if (!answer.ok || !others.length || !sameVersion(script)) throw new Error("another version of the site");
    take(found);
    const field = document.activeElement; // where somebody may be typing meanwhile what to find
    if (!field?.matches("input") || (field === before && field.value === text)) toMain();
    await (scripts = run([script, ...others.slice(0, -1)], mine));
  } catch {
    if (mine === brought) location.replace(address), location.reload();
  }
}

async function run(elements, visit) {
  for (const one of elements) await import(new URL(`${one.getAttribute("src")}?visit=${visit}`, folder).href);
}

const sameVersion = (script) => new URL("./", new URL(script.getAttribute("src"), folder)).href === new URL("./", import.meta.url).href;

/** Put what another page has in the place of what is there. */
function take(found) {
  turnPage();
  shown = nameOf(location);
  for (const part of ["header nav", "main"]) document.querySelector(part).replaceWith(document.adoptNode(found.querySelector(part)));
  document.title = found.title;
  document.body.className = "";
  document.body.removeAttribute("data-busy");
  scrollTo(0, 0);
}

/** A screen reader reads from here, and the tabulator continues from here. */
function toMain() {
  const main = document.querySelector("main");
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

function follow(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || !nameOf(link)) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return; // within the page
  event.preventDefault();
  history.pushState(null, "", link.href);
  bring();
}

if (local && shown) {
  document.addEventListener("click", follow);
  addEventListener("popstate", (event) => {
    if (nameOf(location) === shown) return; // the page itself goes back
    event.stopImmediatePropagation();
    bring();
  }, true); // before the page hears of it
}
