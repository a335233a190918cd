// Labelling in a real browser: by keys alone, on after a kill, in two tabs, with hostile documents.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { Workshop, root } from "./browser.js";
import { Labelling, open, press } from "./label.js";

const articles = `${root}/datasets/articles`;
let workshop;
before(async () => (workshop = await Workshop.open()));
after(() => workshop.close());

async function answers(name) {
  const text = await readFile(workshop.file(name), "utf8");
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

const names = (page) => page.locator("#pair .name").allTextContents();

// Versions of one article are duplicates, unless one is the version that is only similar.
async function truth(page) {
  const [a, b] = await names(page);
  const isOther = [a, b].some((name) => name.includes("/other"));
  return a.split("/")[0] === b.split("/")[0] && !isOther ? "y" : "n";
}

test("thirty pairs by keys alone, one taken back, on after a kill", async () => {
  const words = [articles, "--out", "keys.jsonl"];
  let labelling = await Labelling.start(words, workshop);
  const context = await workshop.browser.newContext();
  let page = await open(context, labelling.address);
  assert.equal(new URL(page.url()).search, "", "the key does not stay in the address");
  assert.equal(await page.locator("#back").isHidden(), true);
  for (let i = 0; i < 17; i++) await press(page, await truth(page));
  const last = await names(page);
  await press(page, "u");
  await press(page, "b");
  assert.deepEqual(await names(page), last, "the same again");
  await page.keyboard.press("Tab");
  await press(page, await truth(page));
  const open_pair = await names(page);
  await labelling.end("SIGKILL");
  await page.keyboard.press("y");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("Start it again"));
  assert.deepEqual(await names(page), open_pair, "the question stays");
  await page.close();

  labelling = await Labelling.start(words, workshop);
  assert.match(labelling.said, /continuing after 20 lines of answers/);
  page = await open(context, labelling.address);
  assert.match(await page.textContent("#count"), /^18 answered/);
  for (let i = 0; i < 12; i++) await press(page, await truth(page));
  assert.deepEqual(page.complaints, []);
  const rows = await answers("keys.jsonl");
  const final = new Map(rows.map((row) => [[row.id_a, row.id_b].sort().join("\0"), row.label]));
  assert.equal([...final.values()].filter((label) => label !== null).length, 30);
  assert.equal(rows.length, 32, "one answer was taken back and given again");
  assert.equal(await labelling.end(), 0, "it ends politely");
  await context.close();
});

test("by mouse, with a note, and what the model says only when asked", async () => {
  const labelling = await Labelling.start([articles, "--out", "mouse.jsonl"], workshop);
  const context = await workshop.browser.newContext();
  const page = await open(context, labelling.address);
  const shown = await page.textContent("main");
  assert.doesNotMatch(shown, /probab|% likely|score/i, "blind");
  await page.fill("#note", "yes, but b is not y");
  await page.keyboard.press("Enter");
  await page.click(".choice.yes");
  await page.waitForFunction(() => document.getElementById("count").textContent.startsWith("1 "));
  assert.equal(await page.inputValue("#note"), "");
  const [row] = await answers("mouse.jsonl");
  assert.deepEqual([row.label, row.note], [1, "yes, but b is not y"]);
  await page.waitForSelector(".choice.yes:not([disabled])");
  const streams = new Set();
  for (let i = 0; i < 15; i++) {
    await page.click("#opinion");
    await page.waitForFunction(() => document.getElementById("said").textContent !== "");
    const said = await page.textContent("#said");
    streams.add(said.includes("judged by") ? "audit" : "training");
    assert.match(said, /judged by|% likely near-duplicates/);
    await press(page, await truth(page));
    assert.equal(await page.textContent("#said"), "");
  }
  assert.deepEqual([...streams].sort(), ["audit", "training"]);
  assert.deepEqual(page.complaints, []);
  await context.close();
  await labelling.end();
});

test("two tabs lose and double nothing", async () => {
  const labelling = await Labelling.start([articles, "--out", "tabs.jsonl"], workshop);
  const context = await workshop.browser.newContext();
  const tabs = [await open(context, labelling.address), await open(context, labelling.address)];
  for (let i = 0; i < 12; i++) {
    const [a, b] = await Promise.all(tabs.map(names));
    assert.notDeepEqual(a, b);
    await Promise.all(tabs.map((tab) => press(tab, "n")));
  }
  const rows = await answers("tabs.jsonl");
  assert.equal(rows.length, 24);
  assert.equal(new Set(rows.map((row) => [row.id_a, row.id_b].sort().join("\0"))).size, 24);
  await context.close();
  await labelling.end();
});

