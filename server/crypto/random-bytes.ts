import { randomFillSync } from "node:crypto";

const drawn = Buffer.alloc(4096);
let used = drawn.length;

/** A few random bytes, for nonces. They are drawn by the thousand, because each draw costs as much as a small query. */
export function nextRandomBytes(count: number): Buffer {
  if (used + count > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += count;
  // a copy: later draws overwrite the pool
  return Buffer.from(drawn.subarray(used - count, used));
}
