// What has the focus is often drawn anew: the keyboard goes on where it was, or at what came in its place.

import { byId } from "./common.js";

const REDRAWN = ["boards", "ready", "winner", "moves", "fields"];
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
