// Makes the pictures of docs/web.md: each game after some steps, on a desktop and on a phone with the dark theme.
import { DESK, GAMES, PHONE, asked, begin, choices, done, lot, moved, play, server, state, visit } from "./browser.mjs";

const folder = process.argv[2];
for (const game of GAMES) {
  const room = await server("--seed", "7");
  const page = await visit(room.address, { viewport: { ...DESK, height: 860 }, deviceScaleFactor: 0.6 });
  await begin(page, game);
  const next = lot(5);
  for (let n = 0; n < 8; n++) {
    const open = await choices(page);
    const all = open.length ? open : await asked(page);
    const was = await state(page);
    await play(page, all[0], all[0].words[next(all[0].words.length)]);
    await moved(page, was);
    if (!open.length) {
      await page.fill("#name", "");
      await page.locator("#name").blur();
    }
  }
  const phone = await visit(room.address, { viewport: PHONE, colorScheme: "dark", deviceScaleFactor: 1 });
  for (const [which, name] of [[page, "desk"], [phone, "phone"]]) {
    await which.locator("#words").blur();
    const shown = which.locator(".board").last();
    await (name === "desk" ? shown.locator("..") : shown).evaluate((it, block) => it.scrollIntoView({ block, behavior: "instant" }), name === "desk" ? "end" : "center");
    await which.waitForFunction(() => [...document.images].every((it) => it.complete));
    await which.screenshot({ path: `${folder}/${game}-${name}.jpg`, type: "jpeg", quality: 70 });
  }
  await room.close();
}
await done();
