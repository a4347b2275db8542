// Makes the pictures of docs/web.md: the first page, and each game after some steps, on a desktop and on a phone with the dark theme.
import { DESK, GAMES, PHONE, begin, done, lot, playAny, server, visit } from "./browser.mjs";

const folder = process.argv[2];
const painted = (page) => page.waitForFunction(() => [...document.images].every((it) => it.complete));
for (const game of GAMES) {
  const room = await server("--seed", "7");
  const page = await visit(room.address, { viewport: DESK, deviceScaleFactor: 0.6 });
  if (game === "trapdoor") {
    await painted(page);
    await page.screenshot({ path: `${folder}/start.jpg`, type: "jpeg", quality: 70 });
  }
  await begin(page, game);
  const next = lot(5);
  for (let n = 0; n < 8; n++) await playAny(page, next);
  const phone = await visit(page.url(), { viewport: PHONE, colorScheme: "dark", deviceScaleFactor: 1 });
  await phone.waitForSelector(".hits");
  for (const [which, name] of [[page, "desk"], [phone, "phone"]]) {
    await which.waitForFunction(() => !document.querySelector(".moving"));
    await painted(which);
    await which.screenshot({ path: `${folder}/${game}-${name}.jpg`, type: "jpeg", quality: 70 });
  }
  await room.close();
}
await done();
