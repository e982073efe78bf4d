import type { Db } from "#server/db/pool.ts";
import type { Owner } from "./rules.ts";
import { deleteHandle } from "./store.ts";

/** Makes everything worthless that authenticators keep of somebody. */
export async function dropPasskeys(db: Db, owner: Owner): Promise<void> {
  await deleteHandle(db, owner);
}
