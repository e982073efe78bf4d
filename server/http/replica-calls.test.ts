import { onTestFinished } from "vitest";
import { findBestMembers } from "#contract/match-finder.ts";
import { getCard, getMember, getMemberCounts, getSignupMatches, searchMembers } from "#contract/members.ts";
import { openPool } from "#server/db/pool.ts";
import { expect, test } from "#server/test.ts";
import { calls } from "./calls.ts";

test("D12.3 calls that may be read from a replica change nothing: they work where every write is refused", async ({
  services,
  pair,
  visitor,
}) => {
  const [anna, ben] = await pair({ shownToVisitors: true });
  const url = new URL(services.config.databaseUrl ?? "");
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const { db, pool } = openPool(url.href, 4, () => {});
  let reads = 0;
  services.replica = {
    read: async (run) => {
      reads += 1;
      return await run(db);
    },
    isUsed: () => true,
    close: async () => {},
  };
  onTestFinished(async () => {
    delete services.replica;
    await pool.end();
  });
  const marked = [searchMembers, getSignupMatches, getCard, getMemberCounts, findBestMembers];
  expect(calls.filter(({ replica }) => replica)).toEqual(expect.arrayContaining(marked));
  expect(calls.filter(({ replica }) => replica)).toHaveLength(marked.length);
  const query = { id: ben.id };
  const guest = visitor();
  const answers = [
    await anna.client.call(searchMembers, { query: { sort: "best" } }),
    await anna.client.call(searchMembers, {}),
    await anna.client.call(getSignupMatches),
    await anna.client.call(getCard, { query }),
    await anna.client.call(getMemberCounts, { query: { country: "NL" } }),
    await anna.client.call(findBestMembers),
    await guest.call(searchMembers, {}),
    await guest.call(getCard, { query }),
    await guest.call(getMemberCounts, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(reads).toBe(answers.length);
  // a visit is recorded: this one stays at the primary
  expect((await anna.client.call(getMember, { query })).status).toBe(200);
  expect(reads).toBe(answers.length);
});
