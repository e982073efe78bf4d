import type { Db } from "#server/db/pool.ts";

export async function findCountry(db: Db, memberId: string): Promise<string> {
  const profile = db.selectFrom("profiles").select("country").where("member_id", "=", memberId);
  return (await profile.executeTakeFirstOrThrow()).country;
}

export async function isHidden(db: Db, owner: string, member: string): Promise<boolean> {
  const pair = db.selectFrom("hidden_pairs").select("site_id").where("owner_id", "=", owner);
  return (await pair.where("member_id", "=", member).executeTakeFirst()) !== undefined;
}
