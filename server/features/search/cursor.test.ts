import { expect, test } from "vitest";
import { type Cursor, readSearchCursor, searchKey, writeCursor } from "./cursor.ts";
import { toFilter } from "./rules.ts";

const key = "0123456789";
const config = { secret: "a secret of the tests" };
const cursor: Cursor = {
  value: "161795201200123456",
  id: "0b0a7781-1d91-4cf1-8f38-ba6a0f6f1d4e",
  total: 10_001,
  find: "walk",
  lately: null,
  boundary: null,
};
const read = (changes: Partial<Cursor>, sort: Parameters<typeof readSearchCursor>[2] = "active") =>
  readSearchCursor(config, writeCursor(config, { ...cursor, ...changes }, key), sort, key);

test("D4.3 a cursor comes back as it was written", () => {
  expect(read({})).toEqual(cursor);
  expect(read({ value: "0.00015678448" }, "nearest")?.value).toBe("0.00015678448");
  expect(read({ find: "gather" })?.find).toBe("gather");
  expect(read({ value: "1.5e-05" }, "nearest")?.value).toBe("1.5e-05");
  const best = { value: "0", boundary: { value: "11795201200123456", id: cursor.id } };
  expect(read(best, "best")).toEqual({ ...cursor, ...best });
});

test("D4.3 a cursor of another search or sort is rejected, as is one that was tampered with", () => {
  expect(readSearchCursor(config, writeCursor(config, cursor, key), "active", "another")).toBeNull();
  expect(read({}, "nearest")).toBeNull();
  expect(read({}, "best")).toBeNull();
  expect(read({ lately: "1" })).toBeNull();
  expect(read({ total: -5 })).toBeNull();
  expect(read({ id: "1" })).toBeNull();
  // values that the database would reject
  for (const value of ["", "1e400", "1e-400", "9".repeat(18), "2026-02-31", "NaN", "-1", "1|2"]) {
    expect(read({ value }), value).toBeNull();
    expect(read({ value }, "nearest"), value).toBeNull();
  }
  for (const text of ["", "nonsense", "\u0000", "||||||", "=".repeat(200)]) {
    expect(readSearchCursor(config, text, "active", key)).toBeNull();
  }
});

test("D4.3 a cursor does not reveal when a member was active, and cannot be forged", () => {
  const text = writeCursor(config, cursor, key);
  expect(Buffer.from(text, "base64url").toString("latin1")).not.toMatch(/17952012|0b0a7781/);
  const forged = [key, cursor.value, cursor.id, 10_001, "more", ""].join("|");
  expect(readSearchCursor(config, Buffer.from(forged).toString("base64url"), "active", key)).toBeNull();
  expect(readSearchCursor(config, writeCursor({ secret: "another" }, cursor, key), "active", key)).toBeNull();
  const bytes = Buffer.from(text, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(readSearchCursor(config, altered.toString("base64url"), "active", key), String(at)).toBeNull();
  }
});

test("D4.3 a cursor's key depends on filters, sort and site, not on the order of interests", () => {
  const now = new Date("2026-11-20T18:00:00Z");
  const keyOf = (query: Parameters<typeof toFilter>[0], siteId = 1, at = now) =>
    searchKey(query, toFilter(query, siteId, null, at));
  const all = [
    keyOf({}),
    keyOf({}, 2),
    keyOf({ gender: "male" }),
    keyOf({ country: "DE" }),
    keyOf({ min_age: 30 }),
    keyOf({ max_age: 30 }),
    keyOf({ sort: "newest" }),
    keyOf({ new: "1" }),
    keyOf({ online: "1" }),
    keyOf({ interests: ["art"] }),
    keyOf({ interests: ["art", "bbq"] }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(keyOf({ interests: ["bbq", "art"] })).toBe(keyOf({ interests: ["art", "bbq"] }));
  expect(keyOf({ min_age: 30, new: "1", cursor: "x" })).toBe(keyOf({ new: "1", min_age: 30 }));
  expect(keyOf({ min_age: 30 }, 1, new Date("2026-11-21T18:00:00Z"))).toBe(keyOf({ min_age: 30 }));
});

test("D4.3 D4.5 a cursor's key depends on the viewer's place only where the search does", () => {
  const filter = toFilter({}, 1, null, new Date("2026-11-20T18:00:00Z"));
  const places = [
    { homePoint: { latitude: 52.5, longitude: 13.4 }, homeCountry: "DE" },
    { homePoint: { latitude: 50, longitude: 10 }, homeCountry: "DE" },
    { homePoint: { latitude: 52.5, longitude: 13.4 }, homeCountry: "NL" },
  ];
  const keysOf = (search: Partial<typeof filter>) =>
    new Set(places.map((place) => searchKey({}, { ...filter, ...search, ...place }))).size;
  expect(keysOf({ sort: "for_you" })).toBe(3);
  expect(keysOf({ sort: "nearest" })).toBe(2);
  expect(keysOf({ sort: "active", distance: 50 })).toBe(2);
  expect(keysOf({ sort: "active" })).toBe(1);
});
