// The catalogue: a field and a few words that leave the games they fit, and favourites, which the browser keeps.

import { byId } from "./common.js";
import { stars } from "./favourites.js";

const field = byId("sieve");
const kept = byId("kept");
const chips = [...document.querySelectorAll(".chip[data-word]")];
const entries = [...document.querySelectorAll(".entry")];
const favourites = stars(document.querySelector("main"), sift);
let own = false; // favourites alone

function sift() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const names = favourites();
  for (const one of entries) {
    const text = one.textContent.toLowerCase();
    one.hidden = !words.every((word) => text.includes(word)) || (own && !names.has(one.querySelector(".star").dataset.keep));
  }
  for (const family of document.querySelectorAll(".family")) family.hidden = !family.querySelector(".entry:not([hidden])");
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
field.value = new URLSearchParams(location.search).get("q") || "";
sift();
