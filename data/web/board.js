// The pages of the room, of a player and of a shared match while they are open: a board to play on and to go through the match, what others
// do, and what is typed. Without this script every page works all the same; it is then loaded again after each press.
"use strict";

const byId = (id) => document.getElementById(id);
const own = document.querySelector("input.own");
const form = byId("say"), nameField = byId("name"), line = byId("words"), fileField = byId("file"), log = byId("log");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
// The mark of the keyboard is for those who use it.
addEventListener("keydown", () => document.body.classList.add("keys"), true);
addEventListener("pointerdown", () => document.body.classList.remove("keys"), true);
const announce = (words) => { byId("spoken").textContent = words; };
const pane = () => byId("pane");
const part = (what) => pane()?.querySelector(what);
const parts = (what) => pane().querySelectorAll(what);
const make = (kind, textContent, also) => Object.assign(document.createElement(kind), { textContent, ...also });
const isHeld = (event) => event.altKey || event.ctrlKey || event.metaKey;
// A name however it is written.
const handle = (name) => name.trim().replace(/^@+/, "").toLowerCase().split(/\s+/).join("_");

// How the person at this browser likes to play.
const likes = { sounds: true, buzz: true, ...JSON.parse(localStorage.getItem("likes") ?? "{}") };
const preferences = byId("preferences");
function keep(fields) {
  for (const field of fields) {
    const holds = field.type === "checkbox" ? "checked" : "value";
    field[holds] = likes[field.name] ?? "";
    field.addEventListener("change", () => {
      likes[field.name] = field[holds];
      localStorage.setItem("likes", JSON.stringify(likes));
      liked();
      refresh();
    });
  }
}
keep(preferences?.querySelectorAll("[name]") ?? []);
function liked() {
  document.body.classList.toggle("zen", Boolean(likes.zen && pane()?.dataset.step));
  if (pane()?.dataset.step) history.replaceState(null, "", address());
}

// Short sounds of our own: a knock for a move, two for one’s own turn, and three rising ones for the end.
let audio;
function sound(...tones) {
  if (!likes.sounds || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [nth, tone] of tones.entries()) {
    const from = audio.currentTime + nth * 0.12, swings = audio.createOscillator(), loud = audio.createGain();
    swings.type = "triangle";
    swings.frequency.setValueAtTime(tone, from);
    loud.gain.setValueAtTime(0.12, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.1);
    swings.connect(loud).connect(audio.destination);
    swings.start(from);
    swings.stop(from + 0.1);
  }
}
function ring() {
  const { mine } = pane().dataset;
  sound(...(part(".verdict") ? [392, 494, 587] : mine === undefined ? [220] : [220, 330]));
  if (likes.buzz && mine !== undefined) navigator.vibrate?.(20);
}

// ---- what is sent

// One after the other: the first gives the browser its key. What was pressed or filled in last has the answer beside it.
let sent = Promise.resolve(), sending = 0, tried = null;
function send(fields, to = "say") {
  sending++;
  // Tests wait until what was pressed is done.
  document.body.dataset.sending = "1";
  // Who speaks is at the end of the talk, and what is still scrolling up stops.
  table.spoke = true;
  last("instant");
  sent = sent.catch(() => {}).then(() => carry(fields, to)).finally(() => { if (!--sending) delete document.body.dataset.sending; });
  return sent;
}
async function carry(fields, to) {
  const answered = document.querySelector(".says");
  if (answered) { answered.replaceChildren(); delete answered.dataset.own; }
  const body = new URLSearchParams({ name: nameField.value, here: here(), ...fields, quiet: "1" });
  const answer = await fetch(to, { method: "POST", body }).catch(() => null);
  if (!answer || !answer.ok) { table.moves = null; mark(); note("That didn’t get through. Is the room still open?"); return; }
  const came = await answer.json();
  // The room says whose name this browser speaks under; one that it refused goes.
  if (to === "say" && nameField.type !== "hidden") speakAs(came.name ?? "");
  if (came.go && (!pane() || place(came.go) !== place(location.href))) { location.assign(came.go); return; }
  say(came.html);
  await refresh();
  table.moves = null;
  mark();
}

// The page an address leads to, for any reader.
function place(address) {
  const url = new URL(address, location.href);
  return url.pathname + " " + (url.searchParams.get("of") || "");
}
const here = () => form.elements.here.value;

document.addEventListener("submit", async (event) => {
  const filled = event.target, pressed = event.submitter;
  // Two people at this tab speak by their buttons; the browser remembers who spoke before.
  if (filled.matches(".pair")) sessionStorage.setItem("name", "");
  for (const select of filled.querySelectorAll("select")) sessionStorage.setItem(select.name, select.value);
  if (!filled.matches("#say, .who, .person, .naming, .pair")) return;
  event.preventDefault();
  tried = pressed;
  pressed?.closest(".more")?.removeAttribute("open");
  // The Enter key in the field for the name takes the name, and nothing else.
  if (filled === form && document.activeElement === nameField && (!pressed || pressed.matches(".first"))) return;
  if (filled.matches(".who, .person, .naming") && !pressed?.name) { await takeName(filled.elements.namedItem("name")); return; }
  if (filled !== form) { await send(Object.fromEntries(new FormData(filled, pressed)), filled.getAttribute("action")); return; }
  if (pressed && pressed.name) { await send({ [pressed.name]: pressed.value }); return; }
  const [file] = fileField.files;
  const fields = { words: line.value };
  if (file) fields.file = await file.text();
  fileField.value = line.value = "";
  fileField.closest("label").hidden = true;
  await send(fields);
});

