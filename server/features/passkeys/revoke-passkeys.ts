import type { Db } from "#server/db/pool.ts";
import type { Owner } from "./rules.ts";
import { deleteHandle, deletePasskeysSince } from "./store.ts";

/** Makes those passkeys of somebody worthless that were added then or later. */
export async function revokePasskeysSince(db: Db, owner: Owner, since: Date): Promise<void> {
  await deletePasskeysSince(db, owner, since);
}

/** Makes everything worthless that authenticators keep of somebody. */
export async function revokePasskeys(db: Db, owner: Owner): Promise<void> {
  await deleteHandle(db, owner);
}
