import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

type Wallet = { member_id: string; credits: number; booked: number; debt: number; owed: number };

/** Test helper: wallets whose balance is not the sum of their whole ledger, or whose debt not that of their debts. */
export async function findUnbalanced(db: Db): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    select member_id, credits, booked, debt, owed from wallets,
      lateral (select coalesce(sum(amount), 0)::int as booked from ledger where member_id = wallets.member_id) as sums,
      lateral (select coalesce(sum(amount), 0)::int as owed from debts where member_id = wallets.member_id) as owing
    where credits <> booked or debt <> owed order by member_id`.execute(db);
  return rows;
}
