// Starts the program and a browser, and plays the way people do: with taps, drags and keys.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };
// Phones on their side, the smallest one, a desk at 200 %, a tablet, and both usual ones.
export const SIZES = [[740, 360], [667, 375], [568, 320], [320, 568], [640, 400], [768, 1024], [390, 844], [1280, 800]];
export const GAMES = ["trapdoor", "alien", "piecepack", "amtgard", "metasoccer", "draughts"];

// Starts the room in a new temporary folder, or in one of an earlier start.
export async function server(...args) {
  return serverIn(mkdtempSync(join(tmpdir(), "web-")), ...args);
}
export async function serverIn(folder, ...args) {
  const child = spawn(process.env.PROGRAM, ["web", "--listen", "127.0.0.1:0", "--db", "web.db", ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (some) => {
      said += some;
      const found = said.match(/http:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error("the program ended: " + said)));
  });
  const end = async (signal) => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  };
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, close, end, child, folder };
}

let shared = null;
export async function browser() {
  shared ??= await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
  return shared;
}
export async function done() {
  await shared?.close();
  shared = null;
}

// Opens a page in a new context, as another person would. `page.check()` throws the errors that occurred in it.
export async function visit(address, options = {}) {
  const context = await (await browser()).newContext({ viewport: DESK, ...options });
  return tab(context, address);
}
export async function tab(context, address) {
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (err) => wrong.push(String(err)));
  page.on("console", (it) => { if (it.type() === "error") wrong.push(it.text()); });
  page.check = () => { if (wrong.length) throw new Error(wrong.join("\n")); };
  page.presses = 0;
  page.setDefaultTimeout(10000);
  await page.goto(address);
  return page;
}

// Enters a name: on the first page into its own field.
export async function speakAs(page, name) {
  const field = page.locator("input.own, #say .name:not([hidden]) #name").first();
  await field.fill(name);
  await field.blur();
  await page.waitForFunction(() => !document.body.dataset.sending);
}

// Begins a match between Ann and Bob at one screen, and waits for its board.
export async function begin(page, game, also = "") {
  await page.goto(new URL("./", page.url()).href.replace(/\?.*/, ""));
  await page.selectOption(".pair select", game);
  if (also) await page.fill(".pair [name=options]", also);
  await page.click(".pair button");
  await page.waitForSelector(".hits");
}

// What the page shows: the position, and how often the pane was replaced.
export const state = (page) => page.evaluate(() => {
  const pane = document.getElementById("pane");
  return pane.dataset.at + " " + pane.querySelector(".prompt").textContent;
});
export async function changed(page, before, wait = 10000) {
  return page.waitForFunction((before) => {
    const pane = document.getElementById("pane");
    return pane.dataset.at + " " + pane.querySelector(".prompt").textContent !== before;
  }, before, { timeout: wait }).then(() => true, () => false);
}
export async function moved(page, before) {
  if (await changed(page, before)) return;
  const says = await page.locator(".side").innerText();
  throw new Error("nothing came of it at " + before + ": " + says.slice(0, 600));
}

// What may be chosen now: on the board, with coins, and by buttons.
export const asked = (page) => page.evaluate(() => {
  const pane = document.getElementById("pane"), data = JSON.parse(pane.querySelector(".data").textContent);
  const plain = [...pane.querySelectorAll(".controls-of .buttons button[name=do]:not([hidden]), .side > .buttons button[name=do]:not([hidden]), .cover .buttons button[name=do]:not([hidden])")].map((it) => it.value);
  const menus = [...pane.querySelectorAll(".side > .buttons[role=group] > a.button, .cover .buttons > a.button")].map((it) => it.getAttribute("href"));
  const others = [...pane.querySelectorAll(".side > p > a.button")].map((it) => it.getAttribute("href"));
  const covered = Boolean(pane.querySelector(".cover .buttons button"));
  return { at: pane.dataset.at, choices: data.asked?.choices ?? [], coins: data.asked?.coins ?? [], court: data.court, squares: data.squares, part: data.part, plain, menus, others, covered };
});

// Returns where a pixel of the picture is in the window, and brings the whole board there.
export async function spot(page, [x, y]) {
  await page.locator(".hits").scrollIntoViewIfNeeded();
  const box = await page.locator(".hits").boundingBox();
  const [left, top, wide, high] = (await asked(page)).part;
  return [box.x + (x - left) / wide * box.width, box.y + (y - top) / high * box.height];
}
// A place on a court is named by its pixel.
export function middle(squares, name) {
  if (!squares) return name.split(",").map(Number);
  const { corner, size, across, names } = squares;
  const index = names.indexOf(name);
  if (index < 0) throw new Error("no square " + name);
  return [corner[0] + (index % across + 0.5) * size, corner[1] + (Math.floor(index / across) + 0.5) * size];
}

