import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { ListedSettlement, SettlementLine } from "#server/ports/payments/port.ts";

/** Which of these references of a provider's settlements are not stored yet. */
export async function listMissing(db: Db, provider: string, references: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("settlements")
    .select("reference")
    .where("provider", "=", provider)
    .where("reference", "=", sql<string>`any(${[...references]}::text[])`)
    .execute();
  const earlier = new Set(rows.map(({ reference }) => reference));
  return new Set(references.filter((reference) => !earlier.has(reference)));
}

/** Stores a settlement with its lines, once: a provider changes neither after it has paid out. */
export async function insertSettlement(
  db: Db,
  { provider, settlement, lines }: { provider: string; settlement: ListedSettlement; lines: readonly SettlementLine[] },
  now: Date,
): Promise<boolean> {
  const { reference, number, currency, net, fees, paidOutAt } = settlement;
  const row = await db
    .insertInto("settlements")
    .values({
      ...{ provider, reference, number, currency, net_minor: net, fees_minor: fees },
      paid_out_at: paidOutAt,
      fetched_at: now,
    })
    .onConflict((conflict) => conflict.columns(["provider", "reference"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await sql`
    insert into settlement_lines (settlement_id, kind, reference, payment_reference, amount_minor, currency)
    select ${row.id}::uuid, kind, reference, payment, amount, currency
    from json_to_recordset(${JSON.stringify(lines)})
      as lines (kind text, reference text, payment text, amount int, currency text)`.execute(db);
  return true;
}
