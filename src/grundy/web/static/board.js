// Boards on the page: pointing at items, choosing a move by what it touches, and what is marked.

import { make, picture, scrolling } from "./common.js";

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

/** A picture as large as is good to point at, and never too small for that. */
function sized(svg, many) {
  const width = Number(svg.getAttribute("width"));
  const height = Number(svg.getAttribute("height"));
  const scale = Math.max(1, Math.min(many ? 1.15 : 1.5, 660 / width, 620 / height));
  svg.setAttribute("width", Math.round(width * scale));
  svg.setAttribute("height", Math.round(height * scale));
  svg.style.minWidth = `${Math.round(width * (svg.classList.contains("piles") ? 1 : 0.7))}px`; // 22 to 25 pixels an item
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
  for (const element of place.querySelectorAll(`.${kind}`)) {
    element.classList.remove(kind);
    if (kind === "good") element.removeAttribute("aria-description");
  }
  for (const [component, item] of pairs) {
    const figure = place.querySelector(`[data-component="${component}"]`);
    const element = figure && figure.querySelector(`[data-item="${CSS.escape(item)}"]`);
    if (!element) continue;
    element.classList.add(kind);
    if (kind === "good") element.setAttribute("aria-description", "a winning move is here");
  }
}

/** The (component, item) pairs that a move touches; of several ways to touch it the first. */
export function touched(move, way = 0) {
  return (move.spots[way] || []).map((item) => [move.component - 1, item]);
}

/**
 * The moves that what is selected can mean, those that touch least first: a corner and the opposite one mean the
 * rectangle between them, a counter means all from it to the end.
 */
export function meant(moves, component, selected) {
  const found = [];
  for (const move of moves) {
    if (move.component - 1 !== component) continue;
    move.spots.forEach((spots, way) => {
      if (selected.every((item) => spots.includes(item))) found.push({ move, way, size: spots.length });
    });
  }
  found.sort((a, b) => a.size - b.size);
  const seen = new Set();
  return found.filter(({ move }) => !seen.has(move) && seen.add(move));
}
