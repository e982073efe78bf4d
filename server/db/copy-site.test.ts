import { expect, test } from "#server/test.ts";
import { listMovedTables } from "./copy-site.ts";
import { listSiteTables, staysBecause } from "./site-tables.ts";

test("each table of a site moves, or says why it stays, and each after those that its rows need", async ({
  services,
}) => {
  const moved = (await listMovedTables(services.db)).map(({ table }) => table);
  const all = (await listSiteTables(services.db)).map(({ table }) => table);
  expect(all.filter((table) => staysBecause(table) === null).toSorted()).toEqual(moved.toSorted());
  for (const [before, after] of [
    ["companies", "sites"],
    ["sites", "accounts"],
    ["accounts", "photos"],
    ["photos", "profiles"],
    ["wallets", "ledger"],
    // no foreign key says so
    ["accounts", "idempotency_keys"],
  ] as const)
    expect([before, after, moved.indexOf(before) < moved.indexOf(after)]).toEqual([before, after, true]);
});
