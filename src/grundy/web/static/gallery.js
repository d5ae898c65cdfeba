// The field that finds a game in the gallery.

const field = document.getElementById("find");

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of document.querySelectorAll(".group")) {
    let shown = 0;
    for (const card of group.querySelectorAll(".card")) {
      const text = card.textContent.toLowerCase();
      card.hidden = !words.every((word) => text.includes(word));
      shown += card.hidden ? 0 : 1;
    }
    group.hidden = shown === 0;
  }
}

field.addEventListener("input", find);
find();
