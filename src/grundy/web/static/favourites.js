// Favourites are kept in the browser alone; where it keeps nothing, as long as the page.

const KEY = "favourites";

function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return new Set(Array.isArray(found) ? found.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

/** Have the stars in a place work; the function that is returned says which games are kept. */
export function stars(place, changed = () => {}) {
  const names = remembered();
  for (const star of place.querySelectorAll(".star")) {
    star.hidden = false;
    star.setAttribute("aria-pressed", String(names.has(star.dataset.keep)));
    star.addEventListener("click", () => {
      const name = star.dataset.keep;
      if (!names.delete(name)) names.add(name);
      star.setAttribute("aria-pressed", String(names.has(name)));
      try {
        localStorage.setItem(KEY, JSON.stringify([...names]));
      } catch { /* it lasts as long as this page */ }
      changed();
    });
  }
  return () => names;
}
