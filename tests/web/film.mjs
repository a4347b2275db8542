// Makes the film at the top of the README: two friends begin a match in the room and play a few turns.
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { choices, done, moved, play, server, state, visit } from "./browser.mjs";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { GIFEncoder, quantize, applyPalette } = require("gifenc");
const { PNG } = require("pngjs");

const STEPS = 9;
const frames = [];

const room = await server("--seed", "7");
const page = await visit(room.address, { viewport: { width: 560, height: 900 }, deviceScaleFactor: 0.75 });
await say("Ann", "challenge Ben trapdoor");
await say("Ben", "accept");
for (let n = 0; n < STEPS; n++) {
  await page.fill("#name", "");
  await page.locator("#name").blur();
  const [choice] = await choices(page);
  if (!choice) break;
  const was = await state(page);
  await play(page, choice, choice.words[Math.floor(choice.words.length / 2)]);
  await moved(page, was);
  await choices(page);
  await keep(1600);
}
frames.at(-1).delay = 4000;
write(process.argv[2]);
await room.close();
await done();

// Says a line in somebody's name, and keeps it as it is typed and as it is answered.
async function say(name, words) {
  await page.fill("#name", name);
  await page.fill("#words", words);
  await keep(1200);
  const before = await page.locator("#log").getAttribute("data-number");
  await page.press("#words", "Enter");
  await page.waitForFunction((before) => document.getElementById("log").dataset.number !== before, before);
  await keep(1800);
}

async function keep(delay) {
  await page.evaluate(() => document.querySelector("#log > :last-child")?.scrollIntoView({ block: "end", behavior: "instant" }));
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
