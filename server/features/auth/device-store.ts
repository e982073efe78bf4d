import { sql } from "kysely";
import { cookieDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";

/** A browser that was last seen before this time counts as unknown again. */
const knownSince = (now: Date) => new Date(now.getTime() - cookieDays.device * dayMs);

/** Whether a browser has logged in before, into this account or, without one, into any. */
export async function isKnownDevice(db: Db, deviceHash: Buffer, now: Date, accountId?: string): Promise<boolean> {
  const device = db
    .selectFrom("known_devices")
    .select("account_id")
    .where("token_hash", "=", deviceHash)
    .where("used_at", ">", knownSince(now));
  return (await (accountId ? device.where("account_id", "=", accountId) : device).executeTakeFirst()) !== undefined;
}

/** Records a login from a browser; true if the account did not know that browser. */
export async function recordDevice(
  db: Db,
  device: { tokenHash: Buffer; accountId: string; userAgent: string; now: Date },
): Promise<boolean> {
  const { tokenHash, accountId, userAgent, now } = device;
  const row = await db
    .insertInto("known_devices")
    .values({ token_hash: tokenHash, account_id: accountId, user_agent: userAgent, created_at: now, used_at: now })
    .onConflict((conflict) =>
      conflict.columns(["token_hash", "account_id"]).doUpdateSet({ user_agent: userAgent, used_at: now }),
    )
    .returning(sql<Date | null>`old.used_at`.as("before"))
    .executeTakeFirstOrThrow();
  return row.before === null || row.before <= knownSince(now);
}

export async function touchDevice(db: Db, accountId: string, deviceHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("known_devices")
    .set({ used_at: now })
    .where("token_hash", "=", deviceHash)
    .where("account_id", "=", accountId)
    .execute();
}

export async function countDevices(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("known_devices")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteDevice(db: Db, accountId: string, deviceHash: Buffer): Promise<void> {
  await db
    .deleteFrom("known_devices")
    .where("token_hash", "=", deviceHash)
    .where("account_id", "=", accountId)
    .execute();
}

export async function deleteDevices(db: Db, accountId: string, except?: Buffer): Promise<void> {
  const all = db.deleteFrom("known_devices").where("account_id", "=", accountId);
  await (except ? all.where("token_hash", "<>", except) : all).execute();
}
