// What both clients in Chromium share: a folder served on 127.0.0.1, a page on it, and lines that drive it, each answered with `done`.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { chromium } = require("playwright-core");
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2" };

/** Serves `folder`. Gives `act` each line's first word and the rest, until `end`; `stored` is in the page's local storage from the start. */
export async function drive(folder, stored, act) {
  const server = createServer((request, answer) => {
    const path = new URL(request.url, "http://x").pathname.replaceAll("..", "");
    // Files are also asked for relative to a page of the app, and such a page is no file.
    const places = [join(folder, path), join(folder, basename(path)), join(folder, "index.html")];
    const file = places.find((place) => existsSync(place) && statSync(place).isFile());
    answer.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ viewport: { width: 1300, height: 950 } });
  await context.addInitScript((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  if (process.env.VERBOSE) {
    page.on("console", (message) => console.error(message.text().slice(0, 300)));
    page.on("pageerror", (err) => console.error(err.stack));
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const what = line.split(" ", 1)[0];
    if (what === "end") break;
    await page.waitForTimeout(what === "shot" || what === "pictures" ? 1500 : 0);
    if (what === "shot") await page.screenshot({ path: line.slice("shot ".length), type: "jpeg", quality: 70 });
    else await act(page, address, what, line.slice(what.length + 1));
    console.log("done");
  }
  await browser.close();
  console.log("done");
  process.exit();
}
