// Tests of the room, the way people use it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  DESK, GAMES, PHONE, SIZES, asked, begin, changed, done, findings, handBack, lot, middle, moved, playAny, playOutSoccer, playTapped, press, pressButton, server, serverIn, shot, speakAs, spot, state, tab, tapSquare, visit,
} from "./browser.mjs";

let open = [];
const room = async (...args) => { const it = await server("--seed", "7", ...args); open.push(it); return it; };
after(async () => { await done(); for (const it of open) await it.close(); });

const OVER = /\bwins\b|A draw|called off/;
// Waits until the result can be read: the film of the last step covers it.
const ended = (page) => page.waitForFunction((over) => new RegExp(over).test(document.querySelector(".prompt").innerText), OVER.source);
// The most buttons that a pane shows at once.
const BUTTONS = 12;
const buttons = (page) => page.evaluate(() => [...document.querySelectorAll("main button, main a.button")].filter((it) => it.checkVisibility()).length);
// Where the board is on the page, which may have to be scrolled where the window is small.
const boardPlace = (page) => page.locator(".pane .board").evaluate((it) => { const { x, y, width, height } = it.getBoundingClientRect(); return [x + scrollX, y + scrollY, width, height].map(Math.round).join(" "); });
const type = async (page, words) => { await page.fill("#words", words); await page.press("#words", "Enter"); };

// Every game at the two usual sizes, and one that follows the day at each of the others; with FULL=1 all of them.
const DAY = Number(process.env.SAMPLE ?? Math.floor(Date.now() / 86_400_000));
const WHOLE = [["at a desk", { viewport: DESK }, GAMES], ["on a phone", { viewport: PHONE, hasTouch: true }, GAMES], ...SIZES
  .filter((size) => ![DESK, PHONE].some((usual) => usual.width === size[0]))
  .map(([width, height], nth) => [`in a window of ${width} by ${height}`, { viewport: { width, height } }, process.env.FULL === "1" ? GAMES : [GAMES[(DAY + nth) % GAMES.length]]])];
for (const [where, options, games] of WHOLE) {
  for (const game of games) {
    test(`a whole match of ${game} is played on its board ${where}, which never moves`, { timeout: 600_000 }, async () => {
      const { address } = await room();
      const page = await visit(address, options);
      // Aiming is dragging, which is tested with a mouse on both screens.
      page.touches = Boolean(options.hasTouch) && game !== "piecepack";
      await begin(page, game, "quick");
      const next = lot(GAMES.indexOf(game) + 5), stood = await boardPlace(page), ways = {};
      let steps = 0;
      for (; steps < 700; steps++) {
        const way = await playAny(page, next);
        if (!way) break;
        ways[way] = (ways[way] ?? 0) + 1;
        assert.equal(await boardPlace(page), stood, `the board moved; SAMPLE=${DAY} plays the same games`);
        assert.ok(await buttons(page) <= BUTTONS, `${await buttons(page)} buttons`);
        const long = await page.evaluate(() => document.documentElement.outerHTML.length);
        assert.ok(long < 60_000, `the page has ${long} bytes`);
        if (steps === 6) await shot(page, `${game}-${where.replaceAll(" ", "-")}`);
        if (steps === 300) {
          await type(page, "resign yes");
          await page.waitForFunction(() => !document.querySelector(".prompt p:not(:has(strong))"));
        }
      }
      await ended(page);
      console.log(game, where, steps, "steps,", page.presses, "presses", JSON.stringify(ways));
      page.check();
    });
  }
}

test("two people at two browsers play one match, and each sees the other's moves", async () => {
  const { address } = await room();
  const [ann, bob] = [await visit(address), await visit(address)];
  for (const [page, name] of [[ann, "Ann"], [bob, "Bob"]]) {
    await speakAs(page, name);
  }
  await type(ann, "challenge @bob draughts");
  await bob.locator(".cards button", { hasText: "Accept" }).click();
  // Who waited for it is led there.
  for (const page of [ann, bob]) await page.waitForSelector(".hits");
  for (let step = 0; step < 8; step++) {
    const [hers, his] = [await asked(ann), await asked(bob)];
    assert.equal([hers, his].filter((it) => it.choices.length).length, 1, "one of them is asked");
    const [page, other, { choices }] = hers.choices.length ? [ann, bob, hers] : [bob, ann, his];
    // Opened by its address alone, a page first says whose turn it is by name.
    await page.waitForFunction(() => document.title === "(1) Your turn: Draughts #1");
    assert.match(await other.title(), /^Draughts #1$/);
    const before = await state(other);
    const [from, to] = choices[0][3].split(" ");
    await tapSquare(page, from);
    await tapSquare(page, to);
    assert.ok(await changed(other, before), "the other sees it");
    await page.waitForFunction((at) => document.getElementById("pane").dataset.at !== at, (hers.choices.length ? hers : his).at);
  }
  ann.check();
  bob.check();
});

test("two people find each other and play, draw, take back, review and play again by buttons alone", { timeout: 120_000 }, async () => {
  const { address } = await room();
  const [ann, bob] = [await visit(address), await visit(address, { viewport: PHONE })];
  const both = [[ann, "Ann"], [bob, "Bob"]];
  for (const [page, name] of both) await speakAs(page, name);
  const click = async (page, words, within = "main") => { page.presses++; await page.locator(`${within} button:visible`, { hasText: words }).first().click(); };
  const card = (page, words) => page.locator(".question", { hasText: words }).waitFor();
  await bob.click("a.talk");
  await ann.selectOption(".person [name=game]", "draughts");
  await click(ann, "Challenge Bob");
  await card(ann, "Waiting for Bob");
  await card(bob, "Ann challenges Bob to Draughts");
  await bob.waitForFunction(() => document.title.startsWith("(1) ") && document.querySelector("link[rel=icon]").href.endsWith("waiting.svg"));
  assert.equal(await bob.locator(".mine summary").innerText(), "My matches (1)");
  for (const [page, name] of both) {
    assert.deepEqual(await findings(page), [], name);
    await shot(page, `challenge-${name}`);
  }
  await click(bob, "Accept");
  for (const [page] of both) await page.waitForSelector(".hits");
  const mover = async () => ((await asked(ann)).choices.length ? ann : bob);
  for (let n = 0; n < 2; n++) {
    const page = await mover(), befores = [await state(ann), await state(bob)];
    await playTapped(page, (await asked(page)).choices[0]);
    await moved(ann, befores[0]);
    await moved(bob, befores[1]);
  }
  // A draw is offered and withdrawn, and offered and declined.
  const more = async (page, words) => { page.presses++; await page.locator(".more > summary").click(); await click(page, words); };
  await more(ann, "Offer a draw");
  await card(ann, "Waiting for Bob");
  await card(bob, "Ann offers a draw");
  await shot(ann, "draw-offered");
  await click(ann, "Withdraw");
  await bob.locator(".question").waitFor({ state: "detached" });
  // What was moved is taken back.
  const last = (await mover()) === ann ? bob : ann, first = last === ann ? bob : ann, before = await state(first);
  await last.reload();
  await more(last, "Take back");
  await card(last, "Waiting for");
  await click(first, "Agree");
  await moved(first, before);
  await ann.reload();
  await more(ann, "Offer a draw");
  await card(bob, "Ann offers a draw");
  await click(bob, "Agree");
  for (const [page] of both) await page.locator(".prompt", { hasText: "both agreed" }).waitFor();
  ann.presses++;
  await ann.locator("a.button", { hasText: "Review" }).click();
  await ann.locator(".curve").waitFor();
  await click(bob, "Rematch");
  await card(bob, "Waiting for Ann");
  assert.equal(await bob.locator("button:visible", { hasText: "Accept" }).count(), 0);
  await card(ann, "Bob challenges Ann");
  await shot(bob, "rematch");
  await click(ann, "Accept");
  for (const [page] of both) {
    await page.waitForURL(/of=2/);
    await page.waitForSelector(".hits");
    page.check();
  }
  console.log("presses", ann.presses, bob.presses);
  // Others look on, also with a name.
  const cleo = await visit(address);
  await speakAs(cleo, "Cleo");
  await cleo.locator("section.own a", { hasText: "Draughts #2" }).click();
  await cleo.waitForSelector(".hits");
  assert.equal((await asked(cleo)).choices.length, 0);
});

test("a link invites somebody, who is asked for a name alone", async () => {
  const { address } = await room();
  const ann = await visit(address);
  await speakAs(ann, "Ann");
  await ann.selectOption(".person [name=game]", "alien");
  await ann.locator(".person button", { hasText: "Invite by a link" }).click();
  const link = ann.locator(".waits .invitation");
  await link.waitFor();
  const href = await link.evaluate((it) => it.href);
  assert.equal(await ann.inputValue(".waits .link"), href, "the whole address is there to copy");
  // Where no page may copy, it is chosen, and the page stays.
  await ann.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await link.click();
  assert.equal(await ann.evaluate(() => document.activeElement.value), href);
  await ann.evaluate(() => { delete navigator.clipboard; });
  await ann.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await link.click();
  await ann.locator(".says", { hasText: "The link is copied" }).waitFor();
  assert.equal(await ann.evaluate(() => navigator.clipboard.readText()), href);
  assert.doesNotMatch(href, /Ann/);
  const dora = await visit(href, { viewport: PHONE });
  await dora.locator("h1", { hasText: "Ann challenges anyone to Alien Checkers" }).waitFor();
  assert.deepEqual(await findings(dora), []);
  await shot(dora, "invited");
  await dora.fill("main [name=name]", "Dora");
  await dora.locator("main button", { hasText: "Play" }).click();
  for (const page of [dora, ann]) {
    await page.waitForSelector(".hits");
    assert.match(await page.locator(".plates").innerText(), /Ann[^]*Dora|Dora[^]*Ann/);
    page.check();
  }
});

test("a puzzle with shots is tried again at once", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.locator(".games li", { hasText: "Piecepack" }).locator("button", { hasText: "Puzzle" }).click();
  await page.waitForSelector(".hits");
  for (let n = 0; n < 2; n++) {
    const before = await state(page), [coin] = (await asked(page)).coins;
    await page.mouse.move(...await spot(page, coin.at));
    await page.mouse.down();
    await page.mouse.move(...await spot(page, [coin.at[0] + 20, coin.at[1] + 12]), { steps: 3 });
    await page.mouse.up();
    await page.locator(".tray button.main").click();
    await moved(page, before);
    await page.locator(".prompt", { hasText: "Not the best" }).waitFor();
    await page.locator(".prompt img.shot").waitFor();
    assert.match(await page.locator(".prompt .task").innerText(), /puzzle/, "what is asked stays in sight");
  }
  await shot(page, "puzzle-again");
  page.check();
});

