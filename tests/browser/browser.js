// A browser, and pages that dejalu wrote for it.
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

export const root = resolve(fileURLToPath(import.meta.url), "../../..");
const dejalu = resolve(root, process.env.DEJALU ?? "target/debug/dejalu");

export const articles = join(root, "datasets/articles/ferry-pier");
const documents = join(root, "tests/browser/documents");

// A light revision in plain text, two versions of a web page, an unrelated pair, two pages of which half
// is the same.
export const pairs = {
  light: [join(articles, "original.txt"), join(articles, "light.txt")],
  page: [join(documents, "old.html"), join(documents, "new.html")],
  unrelated: [join(articles, "original.txt"), join(articles, "../chess-boy/original.txt")],
  doubtful: [join(articles, "../lagoon-hotel/original.html"), join(articles, "../lagoon-hotel/other.html")],
};

// Records: the same work from two databases, and two works that a veto keeps apart.
export const library = join(documents, "library.ris");
export const records = { work: ["1", "2"], editorials: ["3", "4"] };

export class Workshop {
  running = [];

  static async open() {
    const workshop = new Workshop();
    workshop.folder = await mkdtemp(join(tmpdir(), "dejalu-"));
    workshop.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"],
    });
    return workshop;
  }

  async close() {
    // A test that failed has not ended what it started, and Node.js waits for it without end.
    for (const process of this.running) process.kill("SIGKILL");
    await this.browser.close();
    await rm(this.folder, { recursive: true });
  }

  file(name) {
    return join(this.folder, name);
  }

  async write(name, text) {
    await mkdir(dirname(this.file(name)), { recursive: true });
    await writeFile(this.file(name), text);
    return this.file(name);
  }

  // Runs dejalu as a user would in this folder.
  async run(words, folder = this.folder) {
    await promisify(execFile)(dejalu, words, { cwd: folder });
  }

  // Starts dejalu in this folder; it ends with the workshop at the latest.
  start(words) {
    const process = spawn(dejalu, words, { cwd: this.folder });
    this.running.push(process);
    return process;
  }

  // A page, opened. `complaints` collects what no page may do: ask for something from elsewhere, open a
  // dialogue, fail, break its own policy.
  async visit(path, options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
    const page = await context.newPage();
    page.complaints = [];
    const own = pathToFileURL(path).href;
    page.on("request", (request) => request.url().split("#")[0] === own || page.complaints.push(`asks for ${request.url()}`));
    page.on("dialog", (dialog) => page.complaints.push(`opens a dialogue: ${dialog.message()}`) && dialog.dismiss());
    page.on("pageerror", (error) => page.complaints.push(`fails: ${error.message}`));
    page.on("console", (message) => page.complaints.push(`says: ${message.text()}`));
    page.on("popup", () => page.complaints.push("opens a window"));
    await page.goto(own);
    return page;
  }

  // The page of a pair; `more` are words for `dejalu explain`.
  async explain([a, b], { folder = root, more = [], ...options } = {}) {
    const path = this.file("page.html");
    await this.run(["explain", a, b, "--html", path, ...more], folder);
    return this.visit(path, options);
  }

  // A model that leaves every pair undecided which it does not know for sure.
  async undecided() {
    const data = (name) => join(root, "datasets", name);
    await this.run(["train", data("pairs.csv"), "--documents", data("articles"), "--features", "jaccard resemblance",
      "--draws", "50", "--abstain", "0.000000001", "--out", "undecided.json"]);
    return this.file("undecided.json");
  }

  // Writes the report of a comparison and those of a deduplication with these options; returns their pages
  // by name.
  async reports(pairs, documents, ...options) {
    await this.run(["compare", pairs, "--documents", documents, "--features", "jaccard resemblance mwo",
      "--draws", "50", "--report", "report"]);
    await this.run(["dedupe", documents, "--out", "groups.csv", "--report", "groups", "--evidence", "evidence",
      ...options]);
    return {
      comparison: this.file("report/index.html"),
      deduplication: this.file("groups/index.html"),
      evidence: this.file("evidence/index.html"),
    };
  }
}
