import { sql } from "kysely";
import type { AccountStatus } from "#contract/sanctions.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";
import type { UuidRange } from "#server/lib/uuid-range.ts";

/** What a text may mean; null: it can't be one. */
export type TextMeanings = {
  /** Of a member or a payment. */
  uuid: string | null;
  /** Of a report or a decision: its first eight digits are enough. */
  reports: UuidRange | null;
  receipt: { year: number; number: number } | null;
  email: string | null;
  /** Without what stands between the parts of a name. */
  nameKey: string;
  /** As stored: in full, and masked. */
  phones: readonly string[];
  /** Keyed hashes of a bank account, one for each site; none if it is no account number. */
  ibanKeys: readonly Buffer[];
  /** The last four digits of an account number, as bank statements show them. */
  ibanEnd: string | null;
  /** Of a complaint, a mandate, or a payment at its provider. */
  typed: string;
};

export type MemberSearch = {
  /** Null: any. */
  text: TextMeanings | null;
  /** Only these; undefined: all. */
  ids?: readonly string[];
  domain: string | undefined;
  device: string | undefined;
  /** Null: all sites, because the staff member works on all. */
  siteIds: StaffSites;
  country: string | undefined;
  /** What its folded name begins with, and where it may be; null: any. */
  town: { key: string; countries: readonly string[] } | null;
  gender: string | undefined;
  /** The latest date of birth, and the one after which it is; null: any. */
  born: { until: string | null; after: string | null };
  status: string | undefined;
  premium: boolean | undefined;
  from: Date | null;
  until: Date | null;
  after: PageEnd | null;
  limit: number;
};

/** Exact names come first, then the newest accounts. */
export type PageEnd = { exact: boolean; createdAt: Date; id: string };

type FoundRow = {
  id: string;
  name: string;
  fictional: boolean;
  site: string;
  status: AccountStatus;
  created_at: Date;
  country: string;
  date_of_birth: string;
  town: string | null;
  premium: boolean;
  photos: string[];
  version: number;
  exact: boolean;
};

/** The letters of a name by which it is found. */
export const nameLettersOf = (name: string): string => nameKey(name).replace(/[ ._-]/g, "");

/** SQL: a name's key without what stands between its parts, so that "daniel kern" is `Daniel_Kern`. */
const nameLetters = sql`translate(name_key, ' ._-', '')`;

/** LIKE's wildcards mean themselves. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/**
 * A part of a name. Two letters have a trigram only at the beginning or the end of a word, so they find names that
 * begin or end with them, such as `Rolf_77`; one letter finds beginnings.
 */
function namePatterns(key: string): string[] {
  const part = literally(key);
  const letters = [...key].length;
  if (letters > 2) return [`%${part}%`];
  return letters === 2 ? [`${part}%`, `%${part}`] : [`${part}%`];
}

const isNamed = (key: string) =>
  sql.join(
    namePatterns(key).map((pattern) => sql`${nameLetters} like ${pattern}`),
    sql` or `,
  );

/** The ids of the members that a text may mean; each part is read by an index. */
const meant = ({ uuid, reports, receipt, email, nameKey, phones, ibanKeys, ibanEnd, typed }: TextMeanings) => sql`
  select id from accounts where ${nameKey}::text <> '' and (${isNamed(nameKey)})
  union select id from accounts where ${email}::citext is not null and email = ${email}
    and site_id in (select id from sites)
  union select id from accounts where id = ${uuid}::uuid
  union select member_id from payments where id = ${uuid}::uuid
  union select reported_id from reports where id between ${reports?.first ?? null}::uuid and ${reports?.last ?? null}::uuid
  union select member_id from statements where id between ${reports?.first ?? null}::uuid and ${reports?.last ?? null}::uuid
  union select member_id from payments where provider_reference = ${typed}
  union select member_id from receipts where year = ${receipt?.year ?? null}::int
    and number = ${receipt?.number ?? null}::int
  union select member_id from complaints where number = upper(${typed})
  union select member_id from direct_debits where phone = any(${[...phones]}::text[])
  union select member_id from direct_debits where mandate_reference = upper(${typed})
  union select member_id from direct_debits where right(iban_masked, 4) = ${ibanEnd}
  union select member_id from direct_debits
    where id in (select id from direct_debit_uses where iban_key = any(${[...ibanKeys]}::bytea[]))`;

/** The members of the towns whose names begin so: listed ones by the search's index, the few others by their own. */
function livingIn({ key, countries }: NonNullable<MemberSearch["town"]>) {
  const towns = sql`select city_id from city_names where country = any(${[...countries]}::char(2)[])
    and search >= ${key} and search < ${`${key}\u{10ffff}`}`;
  return sql`
    select member_id from profiles where listed and site_id in (select id from sites) and city_id in (${towns})
    union all select member_id from profiles where not listed and city_id in (${towns})`;
}