test("two tabs of one person show the same, and a stale tap is told", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const other = await tab(page.context(), page.url());
  await other.waitForSelector(".hits");
  const first = await state(other);
  await tapSquare(page, "b6");
  await tapSquare(page, "a5");
  // Either may be the first to show it.
  await moved(page, first);
  await moved(other, first);
  const second = await state(page);
  assert.equal(second, await state(other));
  other.check();
  // The other tab doesn't hear of the next move.
  await other.route(/\/match\?/, (route) => route.abort());
  await playTapped(page, (await asked(page)).choices[0]);
  assert.equal(await state(other), second);
  for (const square of (await asked(other)).choices[0][3].split("|")[0].split(" ")) await tapSquare(other, square);
  await other.unroute(/\/match\?/);
  await moved(other, second);
  await other.locator(".says", { hasText: "out of date; here is the board now" }).waitFor();
  assert.equal(await state(other), await state(page));
  page.check();
});

test("a match goes on after the program was killed", async () => {
  const first = await room();
  const page = await visit(first.address);
  await begin(page, "draughts");
  const before = await state(page);
  await tapSquare(page, "b6");
  await tapSquare(page, "a5");
  await moved(page, before);
  const stands = await state(page);
  await first.end("SIGKILL");
  const again = await serverIn(first.folder, "--seed", "7");
  open.push(again);
  const later = await tab(page.context(), new URL("match?of=1", again.address).href);
  await later.waitForSelector(".hits");
  assert.equal(await state(later), stands);
  await playTapped(later, (await asked(later)).choices[0]);
});

test("a piece is dragged to its target", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const before = await state(page), { squares } = await asked(page);
  await page.mouse.move(...await spot(page, middle(squares, "b6")));
  await page.mouse.down();
  await page.mouse.move(...await spot(page, middle(squares, "a5")), { steps: 4 });
  assert.ok(await page.locator(".hits .target").count(), "its targets light up");
  const ring = await page.locator(".hits .chosen").evaluate((it) => { const { visibility, stroke, fill } = getComputedStyle(it); return { visibility, stroke, fill }; });
  assert.deepEqual([ring.visibility, ring.fill], ["visible", "none"], "it has a ring around it");
  assert.notEqual(ring.stroke, "none");
  await page.mouse.up();
  await moved(page, before);
  page.check();
});

