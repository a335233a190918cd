// Charts of many deciders can be read: few colours, no label on another, names for who asks.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Workshop, root } from "./browser.js";

let workshop;
let reports;
before(async () => {
  workshop = await Workshop.open();
  reports = await workshop.reports(join(root, "datasets/pairs.csv"), join(root, "datasets/articles"));
});
after(() => workshop.close());

const screen = { viewport: { width: 1100, height: 900 } };
// What is left of A4 between the margins.
const paper = { viewport: { width: 688, height: 970 } };
const crowded = ["precision-recall", "roc", "f1-of-rules"];

const visit = async (which, options, media) => {
  const page = await workshop.visit(reports[which], options);
  if (media) await page.emulateMedia({ media });
  return page;
};

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

// The labels of a chart that are seen and stand on one another, or beyond its rim.
const faults = (page, chart) => page.$eval(chart, (chart) => {
  const isSeen = (text) => text.textContent.trim() && getComputedStyle(text).visibility === "visible";
  const seen = [...chart.querySelectorAll("text")].filter(isSeen);
  const labels = seen.map((text) => [text.textContent.trim(), text.getBoundingClientRect()]);
  const rim = chart.getBoundingClientRect();
  const isBeyond = ([, box]) =>
    box.left < rim.left - 1 || box.right > rim.right + 1 || box.top < rim.top - 1 || box.bottom > rim.bottom + 1;
  const isOver = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const pairs = labels.flatMap((one, place) => labels.slice(0, place).map((other) => [one, other]));
  const over = pairs.filter(([one, other]) => isOver(one[1], other[1])).map(([one, other]) => `${one[0]} | ${other[0]}`);
  return [...labels.filter(isBeyond).map(([text]) => `${text} beyond the rim`), ...over];
});

// The colours of the lines of a chart's series, grey ones left out; a line of one colour counts once.
const coloured = (page, chart) => page.$$eval(`#${chart} .series`, (all) => all.filter((series) => {
  const line = [...series.querySelectorAll("polyline")].find((line) => !line.closest(".reach"));
  const [red, green, blue] = getComputedStyle(line).stroke.match(/\d+/g);
  return red !== green || green !== blue;
}).length);

for (const [name, look, media] of [["1100 pixels wide", screen], ["in print", paper, "print"]]) {
  for (const which of ["comparison", "deduplication"]) {
    test(`no label of a ${which} stands on another, ${name}`, async () => {
      const page = await visit(which, look, media);
      const charts = await page.$$eval("figure[id]", (figures) => figures.map((figure) => figure.id));
      assert.ok(charts.length >= 2);
      for (const chart of charts) assert.deepEqual(await faults(page, `#${chart} svg`), [], chart);
      await close(page);
    });
  }
}

test("at most six lines of a chart have colours, and each a dash of its own", async () => {
  const page = await visit("comparison", screen);
  for (const chart of crowded) {
    assert.ok((await page.locator(`#${chart} .pale`).count()) > 6, "the test wants many rules");
    const atRest = await coloured(page, chart);
    assert.ok(atRest >= 1 && atRest <= 5, `${chart}: ${atRest}`);
    const dashes = await page.$$eval(`#${chart} .series:not(.pale)`, (all) =>
      all.map((series) => series.querySelector("[stroke-dasharray]")?.getAttribute("stroke-dasharray") ?? "none"));
    assert.equal(new Set(dashes).size, dashes.length, `${chart}: ${dashes}`);
    // One that has the focus and another under the pointer: it is the pointer that counts.
    await page.locator(`#${chart} .pale`).nth(0).focus();
    await page.locator(`#${chart} .pale`).nth(3).dispatchEvent("focus");
    await page.locator(`#${chart} .pale`).nth(3).hover({ force: true });
    assert.ok((await coloured(page, chart)) <= atRest + 1, chart);
  }
  await close(page);
});

test("the key is no longer than the chart", async () => {
  const page = await visit("comparison", screen);
  for (const chart of crowded) {
    const [key, height] = await page.$eval(`#${chart} svg`, (svg) => {
      const lines = [...svg.querySelectorAll("line")].map((line) => line.getBoundingClientRect().top);
      return [Math.min(...lines) - svg.getBoundingClientRect().top, svg.getBoundingClientRect().height];
    });
    assert.ok(key < height / 4, `${chart}: ${key} of ${height}`);
  }
  await close(page);
});

for (const javaScriptEnabled of [true, false]) {
  test(`focus shows the name of a grey line, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const page = await visit("comparison", { ...screen, javaScriptEnabled });
    for (const chart of crowded) {
      const lines = page.locator(`#${chart} .pale`);
      for (let place = 0; place < (await lines.count()); place++) {
        const line = lines.nth(place);
        const names = line.locator(".names text");
        const name = (await line.getAttribute("aria-label")).split(":")[0];
        assert.equal(await names.first().isVisible(), false);
        await line.focus();
        assert.equal(await names.first().isVisible(), true);
        assert.ok((await names.first().textContent()).includes(name));
        assert.deepEqual(await faults(page, `#${chart} svg`), [], `${chart}, ${name}`);
      }
    }
    await close(page);
  });
}

test("the keyboard goes from one grey line to the next with the arrow keys", async () => {
  const page = await visit("comparison", screen);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const labels = await page.$$eval("#roc .pale", (all) => all.map((line) => line.getAttribute("aria-label")));
  assert.equal(await page.locator("#roc .pale[tabindex='0']").count(), 1);
  await page.focus("#roc .pale");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), labels[1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), labels.at(-1));
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#roc .pale:focus").count(), 0);
  await close(page);
});