// Who invites sees the link to send; where a browser lets no page copy, it is only chosen.
const showLinks = () => { for (const field of document.querySelectorAll(".link")) field.value = field.previousElementSibling.href; };
document.addEventListener("click", async (event) => {
  const link = event.target.closest(".waits .invitation");
  if (!link) return;
  event.preventDefault();
  tried = link;
  link.nextElementSibling.select();
  await navigator.clipboard?.writeText(link.href).then(() => note("The link is copied. Send it to a friend."), () => {});
});

// Shows what was answered beside the board; in the log it stands already.
function say(html) {
  const says = document.querySelector(".says");
  if (!says || !html) return;
  says.innerHTML = html;
  const near = !pane() && !log && tried?.closest("label, li, p.person, .cards, form");
  if (near) { if (near.matches("li, p")) near.append(says); else near.after(says); }
  // In the talk advice is covered from the other side; here it was asked for.
  for (const cover of says.querySelectorAll(".advice > details")) cover.open = true;
  says.dataset.own = "1";
  // A choice that was advised is drawn on the board.
  const advised = [...says.querySelectorAll(".advice code")].map((it) => open().find((choice) => choice[0] === it.textContent)).find(Boolean);
  table.advised = advised ? advised.ways.reduce((one, other) => (other.length > one.length ? other : one)) : null;
  mark();
  says.scrollIntoView({ block: "nearest" });
}
const note = (words) => { say(make("p", words).outerHTML); announce(words); };

// ---- what comes

let events, heard = nameField.value;
// The room knows a browser by its key, so it is asked anew once a name has been taken.
function listen() {
  events?.close();
  const { of = "", at = "", step, last } = pane()?.dataset ?? {};
  events = new EventSource(document.body.dataset.folder + "events?after=" + document.body.dataset.number + "&of=" + of + "&at=" + (step === last ? at : ""));
  events.addEventListener("message", hear);
  events.addEventListener("open", () => lose(false));
  events.addEventListener("error", () => setTimeout(() => { if (events.readyState !== 1) lose(true); }, 700));
}
addEventListener("offline", () => lose(true));
addEventListener("online", () => { if (events.readyState === 1) lose(false); });
// Says that the line is lost, and shows what was missed once it is back.
function lose(is) {
  const said = byId("lost");
  if (!is && said) { said.remove(); refresh(); }
  if (!is || said) return;
  const closed = events.readyState === 2 && navigator.onLine;
  document.body.append(make("p", closed ? "News don’t come here: too many pages are open. Close some." : "The connection is lost. Trying again …", { id: "lost", role: "status" }));
}

function hear(event) {
  const change = JSON.parse(event.data);
  if (change.again) { location.reload(); return; }
  if (change.people) { if (document.querySelector(".here")) refresh(); return; }
  if (log) { tell(change); document.body.dataset.number = event.lastEventId; return; }
  // People at one screen share what isn't covered.
  const name = handle(nameField.value), mine = !change.to || !name || change.to === name;
  // What is about no match is for its reader alone, on every page of theirs.
  const here = change.of == null ? name && change.to === name : pane()?.dataset.of === String(change.of) && mine;
  if (here && change.answers) say(change.html);
  refresh();
}
listen();

const last = (behavior) => log?.lastElementChild?.scrollIntoView({ block: "end", behavior });

// Puts news into the log.
function tell(change) {
  const piece = pieceOf(change.html), before = byId(change.id);
  if (before) before.replaceWith(piece); else log.append(piece);
  refresh();
}

