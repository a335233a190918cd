// What a reader does with the page of `dejalu explain`.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Workshop, pairs } from "./browser.js";

let workshop;
let page;
before(async () => (workshop = await Workshop.open()));
after(() => workshop.close());
afterEach(async () => {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

const text = (selector) => page.textContent(selector);
const current = () => page.$$eval(".s.current", (elements) => elements.map((element) => element.id));

// Whether an element can be seen inside the text that scrolls it.
const isVisible = (id) =>
  page.waitForFunction((id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    const text = document.getElementById(id).closest(".text").getBoundingClientRect();
    return box.top >= text.top - 1 && box.bottom <= text.bottom + 1;
  }, id);

test("a click on a sentence shows its counterpart at the same height", async () => {
  page = await workshop.explain(pairs.light);
  await page.click("#a-19");
  assert.deepEqual(await current(), ["a-19", "b-19"]);
  await isVisible("b-19");
  assert.match(await text("#status"), /^sentence 20 of A and sentence 20 of B: word for word\.$/);
  await page.waitForTimeout(600);
  const top = (id) => page.$eval(id, (element) => element.getBoundingClientRect().top);
  assert.ok(Math.abs((await top("#a-19")) - (await top("#b-19"))) < 40);
});

test("a reworded sentence shows the words that differ", async () => {
  page = await workshop.explain(pairs.light);
  assert.equal(await text("#a-0 mark"), "tears");
  assert.equal(await text("#b-0 mark"), "rips");
  await page.click("#b-0");
  assert.match(await text("#status"), /reworded/);
});

test("a click near a dot shows both sentences", async () => {
  page = await workshop.explain(pairs.light);
  const dot = await page.$("#dots circle[data-a='18']");
  await dot.scrollIntoViewIfNeeded();
  const box = await dot.boundingBox();
  await page.mouse.click(box.x + box.width + 6, box.y + 3);
  assert.deepEqual(await current(), ["a-18", "b-17"]);
  await isVisible("a-18");
  await isVisible("b-17");
  assert.equal(await page.locator("#dots circle.current").count(), 1);
  await page.mouse.click(box.x - 150, box.y);
  assert.equal((await current()).length, 2, "far from any dot nothing happens");
});

test("a passage of the list and a band of the strips lead to their sentences", async () => {
  page = await workshop.explain(pairs.light);
  const [link, band] = [page.locator("a[data-passage]").first(), page.locator(".band").first()];
  await link.click();
  const first = (await link.getAttribute("href")).slice(1);
  await isVisible(first);
  assert.equal((await current())[0], first);
  await page.keyboard.press("Escape");
  assert.deepEqual(await current(), []);
  await band.click({ force: true });
  assert.equal((await current())[0], first);
  await page.click("#a-12");
  assert.deepEqual(await current(), ["a-12", "b-10"]);
  assert.match(await text("#status"), /word for word, moved\.$/);
});

test("a click on a part shows its lines alone", async () => {
  page = await workshop.explain(pairs.page);
  const node = page.locator(".node[data-side=a]", { hasText: "Opening hours" });
  await node.click();
  assert.equal(await node.getAttribute("aria-pressed"), "true");
  const linked = page.locator(".edges path.linked");
  assert.equal(await linked.count(), 1);
  assert.match(await page.locator(".node.linked").textContent(), /Opening hours/);
  await node.click();
  assert.equal(await page.locator(".edges.picked").count(), 0);
});

test("another threshold changes the answer, and back", async () => {
  page = await workshop.explain(pairs.light);
  assert.match(await text("#outcome"), /the model's own.*this pair is a near-duplicate\.$/);
  const cut = () => page.getAttribute(".cut", "d");
  const own = await cut();
  await page.focus("#threshold");
  await page.keyboard.press("End");
  assert.match(await text("#outcome"), /yours.*this pair is no near-duplicate\.$/);
  assert.notEqual(await cut(), own);
  await page.click("#reset");
  assert.match(await text("#outcome"), /the model's own/);
  assert.equal(await cut(), own);
});

test("what the model leaves undecided is so at its own threshold, and at every other", async () => {
  page = await workshop.explain(pairs.doubtful, { more: ["--model", await workshop.undecided()] });
  assert.match(await text(".verdict"), /^Undecided/);
  assert.match(await text("#score"), /with a probability above [0-9.e-]+, the pair is left undecided/);
  assert.match(await text("#outcome"), /the model's own.*this pair is undecided\.$/);
  await page.focus("#threshold");
  for (const key of ["End", "Home"]) {
    await page.keyboard.press(key);
    assert.match(await text("#outcome"), /yours.*this pair is undecided\.$/);
  }
  assert.doesNotMatch(await text(".findings"), /rules? agree/);
});

test("a dot off the matches is told as what it is", async () => {
  const repeated = "The ferry waits at the pier of Vellan.";
  const a = await workshop.write("once.txt", `${repeated} Milk is rationed in the shop.`);
  const b = await workshop.write("twice.txt", `${repeated} Cheese is cheap today. ${repeated}`);
  page = await workshop.explain([a, b], { viewport: { width: 600, height: 900 } });
  assert.match(await page.getAttribute("#dots", "aria-label"), /^Dot plot of 2 pairs of equal sentences/);
  const click = async (place) => {
    const dot = page.locator("#dots circle").nth(place);
    await dot.scrollIntoViewIfNeeded();
    await dot.click();
    return text("#status");
  };
  // Which of the two repetitions is linked is the program's choice.
  const told = [await click(0), await click(1)].map((line) => line.replace(/ [13] of B/, " of B")).sort();
  assert.deepEqual(told, [
    "sentence 1 of A and sentence of B: equal, but not linked with each other in the texts.",
    "sentence 1 of A and sentence of B: word for word.",
  ]);
});

test("the keyboard reaches everything", async () => {
  page = await workshop.explain(pairs.light);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.focus("#a-0");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.id), "a-2");
  await page.keyboard.press("Enter");
  assert.deepEqual(await current(), ["a-2", "b-2"]);
  await page.keyboard.press("Escape");
  assert.deepEqual(await current(), []);
  // One stop a text, not one a sentence.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "b-0");
});

test("N and P go from difference to difference", async () => {
  page = await workshop.explain(pairs.light);
  await page.keyboard.press("n");
  assert.deepEqual(await current(), ["a-0", "b-0"]);
  await page.keyboard.press("n");
  assert.deepEqual(await current(), ["a-1", "b-1"]);
  await page.keyboard.press("p");
  assert.match(await text("#status"), /^Difference 1 of \d+: /);
  await page.click("#previous");
  const last = await text("#status");
  assert.match(last, /^Difference (\d+) of \1: /);
  assert.match(last, /of B: no matching sentence/);
});

test("names can be hidden", async () => {
  page = await workshop.explain(pairs.light);
  const seen = () => page.evaluate(() => document.title + document.body.innerText);
  assert.match(await seen(), /light\.txt/);
  await page.check("#anonymise");
  assert.doesNotMatch(await seen(), /light\.txt|original\.txt/);
  assert.match(await seen(), /Document A/);
  await page.uncheck("#anonymise");
  assert.match(await seen(), /light\.txt/);
});

test("printed, the texts are whole and the controls are gone", async () => {
  page = await workshop.explain(pairs.light);
  await page.emulateMedia({ media: "print" });
  const cutOff = await page.$eval("#text-a", (text) => text.scrollHeight - text.clientHeight);
  assert.ok(cutOff <= 1, `${cutOff} pixels are cut off`);
  assert.equal(await page.isVisible("#next"), false);
  assert.equal(await page.isVisible("nav"), false);
  assert.ok((await page.pdf()).length > 10_000);
});

test("without scripts the page is whole, and sentences are links", async () => {
  page = await workshop.explain(pairs.light, { javaScriptEnabled: false });
  assert.equal(await page.getAttribute("#a-12", "href"), "#b-10");
  assert.equal(await page.isVisible("#next"), false);
  assert.equal(await page.isVisible("#threshold"), false);
});

test("an unrelated pair has nothing to click and says so", async () => {
  page = await workshop.explain(pairs.unrelated);
  assert.match(await text("h1"), /^Not a near-duplicate/);
  assert.match(await text("#passages"), /no passage of 120 characters or more in common/);
  await page.keyboard.press("n");
  assert.match(await text("#status"), /no matching sentence\.$/);
});
