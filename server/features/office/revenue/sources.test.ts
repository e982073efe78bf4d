import fc from "fast-check";
import { expect, test } from "vitest";
import { fewestBuyers, sourceFields } from "#contract/revenue.ts";
import { type Branch, cohortStarts, nameSources } from "./sources.ts";
import { nameNaively } from "./test-worlds.ts";

const value = fc.constantFrom("", "a", "b");
const path = fc.tuple(...sourceFields.map(() => value));
const buyer = fc.record({ siteId: fc.constantFrom(1, 2), path });
/** Some sources bring many buyers, others one. */
const buyers = fc
  .array(fc.tuple(buyer, fc.oneof(fc.constant(1), fc.integer({ min: 5, max: 15 }))), { maxLength: 12 })
  .map((list) => list.flatMap(([each, count]) => Array.from({ length: count }, () => each)));

/** As `findNamedSources` counts them. */
function branchesOf(list: readonly Omit<Branch, "buyers">[]): Branch[] {
  const counts = new Map<string, Branch>();
  for (const { siteId, path: whole } of list) {
    for (let depth = 0; depth <= whole.length; depth += 1) {
      const id = JSON.stringify([siteId, whole.slice(0, depth)]);
      const branch = counts.get(id) ?? { siteId, path: whole.slice(0, depth), buyers: 0 };
      counts.set(id, { ...branch, buyers: branch.buyers + 1 });
    }
  }
  return [...counts.values()].filter((branch) => branch.path.length === 0 || branch.buyers >= fewestBuyers);
}

/** The longest of the named sources that a path begins with. */
function nearest(named: readonly Branch[], { siteId, path: whole }: Omit<Branch, "buyers">) {
  const prefixes = named.filter(
    (source) => source.siteId === siteId && source.path.every((name, index) => name === whole[index]),
  );
  return prefixes.toSorted((one, other) => other.path.length - one.path.length)[0];
}

test("R13.01 ten buyers or more belong to each named source and to the rest of a site, or none", () => {
  fc.assert(
    fc.property(buyers, (list) => {
      const named = nameSources(branchesOf(list));
      for (const siteId of [1, 2]) {
        const own = list.filter((each) => each.siteId === siteId);
        const sizes = Map.groupBy(own, (each) => JSON.stringify(nearest(named, each)?.path ?? []));
        const isNamed = named.some((source) => source.siteId === siteId);
        for (const members of sizes.values()) expect(members.length >= fewestBuyers || !isNamed).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

test("R13.01 a source with ten buyers is named with all of them, unless too few would remain beside it", () => {
  fc.assert(
    fc.property(buyers, (list) => {
      const named = nameSources(branchesOf(list));
      expect(named.map(({ siteId, path: names }) => JSON.stringify([siteId, names])).toSorted()).toEqual(
        nameNaively(list).toSorted(),
      );
      for (const source of named) {
        const within = list.filter(
          (each) => each.siteId === source.siteId && source.path.every((name, index) => name === each.path[index]),
        );
        expect(source.buyers).toBe(within.length);
      }
    }),
    { numRuns: 1000 },
  );
});

test("R13.01 each cohort of a source has ten buyers or more, or is its only one, and every month is in one", () => {
  const months = fc.uniqueArray(
    fc.record({
      month: fc.integer({ min: 1, max: 12 }).map((number) => `2026-${String(number).padStart(2, "0")}`),
      buyers: fc.integer({ min: 0, max: 14 }),
    }),
    { selector: ({ month }) => month },
  );
  fc.assert(
    fc.property(months, (list) => {
      const starts = cohortStarts(list);
      const sizes = starts.map((from, index) => {
        const until = starts[index + 1] ?? "9999-01";
        return list
          .filter(({ month }) => month >= from && month < until)
          .reduce((sum, { buyers: count }) => sum + count, 0);
      });
      expect(sizes.length <= 1 || sizes.every((size) => size >= fewestBuyers)).toBe(true);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(list.reduce((sum, { buyers: count }) => sum + count, 0));
    }),
    { numRuns: 1000 },
  );
});
