// The pages of the room while they are open: a board to play on, what others do, and what is typed. Without this script every page
// works all the same; it is then loaded again after each press.
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
// A name however it is written.
const handle = (name) => name.trim().replace(/^@+/, "").toLowerCase().split(/\s+/).join("_");

// ---- what is sent

// One after the other: the first gives the browser its key.
let sent = Promise.resolve(), sending = 0;
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
  if (!answer || !answer.ok) { note("That didn’t get through. Is the room still open?"); return; }
  const came = await answer.json();
  // The room says whose name this browser speaks under; one that it refused goes.
  if (to === "say" && nameField.type !== "hidden") speakAs(came.name ?? "");
  if (came.go && (!pane() || place(came.go) !== place(location.href))) { location.assign(came.go); return; }
  say(came.html);
  await refresh();
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
  if (filled.matches(".who")) for (const field of ["level", "length"]) sessionStorage.setItem(field, filled.elements.namedItem(field).value);
  if (!filled.matches("#say, .who, .pair")) return;
  event.preventDefault();
  // The Enter key in the field for the name takes the name, and nothing else.
  if (filled === form && document.activeElement === nameField && (!pressed || pressed.matches(".first"))) return;
  if (filled.matches(".who") && !pressed?.name) { await takeName(own.value); return; }
  if (filled !== form) { await send(Object.fromEntries(new FormData(filled, pressed)), filled.getAttribute("action")); return; }
  if (pressed && pressed.name) { await send({ [pressed.name]: pressed.value }); return; }
  const [file] = fileField.files;
  const fields = { words: line.value };
  if (file) fields.file = await file.text();
  fileField.value = line.value = "";
  fileField.closest("label").hidden = true;
  await send(fields);
});

// Shows what was answered beside the board; in the log it stands already.
function say(html) {
  const says = document.querySelector(".says");
  if (!says || !html) return;
  says.innerHTML = html;
  // In the talk advice is covered from the other side; here it was asked for.
  for (const cover of says.querySelectorAll(".advice > details")) cover.open = true;
  says.dataset.own = "1";
  // A choice that was advised is drawn on the board.
  const advised = [...says.querySelectorAll(".advice code")].map((it) => open().find((choice) => choice[0] === it.textContent)).find(Boolean);
  table.advised = advised ? advised.ways.reduce((one, other) => (other.length > one.length ? other : one)) : null;
  mark();
  says.scrollIntoView({ block: "nearest" });
}
const note = (words) => { const p = document.createElement("p"); p.textContent = words; say(p.outerHTML); announce(words); };

// ---- what comes

let events, heard = nameField.value;
// The room knows a browser by its key, so it is asked anew once a name has been taken.
function listen() {
  events?.close();
  events = new EventSource("events?after=" + document.body.dataset.number + "&of=" + (pane()?.dataset.of ?? ""));
  events.addEventListener("message", hear);
}
function hear(event) {
  const change = JSON.parse(event.data);
  if (change.again) { location.reload(); return; }
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

// Puts news into the log. Who reads further up isn't taken away from it.
function tell(change) {
  const piece = pieceOf(change.html), before = byId(change.id), area = log.closest("main");
  const low = table.spoke || area.scrollHeight - area.scrollTop - area.clientHeight < 80;
  if (before) before.replaceWith(piece); else log.append(piece);
  if (low) piece.scrollIntoView({ block: "end" });
  else byId("newer").hidden = false;
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
  swap(".mine", page, (old, fresh) => { fresh.open = old.open; });
  swap("section.own", page);
  if (next && pane()) exchange(page.adoptNode(next));
  document.body.dataset.number = page.body.dataset.number;
}

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
    if (other) other.open = Boolean(one?.open) && (same || kind === "more");
  }
  const focused = old.contains(document.activeElement) ? focusName(document.activeElement) : null;
  const { tapped, group, aim, advised } = table;
  old.replaceWith(fresh);
  dress(!same);
  if (same) { Object.assign(table, { tapped, group, aim, advised }); mark(); }
  if (focused) (fresh.querySelector(focused) || fresh.querySelector(".hits") || line).focus({ preventScroll: true });
}
const shape = (it) => [it.dataset.at, it.querySelector(".data").textContent, it.querySelector("img.of-board").src, it.querySelector(".news")?.textContent, ...[...it.querySelectorAll(".prompt, .plates, .cover, .question, .buttons, details.list")].map((part) => part.textContent)].join("\n");
const focusName = (it) => (it.value && it.name ? `[name="${it.name}"][value="${CSS.escape(it.value)}"]` : ".hits");

