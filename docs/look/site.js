// What the theme's own scripts make: a bar of buttons is no landmark, and what scrolls is a stop of the tabulator.
function mend() {
  for (const bar of document.querySelectorAll("nav.md-code__nav")) bar.setAttribute("role", "none");
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", mend);
mend();

// Light or dark is chosen once for the games and for these pages.
const schemes = { light: "default", dark: "slate" };
try {
  const kept = schemes[localStorage.getItem("theme")];
  if (kept && document.body.dataset.mdColorScheme !== kept) document.querySelector(`input[data-md-color-scheme="${kept}"]`).click();
} catch { /* no storage: as the system has it */ }
document.addEventListener("change", ({ target }) => {
  if (target.name !== "__palette") return;
  try {
    localStorage.setItem("theme", target.dataset.mdColorScheme === "slate" ? "dark" : "light");
  } catch { /* it lasts as long as this page */ }
});
