import { expect, test } from "vitest";
import { getChat } from "#contract/chat.ts";
import { readCursor, writeCursor } from "./rules.ts";

const id = "0193a5c2-0000-7000-8000-000000000001";

test("a cursor of a chat fits the contract and comes back as it was written, and anything else is invalid", () => {
  // as PostgreSQL writes a moment at its longest
  const at = "2026-11-20 18:00:00.123456+05:30";
  const text = writeCursor({ cursor_at: at, id });
  expect(getChat.query.safeParse({ before: text }).success).toBe(true);
  expect(readCursor(text)).toEqual({ at, id });
  for (const value of [null, [at], [id], [at, "nobody"], ["never", id], [at, id, id], { at, id }]) {
    const forged = Buffer.from(JSON.stringify(value)).toString("base64url");
    expect(readCursor(forged), JSON.stringify(value)).toBeNull();
  }
  expect(readCursor("x")).toBeNull();
});
