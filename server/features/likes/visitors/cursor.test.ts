import { expect, test } from "vitest";
import { encodeCursor, readCursor } from "#server/http/cursor.ts";
import { visitCursor } from "./store.ts";

const id = "0193a5c2-0000-7000-8000-000000000001";

test("a cursor of the visitors survives a round trip, and anything else is invalid", () => {
  expect(readCursor(visitCursor, encodeCursor(["2026-11-20", id]))).toEqual({ day: "2026-11-20", id });
  const forged = ["", "x", "2026-11-20", `2026-02-31|${id}`, `2026-11-20|${id}|${id}`, "2026-11-20|nobody", `|${id}`];
  const day = "2026-11-20";
  const fields = [[day], [id], ["2026-02-31", id], ["2026-13-01", id], [day, "nobody"], [day, id, id], { day, id }];
  for (const value of fields) forged.push(JSON.stringify(value));
  for (const text of forged) {
    expect(() => readCursor(visitCursor, Buffer.from(text).toString("base64url")), text).toThrow("invalid_input");
  }
});
