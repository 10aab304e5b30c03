// Finds symbols as `mindport search` does: whole names first, then their last part, then any part.
"use strict";

const LIMIT = 50;
const input = document.getElementById("search");
const list = document.getElementById("found");
const symbols = REFERENCE.symbols.map(([symbol, page, status, names]) => ({
  symbol, page, status: REFERENCE.statuses[status], names,
  lowered: [symbol, ...names].map((name) => name.toLowerCase()),
}));

function knownParts(word) {
  if (REFERENCE.words[word]) return [REFERENCE.words[word]];
  const found = [];
  if (/^[\x00-\x7f]*$/.test(word)) return found;
  for (let start = 0; start < word.length;) {
    let end = word.length;
    while (end > start && !REFERENCE.words[word.slice(start, end)]) end -= 1;
    if (end > start) found.push(REFERENCE.words[word.slice(start, end)]);
    start = Math.max(end, start + 1);
  }
  return found;
}

function rank(names, word, parts) {
  if (names.includes(word)) return 0;
  if (names.some((name) => name.split(/[.(]/).pop() === word || name.split(".").pop() === word)) return 1;
  if (names.some((name) => name.includes(word))) return 2;
  const called = parts.every((some) => some.some((part) => names.some((name) => name.includes(part))));
  return parts.length && called ? 2 : null;
}

function search(query) {
  const words = query.toLowerCase().split(/[\s,，、]+/).filter(Boolean);
  const parts = words.map(knownParts);
  const found = [];
  for (const one of symbols) {
    const ranks = words.map((word, index) => rank(one.lowered, word, parts[index]));
    if (!ranks.includes(null)) found.push([ranks.reduce((a, b) => a + b, 0), one.symbol.length, one]);
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , one]) => one);
}

function element(tag, text, attributes = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, attributes);
}

function show() {
  const query = input.value.trim();
  list.hidden = !query;
  list.replaceChildren();
  if (!query) return;
  const found = search(query);
  for (const one of found.slice(0, LIMIT)) {
    const item = element("li", "");
    item.append(
      element("a", one.symbol, { href: `${one.page}.html#${one.symbol}` }), " ",
      element("span", one.status, { className: one.status }), " ",
      element("small", [...new Set(one.names)].slice(0, 3).join(" · ")),
    );
    list.append(item);
  }
  if (!found.length) list.append(element("li", input.dataset.nothing));
  if (found.length > LIMIT) list.append(element("li", `${found.length - LIMIT} ${input.dataset.more}`));
}

input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { input.value = ""; show(); }
  if (event.key === "Enter") list.querySelector("a")?.click();
});
list.addEventListener("click", () => { list.hidden = true; });
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
});
