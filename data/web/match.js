// Goes through a match with the arrow keys, and tells of new steps while it runs. The page works without it.
"use strict";

const here = () => document.getElementById("match");
const key = here().dataset.key;

async function show(step, focus) {
  const address = step === null ? key : key + "?step=" + step;
  const answer = await fetch(address).catch(() => null);
  if (!answer || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  here().replaceWith(document.adoptNode(page.getElementById("match")));
  document.title = page.title;
  history.replaceState(null, "", address);
  if (focus) document.getElementById(focus)?.focus();
  // Only the list is scrolled: whoever looks at the board stays there.
  const current = document.querySelector("[aria-current]"), list = current?.parentElement;
  if (list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  document.getElementById("spoken").textContent = document.getElementById("caption").textContent;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const { step, last } = here().dataset;
  const to = { ArrowLeft: Math.max(0, step - 1), ArrowRight: Math.min(last, Number(step) + 1), Home: 0, End: Number(last) }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to !== Number(step)) show(to, document.activeElement.id);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("nav a, .steps a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  show(new URL(link.href).searchParams.get("step"), link.id);
});

if (here().dataset.running) {
  const events = new EventSource(key + "/events");
  let known = null;
  events.addEventListener("step", (event) => {
    const news = known !== null && known !== event.data;
    const [last, , over] = event.data.split(".");
    const behind = known === null && (here().dataset.last !== last || over === "true");
    known = event.data;
    if (over === "true") events.close();
    if (!news && !behind) return;
    if (here().dataset.step === here().dataset.last) {
      show(null);
    } else {
      const link = document.createElement("a");
      link.href = key;
      link.textContent = "There is a new step: go to the last one.";
      document.getElementById("live").replaceChildren(link);
    }
  });
  events.addEventListener("gone", () => {
    events.close();
    document.getElementById("live").textContent = "This match is no longer shared.";
  });
}
