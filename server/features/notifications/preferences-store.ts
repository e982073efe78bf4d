import { sql } from "kysely";
import type { DisabledReason } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";

export async function findPreferences(db: Db, accountId: string) {
  return await db
    .selectFrom("notification_preferences")
    .select(["kind", "channel", "enabled"])
    .where("account_id", "=", accountId)
    .execute();
}

export type PreferenceRow = { accountId: string; kind: string; channel: string; enabled: boolean; now: Date };

/** Stores a switch; the time changes only if the position does. */
export async function savePreference(db: Db, { accountId, kind, channel, enabled, now }: PreferenceRow): Promise<void> {
  await db
    .insertInto("notification_preferences")
    .values({ account_id: accountId, kind, channel, enabled, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "kind", "channel"])
        .doUpdateSet({ enabled, changed_at: now })
        .where("notification_preferences.enabled", "<>", enabled),
    )
    .execute();
}

export async function findDisabled(db: Db, accountId: string): Promise<string[]> {
  const row = await db
    .selectFrom("accounts")
    .select("notifications_disabled")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row?.notifications_disabled ?? [];
}

/** Stops all notification mails of a member for a reason. Idempotent. */
export async function stopMails(db: Db, accountId: string, reason: DisabledReason): Promise<void> {
  const without = sql<string[]>`array_remove(notifications_disabled, ${reason}::text)`;
  await db
    .updateTable("accounts")
    .set({ notifications_disabled: sql<string[]>`array_append(${without}, ${reason}::text)` })
    .where("id", "=", accountId)
    .execute();
}

/** Lifts a reason; others still stop the mails. Reports about mails from before then change nothing any more. */
export async function resumeMails(db: Db, accountId: string, reason: DisabledReason): Promise<void> {
  await db
    .updateTable("accounts")
    .set({
      notifications_disabled: sql<string[]>`array_remove(notifications_disabled, ${reason}::text)`,
      mail_epoch: sql<number>`mail_epoch + 1`,
    })
    .where("id", "=", accountId)
    .where(sql<boolean>`${reason}::text = any(notifications_disabled)`)
    .execute();
}

/** An account of the site that can get mails; undefined if it is deleted or does not exist. */
export async function findOpenAccount(db: Db, siteId: number, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("site_id", "=", siteId)
    .where("status", "<>", "deleted")
    .executeTakeFirst();
}
