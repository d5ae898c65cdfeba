// A worker that searches positions, so that the page never stands still; its tables are of use as long as one is played.

import { judged, looked, replied, searchOf } from "./search.js";

let played = null; // the game as text, and the search in it

function searchIn(game) {
  const key = JSON.stringify(game);
  if (!played || played.key !== key) played = { key, search: searchOf(game) };
  return played.search;
}

addEventListener("message", ({ data: { kind, game, positions } }) => {
  const search = searchIn(game);
  if (kind === "look") postMessage(looked(search, positions[0]));
  else if (kind === "reply") postMessage(replied(search, positions[0], Math.random));
  else postMessage(judged(search, positions));
});
