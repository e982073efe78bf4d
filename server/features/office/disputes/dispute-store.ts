import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import type { DisputeCount, Merchant } from "./ratios.ts";

/**
 * Payments by the month (UTC) in which they completed, and chargebacks by the month in which the product heard of them,
 * won ones included: the schemes count what comes in, however it ends. Indexes: `payments_completed`,
 * `chargebacks_listed`.
 */
export async function countDisputes(
  db: Db,
  { siteIds, from, until }: { siteIds: readonly number[]; from: string; until: string },
): Promise<DisputeCount[]> {
  const utc = (month: string) => sql`${`${month}-01`}::timestamp at time zone 'UTC'`;
  const { rows } = await sql<DisputeCount>`
    select site_id as "siteId", month, method, sum(payments)::int as payments, sum(disputes)::int as disputes
    from (
      select site_id, to_char(completed_at at time zone 'UTC', 'YYYY-MM') as month, coalesce(method, '') as method,
        count(*) as payments, 0 as disputes
      from payments
      where status = 'completed' and completed_at >= ${utc(from)} and completed_at < ${utc(until)}
        and site_id = any(${siteIds}::smallint[])
      group by 1, 2, 3
      union all
      select p.site_id, to_char(c.created_at at time zone 'UTC', 'YYYY-MM'), coalesce(p.method, ''), 0, count(*)
      from chargebacks c join payments p on p.id = c.payment_id
      where c.created_at >= ${utc(from)} and c.created_at < ${utc(until)} and p.site_id = any(${siteIds}::smallint[])
      group by 1, 2, 3
    ) as counted
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Each site by itself, and after them each company with several of these sites. */
export async function merchantsOf(db: Db, sites: readonly StoredSite[]): Promise<Merchant[]> {
  const companies = await db.selectFrom("companies").select(["id", "name"]).orderBy("id").execute();
  return [
    ...sites.map(({ id, key, settings }) => ({ site: key, name: settings.name, siteIds: [id] })),
    ...companies.flatMap(({ id, name }) => {
      const siteIds = sites.filter(({ companyId }) => companyId === id).map((site) => site.id);
      return siteIds.length > 1 ? [{ site: null, name, siteIds }] : [];
    }),
  ];
}
