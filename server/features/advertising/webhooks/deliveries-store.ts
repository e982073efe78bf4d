import { type RawBuilder, sql } from "kysely";
import type { WebhookEvent } from "#contract/webhook-events.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import { isUnusedCopy } from "#server/db/site-moves.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { PostbackAnswer } from "#server/ports/postbacks/port.ts";
import { nextAttempt } from "../attempts-store.ts";

/**
 * SQL: the numbers of the click that a member came by, if its network may learn of the member's purchases: by the words
 * agreed to at signup, until the member withdraws them, is erased, or the numbers are (`forget-results`).
 */
const sharedClick = (memberId: RawBuilder<unknown>, network: RawBuilder<unknown>) => sql`
  select jsonb_build_object('sub1', t.sub1, 'sub2', t.sub2, 'sub3', t.sub3)
  from signup_tracking t join profiles p on p.member_id = t.account_id
  where t.account_id = ${memberId} and t.network = ${network} and t.shares_purchases and p.shares_click
    and (t.sub1 <> '' or t.sub2 <> '' or t.sub3 <> '')`;

type Subscribed = Exclude<WebhookEvent, { type: "test" }>;

/** What happened, by type; `site` and `member` are added when it is sent. */
export type Announced = {
  [T in Subscribed["type"]]: { type: T; data: Omit<Extract<Subscribed, { type: T }>["data"], "site" | "member"> };
}[Subscribed["type"]];

type About = { siteId: number; memberId: string | null; now: Date };

/**
 * SQL: whether the network learns of a first purchase by an address of the site's setting `postbacks`: of its click by
 * `url`, else in the sum of `sums_url`.
 */
const toldByAddress = (siteId: RawBuilder<unknown>, memberId: RawBuilder<unknown>, network: RawBuilder<unknown>) => sql`
  exists (select from site_settings s, jsonb_array_elements(s.value) p
    where s.site_id = ${siteId} and s.key = 'postbacks' and p ->> 'network' = ${network} and p -> 'steps' ? 'purchase'
      and (p ? 'sums_url' or exists (
        select from signup_tracking t join profiles m on m.member_id = t.account_id
        where t.account_id = ${memberId} and m.shares_click and (t.sub1 <> '' or t.sub2 <> '' or t.sub3 <> ''))))`;

/**
 * Queues an event, in the transaction of what it tells: a delivery to each endpoint of this site, or of all sites, that
 * wants the event and may have it. Of a member who did not agree a network's endpoint gets a sum (`takeSumsOfDays`).
 */
export async function announce(db: AnyTrx, { siteId, memberId, now }: About, { type, data }: Announced): Promise<void> {
  const [site, member] = [sql`${siteId}::smallint`, sql`${memberId}::uuid`];
  const isFirst = type === "purchase.completed" && data.first;
  await sql`
    insert into webhook_deliveries (endpoint_id, type, site_id, member_id, data, created_at, next_at, status)
    select id, ${type}::text, ${site}, ${member}, ${JSON.stringify(data)}::jsonb,
      ${now}::timestamptz, ${now}::timestamptz, case when is_told then 'waiting' else 'summing' end
    from webhook_endpoints e
    cross join lateral (select network is null or exists (${sharedClick(member, sql`e.network`)}) as is_told) told
    where revoked_at is null and (site_id is null or site_id = ${siteId}) and events @> array[${type}::text]
      and not ${isUnusedCopy(site)}
      and (is_told or (exists (select from signup_tracking where account_id = ${member} and network = e.network)
        and not (${isFirst}::boolean and ${toldByAddress(site, member, sql`e.network`)})))`.execute(db);
}

/** SQL: the kind of sum that an event is in. */
const kindOfSum = sql`case type
  when 'purchase.completed' then case when (data ->> 'first')::boolean then 'first_purchase' else 'later_purchase' end
  when 'purchase.refunded' then 'refund'
  when 'purchase.charged_back' then 'chargeback'
  when 'purchase.chargeback_reversed' then 'chargeback_reversal' end`;

/**
 * Makes deliveries to networks of what waits for its sum until a day (UTC, included), by kind and currency, unless it
 * is of too few members. What waits is gone then, so each event is in one sum. Erased members are in none.
 */