function pieceOf(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

// Loads the page again and puts what changed in its place. The board stays where it is.
let asked = 0, shown = 0, loading = Promise.resolve();
const refresh = () => (loading = load());
async function load() {
  const mine = ++asked;
  await new Promise((done) => setTimeout(done, 15));
  // A later one shows the same and more.
  if (mine !== asked) return loading;
  const answer = await fetch(address()).catch(() => null);
  if (answer?.status === 404 && pane()) { events?.close(); note("There is nothing here any more."); return; }
  if (answer?.status === 429) setTimeout(refresh, 1000);
  if (!answer || !answer.ok || mine < shown) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("pane");
  // The new pictures are there before the old ones go.
  await Promise.all([...next?.querySelectorAll("img.of-board, img.of-beside") ?? []].map((picture) => {
    const [source] = picture.parentNode.querySelectorAll("source");
    const ready = new Image();
    ready.src = source && matchMedia(source.media).matches ? source.srcset : picture.src;
    return ready.decode().catch(() => {});
  }));
  // What a finger is on isn't taken away from it.
  while (table.held) await new Promise((done) => setTimeout(done, 20));
  if (mine < shown) return;
  shown = mine;
  document.title = page.body.dataset.title || page.title;
  const known = ownMatches(document), waited = document.querySelector(".waits");
  const begun = ownMatches(page).find((it) => !known.includes(it));
  swap(".mine", page, (old, fresh) => { fresh.open = old.open; });
  for (const part of ["link[rel=icon]", "section.own", ".here", ".person .asks-name"]) swap(part, page);
  if (next && pane()) exchange(page.adoptNode(next));
  else swap(".cards", page);
  // Who waited for it is led to the match, unless they are busy.
  if (waited && begun && !line.value && (!pane() || pane().dataset.over)) location.assign(begun);
  document.body.dataset.number = page.body.dataset.number;
  showLinks();
}

const ownMatches = (page) => [...page.querySelectorAll(".mine .matches.own a")].map((it) => it.getAttribute("href"));
function swap(what, page, keep) {
  const old = document.querySelector(what), fresh = page.querySelector(what);
  if (!old || !fresh) return;
  keep?.(old, fresh);
  if (old.outerHTML !== fresh.outerHTML) old.replaceWith(page.adoptNode(fresh));
}

function exchange(fresh) {
  const old = pane(), same = old.dataset.at === fresh.dataset.at;
  const says = old.querySelector(".says"), next = fresh.querySelector(".says");
  // What was answered stays until something else is done.
  if (says.dataset.own && (same || !next.children.length)) { next.replaceChildren(...[...says.childNodes].map((it) => it.cloneNode(true))); next.dataset.own = "1"; }
  if (shape(old) === shape(fresh)) { says.replaceWith(next); return; }
  for (const kind of ["list", "more", "cover"]) {
    const [one, other] = [old, fresh].map((it) => it.querySelector("details." + kind));
    if (other) other.open = Boolean(one?.open) && same;
  }
  const focused = old.contains(document.activeElement) ? focusName(document.activeElement) : null;
  const { tapped, group, aim, advised, risks } = table;
  const { scrollTop } = old.querySelector(".side"), went = table.goes;
  old.replaceWith(fresh);
  // Who reads what happened stays there while the board goes through it.
  if (went) fresh.querySelector(".side").scrollTop = scrollTop;
  if (!same && !went) ring();
  dress(!same && (!went || table.plays));
  if (same) { Object.assign(table, { tapped, group, aim, advised, risks }); mark(); }
  if (focused) (fresh.querySelector(focused) || fresh.querySelector(".hits") || line).focus({ preventScroll: true });
}
const shape = (it) => [it.dataset.at, it.querySelector(".data").textContent, it.querySelector("img.of-board").src, it.querySelector(".news")?.textContent, ...[...it.querySelectorAll(".prompt, .plates, .cover, .question, .buttons, details.list, .curve h3")].map((part) => part.textContent)].join("\n");
const focusName = (it) => (it.value && it.name ? `[name="${it.name}"][value="${CSS.escape(it.value)}"]` : it.href ? `a[href="${CSS.escape(it.getAttribute("href"))}"]` : ".hits");

function address() {
  const url = new URL(location.href);
  if (nameField.value.trim()) url.searchParams.set("name", nameField.value.trim());
  else url.searchParams.delete("name");
  for (const like of ["near", "bare"]) if (pane()?.dataset.step && likes[like]) url.searchParams.set(like, likes[like]); else url.searchParams.delete(like);
  url.hash = "";
  return url.href;
}

// ---- the board

const SVG = "http://www.w3.org/2000/svg";
// What is chosen so far: the squares, what kind of choice, an aim, and a choice that costs the chooser a piece; the squares of a choice that
// was advised; whether another step is on its way, and whether the steps play by themselves; a piece that has been moved and isn’t confirmed
// yet; the corner of what is shown of a small board; and the squares of a move that was chosen before one’s turn.
const table = { data: null, tapped: [], group: null, at: 0, aim: null, risks: null, advised: null, spoke: false, goes: false, plays: false, moves: null, view: null, ahead: [] };

function dress(moved) {
  const board = part(".board");
  if (!board) return;
  const data = JSON.parse(part(".data").textContent);
  const asks = data.asked;
  for (const choice of asks?.choices ?? []) choice.ways = choice[3].split("|").map((way) => way.split(" "));
  Object.assign(table, { data, tapped: [], group: null, aim: null, risks: null, advised: null, moves: null, view: null });
  for (const button of parts(".group")) {
    button.hidden = false;
    button.addEventListener("click", () => pickGroup(Number(button.dataset.group)));
  }
  for (const button of parts("[data-declines]")) button.hidden = true;
  for (const like of parts(".likes")) like.hidden = false;
  keep(parts(".likes [name]"));
  dressSteps();
  const hits = make("div", "", { className: data.asked ? "hits can" : "hits", tabIndex: 0 });
  hits.setAttribute("role", "application");
  hits.setAttribute("aria-label", "The board. Arrow keys walk, Enter chooses, Escape lets go.");
  hits.append(draw("svg", { viewBox: data.part.join(" "), "aria-hidden": "true" }));
  board.append(hits);
  const does = { pointerdown: down, pointermove: drag, pointerup: up, pointercancel: drop, keydown: keyed, focus: mark, blur: mark };
  for (const [kind, answer] of Object.entries(does)) hits.addEventListener(kind, answer);
  if (data.squares && !data.squares.names[table.at]) table.at = data.squares.names.findIndex((it) => it);
  if (moved && board.dataset.film && !calm.matches) play(board); else if (table.plays) setTimeout(playOn, 900, pane());
  mark();
  document.body.dataset.ready = pane().dataset.at;
  tick(performance.now());
  playAhead();
}
// The clock of the one to move runs by itself until the page is told what it says.
function tick(since) {
  const of = pane(), left = of.querySelector(".on-turn .clock[data-left]");
  const now = left && left.dataset.left - Math.floor((performance.now() - since) / 1000);
  if (!left || now >= 3600) return;
  left.textContent = Math.max(0, Math.floor(now / 60)) + ":" + String(Math.max(0, now % 60)).padStart(2, "0");
  left.classList.toggle("short", now < 20 || left.matches(".short"));
  setTimeout(() => { if (of === pane()) tick(since); }, 250);
}
// A move that was chosen before one’s turn is played if it can be.
function playAhead() {
  const { ahead, data } = table;
  if (ahead.length < 2 || !data.asked) return;
  table.ahead = [];
  const meant = fitting(ahead).filter((choice) => ends(choice, ahead));
  if (meant.length === 1) choose(meant[0], ahead); else { mark(); note("The move you chose ahead can’t be played now."); }
}

// Plays the film of the step on the board itself.
function play(board) {
  const moving = new Image();
  moving.className = "moving";
  moving.alt = "";
  moving.src = board.dataset.film;
  // It stands there while it loads, so that the result isn’t told before it.
  board.querySelector("picture").after(moving);
  moving.addEventListener("error", () => moving.remove());
  moving.addEventListener("load", () => {
    const [, , wide, high] = table.data.part, of = pane();
    Object.assign(moving.style, { width: 100 * moving.naturalWidth / wide + "%", height: 100 * moving.naturalHeight / high + "%" });
    // The last picture of a film stands for a while, but the board below it is the same.
    setTimeout(() => { moving.remove(); if (table.plays) playOn(of); }, board.dataset.lasts - 1500);
  });
}

// ---- the steps of the match

// Shows another step. The last one is what the page shows by itself.
function go(step, plays = false) {
  const { last } = pane().dataset, url = new URL(location.href);
  if (step < Number(last)) url.searchParams.set("step", Math.max(0, step)); else url.searchParams.delete("step");
  history.replaceState(null, "", url.href);
  return show(plays);
}
function show(plays) {
  Object.assign(table, { goes: true, plays });
  return refresh().then(() => { table.goes = false; announce(part("[aria-current]")?.textContent ?? ""); });
}
// Shows the next step, if this one is still shown and nobody has stopped it.
function playOn(of) {
  if (of !== pane() || !table.plays) return;
  const { step, last } = of.dataset;
  if (step === last) { table.plays = false; dressSteps(); } else go(Number(step) + 1, true);
}
function playSteps() {
  const { step, last } = pane().dataset;
  const board = part(".board");
  if (table.plays) { table.plays = false; dressSteps(); }
  else if (step !== last) go(Number(step) + 1, true);
  // While a match runs its last step is wanted, and all of it when it is over.
  else if (board.dataset.film && !part(".verdict")) play(board);
  else go(0, true);
}
function dressSteps() {
  const steps = part(".steps");
  if (!steps) return;
  for (const old of steps.querySelectorAll("button")) old.remove();
  steps.append(button(table.plays ? "❚❚" : "▶", playSteps));
  steps.lastChild.setAttribute("aria-label", table.plays ? "Stop" : "Play the steps");
  steps.append(button("⚙", () => preferences.showModal()));
  steps.lastChild.setAttribute("aria-label", "Preferences");
}
document.addEventListener("click", (event) => {
  const at = pane(), { target } = event;
  // Cards, dice and a wheel that are pressed do what the first button does.
  if (target.closest(".beside")) at.querySelector(".buttons .group:not([hidden]), .buttons .main")?.click();
  const curve = target.closest(".curve svg"), link = target.closest(".steps a, .news a, .curve a, .prompt a, a.film");
  if (!at?.dataset.step || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (curve) {
    const box = curve.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * curve.viewBox.baseVal.width));
  } else if (link) {
    event.preventDefault();
    // From a film the browser's Back leads to where it began.
    if (link.matches(".film")) { history.pushState(null, "", location.href); go(0, true); } else go(Number(new URL(link.href).searchParams.get("step") ?? at.dataset.last));
  }
});
addEventListener("popstate", () => show(false));
addEventListener("keydown", (event) => {
  const at = pane()?.dataset;
  if (event.defaultPrevented || isHeld(event) || !at?.step || event.target.closest("input, select, textarea")) return;
  const to = { ArrowLeft: Number(at.step) - 1, ArrowRight: Number(at.step) + 1, Home: 0, End: Number(at.last) }[event.key];
  // A key that is held waits for each board.
  if (to !== undefined) { if (0 <= to && to <= Number(at.last) && !(event.repeat && table.goes)) go(to); }
  else if (event.key === "Escape") letGo();
  else if (event.key === " " && !event.target.closest("button, summary")) playSteps();
  else return;
  event.preventDefault();
});

