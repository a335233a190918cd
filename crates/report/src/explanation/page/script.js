// Links what belongs together: sentences, dots, parts, the threshold. Without this script the page
// shows all the same; sentences are then plain links.
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const sides = ["a", "b"];
const texts = Object.fromEntries(sides.map((side) => [side, byId(`text-${side}`)]));
const sentence = (side, place) => byId(`${side}-${place}`);
const placeOf = (element) => Number(element.id.slice(2));
const sideOf = (element) => element.closest("[data-side]").dataset.side;

// The sentences of each match, by side.
const matches = new Map();
for (const element of all("a.s[data-match]")) {
  const key = element.dataset.match;
  if (!matches.has(key)) matches.set(key, { a: [], b: [] });
  matches.get(key)[sideOf(element)].push(element);
}

const status = byId("status");
const greeting = status.textContent;

function clear() {
  all(".current").forEach((element) => element.classList.remove("current"));
  status.textContent = greeting;
}

// Scrolls a text so that a sentence stands so many pixels below its upper edge.
function scrollTo(element, below) {
  const text = element.closest(".text");
  const top = element.getBoundingClientRect().top - text.getBoundingClientRect().top;
  text.scrollTo({ top: text.scrollTop + top - below });
}

function middle(element) {
  scrollTo(element, element.closest(".text").clientHeight / 3);
}

const grouped = (number) => number.toLocaleString("en");

const numbers = (elements) => {
  const places = elements.map((element) => placeOf(element) + 1);
  const last = places.at(-1);
  return places[0] === last ? `sentence ${grouped(last)}` : `sentences ${grouped(places[0])} to ${grouped(last)}`;
};

// Marks sentences of both sides and says which they are, and what became of them unless it is given.
// `from` was chosen by the reader and stays where it is; the other side comes to the same height.
function show(pair, from, fate = fateOf(pair.a[0] ?? pair.b[0])) {
  clear();
  [...pair.a, ...pair.b].forEach((element) => element.classList.add("current"));
  for (const side of sides) {
    const [first] = pair[side];
    if (!first || first === from || pair[side].includes(from)) continue;
    if (from) {
      const text = from.closest(".text");
      scrollTo(first, from.getBoundingClientRect().top - text.getBoundingClientRect().top);
    } else {
      middle(first);
    }
  }
  const where = sides.filter((side) => pair[side].length > 0).map((side) => `${numbers(pair[side])} of ${side.toUpperCase()}`);
  status.textContent = `${where.join(" and ")}: ${fate}.`;
}

// What became of a sentence, in words.
function fateOf(element) {
  const how = ["reworded", "split", "merged", "altered", "rewritten", "identical", "alone"].find((word) => element.classList.contains(word));
  const words = { identical: "word for word", alone: "no matching sentence" }[how] ?? how;
  return words + (element.classList.contains("moved") ? ", moved" : "");
}

// The sentence with its counterpart, or alone.
function pairOf(element) {
  const match = matches.get(element.dataset.match);
  return match ?? { a: [], b: [], [sideOf(element)]: [element] };
}

function showSentence(side, place) {
  const element = sentence(side, place);
  if (element) show(pairOf(element));
}

// Of the marked sentences of a text one is in the order of the Tab key; arrow keys reach the others.
for (const side of sides) {
  const links = all("a.s", texts[side]);
  const rest = (element) => links.forEach((link) => (link.tabIndex = link === element ? 0 : -1));
  rest(links[0]);
  links.forEach((link, place) => {
    link.addEventListener("focus", () => rest(link));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(pairOf(link), link);
    });
    link.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const next = step && links[place + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  });
}

// Differences in the order of A; what stands only in B follows the sentence before it.
function differences() {
  const stops = [];
  let run = null;
  const visit = (element, place, isDifference) => {
    if (isDifference && run !== "on") stops.push({ element, place });
    run = isDifference ? "on" : null;
  };
  all(".s", texts.a).forEach((element, place) => {
    const changed = !element.classList.contains("identical");
    // Each changed sentence is a stop of its own, a run of those that stand alone is one.
    if (changed && element.dataset.match) run = null;
    visit(element, place, changed);
  });
  run = null;
  let before = -1;
  for (const element of all(".s", texts.b)) {
    const partner = matches.get(element.dataset.match)?.a[0];
    if (partner) before = placeOf(partner);
    visit(element, before + 0.5, !partner);
  }
  return stops.sort((one, other) => one.place - other.place).map((stop) => stop.element);
}

