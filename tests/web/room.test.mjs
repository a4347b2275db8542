// Tests of the room, the way people use it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  DESK, GAMES, PHONE, asked, begin, changed, done, findings, handBack, lot, middle, moved, playAny, playTapped, press, server, serverIn, shot, speakAs, spot, state, tab, tapSquare, visit,
} from "./browser.mjs";

let open = [];
const room = async (...args) => { const it = await server("--seed", "7", ...args); open.push(it); return it; };
after(async () => { await done(); for (const it of open) await it.close(); });

const OVER = /\bwins\b|A draw|called off/;
// The most buttons that a pane shows at once.
const BUTTONS = 12;
const buttons = (page) => page.evaluate(() => [...document.querySelectorAll("main button, main a.button")].filter((it) => it.checkVisibility()).length);
const boardPlace = async (page) => JSON.stringify(await page.locator(".pane .board").boundingBox());
const type = async (page, words) => { await page.fill("#words", words); await page.press("#words", "Enter"); };

for (const [where, options] of [["at a desk", { viewport: DESK }], ["on a phone", { viewport: PHONE, hasTouch: true }]]) {
  for (const game of GAMES) {
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
        assert.equal(await boardPlace(page), stood, "the board moved");
        assert.ok(await buttons(page) <= BUTTONS, `${await buttons(page)} buttons`);
        const long = await page.evaluate(() => document.documentElement.outerHTML.length);
        assert.ok(long < 60_000, `the page has ${long} bytes`);
        if (steps === 6) await shot(page, `${game}-${where.replaceAll(" ", "-")}`);
        if (steps === 300) {
          await type(page, "resign yes");
          await page.waitForFunction(() => !document.querySelector(".prompt p:not(:has(strong))"));
        }
      }
      assert.match(await page.locator(".prompt").innerText(), OVER, `after ${steps} steps`);
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
  await bob.click("a.talk");
  await bob.locator(".menu button", { hasText: "Accept" }).last().click();
  await bob.waitForSelector(".hits");
  await ann.goto(bob.url().replace("Bob", "Ann"));
  await ann.waitForSelector(".hits");
  for (let step = 0; step < 8; step++) {
    const [hers, his] = [await asked(ann), await asked(bob)];
    assert.equal([hers, his].filter((it) => it.choices.length).length, 1, "one of them is asked");
    const [page, other, { choices }] = hers.choices.length ? [ann, bob, hers] : [bob, ann, his];
    // Opened by its address alone, a page first says whose turn it is by name.
    await page.waitForFunction(() => document.title === "● Your turn: Draughts #1");
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

test("a tap that isn't allowed says why, as typing does", async () => {
  const { address } = await room();
  const page = await visit(address);
  await begin(page, "draughts");
  for (const [squares, says] of [[["a7"], /a7 can't move now/], [["a3"], /a3 isn't yours/], [["b6", "b4"], /aren't on the same diagonal/]]) {
    for (const square of squares) await tapSquare(page, square);
    await page.locator(".says", { hasText: says }).waitFor();
    assert.ok(await buttons(page) <= BUTTONS);
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
      if (OVER.test(await page.locator(".prompt").innerText())) break;
      if (now.others.length && !now.choices.length && !now.plain.length) {
        await page.locator(".side > p > a.button").first().focus();
        await page.keyboard.press("Enter");
        await page.waitForURL(/name=/);
        await page.waitForSelector(".hits");
        await page.locator(".cover > summary").first().focus();
        await page.keyboard.press("Enter");
        await page.locator(".cover .buttons button[name=do]").first().focus();
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
        const buttons = page.locator(".side > .buttons button[name=do]");
        await buttons.nth(next(await buttons.count())).focus();
        await page.keyboard.press("Enter");
      }
      await moved(page, before);
    }
    if (process.env.FULL) assert.match(await page.locator(".prompt").innerText(), OVER);
    page.check();
  });
}

async function chooseByKeys(page, { choices, squares }, next) {
  const way = choices[next(choices.length)][3].split("|").map((it) => it.split(" ")).sort((one, other) => other.length - one.length)[0];
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

test("the start page asks for a name before somebody plays the computer", async () => {
  const { address } = await room();
  const page = await visit(address);
  await page.locator(".games li button.main").first().click();
  assert.equal(new URL(page.url()).pathname, "/");
  assert.equal(await page.evaluate(() => document.activeElement.matches("input.own")), true);
  await page.fill("input.own", "Ann");
  await page.selectOption(".who select", "3");
  await page.locator(".games li button.main").first().click();
  await page.waitForSelector(".hits");
  assert.match(await page.locator(".plates").innerText(), /Ann/);
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
      await page.locator(".replay").click();
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
  await page.locator(".start .says", { hasText: "You win in one of three ways" }).waitFor();
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
  await page.locator("button", { hasText: "Review" }).click();
  await page.locator(".says", { hasText: "against Draughtsman" }).waitFor();
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