const names = () => table.data.squares?.names ?? [];
function pixel(event) {
  const box = event.currentTarget.getBoundingClientRect(), [x, y, wide, high] = table.data.part;
  return [x + (event.clientX - box.left) / box.width * wide, y + (event.clientY - box.top) / box.height * high];
}
// The square at a pixel: its column and row with fractions, and its index.
function squareAt([x, y]) {
  const { corner, size, across } = table.data.squares;
  const column = (x - corner[0]) / size, row = (y - corner[1]) / size;
  const index = column < 0 || row < 0 || column >= across ? -1 : Math.floor(row) * across + Math.floor(column);
  return { column, row, index, name: names()[index] || "" };
}
function middle(name) {
  if (table.data.court) return name.split(",").map(Number);
  const { corner, size, across } = table.data.squares, index = names().indexOf(name);
  return [corner[0] + (index % across + 0.5) * size, corner[1] + (Math.floor(index / across) + 0.5) * size];
}

const follows = (way, tapped) => {
  let at = 0;
  return !tapped.length || way[0] === tapped[0] && tapped.every((square) => (at = way.indexOf(square, at) + 1));
};
const open = () => (table.data?.asked?.choices ?? []).filter((it) => table.group === null || it[4] === table.group);
const fitting = (tapped) => open().filter((it) => it.ways.some((way) => follows(way, tapped)));
const ends = (choice, tapped) => choice.ways.some((way) => follows(way, tapped) && way.at(-1) === tapped.at(-1));
// What ends with these squares. Ways that only go over others to the same one do the same, so the shortest is meant.
function wholes(now, tapped) {
  const all = now.filter((it) => ends(it, tapped));
  const heads = all.map((it) => { const way = " " + it.ways[0].join(" "); return it[1] && !it[2] && it[0].endsWith(way) && it[0].slice(0, -way.length); });
  return heads[0] && heads.every((it) => it === heads[0]) ? all.sort((one, other) => one.ways[0].length - other.ways[0].length).slice(0, 1) : all;
}
const labelOf = (choice) => choice[1] || choice[0];

function pickGroup(group) {
  Object.assign(table, { group: table.group === group ? null : group, tapped: [], aim: null, risks: null });
  for (const button of parts(".group")) button.setAttribute("aria-pressed", String(Number(button.dataset.group) === table.group));
  for (const button of parts("[data-declines]")) button.hidden = Number(button.dataset.declines) !== table.group;
  mark();
}
const letGo = () => { Object.assign(table, { tapped: [], aim: null, risks: null, ahead: [] }); announce("Let go"); mark(); };

