// Heaps can be dragged: what draws the sliders is loaded once somebody opens their place.

import { byId } from "./common.js";

const LARGEST = 200; // counters of a heap that gets a slider
let offered = null; // the heaps that are offered

/** The heaps of a position that can be dragged; null: none, or their values are not known. */
function heapsOf(told) {
  const board = told && told.boards.length === 1 ? told.boards[0] : null;
  const known = board && told.sequence && told.result?.play === "normal" && board.edit?.kind === "numbers";
  const numbers = known ? board.edit.numbers.map(Number) : [];
  return numbers.length && numbers.every((number) => number <= LARGEST) ? { game: board.game, each: board.edit.each, numbers } : null;
}

/** Offer sliders for a position that has heaps; `become(game, text)` sets another position. */
export function offerSliders(told, become) {
  const place = byId("slide");
  const heaps = heapsOf(told);
  const key = JSON.stringify(heaps);
  place.hidden = !heaps;
  if (key !== offered) byId("sliders").replaceChildren();
  offered = key;
  place.ontoggle = async () => {
    const wanted = place.open && heaps && !document.body.hasAttribute("data-busy") && !byId("sliders").firstChild;
    if (wanted) (await import("./xor.js")).drawSliders(heaps, become);
  };
  place.ontoggle();
}
