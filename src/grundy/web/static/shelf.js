// The catalogue: a field and a few words that leave the games they fit, and favourites, which the browser keeps.

import { byId } from "./common.js";
import { stars } from "./favourites.js";

const field = byId("sieve");
const kept = byId("kept");
const chips = [...document.querySelectorAll(".chip[data-word]")];
const entries = [...document.querySelectorAll(".entry")];
const favourites = stars(document.querySelector("main"), sift);
let own = false; // favourites alone

/** A text as its words, each with a blank before it. */
const wordsOf = (text) => ` ${text.toLowerCase().match(/[\p{L}\d']+/gu)?.join(" ") ?? ""}`;
const family = (one) => one.closest(".family").querySelector("h2").textContent;
const texts = new Map(entries.map((one) => [one, wordsOf(`${one.textContent} ${one.dataset.rule ?? ""} ${family(one)}`)]));

function sift() {
  // a word is looked for by its beginning, and coins find a coin
  const words = wordsOf(field.value).split(" ").filter(Boolean).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
  const names = favourites();
  for (const one of entries) {
    one.hidden = !words.every((word) => texts.get(one).includes(` ${word}`)) || (own && !names.has(one.querySelector(".star").dataset.keep));
  }
  for (const place of document.querySelectorAll(".family")) {
    const here = place.querySelectorAll(".entry:not([hidden])").length;
    const link = document.querySelector(`.shelf nav a[href="#${place.id}"]`);
    place.hidden = link.hidden = !here;
    link.querySelector("span").textContent = here;
    for (const part of place.querySelectorAll(".entries, .near")) part.hidden = !part.querySelector(".entry:not([hidden])");
  }
  const shown = entries.filter((one) => !one.hidden).length;
  byId("count").textContent = words.length || own ? `${shown} ${shown === 1 ? "game" : "games"}` : "";
  byId("none").hidden = shown > 0;
  kept.textContent = `Favourites ${names.size}`;
  kept.setAttribute("aria-pressed", String(own));
  for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.word === field.value));
}

field.addEventListener("input", sift);
for (const chip of chips) chip.addEventListener("click", () => {
  field.value = field.value === chip.dataset.word ? "" : chip.dataset.word;
  sift();
});
kept.addEventListener("click", () => {
  own = !own;
  sift();
});
kept.hidden = false;
field.value ||= new URLSearchParams(location.search).get("q") || ""; // unless somebody was faster than this script
sift();