// A square was chosen, by a tap, by a key, or because a piece was dropped there.
function tap(name, dropped) {
  const { data } = table;
  if (!data.asked && likes.premove && data.squares && pane().dataset.step === pane().dataset.last && !part(".verdict")) {
    table.ahead = table.ahead.length === 1 && table.ahead[0] !== name ? [...table.ahead, name] : data.stands[name] ? [name] : [];
    mark();
    return;
  }
  if (!data.asked) { note(part(".prompt").textContent.trim() || "Nobody is asked now."); return; }
  // Of a single piece that may move, the targets are marked already.
  const starts = new Set(open().flatMap((it) => it.ways.filter((way) => way.length > 1).map((way) => way[0])));
  if (!table.tapped.length && starts.size === 1 && !fitting([name]).length && fitting([...starts, name]).length) table.tapped = [...starts];
  const before = table.tapped;
  if (before.length === 1 && before[0] === name) {
    const single = fitting(before).filter((it) => it.ways.some((way) => way.length === 1));
    if (single.length === 1) choose(single[0], before); else letGo();
    return;
  }
  if (before.length > 1 && before.at(-1) === name) {
    const whole = wholes(fitting(before), before);
    if (whole.length === 1) { choose(whole[0], before); return; }
  }
  const tapped = [...before, name], now = fitting(tapped);
  if (!now.length) {
    if (fitting([name]).length) { table.tapped = [name]; mark(); sayChosen(); return; }
    table.tapped = [];
    mark();
    why(before, name);
    return;
  }
  Object.assign(table, { tapped, risks: null });
  const whole = wholes(now, tapped), goesOn = now.some((it) => !ends(it, tapped));
  if (tapped.length === 1) {
    const quick = table.group !== null || open().every((it) => it.ways.some((way) => way.length === 1));
    if (quick && now.length === 1 && whole.length === 1 && now[0].ways.some((way) => way.length === 1)) { choose(now[0], tapped); return; }
  } else if (whole.length === 1 && (!goesOn || dropped)) {
    choose(whole[0], tapped);
    return;
  }
  mark();
  sayChosen();
}

// What costs the chooser a piece is shown first, and played by the second tap; so is everything for who likes that.
function choose(choice, tapped) {
  if ((!choice[5].length && !likes.confirm) || table.risks === choice) {
    const [from] = tapped, to = tapped.at(-1);
    if (table.data.stands[from] && from !== to) table.moves = { from, to: middle(to) };
    submit(choice[0]);
    // Words before the squares say that it is something else than a move: a pass, a steal.
    if (likes.brief && !choice[0].includes(" ")) endAfter(table.data.asked);
    return;
  }
  Object.assign(table, { tapped, risks: choice });
  mark();
  announce(labelOf(choice) + ", " + choice[2]);
}

function sayChosen() {
  const now = fitting(table.tapped), next = [...targets(now)];
  announce(table.tapped.join(", then ") + " chosen" + (next.length ? "; it can go to " + next.join(" ") : ""));
}

// Says why something can't be done, as typing it would.
function why(before, name) {
  const { asked, stands } = table.data;
  const like = before.length || table.group !== null ? fitting(before)[0] : null;
  const at = like ? like[0].lastIndexOf(like.ways[0].at(-1)) : -1;
  if (!like && !stands[name]) { part(".says").replaceChildren(); announce(name + " is empty"); return; }
  // What is tapped otherwise than it is written has no such words.
  if (like && at < 0) { note(part(".prompt").textContent.trim()); return; }
  submit(like ? like[0].slice(0, at) + name : name);
}

function submit(words) {
  const { asked } = table.data;
  Object.assign(table, { tapped: [], aim: null, risks: null });
  mark();
  send({ do: asked.at + "|" + asked.who + "|" + asked.before + " " + words });
}

// Ends a turn for who likes that, if it goes on after its move.
async function endAfter(before) {
  await sent;
  const now = table.data.asked;
  if (now?.ends && now.who === before.who && parseInt(now.at) === parseInt(before.at) + 1) submit(now.ends);
}

function targets(now) {
  const out = new Set();
  for (const choice of now) {
    for (const way of choice.ways) {
      if (!table.tapped.length) { out.add(way[0]); continue; }
      if (!follows(way, table.tapped)) continue;
      let at = 0;
      for (const square of table.tapped) at = way.indexOf(square, at) + 1;
      if (at < way.length) { out.add(way[at]); out.add(way.at(-1)); }
    }
  }
  return out;
}

// ---- pointers

const drop = () => { table.held = null; mark(); };
function down(event) {
  // A second finger lets go of what the first one holds.
  if (!event.isPrimary) { drop(); return; }
  if (event.button) return;
  part(".moving")?.remove();
  table.plays = false;
  document.activeElement.blur();
  event.currentTarget.setPointerCapture(event.pointerId);
  const at = pixel(event);
  table.held = { from: at, now: at, far: false, client: [event.clientX, event.clientY] };
  if (table.data.court) {
    const coin = placeAt(at) ? null : coinAt(at);
    if (coin) startAim(coin);
    table.held.coin = Boolean(coin);
  }
  event.preventDefault();
}

function drag(event) {
  const { held } = table;
  if (!held) return;
  held.now = pixel(event);
  const moved = Math.hypot(held.now[0] - held.from[0], held.now[1] - held.from[1]);
  if (table.data.court) {
    if (table.aim && (held.coin ? moved > 12 : true)) { held.far = true; aimAt(held.now, held.coin); }
    return;
  }
  if (!held.far && moved > table.data.squares.size * 0.45) {
    held.far = true;
    const { name } = squareAt(held.from);
    if (name && table.tapped.at(-1) !== name && fitting([name]).length) { table.tapped = [name]; }
    held.pans = table.view && table.tapped.at(-1) !== name && [...table.view];
  }
  if (held.pans) {
    // A part of a small board is drawn along.
    const { width } = event.currentTarget.getBoundingClientRect(), [, , wide] = table.data.part;
    table.view = held.pans.map((corner, at) => corner - ([event.clientX, event.clientY][at] - held.client[at]) * wide / width);
  }
  if (held.far) mark();
}

