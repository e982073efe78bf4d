import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { NoticeDefinition } from "#server/notice.ts";
import { advanceCollectedAt, insertNotices } from "./notices-store.ts";

/** Seconds that two runs overlap: a message gets its id, and so its time, before it is committed. */
const overlap = 20;
/** The maximum of seconds to look back after a time without workers; older news is not sent any more. */
const farthest = 86_400;

/** Creates notices of the news since the last run, for features that do not create notices themselves. */
export async function collectNews(db: Db, definitions: readonly NoticeDefinition[], now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const passed = (await advanceCollectedAt(trx)) ?? 0;
    // less than none: the database's clock was set back, and how much time has passed is unknown
    const seconds = (passed < 0 ? farthest : Math.min(passed, farthest)) + overlap;
    for (const definition of definitions) {
      await insertNotices(trx, definition, (await definition.collect?.(trx, seconds)) ?? [], now);
    }
  });
}
