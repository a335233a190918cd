// Takes the picture of the README.
import { join } from "node:path";
import { Workshop, articles, root } from "./browser.js";

const workshop = await Workshop.open();
const page = await workshop.explain(["original.txt", "light.txt"], {
  viewport: { width: 1100, height: 800 },
  colorScheme: "light",
  folder: articles,
});
await page.screenshot({ path: join(root, "docs/explain.png") });
await workshop.close();
