// Asks the server for pairs, and sends it answers: by keys or mouse. Whatever a document holds comes as
// text that the server has escaped; all else is set as text.
const byId = (id) => document.getElementById(id);
const pair = byId("pair");
const form = byId("decision");
const status = byId("status");
const note = byId("note");
const said = byId("said");
// Two tabs are two people: each has its own question.
const tab = sessionStorage.getItem("tab") ?? crypto.randomUUID();
sessionStorage.setItem("tab", tab);
let shown = null;
let isBusy = false;

async function call(name, body = {}) {
  const answer = await fetch(`api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ tab, ...body }),
  });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.error ?? `the program answered ${answer.status}`);
  return value;
}

const grouped = (number) => number.toLocaleString("en");
const percent = (share) => `${(100 * share).toFixed(1)} %`;

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function setBusy(busy) {
  isBusy = busy;
  form.querySelectorAll(".choice").forEach((button) => { button.disabled = busy; });
}

// One call at a time: a key that is held down answers nothing unseen.
async function once(work) {
  if (isBusy) return;
  setBusy(true);
  try {
    await work();
    status.textContent = "";
  } catch (error) {
    const isGone = error instanceof TypeError;
    status.textContent = isGone
      ? "The program cannot be reached. Start it again with the same command and open the address that it prints: every answer so far is kept."
      : `Not noted: ${error.message}`;
  } finally {
    setBusy(false);
  }
}

function show(next) {
  byId("count").textContent = next.answered;
  byId("meter").parentElement.hidden = next.progress === null;
  byId("meter").style.width = `${100 * (next.progress ?? 0)}%`;
  byId("back").hidden = !next.can_go_back;
  said.textContent = "";
  form.hidden = next.kind !== "question";
  if (next.kind === "wait") {
    shown = null;
    pair.replaceChildren(element("p", "Learning from your answers…", { class: "done" }));
    setTimeout(() => once(async () => show(await call("next"))), 300);
    return;
  }
  if (next.kind === "done") {
    shown = null;
    const box = element("div", undefined, { class: "done" });
    box.append(element("p", "There is no pair left to ask you about. Thank you."));
    pair.replaceChildren(box);
    byId("worth").open = true;
    refresh();
    return;
  }
  shown = next.pair;
  pair.innerHTML = next.texts;
  note.value = next.note ?? "";
  if (document.activeElement === note || document.activeElement === document.body) byId("answer").focus({ preventScroll: true });
}

const answer = (label) => once(async () => {
  if (!shown) return;
  show(await call("answer", { pair: shown, answer: label, note: note.value.trim() }));
  if (byId("worth").open) refresh();
});

const back = () => once(async () => show(await call("back")));

const again = (which) => once(async () => {
  show(await call("again", { pair: which }));
  scrollTo({ top: 0 });
});

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.answer) answer(button.dataset.answer);
  if (button.id === "back") back();
});

byId("opinion").addEventListener("click", async () => {
  try {
    said.textContent = (await call("opinion")).words;
  } catch (error) {
    said.textContent = error.message;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target === note) {
    if (event.key === "Escape" || event.key === "Enter") {
      byId("answer").focus({ preventScroll: true });
      event.preventDefault();
    }
    return;
  }
  const act = { y: () => answer("1"), n: () => answer("0"), u: () => answer("unsure"), b: back }[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

// A sentence and its counterpart in the other document.
pair.addEventListener("click", (event) => {
  const link = event.target.closest("a.s");
  if (!link) return;
  event.preventDefault();
  pair.querySelectorAll(".current").forEach((it) => it.classList.remove("current"));
  const all = pair.querySelectorAll(`a.s[data-match="${CSS.escape(link.dataset.match)}"]`);
  all.forEach((it) => it.classList.add("current"));
  const other = [...all].find((it) => it.closest(".text") !== link.closest(".text"));
  if (!other) return;
  const text = other.closest(".text");
  const top = other.getBoundingClientRect().top - text.getBoundingClientRect().top;
  text.scrollTo({ top: text.scrollTop + top - text.clientHeight / 3 });
});

// What the answers are worth.
function figure(name, value, small) {
  const box = element("div");
  const figure = element("dd", value);
  if (small) figure.append(element("small", small));
  box.append(element("dt", name), figure);
  return box;
}

function estimate(name, it) {
  return it
    ? figure(name, percent(it.value), `${(100 * it.interval[0]).toFixed(1)} to ${(100 * it.interval[1]).toFixed(1)}`)
    : figure(name, "–");
}

function draw(points) {
  const curve = byId("curve");
  const known = points.filter((it) => it.f1);
  // Points that tell of no growth do not come.
  curve.toggleAttribute("hidden", known.length === 0);
  if (known.length === 0) return;
  const most = known.at(-1).answers;
  const x = (answers) => 56 + 564 * answers / most;
  const y = (share) => 170 - 150 * share;
  const line = (value) => known.map((it, place) => `${place ? "L" : "M"}${x(it.answers)} ${y(value(it.f1))}`).join("");
  const upper = line((it) => it.interval[1]);
  const lower = [...known].reverse().map((it) => `L${x(it.answers)} ${y(it.f1.interval[0])}`).join("");
  const svg = (name, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };
  curve.replaceChildren(
    svg("path", { class: "axis", d: "M56 20V170H620" }),
    svg("path", { class: "spread", d: `${upper}${lower}Z` }),
    svg("path", { d: line((it) => it.value) }),
    svg("text", { x: 50, y: 24, "text-anchor": "end" }, "100 %"),
    svg("text", { x: 50, y: 172, "text-anchor": "end" }, "0"),
    svg("text", { x: 620, y: 190, "text-anchor": "end" }, `${grouped(most)} answers to learn from`),
    svg("text", { x: 64, y: 16 }, "F1, with its 95 % interval"),
  );
}

async function refresh() {
  const worth = await call("worth").catch(() => null);
  if (!worth) return;
  byId("advice").replaceChildren(...worth.advice.map((sentence) => element("p", sentence)));
  const of = (tally) => `${grouped(tally.duplicates)} yes, ${grouped(tally.distinct)} no, ${grouped(tally.unsure)} unsure`;
  const all = (tally) => tally.duplicates + tally.distinct + tally.unsure;
  const found = worth.estimates ?? {};
  const figures = [
    figure("Answers to learn from", grouped(all(worth.training)), of(worth.training)),
    figure("Answers to judge by", grouped(all(worth.audit)), of(worth.audit)),
  ];
  if (worth.removals) {
    figures.push(figure("Wrong removals", `≤ ${percent(worth.removals.wrong_at_most)}`, `${worth.removals.wrong} of ${worth.removals.answered} checked`));
  } else {
    figures.push(estimate("Precision", found.precision), estimate("Recall", found.recall), estimate("F1", found.f1));
  }
  byId("figures").replaceChildren(...figures);
  draw(worth.curve);
  const mistakes = worth.mistakes.filter((it) => it.probability < 0.5).slice(0, 10);
  byId("mistakes").hidden = mistakes.length === 0;
  byId("mistakes").querySelector("ol").replaceChildren(...mistakes.map((it) => {
    const item = element("li");
    const button = element("button", "Look again", { type: "button", class: "plain" });
    button.addEventListener("click", () => again(it.pair));
    item.append(element("code", it.pair[0]), " and ", element("code", it.pair[1]), `, answered ${it.label === "duplicate" ? "yes" : "no"} `, button);
    return item;
  }));
}

byId("worth").addEventListener("toggle", () => { if (byId("worth").open) refresh(); });

async function watch(name) {
  const job = await call("job", { name });
  byId("job").textContent = job.words;
  if (job.is_running) setTimeout(() => watch(name).catch(() => {}), 500);
}

document.querySelectorAll("[data-job]").forEach((button) => button.addEventListener("click", async () => {
  try {
    await call("start", { name: button.dataset.job });
    await watch(button.dataset.job);
  } catch (error) {
    byId("job").textContent = error.message;
  }
}));

once(async () => show(await call("next")));
