import type { Db } from "#server/db/pool.ts";
import type { Owner } from "./rules.ts";
import { deleteHandle, deletePasskeysSince } from "./store.ts";

/** Revokes an owner's passkeys that were added at this time or later. */
export async function revokePasskeysSince(db: Db, owner: Owner, since: Date): Promise<void> {
  await deletePasskeysSince(db, owner, since);
}

/** Revokes all of an owner's passkeys, and the handle by which authenticators know them. */
export async function revokePasskeys(db: Db, owner: Owner): Promise<void> {
  await deleteHandle(db, owner);
}
