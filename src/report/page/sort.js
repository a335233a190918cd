// A click on a column's title sorts by it, a second click the other way round. Without this script
// the table is whole, in the order of the groups.
for (const table of document.querySelectorAll("table.deciders")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      // Names and verdicts start upwards, figures with the highest.
      const first = column < 2 ? "ascending" : "descending";
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
