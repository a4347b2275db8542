// Makes the commitments of a match again from its secret, and throws its dice again: SHA-256 and ChaCha20, as the program does.
"use strict";

const check = document.getElementById("check");
const bytes = (text) => new TextEncoder().encode(text);
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (it) => parseInt(it, 16));
const hex = (some) => Array.from(some, (it) => it.toString(16).padStart(2, "0")).join("");
const four = (number) => new Uint8Array(Uint32Array.of(number).buffer);
const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));

// The words of a stream of ChaCha20 whose key is these 32 bytes, from its beginning.
function* stream(key) {
  const words = new Uint32Array(key.buffer.slice(key.byteOffset, key.byteOffset + 32));
  const turn = (it, by) => (it << by) | (it >>> (32 - by));
  for (let block = 0; ; block++) {
    const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words, block, 0, 0, 0);
    const now = start.slice();
    const quarter = (a, b, c, d) => {
      now[a] += now[b]; now[d] = turn(now[d] ^ now[a], 16);
      now[c] += now[d]; now[b] = turn(now[b] ^ now[c], 12);
      now[a] += now[b]; now[d] = turn(now[d] ^ now[a], 8);
      now[c] += now[d]; now[b] = turn(now[b] ^ now[c], 7);
    };
    for (let round = 0; round < 10; round++) {
      quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
      quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
    }
    for (let n = 0; n < 16; n++) yield (now[n] + start[n]) >>> 0;
  }
}

// Throws for a number from 1 to `of`; words that would favour low numbers are left out.
function fall(words, of) {
  const zone = Math.floor(2 ** 32 / of) * of;
  for (;;) {
    const word = words.next().value;
    if (word < zone) return (word % of) + 1;
  }
}

async function run() {
  const { secret, tag, texts, words, fell } = JSON.parse(check.dataset.proof);
  const key = unhex(secret);
  const shown = [check.dataset.offer, check.dataset.begun];
  for (const [n, text] of texts.entries()) {
    const made = await sha(bytes("draughtsman/commit/2"), key, four(bytes(tag).length), bytes(tag), bytes(text));
    if (hex(made) !== shown[n]) return "The secret does not fit the commitment " + shown[n] + ".";
  }
  const told = words.flatMap((it) => [four(bytes(it).length), bytes(it)]);
  const seed = await sha(bytes("draughtsman/seed/1"), key, ...told);
  let count = 0;
  for (const { step, take, throws } of fell) {
    const dice = stream(await sha(bytes("draughtsman/step/1"), seed, four(step), four(take)));
    for (const { of, fell } of throws) {
      if (fall(dice, of) !== fell) return "A die of step " + step + " fell otherwise than the secret says.";
      count++;
    }
  }
  return "Both commitments fit the secret, and " + (count === 1 ? "the one throw" : "all " + count + " throws") + " of this match follow from it.";
}

if (check.dataset.proof && globalThis.crypto?.subtle) {
  check.hidden = false;
  document.getElementById("run").addEventListener("click", async () => {
    document.getElementById("result").textContent = await run().catch((err) => "That could not be checked: " + err.message);
  });
}
