// The room while it is open: sends what is pressed, clicked and typed, and shows what comes of it. Without this script the page
// works all the same; it is then loaded again after each press.
"use strict";

const byId = (id) => document.getElementById(id);
const log = byId("log"), form = byId("say"), nameField = byId("name"), line = byId("words"), fileField = byId("file");
// What may be said now, one for each match: { match, game, who, name, at, words }.
let choices = [];

// Who spoke here before counts more than an address.
nameField.value = sessionStorage.getItem("name") || nameField.value;
if (log.children.length) document.querySelector(".start").open = false;

const announce = (words) => { byId("spoken").textContent = words; };

async function send(fields) {
  const body = new URLSearchParams({ name: nameField.value, ...fields, quiet: "1" });
  const answer = await fetch("say", { method: "POST", body }).catch(() => null);
  if (!answer || !answer.ok) announce("That did not get through. Is the room still open?");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const pressed = event.submitter;
  sessionStorage.setItem("name", nameField.value);
  if (pressed && pressed.name) {
    await send({ [pressed.name]: pressed.value });
    return;
  }
  const [file] = fileField.files;
  const fields = { words: line.value };
  if (file) fields.file = await file.text();
  fileField.value = "";
  line.value = "";
  fileField.closest("label").hidden = true;
  await send(fields);
});

// ---- the log

const events = new EventSource("events?after=" + log.dataset.number);
events.addEventListener("message", (event) => {
  const change = JSON.parse(event.data);
  if (change.again) { location.reload(); return; }
  const holder = document.createElement("template");
  holder.innerHTML = change.html;
  const piece = holder.content.firstElementChild;
  const before = byId(change.id);
  const focused = log.contains(document.activeElement);
  if (before) {
    const open = before.querySelector("details.film");
    before.replaceWith(piece);
    const film = piece.querySelector("details.film");
    if (open && film) film.open = open.open;
  } else {
    log.append(piece);
    document.querySelector(".start").open = false;
  }
  dress(piece);
  const news = piece.querySelector(".board, .menu") || !before;
  if (news) {
    piece.scrollIntoView({ block: "end", behavior: "auto" });
    if (focused) (piece.querySelector(".squares, .menu button") || line).focus({ preventScroll: true });
  }
  // How far the log has come.
  log.dataset.number = event.lastEventId;
  refresh();
});

let waiting = 0;
function refresh() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const answer = await fetch("choices?name=" + encodeURIComponent(nameField.value.trim())).catch(() => null);
    choices = answer && answer.ok ? await answer.json() : [];
    for (const board of document.querySelectorAll(".board[data-match]")) mark(board);
    entitle();
    // For whoever waits until the page has settled.
    document.body.dataset.choices = choices.map((it) => it.match + "@" + it.at).join(" ");
  }, 60);
}
// The title of the tab says whose turn it is, for those who look at another tab.
const usual = document.title;
function entitle() {
  const [first] = choices;
  if (!first) { document.title = usual; return; }
  const more = new Set(choices.map((it) => it.match)).size - 1;
  const said = nameField.value.trim() ? "Your turn" : first.name + "'s turn";
  document.title = "\u25cf " + said + ": " + first.game + " #" + first.match + (more ? " and " + more + " more" : "");
}

// A file goes with one command alone.
line.addEventListener("input", () => { fileField.closest("label").hidden = !/^import\b/i.test(line.value.trim()); });
nameField.addEventListener("change", () => { sessionStorage.setItem("name", nameField.value); refresh(); });

let typing = 0;
function complete() {
  clearTimeout(typing);
  typing = setTimeout(async () => {
    const asked = new URLSearchParams({ name: nameField.value.trim(), line: line.value });
    const answer = await fetch("completions?" + asked).catch(() => null);
    if (!answer || !answer.ok) return;
    byId("completions").replaceChildren(...(await answer.json()).map((it) => new Option(it, it)));
  }, 80);
}
line.addEventListener("input", complete);

// ---- the board: a piece, then its target, by pointer or by keyboard

const squaresOf = (words) => words.match(/[a-z]\d{1,2}(?!\d)/g) || [];
const choiceFor = (board) => choices.find((it) => String(it.match) === board.dataset.match);

// Words in which the squares that were chosen come first, in this order; some in between may be left out.
function fitting(words, path) {
  return words.filter((say) => {
    const squares = squaresOf(say);
    let at = 0;
    for (const square of path) {
      at = squares.indexOf(square, at) + 1;
      if (!at) return false;
    }
    return squares[0] === path[0];
  });
}