export async function takeSumsOfDays(db: Db, { to, least, now }: { to: string; least: number; now: Date }) {
  await sql`
    with waiting as (
      select id, endpoint_id, site_id, member_id, ${kindOfSum} as kind, data ->> 'currency' as currency,
        (data ->> 'amount')::bigint as amount
      from webhook_deliveries
      where status = 'summing' and member_id is not null
        and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
        and exists (select from webhook_endpoints e where e.id = endpoint_id and e.revoked_at is null)
        and not ${isUnusedCopy(sql`site_id`)}
      for update skip locked
    ), sums as (
      select endpoint_id, site_id, kind, currency, count(*)::int as count, sum(amount) as amount, array_agg(id) as ids
      from waiting group by endpoint_id, site_id, kind, currency having count(distinct member_id) >= ${least}
    ), gone as (
      delete from webhook_deliveries using sums where webhook_deliveries.id = any(sums.ids)
    )
    insert into webhook_deliveries (endpoint_id, type, site_id, data, created_at, next_at)
    select endpoint_id, 'purchases.summed', site_id, jsonb_build_object('kind', kind, 'until', ${to}::text,
      'count', count, 'amount', amount, 'currency', currency), ${now}::timestamptz, ${now}::timestamptz
    from sums`.execute(db);
}

/** False: there is no such endpoint, or it is revoked. */
export async function insertTest(db: Db, endpointId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_deliveries (endpoint_id, type, data, created_at, next_at)
    select id, 'test', '{}', ${now}::timestamptz, ${now}::timestamptz
    from webhook_endpoints where id = ${endpointId} and revoked_at is null
    returning id`.execute(db);
  return rows.length > 0;
}

export type DueEndpoint = { id: string; url: string; secret_sealed: Buffer };

/** Endpoints for which something is due. Index: `webhook_deliveries_due`. */
export async function listDueEndpoints(db: Db, now: Date): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    select id, url, secret_sealed from webhook_endpoints e
    where revoked_at is null
      and not ${isUnusedCopy(sql`e.site_id`)} and exists (
      select from webhook_deliveries where endpoint_id = e.id and status = 'waiting' and next_at <= ${now})
    order by id`.execute(db);
  return rows;
}

export type DueDelivery = {
  id: string;
  endpoint_id: string;
  type: string;
  created_at: Date;
  data: object;
  member_id: string | null;
  attempts: number;
  site: string | null;
  network: string | null;
  /** What the network of the endpoint may learn of the member now; null: nothing, or it is the operator's endpoint. */
  click: object | null;
};

/** Claims what is due for an endpoint, the longest waiting first, and sets when each is tried again. */
export async function claimDueDeliveries(db: Db, endpointId: string, limit: number, now: Date): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries d set ${nextAttempt(now)}
    from webhook_endpoints own
    where own.id = d.endpoint_id and d.id in (
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'waiting' and next_at <= ${now}
        and exists (select from webhook_endpoints e where e.id = ${endpointId} and e.revoked_at is null)
      order by next_at, id limit ${limit} for update skip locked
    )
    returning d.id, d.endpoint_id, d.type, d.created_at, d.data, d.member_id, d.attempts, own.network,
      (select key from sites where sites.id = d.site_id) as site,
      (${sharedClick(sql`d.member_id`, sql`own.network`)}) as click`.execute(db);
  return rows;
}

/** `withheld`: nothing was sent, because the network may not learn of this member any more. */
export type DeliveryAnswer = Omit<PostbackAnswer, "outcome"> & { outcome: PostbackAnswer["outcome"] | "withheld" };
type Recorded = DeliveryAnswer & { end: "sent" | "failed" | null; now: Date };

/** Records the answer to an attempt. A server that answers 410 wants nothing any more: its endpoint is revoked. */
export async function recordDelivery(
  db: DbPool,
  { id, endpoint_id }: DueDelivery,
  { status, outcome, detail, end, now }: Recorded,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable("webhook_deliveries")
      .set({ answered_at: now, outcome, http_status: status, detail, ...(end === null ? {} : { status: end }) })
      .where("id", "=", id)
      .execute();
    if (status !== 410) return;
    const endpoint = trx.updateTable("webhook_endpoints").set({ revoked_at: now });
    await endpoint.where("id", "=", endpoint_id).where("revoked_at", "is", null).execute();
  });
}

/** Makes a delivery due again, with the same id; false if it waits already, or its endpoint is revoked. */
export async function sendAgain(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries d set status = 'waiting', next_at = ${now}
    from webhook_endpoints e
    where d.id = ${id} and d.status in ('sent', 'failed') and e.id = d.endpoint_id and e.revoked_at is null
    returning d.id`.execute(db);
  return rows.length > 0;
}

/** Makes what failed at a network's endpoints due again, on one site; not what the network may not learn any more. */
export async function resendToNetwork(db: Db, siteId: number, network: string, now: Date): Promise<number> {
  const { rows } = await sql`
    update webhook_deliveries d set status = 'waiting', next_at = ${now}
    from webhook_endpoints e
    where e.id = d.endpoint_id and e.network = ${network} and e.revoked_at is null and d.site_id = ${siteId}
      and d.status = 'failed' and d.outcome <> 'withheld'
    returning d.id`.execute(db);
  return rows.length;
}
