// The board in a notebook. What it shows comes from Python, and what is pressed goes there: nothing is decided here.

import { make, sentence } from "../web/static/common.js";
import { drawBoards, mark, touched } from "../web/static/board.js";
import { markMoves, meant } from "../web/static/marks.js";
import { evidence, stepsOf, table } from "../web/static/why.js";

const CHOICES = 6; // moves that what is pressed may mean
const LISTED = 300; // of all moves

function render({ model, el }) {
  const status = make("p", { class: "status", "aria-live": "polite" });
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  const boards = make("div", { class: "boards" });
  const ready = make("div", { class: "ready", hidden: true });
  const verdict = make("p", { class: "winner" });
  const list = make("ul", { class: "moves" });
  const text = make("p", { class: "text plain" });
  const undo = button("Undo", () => send({ kind: "undo" }));
  const answer = button("Computer, your move", () => send({ kind: "answer" }));
  const restart = button("Restart", () => send({ kind: "restart" }));
  const tools = make("div", { class: "tools" }, undo, restart, answer, box("computer", "the computer answers"), box("marked", "show winning moves"));
  const reasons = make("div", { class: "reasons" });
  const why = make("details", { ontoggle: explain }, make("summary", {}, "Why?"), reasons);
  const all = make("details", {}, make("summary", {}, "All moves"), list);
  const made = make("ol", { class: "made" });
  const past = make("details", {}, make("summary", {}, "Moves so far"), made);
  const root = make("div", { class: "grundy" }, status, trouble, boards, ready, verdict, tools, why, all, past, text);
  let picked = { component: -1, items: [] };
  let best = null; // the move that what is picked means

  const send = async (message) => {
    try {
      await model.send(message);
    } catch { // its kernel was restarted, or has ended
      trouble.textContent = "Python does not answer here any more. Run the cell again.";
      trouble.hidden = false;
    }
  };
  const move = (one) => send({ kind: "play", move: one.text });
  const choice = (one, kind = null) => make("li", { class: one.wins && model.get("marked") ? "wins" : null }, button(one.says, () => move(one), kind));

  function box(trait, label) {
    const input = make("input", { type: "checkbox" });
    input.checked = model.get(trait);
    input.addEventListener("change", () => {
      model.set(trait, input.checked);
      model.save_changes();
    });
    model.on(`change:${trait}`, () => (input.checked = model.get(trait)));
    return make("label", {}, input, label);
  }

  function draw() {
    const told = model.get("shown");
    const focus = root.contains(document.activeElement) ? document.activeElement.closest("[data-item]") : null;
    const where = focus && [focus.closest("[data-component]").dataset.component, focus.dataset.item];
    drawBoards(boards, told, point, null);
    pick(-1, []);
    markGood();
    made.replaceChildren(...told.history.map((one) => make("li", {}, `${named(one.player)}: ${one.says}`)));
    past.hidden = !told.history.length;
    all.hidden = !told.moves.length;
    undo.disabled = !model.get("moves_made").length;
    answer.disabled = !told.moves.length;
    text.textContent = model.get("position");
    if (where) place(...where)?.focus();
  }

  const place = (component, item) => boards.querySelector(`[data-component="${component}"] [data-item="${CSS.escape(item)}"]`);

  function markGood() {
    const told = model.get("shown");
    const marked = model.get("marked");
    boards.classList.toggle("hiding", !marked);
    markMoves(boards, marked ? told.moves : [], picked);
    mark(boards, "hot", model.get("last"));
    verdict.hidden = !marked;
    verdict.textContent = told.result ? told.says : sentence(told.refused || "");
    list.replaceChildren(...told.moves.slice(0, LISTED).map((one) => choice(one)));
    why.hidden = !marked;
    explain();
  }

  const named = (player) => (model.get("computer") ? ["You", "The computer"] : ["Player 1", "Player 2"])[player - 1];

  /** Why the position is won or lost: sentence by sentence, its parts in binary, and how that is known. */
  function explain() {
    const told = model.get("shown");
    const open = why.open && !why.hidden;
    boards.classList.toggle("tinted", open);
    if (!open) return;
    const names = { turn: named(told.turn), other: named(3 - told.turn), misere: told.result?.play === "misere" };
    const steps = stepsOf(told, names, false).map(({ says }) => make("li", {}, says));
    const shown = told.move_count ? [table(told, true), evidence(told)] : [];
    reasons.replaceChildren(make("ol", {}, ...steps), ...shown.filter(Boolean));
  }

  function point(component, item) {
    const { moves } = model.get("shown");
    const same = picked.component === component;
    if (same && best && picked.items.includes(item) && touched(best.move, best.way).some(([, one]) => one === item)) {
      move(best.move);
      return;
    }
    const items = same ? [...picked.items, item] : [item];
    pick(component, meant(moves, component, items).length ? items : [item]);
  }

  function pick(component, items) {
    picked = { component, items };
    const found = items.length ? meant(model.get("shown").moves, component, items) : [];
    best = found[0] || null;
    mark(boards, "picked", best ? touched(best.move, best.way) : items.map((one) => [component, one]));
    markMoves(boards, model.get("marked") ? model.get("shown").moves : [], picked);
    boards.dataset.verdict = best && model.get("marked") ? (best.move.wins ? "good" : "bad") : "";
    ready.hidden = !items.length;
    const choices = found.slice(0, CHOICES).map(({ move: one }, at) => choice(one, at ? null : "main"));
    ready.replaceChildren(best ? make("ul", { class: "moves" }, ...choices) : make("p", { class: "note" }, "No move takes this."));
  }

  function say() {
    status.textContent = model.get("status");
    trouble.textContent = model.get("trouble");
    trouble.hidden = !model.get("trouble");
  }

  const dark = () => root.classList.toggle("dark", isLight(getComputedStyle(el).color));
  // A notebook may take `el` into its document later, or fold it: only what is laid out has places to be marked.
  let laid = false;
  const seen = new ResizeObserver(() => {
    dark();
    const was = laid;
    laid = root.getClientRects().length > 0;
    if (laid && !was) markGood();
  });
  const themed = new MutationObserver(dark);
  seen.observe(root);
  for (const one of [document.documentElement, document.body]) themed.observe(one, { attributes: true });

  // The picture that was shown for readers without widgets.
  for (const still of document.querySelectorAll(`[data-still="${model.get("still")}"]`)) still.hidden = true;
  model.on("change:shown", draw);
  model.on("change:marked", markGood);
  model.on("change:computer", draw);
  model.on("change:status", say);
  model.on("change:trouble", say);
  el.append(root);
  draw();
  say();
  return () => {
    seen.disconnect();
    themed.disconnect();
  };
}

function button(says, press, kind = null) {
  return make("button", { type: "button", class: kind, onclick: press }, says);
}

/** Whether a colour is light: text of such a colour stands on something dark. */
function isLight(colour) {
  const [red, green, blue] = (colour.match(/[\d.]+/g) || [0, 0, 0]).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue > 128;
}

export default { render };
