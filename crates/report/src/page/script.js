// A click on a column's title sorts by it, a second click the other way round; what is typed above
// a table keeps the rows that hold it. Without this script the tables are whole, in their own order.
for (const table of document.querySelectorAll("table.sortable")) {
  sortable(table);
  filterable(table);
}

function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      // Names and verdicts start upwards, figures with the highest.
      const first = head.classList.contains("n") || head.classList.contains("wide") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = now === first ? other : first;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const key = (row) => parseFloat(row.cells[column].dataset.key);
      const sign = order === "ascending" ? 1 : -1;
      const body = table.tBodies[0];
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        // What does not exist stands last either way.
        if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
        return sign * (x - y);
      });
      table.classList.toggle("sorted", column > 0 || order === "descending");
      body.append(...rows);
    });
  });
}

function filterable(table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length < 6) return;
  const label = document.createElement("label");
  const input = document.createElement("input");
  const shown = document.createElement("output");
  label.className = "filter";
  input.type = "search";
  input.placeholder = table.dataset.filter ?? "";
  label.append("Filter rows: ", input, shown);
  table.closest(".scroll").before(label);
  input.addEventListener("input", () => {
    // Every word must stand in the row.
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      count += !row.hidden;
    }
    shown.value = words.length ? `${count} of ${rows.length}` : "";
  });
}

// The grey lines of a chart are one stop of the Tab key; arrow keys go from one to the next.
document.querySelectorAll(".chart").forEach((chart) => {
  const lines = [...chart.querySelectorAll(".pale")];
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  lines.forEach((line, place) => {
    line.setAttribute("tabindex", place ? -1 : 0);
    line.addEventListener("focus", () => lines.forEach((other) => other.setAttribute("tabindex", other === line ? 0 : -1)));
    line.addEventListener("keydown", (event) => {
      if (event.key === "Escape") line.blur();
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      lines.at((place + step) % lines.length).focus();
    });
  });
});