test("a tap that isn't allowed says why, and nothing is to be typed that a button says", async () => {
  const { address } = await room();
  const page = await visit(address);
  const told = async (says) => {
    const it = page.locator(".says", { hasText: says });
    await it.waitFor();
    assert.equal(await it.locator("code").count(), 0, await it.innerText());
  };
  for (const [game, ...taps] of [
    ["draughts", [["a7"], /a7 can't move now/], [["a3"], /a3 isn't yours/], [["b6", "b4"], /aren't on the same diagonal/]],
    ["metasoccer", [["f8"], /f8 isn't yours/], [["e13", "e1"], /e1 isn't in your own half/]],
  ]) {
    await begin(page, game);
    for (const [squares, says] of taps) {
      for (const square of squares) await tapSquare(page, square);
      await told(says);
      assert.ok(await buttons(page) <= BUTTONS);
    }
    await page.locator(".more summary").click();
    await page.locator(".more button", { hasText: "Resign" }).click();
    await told(/call off match/);
  }
  page.check();
});

for (const game of GAMES) {
  test(`${game} is played with the keyboard alone`, { timeout: 1_200_000 }, async () => {
    const { address } = await room();
    const page = await visit(address);
    await begin(page, game, "quick");
    // A whole match takes minutes.
    const most = process.env.FULL ? 500 : 6, next = lot(GAMES.indexOf(game) + 5);
    for (let step = 0; step < most; step++) {
      const now = await asked(page), before = await state(page);
      if (OVER.test(await page.locator(".prompt").textContent())) break;
      if (now.others.length && !now.choices.length && !now.plain.length) {
        await page.locator(".side > p > a.button").first().focus();
        await page.keyboard.press("Enter");
        await page.waitForURL(/name=/);
        await page.waitForSelector(".hits");
        await page.locator(".cover > summary").first().focus();
        await page.keyboard.press("Enter");
        await page.locator(".cover .buttons button[name=do]:not([hidden])").first().focus();
        const asks = await state(page);
        await page.keyboard.press("Enter");
        await moved(page, asks);
        await handBack(page);
        continue;
      }
      if (!now.choices.length && !now.coins.length && !now.plain.length) break;
      if (now.choices.length && (!now.plain.length || next(2))) await chooseByKeys(page, now, next);
      else if (now.coins.length) {
        await page.locator(".hits").focus();
        for (let n = 0; n < 12 && !await page.locator(".hits .chosen").count(); n++) { await page.keyboard.press("ArrowRight"); await page.keyboard.press("Enter"); }
        await page.locator(".hits .way").waitFor({ state: "attached" });
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowUp");
        await page.waitForFunction(() => /power 55/.test(document.querySelector(".tray").textContent));
        await page.keyboard.press("Enter");
      } else {
        const buttons = page.locator(".side > .buttons button[name=do]:not([hidden])");
        await buttons.nth(next(await buttons.count())).focus();
        await page.keyboard.press("Enter");
      }
      await moved(page, before);
    }
    if (process.env.FULL) await ended(page);
    page.check();
  });
}

async function chooseByKeys(page, { choices, squares }, next) {
  const choice = choices[next(choices.length)];
  if (!squares) {
    if (choice[4] !== null) { await page.locator(`.group[data-group="${choice[4]}"]`).focus(); await page.keyboard.press("Enter"); }
    await page.locator(".hits").focus();
    for (let n = 0; n < 9 && await page.evaluate(() => walked()[table.at]?.name) !== choice[3]; n++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.body.dataset.sending);
    if (await page.locator(".tray button").count()) { await page.locator(".tray button").first().focus(); await page.keyboard.press("Enter"); }
    return;
  }
  const way = choice[3].split("|").map((it) => it.split(" ")).sort((one, other) => other.length - one.length)[0];
  const before = await state(page);
  await page.locator(".hits").focus();
  for (const name of way) {
    const at = () => page.evaluate(() => table.at);
    const goal = squares.names.indexOf(name), walks = await at() !== goal;
    for (let n = 0; n < 60 && Math.floor(await at() / squares.across) !== Math.floor(goal / squares.across); n++) await page.keyboard.press(await at() < goal ? "ArrowDown" : "ArrowUp");
    for (let n = 0; n < 60 && await at() !== goal; n++) await page.keyboard.press(await at() < goal ? "ArrowRight" : "ArrowLeft");
    if (walks) assert.match(await page.locator("#spoken").innerText(), new RegExp("^" + name + ", "), "it says what stands there");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.body.dataset.sending);
    if (await state(page) !== before) return;
  }
  const button = page.locator(".tray button").first();
  await button.focus();
  await page.keyboard.press("Enter");
}

test("without scripts every press loads the page again, and the match goes on", async () => {
  const { address } = await room();
  const page = await visit(address, { javaScriptEnabled: false, viewport: PHONE });
  await page.selectOption(".pair select", "trapdoor");
  await page.click(".pair button");
  await page.waitForSelector("img.of-board");
  const guest = await visit(page.url(), { javaScriptEnabled: false });
  await guest.locator("a", { hasText: "Look again" }).click();
  await guest.waitForSelector("img.of-board");
  for (let step = 0; step < 6; step++) {
    const was = await page.locator(".news li").first().innerText();
    await page.locator(".list .menu button, .side > .buttons button").first().click();
    await page.waitForSelector("img.of-board");
    assert.notEqual(await page.locator(".news li").first().innerText(), was);
  }
  await type(page, "leaderboard");
  await page.waitForSelector("#log .said");
  assert.match(await page.locator("#log").innerText(), /leaderboard/i);
  // A long list is opened step by step.
  await page.goto(address);
  await page.selectOption(".pair select", "metasoccer");
  await page.click(".pair button");
  await page.locator(".list a.button").first().click();
  await page.locator(".list a.button", { hasText: "Back to the whole list" }).waitFor();
});

test("lessons and puzzles are answered on the board, in place", async () => {
  const { address } = await room();
  const page = await visit(address);
  for (const what of ["Learn", "Puzzle"]) {
    await page.goto(address);
    await page.fill("input.own", "Lena");
    await page.locator(".games li", { hasText: "Trapdoor" }).locator("button", { hasText: what }).click();
    await page.waitForSelector(".hits");
    assert.match(page.url(), /learn\?name=Lena/);
    const said = await page.locator(".prompt").innerText();
    await playTapped(page, (await asked(page)).choices[0]);
    assert.notEqual(await page.locator(".prompt").innerText(), said);
    assert.match(page.url(), /learn\?name=Lena/);
    assert.equal(await page.locator("details", { hasText: "For Lena alone" }).count(), 0);
    if (what === "Learn") {
      await page.locator("button", { hasText: "All lessons" }).click();
      await page.locator(".says button", { hasText: "3. Spin the wheel" }).click();
      await page.locator(".prompt", { hasText: "lesson 3 of 8" }).waitFor();
      assert.equal(await page.locator(".says").innerText(), "", "an answer goes when something else is done");
    }
    await page.locator("button", { hasText: "Leave" }).click();
    await page.locator("input.own").waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
  }
  page.check();
});

test("only a secret is covered, with a name on its cover", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.fill("input.own", "Ann");
  await page.locator(".games li", { hasText: "Alien" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  const cover = page.locator(".cover", { hasText: "Ann’s secret" });
  assert.equal(await cover.locator("p").isVisible(), false);
  await cover.locator("summary").click();
  assert.equal(await cover.locator("p").isVisible(), true);
  page.check();
});

test("a first move takes three taps, and the name is asked after it", async () => {
  const { address } = await room();
  const page = await visit(address, { viewport: PHONE, hasTouch: true });
  page.touches = true;
  await page.selectOption(".who [name=level]", "1");
  await page.locator(".games li", { hasText: "Draughts" }).locator("button", { hasText: "Play" }).tap();
  await page.waitForSelector(".hits");
  assert.equal(await page.locator(".naming").count(), 0, "nothing is asked before");
  await page.waitForFunction(() => document.getElementById("pane").dataset.mine);
  const before = await state(page);
  const [from, to] = (await asked(page)).choices[0][3].split("|")[0].split(" ");
  await tapSquare(page, from);
  await tapSquare(page, to);
  await moved(page, before);
  assert.equal(page.presses, 2, "and Play is the third");
  await page.locator(".naming", { hasText: "You play as Guest 1" }).waitFor();
  assert.deepEqual(await findings(page), []);
  await shot(page, "guest");
  await page.fill(".naming [name=name]", "Zoe");
  await page.press(".naming [name=name]", "Enter");
  await page.locator(".plates", { hasText: "Zoe" }).waitFor();
  assert.equal(await page.locator(".naming").count(), 0);
  // The name stays in another tab, and nobody else has it.
  const later = await tab(page.context(), address);
  assert.equal(await later.inputValue("input.own"), "Zoe");
  const other = await visit(address);
  await speakAs(other, "Zoe");
  await other.locator(".says", { hasText: "Zoe plays in another browser" }).waitFor();
  page.check();
});

test("who has a name on the start page speaks under it, and is asked once", async () => {
  const { address } = await room();
  const page = await visit(address);
  assert.equal(await page.locator("input[name=name]:visible").count(), 1);
  await page.fill("input.own", "Ann");
  await page.fill("#words", "learn draughts");
  await page.press("#words", "Enter");
  await page.waitForURL(/learn\?name=Ann/);
  page.check();
});

test("two people at one screen play unrated and without a clock", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "trapdoor");
  await page.click("a.talk");
  const said = await page.locator("#log").innerText();
  assert.doesNotMatch(said, /rated\b(?<!unrated)/);
  assert.doesNotMatch(said, /days/);
});

test("a film plays on the board; with reduced motion a button plays it", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { address } = await room();
    const page = await visit(address, { reducedMotion });
    await begin(page, "piecepack", "quick");
    const next = lot(9);
    const stood = await boardPlace(page);
    for (let n = 0; n < 8 && !await page.locator(".board[data-film]").count(); n++) await playAny(page, next);
    if (reducedMotion === "reduce") {
      assert.equal(await page.locator(".moving").count(), 0);
      await page.locator(".steps button").first().click();
    }
    await page.locator(".moving").waitFor();
    assert.equal(await boardPlace(page), stood);
    page.check();
  }
});

