import { expect, test } from "vitest";
import { mayBeShown, sumShown, type Visibility, visibilityError } from "./rules.ts";

const viewer = "00000000-0000-4000-8000-000000000001";
const member: Visibility = {
  member_id: "00000000-0000-4000-8000-000000000002",
  site_id: 1,
  listed: true,
  status: "active",
  fictional: false,
  open_to_visitors: false,
  unwanted: false,
  blocked: false,
  blocks: false,
  apart: false,
  approached: false,
};
const hidden = { listed: false };

test.each<[string, Partial<Visibility>, string | null, string | undefined]>([
  ["members see each other", {}, viewer, undefined],
  ["R6.02 D11.8 a visitor sees no member who did not switch that on", {}, null, "profile_not_found"],
  ["R6.02 D11.8 a visitor sees members who did", { open_to_visitors: true }, null, undefined],
  ["members of another site are not found", { site_id: 2 }, viewer, "profile_not_found"],
  ["a banned member is not found", { ...hidden, status: "banned" }, viewer, "profile_not_found"],
  [
    "also by the members they wrote to",
    { ...hidden, status: "deleted", approached: true },
    viewer,
    "profile_not_found",
  ],
  ["R6.08 an invisible member is not found", hidden, viewer, "profile_not_found"],
  ["R6.08 D4.6 but by members they approached", { ...hidden, approached: true }, viewer, undefined],
  ["R6.07 the one who blocked reads so", { blocked: true }, viewer, "blocked_by_you"],
  ["R6.07 also if both blocked", { blocked: true, blocks: true }, viewer, "blocked_by_you"],
  ["R6.07 the other is blocked", { blocks: true }, viewer, "blocked"],
  ["R6.07 R6.08 not by a member whom they could not see", { ...hidden, blocks: true }, viewer, "profile_not_found"],
  ["R6.07 nor by one who left", { ...hidden, status: "deleted", blocks: true }, viewer, "profile_not_found"],
  ["R6.07 a block tells nothing of a banned member", { status: "banned", blocked: true }, viewer, "profile_not_found"],
  [
    "R11.04 one who hides from the viewer, or from whom the viewer hides, is not found",
    { apart: true },
    viewer,
    "profile_not_found",
  ],
  ["R11.04 nor does a block by them tell more", { apart: true, blocks: true }, viewer, "profile_not_found"],
  [
    "R11.04 nor if they wrote or liked before",
    { apart: true, ...hidden, approached: true },
    viewer,
    "profile_not_found",
  ],
  ["R11.04 the viewer's own block stays as it was", { apart: true, blocked: true }, viewer, "blocked_by_you"],
  ["D11.1 hidden fictional profiles are not found", { fictional: true, unwanted: true }, viewer, "profile_not_found"],
  ["one sees oneself, whatever the status", { ...hidden, status: "suspended", member_id: viewer }, viewer, undefined],
  ["but on no other site", { site_id: 2, member_id: viewer }, viewer, "profile_not_found"],
])("%s", (_, facts, viewerId, expected) => {
  const row = { ...member, ...facts };
  expect(visibilityError(row, 1, viewerId)).toBe(expected);
  expect(mayBeShown(row, 1, viewerId)).toBe(expected === undefined);
});

test("a member who does not exist is not found", () => {
  expect(visibilityError(undefined, 1, viewer)).toBe("profile_not_found");
});

test("a total counts only the members that the viewer may see", () => {
  const { member_id: _, ...facts } = member;
  const rows = [
    { ...facts, count: "3" },
    { ...facts, count: 4 },
    { ...facts, blocks: true, count: 50 },
    { ...facts, site_id: 2, count: 60 },
  ];
  expect(sumShown(rows, 1, viewer)).toBe(7);
});
