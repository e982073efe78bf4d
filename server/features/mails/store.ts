import { sql } from "kysely";
import type { NotificationChannel, NotificationKind } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { areApart } from "#server/features/visibility/index.ts";

/** What is the same for all addresses of one mailbox: lower case, without a tag, and for Gmail without dots. */
export async function findMailbox(db: Db, address: string): Promise<string> {
  const { rows } = await sql<{ mailbox: string }>`select mailbox_of(${address}) as mailbox`.execute(db);
  return rows[0]?.mailbox ?? address;
}

/** A receiver's address, the reasons that stop their mails, and the mail epoch by which reports are recognised. */
export async function findMailReceiver(db: Db, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(["email", "notifications_disabled", "mail_epoch"])
    .where("id", "=", accountId)
    .executeTakeFirst();
}

/** Returns false if one is suspended, banned or deleted (D3.9, D11.2), or a block or a hiding stands between two. */
export async function mayStillNotify(db: Db, receiver: string | null, about: readonly string[]): Promise<boolean> {
  const members = receiver === null ? about : [receiver, ...about];
  const { rows: hidden } = await sql`
    select from accounts where id = any (${members}::uuid[])
      and (status in ('suspended', 'banned', 'deleted') or ${areApart(sql`accounts.id`, sql`${receiver}::uuid`)})
    limit 1`.execute(db);
  return hidden.length === 0;
}

/** A member's own switch of a notification; undefined if they never set it. */
export async function findSwitch(db: Db, accountId: string, kind: NotificationKind, channel: NotificationChannel) {
  const row = await db
    .selectFrom("notification_preferences")
    .select("enabled")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("channel", "=", channel)
    .executeTakeFirst();
  return row?.enabled;
}
