import type { Lockable, Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { countAnswers, findPeopleAfter, lockAccounts, replaceOdds } from "./answer-odds-store.ts";
import { countedPeriod, oddsOf } from "./odds-rules.ts";

const batch = 500;

/** Counts how often each member answers first messages, and keeps only the step that others see. */
export async function countOdds(db: Unlocked, now: Date): Promise<void> {
  for await (const ids of findBatches(db)) await inTransaction(db, (trx) => countBatch(trx, ids, now));
}

async function* findBatches(db: Db): AsyncGenerator<string[]> {
  let ids: string[] = [];
  do {
    ids = await findPeopleAfter(db, ids.at(-1), batch);
    if (ids.length > 0) yield ids;
  } while (ids.length === batch);
}

async function countBatch(trx: Lockable<"accounts">, ids: readonly string[], now: Date): Promise<void> {
  await lockAccounts(trx, ids);
  const counted = await countAnswers(trx, ids, countedPeriod(now));
  const odds = counted.flatMap(({ member_id, ...counts }) => {
    const memberOdds = oddsOf(counts);
    return memberOdds ? [{ member_id, ...memberOdds }] : [];
  });
  await replaceOdds(trx, ids, odds, now);
}

/** Counts daily how often each member answers first messages. */
export const countAnswerOdds = defineScheduledJob({
  name: "count-answer-odds",
  every: "23 4 * * *",
  expireInSeconds: 3_600,
  run: async (services) => {
    const { db, clock } = services;
    const failure = {
      failure: "the answers of some members were not counted",
      about: (ids: readonly string[]) => ({ first: ids.at(0), last: ids.at(-1) }),
    };
    await forEachRow(services, findBatches(db), failure, (ids, inRow) =>
      inRow((trx) => countBatch(trx, ids, clock.now())),
    );
  },
});
