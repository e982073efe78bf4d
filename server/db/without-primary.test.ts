import { expect, test } from "vitest";
import { acknowledgedPosition, basisOf, type ServerState } from "./without-primary.ts";

const common = { system: "7", timeline: 4, waits: true, stalls: false };
const primary = (changes: Partial<ServerState> = {}): ServerState => ({
  ...common,
  name: "a 1",
  isReplica: false,
  received: null,
  replayed: null,
  confirmsAs: null,
  synchronous: ["c", "b"],
  ...changes,
});
const replica = (name: string, received = "0/100", changes: Partial<ServerState> = {}): ServerState => ({
  ...common,
  name,
  isReplica: true,
  received,
  replayed: "0/100",
  confirmsAs: name.slice(0, 1),
  synchronous: [],
  ...changes,
});
const well = [primary(), replica("b 1"), replica("c 1")];
const known = new Map([
  [1, replica("b 1")],
  [2, replica("c 1")],
]);

test("D12.3 the replicas may stand in only if every commit waits for one of the servers that are watched", () => {
  expect(basisOf(well, "7")).toEqual(known);
  const wrong = {
    "a replica is away": [primary(), replica("b 1"), undefined],
    "one of them does not confirm": [primary({ synchronous: ["b"] }), replica("b 1"), replica("c 1")],
    "one that is not watched confirms": [primary({ synchronous: ["b", "c", "d"] }), replica("b 1"), replica("c 1")],
    "one that is not watched confirms instead of one that is": [
      primary({ synchronous: ["b", "d"] }),
      replica("b 1"),
      replica("c 1"),
    ],
    "commits do not wait": [primary({ waits: false }), replica("b 1"), replica("c 1")],
    "another database": [primary(), replica("b 1"), replica("c 1", "0/100", { system: "8" })],
    "the timeline before a promotion": [primary(), replica("b 1"), replica("c 1", "0/100", { timeline: 3 })],
    "it receives nothing": [primary(), replica("b 1"), replica("c 1", "0/100", { timeline: null })],
    "one server named twice": [primary(), replica("b 1"), replica("b 1")],
    "no replica": [primary({ synchronous: [] })],
  };
  for (const [what, states] of Object.entries(wrong)) expect(basisOf(states, "7"), what).toBeNull();
  expect(basisOf(well, "8"), "servers of another database").toBeNull();
  // one that does not answer for a while stays what it was, as long as the primary waits for no other one
  const silent = (changes: Partial<ServerState>) => [primary(changes), replica("b 1", "0/300"), undefined];
  expect(basisOf(silent({}), "7", known)?.get(2)).toEqual(replica("c 1"));
  expect(basisOf(silent({ synchronous: ["b"] }), "7", known)?.get(1)).toEqual(replica("b 1", "0/300"));
  expect(basisOf(silent({ synchronous: ["b", "d"] }), "7", known), "another one confirms").toBeNull();
  expect(basisOf(silent({ synchronous: [] }), "7", known), "none confirms").toBeNull();
  expect(
    basisOf([primary({ timeline: 5 }), replica("b 1", "0/300", { timeline: 5 }), undefined], "7", known),
  ).toBeNull();
  expect(basisOf([undefined, replica("b 1"), replica("c 1")], "7"), "no primary").toBeUndefined();
  expect(basisOf([primary(), primary({ name: "b 1" }), replica("c 1")], "7"), "two primaries").toBeUndefined();
});

test("D12.3 what was acknowledged is what the furthest of all replicas has received, if none of them began anew", () => {
  const [b, c] = [replica("b 1", "0/200"), replica("c 1", "1/0")];
  expect(acknowledgedPosition([undefined, b, c], known)).toBe(0x1_0000_0000n);
  // one alone may lack what the other one confirmed
  expect(acknowledgedPosition([undefined, b, undefined], known)).toBeUndefined();
  expect(acknowledgedPosition([undefined, b, replica("c 2", "1/0")], known)).toBeUndefined();
  // a primary answers: it is read there, or nowhere
  expect(acknowledgedPosition([undefined, b, primary({ name: "c 1" })], known)).toBeUndefined();
  expect(acknowledgedPosition([primary(), b, c], known)).toBeUndefined();
  // the former primary follows one that does not answer
  expect(acknowledgedPosition([replica("a 2", "2/0"), b, undefined], known)).toBeUndefined();
  expect(acknowledgedPosition([undefined, b, c], undefined)).toBeUndefined();
  expect(acknowledgedPosition([undefined, b, { ...c, received: null }], known)).toBeUndefined();
});
