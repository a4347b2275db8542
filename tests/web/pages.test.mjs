// Tests of the page of a shared match, as visitors with the link see it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { GAMES, PHONE, begin, done, lot, playAny, serious, server, shot, speakAs, visit } from "./browser.mjs";

const open = [];
after(async () => { await done(); for (const it of open) await it.close(); });

// Plays a few steps of a match, shares it, and returns the room and the link.
async function shared(game, steps, also = "") {
  const room = await server("--seed", "7");
  open.push(room);
  const page = await visit(room.address);
  await begin(page, game, also);
  const next = lot(3);
  for (let n = 0; n < steps; n++) if (!await playAny(page, next)) break;
  await speakAs(page, "Ann");
  await page.fill("#words", "share");
  await page.press("#words", "Enter");
  await page.waitForFunction(() => /\/m\/[0-9a-f]{32}/.test(document.querySelector(".says").innerText));
  const address = await page.locator(".says a[href*='/m/']").getAttribute("href");
  return { page, address };
}

const stepOf = (page) => page.locator("#pane").getAttribute("data-step").then(Number);
const altOf = (page) => page.locator("img.of-board").getAttribute("alt");
const stands = (page, step) => page.waitForFunction((step) => document.getElementById("pane").dataset.step === String(step), step);

test("arrow keys go through a match, and its picture and words follow", async () => {
  const { address } = await shared("draughts", 6);
  const page = await visit(address);
  await page.waitForSelector(".hits");
  const last = await stepOf(page), alt = await altOf(page);
  await page.keyboard.press("ArrowLeft");
  await stands(page, last - 1);
  assert.notEqual(await altOf(page), alt);
  await page.keyboard.press("Home");
  await stands(page, 0);
  await page.keyboard.press("End");
  await stands(page, last);
  assert.equal(await altOf(page), alt);
  // Nobody acts here.
  assert.equal(await page.locator("button[form=say]:not(.first):visible, #say:visible").count(), 0);
  page.check();
});

test("without scripts the links go through a match", async () => {
  const { address } = await shared("trapdoor", 4);
  const page = await visit(address, { javaScriptEnabled: false });
  await page.click(".steps a[title=First]");
  assert.equal(await stepOf(page), 0);
  await page.click(".steps a[title=Forward]");
  assert.equal(await stepOf(page), 1);
  await page.locator(".news li a").last().click();
  assert.equal(await stepOf(page), 0);
  assert.equal(await page.locator("[aria-current]").count(), 1);
});

test("whoever looks on sees a new step without a press", async () => {
  const { page: room, address } = await shared("draughts", 1);
  const page = await visit(address);
  const before = await stepOf(page);
  await speakAs(room, "");
  await room.waitForFunction(() => document.getElementById("pane").dataset.mine !== undefined);
  await playAny(room, lot(4));
  await stands(page, before + 1);
  page.check();
});

test("the dice of a match that is over are thrown again in the browser", async () => {
  const { page: room, address } = await shared("trapdoor", 8);
  await room.fill("#words", "resign yes");
  await room.press("#words", "Enter");
  await room.waitForFunction(() => /called off|wins/.test(document.querySelector(".prompt").innerText));
  const page = await visit(address + "/dice");
  await page.click("#run");
  await page.waitForFunction(() => document.getElementById("result").textContent);
  assert.match(await page.locator("#result").innerText(), /Both commitments fit the secret, and (all \d+ throws|the one throw)/);
  await shot(page, "dice");
  // Change one word of the file, so that it no longer matches the proof.
  await page.evaluate(() => {
    const check = document.getElementById("check");
    const proof = JSON.parse(check.dataset.proof);
    const { throws } = proof.fell.find((it) => it.throws.some((one) => one.of > 1));
    const one = throws.find((it) => it.of > 1);
    one.fell = one.fell % one.of + 1;
    check.dataset.proof = JSON.stringify(proof);
  });
  await page.click("#run");
  await page.waitForFunction(() => /otherwise/.test(document.getElementById("result").textContent));
  page.check();
});

for (const game of GAMES) {
  test(`axe finds nothing serious on a page of ${game}`, async () => {
    const { address } = await shared(game, 5);
    for (const [name, options] of [["desk", {}], ["phone", { viewport: PHONE, colorScheme: "dark" }]]) {
      const page = await visit(address, options);
      assert.deepEqual(await serious(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await shot(page, `page-${game}-${name}`);
      page.check();
      await page.context().close();
    }
  });
}

test("a match that is over has a review with its curve", async () => {
  const { page: room, address } = await shared("draughts", 12);
  await room.fill("#words", "resign yes");
  await room.press("#words", "Enter");
  await room.waitForFunction(() => /called off|wins/.test(document.querySelector(".prompt").innerText));
  for (const options of [{}, { viewport: PHONE, colorScheme: "dark" }, { javaScriptEnabled: false }]) {
    const page = await visit(address, options);
    await page.click("text=Review");
    assert.match(await page.locator(".curve svg").getAttribute("aria-label"), /Draughts.*Chances of Ann/);
    const last = await stepOf(page), points = await page.locator(".curve polyline").getAttribute("points");
    assert.equal(points.split(" ").length, last + 1, "the curve has a point for each step");
    if (options.javaScriptEnabled !== false) {
      assert.deepEqual(await serious(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await shot(page, options.viewport ? "review-phone" : "review-desk");
    }
    // A turning point stands on the board, with what was better.
    const turning = page.locator(".curve h3 a").first();
    const step = Number(new URL(await turning.getAttribute("href"), page.url()).searchParams.get("step"));
    await turning.click();
    if (options.javaScriptEnabled === false) assert.equal(await stepOf(page), step);
    else await stands(page, step);
    assert.match(await altOf(page), /The arrow goes from/);
    if (options.javaScriptEnabled !== false) {
      await shot(page, options.viewport ? "turning-phone" : "turning-desk");
      await page.locator(".curve svg").click({ position: { x: 2, y: 20 } });
      await stands(page, 0);
    }
    page.check();
  }
});

test("a server's leaderboards have a page while its moderators want it", async () => {
  const room = await server("--seed", "7");
  open.push(room);
  const page = await visit(room.address);
  await begin(page, "draughts");
  await speakAs(page, "Ann");
  await page.fill("#words", "resign yes");
  await page.press("#words", "Enter");
  await page.waitForFunction(() => /called off|wins/.test(document.querySelector(".prompt").innerText));
  await page.click("a.talk");
  const say = async (words, until) => {
    await page.fill("#words", words);
    await page.press("#words", "Enter");
    await page.waitForFunction((until) => new RegExp(until).test(document.getElementById("log").textContent), until);
  };
  await say("admin pages on", "/s/[0-9a-f]{32}");
  const address = (await page.locator("#log").textContent()).match(/http:\S+?\/s\/[0-9a-f]{32}/)[0];
  for (const options of [{}, { viewport: PHONE, colorScheme: "dark" }]) {
    const server = await visit(address, options);
    assert.deepEqual(await serious(server), []);
    await server.click("text=This season");
    await server.click("text=Draughts");
    assert.match(await server.locator("details").innerText(), /Season .* of Draughts/);
    assert.equal(await server.locator("[aria-current=page]").count(), 2);
    const wide = await server.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await shot(server, options.viewport ? "server-phone" : "server-desk");
    server.check();
  }
});
