// Names are hidden for showing the page to a class, and for printing it.
const button = document.getElementById("hide-names");
button?.addEventListener("click", () => {
  const hidden = document.body.classList.toggle("names-hidden");
  button.setAttribute("aria-pressed", String(hidden));
  button.textContent = hidden ? "Show names" : "Hide names";
});
