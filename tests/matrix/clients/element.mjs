// Opens Element's real timeline in Chromium as one user: a shell that was built from matrix-react-sdk of npm. Reads lines: `open ROOM`,
// `thread EVENT`, `type WORDS`, `press EVENT|SIGN`, `shot FILE`, `pictures`, `end`; `pictures` prints the addresses shown.
import { drive } from "./serve.mjs";

const [out, base, user, device, token] = process.argv.slice(2);
const stored = { mx_hs_url: base, mx_user_id: user, mx_device_id: device, mx_access_token: token, mx_has_access_token: "true", mx_is_guest: "false", mx_local_settings: JSON.stringify({ analyticsOptIn: false }) };
await drive(out, stored, async (page, address, what, argument) => {
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
    await page.keyboard.type(argument);
    await page.keyboard.press("Enter");
  } else if (what === "press") {
    const [event, sign] = argument.split("|");
    const signs = page.locator(`[data-event-id="${event}"] .mx_ReactionsRowButton`);
    await signs.filter({ hasText: sign }).last().click();
  } else if (what === "pictures") {
    const where = page.locator(".mx_ThreadView .mx_MImageBody img.mx_MImageBody_thumbnail");
    console.log(JSON.stringify(await where.evaluateAll((all) => all.map((picture) => picture.src))));
  }
});
