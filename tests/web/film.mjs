// Makes the film at the top of the README: two friends begin a match in the room and play a few turns on its board.
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { asked, begin, done, playTapped, server, tapSquare, visit } from "./browser.mjs";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { GIFEncoder, quantize, applyPalette } = require("gifenc");
const { PNG } = require("pngjs");

const TURNS = 8;
const frames = [];

const room = await server("--seed", "7");
const page = await visit(room.address, { viewport: { width: 900, height: 600 }, deviceScaleFactor: 0.75 });
await keep(1800);
await begin(page, "trapdoor");
await keep(1500);
for (let turn = 0; turn < TURNS; turn++) {
  const { choices } = await asked(page);
  if (!choices.length) break;
  const choice = choices[Math.floor(choices.length / 2)];
  const [way] = choice[3].split("|").map((it) => it.split(" ")).sort((one, other) => other.length - one.length);
  if (1 < way.length) {
    await tapSquare(page, way[0]);
    await keep(900);
    await tapSquare(page, way[0]);
  }
  await playTapped(page, choice);
  await page.waitForFunction(() => !document.querySelector(".moving"));
  await keep(1300);
}
frames.at(-1).delay = 4000;
write(process.argv[2]);
await room.close();
await done();

async function keep(delay) {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  frames.push({ delay, picture: PNG.sync.read(await page.screenshot({ animations: "disabled" })) });
}

function write(path) {
  const film = GIFEncoder();
  for (const { delay, picture: { data, width, height } } of frames) {
    const palette = quantize(data, 128);
    film.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
  }
  film.finish();
  writeFileSync(path, film.bytes());
  console.log(`${path}: ${frames.length} pictures, ${Math.round(film.bytes().length / 1024)} kB`);
}
