import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

type Unbalanced = { member_id: string; credits: number; booked: number; debt: number; owed: number };

/** Wallets that differ from their last ledger entry or from their debts, about 100 at most; `batch` in a statement. */
export async function findUnbalanced(db: Db, batch = 2_000): Promise<Unbalanced[]> {
  const unbalanced: Unbalanced[] = [];
  for (let after: string | null = null; unbalanced.length < 100; ) {
    const read: { rows: (Unbalanced & { wrong: boolean })[] } = await sql<Unbalanced & { wrong: boolean }>`
      select member_id, credits, booked, debt, owed, credits <> booked or debt <> owed as wrong
      from (select member_id, credits, debt from wallets
        where ${after}::uuid is null or member_id > ${after}::uuid order by member_id limit ${batch}) as part,
        lateral (select coalesce((select balance from ledger l where l.member_id = part.member_id
          order by id desc limit 1), 0) as booked) as last,
        lateral (select coalesce(sum(amount), 0)::int as owed from debts d where d.member_id = part.member_id) as owing
      order by member_id`.execute(db);
    const last = read.rows.at(-1);
    if (!last) break;
    after = last.member_id;
    for (const { wrong, ...wallet } of read.rows) if (wrong) unbalanced.push(wallet);
  }
  return unbalanced;
}

/** The id of the newest ledger entry that was booked before a moment; 0 if there is none. */
export async function newestBefore(db: Db, before: Date): Promise<number> {
  const entry = await db
    .selectFrom("ledger")
    .select("id")
    .where("created_at", "<", before)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return Number(entry?.id ?? 0);
}

type Checked = { last: number | null; wrong: number[] };

/**
 * Checks the next entries after `from`: each has to add its amount to the balance of its member's entry before. Returns
 * the last one of them, null if there is none, and the ids of wrong ones, 100 at most.
 */
export async function checkEntries(
  db: Db,
  { from, until, batch = 20_000 }: { from: number; until: number; batch?: number },
): Promise<Checked> {
  const { rows } = await sql<Checked>`
    with part as materialized (
      select id, member_id, amount, balance from ledger where id > ${from} and id <= ${until} order by id limit ${batch}),
    chained as (
      select id, member_id, balance - amount as needed,
        lag(balance) over (partition by member_id order by id) as before
      from part),
    wrong as (
      select id from chained
      where needed <> coalesce(before, (select balance from ledger l
        where l.member_id = chained.member_id and l.id < chained.id order by l.id desc limit 1), 0)
      order by id limit 100)
    select (select max(id) from part) as last, array(select id::float8 from wrong order by id) as wrong`.execute(db);
  return rows[0] ?? { last: null, wrong: [] };
}

type Progress = { checked_to: number; whole_to: number };

export async function findProgress(db: Db): Promise<Progress> {
  const { checked_to, whole_to } = await db
    .selectFrom("ledger_checks")
    .select(["checked_to", "whole_to"])
    .executeTakeFirstOrThrow();
  return { checked_to: Number(checked_to), whole_to: Number(whole_to) };
}

export async function saveProgress(db: Db, progress: Partial<Progress>): Promise<void> {
  await db.updateTable("ledger_checks").set(progress).execute();
}

/** Begins to check the whole ledger anew, if that was begun before `due`, and has come as far as the daily check. */
export async function beginWhole(db: Db, { due, now }: { due: Date; now: Date }): Promise<void> {
  await db
    .updateTable("ledger_checks")
    .set({ whole_to: 0, whole_begun_at: now })
    .where((where) => where.or([where("whole_begun_at", "is", null), where("whole_begun_at", "<=", due)]))
    .where((where) => where("whole_to", ">=", where.ref("checked_to")))
    .execute();
}
