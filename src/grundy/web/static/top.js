// What stands above each page. Light or dark: as the system has it, until somebody chooses; before anything is painted.
(() => {
  const root = document.documentElement;
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  try {
    const kept = localStorage.getItem("theme");
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch { /* no storage: as the system has it */ }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#theme")) return;
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch { /* it lasts as long as this page */ }
  });

  // A game that is searched for by its name is opened; other words are looked for in the catalogue.
  document.addEventListener("submit", (event) => {
    const form = event.target.closest(".find");
    if (!form) return;
    event.preventDefault();
    const words = form.elements.q.value.trim();
    const found = [...document.querySelectorAll("#names option")].find((one) => one.value.toLowerCase() === words.toLowerCase());
    const link = document.createElement("a"); // which the pages of a site of files follow in their own way
    link.href = found ? found.dataset.url : `${form.getAttribute("action")}?${new URLSearchParams({ q: words })}`;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
  });
})();
