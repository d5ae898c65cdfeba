// What all look at: the position that is shown, the votes, and why Player 1 or Player 2 wins.

import { byId, make, showTrouble } from "./common.js";
import { drawBoards, offer } from "./board.js";
import { showColumns } from "./columns.js";
import { evidence, stepsOf, table, verdictOf } from "./why.js";
import { call, follow, rule, teacherKey } from "./lesson.js";

const NAMES = { turn: "Player 1", other: "Player 2", misere: false };
const boards = byId("boards");
let lesson = null;
let drawn = { number: 0, explained: false };

function show(told) {
  lesson = told;
  const { shown } = told;
  byId("lesson").hidden = !shown;
  byId("idle").hidden = Boolean(shown);
  byId("asked").textContent = shown ? "Who wins: Player 1 or Player 2?" : "Class";
  const address = told.address.replace(/^http:\/\/|\/$/g, "");
  byId("join").replaceChildren(...(shown ? [address, " · ", make("b", {}, told.word)] : []));
  byId("open").textContent = address; // as large as the room needs it, while nothing else is shown
  byId("type").textContent = told.word;
  byId("playing").textContent = told.paused ? "All boards are paused." : `${told.pupils.length} ${told.pupils.length === 1 ? "pupil plays" : "pupils play"}.`;
  if (!shown) return;
  byId("position").replaceChildren(...rule(shown));
  showVotes(shown);
  draw(shown);
}

/** How many voted for whom; until that may be seen, the same rows stand empty. */
function showVotes({ voted, of, votes, explained }) {
  const row = (player) => {
    const bar = make("i");
    bar.style.setProperty("width", `${votes ? (100 * votes[player - 1]) / Math.max(1, voted) : 0}%`);
    return make("div", { class: `row${player === 2 ? " two" : ""}` }, make("i", { class: "mark" }), make("b", {}, `Player ${player}`), make("span", {}, votes ? votes[player - 1] : "?"), make("div", { class: "track", "aria-hidden": "true" }, bar));
  };
  byId("votes").replaceChildren(row(1), row(2), make("p", {}, `${voted} of ${of} have voted.`));
  byId("count").disabled = Boolean(votes);
  byId("explain").textContent = explained ? "Hide why" : "Show why";
}

/** Draw the position once, and again where its explanation comes or goes. */
async function draw(shown) {
  const { number, explained } = shown;
  if (drawn.number !== number || drawn.explained !== explained) {
    const told = await call("teacher/shown", { shown: number }).catch(() => null);
    if (!told || lesson.shown?.number !== number || lesson.shown.explained !== explained) return;
    drawn = { number, explained };
    drawBoards(boards, told.board, () => {}, null);
    offer(boards, []);
    showWhy(told.why);
  }
  byId("right").hidden = shown.right === null || !shown.voted;
  byId("right").textContent = `${shown.right} of ${shown.voted} were right.`;
}

function showWhy(found) {
  byId("why").hidden = !found;
  const piles = boards.querySelector("svg.piles");
  const nim = Boolean(found && found.components.length === 1 && found.components[0][0] === "nim" && piles && !piles.querySelector(".bar"));
  if (piles) showColumns(piles, nim ? 3 : 0);
  boards.classList.toggle("tinted", Boolean(found) && !nim);
  for (const id of ["xor", "known"]) byId(id).replaceChildren();
  if (!found) return;
  byId("verdict").textContent = verdictOf(found, NAMES);
  const steps = stepsOf(found, NAMES, nim);
  byId("step").textContent = steps.slice(-2).map((step) => step.says).join(" ");
  const drawnTable = found.result && table(found, !nim);
  if (drawnTable) byId("xor").append(drawnTable);
  byId("known").append(evidence(found) || "");
}

async function reveal(votes, why) {
  try {
    await call("teacher/reveal", { votes, why });
    showTrouble(null);
  } catch (trouble) {
    showTrouble(trouble);
  }
}

byId("count").addEventListener("click", () => reveal(true, lesson.shown.explained));
byId("explain").addEventListener("click", () => reveal(true, !lesson.shown.explained));
const keyless = () => {
  byId("keyless").hidden = false;
  byId("lesson").hidden = byId("idle").hidden = true;
};
const lost = (trouble) => showTrouble(trouble);
if (teacherKey()) follow("teacher/news", { desk: 1 }, { shown: show, lost, left: keyless });
else keyless();
