// Boards on the page: what is drawn, pointing at items, and which of them are marked.

import { byId, make, picture, scrolling } from "./common.js";

/** The boards of a look, in `place`; none without one. `pointed(component, item)` is called when an item is pressed. */
export function drawBoards(place, told, pointed, remove) {
  if (!told) {
    place.replaceChildren();
    return;
  }
  const many = told.boards.length > 1;
  const figures = told.boards.map((board, index) => {
    const caption = many ? make("figcaption", {}, make("strong", {}, board.game), valueOf(board)) : null;
    if (many) {
      const label = `Remove ${board.game}`;
      caption.append(make("button", { type: "button", class: "remove", "aria-label": label, title: label, onclick: () => remove(index) }, "×"));
    }
    const body = board.svg ? sized(picture(board.svg), many) : tiles(board);
    const value = !many && board.svg && !board.svg.includes('class="note"') ? valueOf(board) : null;
    const figure = make("figure", { class: "component", "data-component": index }, caption, scrolling(`The board of ${board.game}`, body), value);
    listen(figure, index, pointed);
    return figure;
  });
  if (!figures.length) figures.push(make("p", { class: "plain" }, "Nothing is left."));
  place.replaceChildren(...figures);
  for (const scroll of place.querySelectorAll(".scroll")) reveal(scroll);
}

/** Where a board is wider than the screen, what stands on it comes into view. */
function reveal(scroll) {
  const item = scroll.querySelector(".full, .held");
  if (!item || scroll.scrollWidth <= scroll.clientWidth) return;
  const beyond = item.getBoundingClientRect().right - scroll.getBoundingClientRect().right;
  if (beyond > 0) scroll.scrollLeft = beyond + 60;
}

/** Where none of the winning moves that are marked is on the screen, the first of them comes into view. */
export function revealMark(place) {
  const good = [...place.querySelectorAll(".badge.good")];
  const boxes = (one) => [one.closest(".scroll"), place].filter(Boolean);
  if (!good.length || good.some((one) => boxes(one).every((box) => !beyond(one, box).some(Boolean)))) return;
  for (const box of boxes(good[0])) {
    const [right, down] = beyond(good[0], box);
    box.scrollLeft += right;
    box.scrollTop += down;
  }
}

/** How far what lies inside a box is to be moved, to the right and down, for all of it to be seen there. */
function beyond(element, box) {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  const over = (low, high) => Math.max(0, inner[high] - outer[high] + 4) - Math.max(0, outer[low] - inner[low] + 4);
  return [over("left", "right"), over("top", "bottom")];
}

const PHONE = "(max-width: 36rem)";

/** A picture as large as is good to point at, never too small for that, and on a phone as low as it may be. */
function sized(svg, many) {
  const width = Number(svg.getAttribute("width"));
  const height = Number(svg.getAttribute("height"));
  const least = svg.classList.contains("piles") ? 1 : 0.7; // 22 to 25 pixels an item
  const low = matchMedia(PHONE).matches;
  const tall = low ? 0.4 * innerHeight : 620;
  const scale = Math.max(low ? least : 1, Math.min(many ? 1.15 : 1.5, 660 / width, tall / height));
  svg.setAttribute("width", Math.round(width * scale));
  svg.setAttribute("height", Math.round(height * scale));
  svg.style.minWidth = `${Math.round(width * least)}px`;
  return svg;
}

/** Numbers without a picture, each with its value. */
function tiles(board) {
  const numbers = board.edit && board.edit.kind === "numbers" ? board.edit.numbers : null;
  if (!numbers || !numbers.length) return make("p", { class: "plain" }, board.text || "(nothing)");
  const tile = (number, at) =>
    make(
      "div",
      { class: "tile", role: "button", tabindex: "-1", "data-item": at + 1 },
      make("span", { class: "heard" }, `${board.edit.each} ${at + 1}: `),
      `${number} `,
      board.values[at] === undefined ? null : make("small", {}, `= ${board.values[at]}`),
    );
  return make("div", { class: "tiles" }, ...numbers.map(tile));
}

function valueOf(board) {
  return board.values.length === 1 ? make("span", { class: "value" }, `nim-value ${board.values[0]}`) : null;
}