for (const [name, options] of [["at a desk", {}], ["on a phone", { viewport: PHONE }], ["in the dark", { colorScheme: "dark" }]]) {
  test(`axe finds nothing in the room ${name}, and nothing is wider than the screen`, { timeout: 120_000 }, async () => {
    const { address } = await room();
    const page = await visit(address, options);
    const looked = async (what) => {
      assert.deepEqual(await findings(page), [], what);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${what} is ${wide} pixels too wide`);
      await page.waitForFunction(() => [...document.images].every((it) => it.complete));
      await shot(page, `${what}-${name.replaceAll(" ", "-")}`);
    };
    await looked("start");
    for (const game of GAMES) {
      await begin(page, game);
      await looked(game);
    }
    await page.click("a.talk");
    await looked("talk");
    page.check();
  });
}

test("hostile names and words are shown as they are", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.click("a.talk");
  await speakAs(page, "O'Hara");
  await type(page, "<img src=x onerror=document.title='bad'>");
  await page.waitForSelector(".refused");
  await page.reload();
  assert.match(await page.locator("#log").innerText(), /<img src=x onerror/);
  assert.doesNotMatch(await page.title(), /bad/);
  await page.goto(address + "?name=" + encodeURIComponent("</script><script>document.title='bad'</script>"));
  assert.doesNotMatch(await page.title(), /bad/);
  page.check();
});

test("who reads further up in the talk isn't taken away from it", async () => {
  const { address } = await room();
  const page = await visit(address, { viewport: { width: 600, height: 400 } });
  await page.click("a.talk");
  await speakAs(page, "Ann");
  for (let n = 0; n < 4; n++) { await type(page, "help"); await page.waitForFunction((n) => document.querySelectorAll("#log article").length >= 2 * n + 2, n); }
  const area = page.locator("main");
  await area.evaluate((it) => { it.scrollTo({ top: 0, behavior: "instant" }); });
  const other = await tab(page.context(), new URL("talk", address).href);
  await speakAs(other, "Otto");
  await type(other, "games");
  await page.locator("#newer").waitFor();
  assert.equal(await area.evaluate((it) => it.scrollTop), 0);
  await page.click("#newer");
  await page.waitForFunction(() => document.querySelector("main").scrollTop > 0);
});

// The address of a person's own boards, which they say they want in the talk.
async function linkOf(at, address, name, words = "link board") {
  const page = await tab(at.context(), new URL("talk", address).href);
  await speakAs(page, name);
  // Somebody else at this browser is made on purpose.
  const also = page.locator(".says button", { hasText: "plays here, too" });
  if (await also.count()) await also.click();
  await page.waitForFunction((name) => !document.body.dataset.sending && document.getElementById("name").value === name, name);
  const links = () => page.evaluate(() => document.getElementById("log").textContent.match(/\/p\/[0-9a-f]{32}\//g)?.length ?? 0);
  const before = await links();
  await type(page, words);
  await page.waitForFunction((before) => document.getElementById("log").textContent.match(/\/p\/[0-9a-f]{32}\//g)?.length > before, before);
  const link = (await page.locator("#log").textContent()).match(/http:\S+?\/p\/[0-9a-f]{32}\//g).at(-1);
  // Each open page holds a connection, and a browser has six for an address.
  await page.close();
  return link;
}

test("a player's own address shows their match and plays it, and the room sees it at once", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const link = await linkOf(page, address, "Ann");
  const phone = await visit(link, { viewport: PHONE, hasTouch: true });
  assert.equal(await phone.locator("a.talk, input.own").count(), 0);
  await phone.locator("main .matches a").first().click();
  await phone.waitForSelector(".hits");
  assert.deepEqual(await findings(phone), []);
  await shot(phone, "own-board");
  for (let step = 0; step < 6; step++) {
    const [here, there] = [await state(phone), await state(page)];
    const { choices } = await asked(phone);
    // Ann plays on her phone, Bob in the room.
    if (choices.length) await playTapped(phone, choices[0]);
    else await playTapped(page, (await asked(page)).choices[0]);
    await moved(page, there);
    await phone.waitForFunction((here) => document.getElementById("pane").dataset.at !== here.split(" ")[0], here);
  }
  // It asks the same authority, and is for nothing else than playing.
  await type(phone, "mydata delete yes");
  await phone.locator(".says", { hasText: "this page is for playing your matches" }).waitFor();
  phone.check();
  page.check();
});

test("a player's own address can't be guessed, tells previews nothing, and ends", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "alien");
  const link = await linkOf(page, address, "Ann");
  const got = await fetch(link + "match?of=1");
  const html = await got.text();
  assert.equal(got.status, 200);
  assert.equal(got.headers.get("referrer-policy"), "no-referrer");
  assert.equal(got.headers.get("cache-control"), "no-store");
  assert.equal(got.headers.get("x-robots-tag"), "noindex");
  assert.match(html, /<title>Draughtsman<\/title>/);
  assert.doesNotMatch(html, /property="og:|name="description"/);
  // Her own secret, and not Bob's.
  assert.match(html, /Ann’s secret/);
  assert.doesNotMatch(html, /Bob’s secret/);
  // Somebody else's address shows what is theirs; a foreign match and a forged address are unknown pages.
  const bob = await linkOf(page, address, "Bob");
  assert.match(await (await fetch(bob + "match?of=1")).text(), /Bob’s secret/);
  const cleo = await linkOf(page, address, "Cleo");
  const unknown = await fetch(new URL("m/" + "0".repeat(32), address));
  const same = [cleo + "match?of=1", new URL("p/" + "0".repeat(32) + "/", address).href, new URL("p/x/", address).href];
  for (const it of same) {
    const answer = await fetch(it);
    assert.deepEqual([answer.status, await answer.text()], [unknown.status, await (await fetch(new URL("m/" + "0".repeat(32), address))).text()], it);
  }
  // Nothing is done by looking, nor from another site.
  const before = await state(page);
  await fetch(link + "say?do=" + encodeURIComponent("|ann|play #1 b6-a5"));
  const forged = await fetch(link + "say", { method: "POST", headers: { "sec-fetch-site": "cross-site" }, body: new URLSearchParams({ here: "match?of=1", do: "||play #1 b6-a5", quiet: "1" }) });
  assert.equal(forged.status, 403);
  assert.equal(await state(page), before);
  // A new one ends the old one, and `off` ends it.
  const anew = await linkOf(page, address, "Ann", "link board new");
  assert.notEqual(anew, link);
  assert.equal((await fetch(link)).status, 404);
  assert.equal((await fetch(anew)).status, 200);
  const talk = await tab(page.context(), new URL("talk", address).href);
  await speakAs(talk, "Ann");
  await type(talk, "link board off");
  await talk.locator("#log", { hasText: "The address of your boards no longer works" }).waitFor();
  assert.equal((await fetch(anew)).status, 404);
});

test("wrong addresses are unknown pages and shut nobody out; what one client may ask is limited", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const link = await linkOf(page, address, "Ann");
  // An answer that isn't read holds its connection, and an address may have only 64.
  const wrong = async (n) => {
    const answer = await fetch(new URL("p/" + String(n).padStart(32, "0") + "/", address));
    await answer.text();
    return answer.status;
  };
  for (let n = 0; n < 25; n++) assert.equal(await wrong(n), 404);
  assert.equal((await fetch(link)).status, 200);
  const many = [];
  for (let n = 0; n < 300 && !many.includes(429); n += 10) many.push(...await Promise.all(Array.from({ length: 10 }, (_, nth) => wrong(n + nth))));
  assert.ok(many.includes(429), "too many in a short time");
});

// A browser without pages: it sends forms, and keeps the key that it is given.
function keeper(address) {
  const own = { cookie: "" };
  const headers = () => ({ cookie: own.cookie });
  own.get = async (path) => (await fetch(new URL(path, address), { headers: headers() })).text();
  own.post = async (path, fields) => {
    const answer = await fetch(new URL(path, address), { method: "POST", headers: headers(), body: new URLSearchParams({ quiet: "1", ...fields }) });
    own.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? own.cookie;
    return answer.json();
  };
  return own;
}

test("a private button is pressed by nobody else", async () => {
  const { address } = await room();
  const [tia, uma, nobody] = [keeper(address), keeper(address), keeper(address)];
  await tia.post("say", { name: "Tia", words: "settings board mover" });
  await uma.post("say", { name: "Uma", words: "settings board mover" });
  await tia.post("say", { name: "Tia", words: "mydata delete" });
  const [, press] = [...(await tia.get("talk")).matchAll(/name="press" value="([0-9.]+)">Yes/g)].at(-1);
  assert.match((await uma.post("say", { name: "Uma", press })).html, /That button is Tia’s/);
  assert.match((await nobody.post("say", { name: "", press })).html, /Say who you are/);
  assert.doesNotMatch((await tia.post("say", { name: "", press })).html, /That button|Say who/);
});

test("who has no name looks on, and who takes one plays; the name stays over tabs", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "alien");
  const guest = await visit(new URL("match?of=1", address).href);
  await guest.locator(".side", { hasText: "looking on" }).waitFor();
  assert.deepEqual(await asked(guest).then(({ choices, plain, others }) => [choices.length, plain.length, others.length]), [0, 0, 0]);
  assert.equal(await guest.locator(".cover, .pane button[name=do], a.button", { hasText: "secret" }).count(), 0);
  await shot(guest, "looking-on");
  assert.deepEqual(await findings(guest), []);
  // A name of the two is in use, another one isn't.
  await speakAs(guest, "Ann");
  await guest.locator(".says", { hasText: "Ann plays in another browser" }).waitFor();
  assert.equal(await guest.inputValue("#name"), "");
  await speakAs(guest, "Gus");
  assert.equal(await guest.inputValue("#name"), "Gus");
  const second = await tab(guest.context(), address);
  assert.equal(await second.inputValue("input.own"), "Gus");
  // Two people at this tab don't take it away.
  await second.click(".pair button");
  await second.locator(".says", { hasText: "Ann plays in another browser" }).waitFor();
  await second.fill(".pair [name=one]", "Gus");
  await second.fill(".pair [name=other]", "Hal");
  await second.click(".pair button");
  await second.waitForSelector(".hits");
  assert.ok((await asked(second)).choices.length, "they play at this screen");
  const third = await tab(guest.context(), address);
  assert.equal(await third.inputValue("input.own"), "Gus");
  for (const it of [guest, second, third]) it.check();
});

test("the Enter key in the field for the name takes the name only, and the length that was chosen stays", async () => {
  const { address } = await room();
  const page = await visit(address, { viewport: PHONE });
  await page.fill("input.own", "Ann");
  await page.press("input.own", "Enter");
  await page.waitForFunction(() => !document.body.dataset.sending && document.getElementById("name").value === "Ann");
  assert.equal(new URL(page.url()).pathname, "/");
  assert.equal(await page.locator(".matches li").count(), 0, "no match has begun");
  await page.selectOption(".who [name=length]", "quick");
  await page.locator(".games li", { hasText: "Draughts" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  await page.goto(address);
  assert.equal(await page.inputValue(".who [name=length]"), "quick");
  page.check();
});

test("an aim that fails is told, and a lesson is still there after others have said much", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.fill("input.own", "Lena");
  await page.locator(".games li", { hasText: "Piecepack" }).locator("button", { hasText: "Learn" }).click();
  await page.waitForSelector(".hits");
  const other = keeper(address);
  for (let n = 0; n < 110; n++) await other.post("say", { name: "Otto", words: "games" });
  await page.reload();
  await page.waitForSelector(".hits");
  const coin = (await asked(page)).coins[0];
  const drag = async () => {
    await page.mouse.move(...await spot(page, coin.at));
    await page.mouse.down();
    await page.mouse.move(...await spot(page, [coin.at[0] + 60, coin.at[1] - 60]), { steps: 3 });
    await page.mouse.up();
  };
  await drag();
  await page.locator(".tray button.main").waitFor();
  await page.locator(".tray button", { hasText: "Cancel" }).click();
  page.check();
  await page.route(/learn-aim/, (route) => route.fulfill({ status: 404, body: "" }));
  await drag();
  await page.locator(".says", { hasText: "That aim didn’t get through" }).waitFor();
});

test("typed words never choose for a player who has chosen in secret", async () => {
  const { address } = await room();
  const { get, post } = keeper(address);
  await post("begin", { game: "amtgard", one: "Cyd", other: "Dan", options: "open=side" });
  const secret = { here: "match?of=1", words: "kits sword" };
  await post("say", { ...secret, name: "Cyd" });
  const at = async () => (await get("match?of=1")).match(/data-at="([0-9.]+)/)[1];
  const before = await at();
  const answer = await post("say", { ...secret, name: "" });
  assert.match(answer.html, /Both players choose in secret/);
  assert.equal(await at(), before);
});

test("after a hint a lesson is still answered on its board", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.fill("input.own", "Lena");
  await page.locator(".games li", { hasText: "Trapdoor" }).locator("button", { hasText: "Learn" }).click();
  await page.waitForSelector(".hits");
  const shows = (await asked(page)).choices.length;
  await page.locator(".buttons button", { hasText: "Hint" }).first().click();
  await page.waitForFunction(() => document.querySelector(".says").innerText || document.querySelector(".prompt").innerText.includes("b6"));
  assert.equal((await asked(page)).choices.length, shows);
  await page.reload();
  await page.waitForSelector(".hits");
  await playTapped(page, (await asked(page)).choices[0]);
  page.check();
});

test("advice is open where it was asked, and covered in the talk", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  await page.locator(".more > summary").click();
  await page.locator(".more button", { hasText: "Hint" }).click();
  await page.locator(".says", { hasText: "My choice:" }).waitFor();
  assert.equal(await page.locator(".says details > p").first().isVisible(), true);
  assert.equal(await page.locator(".hits polyline.advised").count(), 1, "the advised move is drawn on the board");
  const { searchParams } = new URL(page.url());
  const mover = (await page.locator(".plate.on-turn b").innerText()).toUpperCase();
  await page.goto(`${address}match?of=${searchParams.get("of")}&name=${mover}`);
  await page.waitForSelector(".hits");
  await page.fill("#words", "hint");
  await page.press("#words", "Enter");
  await page.locator(".says", { hasText: "My choice:" }).waitFor();
  await page.click("a.talk");
  await page.locator("#log .advice summary").first().waitFor();
  assert.equal(await page.locator("#log .advice details > p").first().isVisible(), false);
  page.check();
});

test("the newest answer is shown where it was asked, also when it takes a while", async () => {
  const { address } = await room();
  const page = await visit(address);
  await speakAs(page, "Ann");
  await type(page, "how do I win at alien");
  await page.locator(".start .says", { hasText: "You win with five kings" }).waitFor();
  await page.locator(".games li", { hasText: "Draughts" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  await type(page, "hint");
  await page.locator(".says button", { hasText: "Why?" }).click();
  await page.locator(".says", { hasText: "After it probably" }).waitFor();
  assert.equal(await page.locator(".says article").count(), 1);
  await type(page, "resign");
  await page.locator(".says", { hasText: "Call off match #1" }).waitFor();
  const next = lot(3);
  for (let n = 0; n < 4; n++) await playAny(page, next);
  await type(page, "resign yes");
  await page.locator(".prompt", { hasText: "resigned" }).waitFor();
  await page.locator("a.button", { hasText: "Review" }).click();
  await page.locator(".curve svg").waitFor();
  page.check();
});

test("what is said to one alone doesn't appear where nobody has a name", async () => {
  const { address } = await room();
  const [ann, other] = [await visit(address), await visit(address)];
  await speakAs(ann, "Ann");
  await type(ann, "puzzle close");
  await ann.locator(".says", { hasText: "no puzzle" }).waitFor();
  await ann.waitForFunction(() => Number(document.body.dataset.number) > 1);
  const number = await ann.evaluate(() => Number(document.body.dataset.number));
  await other.waitForFunction((number) => Number(document.body.dataset.number) >= number, number);
  assert.equal(await other.locator(".says").innerText(), "");
});

test("a capture of several is tapped square by square, or at its end", async () => {
  const { address } = await room();
  const page = await visit(address);
  for (const taps of [["c7", "e5", "c3"], ["c7", "c3"]]) {
    await page.goto(address);
    await page.fill("input.own", "Lena" + taps.length);
    await page.fill("#words", "learn trapdoor 2");
    await page.press("#words", "Enter");
    await page.locator(".prompt", { hasText: "lesson 2 of 8" }).waitFor();
    for (const square of taps) await tapSquare(page, square);
    await page.locator(".prompt", { hasText: "Right!" }).waitFor();
  }
  page.check();
});

test("what is wrong with a match of two is said beside its form, and a name stays at hand", async () => {
  const { address } = await room();
  const page = await visit(address);
  await speakAs(page, "Lena");
  await page.fill(".pair [name=options]", "short");
  await page.click(".pair button");
  await page.locator(".start .says", { hasText: /no option short/ }).waitFor();
  await page.fill(".pair [name=options]", "quick");
  await page.click(".pair button");
  await page.waitForSelector(".hits");
  assert.equal(await page.inputValue("#name"), "");
  await page.goto(address);
  assert.equal(await page.inputValue("input.own"), "Lena");
  await page.selectOption(".who [name=length]", "quick");
  await page.locator(".games li", { hasText: "MetaCheckers" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  assert.match(await page.locator("h1").innerText(), /30 plays/);
  page.check();
});

test("at a shared screen the player who moved takes back, and the other one agrees", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const mover = await page.locator(".plate.on-turn b").innerText(), before = await state(page);
  await playTapped(page, (await asked(page)).choices[0]);
  await page.locator(".more > summary").click();
  await page.locator(".more button", { hasText: "Take back" }).click();
  await page.locator(".question", { hasText: `${mover} asks to take back` }).waitFor();
  await page.locator(".question button").first().click();
  await page.waitForFunction((was) => document.getElementById("pane").dataset.at.startsWith(was.split(".")[0] + "."), before);
  assert.equal(await page.locator(".plate.on-turn b").innerText(), mover);
  page.check();
});

test("the talk follows what one says, and stays where one reads", async () => {
  const { address } = await room();
  const page = await visit(address + "talk");
  await speakAs(page, "Ann");
  const say = async (words) => { await page.fill("#words", words); await page.press("#words", "Enter"); await page.locator("#log article", { hasText: words }).last().waitFor(); };
  for (const words of ["rules draughts", "rules alien", "help"]) await say(words);
  // The talk is on its way up when the next words are sent, and goes on for a while before they arrive.
  await page.route("**/say", async (sent) => {
    await page.evaluate(async () => { for (let frames = 0; frames < 40; frames++) await new Promise(requestAnimationFrame); });
    await sent.continue();
  });
  const said = await page.locator("#log article").count();
  await page.fill("#words", "games");
  await page.evaluate(() => { document.getElementById("log").closest("main").scrollTop = 0; document.getElementById("words").form.requestSubmit(); });
  await page.waitForFunction((before) => document.querySelectorAll("#log article").length > before, said);
  await page.waitForFunction(() => { const area = document.getElementById("log").closest("main"); return area.scrollHeight - area.scrollTop - area.clientHeight < 80; });
  page.check();
});

test("a draw is offered and answered beside the board, once", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  await page.locator(".more > summary").click();
  await page.locator(".more button", { hasText: "Offer a draw" }).click();
  await page.locator(".question", { hasText: "offers a draw" }).waitFor();
  assert.equal(await page.locator("button", { hasText: "Agree" }).count(), 1);
  await page.locator("button", { hasText: "Agree" }).click();
  await page.locator(".prompt", { hasText: "both agreed" }).waitFor();
  assert.equal(await page.locator(".question").count(), 0);
  page.check();
});

test("a player's own address is played without scripts", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const link = await linkOf(page, address, "Ann"), other = await linkOf(page, address, "Bob");
  const first = (await (await fetch(link + "match?of=1")).text()).includes('name="do"') ? link : other;
  const plain = await visit(first + "match?of=1", { javaScriptEnabled: false });
  const was = await plain.locator(".news li").first().innerText();
  await plain.locator(".list .menu button").first().click();
  await plain.waitForSelector("img.of-board");
  assert.notEqual(await plain.locator(".news li").first().innerText(), was);
});

// What is too small for a finger, in pixels.
const small = (page) => page.evaluate(() => [...document.querySelectorAll("button:not(.first), select, summary, a.button, a.brand, .steps a, .matches a, input:not([type=hidden], [type=checkbox])")]
  .filter((it) => it.checkVisibility()).map((it) => [it.getBoundingClientRect(), it.outerHTML.slice(0, 80)]).filter(([{ width, height }]) => Math.min(width, height) < 40).map(([{ width, height }, it]) => `${width} by ${height}: ${it}`));
for (const [width, height] of SIZES) {
  test(`every page fits a window of ${width} by ${height}, with room for a finger`, { timeout: 120_000 }, async () => {
    const { address } = await room();
    const page = await visit(address, { viewport: { width, height } });
    await speakAs(page, "Ann");
    await page.locator(".person button", { hasText: "Invite by a link" }).click();
    await page.locator(".waits .link").waitFor();
    const fits = async (what) => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${what} is ${over} pixels too wide`);
      assert.deepEqual(await small(page), [], what);
    };
    for (const what of ["", "talk", "learn", "invited?of=1"]) {
      await page.goto(new URL(what, address).href);
      await fits(what);
    }
    await begin(page, "amtgard");
    const stands = async () => JSON.stringify(await page.locator(".steps, .news, .prompt").evaluateAll((all) => all.map((it) => it.getBoundingClientRect())));
    await page.locator(".more > summary").scrollIntoViewIfNeeded();
    const before = await stands();
    await page.locator(".more > summary").click();
    assert.equal(await stands(), before, "nothing moves when more opens");
    await fits("more");
    page.check();
  });
}

