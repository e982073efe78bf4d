import { expect, test } from "vitest";

import type { Deck, DeckCard } from "#contract/swipe.ts";
import { testCard } from "#web/member-parts/test-card.ts";
import { changeDeck, countLikesLeft, type DeckAction, startDeck } from "./deck-state.ts";

const facts = { goals: [], children: null, smoking: null, height: null, about: "" };
const card = (id: string, change: Partial<DeckCard> = {}): DeckCard => ({ ...testCard(id), ...facts, ...change });
const [anna, ben, carl] = [card("anna"), card("ben"), card("carl")];
const renewed_at = "2026-11-21T00:00:00.000Z";
const likes = (left: number) => ({ left, per_day: 4, renewed_at, now: "2026-11-20T18:00:00.000Z" });
const deck = (members: DeckCard[], undoable: string | null = null): Deck => {
  return { members, likes: likes(4), undoable, beyond: false, left_out: false };
};
const ids = ({ cards }: { cards: readonly DeckCard[] }) => cards.map(({ id }) => id);
const run = (members: DeckCard[], ...actions: DeckAction[]) =>
  actions.reduce(changeDeck, startDeck(deck(members), undefined));

test("a swipe takes the top card away at once, and a like is counted before the answer comes", () => {
  const state = run([anna, ben], { type: "swiped", to: "like" });
  expect([ids(state), countLikesLeft(state)]).toEqual([["ben"], 3]);
  const saved = changeDeck(state, { type: "saved", likes: likes(3), undoable: "anna" });
  expect([countLikesLeft(saved), saved.last?.id]).toEqual([3, "anna"]);
});

test("while swipes are being sent, an older answer does not bring likes back", () => {
  const state = run(
    [anna, ben, carl],
    { type: "swiped", to: "like" },
    { type: "swiped", to: "like" },
    { type: "saved", likes: likes(3), undoable: "anna" },
  );
  expect(countLikesLeft(state)).toBe(2);
  expect(state.last?.id).toBe("ben");
});

test("a refused swipe puts its card back on top, and its like", () => {
  const state = run([anna, ben], { type: "swiped", to: "like" }, { type: "refused", member: anna });
  expect([ids(state), countLikesLeft(state), state.last]).toEqual([["anna", "ben"], 4, null]);
});

test("undo brings the card back at once; if it is refused the card goes again", () => {
  const state = run([anna, ben], { type: "swiped", to: "pass" }, { type: "undone" });
  expect([ids(state), state.last]).toEqual([["anna", "ben"], null]);
  const refused = changeDeck(changeDeck(state, { type: "saved", likes: likes(4), undoable: "anna" }), {
    type: "undo_refused",
    id: "anna",
    wasShown: true,
  });
  expect(ids(refused)).toEqual(["ben"]);
});

test("a match can't be undone", () => {
  const state = run([anna, ben], { type: "swiped", to: "like" }, { type: "saved", likes: likes(3), undoable: null });
  expect(state.last).toBeNull();
});

test("after a reload the answer of an undo brings its card", () => {
  const start = startDeck(deck([ben], "anna"), undefined);
  const undone = changeDeck(start, { type: "undone" });
  expect(ids(undone)).toEqual(["ben"]);
  expect(ids(changeDeck(undone, { type: "restored", member: anna, likes: likes(4) }))).toEqual(["anna", "ben"]);
});

test("further members are added once, and not if they were swiped here", () => {
  const state = run([anna, ben], { type: "swiped", to: "pass" }, { type: "dealt", deck: deck([anna, ben, carl]) });
  expect(ids(state)).toEqual(["ben", "carl"]);
});

test("after coming back from a profile the deck has the same cards, without a member who was liked there", () => {
  const kept = [card("anna", { liked: true }), ben];
  expect(ids(startDeck(deck([carl]), kept))).toEqual(["ben"]);
});

test("a member who is hidden meanwhile leaves the deck, and can't be brought back", () => {
  const state = run(
    [anna, ben],
    { type: "swiped", to: "pass" },
    { type: "hidden", id: "anna" },
    { type: "hidden", id: "ben" },
  );
  expect([ids(state), state.last]).toEqual([[], null]);
});
