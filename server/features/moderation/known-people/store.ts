import type { Db } from "#server/db/pool.ts";

export async function isHidden(db: Db, owner: string, member: string): Promise<boolean> {
  const pair = db.selectFrom("hidden_pairs").select("site_id").where("owner_id", "=", owner);
  return (await pair.where("member_id", "=", member).executeTakeFirst()) !== undefined;
}
