import { expect, test } from "vitest";
import { groupMessages, type Line } from "./groups.ts";

const dayOf = (iso: string) => iso.slice(0, 10);
const at = (created_at: string, mine = false) => ({ id: `${created_at}${mine}`, mine, created_at });
const shapeOf = (messages: ReturnType<typeof at>[], firstUnread?: string, lines: Line[] = []) =>
  groupMessages(messages, dayOf, firstUnread, lines).map((item) =>
    item.kind === "group" ? `${item.mine ? "mine" : "theirs"} ${item.messages.length}` : item.kind,
  );

test("R2.22 bubbles of one sender within ten minutes are one group, the eleventh minute begins another", () => {
  const minutes = ["10:00:00", "10:09:59", "10:10:00", "10:11:00"];
  const messages = minutes.map((time) => at(`2026-11-20T${time}Z`));
  expect(shapeOf(messages)).toEqual(["day", "theirs 3", "theirs 1"]);
});

test("R2.22 a reply ends a group", () => {
  const messages = [at("2026-11-20T10:00:00Z"), at("2026-11-20T10:00:01Z", true), at("2026-11-20T10:00:02Z")];
  expect(shapeOf(messages)).toEqual(["day", "theirs 1", "mine 1", "theirs 1"]);
});

test("R2.22 a day divider separates two messages a minute apart if midnight is between them", () => {
  const messages = [at("2026-11-20T23:59:30Z"), at("2026-11-21T00:00:30Z")];
  expect(shapeOf(messages)).toEqual(["day", "theirs 1", "day", "theirs 1"]);
});

test("R12.02 lines stand where they happened, and none before the first message here", () => {
  const messages = [at("2026-11-20T10:00:00Z"), at("2026-11-20T10:05:00Z")];
  const lineAt = (...times: string[]) => times.map((time) => ({ id: time, at: time }));
  const shapeWith = (...times: string[]) => shapeOf(messages, undefined, lineAt(...times));
  expect(shapeWith("2026-11-20T10:06:00Z", "2026-11-20T10:01:00Z")).toEqual([
    "day",
    "theirs 1",
    "line",
    "theirs 1",
    "line",
  ]);
  expect(shapeWith("2026-11-20T09:00:00Z")).toEqual(["day", "theirs 2"]);
});

test("R4.17 the unread divider stands before the first unread message, even inside a group", () => {
  const second = at("2026-11-20T10:01:00Z");
  const messages = [at("2026-11-20T10:00:00Z"), second];
  expect(shapeOf(messages, second.id)).toEqual(["day", "theirs 1", "unread", "theirs 1"]);
});