/**
 * A page of the members that a search finds. Indexes: `accounts_newest`, read from the newest until the page is full;
 * `accounts_mail_domain`; by a text those of its meanings, for names `accounts_name_letters`; by a town `search_town`,
 * `profiles_unlisted_town`. Countries, rare states and devices have none: 200,000 members are read in 40 to 200 ms.
 */
export const pageOfMembers = (search: MemberSearch) => {
  const {
    text,
    ids,
    domain,
    device,
    siteIds,
    country,
    town,
    gender,
    born,
    status,
    premium,
    from,
    until,
    after,
    limit,
  } = search;
  const all = sql`true`;
  const exact = text ? sql`(${nameLetters} = ${text.nameKey})` : sql`false`;
  // the row after the last one, in the order of the page; without a text no rank stands before the time
  const older = after ? sql`(a.created_at, a.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : all;
  const beyond =
    after === null || !text ? older : after.exact ? sql`(not ${exact} or ${older})` : sql`(not ${exact} and ${older})`;
  return sql<FoundRow>`
    with page as (
      select a.id, a.site_id, a.status, a.created_at, a.sanction_version, ${exact} as exact,
        p.name, p.fictional, p.country, p.date_of_birth, p.city_id, p.premium, p.main_photo_id
      from accounts a join profiles p on p.member_id = a.id
      where ${text ? sql`a.id in (${meant(text)})` : all}
        and ${ids === undefined ? all : sql`a.id = any(${[...ids]}::uuid[])`}
        and ${domain === undefined ? all : sql`lower(split_part(a.email::text, '@', 2)) = ${domain}`}
        and ${device === undefined ? all : sql`exists (select from known_devices d where d.account_id = a.id and d.user_agent ilike ${`%${literally(device)}%`})`}
        and ${isOnSites(siteIds, "a.site_id")}
        and ${country === undefined ? all : sql`p.country = ${country}`}
        and ${town === null ? all : sql`a.id in (${livingIn(town)})`}
        and ${gender === undefined ? all : sql`p.gender = ${gender}`}
        and ${born.until === null ? all : sql`p.date_of_birth <= ${born.until}::date`}
        and ${born.after === null ? all : sql`p.date_of_birth > ${born.after}::date`}
        and ${status === undefined ? all : sql`a.status = ${status}`}
        and ${premium === undefined ? all : sql`p.premium = ${premium}`}
        and ${from === null ? all : sql`a.created_at >= ${from}`}
        and ${until === null ? all : sql`a.created_at < ${until}`}
        and ${beyond}
      order by ${text ? sql`${exact} desc,` : sql``} a.created_at desc, a.id desc limit ${limit})
    select f.id, f.name, f.fictional, s.key as site, f.status, f.created_at, f.country, f.premium,
      to_char(f.date_of_birth, 'YYYY-MM-DD') as date_of_birth,
      (select c.name from cities c where c.id = f.city_id) as town, f.sanction_version as version, f.exact,
      array(select ph.id from photos ph where ph.member_id = f.id
        order by ph.id is not distinct from f.main_photo_id desc, ph.position, ph.id) as photos
    from page f join sites s on s.id = f.site_id
    order by f.exact desc, f.created_at desc, f.id desc`;
};

/** Those with payments whose names have these letters, exact names first, then the newest. */
export async function listBuyersNamed(db: Db, key: string, siteIds: StaffSites, limit: number): Promise<string[]> {
  if (key === "") return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a where (${isNamed(key)}) and ${isOnSites(siteIds, "a.site_id")}
      and exists (select from payments p where p.member_id = a.id)
    order by ${nameLetters} = ${key} desc, a.created_at desc, a.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findMatchingMembers(db: Db, search: MemberSearch): Promise<FoundRow[]> {
  return (await pageOfMembers(search).execute(db)).rows;
}

/** How much of the letters' trigrams a similar name has at least; short ones have few. */
const leastSimilar = (key: string) => ([...key].length < 7 ? 0.5 : 0.4);

/**
 * The names of which a part has many trigrams of these letters, the most similar first. Index: `accounts_name_letters`,
 * which reads half a million names, of which 30,000 begin alike, in 120 ms.
 */
export async function findSimilarNames(db: Unlocked, key: string, siteIds: StaffSites, limit: number) {
  return await inTransaction(db, async (trx) => {
    // what the operator compares with is a setting of the session
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${`${leastSimilar(key)}`}, true)`.execute(trx);
    const { rows } = await sql<{ id: string; name: string }>`
      select id, translate(name_key, '._-', '   ') as name from accounts
      where ${nameLetters} %> ${key}::text and ${isOnSites(siteIds, "site_id")}
      order by word_similarity(${key}, translate(name_key, '._-', '   ')) desc, created_at desc, id limit ${limit}`.execute(
      trx,
    );
    return rows;
  });
}