test("every refusal stands where the thing was tried", async () => {
  const { address } = await room();
  const [ann, bob] = [await visit(address), await visit(address, { viewport: PHONE })];
  await speakAs(ann, "Ann");
  const stands = async (tried, says) => {
    const told = bob.locator(".says .refused", { hasText: says });
    await told.waitFor();
    await bob.waitForFunction(() => !document.body.dataset.sending);
    // It may be on its way there.
    await bob.waitForFunction(() => { const y = document.querySelector(".says").getBoundingClientRect().y, same = y === globalThis.stood; globalThis.stood = y; return same; }, null, { polling: 200 });
    const [one, other] = [await tried.boundingBox(), await told.boundingBox()];
    const far = Math.max(0, other.y - one.y - one.height, one.y - other.y - other.height);
    assert.ok(far < 160, `${says} is ${far} pixels away`);
    assert.ok(0 <= other.y && other.y + other.height <= PHONE.height, `${says} is in sight: ${other.y}`);
    assert.doesNotMatch(await told.innerText(), /`/);
  };
  for (const [name, says] of [["Ann", "plays in another browser"], ["\u0410nn", "looks like Ann"], ["Draughtsman 3", "the bot's own"]]) {
    await bob.fill("input.own", name);
    await bob.press("input.own", "Enter");
    await stands(bob.locator("input.own"), says);
  }
  const invite = bob.locator(".person button", { hasText: "Invite by a link" });
  await bob.fill("input.own", "");
  await invite.click();
  await stands(invite, "Say who you are");
  const pair = bob.locator(".pair button");
  await pair.click();
  await stands(pair, "plays in another browser");
  await bob.goto(new URL("talk", address).href);
  await bob.fill("#name", "Ann");
  await bob.press("#name", "Enter");
  await stands(bob.locator("#name"), "plays in another browser");
  // A second person is made on purpose.
  await bob.goto(address);
  await speakAs(bob, "Bob");
  await bob.locator(".games li", { hasText: "Draughts" }).locator("button", { hasText: "Play" }).click();
  await bob.waitForSelector(".hits");
  await speakAs(bob, "Cy");
  await bob.locator(".says", { hasText: "You are Bob in this browser" }).waitFor();
  assert.equal(await bob.inputValue("#name"), "Bob");
  await bob.locator(".says button", { hasText: "Cy plays here, too" }).click();
  await bob.waitForFunction(() => document.getElementById("name").value === "Cy");
});

for (const [width, height] of SIZES) {
  test(`the board is as large as a window of ${width} by ${height} lets it be, and never under 240 pixels`, { timeout: 120_000 }, async () => {
    const { address } = await room();
    const page = await visit(address, { viewport: { width, height } });
    for (const game of GAMES) {
      await begin(page, game, "quick");
      const board = await page.locator(".pane .board").boundingBox();
      assert.ok(240 <= Math.min(board.width, board.height), `${game}: ${board.width} by ${board.height}`);
      assert.ok(board.x >= 0 && board.x + board.width <= width, `${game} is cut off`);
      const side = await page.locator(".side").boundingBox();
      assert.ok(150 <= side.width && 100 <= side.height, `${game}: ${side.width} by ${side.height} beside it`);
      assert.ok(board.x + board.width <= side.x + 1 || board.y + board.height <= side.y + 1, `${game}: what stands beside the board covers it`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${game} is ${over} pixels too wide`);
      const goal = page.locator(".goal"), told = await goal.boundingBox(), words = await goal.innerText();
      assert.match(words, /\bw[io]n/, game);
      assert.ok(!/\n/.test(words) && await goal.evaluate((it) => !it.closest("details") && 12 <= parseFloat(getComputedStyle(it).fontSize)), "a line of its own, large enough");
      assert.ok(side.y <= told.y && told.y + told.height <= Math.min(height, side.y + side.height), `${game}: how one wins is in sight`);
      const cut = await page.evaluate(() => [...document.querySelectorAll(".side button, .side a")].filter((it) => it.checkVisibility() && it.getBoundingClientRect().right > document.querySelector(".side").getBoundingClientRect().right + 1).map((it) => it.outerHTML));
      assert.deepEqual(cut, [], `${game}: no button is cut off`);
      await shot(page, `${game}-${width}x${height}`);
    }
    page.check();
  });
}

