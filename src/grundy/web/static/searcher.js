// A worker that searches boards, so that the page never stands still; its tables are of use as long as one is played.

import { judged, looked, replied, searching } from "./search.js";

let played = null; // the moves as text, and the search among them

function searchOf(moves) {
  const key = JSON.stringify(moves);
  if (!played || played.key !== key) played = { key, search: searching(moves) };
  return played.search;
}

addEventListener("message", ({ data: { kind, moves, sets } }) => {
  const search = searchOf(moves);
  if (kind === "look") postMessage(looked(search, moves, sets[0]));
  else if (kind === "reply") postMessage(replied(search, moves, sets[0], Math.random));
  else postMessage(judged(search, sets));
});
