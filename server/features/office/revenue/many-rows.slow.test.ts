import { sql } from "kysely";
import { getRevenue } from "#contract/revenue.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, type Fixtures, test } from "#server/test.ts";
import { groundOf } from "./test-worlds.ts";

const people = 4_000;
const receipts = 20_000;

/** Plants members of 300 links, each click numbered, with five purchases each, over two years. */
async function plant({ db, clock }: Fixtures["services"]): Promise<void> {
  const { siteIds, bundleIds, companyId } = await groundOf(db);
  const [siteId] = siteIds;
  const now = `'${clock.now().toISOString()}'::timestamptz`;
  const run = (text: string) => sql.raw(text).execute(db);
  const id = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  const numbers = `generate_series(1, ${people}) n`;
  const ago = (number: string) => `${now} - (${number} % 730) * interval '1 day'`;
  await run(`insert into accounts (id, site_id, name, name_key, email, password_hash, language, status, created_at)
    select ${id("n")}, ${siteId}, 'm' || n, 'm' || n, 'm' || n || '@example.org', 'x', 'en', 'active', ${ago("n")}
    from ${numbers}`);
  await run(`insert into wallets (member_id, site_id, credits) select ${id("n")}, ${siteId}, n % 3 from ${numbers}`);
  const origin = "'net' || n % 10, 'ref' || n % 30, '', 'campaign' || n % 300, n::text, ''";
  const columns = "network, ref, lander, sub1, sub2, sub3";
  await run(`insert into signup_tracking (account_id, created_at, slug, variant, ${columns})
    select ${id("n")}, ${ago("n")}, '', '', ${origin} from ${numbers}`);
  await run(`insert into conversions (site_id, day, step, slug, variant, language, ${columns})
    select ${siteId}, (${ago("n")})::date, 'signup', '', '', 'en', ${origin} from ${numbers}`);
  await run(`insert into visit_counts (site_id, day, id, slug, variant, language, visits, ${columns})
    select ${siteId}, (${ago("n")})::date, decode(lpad(to_hex(n), 32, '0'), 'hex'), '', '', 'en', 5, ${origin}
    from generate_series(1, ${receipts}) n`);
  await run(`insert into payments (id, site_id, member_id, bundle_id, credits, key, list_minor, amount_minor, currency,
      vat_percent, language, begin_text, begin_language, provider, provider_reference, body_hash, origin, status,
      created_at, completed_at)
    select ${id("n")}, ${siteId}, ${id(`1 + n % ${people}`)}, '${bundleIds[0]}', 10, ${id("n")}, 1000, 1000, 'EUR', 21,
      'en', 'x', 'en', 'sandbox', n::text, ''::bytea, 'http://localhost', 'completed', ${ago("n * 7")}, ${ago("n * 7")}
    from generate_series(1, ${receipts}) n`);
  await run(`insert into receipts (site_id, company_id, year, number, kind, payment_id, member_id, seller, buyer_name,
      credits, list_minor, amount_minor, currency, vat_percent, vat_minor, language, issued_at)
    select site_id, ${companyId}, 2020, row_number() over (), 'receipt', id, member_id, '{}', '', credits, list_minor,
      amount_minor, currency, vat_percent, 0, 'en', completed_at
    from payments`);
  await run("analyze accounts, wallets, signup_tracking, conversions, visit_counts, payments");
  // index-only scans read the visibility map
  await run("vacuum analyze receipts");
}

test("R13.01 of 20,000 receipts and clicks only campaigns are named, and buyers and months are read from indexes", {
  timeout: 240_000,
}, async ({ given, services }) => {
  await plant(services);
  const { client } = await staffMember(given, "finance");
  const { body } = await client.call(getRevenue, { query: { by: "network,sub1", from: "2025-01", to: "2026-11" } });
  // campaigns have names; their clicks, of one buyer each, have none
  expect(body.more).toBe(true);
  expect(body.rows.every(({ of }) => /^campaign\d+$/.test(of.sub1 ?? ""))).toBe(true);
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain
      select distinct on (r.site_id, r.member_id) r.site_id, r.member_id, r.id from receipts r
      where r.site_id = any(array[1]::smallint[]) and r.kind = 'receipt' and r.chargeback_id is null
        and r.member_id is not null
      order by r.site_id, r.member_id, r.issued_at, r.id`.execute(services.db);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Only Scan using receipts_bought");
  const month = await sql<{ "QUERY PLAN": string }>`explain select sum(amount_minor) from receipts r
      where r.site_id = any(array[1]::smallint[]) and r.issued_at >= '2026-11-01' and r.issued_at < '2026-12-01'`.execute(
    services.db,
  );
  expect(month.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("receipts_issued");
});