test("on a phone a small pitch is drawn larger around a chosen checker, and along with a finger", async () => {
  const { address } = await room();
  const page = await visit(address, { viewport: PHONE });
  await begin(page, "metasoccer", "quick");
  const next = lot(4);
  const moves = async () => (await asked(page)).choices.filter((it) => it[3].includes(" "));
  for (let n = 0; n < 20 && !(await moves()).length; n++) await playAny(page, next);
  const board = JSON.stringify(await page.locator(".pane .board").boundingBox());
  const size = () => page.locator(".hits").evaluate((it) => table.data.squares.size * it.getBoundingClientRect().width / table.data.part[2]);
  assert.ok(await size() < 32);
  for (const [, , , ways] of (await moves()).slice(0, 12)) {
    const [from, to] = [ways.split("|")[0].split(" ")[0], ways.split("|")[0].split(" ").at(-1)];
    await tapSquare(page, from);
    assert.ok(31.9 <= await size(), "a finger finds its squares");
    assert.equal(JSON.stringify(await page.locator(".pane .board").boundingBox()), board, "the board itself stays");
    assert.ok(await page.locator(".hits .target").count(), to);
    await page.keyboard.press("Escape");
    assert.ok(await size() < 32);
  }
  await shot(page, "zoomed");
  await playTapped(page, (await moves())[0]);
  page.check();
});

