// The pages for those who do not see them, or see them otherwise: axe-core finds nothing to complain of.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { Workshop, library, pairs, records, root } from "./browser.js";

let workshop;
let reports;
before(async () => {
  workshop = await Workshop.open();
  reports = await workshop.reports(join(root, "datasets/pairs.csv"), join(root, "datasets/articles"));
});
after(() => workshop.close());

// From outside the page's policy, as an assistive technology would.
async function assertAccessible(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe.source });
  const found = await page.evaluate(() => window.axe.run());
  const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join("\n  ")}`);
  assert.deepEqual(faults, []);
  assert.ok(found.passes.length > 15, `${found.passes.length} rules passed`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

const looks = ["light", "dark"].flatMap((colorScheme) =>
  [1400, 400].map((width) => ({ colorScheme, viewport: { width, height: 900 } })));

for (const look of looks) {
  const name = `${look.colorScheme}, ${look.viewport.width} pixels wide`;
  for (const [which, pair] of Object.entries(pairs)) {
    test(`${which}, ${name}`, async () => {
      const page = await workshop.explain(pair, look);
      await page.click("#next");
      await assertAccessible(page);
    });
  }
  for (const [which, ids] of Object.entries(records)) {
    test(`records, ${which}, ${name}`, async () => {
      await assertAccessible(await workshop.explain(ids, { more: ["--documents", library], ...look }));
    });
  }
  for (const which of ["comparison", "deduplication", "evidence"]) {
    test(`${which}, ${name}`, async () => assertAccessible(await workshop.visit(reports[which], look)));
  }
}
