import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { countedPeriod, oddsOf } from "./odds-rules.ts";
import { countFirstMessages, findPeopleAfter, lockAccounts, replaceOdds } from "./store.ts";

const batch = 500;

/** Counts how often each member answers first messages (R10.03), and keeps only the step that others see. */
export async function countOdds(db: Db, now: Date): Promise<void> {
  let ids: string[] = [];
  do {
    ids = await findPeopleAfter(db, ids.at(-1), batch);
    if (ids.length > 0) await countBatch(db, ids, now);
  } while (ids.length === batch);
}

async function countBatch(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAccounts(trx, ids);
    const counted = await countFirstMessages(trx, ids, countedPeriod(now));
    const odds = counted.flatMap(({ member_id, ...counts }) => {
      const found = oddsOf(counts);
      return found ? [{ member_id, ...found }] : [];
    });
    await replaceOdds(trx, ids, odds, now);
  });
}

/** Counts daily how often each member answers first messages. */
export const countAnswerOdds = defineScheduledJob({
  name: "count-answer-odds",
  every: "23 4 * * *",
  expireInSeconds: 3_600,
  run: ({ db, clock }) => countOdds(db, clock.now()),
});
