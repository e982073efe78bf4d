import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Period } from "../money/books-store.ts";

type Lost = { currency: string; chargebacks: number; charged_back: number };

/** What banks took back in a period, and did not return, by currency. Index: `chargebacks_listed`. */
export async function sumChargebacks(db: Db, { siteIds, from, until }: Period): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select p.currency, count(*)::int as chargebacks, sum(c.amount_minor)::float8 as charged_back
    from chargebacks c join payments p on p.id = c.payment_id
    where c.created_at >= ${from} and c.created_at < ${until} and c.reversed_at is null
      and p.site_id = any(${siteIds}::smallint[])
    group by p.currency`.execute(db);
  return rows;
}