test("what costs oneself a piece is shown first, and played by the second tap", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "trapdoor", "quick");
  const next = lot(2);
  const harmful = async () => (await asked(page)).choices.find((it) => it[5].length && !it[3].includes(" "));
  let choice;
  for (let n = 0; n < 200 && !(choice = await harmful()); n++) {
    assert.doesNotMatch(await page.locator(".prompt").innerText(), OVER);
    await playAny(page, next);
  }
  const before = await state(page);
  await tapSquare(page, choice[3]);
  await page.locator(".hits .lost").waitFor({ state: "attached" });
  assert.match(await page.locator(".tray").innerText(), /opens .*falls/s);
  await shot(page, "a-loss-is-shown-first");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".hits .lost").count(), 0);
  assert.equal(await state(page), before);
  await tapSquare(page, choice[3]);
  await tapSquare(page, choice[3]);
  await moved(page, before);
  page.check();
});

test("a corner box is tapped on the court", { timeout: 300_000 }, async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "piecepack", "quick");
  const next = lot(9);
  let choice;
  for (let n = 0; n < 80 && !(choice = (await asked(page)).choices[0]); n++) await playAny(page, next);
  assert.match(choice[3], /^\d+,\d+$/);
  assert.equal(await page.locator(".hits .target").count() > 0, !(await asked(page)).coins.length, "the boxes are marked at once if nothing is to be aimed");
  await playTapped(page, choice);
  page.check();
});

test("the board goes through a running match by keys, lines and by itself, and comes back", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  for (let n = 0; n < 4; n++) await playTapped(page, (await asked(page)).choices[0]);
  const stands = (step) => page.waitForFunction((step) => document.getElementById("pane").dataset.step === String(step), step);
  await page.keyboard.press("ArrowLeft");
  await stands(3);
  assert.equal((await asked(page)).choices.length, 0, "nothing is played on an earlier board");
  await page.locator(".news li a").last().click();
  await stands(0);
  await page.keyboard.press("ArrowRight");
  await stands(1);
  // By itself, to the end.
  await page.keyboard.press(" ");
  await stands(4);
  await page.keyboard.press("Home");
  await stands(0);
  await page.keyboard.press(" ");
  await stands(1);
  await page.keyboard.press("End");
  await stands(4);
  assert.ok((await asked(page)).choices.length, "the match goes on");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".prompt a").click();
  await stands(4);
  page.check();
});

test("whoever played is told that they won or lost, and the film of the match plays on the board", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.fill("input.own", "Ann");
  await page.locator(".games li", { hasText: "Draughts" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  const next = lot(3);
  for (let n = 0; n < 4; n++) {
    await page.waitForFunction(() => document.getElementById("pane").dataset.mine !== undefined);
    await playAny(page, next);
  }
  await type(page, "resign yes");
  await page.locator(".verdict", { hasText: "You lost." }).waitFor();
  await page.locator(".film").click();
  await page.waitForFunction(() => document.getElementById("pane").dataset.step === "0");
  await page.waitForFunction(() => document.getElementById("pane").dataset.step === "1");
  await page.goBack();
  await page.waitForFunction(() => document.getElementById("pane")?.dataset.step === document.getElementById("pane")?.dataset.last);
  assert.ok(await page.locator(".verdict").isVisible(), "back is the match");
  page.check();
});

test("a lost line is said within a second, and what was missed is shown once it is back", async () => {
  const it = await room();
  const page = await visit(it.address);
  await begin(page, "draughts");
  const other = await tab(page.context(), page.url());
  await page.waitForFunction(() => events.readyState === 1);
  await page.context().setOffline(true);
  await page.locator("#lost").waitFor({ timeout: 1500 });
  await page.context().setOffline(false);
  await page.waitForFunction(() => !document.getElementById("lost"), null, { timeout: 15_000 });
  await other.waitForFunction(() => events.readyState === 1);
  await it.end("SIGKILL");
  await other.locator("#lost").waitFor({ timeout: 1500 });
});

test("a tap moves the piece at once, and it comes back if the move doesn't get through", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  await page.route("**/say", async (route) => { await held; await route.abort(); });
  await tapSquare(page, "b6");
  await tapSquare(page, "a5");
  await page.locator(".hits image").waitFor({ state: "attached" });
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".bar"), "::after").opacity === "1");
  go();
  await page.locator(".says", { hasText: "didn’t get through" }).waitFor();
  assert.equal(await page.locator(".hits image").count(), 0);
});

test("a drag shows the piece under the finger, and a second finger lets go of it", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const before = await state(page), { squares } = await asked(page);
  const [from, to] = [await spot(page, middle(squares, "b6")), await spot(page, middle(squares, "a5"))];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  const [right, down] = (await page.locator(".hits g").getAttribute("transform")).match(/-?[\d.]+/g).map(Number);
  const [x, y] = middle(squares, "b6"), [toX, toY] = middle(squares, "a5");
  assert.ok(Math.hypot(x + right - toX, y + down - toY) < 2, `the piece is at ${x + right},${y + down}`);
  await page.locator(".hits").dispatchEvent("pointerdown", { isPrimary: false, pointerId: 7, button: 0 });
  await page.mouse.up();
  assert.equal(await page.locator(".hits image").count(), 0);
  assert.equal(await state(page), before);
  page.check();
});

