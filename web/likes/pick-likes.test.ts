import { expect, test } from "vitest";
import type { LikesAnswer } from "#contract/likes.ts";
import { testCard } from "#web/member-parts/test-card.ts";
import { changeLikes, pickLikes, pickNewLiker, readLikeType, splitLikes, withPages } from "./pick-likes.ts";

const entry = (id: string, like_new = false) => ({
  id,
  like_new,
  automatic: false,
  writing: "open" as const,
  created_at: "2026-11-20T10:00:00.000Z",
});
const likes: LikesAnswer = {
  profiles: [testCard("a"), testCard("b")],
  liked_by: [entry("b", true), entry("gone"), entry("a")],
  liked: [entry("a")],
  matches: [],
  new_likes: 1,
  next_cursors: { received: "after a", sent: null, matches: null },
};

test("R2.21 received likes come with their members, in order, without members who are gone", () => {
  expect(pickLikes(likes, "received").map((like) => [like.member.name, like.like_new])).toEqual([
    ["Name b", true],
    ["Name a", false],
  ]);
  expect(pickLikes(likes, "sent")).toHaveLength(1);
  expect(pickLikes(likes, "matches")).toEqual([]);
});

test("R4.21 D11.7 the like dialog asks about a person's unseen like, never about a match's, which it would end", () => {
  const received: LikesAnswer = {
    ...likes,
    profiles: [
      testCard("match", { liked: true, match: true }),
      testCard("program", { automatic: true }),
      testCard("seen"),
      testCard("new"),
    ],
    liked_by: [entry("gone", true), entry("match", true), entry("program", true), entry("seen"), entry("new", true)],
  };
  expect(pickNewLiker(received)?.id).toBe("new");
  expect(pickNewLiker({ ...received, liked_by: [entry("match", true)] })).toBeUndefined();
});

test("R2.21 the address names the kind of likes; an unknown kind is null", () => {
  expect(readLikeType(undefined)).toBe("received");
  expect(readLikeType("matches")).toBe("matches");
  expect(readLikeType("everyone")).toBeNull();
});

test("R1.03 an unliked member stays in the list until the viewer leaves it", () => {
  const changed = changeLikes(likes, "a", { liked: true, match: true });
  expect(pickLikes(changed, "sent")[0]?.member).toMatchObject({ liked: true, match: true });
  expect(pickLikes(changeLikes(changed, "a", { liked: false, match: false }), "sent")).toHaveLength(1);
});

test("R2.21 further pages follow the first; a like that moved between two pages is shown once, as on the first page", () => {
  const page: LikesAnswer = {
    ...likes,
    profiles: [testCard("a"), testCard("c")],
    liked_by: [{ ...entry("a", true) }, { ...entry("c"), created_at: "2026-11-19T10:00:00.000Z" }],
    liked: [],
  };
  const all = withPages(likes, [page], []);
  expect(pickLikes(all, "received").map(({ id, like_new }) => [id, like_new])).toContainEqual(["a", false]);
  expect(pickLikes(all, "received").at(-1)?.id).toBe("c");
  expect(all.profiles.map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
});

test("R6.07 a member who was hidden since leaves the further pages too, and stays if the first page has them anew", () => {
  const page: LikesAnswer = { ...likes, profiles: [testCard("c")], liked_by: [entry("c")], liked: [], matches: [] };
  const idsOf = (shown: LikesAnswer) => pickLikes(shown, "received").map(({ id }) => id);
  expect(idsOf(withPages(likes, [page], []))).toContain("c");
  expect(idsOf(withPages(likes, [page], ["c"]))).toEqual(["b", "a"]);
  expect(idsOf(withPages(likes, [page], ["a"])).toSorted()).toEqual(["a", "b", "c"]);
});

test("D11.7 automatic likes, and those of programs and fictional profiles, stand apart; what the member sent does not", () => {
  const mixed: LikesAnswer = {
    ...likes,
    profiles: [
      testCard("person"),
      testCard("introduced", { introduced: true }),
      testCard("program", { automatic: true }),
      testCard("invented", { fictional: true }),
    ],
    liked_by: [entry("program"), { ...entry("introduced"), automatic: true }, entry("invented"), entry("person")],
    liked: [entry("program"), entry("invented")],
    matches: [{ ...entry("introduced"), automatic: true }, entry("program")],
  };
  const idsOf = (type: "received" | "sent" | "matches") => {
    const { byPeople, others } = splitLikes(mixed, type);
    return [byPeople.map(({ id }) => id), others.map(({ id }) => id)];
  };
  expect(idsOf("received")).toEqual([["person"], ["program", "introduced", "invented"]]);
  expect(idsOf("sent")).toEqual([["program", "invented"], []]);
  expect(idsOf("matches")).toEqual([["introduced"], ["program"]]);
});
