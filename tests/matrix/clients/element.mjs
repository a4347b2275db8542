// Opens Element's real timeline in Chromium as one user: the shell that `SHELL_OUT` names, built from matrix-react-sdk of npm. Reads lines:
// `open ROOM`, `thread EVENT`, `type WORDS`, `press EVENT SIGN`, `shot FILE`, `pictures`, `end`; answers each with `done`, and `pictures` with
// the addresses shown before.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(process.env.WEB_TOOLS + "/");
const { chromium } = require("playwright-core");
const [out, base, user, device, token] = process.argv.slice(2);
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2" };

const server = createServer((request, answer) => {
  const path = new URL(request.url, "http://x").pathname.replaceAll("..", "");
  const file = [join(out, path), join(out, "index.html")].find((it) => existsSync(it) && statSync(it).isFile());
  answer.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(answer);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ viewport: { width: 1300, height: 950 } });
await context.addInitScript((session) => {
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
}, { mx_hs_url: base, mx_user_id: user, mx_device_id: device, mx_access_token: token, mx_has_access_token: "true", mx_is_guest: "false", mx_local_settings: JSON.stringify({ analyticsOptIn: false }) });
const page = await context.newPage();
page.setDefaultTimeout(60000);
if (process.env.VERBOSE) page.on("console", (it) => console.error(it.text().slice(0, 300)));
for await (const line of createInterface({ input: process.stdin })) {
  const [what, argument] = line.split(" ");
  if (what === "open") {
    if (page.url() === "about:blank") {
      await page.goto(`${address}/#/room/${encodeURIComponent(argument)}`);
    } else {
      await page.evaluate((room) => window.mxDispatcher.dispatch({ action: "view_room", room_id: room }), argument);
    }
    await page.locator(".mx_RoomView_timeline, .mx_RoomView_MessageList").first().waitFor();
  } else if (what === "thread") {
    await page.locator(`[data-event-id="${argument}"] .mx_ThreadSummary`).first().click();
    await page.locator(".mx_ThreadView").waitFor();
  } else if (what === "type") {
    // Where the match is played: the thread, once it is open.
    const composers = page.locator(".mx_BasicMessageComposer_input");
    await composers.last().click();
    await page.keyboard.type(line.slice("type ".length));
    await page.keyboard.press("Enter");
  } else if (what === "press") {
    const [event, sign] = argument.split("|");
    const signs = page.locator(`[data-event-id="${event}"] .mx_ReactionsRowButton`);
    await signs.filter({ hasText: sign }).last().click();
  } else if (what === "shot") {
    await page.waitForTimeout(1500);
    await page.screenshot({ path: argument, type: "jpeg", quality: 70 });
  } else if (what === "pictures") {
    await page.waitForTimeout(1500);
    const where = page.locator(".mx_ThreadView .mx_MImageBody img.mx_MImageBody_thumbnail");
    console.log(JSON.stringify(await where.evaluateAll((all) => all.map((it) => it.src))));
  } else if (what === "end") {
    break;
  }
  console.log("done");
}
await browser.close();
server.close();
console.log("done");
