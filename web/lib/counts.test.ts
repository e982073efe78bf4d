import { expect, test } from "vitest";
import { badgeText, countUnread, titleWithCount } from "./counts.ts";

test("R2.08 badges are capped at 99+", () => {
  expect([1, 98, 99, 100, 4_000].map(badgeText)).toEqual(["1", "98", "99", "99+", "99+"]);
});

test("R2.16 the title begins with the number of waiting items, and with nothing at zero", () => {
  expect(titleWithCount("Chats", 0)).toBe("Chats");
  expect(titleWithCount("Chats", 1)).toBe("(1) Chats");
  expect(titleWithCount("Chats", 121)).toBe("(121) Chats");
});

test("R3.05 unread messages are counted over all chats", () => {
  expect(countUnread([])).toBe(0);
  expect(countUnread([{ num_unread_messages: 3 }, { num_unread_messages: 0 }, { num_unread_messages: 4 }])).toBe(7);
});
