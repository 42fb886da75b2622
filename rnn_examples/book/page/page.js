// What the page offers beyond reading: sorted and copied tables, light or dark.
"use strict";

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const button = (text, action, attributes = {}) => {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", action);
  return made;
};

// Told to those who listen to the page; the same words twice are told twice.
const say = (text) => {
  const said = document.getElementById("said");
  said.textContent = said.textContent === text ? `${text}\u00a0` : text;
};

// The exact value of a cell, or its words.
const exact = (cell) => cell.querySelector("data")?.value ?? cell.textContent;
const isBar = (cell) => cell.querySelector(".bar") !== null;

// Two numbers as texts. Those that no float64 tells apart (7.1e-1506) are ordered by exponent.
const compareNumbers = (a, b) => {
  const [x, y] = [Number(a), Number(b)];
  if (x !== y) return x < y ? -1 : 1;
  const [[m, e], [n, f]] = [a, b].map((text) => text.split("e").map(Number));
  const sign = Math.sign(m);
  if (sign !== Math.sign(n) || sign === 0) return Math.sign(m) - Math.sign(n);
  return sign * ((e ?? 0) - (f ?? 0)) || m - n;
};

// Vectors are ordered entry by entry.
const compareCells = (a, b) => {
  if (!a.querySelector("data") || !b.querySelector("data"))
    return exact(a).localeCompare(exact(b), document.documentElement.lang);
  const [left, right] = [exact(a).split(" "), exact(b).split(" ")];
  const differs = left.findIndex((text, i) => i < right.length && compareNumbers(text, right[i]));
  return differs < 0 ? left.length - right.length : compareNumbers(left[differs], right[differs]);
};

// Ascending, descending, as it was. Blanks stay last, a total stays below.
const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

const makeSortable = (table) => {
  const body = table.tBodies[0];
  const original = [...body.rows];
  if (original.length < 2) return;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    if (original.some((row) => isBar(row.cells[column]))) return;
    heading.setAttribute("aria-sort", "none");
    const content = [...heading.childNodes];
    heading.append(button("", () => {
      const order = NEXT[heading.getAttribute("aria-sort")];
      const sign = order === "descending" ? -1 : 1;
      const [blank, filled] = [[], []];
      for (const row of original) (row.cells[column].textContent ? filled : blank).push(row);
      filled.sort((a, b) => sign * compareCells(a.cells[column], b.cells[column]));
      body.append(...(order === "none" ? original : [...filled, ...blank]));
      for (const other of headings)
        if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", order);
      const by = heading.dataset.tsv;
      say(order === "none" ? "As it was" : `Sorted by ${by}, ${order}`);
    }));
    heading.lastChild.append(...content);
  });
};

// As the tool's own Markdown escapes words.
const escaped = (words) => words.replace(/[\\`*_[\]<>|~$&#]/g, "\\$&");

const rowsOf = (table) =>
  [...table.tBodies].flatMap((body) => [...body.rows]).map((row) => [...row.cells]);

const FORMATS = {
  // Exact values, a tab between two.
  TSV: (headings, rows) => [
    headings.map((heading) => heading.dataset.tsv),
    ...rows.map((cells) => cells.map(exact)),
  ].map((cells) => cells.join("\t")),
  // The values as they are shown.
  Markdown: (headings, rows) => [
    headings.map((heading) => heading.dataset.markdown),
    headings.map((heading) => (heading.style.textAlign === "right" ? "---:" : "---")),
    ...rows.map((cells) => cells.map((cell) =>
      cell.querySelector("data") ? cell.textContent : escaped(cell.textContent))),
  ].map((cells) => `| ${cells.join(" | ")} |`),
};

const textOf = (table, format) => {
  const rows = rowsOf(table);
  const kept = (cells) => cells.filter((_, i) => !rows.some((row) => isBar(row[i])));
  return `${FORMATS[format](kept([...table.tHead.rows[0].cells]), rows.map(kept)).join("\n")}\n`;
};

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page opened from a file has no clipboard in some browsers.
    const area = element("textarea", { "aria-label": "Copied text" });
    const before = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    before?.focus();
    return done;
  }
};

const makeCopied = (table) => {
  const figure = table.closest("figure");
  const caption = figure.querySelector("figcaption").textContent;
  const tools = Object.keys(FORMATS).map((format) =>
    button(`Copy as ${format}`, async () => {
      const done = await copy(textOf(table, format));
      say(done ? `Copied as ${format}: ${caption}` : "The browser did not let the page copy");
    }, { "aria-label": `Copy as ${format}: ${caption}` }));
  figure.append(element("div", { class: "tools" }, ...tools));
};

// Only what is wider than the page is a stop for the keyboard.
const watchWidths = () => {
  const seen = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const wide of document.querySelectorAll(".wide")) seen.observe(wide);
};

const offerTheme = () => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const toggle = button("Dark page", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  const show = () => toggle.setAttribute("aria-pressed", String(isDark()));
  system.addEventListener("change", show);
  show();
  document.querySelector("header").append(toggle);
};

for (const table of document.querySelectorAll("table.rnn-example")) {
  makeSortable(table);
  makeCopied(table);
}
watchWidths();
offerTheme();
