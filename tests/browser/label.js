// `dejalu label`, started for a test: the program, its address, and the end of it.
export class Labelling {
  // Starts it in the folder of the workshop and waits for the address.
  static start(words, workshop) {
    const labelling = new Labelling();
    labelling.process = workshop.start(["label", "--no-browser", ...words]);
    labelling.said = "";
    labelling.ended = new Promise((ended) => labelling.process.on("exit", (code, signal) => ended(code ?? signal)));
    return new Promise((started, failed) => {
      labelling.process.stderr.on("data", (data) => {
        labelling.said += data;
        const found = labelling.said.match(/open (http:\S+)/);
        if (!found) return;
        labelling.address = found[1];
        started(labelling);
      });
      labelling.ended.then((code) => failed(new Error(`ended with ${code}: ${labelling.said}`)));
    });
  }

  async end(signal = "SIGTERM") {
    this.process.kill(signal);
    return this.ended;
  }
}

// The page in a new tab of a context. `complaints` collects what it may not do.
export async function open(context, address) {
  const page = await context.newPage();
  const own = new URL(address).origin;
  page.complaints = [];
  page.on("request", (request) => new URL(request.url()).origin === own || page.complaints.push(`asks for ${request.url()}`));
  page.on("dialog", (dialog) => page.complaints.push(`opens a dialogue: ${dialog.message()}`) && dialog.dismiss());
  page.on("pageerror", (error) => page.complaints.push(`fails: ${error.message}`));
  page.on("console", (message) => page.complaints.push(`says: ${message.text()}`));
  page.on("popup", () => page.complaints.push("opens a window"));
  await page.goto(address);
  await page.waitForSelector("#decision:not([hidden]) .choice:not([disabled])");
  return page;
}

// Presses a key and waits until the next pair is there.
export async function press(page, key) {
  await page.keyboard.press(key);
  await page.waitForSelector("#decision:not([hidden]) .choice.yes:not([disabled])");
}
