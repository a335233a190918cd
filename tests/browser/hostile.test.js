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
    document.querySelectorAll("a, button").forEach((element, place) => place % 50 === 0 && element.click());
  });
  await page.waitForTimeout(200);
}

async function open(a, b) {
  const page = await workshop.explain([a, b]);
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
  assert.deepEqual(page.told, []);
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
    assert.deepEqual(page.told, [], name);
    await page.context().close();
  }
});