function up(event) {
  const { held } = table;
  table.held = null;
  if (!held) return;
  const at = pixel(event);
  if (table.data.court) {
    const place = !held.far && placeAt(at);
    if (place) tap(place);
    else if (held.coin && !held.far) aimFirst();
    else if (table.aim && !held.far) aimAt(at, false);
    return;
  }
  const spot = squareAt(at);
  table.at = spot.index < 0 ? table.at : spot.index;
  if (held.pans) return;
  const edge = edgeAt(spot);
  if (!held.far && edge) { for (const name of edge) tap(name); return; }
  const name = held.far ? spot.name : nearest(spot, at);
  if (!name) { letGo(); return; }
  if (held.far && squareAt(held.from).name === name) { mark(); return; }
  tap(name, held.far);
}

// A finger means the nearest square that can be chosen, if it is hardly beside it.
function nearest(spot, at) {
  const wanted = targets(fitting(table.tapped)), { size } = table.data.squares;
  if (wanted.has(spot.name) || fitting([spot.name]).length) return spot.name;
  let best = spot.name, least = size * 0.75;
  for (const name of wanted) {
    const [x, y] = middle(name), far = Math.hypot(x - at[0], y - at[1]);
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

// The two squares beside the edge that was touched, if an edge can be chosen there.
function edgeAt({ column, row, index }) {
  if (index < 0 || !open().some((it) => it[0].includes("/"))) return null;
  const { across } = table.data.squares, [right, low] = [column % 1, row % 1];
  const sides = [[right, -1], [1 - right, 1], [low, -across], [1 - low, across]].sort((one, other) => one[0] - other[0]);
  const [far, step] = sides[0], one = names()[index], other = names()[index + step];
  if (far > 0.25 || !one || !other) return null;
  for (const pair of [[one, other], [other, one]]) if (fitting([...table.tapped, ...pair]).some((it) => it[0].includes(pair.join("/")))) return pair;
  return null;
}

// ---- keys

function keyed(event) {
  if (isHeld(event)) return;
  const done = table.data.court ? courtKey(event) : squareKey(event);
  if (done) event.preventDefault();
}

function squareKey(event) {
  const { across } = table.data.squares;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
  if (step) {
    let next = table.at + step;
    const inside = () => next >= 0 && next < names().length && (Math.abs(step) > 1 || Math.floor(next / across) === Math.floor(table.at / across));
    while (inside() && !names()[next]) next += step;
    if (inside()) table.at = next;
    tellSquare();
    mark();
  } else if (event.key === "Enter" || event.key === " ") {
    if (names()[table.at]) tap(names()[table.at]);
  } else if (event.key === "Escape") {
    letGo();
  } else return false;
  return true;
}

function tellSquare() {
  const name = names()[table.at], stands = table.data.stands[name] ?? "empty";
  const then = table.tapped.length ? fitting([...table.tapped, name]) : fitting([name]);
  const can = !then.length ? "" : table.tapped.length ? ": " + (then.length === 1 ? labelOf(then[0]) + (then[0][2] ? ", " + then[0][2] : "") : then.length + " ways")
    : ": " + then.length + (then.length === 1 ? " choice" : " choices");
  announce(name + ", " + stands + can);
}

// ---- coins that are aimed

const coins = () => table.data.asked?.coins ?? [];
function coinAt([x, y]) {
  const far = (coin) => Math.hypot(coin.at[0] - x, coin.at[1] - y);
  const [best] = [...coins()].sort((one, other) => far(one) - far(other));
  return best && far(best) < table.data.court.wide ? best : null;
}
// The places where a coin can be put: those of the button that was pressed, or all if nothing is to be aimed.
const places = () => (table.group === null && coins().length ? [] : [...targets(open())]);
// What the arrow keys walk over: those places, or the coins.
const walked = () => (places().length ? places().map((name) => ({ name, at: middle(name) })) : table.data.court.lying);
function placeAt([x, y]) {
  const far = (place) => { const [right, low] = middle(place); return Math.hypot(right - x, low - y); };
  const [best] = places().sort((one, other) => far(one) - far(other));
  return best && far(best) < table.data.court.wide * 1.2 ? best : null;
}
function startAim(coin) {
  if (table.aim?.coin === coin) return;
  table.aim = { coin, power: 50, shown: null };
  announce(coin.name + " chosen");
  mark();
}
const FULL = 520;
function aimAt(at, pulls) {
  const { aim } = table;
  if (pulls) aim.power = Math.max(1, Math.min(100, Math.round(100 * Math.hypot(at[0] - aim.coin.at[0], at[1] - aim.coin.at[1]) / FULL)));
  aim.pointer = at;
  tryAim({ x: at[0], y: at[1] });
}
const aimFirst = () => tryAim({});
async function tryAim(where) {
  const { aim } = table;
  aim.wanted = { coin: aim.coin.says, power: String(aim.power), ...where };
  mark();
  if (aim.busy) return;
  aim.busy = true;
  while (aim.wanted && table.aim === aim) {
    const query = new URLSearchParams(aim.wanted);
    aim.wanted = null;
    const answer = await fetch(table.data.aims + "&" + query).catch(() => null);
    if (answer?.ok) aim.shown = await answer.json();
    else { table.aim = null; note("That aim didn’t get through. Load the page again."); mark(); }
    if (table.aim === aim) { mark(); announce(aim.shown?.says || aim.shown?.refused || ""); }
  }
  aim.busy = false;
}
function turn(degrees, harder) {
  const { aim } = table;
  if (!aim?.shown?.words) return;
  aim.power = Math.max(1, Math.min(100, aim.power + harder));
  aim.pointer = null;
  const heading = ((aim.shown.heading + degrees) % 360 + 360) % 360;
  aim.shown.heading = heading;
  tryAim({ heading: heading.toFixed(1) });
}
function courtKey(event) {
  const fine = event.shiftKey ? 0.1 : 1, { aim } = table;
  const step = { ArrowLeft: [-fine, 0], ArrowRight: [fine, 0], ArrowUp: [0, event.shiftKey ? 1 : 5], ArrowDown: [0, event.shiftKey ? -1 : -5] }[event.key];
  if (aim?.shown?.words && step) turn(...step);
  else if (step) {
    const all = walked();
    table.at = ((table.at + (event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1)) % all.length + all.length) % all.length;
    const { name } = all[table.at], own = coins().some((it) => it.name === name);
    announce(places().length ? fitting([name]).map(labelOf).join(", ") : name + (own ? ": Enter aims it" : ""));
    mark();
  } else if (event.key === "Enter" || event.key === " ") {
    if (places().length) { if (walked()[table.at]) tap(walked()[table.at].name); return true; }
    const coin = coins().find((it) => it.name === table.data.court.lying[table.at]?.name);
    if (aim?.shown?.words) submit(aim.shown.words);
    else if (coin) { startAim(coin); aimFirst(); } else announce("This coin isn’t yours to flick now");
  } else if (event.key === "Escape") letGo(); else return false;
  return true;
}

// ---- what is seen of all that

function draw(kind, attributes, text) {
  const it = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  if (text) it.textContent = text;
  return it;
}

function mark() {
  const hits = part(".hits");
  if (!hits) return;
  const marks = [], walks = document.activeElement === hits && document.body.classList.contains("keys");
  if (table.data.squares) squareMarks(marks, walks);
  if (table.data.court) courtMarks(marks, walks);
  hits.firstChild.replaceChildren(...marks);
  zoom();
  tray();
}

function squareMarks(marks, walks) {
  const { size } = table.data.squares, now = fitting(table.tapped);
  const box = (name, kind) => { const [x, y] = middle(name); marks.push(draw("rect", { class: kind, x: x - size / 2 + 2, y: y - size / 2 + 2, width: size - 4, height: size - 4, rx: 4 })); };
  if (table.tapped.length || table.group !== null) {
    for (const name of targets(now)) {
      const [x, y] = middle(name), does = now.some((it) => it[2] && it.ways.some((way) => way.at(-1) === name));
      marks.push(draw("circle", { class: does ? "target does" : "target", cx: x, cy: y, r: size * 0.2 }));
    }
  }
  if (table.advised && !table.tapped.length) marks.push(draw("polyline", { class: "advised", points: table.advised.map(middle).join(" ") }), draw("circle", { class: "advised end", cx: middle(table.advised.at(-1))[0], cy: middle(table.advised.at(-1))[1], r: size * 0.15 }));
  for (const name of table.tapped) box(name, "chosen");
  for (const name of table.risks?.[5] ?? []) box(name, "lost");
  for (const name of table.ahead) box(name, "ahead");
  if (walks && names()[table.at]) box(names()[table.at], "cursor");
  const drags = table.held?.far && !table.held.pans && table.tapped.length;
  const moves = drags ? { from: table.tapped[0], to: table.held.now } : table.moves;
  if (moves) carryPiece(marks, moves);
}

// Draws the piece of a square elsewhere: it is cut out of the picture of the board.
function carryPiece(marks, { from, to }) {
  const [x, y] = middle(from), { size } = table.data.squares, [left, top, width, height] = table.data.part;
  const cut = draw("clipPath", { id: "piece" }), piece = draw("g", { transform: `translate(${to[0] - x} ${to[1] - y})` });
  cut.append(draw("circle", { cx: x, cy: y, r: size * 0.46 }));
  piece.append(draw("image", { href: part("img.of-board").currentSrc, x: left, y: top, width, height, "clip-path": "url(#piece)" }));
  marks.push(draw("circle", { class: "gone", cx: x, cy: y, r: size * 0.46 }), cut, piece);
}

// The least that a square should measure for a finger, in pixels of the screen.
const FINGER = 32;
// A small board is drawn larger around what is chosen, so that a finger finds its squares.
function zoom() {
  const board = part(".board"), { part: [, , wide, high], squares } = table.data;
  const { width } = board.getBoundingClientRect(), scale = squares ? FINGER * wide / (squares.size * width) : 1;
  if (scale <= 1 || !table.tapped.length) table.view = null;
  else {
    const shown = [wide / scale, high / scale], spots = [...table.tapped, ...targets(fitting(table.tapped))].map(middle);
    const [chosen] = spots.slice(table.tapped.length - 1);
    table.view = shown.map((room, at) => {
      const all = spots.map((spot) => spot[at]), least = Math.min(...all), most = Math.max(...all);
      const corner = table.view?.[at] ?? (most - least + squares.size <= room ? (least + most) / 2 : chosen[at]) - room / 2;
      return Math.max(0, Math.min([wide, high][at] - room, corner));
    });
  }
  const [left, top] = table.view ?? [];
  for (const it of board.children) it.style.transform = table.view ? `scale(${scale}) translate(${-left * width / wide}px, ${-top * width / wide}px)` : "";
}

function courtMarks(marks, walks) {
  const { wide } = table.data.court, ring = (at, kind) => marks.push(draw("circle", { class: kind, cx: at[0], cy: at[1], r: wide / 2 + 4 }));
  if (table.group === null) for (const coin of coins()) ring(coin.at, "mine");
  for (const place of places()) marks.push(draw("circle", { class: "target", cx: middle(place)[0], cy: middle(place)[1], r: wide * 0.4 }));
  if (walks && walked()[table.at]) ring(walked()[table.at].at, "cursor");
  const { aim } = table;
  if (!aim) return;
  ring(aim.coin.at, "chosen");
  const { shown } = aim;
  if (shown?.from) {
    marks.push(draw("line", { class: "way", x1: shown.from[0], y1: shown.from[1], x2: shown.to[0], y2: shown.to[1] }));
    marks.push(draw("circle", { class: "ghost", cx: shown.to[0], cy: shown.to[1], r: wide / 2 }));
    if (shown.hits) ring(shown.hits, "struck");
    marks.push(draw("text", { class: "power", x: shown.to[0] + wide * 0.7, y: shown.to[1] }, "power " + aim.power));
  }
}

function button(words, press, kind, small) {
  const it = make("button", words, { type: "button", className: kind || "" });
  if (small) it.append(make("small", small));
  it.addEventListener("click", press);
  return it;
}

function tray() {
  const tray = part(".tray");
  if (!tray) return;
  const { aim, tapped } = table, now = tapped.length ? fitting(tapped) : [];
  const key = aim ? "aim " + aim.coin.name + JSON.stringify(aim.shown) : tapped.join(" ") + "|" + table.group + "|" + coins().length + "|" + table.risks?.[0];
  // The same buttons stay: one that goes away while it is pressed isn’t pressed at all.
  if (tray.dataset.key === key) return;
  tray.dataset.key = key;
  if (aim?.shown) {
    const says = make("p", aim.shown.says || aim.shown.refused);
    const flick = aim.shown.words ? [button("Flick " + aim.coin.name + ": " + aim.shown.heading + "°, power " + aim.power, () => submit(table.aim.shown.words), "main"),
      button("◀ 1°", () => turn(-1, 0)), button("1° ▶", () => turn(1, 0)), button("Softer", () => turn(0, -5)), button("Harder", () => turn(0, 5))] : [];
    tray.replaceChildren(...flick, button("Cancel", () => { table.aim = null; mark(); }), says);
    return;
  }
  if (!aim && coins().length && table.group === null) {
    tray.replaceChildren(make("p", "Drag from a coin with a dashed ring towards where it should go: the farther, the harder. Nothing moves before you press Flick."));
    return;
  }
  if (!tapped.length && (table.group !== null || (table.data.court && places().length))) {
    tray.replaceChildren(make("p", (part("[aria-pressed=true]")?.dataset.asks ?? "") + " Tap a marked square."));
    return;
  }
  const whole = wholes(now, tapped).slice(0, 10);
  const does = make("ul", "", { className: "does" });
  for (const choice of now.filter((it) => it[2] && !whole.includes(it)).slice(0, 8)) does.append(make("li", labelOf(choice) + ": " + choice[2]));
  tray.replaceChildren(...whole.map((it) => button(labelOf(it), () => submit(it[0]), it[5].length ? "grave" : "", it[2])), ...(does.children.length ? [does] : []));
}

// ---- typing and names

// A file goes with one command alone.
line.addEventListener("input", () => { fileField.closest("label").hidden = !/^import\b/i.test(line.value.trim()); });
// A name is the browser's for days, and each tab may speak under another one, or under none: for all who share the screen.
function speakAs(name) {
  nameField.value = name;
  if (own) own.value = name || own.value;
  sessionStorage.setItem("name", name);
  if (name) localStorage.setItem("name", name);
  if (name !== heard) { heard = name; listen(); }
  history.replaceState(null, "", address());
}
async function takeName(field) {
  tried = field;
  if (!field.value.trim()) { speakAs(""); await refresh(); return; }
  await send({ name: field.value });
}
for (const field of [nameField, own]) field?.addEventListener("change", () => takeName(field));

let typing = 0;
// A player's own page completes nothing.
if (nameField.type !== "hidden") line.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(async () => {
    const query = new URLSearchParams({ name: nameField.value.trim(), line: line.value });
    const answer = await fetch("completions?" + query).catch(() => null);
    if (!answer || !answer.ok) return;
    byId("completions").replaceChildren(...(await answer.json()).map((it) => new Option(it, it)));
  }, 80);
});

