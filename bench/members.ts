import { sql } from "kysely";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { Db } from "#server/db/pool.ts";
import { createSession } from "#server/features/auth/index.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { BenchSite } from "./database.ts";
import { get, type HttpRequest } from "./load.ts";

/** The members, each with the cookie of a new session. */
async function logInAll<T extends { id: string }>(db: Db, members: readonly T[]): Promise<(T & { cookie: string })[]> {
  const logIn = (accountId: string) =>
    createSession(db, systemRandom, { accountId, userAgent: "bench", now: new Date() });
  return await Promise.all(members.map(async (member) => ({ ...member, cookie: `auth=${await logIn(member.id)}` })));
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

/** A member with a session, the other member of their conversation, and the conversation. */
export type Talker = { id: string; cookie: string; other: string; conversation: string };

/** The two members of each of so many conversations, the one after the other. Each member is in one of them only. */
export async function prepareTalkers({ db, siteId }: BenchSite, conversations: number): Promise<Talker[]> {
  const { rows } = await sql<Omit<Talker, "cookie">>`
    select m.conversation_id as conversation, m.member_id as id, m.other_id as other
    from conversation_members m join (
      select c.id from conversations c join profiles a on a.member_id = c.a_id join profiles b on b.member_id = c.b_id
      where a.listed and b.listed and not a.fictional and not b.fictional and c.site_id = ${siteId}
      order by c.id limit ${conversations}
    ) as chosen on chosen.id = m.conversation_id
    order by m.conversation_id, m.member_id`.execute(db);
  return await logInAll(db, rows);
}

/** A member who searches. */
export type SearchingViewer = Awaited<ReturnType<typeof prepareViewers>>[number];

/**
 * 64 of all kinds, each with a session: every eighth looks for their own gender, every eighth for both (`seeks` is
 * null).
 */
export async function prepareViewers({ db, siteId }: BenchSite) {
  const { rows } = await sql<{ id: string; seeks: "male" | "female" | null; country: string; region: string }>`
    with kinds as (
      select member_id as id, country, region, sexuality, case when sexuality = 'bi' then null when seeks_men then 'male'
          else 'female' end as seeks,
        row_number() over (partition by case sexuality when 'lesbian' then 'gay' else sexuality end
          order by md5(name)) as place
      from profiles where site_id = ${siteId} and listed and region is not null
    )
    select id, country, region, seeks from kinds
    where place <= case when sexuality = 'hetero' then 48 else 8 end order by place`.execute(db);
  return await logInAll(db, rows);
}

/** Members of the first demo site who have a chat, those with credits to write in it first, each with a session. */
export async function demoMembers(db: Db, amount: number) {
  const { rows } = await sql<{ id: string; chat: string; shown_to_visitors: boolean }>`
    select w.member_id as id, p.shown_to_visitors, (array_agg(c.conversation_id order by c.conversation_id))[1] as chat
    from wallets w join conversation_members c using (member_id) join profiles p using (member_id)
    where p.listed and p.site_id = (select min(id) from sites)
    group by w.member_id, p.shown_to_visitors order by w.credits = 0, w.member_id limit ${amount}`.execute(db);
  return await logInAll(db, rows);
}

/** The request of a page. The rate limits count by address, so each `turn` comes from another one. */
export function pageRequest(turn: number, path: string, headers: Record<string, string>): HttpRequest {
  const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
  return get(path, { "x-forwarded-for": address, ...headers });
}
