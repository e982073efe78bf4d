import type { AnswerOf, InputOf } from "#contract/call.ts";
import { addDays, dayOf } from "#contract/days.ts";
import type { getNumbers, NumberStep } from "#contract/numbers.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import type { Staff } from "#server/http/handle.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Services } from "#server/services.ts";
import { sumRevenue } from "../money/books-store.ts";
import { chooseSites } from "../sites/choose-site.ts";
import {
  type CountRange,
  countActive,
  countByStep,
  countChats,
  countKept,
  type NumberName,
  numberNames,
} from "./numbers-store.ts";
import { findQueues } from "./queue-states.ts";
import { retentionOf, signupWeeks, startOf, stepsBetween } from "./rules.ts";

type Numbers = AnswerOf<typeof getNumbers>;

const cacheOf = cachePerDatabase(() => createReadCache<Numbers>({ max: 200, ttlMs: 60_000 }));

/** How long one statement may take before it is cancelled. */
const timeoutMs = 30_000;

async function countRows(db: Db, range: CountRange, steps: readonly string[]): Promise<Numbers["rows"]> {
  const counts: [NumberName, Map<string, number>][] = [];
  for (const name of numberNames) counts.push([name, await countByStep(db, name, range)]);
  const chats = await countChats(db, range);
  return steps.map((step) => {
    const ofStep = Object.fromEntries(counts.map(([name, byStep]) => [name, byStep.get(step) ?? 0]));
    const none = { chats: 0, answered: 0, answer_seconds: null };
    return { from: step, ...(ofStep as Record<NumberName, number>), ...(chats.get(step) ?? none) };
  });
}

/** Counts everything in one snapshot, by one connection: the others stay free for members. */
async function countNumbers(
  db: Db,
  siteIds: readonly number[],
  { days, by, now, targets }: { days: number; by: NumberStep; now: Date; targets: Config["queueHours"] },
): Promise<Numbers> {
  const today = dayOf(now);
  const first = addDays(today, 1 - days);
  const range = { siteIds, from: startOf(first, by), by };
  const [firstWeek = ""] = signupWeeks(now);
  const period = { siteIds, from: new Date(range.from), until: new Date(addDays(today, 1)) };
  const weeks = { siteIds, from: firstWeek, until: startOf(today, "week") };
  return await inSnapshot(
    db,
    async (trx) => {
      const rows = await countRows(trx, range, stepsBetween(first, today, by));
      const active = await countActive(trx, siteIds, now);
      const retention = retentionOf(await countKept(trx, weeks), now);
      const revenue = await sumRevenue(trx, period, by);
      const queues = await findQueues(trx, { siteIds, targets, now });
      const sums = revenue.map(({ of: from, currency, paid, back }) => ({ from, currency, paid, back }));
      return { at: now.toISOString(), rows, active, retention, revenue: sums, queues };
    },
    timeoutMs,
  );
}

/** The numbers of a site or of all, at most a minute old (0064). Concurrent callers share one count. */
export async function showNumbers(
  { db, config }: Pick<Services, "db" | "config">,
  staff: Pick<Staff, "sites">,
  { site, days = "28", by = "day" }: InputOf<typeof getNumbers>["query"],
  now: Date,
): Promise<AnswerOf<typeof getNumbers>> {
  const { ids: siteIds } = await chooseSites(db, staff, site);
  const period = { days: Number(days), by, now, targets: config.queueHours };
  return await cacheOf(db).get(`${siteIds.join()} ${days} ${by}`, now, () => countNumbers(db, siteIds, period));
}