test("a clock ticks", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts", "clock=5m");
  const clock = page.locator(".on-turn .clock");
  const first = await clock.innerText();
  assert.match(first, /^[45]:\d\d$/);
  await page.waitForFunction((first) => document.querySelector(".on-turn .clock").innerText !== first, first, { timeout: 3000 });
  page.check();
});

test("preferences are kept by the browser: a second tap confirms, and the board doesn't turn", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  await page.locator(".steps button[aria-label=Preferences]").click();
  assert.deepEqual(await findings(page), []);
  await shot(page, "preferences");
  await page.locator("#preferences [name=confirm]").check();
  await page.selectOption("#preferences [name=near]", "second");
  await page.click("#preferences button");
  const near = () => page.evaluate(() => JSON.parse(document.querySelector(".data").textContent).squares.names[0]);
  await page.waitForFunction(() => JSON.parse(document.querySelector(".data").textContent).squares.names[0] === "a8");
  const before = await state(page);
  await tapSquare(page, "b6");
  await tapSquare(page, "a5");
  await page.locator(".tray", { hasText: "b6 → a5" }).waitFor();
  assert.equal(await state(page), before);
  await tapSquare(page, "a5");
  await moved(page, before);
  assert.equal(await near(), "a8");
  await page.reload();
  await page.waitForSelector(".hits");
  await page.waitForFunction(() => JSON.parse(document.querySelector(".data").textContent).squares.names[0] === "a8");
  page.check();
});

// Two people at two browsers play draughts; the first one is to move.
async function pairOfDraughts(address) {
  const both = [];
  for (const name of ["Ann", "Bob"]) {
    const page = await visit(address);
    await speakAs(page, name);
    both.push(page);
  }
  await type(both[0], "challenge @bob draughts side=black");
  await both[1].locator(".cards button", { hasText: "Accept" }).click();
  for (const page of both) await page.waitForSelector(".hits");
  return both;
}
async function prefer(page, name, is) {
  await page.locator(".steps button[aria-label=Preferences]").click();
  await page.locator(`#preferences [name=${name}]`).setChecked(is);
  await page.click("#preferences button");
}

test("a move that was chosen before one's turn is played when it comes, or dropped with a word", async () => {
  const { address } = await room();
  const [ann, bob] = await pairOfDraughts(address);
  const ahead = () => bob.evaluate(() => table.ahead.join(" "));
  await tapSquare(bob, "c3");
  assert.equal(await ahead(), "", "not without the preference");
  await prefer(bob, "premove", true);
  const chosen = async (squares) => {
    for (const square of squares.split(" ")) await tapSquare(bob, square);
    assert.equal(await ahead(), squares);
    assert.equal(await bob.locator(".hits .ahead").count(), 2, "it is marked");
  };
  await chosen("c3 b4");
  for (const square of ["b6", "a5"]) await tapSquare(ann, square);
  await bob.locator(".news li", { hasText: "Bob moves c3-b4" }).waitFor();
  // His piece is captured at once, as nothing else is allowed.
  await bob.waitForFunction(() => table.data.asked);
  const before = await state(bob);
  await playTapped(bob, (await asked(bob)).choices[0]);
  await moved(ann, before);
  await ann.waitForFunction(() => table.data.asked);
  await chosen("e3 e7");
  await playTapped(ann, (await asked(ann)).choices[0]);
  await bob.locator(".says", { hasText: "can’t be played now" }).waitFor();
  assert.equal(await ahead(), "");
  assert.ok((await asked(bob)).choices.length, "he chooses again");
  for (const page of [ann, bob]) page.check();
});

test("a sound tells of a move and a vibration of one's turn, unless somebody wants none", async () => {
  const { address } = await room();
  const [ann, bob] = await pairOfDraughts(address);
  for (const page of [ann, bob]) await page.evaluate(() => {
    globalThis.noted = { sounds: 0, buzz: 0 };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...from) { noted.sounds++; return start.apply(this, from); };
    navigator.vibrate = () => noted.buzz++;
  });
  const play = async (page, other) => {
    const before = await state(other);
    await playTapped(page, (await asked(page)).choices[0]);
    await moved(other, before);
    return Promise.all([page, other].map((each) => each.evaluate(() => { const { sounds, buzz } = noted; noted.sounds = noted.buzz = 0; return [sounds, buzz]; })));
  };
  assert.deepEqual(await play(ann, bob), [[1, 0], [2, 1]], "one's own turn sounds otherwise");
  await prefer(bob, "sounds", false);
  await prefer(ann, "buzz", false);
  assert.deepEqual(await play(bob, ann), [[0, 0], [2, 0]]);
  assert.deepEqual(await play(ann, bob), [[1, 0], [0, 1]]);
});

test("only the board and what to do are left, and the rest comes back", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  const rest = page.locator(".bar, .news, .more, #say");
  const seen = async () => (await rest.evaluateAll((all) => all.filter((it) => it.checkVisibility()).length));
  assert.equal(await seen(), 4);
  await prefer(page, "zen", true);
  assert.equal(await seen(), 0);
  const board = await page.locator(".pane .board").boundingBox();
  assert.ok(await page.locator(".prompt").isVisible() && 700 < Math.min(board.width, board.height), JSON.stringify(board));
  await page.reload();
  await page.waitForSelector(".hits");
  assert.equal(await seen(), 0, "the browser keeps it");
  await playTapped(page, (await asked(page)).choices[0]);
  await prefer(page, "zen", false);
  assert.equal(await seen(), 4);
  page.check();
});

test("somebody who wants no coordinates sees none on any board and in no film, and the browser keeps that", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "piecepack", "quick");
  const drawn = () => page.evaluate(() => [document.querySelector("img.of-board").currentSrc, document.querySelector(".board").dataset.film ?? ""].map((it) => it.includes("bare=true")).join());
  const pixels = () => page.locator(".pane .board").screenshot();
  const before = await pixels();
  await prefer(page, "bare", true);
  await page.waitForFunction(() => document.querySelector("img.of-board").currentSrc.includes("bare=true"));
  assert.ok(!before.equals(await pixels()), "the edge is bare");
  await shot(page, "bare");
  const next = lot(9);
  for (let n = 0; n < 8 && !await page.locator(".board[data-film]").count(); n++) await playAny(page, next);
  assert.equal(await drawn(), "true,true");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("img.of-board").currentSrc.includes("bare=true"));
  await prefer(page, "bare", false);
  await page.waitForFunction(() => !document.querySelector("img.of-board").currentSrc.includes("bare=true"));
  page.check();
});

test("a quick match of dice football takes at most 45 taps a player, if each turn ends after its move", { timeout: 300_000 }, async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "metasoccer", "quick");
  assert.equal(await page.locator(".likes").count(), 0, "there is no turn to end before the dice are rolled");
  const taps = await playOutSoccer(page);
  assert.ok(taps.ann <= 45 && taps.bob <= 45, JSON.stringify(taps));
  page.check();
});

test("whoever has each turn ended after its move plays a whole match of dice football against the computer", { timeout: 300_000 }, async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.selectOption("[name=level]", "1");
  await page.selectOption("[name=length]", "quick");
  await page.locator(".games li", { hasText: "MetaCheckers" }).locator("button", { hasText: "Play" }).click();
  await page.waitForSelector(".hits");
  const [taps] = Object.values(await playOutSoccer(page));
  assert.ok(taps <= 45, `${taps} taps`);
  assert.equal(await page.locator(".likes").count(), 0, "there is no turn to end");
  page.check();
});

test("a formation is set up on the board as soon as it is pressed, and another one after it", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "metasoccer", "team=7");
  const standing = () => page.evaluate(() => JSON.stringify(table.data.stands)), seen = new Set([await standing()]);
  const forms = page.locator(".side > .buttons button", { hasText: "Formation" });
  for (let n = 1; n < await forms.count(); n++) {
    const before = await state(page);
    await forms.nth(n).click();
    await moved(page, before);
    assert.ok(!seen.has(await standing()), "the checkers stand elsewhere");
    seen.add(await standing());
  }
  assert.ok(seen.size === 3 && await page.locator(".side > .buttons button", { hasText: "Ready" }).count(), "nothing is settled before Ready");
  await shot(page, "formation");
  page.check();
});
