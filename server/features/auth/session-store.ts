import { type Insertable, sql } from "kysely";
import { longestSessionDays } from "#contract/constants.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { type Givens, preparedStatement } from "#server/db/statement.ts";
import type { Sessions } from "#server/db/tables.ts";
import { usableStatuses } from "./accounts-store.ts";

export async function insertSession(db: Db, session: Insertable<Sessions>): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/** Gives an account's session a new token and start time; false if the session does not exist any more. */
export async function replaceSession(db: Db, tokenHash: Buffer, session: Insertable<Sessions>): Promise<boolean> {
  const updated = await db
    .updateTable("sessions")
    .set(session)
    .where("token_hash", "=", tokenHash)
    .where("account_id", "=", session.account_id)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

const selectSession = preparedStatement((db, given: Givens<{ tokenHash: Buffer; now: Date }>) =>
  db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .select(["sessions.account_id", "sessions.used_at", "sessions.device_hash", "accounts.site_id"])
    .where("sessions.token_hash", "=", given("tokenHash"))
    .where("sessions.expires_at", ">", given("now"))
    .where(
      "accounts.status",
      "in",
      usableStatuses.map((status) => sql.lit(status)),
    ),
);

export async function findSession(db: Db, tokenHash: Buffer, now: Date) {
  return (await selectSession(db, { tokenHash, now }))[0];
}

/** Which of these sessions are valid, by the hashes of their tokens in hex. */
export async function findLiveSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .select("sessions.token_hash")
    .where("sessions.token_hash", "=", sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .where("sessions.expires_at", ">", now)
    .where("accounts.status", "in", usableStatuses)
    .execute();
  return new Set(rows.map((row) => row.token_hash.toString("hex")));
}

/** Prolongs a session, but not beyond the longest time from its login. */
export async function prolongSession(db: Db, tokenHash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  const longest = sql<Date>`created_at + make_interval(hours => ${longestSessionDays * 24})`;
  await db
    .updateTable("sessions")
    .set({ used_at: now, expires_at: sql`least(${expiresAt}::timestamptz, ${longest})` })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** No login that was checked before opens a session now. Locks the account, so call it before deleting its sessions. */
export async function raiseAccessEpoch(db: Db, accountId: string): Promise<void> {
  await db.updateTable("accounts").set({ access_epoch: sql`access_epoch + 1` }).where("id", "=", accountId).execute();
}

/** Keeps an account's access epoch until the transaction ends; false if it is another one by now. */
export async function lockAccess(db: Lockable<"accounts">, accountId: string, epoch: number): Promise<boolean> {
  const account = db.selectFrom("accounts").select("id").where("id", "=", accountId).where("access_epoch", "=", epoch);
  return (await lock(db, "accounts", account, { strength: "share" })).row !== undefined;
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

export async function deleteSessions(db: Db, accountId: string, except: Buffer | undefined): Promise<void> {
  const ofAccount = db.deleteFrom("sessions").where("account_id", "=", accountId);
  await (except ? ofAccount.where("token_hash", "<>", except) : ofAccount).execute();
}

/** Deletes a browser's sessions, all or all but one; returns the accounts they belonged to. */
export async function deleteSessionsOfDevice(
  db: Db,
  deviceHash: Buffer,
  except: Buffer | undefined,
): Promise<string[]> {
  const ofDevice = db.deleteFrom("sessions").where("device_hash", "=", deviceHash);
  const deletion = except ? ofDevice.where("token_hash", "<>", except) : ofDevice;
  const rows = await deletion.returning("account_id").execute();
  return rows.map((row) => row.account_id);
}

/** An account's sessions, most recently used first; `first_seen`: when their browser first logged in. */
export async function listSessions(db: Db, accountId: string, now: Date) {
  return await db
    .selectFrom("sessions")
    .leftJoin("known_devices", (join) =>
      join
        .onRef("known_devices.token_hash", "=", "sessions.device_hash")
        .onRef("known_devices.account_id", "=", "sessions.account_id"),
    )
    .select(["sessions.id", "sessions.token_hash", "sessions.device_hash", "sessions.user_agent", "sessions.country"])
    .select(["sessions.used_at", sql<Date>`coalesce(known_devices.created_at, sessions.created_at)`.as("first_seen")])
    .where("sessions.account_id", "=", accountId)
    .where("sessions.expires_at", ">", now)
    .orderBy("sessions.used_at", "desc")
    .execute();
}

export async function findSessionById(db: Db, accountId: string, id: string) {
  return await db
    .selectFrom("sessions")
    .select(["token_hash", "device_hash"])
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findSessionStart(db: Db, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await db
    .selectFrom("sessions")
    .select("created_at")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.created_at;
}
