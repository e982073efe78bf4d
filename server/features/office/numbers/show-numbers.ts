import type { AnswerOf, InputOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import type { getNumbers, NumberStep } from "#contract/numbers.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Services } from "#server/services.ts";
import { chooseSites } from "../sites/choose-site.ts";
import { findQueues } from "./queue-store.ts";
import { retentionOf, signupWeeks, startOf, stepsOf } from "./rules.ts";
import {
  type CountRange,
  countAccounts,
  countActive,
  countChats,
  countKept,
  countLastSeen,
  countMatches,
  countMessages,
  countRevenue,
} from "./store.ts";

type Numbers = Omit<AnswerOf<typeof getNumbers>, "sites">;

const cacheOf = cachePerDatabase(() => createReadCache<Numbers>({ max: 200, ttlMs: 60_000 }));

/** How long one statement may take before it is cancelled. */
const timeoutMs = 30_000;

async function countRows(db: Db, counted: CountRange, steps: readonly string[]): Promise<Numbers["rows"]> {
  const byStep = (rows: readonly { step: string; count: number }[]) => {
    return new Map(rows.map((row) => [row.step, row.count]));
  };
  const signups = byStep(await countAccounts(db, counted, "created_at"));
  const confirmations = byStep(await countAccounts(db, counted, "confirmed_at"));
  const lastSeen = byStep(await countLastSeen(db, counted));
  const messages = byStep(await countMessages(db, counted));
  const matches = byStep(await countMatches(db, counted));
  const chats = new Map((await countChats(db, counted)).map(({ step, ...row }) => [step, row]));
  return steps.map((step) => ({
    from: step,
    signups: signups.get(step) ?? 0,
    confirmations: confirmations.get(step) ?? 0,
    last_seen: lastSeen.get(step) ?? 0,
    messages: messages.get(step) ?? 0,
    matches: matches.get(step) ?? 0,
    ...(chats.get(step) ?? { chats: 0, answered: 0, answer_seconds: null }),
  }));
}

/** Counts everything in one snapshot, by one connection: the others stay free for members. */
async function countNumbers(
  db: Db,
  siteIds: readonly number[],
  { days, by, now, targets }: { days: number; by: NumberStep; now: Date; targets: Config["queueHours"] },
): Promise<Numbers> {
  const steps = stepsOf(now, days, by);
  const counted = { siteIds, from: steps[0] ?? startOf(dayOf(now), by), by };
  const [firstWeek = ""] = signupWeeks(now);
  const weeks = { from: firstWeek, until: startOf(dayOf(now), "week") };
  return await inSnapshot(
    db,
    async (trx) => {
      const rows = await countRows(trx, counted, steps);
      const active = await countActive(trx, siteIds, now);
      const retention = retentionOf(await countKept(trx, siteIds, weeks), now);
      const revenue = await countRevenue(trx, counted);
      const queues = await findQueues(trx, siteIds, targets);
      return { at: now.toISOString(), rows, active, retention, revenue, queues };
    },
    timeoutMs,
  );
}

/** The numbers of a site or of all, at most a minute old (0064). Concurrent callers share one count. */
export async function showNumbers(
  { db, config }: Pick<Services, "db" | "config">,
  { site, days = "28", by = "day" }: InputOf<typeof getNumbers>["query"],
  now: Date,
): Promise<AnswerOf<typeof getNumbers>> {
  const { keys: sites, ids: siteIds } = await chooseSites(db, site);
  const period = { days: Number(days), by, now, targets: config.queueHours };
  const numbers = await cacheOf(db).get(`${siteIds.join()} ${days} ${by}`, now, () =>
    countNumbers(db, siteIds, period),
  );
  return { sites, ...numbers };
}
