// What the three pages of a class share: the key of whoever has the page open, asking with it, and hearing of changes.

import { Trouble, make } from "./common.js";

const AGAIN = [500, 1000, 2000, 4000]; // milliseconds until the next try, where the server does not answer
const LEAST = 250; // milliseconds between two answers that are shown: a table that changes at every move can be read

let key = "";

/** Keep a key as long as this tab is open, the name of its place being `place`. */
export function keepKey(place, found) {
  key = found;
  try {
    if (found) sessionStorage.setItem(place, found);
    else sessionStorage.removeItem(place);
  } catch { /* it lasts as long as this page */ }
}

/** The key of this tab; "": none. */
export function keptKey(place) {
  try {
    key = sessionStorage.getItem(place) || "";
  } catch {
    key = "";
  }
  return key;
}

/** The key of a teacher: behind the # of the address, where no server, log or projector sees it for long. */
export function teacherKey() {
  const place = "class-teacher";
  const given = location.hash.slice(1);
  if (given) {
    keepKey(place, given);
    history.replaceState(null, "", location.pathname);
  }
  return given || keptKey(place);
}

/** The answer to a question of a class. */
export async function call(kind, question = {}) {
  let told = null;
  try {
    const response = await fetch(`/class/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Grundy-Key": key },
      body: JSON.stringify(question),
    });
    told = await response.json();
  } catch {
    throw new Trouble({ kind: "Lost", message: "The teacher's computer does not answer. Is it still on?" });
  }
  if (told.error) throw new Trouble(told.error);
  return told;
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Call `shown(told)` with what is known now, and again after each change, until this page may know nothing any more: then
 * `left(trouble)` is called. Where the server does not answer, `lost(trouble)` is called, and it is asked again.
 */
export async function follow(kind, more, { shown, lost, left }) {
  let since = 0;
  let failed = 0;
  const mine = key;
  while (key === mine) {
    try {
      const [told] = await Promise.all([call(kind, { since, ...more }), wait(LEAST)]);
      if (key !== mine) return;
      if (failed) lost(null);
      failed = 0;
      if (told.version === since) continue;
      since = told.version;
      shown(told);
    } catch (trouble) {
      if (key !== mine) return;
      if (!(trouble instanceof Trouble)) throw trouble;
      if (trouble.kind === "Unknown") return left(trouble);
      lost(trouble);
      await wait(AGAIN[Math.min(failed, AGAIN.length - 1)]);
      failed += 1;
    }
  }
}

/** What is to be known of a position that is shown. */
export const rule = ({ title, position }) => [make("b", {}, title), ` ${position}. Player 1 has the move. Whoever cannot move loses.`];
