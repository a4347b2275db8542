// Opens Hydrogen in Chromium as one user, built into a folder of the cache from its package on npm. It knows neither threads nor edits. Reads
// lines: `open ROOM`, `type WORDS`, `press EVENT|SIGN`, `shot FILE`, `end`.
import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { drive } from "./serve.mjs";

const [tools, base, user, device, token] = process.argv.slice(2);
const require = createRequire(tools + "/");
const out = join(tools, "out");
const here = new URL("hydrogen/", import.meta.url).pathname;
const packages = join(tools, "node_modules");
cpSync(join(here, "index.html"), join(out, "index.html"));
cpSync(join(packages, "hydrogen-view-sdk/asset-build/assets"), join(out, "assets"), { recursive: true });
cpSync(join(packages, "hydrogen-view-sdk/lib-build/sw.js"), join(out, "sw.js"));
for (const file of ["olm.js", "olm.wasm", "olm_legacy.js"]) cpSync(join(packages, "@matrix-org/olm", file), join(out, file));
require("esbuild").buildSync({ entryPoints: [join(here, "app.js")], outfile: join(out, "app.js"), bundle: true, format: "esm", target: "es2022", nodePaths: [packages], external: ["crypto", "fs", "path"], logLevel: "error" });

await drive(out, { given: JSON.stringify({ homeserver: base, userId: user, deviceId: device, accessToken: token }) }, async (page, address, what, argument) => {
  if (what === "open") {
    if (page.url() === "about:blank") await page.goto(`${address}/`);
    await page.waitForFunction(() => window.session);
    await page.evaluate((room) => { location.hash = `#/session/${window.session}/room/${room}`; }, argument);
    await page.locator(".MessageComposer_input textarea, .MessageComposer textarea").first().waitFor();
  } else if (what === "type") {
    const composer = page.locator(".MessageComposer textarea");
    await composer.click();
    await page.keyboard.type(argument);
    await page.keyboard.press("Enter");
  } else if (what === "press") {
    const [event, sign] = argument.split("|");
    const signs = page.locator(`[data-event-id="${event}"] .Timeline_messageReactions button`);
    await signs.filter({ hasText: sign }).last().click();
  }
});