/** Items of a board share one stop of the tabulator; arrows go from one to the next in that direction. */
function listen(figure, index, pointed) {
  const items = [...figure.querySelectorAll("[data-item][role=button]")];
  if (!items.length) return;
  items[0].setAttribute("tabindex", "0");
  const press = (element) => {
    focusOn(items, element, false);
    pointed(index, element.dataset.item);
  };
  figure.addEventListener("click", (event) => {
    const element = event.target.closest("[data-item][role=button]");
    if (element) press(element);
  });
  figure.addEventListener("keydown", (event) => {
    const here = event.target.closest("[data-item][role=button]");
    if (!here) return;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (step) {
      event.preventDefault();
      const next = nearest(items, here, step);
      if (next) focusOn(items, next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(here);
    }
  });
}

function focusOn(items, element, focus) {
  for (const item of items) item.setAttribute("tabindex", item === element ? "0" : "-1");
  if (focus) element.focus();
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The item that lies next in a direction: near, and not far to the side. */
function nearest(items, here, [dx, dy]) {
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const item of items) {
    const [u, v] = middle(item);
    const along = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (item === here || along < 2) continue;
    const cost = along + 3 * aside;
    if (cost < least) [best, least] = [item, cost];
  }
  return best;
}

/** Give a class to the items of some (component, item) pairs, and to no others. */
export function mark(place, kind, pairs) {
  for (const element of place.querySelectorAll(`.${kind}`)) element.classList.remove(kind);
  for (const [component, item] of pairs) itemOf(place, component, item)?.classList.add(kind);
}

/** The element of an item; null where none is drawn. */
export function itemOf(place, component, item) {
  const figure = place.querySelector(`[data-component="${component}"]`);
  return figure && figure.querySelector(`[data-item="${CSS.escape(item)}"]`);
}

/** The (component, item) pairs that a move touches; of several ways to touch it the first. */
export function touched(move, way = 0) {
  return (move.spots[way] || []).map((item) => [move.component - 1, item]);
}

// Moves are seen: what one takes shrinks away, and what it puts grows, shortly, and not where less motion is asked for.

/** Let the items of some (component, item) pairs go. */
export function leave(place, pairs) {
  for (const [component, item] of pairs) itemOf(place, component, item)?.classList.add("going");
}

/** What each cell and node looks like, as its label says. */
export function looks(place) {
  const items = [...place.querySelectorAll(":is(.cell, .node)[data-item][aria-label]")];
  return new Map(items.map((one) => [nameOf(one), one.getAttribute("aria-label")]));
}

const nameOf = (item) => `${item.closest("[data-component]").dataset.component} ${item.dataset.item}`;

/** Let those cells and nodes come that look otherwise than before; on another board none does. */
export function arrive(place, before) {
  const now = looks(place);
  if (!before.size || now.size !== before.size || [...now.keys()].some((name) => !before.has(name))) return;
  for (const item of place.querySelectorAll(":is(.cell, .node)[data-item]")) {
    item.classList.toggle("coming", before.get(nameOf(item)) !== now.get(nameOf(item)));
  }
}

// What has the focus is often drawn anew: the keyboard goes on where it was, or at what came in its place.

const REDRAWN = ["boards", "ready", "beside", "winner", "moves", "fields"];
const STOPS = "button:not(:disabled), input, select, [data-item][role=button]";

/** Where the focus is. */
export function focused() {
  const element = document.activeElement;
  const area = REDRAWN.find((id) => byId(id).contains(element));
  if (!area) return { element };
  const figure = element.closest("[data-component]");
  const stops = [...byId(area).querySelectorAll(STOPS)];
  return { element, area, at: stops.indexOf(element), component: figure && figure.dataset.component, ...namesOf(element) };
}

function namesOf(element) {
  return { item: element.dataset.item, label: element.getAttribute("aria-label") || element.textContent };
}

/** Put the focus there again. */
export function refocus({ element, area, at, component, item, label }) {
  if (element.isConnected && !element.disabled && element.checkVisibility()) return;
  const stops = area ? [...byId(area).querySelectorAll(STOPS)].filter((one) => one.checkVisibility()) : [];
  const here = component ? stops.filter((one) => one.closest(`[data-component="${component}"]`)) : stops;
  const same = (one) => (item ? one.dataset.item === item : namesOf(one).label === label);
  const next = here.find(same) || here[Math.min(at, here.length - 1)] || byId("boards").querySelector("[data-item][tabindex='0']") || byId("status");
  next.focus({ preventScroll: true });
}
