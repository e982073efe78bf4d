import { sql } from "kysely";
import type { FoundMember } from "#contract/staff-members.ts";
import type { Db } from "#server/db/pool.ts";

/** What a search may mean; null: it can't be one. */
export type MemberQuery = {
  /** Of a member, a payment, a report or a decision. */
  uuid: string | null;
  receipt: { year: number; number: number } | null;
  email: string | null;
  nameKey: string;
  /** As stored: in full, and masked. */
  phones: readonly string[];
  /** Of a complaint, or of a payment at its provider. */
  typed: string;
};

/** LIKE's wildcards mean themselves. */
const beginsWith = (text: string) => `${text.replace(/[\\%_]/g, "\\$&")}%`;

export type FoundRow = Omit<FoundMember, "created_at"> & { created_at: Date };

/** The members that a search may mean, exact names first; each part is read by an index. */
export async function findMatchingMembers(
  db: Db,
  { uuid, receipt, email, nameKey, phones, typed }: MemberQuery,
  limit: number,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with hits as (
      (select id from accounts where ${nameKey}::text <> '' and name_key like ${beginsWith(nameKey)} order by name_key limit ${limit})
      union select id from accounts where ${email}::citext is not null and email = ${email}
        and site_id in (select id from sites)
      union select id from accounts where id = ${uuid}::uuid
      union select member_id from payments where id = ${uuid}::uuid
      union select reported_id from reports where id = ${uuid}::uuid
      union select member_id from statements where id = ${uuid}::uuid
      union select member_id from payments where provider_reference = ${typed}
      union select member_id from receipts where year = ${receipt?.year ?? null}::int
        and number = ${receipt?.number ?? null}::int
      union select member_id from complaints where number = upper(${typed})
      union select member_id from direct_debits where phone = any(${[...phones]}::text[]))
    select a.id, p.name, p.fictional, s.key as site, a.status, a.created_at
    from hits join accounts a on a.id = hits.id join profiles p on p.member_id = a.id join sites s on s.id = a.site_id
    order by a.name_key <> ${nameKey}, a.name_key, a.created_at, a.id limit ${limit}`.execute(db);
  return rows;
}
