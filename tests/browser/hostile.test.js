// Documents are hostile: nothing in them ever runs, loads or changes the page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Workshop } from "./browser.js";

let workshop;
before(async () => (workshop = await Workshop.open()));
after(() => workshop.close());

// A text with a zero byte is no text, a name with one no name.
const vectors = JSON.parse(await readFile(new URL("vectors.json", import.meta.url)))
  .map((vector) => vector.replaceAll("\0", "\ufffd"));
const sentence = "Storm Imke tore the seaward end off the ferry pier at Vellan.";

// Whatever waits for an event gets it.
async function use(page) {
  await page.evaluate(() => {
    const types = ["mouseover", "focus", "toggle", "pointerdown", "animationend", "error", "load"];
    for (const element of document.querySelectorAll("*")) {
      for (const type of types) element.dispatchEvent(new Event(type));
    }
    const within = document.querySelectorAll("a[href^='#'], button");
    within.forEach((element, place) => place % 50 === 0 && element.click());
  });
  await page.waitForTimeout(200);
}

async function open(a, b) {
  return seen(await workshop.explain([a, b]));
}

async function seen(page) {
  await page.evaluate(() => {
    document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.blockedURI}`));
  });
  await use(page);
  return page;
}

test("no vector runs, as text or as markup", async () => {
  const text = vectors.map((vector) => `${sentence} ${vector}\n\n${vector} ${sentence}`).join("\n\n");
  const markup = vectors.map((vector) => `<p>${sentence} ${vector.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`);
  const raw = vectors.map((vector) => `<p title="${vector}">${vector} ${sentence}</p>`);
  const page = await open(
    await workshop.write("vectors.txt", text),
    await workshop.write("vectors.html", `<h1>${sentence}</h1>${markup.join("")}${raw.join("")}`),
  );
  assert.deepEqual(page.complaints, []);
  assert.equal(await page.locator("script").count(), 1);
  assert.equal(await page.locator("img, iframe, object, embed, form, svg script, base, link").count(), 0);
  const shown = await page.textContent("#text-a");
  assert.ok(shown.includes("<script>alert(1)</script>"), "what was written is there to be read");
  await page.context().close();
});

test("no name of a document runs", async () => {
  // A slash in a name makes a folder, whose name is part of the document's.
  for (const name of vectors.filter((_, place) => place % 4 === 0)) {
    const path = await workshop.write(`${name}.txt`, sentence);
    const page = await open(path, path);
    assert.deepEqual(page.complaints, [], name);
    await page.context().close();
  }
});

test("no vector runs on the pages of collections, as name or as text", async () => {
  const documents = [];
  const rows = ["id_a,id_b,label"];
  const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
  vectors.forEach((vector, place) => {
    // Every vector's article is of its own, in two versions.
    const words = Array.from({ length: 40 }, (_, word) => `w${(place * 131 + word * word * 17) % 997}x`).join(" ");
    const names = ["a", "b"].map((version) => `${version}${place} ${vector}`.trim());
    const other = `a${(place + 1) % vectors.length} ${vectors[(place + 1) % vectors.length]}`.trim();
    documents.push({ id: names[0], text: `${vector} ${words}. ${sentence} ${vector}` });
    documents.push({ id: names[1], title: vector, text: `${words} ${vector}. Waves broke the decking. ${vector}` });
    // Some labels are wrong, so that the report shows mistakes.
    rows.push(`${quoted(names[0])},${quoted(names[1])},${place % 9 ? 1 : 0}`, `${quoted(names[0])},${quoted(other)},0`);
  });
  const lines = documents.map((document) => JSON.stringify(document)).join("\n");
  const pages = await workshop.reports(
    await workshop.write("pairs.csv", rows.join("\n")),
    await workshop.write("documents.jsonl", lines),
    // A guessed threshold would find next to none of them alike.
    "--at", "own",
  );
  for (const [name, path] of Object.entries(pages)) {
    const page = await seen(await workshop.visit(path));
    assert.deepEqual(page.complaints, [], name);
    assert.equal(await page.locator("iframe, object, embed, form, svg script, base, link").count(), 0, name);
    const links = await page.$$eval("a", (all) => all.map((link) => link.getAttribute("href")));
    assert.deepEqual(links.filter((link) => !/^(#[\w-]+|\d{4}\.html)$/.test(link)), [], name);
    assert.ok((await page.textContent("body")).includes("alert(1)"), `${name} shows no vector`);
    await page.context().close();
  }
});