if (log) {
  const area = log.closest("main"), newer = byId("newer");
  newer.addEventListener("click", () => last());
  // The end stays in sight, also when a picture comes late. Who reads further up isn't taken away from it.
  let top = 0;
  table.spoke = true;
  area.addEventListener("scroll", () => {
    if (area.scrollHeight - area.scrollTop - area.clientHeight < 80) table.spoke = newer.hidden = true;
    else if (area.scrollTop < top) table.spoke = false;
    top = area.scrollTop;
  });
  new ResizeObserver(() => { if (table.spoke) last("instant"); else newer.hidden = false; }).observe(log);
}
document.title = document.body.dataset.title || document.title;
// The first page has a field for the name already.
if (own) nameField.closest("label").hidden = true;
// What was chosen last stays.
for (const select of document.querySelectorAll("select")) {
  const chosen = sessionStorage.getItem(select.name);
  if ([...select.options].some((it) => it.value === chosen)) select.value = chosen;
}
// Who spoke here before counts more than an address.
const known = nameField.type === "hidden" ? null : sessionStorage.getItem("name") ?? localStorage.getItem("name");
if (known && !nameField.value) {
  nameField.value = known;
  history.replaceState(null, "", address());
  refresh();
}
// At one screen nobody has a name; who had one before is offered it.
if (own && !own.value) own.value = nameField.value = known || (localStorage.getItem("name") ?? "");
part("details.list:not([data-begins])")?.removeAttribute("open");
dress(false);
liked();
showLinks();
if ((likes.near || likes.bare) && pane()?.dataset.step) refresh();
