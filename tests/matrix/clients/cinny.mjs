// Opens Cinny in Chromium as one user. Reads lines: `open ROOM`, `shot FILE`, `end`; answers each with `done`.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { chromium } = require("playwright-core");
const [dist, base, user, device, token] = process.argv.slice(2);
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png" };

const server = createServer((request, answer) => {
  const path = new URL(request.url, "http://x").pathname.replaceAll("..", "");
  // Files are also asked for relative to a page of the app, and such a page is no file.
  const places = [join(dist, path), join(dist, basename(path)), join(dist, "index.html")];
  const file = places.find((it) => existsSync(it) && statSync(it).isFile());
  answer.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(answer);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
await context.addInitScript((session) => {
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
}, { cinny_hs_base_url: base, cinny_user_id: user, cinny_device_id: device, cinny_access_token: token });
const page = await context.newPage();
page.setDefaultTimeout(60000);
for await (const line of createInterface({ input: process.stdin })) {
  const [what, argument] = line.split(" ");
  if (what === "open") {
    await page.goto(`${address}/home/${encodeURIComponent(argument)}/`);
    await page.getByText("Send a message").first().waitFor();
  } else if (what === "shot") {
    // The timeline is drawn once what it shows has come.
    await page.getByText("Jump to Latest").click({ timeout: 1500 }).catch(() => undefined);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: argument, type: "jpeg", quality: 70 });
  } else if (what === "end") {
    break;
  }
  console.log("done");
}
await browser.close();
server.close();
console.log("done");
