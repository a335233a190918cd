const byId = (id) => document.getElementById(id);
const text = (id) => ({ text: byId(id).value });

document.querySelector("#try").addEventListener("click", async (event) => {
  const name = event.target.dataset?.call;
  if (!name) return;
  const body = name === "find" ? { document: text("a") } : { a: text("a"), b: text("b") };
  byId("status").textContent = "Asking…";
  try {
    const begun = performance.now();
    const answer = await fetch(`/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const value = await answer.json();
    const milliseconds = (performance.now() - begun).toFixed(0);
    byId("status").textContent = `POST /${name}: ${answer.status}, ${milliseconds} ms`;
    byId("said").textContent = JSON.stringify(value, null, 2);
  } catch (error) {
    byId("status").textContent = "The server cannot be reached.";
  }
});
