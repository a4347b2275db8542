// Starts the program and a browser, and plays the way people do: with clicks and keys.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 375, height: 720 };
export const DESK = { width: 1280, height: 900 };
export const GAMES = ["trapdoor", "alien", "piecepack", "amtgard", "metasoccer", "draughts"];

// Starts the room in a new temporary folder.
export async function server(...args) {
  const folder = mkdtempSync(join(tmpdir(), "web-"));
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
  const close = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, close, child };
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
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (err) => wrong.push(String(err)));
  page.on("console", (it) => { if (it.type() === "error") wrong.push(it.text()); });
  page.check = () => { if (wrong.length) throw new Error(wrong.join("\n")); };
  page.setDefaultTimeout(10000);
  await page.goto(address);
  return page;
}

// Waits until the page shows the current choices, and returns them.
export async function choices(page) {
  const now = () => page.evaluate(() => fetch("choices?name=" + encodeURIComponent(document.getElementById("name").value)).then((it) => it.json()));
  const all = await now();
  const at = all.map((it) => it.match + "@" + it.at).join(" ");
  await page.waitForFunction((at) => document.body.dataset.choices === at, at, { timeout: 10000 }).catch(async () => {
    throw new Error("the page shows " + await page.evaluate(() => document.body.dataset.choices) + ", and there is " + at);
  });
  // Changes sent together must all be shown before anything is pressed.
  await caughtUp(page);
  return all;
}

// Waits until the page shows the whole log.
async function caughtUp(page) {
  await page.waitForFunction(async () => {
    const room = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    return room.getElementById("log").dataset.number === document.getElementById("log").dataset.number;
  });
}

// Switches to the person who is asked in private, and returns their choices.
export async function asked(page) {
  for (const name of ["", "Ann", "Bob"]) {
    await page.fill("#name", name);
    await page.locator("#name").blur();
    const all = await choices(page);
    if (all.length) return all;
  }
  return [];
}

export const squaresOf = (words) => words.match(/[a-z]\d{1,2}(?!\d)/g) || [];

// Clicks a square of the last board.
export async function click(page, square) {
  const field = page.locator(".board .squares").last();
  const board = page.locator(".board[data-squares]").last();
  const names = (await board.getAttribute("data-squares")).split(" ");
  const across = Number((await board.getAttribute("data-lie")).split(" ")[5]);
  const box = await field.boundingBox();
  const index = names.indexOf(square), down = names.length / across;
  if (index < 0) throw new Error("no square " + square);
  const position = { x: ((index % across) + 0.5) * box.width / across, y: (Math.floor(index / across) + 0.5) * box.height / down };
  await field.click({ position });
}

// Plays a choice by clicking squares if possible, otherwise with a button, otherwise by typing. Returns how.
export async function play(page, choice, words) {
  const squares = squaresOf(words);
  if (squares.length > 1 && await page.locator(".board .squares").count()) {
    for (const square of squares) {
      const before = await state(page);
      await click(page, square);
      if (await sent(page, before, 150)) return "squares";
    }
    const button = page.locator(".tray button", { hasText: new RegExp("^" + words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "$") });
    if (await button.count()) {
      await button.last().click();
      return "tray";
    }
  }
  // The buttons of the current board, and those of a collapsed menu.
  const own = page.locator("#log .menu:not(.tray) button").getByText(words, { exact: true });
  if (await own.count() && await own.last().isVisible()) {
    await own.last().click();
    return "button";
  }
  await page.fill("#words", "#" + choice.match + " " + words);
  await page.press("#words", "Enter");
  return "typed";
}

const state = (page) => page.evaluate(() => document.body.dataset.choices);
async function sent(page, before, wait) {
  return page.waitForFunction((before) => document.body.dataset.choices !== before, before, { timeout: wait }).then(() => true, () => false);
}

// Waits until the choices have changed.
export async function moved(page, before) {
  if (!await sent(page, before, 10000)) throw new Error("nothing came of it; the last said: " + await page.locator("#log article").last().innerText());
}
export { state };

// A pseudorandom number generator with a seed.
export function lot(seed) {
  let it = seed * 2654435761 >>> 0 || 1;
  return (most) => {
    it ^= it << 13; it >>>= 0; it ^= it >>> 17; it ^= it << 5; it >>>= 0;
    return it % most;
  };
}

export async function begin(page, game, also = "") {
  if (!await page.locator(".start").getAttribute("open").then((it) => it !== null)) await page.click(".start > summary");
  await page.selectOption(".pair select", game);
  if (also) await page.fill(".pair [name=options]", also);
  await page.click(".pair button");
  await page.waitForSelector(".board");
}

// Returns the violations that axe-core rates as serious or critical.
export async function serious(page) {
  // Injected by the browser's driver, because the page's content security policy blocks other scripts.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.filter((it) => ["serious", "critical"].includes(it.impact)).map((it) => it.id + ": " + it.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; "));
}

export async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, name + ".png") });
}
