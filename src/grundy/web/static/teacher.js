// The page of the teacher: who has won what in how many games; showing a position, pausing, saving, ending.

import { byId, make, scrolling, showTrouble } from "./common.js";
import { call, follow, teacherKey } from "./lesson.js";

let lesson = null;

/** Do what a button says; what is refused is told. */
async function act(kind, question = {}) {
  try {
    const told = await call(`teacher/${kind}`, question);
    showTrouble(null);
    return told;
  } catch (trouble) {
    showTrouble(trouble);
    return null;
  }
}

function show(told) {
  lesson = told;
  byId("lesson").hidden = false;
  const count = told.pupils.length;
  byId("who").textContent = `${count} ${count === 1 ? "pupil" : "pupils"}${told.paused ? ", paused" : ""}`;
  byId("address").textContent = told.address.replace(/^http:\/\/|\/$/g, "");
  byId("word").textContent = told.word;
  byId("pause").setAttribute("aria-pressed", String(told.paused));
  byId("positions").replaceChildren(...told.tasks.map((task) => make("option", { value: task.text })));
  showTable(told);
  showNow(told.shown);
}

function cell({ games, won_in: won }) {
  if (won) return make("td", {}, make("span", { class: "ok" }, `✓ ${won}`, make("span", { class: "heard" }, `: won in game ${won}`)));
  if (games) return make("td", {}, make("span", { class: "try" }, games, make("span", { class: "heard" }, " games, none won")));
  return make("td", {}, make("span", { class: "no" }, "·", make("span", { class: "heard" }, "not begun")));
}

function showTable({ tasks, pupils }) {
  const focused = document.activeElement?.dataset.pupil;
  const heads = tasks.map(({ title, position }) => make("th", { scope: "col" }, title, make("small", {}, position)));
  const rows = pupils.map(({ number, name, marks }) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...marks.map(cell),
      make("td", {}, make("button", { type: "button", class: "remove", "data-pupil": number, "aria-label": `Remove ${name}`, title: `Remove ${name}`, onclick: () => sure(`Remove ${name} and all marks of this pupil?`, "remove", { pupil: number }) }, "×"))));
  const won = tasks.map((_, at) => pupils.filter(({ marks }) => marks[at].won_in).length);
  const foot = make("tr", {}, make("th", { scope: "row" }, "Won"), ...won.map((number) => make("td", {}, `${number} of ${pupils.length}`)), make("td"));
  const empty = make("tr", {}, make("td", { colspan: tasks.length + 2, class: "none" }, "Nobody yet. Tell the class the address and the word."));
  const table = make("table", { class: "marks" }, make("caption", { class: "heard" }, "Who has won what; the number says in which game"),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Name"), ...heads, make("td"))), make("tbody", {}, ...(rows.length ? rows : [empty])), make("tfoot", {}, foot));
  byId("table").replaceChildren(scrolling("Who has won what", table));
  if (focused) byId("table").querySelector(`[data-pupil="${focused}"]`)?.focus({ preventScroll: true });
}

function showNow(shown) {
  byId("now").hidden = !shown;
  if (!shown) return;
  byId("asked").replaceChildren("All see ", make("b", {}, shown.text), ": who wins?");
  byId("voted").textContent = `${shown.voted} of ${shown.of} have voted${shown.votes ? `: ${shown.votes[0]} for Player 1, ${shown.votes[1]} for Player 2` : ""}.`;
  byId("count").disabled = Boolean(shown.votes);
  byId("explain").textContent = shown.explained ? "Hide why" : "Show why";
}

// What cannot be undone is asked about.

let agreed = null;

function sure(question, kind, more = {}) {
  byId("question").textContent = question;
  agreed = () => act(kind, more);
  byId("sure").showModal();
  byId("no").focus();
}

byId("yes").addEventListener("click", () => {
  byId("sure").close();
  agreed();
});
byId("no").addEventListener("click", () => byId("sure").close());

byId("show").addEventListener("submit", (event) => {
  event.preventDefault();
  act("show", { text: byId("text").value });
});
byId("hide").addEventListener("click", () => act("hide"));
byId("count").addEventListener("click", () => act("reveal", { votes: true, why: lesson.shown.explained }));
byId("explain").addEventListener("click", () => act("reveal", { votes: true, why: !lesson.shown.explained }));
byId("pause").addEventListener("click", () => act("pause", { paused: !lesson.paused }));
byId("end").addEventListener("click", () => sure("End the lesson? All names and marks are forgotten.", "end"));
byId("csv").addEventListener("click", async () => {
  const told = await act("csv");
  if (!told) return;
  const link = make("a", { download: "class.csv", href: URL.createObjectURL(new Blob(["\ufeff", told.csv], { type: "text/csv" })) });
  link.click();
  URL.revokeObjectURL(link.href);
});

const key = teacherKey();
byId("projector").href = `/projector#${key}`;
const keyless = () => {
  byId("keyless").hidden = false;
  byId("lesson").hidden = true;
};
if (key) follow("teacher/news", { desk: 0 }, { shown: show, lost: showTrouble, left: keyless });
else keyless();
