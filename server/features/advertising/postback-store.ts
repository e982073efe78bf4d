import { sql } from "kysely";
import type { Db, DbPool } from "#server/db/pool.ts";
import { isUnusedCopy } from "#server/db/site-moves.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { PostbackAnswer } from "#server/ports/postbacks/port.ts";
import { nextAttempt } from "./attempts-store.ts";

/** `conversions`: how many it tells the network of. */
type NewPostback = { conversionId: string; conversions: number; url: string; now: Date };

export async function insertPostback(db: Db, { conversionId, conversions, url, now }: NewPostback): Promise<void> {
  const row = { conversion_id: conversionId, conversions, url, status: "waiting", next_at: now, created_at: now };
  await db.insertInto("postbacks").values(row).execute();
}

/** Days in UTC, both included, as `YYYY-MM-DD`. */
type SumInput = { siteId: number; network: string; steps: string[]; from: string; to: string; least: number };
type Sum = { id: string; step: string; count: number; amount_minor: string | null; currency: string | null };

/** Takes a network's waiting conversions, by step and currency, unless there are too few; `id` is one of theirs. */
export async function takeSums(db: Db, { siteId, network, steps, from, to, least }: SumInput): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    with waiting as (
      select id, step, currency, amount_minor from conversions
      where site_id = ${siteId} and day between ${from}::date and ${to}::date and to_sum
        and network = ${network} and step = any(${steps}::text[])
      for update skip locked
    ), sums as (
      select step, currency, count(*)::int as count, sum(amount_minor)::text as amount_minor, array_agg(id) as ids
      from waiting group by step, currency having count(*) >= ${least}
    ), taken as (
      update conversions set to_sum = false from sums where conversions.id = any(sums.ids)
    )
    select ids[1] as id, step, count, amount_minor, currency from sums order by step, currency`.execute(db);
  return rows;
}

export type DuePostback = { conversion_id: string; url: string; attempts: number };

/** Claims due postbacks, the longest waiting first, and sets when each is tried again. */
export async function claimDuePostbacks(db: Db, limit: number, now: Date): Promise<DuePostback[]> {
  const { rows } = await sql<DuePostback>`
    update postbacks set ${nextAttempt(now)}
    where conversion_id in (
      select conversion_id from postbacks where status = 'waiting' and next_at <= ${now}
        and not exists (
          select from conversions c where c.id = postbacks.conversion_id and ${isUnusedCopy(sql`c.site_id`)})
      order by next_at limit ${limit} for update skip locked
    )
    returning conversion_id, url, attempts`.execute(db);
  return rows;
}

export async function recordAnswer(
  db: DbPool,
  { conversion_id, attempts }: DuePostback,
  { status, outcome, detail, end, now }: PostbackAnswer & { end: "sent" | "failed" | null; now: Date },
): Promise<void> {
  // together: an answer without its end would be asked for again
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto("postback_answers")
      .values({ conversion_id, attempt: attempts, answered_at: now, outcome, status, detail })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (end === null) return;
    await trx.updateTable("postbacks").set({ status: end }).where("conversion_id", "=", conversion_id).execute();
  });
}

/** Makes a network's failed postbacks due again, with the same URLs. One without attempts left has one more. */
export async function resendFailed(db: Db, siteId: number, network: string, now: Date): Promise<number> {
  const { rows } = await sql<{ conversion_id: string }>`
    update postbacks p set status = 'waiting', next_at = ${now}
    from conversions c
    where c.id = p.conversion_id and c.site_id = ${siteId} and c.network = ${network} and p.status = 'failed'
    returning p.conversion_id`.execute(db);
  return rows.length;
}

export async function listPostbacks(db: Db, siteId: number, limit: number) {
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    step: string;
    conversions: number;
    network: string;
    state: string;
    attempts: number;
    outcome: string | null;
    status: number | null;
    detail: string | null;
  }>`
    select c.id, p.created_at, c.step, p.conversions, c.network, p.status as state, p.attempts, a.outcome, a.status, a.detail
    from postbacks p
    join conversions c on c.id = p.conversion_id
    left join lateral (
      select outcome, status, detail from postback_answers
      where conversion_id = p.conversion_id order by attempt desc limit 1
    ) a on true
    where c.site_id = ${siteId}
    order by p.created_at desc, c.id limit ${limit}`.execute(db);
  return rows;
}
