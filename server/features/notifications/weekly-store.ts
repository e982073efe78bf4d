import { sql } from "kysely";
import type { WeeklyKind } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";

export type Subscriber = { id: string; country: string; time_zone: string | null };

type Due = { last: Date; activeAfter: Date; activeBefore: Date };

/** The next ones by id who asked for the mail, were last active in between, and had none after `last`. */
export async function findSubscribers(
  db: Db,
  kind: WeeklyKind,
  { last, activeAfter, activeBefore }: Due,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select a.id, p.country, device.time_zone
    from notification_preferences wish
    join accounts a on a.id = wish.account_id
    join profiles p on p.member_id = a.id
    left join lateral (
      select time_zone from push_subscriptions where account_id = a.id order by created_at desc limit 1
    ) as device on true
    where wish.kind = ${kind} and wish.channel = 'email' and wish.enabled
      and a.status = 'active' and a.notifications_disabled = '{}'
      and p.last_active_at between ${activeAfter} and ${activeBefore}
      and (${after ?? null}::uuid is null or a.id > ${after ?? null}::uuid)
      and not exists (
        select from weekly_mails w where w.account_id = a.id and w.kind = ${kind} and w.written_at > ${last})
    order by a.id limit ${limit}`.execute(db);
  return rows;
}

/** Records that a member's weekly mail is written now; false if another worker has written one after `last`. */
export async function claimWeek(
  db: Db,
  { accountId, kind, now, last }: { accountId: string; kind: WeeklyKind; now: Date; last: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into weekly_mails (account_id, kind, written_at) values (${accountId}, ${kind}, ${now})
    on conflict (account_id, kind) do update set written_at = excluded.written_at
      where weekly_mails.written_at <= ${last}
    returning account_id`.execute(db);
  return rows.length === 1;
}
