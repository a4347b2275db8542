// Tests of the room, the way people use it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { GAMES, PHONE, asked, begin, choices, done, lot, moved, play, serious, server, shot, squaresOf, state, visit } from "./browser.mjs";

let open = [];
const room = async (...args) => { const it = await server("--seed", "7", ...args); open.push(it); return it; };
after(async () => { await done(); for (const it of open) await it.close(); });

// Settings that make matches short enough to click through to the end.
const SHORT = { piecepack: "limit", metasoccer: "auto team=7 field=9x13" };
const OVER = /\bwins\b|A draw|called off/;

for (const game of GAMES) {
  test(`a whole match of ${game} is clicked to its end`, { timeout: 600_000 }, async () => {
    const { address } = await room();
    const page = await visit(address);
    await begin(page, game, SHORT[game] ?? "");
    const next = lot(GAMES.indexOf(game) + 3);
    const ways = {};
    let steps = 0;
    for (; steps < 900; steps++) {
      const open = await choices(page);
      const all = open.length ? open : await asked(page);
      if (!all.length) break;
      const choice = all[next(all.length)];
      const words = choice.words[next(choice.words.length)];
      const was = await state(page);
      const way = words ? await play(page, choice, words) : "";
      ways[way] = (ways[way] ?? 0) + 1;
      await moved(page, was);
      if (!open.length) { await page.fill("#name", ""); await page.locator("#name").blur(); }
      if (steps === 6) await shot(page, `${game}-desk`);
      // Resign a game that goes on too long.
      if (steps === 400) {
        const before = await state(page);
        await page.fill("#words", "resign yes");
        await page.press("#words", "Enter");
        await moved(page, before);
      }
    }
    const said = await page.locator("#log").innerText();
    assert.match(said, OVER, `after ${steps} steps`);
    console.log(game, steps, JSON.stringify(ways));
    assert.equal(await page.locator(".board[data-squares] .squares").count() <= 1, true, "one board stands");
    await page.setViewportSize(PHONE);
    await shot(page, `${game}-over-phone`);
    page.check();
  });
}

test("on a phone every square is wide enough for a finger, and the board is played by touch", async () => {
  const { address } = await room();
  for (const game of GAMES.filter((it) => it !== "piecepack")) {
    const page = await visit(address, { viewport: PHONE, hasTouch: true });
    await begin(page, game);
    // Earlier matches also wait for a player, so take the newest.
    const choice = (await choices(page)).reduce((one, other) => (one.match < other.match ? other : one));
    await page.fill("#name", choice.who);
    await page.locator("#name").blur();
    await choices(page);
    const field = page.locator(`.board[data-match="${choice.match}"] .squares`);
    const sides = await field.evaluate((it) => {
      const across = Number(it.closest(".board").dataset.lie.split(" ")[5]);
      return it.getBoundingClientRect().width / across;
    });
    assert.ok(24 <= sides, `${game}: ${sides} pixels`);
    const was = await state(page);
    const words = choice.words.find((it) => squaresOf(it).length === 2) ?? choice.words[0];
    await play(page, choice, words);
    await moved(page, was);
    await shot(page, `${game}-touched`);
    page.check();
    await page.close();
  }
});

test("two people at two browsers play one match", async () => {
  const { address } = await room();
  const [ann, bob] = [await visit(address), await visit(address)];
  await ann.fill("#name", "Ann");
  await bob.fill("#name", "Bob");
  for (const page of [ann, bob]) await page.locator("#name").blur();
  await ann.fill("#words", "challenge @bob draughts");
  await ann.press("#words", "Enter");
  await bob.locator(".menu button", { hasText: "Accept" }).last().click();
  for (const page of [ann, bob]) await page.waitForSelector(".board");
  for (let step = 0; step < 8; step++) {
    const [hers, his] = [await choices(ann), await choices(bob)];
    assert.equal(hers.length + his.length, 1, "one of them is asked");
    const [page, [choice]] = hers.length ? [ann, hers] : [bob, his];
    const other = page === ann ? bob : ann;
    const was = await state(page);
    await play(page, choice, choice.words[0]);
    await moved(page, was);
    await other.waitForFunction((n) => document.querySelectorAll(".board[data-squares]").length === 1, step);
  }
  assert.equal(await ann.locator("#log").innerText(), await bob.locator("#log").innerText());
  ann.check();
  bob.check();
});