function address() {
  const url = new URL(location.href);
  if (nameField.value.trim()) url.searchParams.set("name", nameField.value.trim());
  else url.searchParams.delete("name");
  url.hash = "";
  return url.href;
}

// ---- the board

const SVG = "http://www.w3.org/2000/svg";
// What is chosen so far: the squares, what kind of choice, and an aim; and the squares of a choice that was advised.
const table = { data: null, tapped: [], group: null, at: 0, aim: null, advised: null, spoke: false };

function dress(moved) {
  const board = pane()?.querySelector(".board");
  if (!board) return;
  const data = JSON.parse(pane().querySelector(".data").textContent);
  const asks = data.asked;
  for (const choice of asks?.choices ?? []) choice.ways = choice[3].split("|").map((way) => way.split(" "));
  Object.assign(table, { data, tapped: [], group: null, aim: null, advised: null });
  for (const button of pane().querySelectorAll(".group")) {
    button.hidden = false;
    button.addEventListener("click", () => pickGroup(Number(button.dataset.group)));
  }
  const hits = document.createElement("div");
  hits.className = "hits";
  hits.tabIndex = 0;
  hits.setAttribute("role", "application");
  hits.setAttribute("aria-label", "The board. Arrow keys walk, Enter chooses, Escape lets go.");
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", data.part.join(" "));
  drawing.setAttribute("aria-hidden", "true");
  hits.append(drawing);
  board.append(hits);
  hits.addEventListener("pointerdown", down);
  hits.addEventListener("pointermove", drag);
  hits.addEventListener("pointerup", up);
  hits.addEventListener("pointercancel", () => { table.held = null; mark(); });
  hits.addEventListener("keydown", keyed);
  hits.addEventListener("focus", mark);
  hits.addEventListener("blur", mark);
  if (data.squares && !data.squares.names[table.at]) table.at = data.squares.names.findIndex((it) => it);
  if (board.dataset.film) { if (moved && !calm.matches) play(board); else offerFilm(board); }
  mark();
  document.body.dataset.ready = pane().dataset.at;
}

function offerFilm(board) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "replay";
  button.textContent = "▶ Last step";
  button.addEventListener("click", () => { button.remove(); play(board); });
  pane().querySelector(".prompt").after(button);
}
// Plays the last step on the board itself.
function play(board) {
  const moving = new Image();
  moving.className = "moving";
  moving.alt = "";
  moving.src = board.dataset.film;
  moving.addEventListener("load", () => {
    const [, , wide, high] = table.data.part;
    Object.assign(moving.style, { width: 100 * moving.naturalWidth / wide + "%", height: 100 * moving.naturalHeight / high + "%" });
    board.querySelector("picture").after(moving);
    setTimeout(() => { moving.remove(); if (board.isConnected && !pane().querySelector(".replay")) offerFilm(board); }, Number(board.dataset.lasts));
  });
}

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
const labelOf = (choice) => choice[1] || choice[0];

function pickGroup(group) {
  table.group = table.group === group ? null : group;
  table.tapped = [];
  for (const button of pane().querySelectorAll(".group")) button.setAttribute("aria-pressed", String(Number(button.dataset.group) === table.group));
  mark();
}