const stops = differences();
let stop = -1;
function go(step) {
  if (stops.length === 0) return;
  stop = (stop + step + stops.length) % stops.length;
  const element = stops[stop];
  show(pairOf(element));
  middle(element);
  status.textContent = `Difference ${stop + 1} of ${stops.length}: ${status.textContent}`;
}

byId("next").addEventListener("click", () => go(1));
byId("previous").addEventListener("click", () => go(stop < 0 ? 0 : -1));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") go(1);
  if (event.key === "p") go(stop < 0 ? 0 : -1);
  if (event.key === "Escape") clear();
});

// Strips, bands and passages lead to their first sentence.
for (const element of all(".stretch, .band")) {
  element.addEventListener("click", () => showSentence(element.dataset.side, element.dataset.sentence));
}
for (const link of all("a[data-passage]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const [side, place] = link.hash.slice(1).split("-");
    showSentence(side, place);
  });
}

// A click on the dot plot goes to the nearest dot, as far as the plot measures.
const plot = byId("dots");
const dots = all("circle", plot);
plot.addEventListener("click", (event) => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
  const distance = (dot) => Math.hypot(dot.cx.baseVal.value - at.x, dot.cy.baseVal.value - at.y);
  const nearest = dots.reduce((best, dot) => (!best || distance(dot) < distance(best) ? dot : best), null);
  if (!nearest || distance(nearest) > 24) return;
  const [a, b] = sides.map((side) => sentence(side, nearest.dataset[side]));
  // Of very long documents not every sentence is shown.
  if (!a || !b) return;
  if (a.dataset.match && a.dataset.match === b.dataset.match) show(pairOf(a));
  else show({ a: [a], b: [b] }, null, "equal, but not linked with each other in the texts");
  nearest.classList.add("current");
});

// A part shows its lines alone and the first of its sentences.
const edges = document.querySelector(".edges");
for (const node of all(".node")) {
  node.addEventListener("click", () => {
    const picked = node.getAttribute("aria-pressed") !== "true";
    all(".node").forEach((other) => {
      other.setAttribute("aria-pressed", String(picked && other === node));
      other.classList.remove("linked");
    });
    edges.classList.toggle("picked", picked);
    const { side, node: place } = node.dataset;
    const other = side === "a" ? "b" : "a";
    for (const path of edges.children) {
      const linked = picked && path.dataset[side] === place;
      path.classList.toggle("linked", linked);
      if (linked) document.querySelector(`.node[data-side=${other}][data-node="${path.dataset[other]}"]`).classList.add("linked");
    }
    if (picked && node.dataset.sentence) showSentence(side, node.dataset.sentence);
  });
}

// The threshold can be tried elsewhere.
const threshold = byId("threshold");
const own = threshold.value;
const cuts = all(".cut");
function tryThreshold() {
  const { min, max, value } = threshold;
  const at = ((value - min) / (max - min)) * 1000;
  cuts.forEach((cut) => cut.setAttribute("d", `M${at} 0V20`));
  const exact = Number(value === own ? threshold.dataset.own : value);
  const { score, probability, abstain } = threshold.dataset;
  const reaches = Number(score) >= exact;
  const wrong = reaches ? 1 - probability : Number(probability);
  // Without a limit to the doubt nothing is left undecided.
  const doubtful = abstain !== undefined && wrong > Number(abstain);
  const answer = doubtful ? "undecided" : reaches ? "a near-duplicate" : "no near-duplicate";
  const whose = value === own ? "the model's own" : "yours";
  byId("outcome").textContent = `At threshold ${exact.toFixed(2)} (${whose}): this pair is ${answer}.`;
}
threshold.addEventListener("input", tryThreshold);
byId("reset").addEventListener("click", () => {
  threshold.value = own;
  tryThreshold();
});
tryThreshold();

// Names can be hidden, on the page and in print.
const names = all(".name").map((element) => ({ element, own: element.textContent }));
const title = document.title;
byId("anonymise").addEventListener("change", (event) => {
  const hide = event.target.checked;
  names.forEach(({ element, own }) => (element.textContent = hide ? element.dataset.alias : own));
  document.title = hide ? title.split(":")[0] : title;
});

all("[hidden]").forEach((element) => (element.hidden = false));
