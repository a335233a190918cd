// The page on which the service is tried.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { Workshop } from "./browser.js";

let workshop, address;
before(async () => {
  workshop = await Workshop.open();
  const server = workshop.start(["serve", "--port", "0"]);
  let said = "";
  address = await new Promise((found) => server.stderr.on("data", (data) => {
    said += data;
    if (said.includes("\n")) found(`http://${JSON.parse(said.split("\n")[0]).address}/`);
  }));
});
after(() => workshop.close());

test("two texts are classified and explained, and what they hold does not run", async () => {
  const context = await workshop.browser.newContext();
  const page = await context.newPage();
  const complaints = [];
  page.on("request", (request) => request.url().startsWith(address) || complaints.push(`asks for ${request.url()}`));
  page.on("dialog", (dialog) => complaints.push(dialog.message()) && dialog.dismiss());
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  await page.fill("#b", "The ferry waits at the pier <img src=x onerror=alert(1)><script>alert(2)</script> until the storm is over.");
  const answers = { classify: /"decision": "duplicate"/, explain: /"matches"/, find: /no documents to search; start it with --index or --store/ };
  for (const [name, answer] of Object.entries(answers)) {
    await page.click(`[data-call=${name}]`);
    await page.waitForFunction((name) => document.getElementById("status").textContent.startsWith(`POST /${name}: `), name);
    assert.match(await page.textContent("#said"), answer);
  }
  const result = await page.evaluate(`${axe.source}; axe.run()`);
  assert.deepEqual(result.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" ")}`), []);
  assert.deepEqual(complaints, []);
  await context.close();
});