export async function press(page, at) {
  page.presses++;
  if (page.touches) await page.touchscreen.tap(...at);
  else await page.mouse.click(...at);
}
export async function tapSquare(page, name) {
  await page.locator(".hits").scrollIntoViewIfNeeded();
  const { squares } = await asked(page), to = await spot(page, middle(squares, name));
  const { x, y, width, height } = await page.locator(".pane .board").boundingBox();
  // What a small board doesn't show of itself is drawn along from its middle.
  const over = [[x, width], [y, height]].map(([from, size], at) => Math.min(0, to[at] - from - 4) || Math.max(0, to[at] - from - size + 4));
  if (over.some((it) => it)) {
    const free = [x + width / 2, y + height / 2];
    await page.mouse.move(...free);
    await page.mouse.down();
    await page.mouse.move(free[0] - Math.sign(over[0]) * 40, free[1] - Math.sign(over[1]) * 40);
    await page.mouse.move(free[0] - over[0], free[1] - over[1], { steps: 3 });
    await page.mouse.up();
  }
  await press(page, await spot(page, middle(squares, name)));
}
export async function pressButton(page, button) {
  page.presses++;
  await button.click();
}

// Plays a choice of the board by tapping its squares, and the button that is left if several mean the same.
export async function playTapped(page, choice) {
  // What came before may be seen before it is answered.
  await page.waitForFunction(() => !document.body.dataset.sending);
  const before = await state(page);
  const [words, label, , ways] = choice;
  const [way] = ways.split("|").map((it) => it.split(" ")).sort((one, other) => other.length - one.length);
  const { at, court } = await asked(page);
  // Where coins can be aimed, too, a place is chosen once its button is pressed.
  if (court && choice[4] !== null) await page.locator(`.group[data-group="${choice[4]}"]`).click();
  for (const square of way) {
    await tapSquare(page, square);
    // A jump that is clear from its end is played before every square of it was tapped.
    const went = await page.evaluate((at) => document.getElementById("pane").dataset.at !== at || Boolean(document.body.dataset.sending), at);
    if (went) break;
  }
  // What costs a piece is shown first.
  if (await page.evaluate(() => table.risks)) await tapSquare(page, way.at(-1));
  await page.waitForFunction((before) => {
    const pane = document.getElementById("pane");
    const gone = pane.dataset.at + " " + pane.querySelector(".prompt").textContent !== before;
    return gone || (!document.body.dataset.sending && pane.querySelector(".tray button"));
  }, before).catch(async (err) => {
    const stands = await page.evaluate(() => JSON.stringify({ tapped: table.tapped, group: table.group, held: table.held, tray: document.querySelector(".tray")?.textContent }));
    throw new Error(`${words} by ${way} came to nothing: ${stands}`, { cause: err });
  });
  if (await state(page) === before) {
    const button = page.locator(".tray button").filter({ hasText: label || words });
    const all = await button.all();
    const same = [];
    for (const it of all) if ((await it.evaluate((it) => it.firstChild.textContent)) === (label || words)) same.push(it);
    if (!same.length) throw new Error("no way to " + words + " by " + way + ": " + await page.locator(".side").innerText());
    await pressButton(page, same[0]);
  }
  await moved(page, before);
}

// Aims a coin by dragging from it, and flicks it.
export async function playAimed(page, coin, [dx, dy]) {
  const before = await state(page);
  const [x, y] = coin.at;
  page.presses++;
  await page.mouse.move(...await spot(page, [x, y]));
  await page.mouse.down();
  await page.mouse.move(...await spot(page, [x + dx / 2, y + dy / 2]), { steps: 3 });
  await page.mouse.move(...await spot(page, [x + dx, y + dy]), { steps: 3 });
  await page.mouse.up();
  await pressButton(page, page.locator(".tray button.main"));
  await moved(page, before);
}

// Plays something at random, as somebody with a pointer would. Returns how, or nothing if nobody is asked.
export async function playAny(page, next) {
  let now = await asked(page);
  if (now.others.length && !now.choices.length && !now.plain.length) {
    // Who chooses in private takes the screen.
    const was = page.url();
    await pressButton(page, page.locator(".side > p > a.button").first());
    await page.waitForFunction((was) => location.href !== was && document.querySelector(".hits"), was);
    now = await asked(page);
    now.handed = true;
  }
  if (now.covered) await page.locator(".cover > summary").first().click();
  const kinds = [];
  if (now.choices.length) kinds.push("board", "board", "board");
  if (now.plain.length) kinds.push("button");
  if (now.coins.length) kinds.push("aim", "aim", "aim");
  if (!kinds.length && now.menus.length) {
    await pressButton(page, page.locator(".side > .buttons[role=group] > a.button, .cover .buttons > a.button").nth(next(now.menus.length)));
    await page.waitForLoadState();
    return playAny(page, next);
  }
  if (!kinds.length) return null;
  const kind = kinds[next(kinds.length)];
  if (kind === "board") {
    await playTapped(page, now.choices[next(now.choices.length)]);
  } else if (kind === "aim") {
    const coin = now.coins[next(now.coins.length)], ball = now.court.lying.find((it) => it.name === "ball");
    const to = coin.name === "ball" ? [360, coin.at[1] < 360 ? 700 : 20] : ball.at;
    const [dx, dy] = [to[0] - coin.at[0] + next(41) - 20, to[1] - coin.at[1]];
    const far = Math.hypot(dx, dy) || 1, reach = 120 + next(200);
    await playAimed(page, coin, [dx / far * reach, dy / far * reach]);
  } else {
    const before = await state(page);
    const buttons = page.locator(".side > .buttons button[name=do]:not([hidden]), .cover .buttons button[name=do]:not([hidden])");
    await pressButton(page, buttons.nth(next(await buttons.count())));
    await moved(page, before);
  }
  if (now.handed) await handBack(page);
  return kind;
}

