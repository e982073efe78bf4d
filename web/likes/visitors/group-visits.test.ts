import { expect, test } from "vitest";
import type { Visit } from "#contract/visitors.ts";
import { daysAgo, groupVisits, joinVisits, listUnmarked } from "./group-visits.ts";

const visit = (id: string, visited_on: string) => ({ member: { id }, visited_on, visit_new: false }) as Visit;

test("visits are grouped by today, yesterday, this week, this month and earlier, without empty groups", () => {
  const days = ["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-14", "2026-11-13", "2026-10-21", "2026-10-20"];
  const groups = groupVisits(
    days.map((day) => visit(day, day)),
    "2026-11-20",
  );
  expect(groups.map(({ span, visits }) => [span, visits.length])).toEqual([
    ["today", 1],
    ["yesterday", 1],
    ["week", 2],
    ["month", 2],
    ["earlier", 1],
  ]);
  expect(groupVisits([visit("a", "2026-11-19")], "2026-11-20").map(({ span }) => span)).toEqual(["yesterday"]);
  // the visit was just after midnight, the page was rendered just before
  expect(daysAgo("2026-11-21", "2026-11-20")).toBe(0);
});

test("a visitor who comes back between two pages is in the list once, with the newer visit", () => {
  const list = joinVisits([visit("a", "2026-11-20")], [visit("b", "2026-11-12"), visit("a", "2026-11-10")], []);
  expect(list.map(({ member, visited_on }) => [member.id, visited_on])).toEqual([
    ["a", "2026-11-20"],
    ["b", "2026-11-12"],
  ]);
});

test("a member who is hidden while the next page loads does not come back with it", () => {
  const anna = visit("anna", "2026-11-19");
  const ben = visit("ben", "2026-11-18");
  expect(joinVisits([anna], [ben], ["ben"])).toEqual([anna]);
  expect(joinVisits([], [anna, ben, anna], ["ben"])).toEqual([anna]);
});

test("a further page marks its own new visitors only, so that no call gets more of them than it takes", () => {
  const visits = ["anna", "ben", "eva"].map((id) => ({ ...visit(id, "2026-11-20"), visit_new: id !== "ben" }));
  expect(listUnmarked(visits, new Set())).toEqual(["anna", "eva"]);
  expect(listUnmarked(visits, new Set(["anna"]))).toEqual(["eva"]);
});
