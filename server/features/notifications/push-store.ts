import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

export type NewSubscription = {
  tokenHash: Buffer;
  endpoint: string;
  p256dh: string;
  auth: string;
  timeZone: string;
  userAgent: string;
  now: Date;
};

/** Replaces the session's earlier one. False if another session has the endpoint with other keys: another browser. */
export async function saveSubscription(db: Db, subscription: NewSubscription): Promise<boolean> {
  const { tokenHash, endpoint, p256dh, auth, timeZone, userAgent, now } = subscription;
  await sql`
    delete from push_subscriptions s using sessions
    where sessions.id = s.session_id and sessions.token_hash = ${tokenHash} and s.endpoint <> ${endpoint}`.execute(db);
  const { rows } = await sql`
    insert into push_subscriptions as s
      (account_id, session_id, endpoint, p256dh, auth, time_zone, user_agent, created_at)
    select account_id, id, ${endpoint}, ${p256dh}, ${auth}, ${timeZone}, ${userAgent}, ${now}
    from sessions where token_hash = ${tokenHash}
    on conflict (endpoint) do update
      set account_id = excluded.account_id, session_id = excluded.session_id, time_zone = excluded.time_zone,
        user_agent = excluded.user_agent
      where s.p256dh = excluded.p256dh and s.auth = excluded.auth
    returning s.id`.execute(db);
  return rows.length === 1;
}

export async function deleteOwnSubscription(db: Db, accountId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("account_id", "=", accountId)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** The devices on which a member takes pushes, newest first, without those whose session has expired. */
export async function findSubscriptions(db: Db, accountId: string, now: Date) {
  return await db
    .selectFrom("push_subscriptions as s")
    .innerJoin("sessions", "sessions.id", "s.session_id")
    .select(["s.id", "s.time_zone"])
    .where("s.account_id", "=", accountId)
    .where("sessions.expires_at", ">", now)
    .orderBy("s.created_at", "desc")
    .limit(20)
    .execute();
}

/** The target of a push to this account; undefined if the device has since been unsubscribed or changed its member. */
export async function findTarget(db: Db, id: string, accountId: string, now: Date) {
  return await db
    .selectFrom("push_subscriptions as s")
    .innerJoin("sessions", "sessions.id", "s.session_id")
    .select(["s.endpoint", "s.p256dh", "s.auth"])
    .where("s.id", "=", id)
    .where("s.account_id", "=", accountId)
    .where("sessions.expires_at", ">", now)
    .executeTakeFirst();
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}
