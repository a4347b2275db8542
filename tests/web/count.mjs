// Counts what it takes to play: presses and seconds from the first page to the first move, presses of a whole quick match of each game by
// somebody who follows the hints, the taps of quick matches of dice football whose turns end after their move, how long a board takes to appear, and the memory of many open pages. Prints a table; asserts nothing.
import http from "node:http";
import { readFileSync } from "node:fs";
import { GAMES, asked, begin, done, handBack, playAimed, playOutSoccer, playTapped, pressButton, server, state, tab, visit, moved } from "./browser.mjs";

// How many pages are open at once, and as many of them as one address may open.
const PAGES = 1000, EACH = 40;
const ended = (page) => page.locator(".prompt strong").count();

async function hint(page) {
  // The same answer twice is an answer, too.
  await page.evaluate(() => document.querySelector(".says").replaceChildren());
  await page.fill("#words", "hint");
  await page.press("#words", "Enter");
  await page.waitForSelector(".says code", { state: "attached" });
  // Advice about a secret choice is covered.
  await page.evaluate(() => { for (const cover of document.querySelectorAll(".says details")) cover.open = true; });
  return page.locator(".says code").first().innerText();
}

// Plays what the hint says, the way a hand would. Tells how many presses that took.
async function follow(page) {
  const before = page.presses;
  let now = await asked(page);
  if (!now.choices.length && !now.plain.length && !now.coins.length && now.others.length) {
    await pressButton(page, page.locator(".side > p > a.button").first());
    await page.waitForURL(/name=/);
    await page.waitForSelector(".hits");
    now = { ...await asked(page), handed: true };
  }
  if (now.covered) await pressButton(page, page.locator(".cover > summary").first());
  const words = now.coins.length ? "" : await hint(page);
  const choice = now.choices.find((it) => it[0] === words);
  const button = page.locator(`button[name=do][value$=" ${words.replaceAll('"', "")}"]:visible`);
  if (now.coins.length) {
    // The ball may be away from the court until it is placed.
    const ball = now.court.lying.find((it) => it.name === "ball") ?? { at: [500, 500] };
    const far = (coin) => Math.hypot(coin.at[0] - ball.at[0], coin.at[1] - ball.at[1]);
    // The ball itself is flicked towards the other half.
    const coin = now.coins.filter((it) => it.name !== "ball").sort((one, other) => far(one) - far(other))[0] ?? now.coins[0];
    const to = coin.name === "ball" ? [360, coin.at[1] < 360 ? 700 : 20] : ball.at;
    const [across, along] = [to[0] - coin.at[0], to[1] - coin.at[1]], reach = Math.max(Math.hypot(across, along), 1);
    await playAimed(page, coin, [across / reach * 250, along / reach * 250]);
  } else if (choice) {
    await playTapped(page, choice);
  } else {
    const was = await state(page);
    await pressButton(page, await button.count() ? button.first() : page.locator(".side button[name=do]:visible").first());
    await moved(page, was);
  }
  if (now.handed) await handBack(page);
  return page.presses - before;
}

const table = [];
for (const game of GAMES.filter((it) => !process.env.GAME || it === process.env.GAME)) {
  const { address, close } = await server("--seed", "7");
  const page = await visit(address);
  await page.selectOption(".pair select", game);
  await page.fill(".pair [name=options]", "quick");
  const began = performance.now();
  await pressButton(page, page.locator(".pair button"));
  await page.waitForFunction(() => document.querySelector("img.of-board")?.complete);
  const board = performance.now() - began;
  await page.waitForSelector(".hits");
  const first = 1 + await follow(page);
  const toFirst = (performance.now() - began) / 1000;
  const watching = await tab(page.context(), page.url());
  const was = await watching.locator("#pane").getAttribute("data-at");
  const [sent] = [performance.now(), await follow(page)];
  await watching.waitForFunction((was) => document.getElementById("pane").dataset.at !== was, was);
  const seen = performance.now() - sent;
  await watching.close();
  let steps = 2, most = 0;
  for (; steps < 400 && !await ended(page); steps++) {
    most = Math.max(most, await page.evaluate(() => document.documentElement.outerHTML.length));
    await follow(page);
  }
  table.push({ game, "presses to first move": first, "seconds to first move": toFirst.toFixed(1), steps, presses: page.presses, seconds: ((performance.now() - began) / 1000).toFixed(0), over: Boolean(await ended(page)), "kB of page": (most / 1024).toFixed(1), "ms to board": Math.round(board), "ms with own move": Math.round(seen) });
  console.log(JSON.stringify(table.at(-1)));
  await close();
}
console.table(table);

if (!process.env.GAME) for (const seed of [7, 8, 9, 10, 11]) {
  const { address, close } = await server("--seed", String(seed));
  const pair = await visit(address);
  await begin(pair, "metasoccer", "quick");
  const two = Object.values(await playOutSoccer(pair)).join(" and ");
  const page = await visit(address);
  await page.selectOption("[name=length]", "quick");
  await page.locator(".games li", { hasText: "MetaCheckers" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  const [alone] = Object.values(await playOutSoccer(page));
  console.log(`quick dice football, seed ${seed}: ${two} taps of two people, ${alone} against the computer`);
  await close();
}
if (process.env.GAME) { await done(); process.exit(); }

const room = await server("--seed", "7");
const memory = () => Number(readFileSync(`/proc/${room.child.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
const page = await visit(room.address);
await page.close();
const before = memory();
const agent = new http.Agent({ maxSockets: Infinity });
const events = (number) => new Promise((resolve, reject) => {
  const localAddress = `127.0.0.${2 + Math.floor(number / EACH)}`;
  http.get(new URL("events?after=0", room.address), { agent, localAddress }, (answer) => { answer.resume(); resolve(answer); }).on("error", reject);
});
const open = [];
for (let number = 0; number < PAGES; number++) open.push(await events(number));
if (open.some((it) => it.statusCode !== 200)) throw new Error(`a page was refused: ${open.map((it) => it.statusCode)}`);
console.log(`${PAGES} open pages: ${(memory() - before).toFixed(1)} MB`);
for (const it of open) it.destroy();
await room.close();
await done();
