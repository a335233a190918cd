// The page for those who do not see it, or see it otherwise: axe-core finds nothing to complain of.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { Workshop, pairs } from "./browser.js";

let workshop;
before(async () => (workshop = await Workshop.open()));
after(() => workshop.close());

for (const [name, pair] of Object.entries(pairs)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1400, 400]) {
      test(`${name}, ${colorScheme}, ${width} pixels wide`, async () => {
        const page = await workshop.explain(pair, { colorScheme, viewport: { width, height: 900 } });
        await page.click("#next");
        // From outside the page's policy, as an assistive technology would.
        const session = await page.context().newCDPSession(page);
        await session.send("Runtime.evaluate", { expression: axe.source });
        const found = await page.evaluate(() => window.axe.run());
        const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join("\n  ")}`);
        assert.deepEqual(faults, []);
        assert.ok(found.passes.length > 20);
        await page.context().close();
      });
    }
  }
}
