import { expect, test } from "vitest";
import type { Face } from "#web/advertising/landers/open-members.ts";
import { rankMatches } from "./find-matches.ts";
import { isComplete, listLiked, readAnswers } from "./questions.ts";

test("R2.02 the answers are read from the address; other values are ignored", () => {
  const some = readAnswers(new URLSearchParams("hiking=yes&cooking=no&music=maybe&sushi=yes"));
  expect(some).toEqual({ hiking: "yes", cooking: "no" });
  expect(isComplete(some)).toBe(false);
  const all = readAnswers(new URLSearchParams("reading=yes&hiking=yes&cooking=no&music=no&beach=no"));
  expect(isComplete(all)).toBe(true);
  expect(listLiked(all)).toEqual(["hiking", "reading"]);
});

test("R2.02 members who share more come first, with what they share", () => {
  const face = (id: string) => ({ id }) as Face;
  const matches = rankMatches([
    { code: "hiking", faces: [face("a"), face("b")] },
    { code: "music", faces: [face("b"), face("c")] },
  ]);
  expect(matches.map(({ member, shares }) => [member.id, shares])).toEqual([
    ["b", ["hiking", "music"]],
    ["a", ["hiking"]],
    ["c", ["music"]],
  ]);
});
