// Takes the pictures of the README.
import { join } from "node:path";
import { Labelling, open } from "./label.js";
import { Workshop, articles, root } from "./browser.js";

const workshop = await Workshop.open();
const page = await workshop.explain(["original.txt", "light.txt"], {
  viewport: { width: 1100, height: 800 },
  colorScheme: "light",
  folder: articles,
});
await page.screenshot({ path: join(root, "docs/explain.png") });

// A pair worth looking at: a light revision.
await workshop.write("pair.csv", "id_a,id_b\noriginal.txt,light.txt\n");
const labelling = await Labelling.start(["--pairs", workshop.file("pair.csv"), "--documents", articles, "--audit", "none", "--out", workshop.file("labels.jsonl")], workshop);
const context = await workshop.browser.newContext({ viewport: { width: 1100, height: 800 }, colorScheme: "light" });
const label = await open(context, labelling.address);
await label.screenshot({ path: join(root, "docs/label.png") });
await labelling.end();
await workshop.close();