function dress(piece) {
  const board = piece.querySelector(".board[data-squares]");
  if (!board) return;
  const [width, height, x, y, size, across] = board.dataset.lie.split(" ").map(Number);
  const names = board.dataset.squares.split(" ");
  const down = Math.ceil(names.length / across);
  const field = document.createElement("div");
  field.className = "squares";
  field.tabIndex = 0;
  field.setAttribute("role", "application");
  field.setAttribute("aria-label", "Squares of the board: arrow keys walk, Enter chooses a piece and then its target, Escape lets it go");
  const percent = (part, whole) => (100 * part) / whole + "%";
  Object.assign(field.style, { left: percent(x, width), top: percent(y, height), width: percent(across * size, width), height: percent(down * size, height) });
  const state = { names, across, down, at: names.indexOf(names.find((it) => it !== "-")), path: [], field };
  board.state = state;
  // On a narrow screen the squares have its whole width, and each at least a fourteenth; the rest is a swipe away.
  const picture = document.createElement("div");
  picture.className = "picture";
  picture.style.setProperty("--wider", Math.max(width / Math.min(width, 2 * x + across * size), width / (14 * size)));
  picture.append(...board.childNodes, field);
  board.append(picture);
  const tray = document.createElement("div");
  tray.className = "tray menu";
  tray.setAttribute("role", "group");
  tray.setAttribute("aria-label", "Moves of what was chosen");
  board.after(tray);
  board.tray = tray;
  field.addEventListener("click", (event) => {
    const box = field.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * across);
    const row = Math.floor(((event.clientY - box.top) / box.height) * down);
    choose(board, Math.min(across - 1, column) + across * Math.min(down - 1, row));
  });
  field.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
    if (step) {
      const column = state.at % across, next = state.at + step;
      const leaves = next < 0 || next >= names.length || (Math.abs(step) === 1 && Math.abs((next % across) - column) !== 1);
      if (!leaves) state.at = next;
      const choice = choiceFor(board);
      const words = choice ? fitting(choice.words, [...state.path, names[state.at]]) : [];
      announce(names[state.at] + (words.length ? ": " + (words.length === 1 ? words[0] : words.length + " moves") : ""));
      mark(board);
    } else if (event.key === "Enter" || event.key === " ") {
      choose(board, state.at);
    } else if (event.key === "Escape") {
      state.path = [];
      mark(board);
    } else {
      return;
    }
    event.preventDefault();
  });
  field.addEventListener("focus", () => mark(board));
  field.addEventListener("blur", () => mark(board));
  mark(board);
}

function choose(board, index) {
  const { state } = board;
  const choice = choiceFor(board);
  const square = state.names[index];
  state.at = index;
  if (!choice || square === "-") { announce(choice ? "" : "Nobody who speaks here is asked now."); return; }
  const path = [...state.path, square];
  const words = fitting(choice.words, path);
  if (path.length > 1 && words.length === 1) {
    play(board, choice, words[0]);
    return;
  }
  // Another piece instead, or nothing.
  const anew = fitting(choice.words, [square]);
  state.path = words.length && square !== state.path[0] ? path : anew.length && state.path[0] !== square ? [square] : [];
  announce(state.path.length ? state.path.join(", then ") + " chosen" : "Nothing can be done from " + square);
  mark(board);
}

function play(board, choice, words) {
  board.state.path = [];
  mark(board);
  send({ name: nameField.value.trim() || choice.who, words: "play #" + choice.match + " " + words, at: choice.at });
}

// Shows where the keyboard is, what was chosen, and where it may go.
function mark(board) {
  const { state } = board;
  if (!state) return;
  const { names, across, down, field } = state;
  const choice = choiceFor(board);
  const words = choice && state.path.length ? fitting(choice.words, state.path) : [];
  const targets = new Set(words.flatMap((it) => squaresOf(it).slice(state.path.length)));
  const spots = [];
  const put = (name, kind) => {
    const index = names.indexOf(name);
    if (index < 0) return;
    const spot = document.createElement("span");
    spot.className = kind;
    Object.assign(spot.style, { left: (100 * (index % across)) / across + "%", top: (100 * Math.floor(index / across)) / down + "%", width: 100 / across + "%", height: 100 / down + "%" });
    spots.push(spot);
  };
  targets.forEach((it) => put(it, "target"));
  state.path.forEach((it) => put(it, "chosen"));
  if (document.activeElement === field && field.matches(":focus-visible")) put(names[state.at], "cursor");
  field.replaceChildren(...spots);
  const few = words.length <= 12 ? words : [];
  // The same buttons stay the same ones: one that goes away while it is pressed is not pressed at all.
  const key = choice ? choice.at + " " + few.join(", ") : "";
  if (board.tray.dataset.key === key) return;
  board.tray.dataset.key = key;
  board.tray.replaceChildren(...few.map((say) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say;
    button.addEventListener("click", () => play(board, choice, say));
    return button;
  }));
}

for (const piece of log.children) dress(piece);
log.lastElementChild?.scrollIntoView({ block: "end" });
refresh();