// A square was chosen, by a tap, by a key, or because a piece was dropped there.
function tap(name, dropped) {
  const { data } = table;
  if (!data.asked) { note(pane().querySelector(".prompt").textContent.trim() || "Nobody is asked now."); return; }
  // Of a single piece that may move, the targets are marked already.
  const starts = new Set(open().flatMap((it) => it.ways.filter((way) => way.length > 1).map((way) => way[0])));
  if (!table.tapped.length && starts.size === 1 && !fitting([name]).length && fitting([...starts, name]).length) table.tapped = [...starts];
  const before = table.tapped;
  if (before.length === 1 && before[0] === name) {
    const single = fitting(before).filter((it) => it.ways.some((way) => way.length === 1));
    if (single.length === 1) { submit(single[0][0]); return; }
    table.tapped = [];
    mark();
    return;
  }
  if (before.length > 1 && before.at(-1) === name) {
    const whole = fitting(before).filter((it) => ends(it, before));
    if (whole.length === 1) { submit(whole[0][0]); return; }
  }
  const tapped = [...before, name], now = fitting(tapped);
  if (!now.length) {
    if (fitting([name]).length) { table.tapped = [name]; mark(); sayChosen(); return; }
    table.tapped = [];
    mark();
    why(before, name);
    return;
  }
  table.tapped = tapped;
  const whole = now.filter((it) => ends(it, tapped));
  if (tapped.length === 1) {
    const quick = table.group !== null || open().every((it) => it.ways.some((way) => way.length === 1));
    if (quick && now.length === 1 && whole.length === 1 && now[0].ways.some((way) => way.length === 1)) { submit(now[0][0]); return; }
  } else if (whole.length === 1 && (now.length === 1 || dropped)) {
    submit(whole[0][0]);
    return;
  }
  mark();
  sayChosen();
}

function sayChosen() {
  const now = fitting(table.tapped), next = [...targets(now)];
  announce(table.tapped.join(", then ") + " chosen" + (next.length ? "; it can go to " + next.join(" ") : ""));
}

// Says why something can't be done, as typing it would.
function why(before, name) {
  const { asked, stands } = table.data;
  const like = before.length || table.group !== null ? fitting(before)[0] : null;
  const words = like ? like[0].replace(/[a-zA-Z]\d+(?!.*[a-zA-Z]\d)/, name) : name;
  if (!like && !stands[name]) { announce(name + " is empty"); return; }
  send({ do: asked.at + "|" + asked.who + "|" + (like ? asked.before + " " + words : asked.before + " " + name) });
}

function submit(words) {
  const { asked } = table.data;
  Object.assign(table, { tapped: [], aim: null });
  mark();
  send({ do: asked.at + "|" + asked.who + "|" + asked.before + " " + words });
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

function down(event) {
  if (event.button) return;
  pane().querySelector(".moving")?.remove();
  event.currentTarget.focus({ preventScroll: true });
  event.currentTarget.setPointerCapture(event.pointerId);
  const at = pixel(event);
  table.held = { from: at, now: at, far: false };
  if (table.data.court) {
    const coin = coinAt(at);
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
  }
  if (held.far) mark();
}

function up(event) {
  const { held } = table;
  table.held = null;
  if (!held) return;
  const at = pixel(event);
  if (table.data.court) {
    if (held.coin && !held.far) aimFirst();
    else if (table.aim && !held.far) aimAt(at, false);
    return;
  }
  const spot = squareAt(at);
  table.at = spot.index < 0 ? table.at : spot.index;
  const edge = edgeAt(spot);
  if (!held.far && edge) { for (const name of edge) tap(name); return; }
  const name = held.far ? spot.name : nearest(spot, at);
  if (!name) { table.tapped = []; mark(); return; }
  if (held.far && squareAt(held.from).name === name) { mark(); return; }
  tap(name, held.far);
}

// A finger means the nearest square that can be chosen, if it is hardly beside it.
function nearest(spot, at) {
  const wanted = targets(fitting(table.tapped)), { size } = table.data.squares;
  if (!table.tapped.length || wanted.has(spot.name) || fitting([spot.name]).length) return spot.name;
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
  if (event.altKey || event.ctrlKey || event.metaKey) return;
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
    Object.assign(table, { tapped: [] });
    announce("Let go");
    mark();
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
    else { table.aim = null; note("That aim didn’t get through. Load the page again; the position stays as it is."); mark(); }
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
    const all = table.data.court.lying;
    table.at = ((table.at + (event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1)) % all.length + all.length) % all.length;
    const coin = all[table.at], own = coins().find((it) => it.name === coin.name);
    announce(coin.name + (own ? ": Enter aims it" : ""));
    mark();
  } else if (event.key === "Enter" || event.key === " ") {
    const coin = coins().find((it) => it.name === table.data.court.lying[table.at]?.name);
    if (aim?.shown?.words) submit(aim.shown.words);
    else if (coin) { startAim(coin); aimFirst(); } else announce("This coin isn’t yours to flick now");
  } else if (event.key === "Escape") { table.aim = null; announce("Let go"); mark(); } else return false;
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
  const hits = pane()?.querySelector(".hits");
  if (!hits) return;
  const marks = [], walks = document.activeElement === hits && document.body.classList.contains("keys");
  if (table.data.squares) squareMarks(marks, walks);
  if (table.data.court) courtMarks(marks, walks);
  hits.firstChild.replaceChildren(...marks);
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
  if (walks && names()[table.at]) box(names()[table.at], "cursor");
  if (table.held?.far && table.tapped.length) {
    const [x, y] = middle(table.tapped.at(-1));
    marks.push(draw("line", { class: "pull", x1: x, y1: y, x2: table.held.now[0], y2: table.held.now[1] }));
  }
}

