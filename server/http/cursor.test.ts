import { expect, test } from "vitest";
import { getChat } from "#contract/chat.ts";
import { encodeCursor, readCursor, timeCursor } from "./cursor.ts";

const id = "0193a5c2-0000-7000-8000-000000000001";

test("a cursor of a chat fits the contract and comes back as it was written, and anything else is invalid", () => {
  // as PostgreSQL writes a moment at its longest
  const at = "2026-11-20 18:00:00.123456+05:30";
  const text = encodeCursor([at, id]);
  expect(getChat.query.safeParse({ before: text }).success).toBe(true);
  expect(readCursor(timeCursor, text)).toEqual({ at, id });
  for (const value of [null, [at], [id], [at, "nobody"], ["never", id], [at, id, id], { at, id }]) {
    const forged = Buffer.from(JSON.stringify(value)).toString("base64url");
    expect(() => readCursor(timeCursor, forged), JSON.stringify(value)).toThrow("invalid_input");
  }
  expect(() => readCursor(timeCursor, "x")).toThrow("invalid_input");
});