test("a match is played with the keyboard alone", async () => {
  const { address } = await room();
  const page = await visit(address);
  const focused = () => page.evaluate(() => document.activeElement.name || document.activeElement.className || document.activeElement.tagName);
  const tabTo = async (what) => {
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press("Tab");
      if ((await focused()).includes(what)) return;
    }
    throw new Error("the Tab key never comes to " + what);
  };
  await tabTo("game");
  await page.keyboard.press("d");
  await tabTo("options");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".board .squares");
  for (let step = 0; step < 4; step++) {
    const [choice] = await choices(page);
    const was = await state(page);
    const [from, to] = squaresOf(choice.words[0]);
    if (!(await focused()).includes("squares")) await page.locator(".board .squares").last().focus();
    const names = (await page.locator(".board[data-squares]").last().getAttribute("data-squares")).split(" ");
    const walk = async (name) => {
      const at = await page.evaluate(() => [...document.querySelectorAll(".board[data-squares]")].at(-1).state.at);
      const goal = names.indexOf(name);
      const [right, down] = [goal % 8 - at % 8, Math.floor(goal / 8) - Math.floor(at / 8)];
      for (let n = 0; n < Math.abs(right); n++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
      for (let n = 0; n < Math.abs(down); n++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
      await page.keyboard.press("Enter");
    };
    await walk(from);
    assert.match(await page.locator("#spoken").innerText(), new RegExp(from + " chosen"));
    await walk(to);
    await moved(page, was);
  }
  page.check();
});

test("without scripts every press loads the page again, and the match goes on", async () => {
  const { address } = await room();
  const page = await visit(address, { javaScriptEnabled: false, viewport: PHONE });
  await page.selectOption(".pair select", "trapdoor");
  await page.click(".pair button");
  await page.waitForSelector(".board img");
  const number = async () => (await page.locator("#log article").count());
  const presses = page.locator("#log .menu button");
  for (let step = 0; step < 6; step++) {
    const was = await number();
    await presses.last().click();
    await page.waitForSelector(".board img");
    assert.ok(was <= await number());
  }
  assert.ok(await page.locator(".board img").last().getAttribute("alt").then((it) => it.includes("a")));
  await page.fill("#words", "games");
  await page.press("#words", "Enter");
  await page.waitForSelector("#log .said");
  assert.match(await page.locator("#log").innerText(), /Matches of/);
});

test("what is for one person alone stays folded until they open it", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.fill("#name", "Ann");
  await page.fill("#words", "mydata");
  await page.press("#words", "Enter");
  const folded = page.locator("details", { hasText: "For Ann alone" });
  await folded.waitFor();
  assert.equal(await folded.locator(".menu").isVisible(), false);
  await folded.locator("summary").click();
  assert.equal(await folded.locator(".menu").isVisible(), true);
  page.check();
});

for (const [name, options] of [["at a desk", {}], ["on a phone", { viewport: PHONE }], ["in the dark", { colorScheme: "dark" }]]) {
  test(`axe finds nothing serious in the room ${name}, and nothing is wider than the screen`, async () => {
    const { address } = await room();
    const page = await visit(address, options);
    assert.deepEqual(await serious(page), []);
    await shot(page, `start-${name.replaceAll(" ", "-")}`);
    for (const game of GAMES) {
      await begin(page, game);
      assert.deepEqual(await serious(page), [], game);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${game} is ${wide} pixels too wide`);
      await page.waitForFunction(() => [...document.images].every((it) => it.complete));
      await shot(page, `${game}-${name.replaceAll(" ", "-")}`);
    }
    page.check();
  });
}

test("hostile names and words are shown as they are", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.fill("#name", "O'Hara");
  await page.fill("#words", "<img src=x onerror=document.title='bad'>");
  await page.press("#words", "Enter");
  await page.waitForSelector(".refused");
  await page.reload();
  assert.match(await page.locator("#log").innerText(), /<img src=x onerror/);
  assert.doesNotMatch(await page.title(), /bad/);
  page.check();
});

test("the title of the tab says whose turn it is, and changes back", async () => {
  const { address } = await room();
  const page = await visit(address);
  const usual = await page.title();
  await begin(page, "draughts");
  await page.waitForFunction(() => /^\u25cf (Ann|Bob)'s turn: Draughts #1$/.test(document.title));
  const [choice] = await choices(page);
  await page.fill("#name", choice.name);
  await page.locator("#name").blur();
  await page.waitForFunction(() => document.title === "\u25cf Your turn: Draughts #1");
  await play(page, choice, choice.words[0]);
  await page.waitForFunction((usual) => document.title === usual, usual);
  page.check();
});