// Plays a step of dice football as somebody does who moves one checker a turn: it scores, steals or goes ahead with the ball, or follows it.
export async function stepOfSoccer(page, hasMoved) {
  const { choices, plain } = await asked(page), ahead = (await page.locator(".plate.on-turn").innerText()).includes("South") ? 1 : -1;
  const rank = (square) => ahead * Number(square.slice(1)), carries = (it) => it[2].includes("with the ball");
  const from = choices.find(carries)?.[3].split(" ")[0];
  const worth = (it) => {
    const [words, , does, ways] = it, way = ways.split(/[ |]/), gain = rank(way.at(-1)) - rank(words.startsWith("pass") && from || way[0]);
    if (does.includes("scores")) return 1000;
    if (/^(steal|shoot|throw|kicker|goalie)/.test(words)) return 500;
    if (words.startsWith("taker")) return -100;
    return 0 < gain && (carries(it) || /^(pass|dribble)/.test(words)) ? 100 + gain : gain;
  };
  const [best] = choices.toSorted((one, other) => worth(other) - worth(one));
  const said = (words) => plain.find((it) => it.includes(" " + words));
  const pressed = said("roll chess") ?? said("steal") ?? (hasMoved || !best ? said("end") ?? plain[0] : null);
  if (!pressed) await playSoccer(page, best);
  else { const was = await state(page); await pressButton(page, page.locator(`button[name=do][value="${pressed}"]`).first()); await moved(page, was); }
  return !pressed && !best[0].startsWith("steal");
}

// Plays a choice of dice football: a steal by the button of its group and the thief, a dribble by its ends.
async function playSoccer(page, choice) {
  const [words, , , ways] = choice, way = ways.split("|").at(-1).split(" "), was = await state(page);
  if (words.startsWith("dribble")) {
    await tapSquare(page, way[0]);
    for (let n = 0; n < 2 && await state(page) === was; n++) {
      await tapSquare(page, way.at(-1));
      await page.waitForFunction(() => !document.body.dataset.sending);
    }
  } else if (words.startsWith("steal") && choice[4] !== null) {
    await pressButton(page, page.locator(`.group[data-group="${choice[4]}"]`));
    await tapSquare(page, way[0]);
  } else { await playTapped(page, choice); return; }
  await moved(page, was);
}

// Plays dice football until it is over, each turn ended after its move. Counts the taps of each player, or of the one who plays here.
export async function playOutSoccer(page) {
  const taps = {};
  let turn = null;
  for (let steps = 0; steps < 300; steps++) {
    await page.waitForFunction(() => !document.body.dataset.sending && (table.data.asked || document.querySelector(".verdict")), null, { timeout: 60_000 });
    if (await page.locator(".verdict").count()) return taps;
    const who = await page.evaluate(() => table.data.asked.who), likes = page.locator(".likes input:not(:checked)"), before = page.presses;
    if (await likes.count()) await pressButton(page, likes);
    turn = await stepOfSoccer(page, turn === who) ? who : null;
    taps[who] = (taps[who] ?? 0) + page.presses - before;
  }
  throw new Error("the match isn't over: " + JSON.stringify(taps));
}

// Gives the screen back to everybody, after somebody chose in private.
export async function handBack(page) {
  const url = new URL(page.url());
  url.searchParams.delete("name");
  await page.evaluate(() => sessionStorage.setItem("name", ""));
  await page.goto(url.href);
  await page.waitForSelector(".hits");
}

// A pseudorandom number generator with a seed.
export function lot(seed) {
  let it = seed * 2654435761 >>> 0 || 1;
  return (most) => {
    it ^= it << 13; it >>>= 0; it ^= it >>> 17; it ^= it << 5; it >>>= 0;
    return it % most;
  };
}

// Returns what axe-core finds.
export async function findings(page) {
  // Injected by the browser's driver, because the page's content security policy blocks other scripts.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map((it) => it.impact + " " + it.id + ": " + it.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; "));
}

// Returns what is serious or critical of it.
export const serious = async (page) => (await findings(page)).filter((it) => /^(serious|critical)/.test(it));

export async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, name + ".png") });
}
