// Boards on the page: what is drawn, pointing at items, and which of them are marked.

import { byId, make, picture, scrolling } from "./common.js";

/**
 * The boards of a game, in `place`; none without one. They are drawn once: what is drawn again of the same boards changes
 * only what differs. `pointed(component, item)` is called when an item is pressed, `joined(component, key)` when a place
 * between two is.
 */
export function drawBoards(place, told, pointed, remove, joined = () => {}) {
  if (!told) {
    place.replaceChildren();
    return;
  }
  const drawn = told.boards.map((board) => (board.svg ? picture(board.svg) : null));
  const old = [...place.querySelectorAll(":scope > .component")];
  if (old.length === drawn.length && drawn.every((svg, index) => same(svg, old[index].querySelector("svg.board")))) {
    drawn.forEach((svg, index) => morph(old[index].querySelector("svg.board"), svg));
    for (const figure of old) stops(figure);
    return;
  }
  const many = told.boards.length > 1;
  const figures = told.boards.map((board, index) => {
    const caption = many ? make("figcaption", {}, make("strong", {}, board.game)) : null;
    if (many && remove) {
      const label = `Remove ${board.game}`;
      caption.append(make("button", { type: "button", class: "remove", "aria-label": label, title: label, onclick: () => remove(index) }, "×"));
    }
    const body = board.svg ? sized(drawn[index], many) : tiles(board);
    const figure = make("figure", { class: "component", "data-component": index }, caption, scrolling(`The board of ${board.game}`, body));
    listen(figure, index, pointed, joined);
    return figure;
  });
  if (!figures.length) figures.push(make("p", { class: "plain" }, "Nothing is left."));
  place.replaceChildren(...figures);
  for (const scroll of place.querySelectorAll(".scroll")) reveal(scroll);
}

/** Whether one picture is another of the same board. */
function same(svg, old) {
  return svg && old && svg.getAttribute("viewBox") === old.getAttribute("viewBox") && svg.children.length === old.querySelectorAll(":scope > :not(.badge, .joints, .columns)").length;
}

const OURS = new Set(["width", "height", "style", "tabindex"]); // what the page sets on what is drawn

/** Change an element into another, keeping all of it that stays. */
function morph(old, now) {
  for (const { name } of [...old.attributes]) if (!OURS.has(name) && !now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...now.attributes]) if (!OURS.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (!now.hasAttribute("role")) old.removeAttribute("tabindex");
  else if (!old.hasAttribute("tabindex") && now.hasAttribute("tabindex")) old.setAttribute("tabindex", "-1");
  const kept = [...old.children].filter((one) => !one.matches(".badge, .joints, .columns"));
  const next = [...now.children];
  if (!next.length && !kept.length) {
    if (old.textContent !== now.textContent) old.textContent = now.textContent;
    return;
  }
  next.forEach((one, at) => {
    if (!kept[at]) old.insertBefore(one, null);
    else if (kept[at].tagName !== one.tagName) kept[at].replaceWith(one);
    else morph(kept[at], one);
  });
  for (const one of kept.slice(next.length)) one.remove();
}

/** Only what a move of `moves` touches can be pressed; nothing where there are none. */
export function offer(place, moves) {
  for (const figure of place.querySelectorAll(":scope > .component")) {
    const own = moves.filter((move) => move.component - 1 === Number(figure.dataset.component));
    const touched = new Set(own.flatMap((move) => move.spots.flat()));
    for (const one of figure.querySelectorAll("[data-item][aria-label]:not([aria-hidden])")) {
      const can = touched.has(one.dataset.item);
      one.setAttribute("role", can ? "button" : "img");
      if (!can) one.removeAttribute("tabindex");
      else if (!one.hasAttribute("tabindex")) one.setAttribute("tabindex", "-1");
    }
    stops(figure);
  }
}

/** One item of a board is a stop of the tabulator. */
function stops(figure) {
  const items = itemsOf(figure);
  if (items.length && !items.some((one) => one.getAttribute("tabindex") === "0")) items[0].setAttribute("tabindex", "0");
}

const ITEM = "[data-item][role=button], [data-joint]";

function itemsOf(figure) {
  const joined = [...figure.querySelectorAll("[data-joint]")];
  return joined.length ? joined : [...figure.querySelectorAll("[data-item][role=button]")];
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

/** A picture as large as is good to point at, never too small for that, and never larger than its place. */
function sized(svg, many) {
  const width = Number(svg.getAttribute("width"));
  const height = Number(svg.getAttribute("height"));
  const finger = svg.classList.contains("piles") ? 44 / 23 : svg.classList.contains("net") ? 1.3 : svg.classList.contains("curves") ? 44 / 30 : 44 / 36; // 44 pixels an item
  const least = matchMedia("(pointer: coarse)").matches ? finger : Math.min(finger, 1);
  svg.style.setProperty("--wide", `${Math.round(width * Math.max(finger, many ? 1.3 : 2.6))}px`);
  svg.style.setProperty("--least", `${Math.round(width * least * 0.8)}px`);
  svg.style.setProperty("--ratio", `${width} / ${height}`);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
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
    );
  return make("div", { class: "tiles" }, ...numbers.map(tile));
}

/** Items of a board share one stop of the tabulator; arrows go from one to the next in that direction. */
function listen(figure, index, pointed, joined) {
  stops(figure);
  const press = (element) => {
    focusOn(itemsOf(figure), element, false);
    if (element.dataset.joint) joined(index, element.dataset.joint);
    else pointed(index, element.dataset.item);
  };
  figure.addEventListener("click", (event) => {
    const element = event.target.closest(ITEM);
    if (element) press(element);
  });
  figure.addEventListener("keydown", (event) => {
    const here = event.target.closest(ITEM);
    if (!here) return;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (step) {
      event.preventDefault();
      const items = itemsOf(figure);
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

// The piece that had the focus may be gone: the keyboard goes on with the next one, or with the buttons at the end.

/** Whether the focus is on a board. */
export const focusOnBoards = (place) => place.contains(document.activeElement);

/** Give the focus to the next piece of the boards, or to a button, where what had it is gone. */
export function refocus(place, buttons) {
  const now = document.activeElement;
  if (place.contains(now) && now.matches(ITEM) && now.checkVisibility()) return;
  const next = place.querySelector(":is([data-item][role=button], [data-joint])[tabindex='0']") || buttons.querySelector("button:not(:disabled)");
  next?.focus({ preventScroll: true });
}
