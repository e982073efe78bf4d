import { insertPairRow } from "#server/db/test-pair-row.ts";
import { expect, test } from "#server/test.ts";
import { findAcquaintances } from "./deletion-store.ts";

/** Tables between two members by which no list shows one to the other, each with the reason. */
const inNoList: Record<string, string> = {
  matches: "both have likes, which count",
  swipes: "a pass is no one else's business",
};

test("D3.9 whose lists show a deleted member is found in each table between two members that is not excused here", async ({
  member,
  services,
  siteIds: [siteId],
}) => {
  const { db, clock, pairTables } = services;
  for (const pairTable of pairTables) {
    const [one = "", other = ""] = [(await member()).id, (await member()).id].sort();
    await insertPairRow(db, pairTable, [one, other], { siteId, at: clock.now() });
    const told = [await findAcquaintances(db, one), await findAcquaintances(db, other)];
    const { table } = pairTable;
    expect(told, `add ${table} to findAcquaintances in deletion-store.ts, or excuse it here`).toEqual(
      table in inNoList ? [[], []] : [[other], [one]],
    );
  }
});
