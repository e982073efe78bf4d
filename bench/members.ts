import { sql } from "kysely";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { Db } from "#server/db/pool.ts";
import { createSession } from "#server/features/auth/index.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { BenchSite } from "./database.ts";
import type { HttpRequest } from "./load.ts";

/** A new session of the member, as its cookie. */
export async function logIn(db: Db, accountId: string): Promise<string> {
  return `auth=${await createSession(db, systemRandom, { accountId, userAgent: "bench", now: new Date() })}`;
}

/** The headers of a member's call that changes something. */
export const writeHeaders = (cookie: string, type = "application/json") => ({
  cookie,
  "content-type": type,
  "sec-fetch-site": "same-origin",
  "idempotency-key": systemRandom.uuid(),
});

/** A member's call that changes something; the body's type is the contract's. */
export const writeRequest = <Body extends z.ZodType>(
  { method, path }: Call<z.ZodType, Body>,
  cookie: string,
  body: z.input<Body>,
): HttpRequest => ({ method, path, headers: writeHeaders(cookie), body: JSON.stringify(body) });

export type Pair = { conversation: string; from: string; to: string; senderCookie: string; cookie: string };

/** Pairs of members with a conversation, sessions and plenty of credits. Each member is in one pair only. */
export async function preparePairs({ db, siteId }: BenchSite, amount: number): Promise<Pair[]> {
  const { rows } = await sql<Pick<Pair, "conversation" | "from" | "to">>`
    select c.id as conversation, c.a_id as from, c.b_id as to
    from conversations c join profiles a on a.member_id = c.a_id join profiles b on b.member_id = c.b_id
    where a.listed and b.listed and not a.fictional and not b.fictional and c.site_id = ${siteId}
    order by c.id limit ${amount}`.execute(db);
  await sql`
    with given as (
      update wallets set credits = credits + 2000000
      where member_id = any(${rows.flatMap(({ from, to }) => [from, to])}::uuid[])
      returning site_id, member_id, credits
    )
    insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select site_id, member_id, 2000000, credits, 'demo', gen_random_uuid(), now() from given`.execute(db);
  return await Promise.all(
    rows.map(async (pair) => ({
      ...pair,
      senderCookie: await logIn(db, pair.from),
      cookie: await logIn(db, pair.to),
    })),
  );
}

/** A member who searches. */
export type SearchingViewer = {
  id: string;
  cookie: string;
  /** The gender they look for; null for both. */
  seeks: "male" | "female" | null;
  country: string;
  region: string;
};

/** 64 of all kinds, each with a session: every eighth looks for their own gender, every eighth for both. */
export async function prepareViewers({ db, siteId }: BenchSite): Promise<SearchingViewer[]> {
  const { rows } = await sql<Omit<SearchingViewer, "cookie">>`
    with kinds as (
      select member_id as id, country, region, sexuality, case when sexuality = 'bi' then null when seeks_men then 'male'
          else 'female' end as seeks,
        row_number() over (partition by case sexuality when 'lesbian' then 'gay' else sexuality end
          order by md5(name)) as place
      from profiles where site_id = ${siteId} and listed and region is not null
    )
    select id, country, region, seeks from kinds
    where place <= case when sexuality = 'hetero' then 48 else 8 end order by place`.execute(db);
  return await Promise.all(rows.map(async (row) => ({ ...row, cookie: await logIn(db, row.id) })));
}