test("what the answers are worth, and the buttons", async () => {
  const labelling = await Labelling.start([articles, "--out", "worth.jsonl"], workshop);
  const context = await workshop.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, labelling.address);
  for (let i = 0; i < 62; i++) await press(page, await truth(page));
  await page.click("summary");
  await page.waitForFunction(() => document.querySelectorAll("#figures dd").length === 5);
  assert.match(await page.textContent("#figures"), /F1\d+\.\d %\d+\.\d to \d+\.\d/);
  assert.match(await page.textContent("#advice"), /Go on|You can stop/);
  await page.click("[data-job=train]");
  await page.waitForFunction(() => document.getElementById("job").textContent.includes("model: worth.model.json"), null, { timeout: 60_000 });
  await page.click("[data-job=dedupe]");
  await page.waitForFunction(() => /--model worth\.model\.json[^]*would be removed/.test(document.getElementById("job").textContent), null, { timeout: 60_000 });
  const result = await page.evaluate(`${axe.source}; axe.run()`);
  assert.deepEqual(result.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" ")}`), []);
  assert.deepEqual(page.complaints, []);
  await context.close();
  await labelling.end();
});

test("no model is trained while answers are missing", async () => {
  const labelling = await Labelling.start([articles, "--out", "few.jsonl"], workshop);
  const context = await workshop.browser.newContext();
  const page = await open(context, labelling.address);
  await press(page, await truth(page));
  await page.click("summary");
  await page.click("[data-job=train]");
  await page.waitForFunction(() => document.getElementById("job").textContent.startsWith("Before a model can be trained, "));
  assert.equal(existsSync(workshop.file("few.model.json")), false);
  await context.close();
  await labelling.end();
});

test("accessible in the dark too", async () => {
  const labelling = await Labelling.start([articles, "--out", "dark.jsonl"], workshop);
  const context = await workshop.browser.newContext({ colorScheme: "dark", viewport: { width: 500, height: 900 } });
  const page = await open(context, labelling.address);
  const result = await page.evaluate(`${axe.source}; axe.run()`);
  assert.deepEqual(result.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" ")}`), []);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  await context.close();
  await labelling.end();
});

test("nothing in a document or its name runs", async () => {
  const vectors = JSON.parse(await readFile(new URL("vectors.json", import.meta.url))).map((vector) => vector.replaceAll("\0", "\ufffd"));
  assert.ok(vectors.length >= 50);
  const rows = vectors.flatMap((vector, place) => ["a", "b"].map((side) => JSON.stringify({
    id: `${vector}${side}${place}`,
    text: `Storm Imke tore the seaward end off pier ${place} at Vellan. ${vector} ${side === "a" ? "It was rebuilt." : "They rebuilt it."}`,
  })));
  await workshop.write("hostile.jsonl", rows.join("\n"));
  const labelling = await Labelling.start(["hostile.jsonl", "--out", "hostile-labels.jsonl"], workshop);
  const context = await workshop.browser.newContext();
  const page = await open(context, labelling.address);
  await page.evaluate(() => document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.blockedURI}`)));
  for (let i = 0; i < 60; i++) {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("#pair *")) {
        for (const type of ["mouseover", "focus", "toggle", "pointerdown", "animationend", "error", "load"]) element.dispatchEvent(new Event(type));
      }
    });
    assert.equal(await page.locator("#pair :is(script, img, iframe, object, embed, form, base, link, style)").count(), 0);
    await press(page, i % 3 ? "y" : "n");
  }
  await page.click("summary");
  await page.waitForTimeout(500);
  assert.deepEqual(page.complaints, []);
  await context.close();
  await labelling.end();
});

test("strangers are kept out", async () => {
  const labelling = await Labelling.start([articles, "--out", "strangers.jsonl"], workshop);
  const { origin } = new URL(labelling.address);
  const ask = (path, init) => fetch(origin + path, init).then((answer) => answer.status);
  assert.equal(await ask("/"), 401, "without the key");
  const next = { method: "POST", body: JSON.stringify({ tab: "t" }) };
  const json = { "Content-Type": "application/json" };
  assert.equal(await ask("/api/next", { ...next, headers: json }), 401);
  const entered = await fetch(labelling.address, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie");
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  const Cookie = cookie.split(";")[0];
  assert.equal(await ask("/api/next", { ...next, headers: { ...json, Cookie } }), 200);
  assert.equal(await ask("/api/next", { ...next, headers: { ...json, Cookie, Origin: "http://evil.example" } }), 403);
  assert.equal(await ask("/api/next", { ...next, headers: { Cookie, "Content-Type": "text/plain" } }), 415);
  assert.equal(await ask("/api/next", { ...next, body: JSON.stringify({ tab: "t".repeat(100) }), headers: { ...json, Cookie } }), 400);
  for (const path of ["/../../etc/passwd", "/api/../labels.jsonl", "/strangers.jsonl", "/%2e%2e/labels.jsonl"]) {
    assert.equal(await ask(path, { headers: { Cookie } }), 404, path);
  }
  // Another site cannot put the page into a frame, or ask it for anything.
  const context = await workshop.browser.newContext();
  const page = await context.newPage();
  await page.goto(labelling.address);
  const policy = (await page.request.get(origin)).headers()["content-security-policy"];
  assert.match(policy, /script-src 'nonce-[0-9a-f]+'; frame-ancestors 'none'$/);
  await context.close();
  // Last, as a server that refuses a large body may close the connection before all of it is sent, and
  // `fetch` may give that connection to the next request.
  const body = `"${"x".repeat(5 << 20)}"`;
  const large = ask("/api/next", { method: "POST", body, headers: { ...json, Cookie } });
  assert.equal(await large.catch(() => 413), 413);
  await labelling.end();
});