function courtMarks(marks, walks) {
  const { wide, lying } = table.data.court, ring = (at, kind) => marks.push(draw("circle", { class: kind, cx: at[0], cy: at[1], r: wide / 2 + 4 }));
  for (const coin of coins()) ring(coin.at, "mine");
  if (walks && lying[table.at]) ring(lying[table.at].at, "cursor");
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
  const it = document.createElement("button");
  it.type = "button";
  it.className = kind || "";
  it.textContent = words;
  if (small) it.append(Object.assign(document.createElement("small"), { textContent: small }));
  it.addEventListener("click", press);
  return it;
}

function tray() {
  const tray = pane().querySelector(".tray");
  if (!tray) return;
  const { aim, tapped } = table, now = tapped.length ? fitting(tapped) : [];
  const key = aim ? "aim " + aim.coin.name + JSON.stringify(aim.shown) : tapped.join(" ") + "|" + table.group + "|" + coins().length;
  // The same buttons stay: one that goes away while it is pressed isn’t pressed at all.
  if (tray.dataset.key === key) return;
  tray.dataset.key = key;
  if (aim?.shown) {
    const says = Object.assign(document.createElement("p"), { textContent: aim.shown.says || aim.shown.refused });
    const flick = aim.shown.words ? [button("Flick " + aim.coin.name + ": " + aim.shown.heading + "°, power " + aim.power, () => submit(table.aim.shown.words), "main"),
      button("◀ 1°", () => turn(-1, 0)), button("1° ▶", () => turn(1, 0)), button("Softer", () => turn(0, -5)), button("Harder", () => turn(0, 5))] : [];
    tray.replaceChildren(...flick, button("Cancel", () => { table.aim = null; mark(); }), says);
    return;
  }
  if (!aim && coins().length) {
    tray.replaceChildren(Object.assign(document.createElement("p"), { textContent: "Drag from a coin with a dashed ring towards where it should go: the farther, the harder. Nothing moves before you press Flick." }));
    return;
  }
  if (table.group !== null && !tapped.length) {
    tray.replaceChildren(Object.assign(document.createElement("p"), { textContent: "Now tap one of the marked squares." }));
    return;
  }
  const whole = now.filter((it) => ends(it, tapped)).slice(0, 10);
  const does = document.createElement("ul");
  does.className = "does";
  for (const choice of now.filter((it) => it[2] && !whole.includes(it)).slice(0, 8)) does.append(Object.assign(document.createElement("li"), { textContent: labelOf(choice) + ": " + choice[2] }));
  tray.replaceChildren(...whole.map((it) => button(labelOf(it), () => submit(it[0]), "", it[2])), ...(does.children.length ? [does] : []));
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
async function takeName(name) {
  if (!name.trim()) { speakAs(""); await refresh(); return; }
  await send({ name });
}
nameField.addEventListener("change", () => takeName(nameField.value));

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
  // What one said is followed by its answers, until one reads something else.
  let top = area.scrollTop;
  area.addEventListener("scroll", () => { if (area.scrollTop < top) table.spoke = false; top = area.scrollTop; if (area.scrollHeight - area.scrollTop - area.clientHeight < 80) newer.hidden = true; });
  last();
}
document.title = document.body.dataset.title || document.title;
// The first page has a field for the name already.
if (own) {
  nameField.closest("label").hidden = true;
  own.addEventListener("change", () => takeName(own.value));
}
// The level and the length that were chosen last stay.
for (const select of document.querySelectorAll(".who select")) {
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
pane()?.querySelector("details.list:not([data-begins])")?.removeAttribute("open");
dress(false);
