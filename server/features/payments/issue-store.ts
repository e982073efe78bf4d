import { sql } from "kysely";
import type { paymentIssueKinds } from "#contract/money.ts";
import type { Db } from "#server/db/pool.ts";

export type IssueKind = (typeof paymentIssueKinds)[number];

export type NewIssue = {
  kind: IssueKind;
  /** What the issue is about. An issue of the same kind and subject is stored only once. */
  subject: string;
  payment_id: string | null;
  member_id: string | null;
  /** Ids, statuses and amounts; nothing that names a person. */
  detail: Record<string, unknown>;
};

export async function insertIssue(db: Db, issue: NewIssue, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto("payment_issues")
    .values({ ...issue, detail: JSON.stringify(issue.detail), found_at: now })
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function listOpenIssues(db: Db) {
  return await db
    .selectFrom("payment_issues")
    .selectAll()
    .where("closed_at", "is", null)
    .orderBy("found_at")
    .limit(500)
    // the check constraint allows no other
    .$narrowType<{ kind: IssueKind }>()
    .execute();
}

export async function closeIssue(db: Db, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .updateTable("payment_issues")
    .set({ closed_at: now })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return closed.numUpdatedRows === 1n;
}

type Changed = { id: string; reference: string };

/** Up to 200 payments that changed in a period, and were not compared since a time, after one of them. */
export async function listChanged(
  db: Db,
  provider: string,
  { from, until, comparedBefore, after }: { from: Date; until: Date; comparedBefore: Date; after: string | null },
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select id, provider_reference as reference from payments
    where (${after}::uuid is null or id > ${after}::uuid)
      and (compared_at is null or compared_at < ${comparedBefore})
      and provider = ${provider} and provider_reference is not null and created_at < ${until} and (
      created_at >= ${from} or completed_at >= ${from}
      or exists (select from refunds where payment_id = payments.id
        and (refunds.created_at >= ${from} or refunds.completed_at >= ${from}))
      or exists (select from chargebacks where payment_id = payments.id
        and (chargebacks.created_at >= ${from} or reversed_at >= ${from})))
    order by id limit 200`.execute(db);
  return rows;
}

export async function listUnknown(db: Db, provider: string, references: readonly string[]): Promise<string[]> {
  const unknownReferences = await sql<{ reference: string }>`
    select reference from unnest(${[...references]}::text[]) as theirs (reference)
    where not exists (select from payments where provider = ${provider} and provider_reference = reference)`.execute(
    db,
  );
  return unknownReferences.rows.map(({ reference }) => reference);
}

export async function setCompared(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("payments").set({ compared_at: now }).where("id", "=", id).execute();
}

export async function bookedFor(db: Db, paymentId: string): Promise<number> {
  const { credits } = await db
    .selectFrom("ledger")
    .select(({ fn }) => fn.coalesce(fn.sum<number>("amount"), sql<number>`0`).as("credits"))
    .where("cause", "=", "purchase")
    .where("cause_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return Number(credits);
}

type Spending = { count: number; total: number; usual: number };

/** What a member spent since a time, and on a usual day with a purchase in the 90 days before. */
export async function findSpending(db: Db, memberId: string, since: Date): Promise<Spending> {
  const { rows } = await sql<Spending>`
    select
      (count(*) filter (where completed_at >= ${since}))::int as count,
      coalesce(sum(amount_minor) filter (where completed_at >= ${since}), 0)::int as total,
      coalesce(sum(amount_minor) filter (where completed_at < ${since})
        / nullif(count(distinct date_trunc('day', completed_at at time zone 'UTC')) filter (where completed_at < ${since}), 0), 0)::int
        as usual
    from payments
    where member_id = ${memberId} and status = 'completed'
      and completed_at >= ${since}::timestamptz - interval '90 days'`.execute(db);
  return rows[0] ?? { count: 0, total: 0, usual: 0 };
}
